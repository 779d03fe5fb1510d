"""The rulesets of an installation: found on disk and loaded once.

A ruleset is looked up by the name of its folder or by the short name that addresses use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from drillbook.errors import AskError, RulesError, listed, quoted
from drillbook.rules.cache import cached_load, stamp_of, stamp_of_files
from drillbook.rules.manifest import Cover, Head
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered

HOME = Path(__file__).resolve().parents[1] / "rulesets"
#: What a ruleset is read from, in its folder.
FILES = ("ruleset.toml", "*/*.toml", "*/tables/*.csv")


class Library:
    """A folder of rulesets and the package that holds their questions.

    beneath: another library, whose rulesets these can extend; it can be None.
    """

    def __init__(
        self, root: Path = HOME, package: str | None = "drillbook.rulesets", beneath: Library | None = None
    ) -> None:
        self.root = root
        self.package = package
        self.beneath = beneath
        self._loaded: dict[str, Ruleset] = {}
        self._stamps: dict[str, bytes] = {}
        self.imported: set[str] = set()
        self.questions: dict[str, Any] = {}  # asking/questions/registry.py keeps there what each ruleset can be asked
        self.asked_alone: dict[
            tuple[str, str], Any
        ] = {}  # and there a layer's questions that were asked for one by one

    @cached_property
    def folders(self) -> list[Path]:
        """The rulesets' folders."""
        return sorted(path.parent for path in self.root.glob("*/ruleset.toml"))

    @cached_property
    def heads(self) -> dict[str, Head]:
        """What each ruleset.toml here says, by folder name."""
        return {folder.name: self._head(folder) for folder in self.folders}

    def _head(self, folder: Path) -> Head:
        def read() -> Head:
            from drillbook.rules.loading import head_of  # what reads files is imported where files are read

            return head_of(folder)

        return cached_load(folder, "head", stamp_of(folder, "ruleset.toml"), read) if self.package else read()

    def _ruleset(self, folder: Path, parent: Ruleset | None) -> Ruleset:
        def read() -> Ruleset:
            from drillbook.rules.loading import load_ruleset

            return load_ruleset(folder, {parent.slug: parent} if parent else {})

        below = self.home_of(parent.slug)._stamps.get(parent.slug) if parent else b""
        if self.package is None or below is None:
            return read()
        self._stamps[folder.name] = stamp_of(folder, *FILES, below=below)
        return cached_load(folder, "ruleset", self._stamps[folder.name], read, parent)

    def checked_once(self, ruleset: Ruleset, name: str, sources: Sequence[Path], check: Callable[[], None]) -> None:
        """Check something of a ruleset, unless it passed before with the same ruleset and sources.

        name: what is checked. check: raises RulesError if it is not in order.
        """
        stamp = self._stamps.get(ruleset.slug)
        if stamp is None:
            return check()
        return cached_load(self.root / ruleset.slug, f"checked-{name}", stamp_of_files(sources, stamp), check)

    @cached_property
    def shorts(self) -> dict[str, str]:
        """The folder name of each ruleset by its short name, without the rest being read."""
        below = self.beneath.shorts if self.beneath else {}
        return {**below, **{head.cover.short: slug for slug, head in self.heads.items()}}

    def home_of(self, slug: str) -> Library:
        """Return the library that holds a ruleset: this one, or one beneath."""
        return self.beneath.home_of(slug) if self.beneath and not (self.root / slug).is_dir() else self

    def load(self, slug: str) -> Ruleset:
        """Return the ruleset of a folder name; its parent is loaded first.

        Raises RulesError if a file is wrong, or if layers extend each other in a circle.
        """
        return self._load(slug, ())

    def _load(self, slug: str, below: tuple[str, ...]) -> Ruleset:
        if slug in below:
            raise RulesError(f"The rulesets {listed((*below, slug), 'and')} extend each other in a circle.")
        home = self.home_of(slug)
        if home is not self:
            return home._load(slug, below)
        if slug not in self._loaded:
            folder = self.root / slug
            head = self.heads[slug] if slug in self.heads else self._head(folder)  # which says what is wrong with it
            parent = head.extends
            there = parent is not None and (self.home_of(parent).root / parent).is_dir()
            self._loaded[slug] = self._ruleset(folder, self._load(parent, (*below, slug)) if parent and there else None)
        return self._loaded[slug]

    def all(self) -> list[Ruleset]:
        """Every ruleset, those of the library beneath first."""
        return [self.load(slug) for slug in dict.fromkeys(self.shorts.values())]

    def own(self) -> list[Ruleset]:
        """Every ruleset of this library, without those of the library beneath."""
        return [self.load(slug) for slug in self.heads]

    def cover(self, slug: str) -> Cover:
        """Return what the ruleset of a folder name says of itself, without reading its rules."""
        return self._cover(slug, ())

    def _cover(self, slug: str, below: tuple[str, ...]) -> Cover:
        home = self.home_of(slug)
        if home is not self:
            return home._cover(slug, below)
        parent = self.heads[slug].extends
        # a circle, or a parent that is not there, is complained about where the rules are read
        known = parent in self.shorts.values() and parent not in (*below, slug)
        above = self._cover(parent, (*below, slug)) if parent is not None and known else None
        return self.heads[slug].above(above)

    def covers(self) -> list[Cover]:
        """Every ruleset's cover, those of the library beneath first."""
        return [self.cover(slug) for slug in dict.fromkeys(self.shorts.values())]

    def find(self, name: str) -> Ruleset:
        """Return the ruleset of a short name (`bn`) or folder name; raise AskError if there is none."""
        slug = self.shorts.get(name, name)
        if slug in self.shorts.values():
            return self.load(slug)
        raise AskError(f"There is no ruleset {quoted(name)}; there are {listed(self.shorts)}.")


@remembered(maxsize=1)
def library() -> Library:
    """Return the library of the rulesets of this installation."""
    return Library()

"""Which rulesets there are: found on disk, loaded once, looked up by folder name or by the short name of addresses."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from drillbook.errors import AskError, RulesError, listed, quoted
from drillbook.rules.loading import head_of, load_ruleset
from drillbook.rules.model import Ruleset

HOME = Path(__file__).resolve().parents[1] / "rulesets"


class Library:
    """A folder of rulesets and the package that holds their questions; beneath it, it may be, another library to extend."""

    def __init__(
        self, root: Path = HOME, package: str | None = "drillbook.rulesets", beneath: Library | None = None
    ) -> None:
        self.root = root
        self.package = package
        self.beneath = beneath
        self._loaded: dict[str, Ruleset] = {}
        self.imported: set[str] = set()
        self.questions: dict[str, Any] = {}  # asking/questions.py keeps there what each ruleset can be asked

    @cached_property
    def folders(self) -> list[Path]:
        """The rulesets' folders."""
        return sorted(path.parent for path in self.root.glob("*/ruleset.toml"))

    @cached_property
    def shorts(self) -> dict[str, str]:
        """The folder name of each ruleset by its short name, without the rest being read."""
        below = self.beneath.shorts if self.beneath else {}
        return {**below, **{head_of(folder).short: folder.name for folder in self.folders}}

    def home_of(self, slug: str) -> Library:
        """The library that holds a ruleset: this one, or one beneath."""
        return self.beneath.home_of(slug) if self.beneath and not (self.root / slug).is_dir() else self

    def load(self, slug: str) -> Ruleset:
        """The ruleset of one folder name, its parent first; RulesError for a wrong file or a circle of layers."""
        return self._load(slug, ())

    def _load(self, slug: str, below: tuple[str, ...]) -> Ruleset:
        if slug in below:
            raise RulesError(f"The rulesets {listed((*below, slug), 'and')} extend each other in a circle.")
        home = self.home_of(slug)
        if home is not self:
            return home._load(slug, below)
        if slug not in self._loaded:
            folder = self.root / slug
            parent = head_of(folder).extends
            there = parent is not None and (self.home_of(parent).root / parent).is_dir()
            known = {parent: self._load(parent, (*below, slug))} if parent and there else {}
            self._loaded[slug] = load_ruleset(folder, known)
        return self._loaded[slug]

    def all(self) -> list[Ruleset]:
        """Every ruleset, those of the library beneath first."""
        return [self.load(slug) for slug in dict.fromkeys(self.shorts.values())]

    def find(self, name: str) -> Ruleset:
        """The ruleset of a short name (`bn`) or folder name; AskError where there is none."""
        slug = self.shorts.get(name, name)
        if slug in self.shorts.values():
            return self.load(slug)
        raise AskError(f"There is no ruleset {quoted(name)}; there are {listed(r.short for r in self.all())}.")


@lru_cache(maxsize=1)
def library() -> Library:
    """The rulesets of this installation."""
    return Library()

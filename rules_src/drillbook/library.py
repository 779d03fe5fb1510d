"""Which rulesets there are: found on disk, loaded once, looked up by folder name or by the short name of addresses."""

from __future__ import annotations

import importlib
from functools import cached_property, lru_cache
from pathlib import Path

from drillbook.errors import AskError, RulesError, listed
from drillbook.kinds import quoted
from drillbook.loading import head_of, load_ruleset
from drillbook.rules import Ruleset

HOME = Path(__file__).resolve().parent / "rulesets"


class Library:
    """A folder of rulesets and the package that holds their questions."""

    def __init__(self, root: Path = HOME, package: str | None = "drillbook.rulesets") -> None:
        self.root = root
        self.package = package
        self._loaded: dict[str, Ruleset] = {}
        self._imported: set[str] = set()

    @cached_property
    def folders(self) -> list[Path]:
        """The rulesets' folders."""
        return sorted(path.parent for path in self.root.glob("*/ruleset.toml"))

    @cached_property
    def shorts(self) -> dict[str, str]:
        """The folder name of each ruleset by its short name, without the rest being read."""
        return {head_of(folder).short: folder.name for folder in self.folders}

    def load(self, slug: str) -> Ruleset:
        """The ruleset of one folder name, its parent first; RulesError for a wrong file or a circle of layers."""
        return self._load(slug, ())

    def _load(self, slug: str, below: tuple[str, ...]) -> Ruleset:
        if slug in below:
            raise RulesError(f"The rulesets {listed((*below, slug), 'and')} extend each other in a circle.")
        if slug not in self._loaded:
            folder = self.root / slug
            parent = head_of(folder).extends
            known = {parent: self._load(parent, (*below, slug))} if parent and (self.root / parent).is_dir() else {}
            self._loaded[slug] = load_ruleset(folder, known)
        return self._loaded[slug]

    def all(self) -> list[Ruleset]:
        """Every ruleset."""
        return [self.load(folder.name) for folder in self.folders]

    def find(self, name: str) -> Ruleset:
        """The ruleset of a short name (`bn`) or folder name; AskError where there is none."""
        slug = self.shorts.get(name, name)
        if slug in self.shorts.values():
            return self.load(slug)
        raise AskError(f"There is no ruleset {quoted(name)}; there are {listed(r.short for r in self.all())}.")

    def import_questions(self, ruleset: Ruleset) -> None:
        """Import the chapters' modules, so that their questions are registered (once)."""
        if ruleset.parent:
            self.import_questions(ruleset.parent)
        if self.package is None or ruleset.slug in self._imported:
            return
        stems = [chapter.stem for chapter in ruleset.chapters]
        for path in sorted((self.root / ruleset.slug).glob("[a-z]*.py")):
            if path.stem in stems or any(path.stem.startswith(f"{stem}_") for stem in stems):
                importlib.import_module(f"{self.package}.{ruleset.slug}.{path.stem}")
        self._imported.add(ruleset.slug)


@lru_cache(maxsize=1)
def library() -> Library:
    """The rulesets of this installation."""
    return Library()

"""What stands on the site's shelf? The rulesets, and the chapters of those that have been written.

A chapter is on the shelf when its ruleset names it and its notebook exists; nothing else has to be registered.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from drillbook import AskError, Library, RulesError
from drillbook.rules.model import Ruleset

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter that can be read."""

    short: str
    slug: str
    title: str
    summary: str
    number: int
    notebook: Path

    @property
    def path(self) -> str:
        """Where the site serves it."""
        return f"/{self.short}/{self.slug}"

    def read(self) -> Any:
        """Its notebook, fresh from disk, ready to be run."""
        return nbformat.read(str(self.notebook), as_version=4)  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class Book:
    """One ruleset on the shelf."""

    short: str
    title: str
    line: str
    colours: str
    source: str = ""
    edition: str = ""
    credit: str = ""
    chapters: tuple[Chapter, ...] = ()

    @property
    def written(self) -> bool:
        """Is there anything to read?"""
        return bool(self.chapters)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All rulesets, and the way from a name to a chapter."""

    books: tuple[Book, ...]
    chapters: Mapping[str, Chapter] = field(default_factory=dict)

    def book(self, short: str) -> Book | None:
        """The ruleset of that short name."""
        return next((book for book in self.books if book.short == short), None)

    def chapter(self, name: str) -> Chapter | None:
        """The chapter of that name, such as `bn/reaction`."""
        return self.chapters.get(name)

    def neighbours(self, chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
        """The chapters before and after, within the same ruleset."""
        book = self.book(chapter.short)
        row = book.chapters if book is not None else ()
        at = row.index(chapter)
        return (row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None)


def load_shelf(notebooks: Path, rules: Library) -> Shelf:
    """The shelf as it stands on disk."""
    books = tuple(_book(ruleset, notebooks) for ruleset in rules.all())
    return Shelf(books, {f"{chapter.short}/{chapter.slug}": chapter for book in books for chapter in book.chapters})


def _book(ruleset: Ruleset, notebooks: Path) -> Book:
    short, colours = ruleset.short, f"--light: {ruleset.look.light}; --dark: {ruleset.look.dark}"
    chapters = []
    for number, entry in enumerate(ruleset.chapters, start=1):
        notebook = notebooks / ruleset.slug / f"{entry.stem}.ipynb"
        if notebook.is_file():
            chapters.append(Chapter(short, entry.slug, entry.title, entry.summary, number, notebook))
    document = ruleset.document
    edition = ", ".join(part for part in (document.edition, document.author) if part)
    return Book(short, ruleset.title, ruleset.line, colours, document.title, edition, document.credit, tuple(chapters))


def cite(rules: Library, name: str) -> str | None:
    """The section of the source that the rule of that whole id (`bn.reaction.cover-cap`) comes from, or None."""
    try:
        return rules.find(name.partition(".")[0]).rule(name).cite.section
    except (AskError, RulesError):
        return None

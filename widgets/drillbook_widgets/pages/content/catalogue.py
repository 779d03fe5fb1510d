"""The site's shelf: the rulesets and their written chapters.

A chapter is on the shelf if its ruleset names the chapter and its notebook exists. Nothing else needs to be
registered.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from drillbook import AskError, Library, RulesError
from drillbook.book.folder import COURSE, SHEET
from drillbook.book.notebooks import COMPARE, START
from drillbook.rules.manifest import Cover

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CatalogueChapter:
    """One readable chapter; pages of the book that belong to no ruleset have no short name."""

    short: str
    slug: str
    title: str
    summary: str
    number: int
    notebook: Path

    @property
    def name(self) -> str:
        """The name of the chapter on the shelf, such as `bn/reaction`.

        The first page of the book belongs to no ruleset, so its name is its slug alone.
        """
        return f"{self.short}/{self.slug}" if self.short else self.slug

    @property
    def path(self) -> str:
        """Where the site serves it."""
        return f"/{self.name}" if self.short or self.notebook.name != START else "/"

    def read(self) -> Any:
        """Read the chapter's notebook from disk and return it, ready to be run.

        The notebook's form is not checked here; the book's own check has done that.
        """
        import nbformat  # here, since it takes long to load and the shelf itself does not need it

        return nbformat.v4.reads(self.notebook.read_text("utf-8"))  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class Book:
    """One ruleset on the shelf."""

    short: str
    title: str
    tagline: str
    colours: str
    source: str = ""
    edition: str = ""
    credit: str = ""
    author: str = ""
    period: str = ""
    evenings_to_learn: int = 0
    version: int = 1
    chapters: tuple[CatalogueChapter, ...] = ()
    sheet: CatalogueChapter | None = None
    course: CatalogueChapter | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def beside(self) -> tuple[CatalogueChapter, ...]:
        """The pages of its own that stand beside its chapters."""
        return tuple(filter(None, (self.sheet, self.course)))

    def now_called(self, question: str) -> str:
        """Return the current name of a question that may be given by an old name."""
        return self.renamed.get(question, question)

    @property
    def byline(self) -> str:
        """Who wrote it, as part of a sentence; a source without a name says so itself."""
        return f"by {self.author}" if self.author[:1].isupper() else self.author or "by an unknown hand"

    @property
    def home(self) -> str:
        """Its title page."""
        return f"/{self.short}/"

    @property
    def written(self) -> bool:
        """Is there anything to read?"""
        return bool(self.chapters)


@dataclass(slots=True)
class Shelf:
    """All rulesets, and the lookup from a name to a chapter or to a page beside the chapters.

    first: the first page of the book, if there is one. compare: the page that shows rulesets beside each other.
    notebooks: the folder of the book's notebooks.
    """

    books: tuple[Book, ...]
    chapters: Mapping[str, CatalogueChapter] = field(default_factory=dict)
    beside: Mapping[str, CatalogueChapter] = field(default_factory=dict)
    first: CatalogueChapter | None = None
    compare: CatalogueChapter | None = None
    notebooks: Path = Path()

    def look(self, rules: Library) -> bool:
        """Update the shelf in place from disk and return whether it has changed.

        Every holder of the shelf sees the change.
        """
        found = load_shelf(self.notebooks, rules)
        if found == self:
            return False
        for one in fields(self):
            setattr(self, one.name, getattr(found, one.name))
        return True

    @property
    def told(self) -> str:
        """The titles and colours of the written rulesets by short name, as JSON for a page.

        The JSON is escaped so that it can be part of a page.
        """
        books = {one.short: {"title": one.title, "colours": one.colours} for one in self.books if one.written}
        return json.dumps(books, ensure_ascii=False).replace("<", "\\u003c")

    def book(self, short: str) -> Book | None:
        """Return the ruleset with that short name, or None."""
        return next((book for book in self.books if book.short == short), None)

    def chapter(self, name: str) -> CatalogueChapter | None:
        """Return the chapter of a name such as `bn/reaction`, or the page beside the chapters.

        The result is None if the name is unknown.
        """
        return self.chapters.get(name) or self.beside.get(name)

    def way(self, page: str | None) -> str | None:
        """Return the path to a rule's sentence, or None if its chapter is not written.

        Such a path is `/bn/reaction#bn.reaction.cover-cap`.
        """
        return page if page and page.partition("#")[0].removeprefix("/") in self.chapters else None

    def neighbours(self, chapter: CatalogueChapter) -> tuple[CatalogueChapter | None, CatalogueChapter | None]:
        """Return the previous and the next chapter of the same ruleset."""
        book = self.book(chapter.short)
        row = book.chapters if book is not None else ()
        if chapter not in row:
            return None, None
        at = row.index(chapter)
        return (row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None)


def load_shelf(notebooks: Path, rules: Library) -> Shelf:
    """Return the shelf as it is on disk.

    The function reads no rules of a ruleset, so many rules do not slow it down.
    """
    books = tuple(_book(cover, notebooks) for cover in rules.covers())
    chapters = {chapter.name: chapter for book in books for chapter in book.chapters}
    beside = {page.name: page for book in books for page in book.beside}
    start = notebooks / START
    first = CatalogueChapter("", start.stem, "Drillbook", "", 0, start) if start.is_file() else None
    page = notebooks / COMPARE
    about = "One situation asked of every ruleset: the chances on one axis, the steps beside each other."
    compare = CatalogueChapter("", page.stem, "Compare", about, 0, page) if page.is_file() else None
    loose = {one.name: one for one in (first, compare) if one is not None}
    return Shelf(books, chapters, beside | loose, first, compare, notebooks)


def _book(cover: Cover, notebooks: Path) -> Book:
    short, colours = cover.short, f"--light: {cover.accent.light}; --dark: {cover.accent.dark}"
    chapters = []
    for number, entry in enumerate(cover.chapters, start=1):
        notebook = notebooks / cover.slug / f"{entry.stem}.ipynb"
        if notebook.is_file():
            chapters.append(CatalogueChapter(short, entry.slug, entry.title, entry.summary, number, notebook))
    notebook = notebooks / cover.slug / f"{SHEET}.ipynb"
    about = (
        f"The tables and modifiers of {cover.title} that are wanted in the middle of a game, on paper or on a phone."
    )
    sheet = CatalogueChapter(short, SHEET, "Quick reference", about, 0, notebook) if notebook.is_file() else None
    notebook = notebooks / cover.slug / f"{COURSE}.ipynb"
    about = f"A small battle of {cover.title}, told and played in short lessons: guess, look, and see what the dice make of it."
    course = (
        CatalogueChapter(short, COURSE, "First game in an evening", about, 0, notebook) if notebook.is_file() else None
    )
    document = cover.document
    edition = ", ".join(part for part in (document.edition, document.author) if part)
    return Book(
        short,
        cover.title,
        cover.tagline,
        colours,
        document.title,
        edition,
        document.credit,
        document.author,
        cover.period,
        cover.evenings_to_learn,
        cover.version,
        tuple(chapters),
        sheet,
        course,
        cover.old_names,
    )


def cite(rules: Library, name: str) -> str | None:
    """Return the section of the source that a rule comes from, or None.

    name: the full id of the rule, such as `bn.reaction.cover-cap`.
    """
    try:
        found = rules.find(name.partition(".")[0]).rule_if_any(name)
    except (AskError, RulesError):
        return None
    return found.cite.section if found is not None else None

"""The content of a chapter's page in order: text, places for plates, table of contents.

The text and the places for plates are in parts that fold.

Rendering a chapter takes some tens of milliseconds, so each rendered chapter is cached until its notebook changes.
The site leaves the rendering to the processes that compute answers, see site/workers/pool.py.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from drillbook import AskError, library
from drillbook.asking.uses.comparison import asked_for
from drillbook.asking.uses.table_mode import side_in
from drillbook.book.folder import COURSE
from drillbook.book.links import to_addresses
from drillbook.formats.compared import html
from drillbook.rules.remembered import remembered
from drillbook_widgets.notebook.comparison import asked_in
from drillbook_widgets.pages.content import markdown
from drillbook_widgets.pages.content.catalogue import CatalogueChapter, cite
from drillbook_widgets.pages.content.collapse import without_twins
from drillbook_widgets.pages.content.glossary_links import GlossaryMarker
from drillbook_widgets.pages.content.static_answer import Still, plate_address, plate_call, settled, still_of


@dataclass(frozen=True, slots=True)
class Block:
    """One cell of the page: its text as HTML, or its plate, or neither.

    A cell with neither only prepares something. A plate has an address, and may name the picture to show first and the
    ruleset that answers beside it.
    """

    cell: str
    html: str = ""
    address: str = ""
    picture: str = ""
    beside: str = ""

    @property
    def question(self) -> str:
        """The plate's question, such as `bn/covering-fire`."""
        return self.address.partition("?")[0]


@dataclass(frozen=True, slots=True)
class ChapterText:
    """A chapter as it is read: its head, with *In short*, then a part for each section."""

    chapter: CatalogueChapter
    title: str
    parts: tuple[tuple[Block, ...], ...]
    contents: tuple[markdown.Heading, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Every cell, in order."""
        return tuple(block for part in self.parts for block in part)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that have a plate here, in order."""
        return tuple(dict.fromkeys(block.question for block in self.blocks if block.address))


def read(chapter: CatalogueChapter) -> ChapterText:
    """Return the chapter as it is on disk now."""
    return _read(chapter, chapter.notebook.stat().st_mtime_ns)


@dataclass(frozen=True, slots=True)
class Made:
    """A chapter as it is read, with the answers of its plates as they stand, by their cells.

    sides: by question what a side that was built on the page for the table fills in its form.
    """

    reading: ChapterText
    stills: Mapping[str, Still]
    sides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def make_chapter(chapter: CatalogueChapter) -> Made:
    """All that a chapter's page shows and that has to be worked out."""
    reading = read(chapter)
    stills = {block.cell: still_of(block.address) for block in reading.blocks if block.address}
    fills = chapter.short and chapter.slug != COURSE  # in a course the battle says who stands there
    return Made(reading, stills, dict(_sides(chapter, reading.questions)) if fills else {})


def _sides(chapter: CatalogueChapter, asked: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    ruleset = library().find(chapter.short)
    for address in asked:
        short, _, name = address.partition("/")
        with suppress(AskError):  # its plate tells what is wrong with it
            if short == chapter.short and (found := side_in(ruleset, name)):
                yield address, found


def questions_on(chapter: CatalogueChapter) -> tuple[str, ...]:
    """Return the questions that have a plate in a chapter, in order, without rendering its text."""
    return _questions_on(chapter, chapter.notebook.stat().st_mtime_ns)


@remembered(maxsize=1024)
def _questions_on(chapter: CatalogueChapter, changed: int) -> tuple[str, ...]:
    sources = (cell.source for cell in chapter.read().cells if cell.cell_type == "code")
    addresses = filter(None, map(plate_address, sources))
    return tuple(dict.fromkeys(address.partition("?")[0] for address in addresses))


@remembered(maxsize=256)
def _read(chapter: CatalogueChapter, changed: int) -> ChapterText:
    headings: list[markdown.Heading] = []
    taken = {"page", "contents", "chapters"}
    blocks = []
    words = GlossaryMarker(library().find(chapter.short)) if chapter.short else None
    for cell in chapter.read().cells:
        if cell.cell_type == "markdown":
            written = to_addresses(cell.source, library(), chapter.notebook.parent.name)
            made = markdown.render(written, headings=headings, taken=taken, cite=functools.partial(cite, library()))
            blocks.append(Block(cell.id, html=words.mark(made) if words else made))
        elif cell.cell_type == "code" and cell.source.strip():
            asked = asked_in(cell.source)
            shown = html(asked_for(asked), open_steps=False) if asked else ""
            blocks.append(Block(cell.id, html=shown, **plate_call(cell.source)))
    plates = frozenset(settled(block.address) for block in blocks if block.address)
    blocks = [replace(block, html=without_twins(block.html, plates)) for block in blocks]
    title = next((heading.words for heading in headings if heading.level == 1), chapter.title)
    return ChapterText(
        chapter, title, _parts(blocks), tuple(heading for heading in headings if heading.level in (2, 3))
    )


def _parts(blocks: list[Block]) -> tuple[tuple[Block, ...], ...]:
    """Return the cells grouped into parts; a cell that begins with a heading starts a part.

    The heading is one of level 2.
    """
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.html.startswith("<h2"):
            parts.append([])
        parts[-1].append(block)
    return tuple(map(tuple, parts))

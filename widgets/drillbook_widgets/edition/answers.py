"""Answers computed in the calling process while an edition is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from drillbook_widgets.pages.answers import T
from drillbook_widgets.pages.content.catalogue import CatalogueChapter
from drillbook_widgets.pages.content.chapter import Made, make_chapter
from drillbook_widgets.pages.content.static_answer import Still, still_of


class ImmediateAnswers:
    """Works out chapters and answers at once, and remembers chapters with their answers."""

    def __init__(self) -> None:
        self._pages: dict[str, Made] = {}
        self._known: dict[str, Still] = {}

    async def page(self, chapter: CatalogueChapter, seconds: float) -> Made:
        """Return a chapter's text with the answers of its calculators."""
        found = self._pages.get(chapter.path)
        if found is None:
            found = self._pages[chapter.path] = make_chapter(chapter)
            self._known |= {still.address: still for still in found.stills.values()}
            blocks = [block for block in found.reading.blocks if block.address]
            self._known |= {block.address: found.stills[block.cell] for block in blocks}
        return found

    async def answer(self, address: str, seconds: float) -> Still:
        """Return the answer at an address."""
        return self._known.get(address) or still_of(address)

    async def have(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return what a function gives for these arguments."""
        return work(*parts)

    async def within(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return what a function gives for these arguments."""
        return work(*parts)

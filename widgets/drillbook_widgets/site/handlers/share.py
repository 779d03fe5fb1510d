"""What a page hands on for a discussion, and what its text would say by other house rules: asked for when they are wanted."""

from __future__ import annotations

import html
import re
from typing import Any

from drillbook import AskError
from drillbook_widgets.pages.catalogue import Chapter
from drillbook_widgets.pages.chapter import read
from drillbook_widgets.pages.share import NO_PIECE, differing, handed_on, house_told
from drillbook_widgets.site.handlers.base import OWN_SECONDS, Page
from drillbook_widgets.site.workers.pool import Unanswered

KEPT_SECONDS = 600
MARK_SECONDS = 20.0
"""How long the text waits to be told where it would say something else: it can be read meanwhile."""
_LINK = re.compile(r'href="/([a-z0-9]+/[a-z0-9-]+\?[^"#]*)"')


def differing_in(chapter: Chapter, readings: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The answers of a chapter's text that these readings change: the headline by the address as it stands in the page."""
    return differing(addresses(chapter), readings)


def addresses(chapter: Chapter) -> list[str]:
    """What a chapter's text has answered: its plates, and the examples in its sentences."""
    found: list[str] = []
    for block in read(chapter).blocks:
        found += [block.address] if block.address else map(html.unescape, _LINK.findall(block.html))
    return [one for one in found if "&ruling." not in one and "?ruling." not in one]


class PieceHandler(Page):
    """GET /SHORT/piece.json?of=RULE[&row=N] or with readings: a piece of the book in every form for a discussion."""

    async def get(self, short: str) -> None:
        """The forms, or a 404 with a sentence."""
        found = await self.site.answering.have(OWN_SECONDS, handed_on, short, self.request.query)
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        if found is None:
            self.set_status(404)
        self.finish(found or {"sorry": NO_PIECE})


class HouseHandler(Page):
    """GET /SHORT/CHAPTER/house.json?ruling.NAME=B…: what the text of a chapter, or a sheet, would say by these house rules."""

    async def get(self, short: str, slug: str) -> None:
        """The readings by the id of their rulings, and each answer that would be another."""
        told: dict[str, Any] = {"rulings": {}, "answers": {}}
        chapter = self.site.shelf.chapter(f"{short}/{slug}")
        try:
            told, readings = house_told(short, slug, self.request.query)
            if chapter is not None and readings:
                told["answers"] = await self.site.answering.within(MARK_SECONDS, differing_in, chapter, readings)
        except AskError:
            self.set_status(404)
        except Unanswered:
            pass  # the plates have them once they are live
        self.set_header("Cache-Control", "no-store")
        self.finish(told)

"""Handlers of what a page hands on for a discussion, and of what its text would say by other house rules."""

from __future__ import annotations

from drillbook_widgets.pages.share import house_json, piece_json
from drillbook_widgets.site.handlers.base import Page

KEPT_SECONDS = 600


class PieceHandler(Page):
    """GET /SHORT/piece.json?of=RULE[&row=N] or with readings: a piece of the book in every form for a discussion."""

    async def get(self, short: str) -> None:
        """The forms, or a 404 with a sentence."""
        reply = await piece_json(self.context, short, self.request.query)
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        self.send(reply)


class HouseHandler(Page):
    """GET /SHORT/CHAPTER/house.json?ruling.NAME=B…: what the text of a chapter, or a sheet, would say by these house rules."""

    async def get(self, short: str, slug: str) -> None:
        """The readings by the id of their rulings, and each answer that would be another."""
        reply = await house_json(self.context, short, slug, self.request.query)
        self.set_header("Cache-Control", "no-store")
        self.send(reply)

"""The handlers of pieces for a discussion, and of a text under other house rules."""

from __future__ import annotations

from drillbook_widgets.pages.share import house_json, piece_json
from drillbook_widgets.site.handlers.base import Page

KEPT_SECONDS = 600


class PieceHandler(Page):
    """The handler of GET /SHORT/piece.json, a piece of the book for a discussion.

    The address is /SHORT/piece.json?of=RULE[&row=N], or has readings. The reply has the piece in every format.
    """

    async def get(self, short: str) -> None:
        """Send the piece in every format, or a 404 with a sentence."""
        reply = await piece_json(self.context, short, self.request.query)
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        self.send(reply)


class HouseHandler(Page):
    """The handler of GET /SHORT/CHAPTER/house.json?ruling.NAME=B….

    The reply is what the text of a chapter or a sheet would say under these house rules.
    """

    async def get(self, short: str, slug: str) -> None:
        """Send the readings by the id of their rulings, and each answer that would change."""
        reply = await house_json(self.context, short, slug, self.request.query)
        self.set_header("Cache-Control", "no-store")
        self.send(reply)

"""Handler of the page of a ruleset's rulings; opened with readings in its address it shows a group's house rules."""

from __future__ import annotations

from drillbook_widgets.pages.rulings import rulings
from drillbook_widgets.site.handlers.base import Page
from drillbook_widgets.site.response import sendable


class RulingsHandler(Page):
    """GET /SHORT/rulings: every ruling; with readings in its address, a group's house rules as well."""

    async def get(self, short: str) -> None:
        """The rulings by chapter, each with what its readings give; the page is long, and is packed once."""
        reply = await rulings(self.context, short, self.request.query)
        if reply.status != 200 or "gzip" not in self.request.headers.get("Accept-Encoding", ""):
            self.send(reply)
            return
        self.head_lines()
        self.set_header("Content-Encoding", "gzip")
        self.finish(b"".join(sendable(reply).packed))

    head = get

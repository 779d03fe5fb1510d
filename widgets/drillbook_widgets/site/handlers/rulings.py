"""The handler of the page of a ruleset's rulings.

With readings in its address, the page also shows a group's house rules.
"""

from __future__ import annotations

from drillbook_widgets.pages.rulings import rulings
from drillbook_widgets.site.handlers.base import Page
from drillbook_widgets.site.response import sendable


class RulingsHandler(Page):
    """The handler of GET /SHORT/rulings: every ruling.

    With readings in the address, the page also shows a group's house rules.
    """

    async def get(self, short: str) -> None:
        """Send the rulings by chapter, each with the results of its readings.

        The page is long, so it is compressed only once.
        """
        reply = await rulings(self.context, short, self.request.query)
        if reply.status != 200 or "gzip" not in self.request.headers.get("Accept-Encoding", ""):
            self.send(reply)
            return
        self.head_lines()
        self.set_header("Content-Encoding", "gzip")
        self.finish(b"".join(sendable(reply).packed))

    head = get

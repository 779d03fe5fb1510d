"""The handlers of answers beside each other.

They are the page of situations, and two to four addresses that a link carries.
"""

from __future__ import annotations

from drillbook.asking.uses.comparison import LETTERS
from drillbook_widgets.pages.compare import one_situation, side_by_side, situations_page
from drillbook_widgets.pages.content.comparison import COMPARE, bare
from drillbook_widgets.pages.errors import no_ruleset
from drillbook_widgets.site.handlers.base import Page


class CompareHandler(Page):
    """The handler of GET /compare: the situations.

    With a=…&b=… the page shows those addresses beside each other, with situation=… that situation alone.
    """

    async def get(self) -> None:
        """Complete as text; a script, where there is one, changes the cases in place."""
        given = [bare(one) for letter in LETTERS for one in self.get_query_arguments(letter) if one.strip()]
        name = self.get_query_argument("situation", "")
        if given:
            self.send(await side_by_side(self.context, given, self.request.query_arguments))
        elif name:
            self.send(await one_situation(self.context, name))
        else:
            self.send(await situations_page(self.context))

    head = get


class ComparedBookHandler(Page):
    """GET /SHORT/compare: the same page, from a ruleset's own name for it."""

    def get(self, short: str) -> None:
        """To the page of all rulesets, with what was asked."""
        if self.site.shelf.book(short) is None:
            self.send(no_ruleset(self.context, short))
            return
        self.redirect(COMPARE + (f"?{self.request.query}" if self.request.query else ""))

    head = get

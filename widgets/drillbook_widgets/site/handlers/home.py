"""Handlers of the front page and of the rulesets' title pages."""

from __future__ import annotations

from drillbook_widgets.pages import home
from drillbook_widgets.site.handlers.base import Page


class FrontHandler(Page):
    """GET /: what the book is, a calculator to try, and the shelf."""

    async def get(self) -> None:
        """Send the front page with the rulesets.

        Once the site is warm, the page also has the calculators of the book's first page.
        """
        self.send(await home.front_page(self.context, warm=self.site.text_is_warm.is_set()))

    head = get


class TitleHandler(Page):
    """GET /SHORT/: a ruleset's title page."""

    async def get(self, short: str) -> None:
        """Send a ruleset's title page.

        The page says what the ruleset plays, what players need, its tools, the ways to read it, and its chapters.
        """
        book = self.site.shelf.book(short)
        if book is None and self.tidied():
            return
        if book is not None and self.request.path != book.home:
            self.redirect(book.home)
            return
        self.send(await home.title_page(self.context, short))

    head = get

"""Answers beside each other on the site: the page of situations, and two to four addresses as a link brings them."""

from __future__ import annotations

from drillbook.asking.comparing import LETTERS, known_situations, situation
from drillbook.printing import compared as printed
from drillbook_widgets.pages.comparison import COMPARE, bare, laid, told_of, within_bounds
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import LATER, OWN_SECONDS, SORRY, Page
from drillbook_widgets.site.workers.pool import Unanswered

BESIDE_SECONDS = 30.0
"""How long the page waits for its answers: it is nothing without them, and a site that has just begun makes its chapters first."""


def told(name: str) -> tuple[str, str, str]:
    """A situation's name, what it asks, and its answers as HTML."""
    one = situation(name)
    return one.name, one.asks, printed.html(one)


class CompareHandler(Page):
    """GET /compare: the situations; with a=…&b=… those addresses beside each other, with situation=… that one alone."""

    async def get(self) -> None:
        """Complete as text; a script, where there is one, changes the cases in place."""
        given = [bare(one) for letter in LETTERS for one in self.get_query_arguments(letter) if one.strip()]
        name = self.get_query_argument("situation", "")
        if given:
            await self.beside(given)
        elif name:
            await self.one(name)
        else:
            await self.all()

    head = get

    async def all(self) -> None:
        """Every situation, as the book tells it."""
        chapter = self.site.shelf.compare
        if chapter is None:
            self.sorry(404, SORRY[404])
            return
        made = await self.site.answering.page(chapter, OWN_SECONDS)
        self.show(
            "compare.html",
            title=f"Compare · {NAME}",
            description=chapter.summary,
            chapter=chapter,
            reading=made.reading,
        )

    async def one(self, name: str) -> None:
        """One situation, with its steps open."""
        if name not in known_situations():
            near = tuple((f"{COMPARE}?situation={one}", one.capitalize()) for one in known_situations())
            self.sorry(404, f"There is no situation “{shown(name)}” in this book.", near)
            return
        title, asks, html = await self.site.answering.have(OWN_SECONDS, told, name)
        self.show(
            "compare.html", title=f"{title} · Compare · {NAME}", description=asks, heading=title, lead=asks, html=html
        )

    async def beside(self, given: list[str]) -> None:
        """These addresses beside each other."""
        addresses = within_bounds(given)
        try:
            made = await self.site.answering.within(BESIDE_SECONDS, laid, addresses)
        except Unanswered:
            self.set_status(503)
            self.show("compare.html", title=f"Compare · {NAME}", description="", heading="Side by side", lead=LATER)
            return
        titles = " · ".join(dict.fromkeys(column.title for column in made.columns))
        self.show(
            "compare.html",
            title=f"{titles} · Compare · {NAME}",
            description=" / ".join(made.headlines),
            **told_of(made, given, self.request.query_arguments),
        )


class ComparedBookHandler(Page):
    """GET /SHORT/compare: the same page, from a ruleset's own name for it."""

    def get(self, short: str) -> None:
        """To the page of all rulesets, with what was asked."""
        if self.site.shelf.book(short) is None:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        self.redirect(COMPARE + (f"?{self.request.query}" if self.request.query else ""))

    head = get

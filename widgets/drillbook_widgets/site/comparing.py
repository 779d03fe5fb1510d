"""Answers beside each other on the site: the page of situations, and two to four addresses as a link brings them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from drillbook.asking.address import EDITION
from drillbook.asking.comparing import LEAST, LETTERS, MOST, Comparison, known_situations, side, situation, wrong
from drillbook.errors import AskError, listed, quoted
from drillbook.printing import compared as printed
from drillbook_widgets.site.answering import Unanswered
from drillbook_widgets.site.at_table import Input, form_of
from drillbook_widgets.site.pages import LATER, LONGEST_ADDRESS, NAME, OWN_SECONDS, SORRY, Page, shown
from drillbook_widgets.site.still import still_of

COMPARE = "/compare"
BESIDE_SECONDS = 30.0
"""How long the page waits for its answers: it is nothing without them, and a site that has just begun makes its chapters first."""
FEW = "A comparison takes two to four addresses. Give another, such as one that a plate shows under Share."
MANY = "A comparison takes two to four addresses; these are the first four."
TOO_LONG = "This address is too long to be a question."
STRAY = "This link has {} outside of its addresses, where nobody reads it: an & within an address is written %26."


@dataclass(frozen=True, slots=True)
class Column:
    """One side as its page draws it: whose it is, its address, what was wrong with the link, its answer, the form that changes it."""

    letter: str
    address: str
    short: str
    title: str
    html: str
    complaint: str = ""
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """Answers beside each other: the picture, the columns, how far they lie apart."""

    picture: str
    columns: tuple[Column, ...]
    difference: str
    headlines: tuple[str, ...]


def laid(addresses: tuple[str, ...]) -> Laid:
    """The answers at these addresses; one that is wrong gives the nearest answer that it can, with the sentence that says so."""
    sides, complaints = [], []
    for address in addresses:
        if len(address) > LONGEST_ADDRESS:
            sides.append(wrong("", TOO_LONG))
            complaints.append("")
            continue
        still = still_of(address)
        complaints.append(still.complaint)
        try:
            sides.append(side(still.address if still.question else address))
        except AskError as problem:
            sides.append(wrong(address, str(problem)))
            complaints[-1] = ""
    one = Comparison(tuple(sides))
    columns = tuple(
        Column(
            one.letter(each),
            each.address,
            each.ruleset.short if each.ruleset else "",
            each.title,
            printed.column(one, each),
            complaint,
            form_of(each.found) if each.found else (),
        )
        for each, complaint in zip(sides, complaints, strict=True)
    )
    headlines = tuple(each.found.headline for each in sides if each.found)
    return Laid(printed.picture(one), columns, one.difference, headlines)


def told(name: str) -> tuple[str, str, str]:
    """A situation's name, what it asks, and its answers as HTML."""
    one = situation(name)
    return one.name, one.asks, printed.html(one)


def bare(written: str) -> str:
    """The address in what was given, which may be a whole link."""
    text = written.strip()
    if "://" in text:
        with contextlib.suppress(ValueError):  # a link that is none is told to be no address
            parts = urlsplit(text)
            text = parts.path + (f"?{parts.query}" if parts.query else "")
    return text.removeprefix("/")


def link(addresses: Sequence[str]) -> str:
    """The page on which these addresses stand beside each other."""
    pairs = "&".join(f"{letter}={quote(one, safe='/')}" for letter, one in zip(LETTERS, addresses, strict=False))
    return f"{COMPARE}?{pairs}"


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
        complaints = [FEW] if len(given) < LEAST else [MANY] if len(given) > MOST else []
        known = {*LETTERS, "situation", EDITION}
        if stray := [quoted(name) for name in self.request.query_arguments if name not in known]:
            complaints.append(STRAY.format(listed(stray[:MOST], "and")))
        addresses = tuple(one[: LONGEST_ADDRESS + 1] for one in given[:MOST])
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
            heading="Side by side",
            laid=made,
            complaint=" ".join(complaints),
            link=link([column.address for column in made.columns]),
            more=len(made.columns) < MOST,
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

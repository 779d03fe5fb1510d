"""The rulings of a ruleset on the site: every place where its source can be read in more than one way, and what each reading gives.

The same page, opened with readings in its address, shows a group's house rules.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from fractions import Fraction

from drillbook import library
from drillbook.asking.effect import Example, effect, examples
from drillbook.asking.overruled import Overruled
from drillbook.maths.words import percent
from drillbook.printing.sheet import ruling_page, situation
from drillbook.rules.model import Ruleset
from drillbook.rules.parts import Ruling
from drillbook_widgets.pages.catalogue import Book
from drillbook_widgets.pages.shared_house_rules import Brought, brought
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import SORRY, WARM_SECONDS, Page
from drillbook_widgets.site.response import Sendable


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: what it says, and for each worked example its answer with the way to its plate."""

    letter: str
    words: str
    ours: bool
    gives: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One ruling on the page; place is where its chapter states it, weight the share of results that another reading changes."""

    id: str
    name: str
    ask: str
    take: str
    problem: str
    why: str
    section: str
    place: str
    free: bool
    reason: str
    situations: tuple[str, ...]
    readings: tuple[Reading, ...]
    weight: float
    changes: str
    settled: bool
    overruled: str
    """What is told of a reading that can no longer be chosen, by its letter, as JSON."""
    retired: tuple[tuple[str, str], ...]


def home(ruleset: Ruleset, ruling: Ruling) -> str:
    """The name of the chapter that states a ruling, nothing where none does."""
    path = (ruling_page(ruleset, ruling) or "").partition("#")[0]
    return path.rpartition("/")[2]


def entries(short: str, chapter: str) -> tuple[Entry, ...]:
    """The rulings that a chapter states, with their worked examples answered; `chapter` may be nothing: those that none states."""
    ruleset = library().find(short)
    return tuple(_entry(ruleset, one) for one in ruleset.rulings().values() if home(ruleset, one) == chapter)


def _entry(ruleset: Ruleset, ruling: Ruling) -> Entry:
    worked = examples(ruling, ruleset)
    weight = effect(worked)
    readings = tuple(
        Reading(
            letter,
            words,
            letter == ruling.default,
            tuple((one.answers[letter].headline, f"/{one.answers[letter].address}") for one in worked),
        )
        for letter, words in ruling.readings.items()
    )
    reason = ruling.settled_by if ruling.settled else ruling.reason or ""
    gone = [letter for letter in ruling.readings if letter != ruling.default] if ruling.settled else []
    overruled = {letter: Overruled(ruling, letter).sentence for letter in (*gone, *ruling.retired)}
    return Entry(
        ruling.id,
        ruling.name,
        ruling.ask,
        ruling.taken,
        ruling.problem,
        ruling.why,
        ruling.cite.section,
        ruling_page(ruleset, ruling) or "",
        ruling.free,
        "" if ruling.free else reason,
        tuple(map(_situation, worked)),
        readings,
        float(weight),
        _changes(weight),
        ruling.settled,
        json.dumps(overruled, ensure_ascii=False) if overruled else "",
        tuple(ruling.retired.items()),
    )


def _situation(one: Example) -> str:
    found = one.answers[one.ours]
    told = " · ".join(f"{label}: {words}" for label, words in situation(found))
    return f"{found.title} {told}".strip()


def _changes(weight: Fraction) -> str:
    if not weight:
        return ""
    return "changes every result" if weight == 1 else f"changes {percent(weight)} of results"


_entries: dict[tuple[str, str], tuple[Entry, ...]] = {}
_pages: dict[tuple[str, str], Sendable] = {}


def forget() -> None:
    """Forget every entry and page: the rules that they went by have changed."""
    _entries.clear()
    _pages.clear()


class RegisterHandler(Page):
    """GET /SHORT/rulings: every ruling; with readings in its address, a group's house rules as well."""

    async def get(self, short: str) -> None:
        """The rulings by chapter, each with what its readings give."""
        book = self.site.shelf.book(short)
        if book is None or not book.written:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book." if book is None else SORRY[404])
            return
        ruleset = library().find(short)
        link = brought(ruleset, self.request.query)
        key = (short, self.site.assets)
        page = _pages.get(key) if link == Brought() else None
        if page is None:
            page = Sendable(await self.page(book, ruleset, link), "")
            if link == Brought():
                _pages[key] = page
        self.head_lines()
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(b"".join(page.packed))
        else:
            self.finish(page.plain[0])

    head = get

    async def part(self, short: str, chapter: str) -> tuple[Entry, ...]:
        """The rulings of one chapter, remembered until the rules change."""
        if (short, chapter) not in _entries:
            _entries[short, chapter] = await self.site.answering.have(WARM_SECONDS, entries, short, chapter)
        return _entries[short, chapter]

    async def page(self, book: Book, ruleset: Ruleset, link: Brought) -> str:
        """The page as text."""
        names = {chapter.slug: chapter.title for chapter in ruleset.chapters} | {"": "Elsewhere"}
        told = await asyncio.gather(*(self.part(book.short, slug) for slug in names))
        parts = [(slug, title, found) for (slug, title), found in zip(names.items(), told, strict=True) if found]
        count = sum(len(found) for _, _, found in parts)
        return self.made(
            "rulings.html",
            title=f"Rulings · {book.title} · {NAME}",
            description=f"{count} places where {book.title} can be read in more than one way, and what each reading gives.",
            book=book,
            parts=parts,
            count=count,
            brought=link,
            written=self.site.shelf.chapters,
        )

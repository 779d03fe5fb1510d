"""The page of a ruleset's rulings: where its source can be read in more than one way.

The same page, opened with readings in its address, shows a group's house rules.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from fractions import Fraction

from drillbook import library
from drillbook.asking.uses.ruling_weight import Example, effect, examples
from drillbook.asking.uses.settled_readings import SettledReading
from drillbook.formats.sheet import ruling_page, situation_lines
from drillbook.maths.number_words import percent
from drillbook.rules.entities import Ruling
from drillbook.rules.model import Ruleset
from drillbook_widgets.pages.answers import WARM_SECONDS
from drillbook_widgets.pages.content.catalogue import Book
from drillbook_widgets.pages.content.shared_house_rules import Brought, brought
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error, no_ruleset
from drillbook_widgets.pages.reply import Reply


@dataclass(frozen=True, slots=True)
class RulingReading:
    """One reading: what it says, and for each example its answer with the way to its plate."""

    letter: str
    words: str
    ours: bool
    gives: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """One ruling on the page.

    place: where its chapter states it; weight: the share of results that another reading changes.
    """

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
    readings: tuple[RulingReading, ...]
    weight: float
    changes: str
    settled: bool
    overruled: str
    """What is told of a reading that can no longer be chosen, by its letter, as JSON."""
    retired: tuple[tuple[str, str], ...]


def ruling_link(ruleset: Ruleset, ruling: Ruling) -> str:
    """Return the name of the chapter that states a ruling, nothing where none does."""
    path = (ruling_page(ruleset, ruling) or "").partition("#")[0]
    return path.rpartition("/")[2]


def ruling_entries(short: str, chapter: str) -> tuple[RulingEntry, ...]:
    """Return the rulings that a chapter states, with their worked examples answered.

    chapter: its name, nothing for the rulings that none states.
    """
    ruleset = library().find(short)
    return tuple(_entry(ruleset, one) for one in ruleset.rulings().values() if ruling_link(ruleset, one) == chapter)


def _entry(ruleset: Ruleset, ruling: Ruling) -> RulingEntry:
    worked = examples(ruling, ruleset)
    weight = effect(worked)
    readings = tuple(
        RulingReading(
            letter,
            words,
            letter == ruling.default,
            tuple((one.answers[letter].headline, f"/{one.answers[letter].address}") for one in worked),
        )
        for letter, words in ruling.readings.items()
    )
    reason = ruling.settled_by if ruling.settled else ruling.reason or ""
    gone = [letter for letter in ruling.readings if letter != ruling.default] if ruling.settled else []
    overruled = {letter: SettledReading(ruling, letter).sentence for letter in (*gone, *ruling.retired)}
    return RulingEntry(
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
    told = " · ".join(f"{label}: {words}" for label, words in situation_lines(found))
    return f"{found.title} {told}".strip()


def _changes(weight: Fraction) -> str:
    if not weight:
        return ""
    return "changes every result" if weight == 1 else f"changes {percent(weight)} of results"


async def rulings(context: Context, short: str, query: str = "") -> Reply:
    """Return the page of a ruleset's rulings by chapter, each with what its readings give.

    query: a group's house rules, as a link brings them. Without any, the page is remembered until the rules change.
    """
    book = context.written(short)
    if book is None:
        return error(context, 404) if context.shelf.book(short) else no_ruleset(context, short, near=False)
    ruleset = library().find(short)
    link = brought(ruleset, query)
    if link != Brought():
        return await rulings_page(context, book, ruleset, link)
    if short not in context.rulings_pages:
        context.rulings_pages[short] = await rulings_page(context, book, ruleset, link)
    return context.rulings_pages[short]


async def part(context: Context, short: str, chapter: str) -> tuple[RulingEntry, ...]:
    """Return the rulings of one chapter, remembered until the rules change."""
    if (short, chapter) not in context.rulings:
        context.rulings[short, chapter] = await context.answers.have(WARM_SECONDS, ruling_entries, short, chapter)
    return context.rulings[short, chapter]


async def rulings_page(context: Context, book: Book, ruleset: Ruleset, link: Brought) -> Reply:
    """Return the page of all rulings. link: the house rules that a link brings."""
    names = {chapter.slug: chapter.title for chapter in ruleset.chapters} | {"": "Elsewhere"}
    told = await asyncio.gather(*(part(context, book.short, slug) for slug in names))
    parts = [(slug, title, found) for (slug, title), found in zip(names.items(), told, strict=True) if found]
    count = sum(len(found) for _, _, found in parts)
    return context.page(
        "reference/rulings.html",
        title=f"Rulings · {book.title} · {NAME}",
        description=f"{count} places where {book.title} can be read in more than one way, and what each reading gives.",
        book=book,
        parts=parts,
        count=count,
        brought=link,
        written=context.shelf.chapters,
    )

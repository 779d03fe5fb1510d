"""What a page hands on for a discussion, and what its text says by other house rules."""

from __future__ import annotations

import html
import re
from typing import Any

from drillbook import AskError
from drillbook_widgets.pages.answers import OWN_SECONDS, Unanswered
from drillbook_widgets.pages.content.catalogue import CatalogueChapter
from drillbook_widgets.pages.content.chapter import read
from drillbook_widgets.pages.content.share import NO_PIECE, differing, handed_on, house_told
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.reply import Reply, json_reply

MARK_SECONDS = 20.0
"""How long the text waits to be told where it would say something else: it can be read meanwhile."""
_LINK = re.compile(r'href="/([a-z0-9]+/[a-z0-9-]+\?[^"#]*)"')


async def piece_json(context: Context, short: str, query: str) -> Reply:
    """Return a piece of the book in every form for a discussion.

    query: `of=RULE[&row=N]`, or readings.
    """
    found = await context.answers.have(OWN_SECONDS, handed_on, short, query)
    return json_reply(found or {"sorry": NO_PIECE}, 200 if found is not None else 404)


async def house_json(context: Context, short: str, slug: str, query: str) -> Reply:
    """Return what the text of a chapter, or a sheet, would say by these house rules.

    That is the readings by the id of their rulings, and each answer that would be another. query: `ruling.NAME=B…`.
    """
    told: dict[str, Any] = {"rulings": {}, "answers": {}}
    chapter = context.shelf.chapter(f"{short}/{slug}")
    status = 200
    try:
        told, readings = house_told(short, slug, query)
        if chapter is not None and readings:
            told["answers"] = await context.answers.within(MARK_SECONDS, differing_in, chapter, readings)
    except AskError:
        status = 404
    except Unanswered:
        pass  # the calculators have them once they are live
    return json_reply(told, status)


def differing_in(chapter: CatalogueChapter, readings: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the headlines of a chapter's text that readings change, by their addresses there."""
    return differing(addresses(chapter), readings)


def addresses(chapter: CatalogueChapter) -> list[str]:
    """Return the addresses that a chapter's text has answered: calculators and examples."""
    found: list[str] = []
    for block in read(chapter).blocks:
        found += [block.address] if block.address else map(html.unescape, _LINK.findall(block.html))
    return [one for one in found if "&ruling." not in one and "?ruling." not in one]

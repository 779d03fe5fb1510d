"""The page of a search, and its hits and answers as JSON for scripts that ask as one types."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from drillbook.search.finder import ANSWERED_HITS
from drillbook.search.hits import KINDS, Hit
from drillbook_widgets.pages.answers import ANSWER_SECONDS, Unanswered
from drillbook_widgets.pages.content.house_rules import honoured, placed
from drillbook_widgets.pages.content.search import hits_told
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.reply import Reply, json_reply

HEADLINE_SECONDS = 5.0
"""How long an answer in the list may take: it follows its hit, and nobody waits for it."""


async def search(
    context: Context, text: str = "", short: str = "", hits: Sequence[Hit] = (), sentence: str = "", status: int = 200
) -> Reply:
    """Return the page of a search: the box and the hits, the first questions with answers.

    text: what was typed; short: the ruleset that was searched, nothing for all; sentence: why there are no hits.
    """
    title = f"{quoted_name(text)} · Search · {NAME}" if text.strip() else f"Search · {NAME}"
    return context.page(
        "search/search.html",
        status,
        title=title,
        description="What the book has for these words.",
        typed=text,
        short=short,
        hits=await with_answer_lines(context, hits),
        kinds=KINDS,
        sentence=sentence,
        homes={one.short: one for one in context.shelf.books},
    )


async def with_answer_lines(context: Context, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits, the first questions among them with their answers."""
    questions = [hit for hit in hits if hit.kind == "question"][:ANSWERED_HITS]
    told = await asyncio.gather(*(answer_line(context, hit.address, ANSWER_SECONDS) for hit in questions))
    answers = dict(zip((hit.address for hit in questions), (answer for answer, _ in told), strict=True))
    return [replace(hit, answer=answers.get(hit.address)) for hit in hits]


async def answer_line(context: Context, address: str, seconds: float) -> tuple[str, bool]:
    """Return the answer at an address in a line, if there in time, and whether a rule says no."""
    try:
        still = await context.answers.answer(address, seconds)
    except Unanswered:
        return "", False
    return still.complaint or still.headline, still.refused or bool(still.complaint)


def hits_json(text: str, short: str, hits: Sequence[Hit]) -> Reply:
    """Return the hits of a search as JSON, without their answers."""
    return json_reply({"q": text, "ruleset": short, "hits": hits_told(hits)})


async def answer_json(context: Context, address: str, house: str = "", *, whole: bool = False) -> Reply:
    """Return the answer of one question as JSON: in a line, or with all of its form.

    house: the reader's house rules, as a link spells them; whole: whether the form is wanted.
    """
    if house or whole:
        try:
            told = await context.answers.within(HEADLINE_SECONDS, honoured, address, house, whole)
        except Unanswered:
            told = {"answer": "", "refused": False}
        return json_reply(placed(told, address, context.shelf.way))
    answer, refused = await answer_line(context, address, HEADLINE_SECONDS)
    return json_reply({"address": address, "answer": answer, "refused": refused})

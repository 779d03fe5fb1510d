"""The page of a quiz of a chapter, a ruleset or the whole book, by its number."""

from __future__ import annotations

from collections.abc import Mapping

from drillbook.quiz.builder import MOST_SEED
from drillbook.rules.entities import EMPTY
from drillbook_widgets.pages.answers import Unanswered
from drillbook_widgets.pages.content.quiz import FIRST_SEED, make_quiz, quiz_data, spelt_in
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error, no_ruleset
from drillbook_widgets.pages.reply import Reply

WAIT_SECONDS = 20.0
"""How long the page waits for a process that works out answers; then it says that the site is busy."""


async def quiz_reply(
    context: Context, short: str, slug: str, number: str, readings: Mapping[str, str] = EMPTY
) -> Reply:
    """Return the page of a quiz, to be taken and printed: its items with their answers.

    short: the quiz's ruleset, or empty for a quiz of all rulesets. slug: the quiz's chapter, or empty for all chapters.
    number: the quiz's number as written in the address. readings: the house rules in the address.
    """
    book = context.written(short)
    if short and book is None:
        return no_ruleset(context, short)
    if not number.isascii() or not number.isdecimal() or len(number) > len(str(MOST_SEED)):
        return error(
            context, 404, f"A quiz has a number from {FIRST_SEED} to {MOST_SEED}, not “{quoted_name(number)}”."
        )
    about = "/".join(filter(None, (short, slug)))
    seed, spelt = int(number), spelt_in(short, readings)
    try:
        found = await context.answers.within(WAIT_SECONDS, make_quiz, about, seed, spelt.rules)
    except Unanswered:
        return error(context, 503)
    if isinstance(found, str):
        return error(context, 404, found)
    chapter = context.shelf.chapter(about) if book is not None else None
    place = chapter.title if chapter is not None else book.title if book is not None else "All rulesets"
    return context.page(
        "quiz/quiz.html",
        title=f"Quiz {seed} · {place} · {NAME}",
        description=f"{len(found.items)} questions on {place}, with answers that somebody could honestly give.",
        book=book,
        chapter=chapter,
        place=place,
        quizzing=True,
        here=context.shelf.way,
        **quiz_data(found, short, slug, spelt),
    )

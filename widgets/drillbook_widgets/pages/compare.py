"""Answers beside each other: of a situation, or at two to four addresses of a link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drillbook.asking.uses.comparison import known_situations, situation
from drillbook.formats import compared as printed
from drillbook_widgets.pages.answers import OWN_SECONDS, Unanswered
from drillbook_widgets.pages.chapter import LATER
from drillbook_widgets.pages.content.comparison import COMPARE, comparison_data, laid, within_bounds
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.reply import Reply

BESIDE_SECONDS = 30.0
"""How long the page waits for its answers: it is nothing without them, and a site that has just begun makes its chapters first."""


async def situations_page(context: Context) -> Reply:
    """Return the page of all situations, as the book tells them."""
    chapter = context.shelf.compare
    if chapter is None:
        return error(context, 404)
    made = await context.answers.page(chapter, OWN_SECONDS)
    return context.page(
        "compare/compare.html",
        title=f"Compare · {NAME}",
        description=chapter.summary,
        chapter=chapter,
        reading=made.reading,
    )


async def one_situation(context: Context, name: str) -> Reply:
    """Return the page of one situation, with its steps open."""
    if name not in known_situations():
        near = tuple((f"{COMPARE}?situation={one}", one.capitalize()) for one in known_situations())
        return error(context, 404, f"There is no situation “{quoted_name(name)}” in this book.", near)
    title, asks, html = await context.answers.have(OWN_SECONDS, situation_told, name)
    return context.page(
        "compare/compare.html",
        title=f"{title} · Compare · {NAME}",
        description=asks,
        heading=title,
        lead=asks,
        html=html,
    )


def situation_told(name: str) -> tuple[str, str, str]:
    """Return a situation's name, what it asks, and its answers as HTML."""
    one = situation(name)
    return one.name, one.asks, printed.html(one)


async def side_by_side(context: Context, given: Sequence[str], names: Iterable[str]) -> Reply:
    """Return the answers at these addresses beside each other.

    given: the addresses as a link brings them; names: all that its query names.
    """
    addresses = within_bounds(given)
    try:
        made = await context.answers.within(BESIDE_SECONDS, laid, addresses)
    except Unanswered:
        return context.page(
            "compare/compare.html", 503, title=f"Compare · {NAME}", description="", heading="Side by side", lead=LATER
        )
    titles = " · ".join(dict.fromkeys(column.title for column in made.columns))
    return context.page(
        "compare/compare.html",
        title=f"{titles} · Compare · {NAME}",
        description=" / ".join(made.headlines),
        **comparison_data(made, given, names),
    )

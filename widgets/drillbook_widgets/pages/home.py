"""The front page of the book, and the title page of each ruleset."""

from __future__ import annotations

from dataclasses import replace

from drillbook import library
from drillbook.rules.manifest import Title
from drillbook.rules.title_page import filled_title_page
from drillbook_widgets.pages.answers import OWN_SECONDS
from drillbook_widgets.pages.chapter import way_from
from drillbook_widgets.pages.content.chapter import ChapterText, Made
from drillbook_widgets.pages.content.no_break import together
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import no_ruleset
from drillbook_widgets.pages.reply import Reply

ABOUT = (
    "An interactive rulebook: miniature-wargame rules restated, with a live calculator at every rule that has a number."
)


async def front_page(context: Context, *, warm: bool = True) -> Reply:
    """Return the front page: the rulesets, and the calculators of the book's first page.

    warm: whether the first page has been made already; without it the front page has no calculators.
    """
    first = context.shelf.first
    made = await context.answers.page(first, OWN_SECONDS) if first is not None and warm else None
    if first is None or made is None or not made.stills:
        return context.page("reference/home.html", title=NAME, description=ABOUT, reading=None)
    return context.page(
        "reference/home.html",
        title=NAME,
        description=ABOUT,
        chapter=first,
        reading=with_plates(made),
        tried=context.shelf.book(made.reading.questions[0].partition("/")[0]),
        stills=made.stills,
        together=together,
        here=lambda page: way_from(context.shelf, first, page),
    )


def with_plates(made: Made) -> ChapterText:
    """Return the sections of a page that hold a calculator, without its list of contents."""
    parts = tuple(part for part in made.reading.parts if any(block.address for block in part))
    return replace(made.reading, parts=parts, contents=())


async def title_page(context: Context, short: str) -> Reply:
    """Return a ruleset's title page: what it plays, what one needs, its tools and chapters."""
    book = context.shelf.book(short)
    if book is None:
        return no_ruleset(context, short)
    title = await context.answers.have(OWN_SECONDS, title_page_of, short)
    return context.page(
        "reference/ruleset.html",
        title=f"{book.title} · {NAME}",
        description=title.subject if title is not None else book.tagline,
        book=book,
        told=title,
        by_slug={chapter.slug: chapter for chapter in book.chapters},
        place="title",
    )


def title_page_of(short: str) -> Title | None:
    """Return what a ruleset's title page tells, None where it has none."""
    return filled_title_page(library().find(short))

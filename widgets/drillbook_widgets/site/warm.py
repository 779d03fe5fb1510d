"""Work before anybody asks: every chapter's text, then the words that a search looks up."""

from __future__ import annotations

import asyncio
import logging

from drillbook_widgets.pages.answers import WARM_SECONDS
from drillbook_widgets.pages.content.search import gather_search_words
from drillbook_widgets.site.handlers.base import Parts

log = logging.getLogger(__name__)

AWAITED_SECONDS = 0.5
"""Whoever has waited for the site to listen comes within so long, and his page is made before any other."""


async def warm_site(site: Parts) -> None:
    """Warm the pages, then the search."""
    await warm_pages(site)
    await gather_words(site)


async def warm_pages(site: Parts) -> None:
    """Have every chapter made once, so that the first visitor does not wait for it.

    The text counts as warm with the first of them: what is still to be made then takes its reader a moment, and how long
    all take depends on how many there are. The rulesets take turns.
    """
    await asyncio.sleep(AWAITED_SECONDS)
    rows = [(*book.chapters, *book.beside) for book in site.shelf.books]
    rows.append(tuple(filter(None, [site.shelf.first])))
    for turn in range(max(map(len, rows), default=0)):
        for chapter in (row[turn] for row in rows if turn < len(row)):
            try:
                await site.answering.page(chapter, WARM_SECONDS)
            except Exception:
                log.exception("The chapter %s cannot be made", chapter.path)
            if not site.text_is_warm.is_set():
                await asyncio.gather(*(bundle.pack() for bundle in site.context.bundles.values()))
                site.answering.open_others()
                site.text_is_warm.set()
    site.text_is_warm.set()  # also where there is no chapter
    await site.answering.warm_up()


async def gather_words(site: Parts) -> None:
    """Let the answering processes collect the words of the book, one ruleset at a time."""
    wanted = site.searches.wanted(site.shelf)
    for _ in wanted.shorts:
        await site.answering.each(gather_search_words, wanted, 0.0)

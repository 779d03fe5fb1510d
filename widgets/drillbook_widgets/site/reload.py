"""The reload of a site's rules when rule files have changed.

Each process reads the files again; this module clears what the site remembers.

A process that computes answers checks before it begins, and a page's kernel checks when it begins. The site itself
checks from time to time, and then also looks for new or removed chapters.
"""

from __future__ import annotations

import asyncio

from drillbook import library
from drillbook.rules.reload import LOOK_SECONDS, follow
from drillbook_widgets.site.handlers.base import Parts
from drillbook_widgets.site.warm import gather_words

PAUSE_SECONDS = 2.0


async def keep_following(site: Parts) -> None:
    """See to it, for good, that no page, answer or hit is remembered of rules that have changed."""
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        anew = await asyncio.to_thread(follow)
        if anew:
            await asyncio.sleep(LOOK_SECONDS)  # by then nobody works by the old rules any more
        if site.shelf.look(library()) or anew:
            site.answering.forget()
            site.searches.kept.clear()
            site.context.forget()
            await gather_words(site)

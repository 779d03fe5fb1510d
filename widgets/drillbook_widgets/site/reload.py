"""How does a site go on by rule files that have changed? Each process reads them anew; here is forgotten what the site remembers.

Whoever works out answers looks before he begins, a page's kernel when it begins, and the site itself from time to time, which then
looks as well which chapters there are.
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

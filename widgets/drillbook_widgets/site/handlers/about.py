"""Handlers of the pages about the book and its rulesets, and of the feeds of their changes."""

from __future__ import annotations

from drillbook_widgets.pages.about import about_page
from drillbook_widgets.pages.feed import feed
from drillbook_widgets.site.handlers.base import Page


class AboutHandler(Page):
    """GET /about and /SHORT/about: what the book, or a ruleset of it, covers."""

    async def get(self, short: str = "") -> None:
        """The figures; of a ruleset also its questions one by one."""
        self.send(await about_page(self.context, short))

    head = get


class FeedHandler(Page):
    """GET /changes.xml and /SHORT/changes.xml: the changes as an Atom feed."""

    async def get(self, short: str = "") -> None:
        """The newest first; the links are whole, since a feed is read elsewhere."""
        site = f"{self.request.protocol}://{self.request.host}"
        self.send(await feed(self.context, site, short), Cache_Control="no-cache")

    head = get

"""Handlers of the pages about the book and its rulesets, and of the feeds of their changes."""

from __future__ import annotations

from drillbook_widgets.pages.about import about_page
from drillbook_widgets.pages.feed import feed
from drillbook_widgets.site.handlers.base import Page


class AboutHandler(Page):
    """GET /about and /SHORT/about: what the book, or a ruleset of it, covers."""

    async def get(self, short: str = "") -> None:
        """Send the page about the book or a ruleset: the figures.

        The page of a ruleset also lists its questions one by one. short: the ruleset, or empty for the whole book.
        """
        self.send(await about_page(self.context, short))

    head = get


class FeedHandler(Page):
    """GET /changes.xml and /SHORT/changes.xml: the changes as an Atom feed."""

    async def get(self, short: str = "") -> None:
        """Send the feed of changes, newest first.

        Links in the feed are absolute, because a feed is read elsewhere.
        """
        site = f"{self.request.protocol}://{self.request.host}"
        self.send(await feed(self.context, site, short), Cache_Control="no-cache")

    head = get

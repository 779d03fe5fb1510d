"""The handlers of the search.

They send hits while the reader types, the answers of the first hits, and a page of hits that can be shared.
"""

from __future__ import annotations

import time
from collections import OrderedDict

from tornado import web

from drillbook.search.hits import Hit
from drillbook.search.words import LONGEST
from drillbook_widgets.pages import search
from drillbook_widgets.pages.answers import Unanswered
from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.inputs import LONGEST_ADDRESS
from drillbook_widgets.pages.content.search import LOOK_SECONDS, Wanted, search_hits
from drillbook_widgets.pages.reply import json_reply
from drillbook_widgets.site.handlers.base import Page, Parts
from drillbook_widgets.site.kernels.admission import visitor_of
from drillbook_widgets.site.rate_limit import Allowance
from drillbook_widgets.site.workers.pool import Answering

FIND_SECONDS = 5.0
"""How long a search may wait for its hits, where the words of the book are still being gathered."""
AT_ONCE, A_SECOND = 60.0, 15.0
"""So many searches and answers one visitor may ask for at once, and then so many a second: more than anybody types."""
MOST_VISITORS = 4096
MOST_KEPT = 512
KEPT_SECONDS = 60
TOO_MANY = "These are more searches than one visitor may ask for. Wait a moment and try again."
NOT_YET = "The words of the book are still being gathered. Try again in a moment."


class Searches:
    """The state of searches: the hits of the last ones, and each visitor's remaining allowance."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Wanted, str, str], list[Hit]] = OrderedDict()
        self._visitors: OrderedDict[str, Allowance] = OrderedDict()
        self._wanted: tuple[float, Wanted] | None = None

    def allowed(self, address: str) -> bool:
        """Return whether a visitor may search once more; counts the search.

        address: the visitor's IP address. Each visitor has a token bucket.
        """
        visitor = visitor_of(address)
        own = self._visitors.pop(visitor, None) or Allowance(AT_ONCE, A_SECOND)
        self._visitors[visitor] = own
        while len(self._visitors) > MOST_VISITORS:
            self._visitors.popitem(last=False)
        return own.take()

    def wanted(self, shelf: Shelf) -> Wanted:
        """Return what may be found on the shelf, as it is on disk."""
        now = time.monotonic()
        if self._wanted is None or now - self._wanted[0] > LOOK_SECONDS:
            there = [(name, one.notebook) for name, one in shelf.chapters.items() if one.notebook.is_file()]
            self._wanted = now, Wanted(tuple((name, notebook.stat().st_mtime_ns) for name, notebook in there))
        return self._wanted[1]

    async def find(self, shelf: Shelf, answering: Answering, text: str, ruleset: str) -> list[Hit]:
        """Return the hits of a search; raise Unanswered if they do not come in time."""
        key = self.wanted(shelf), " ".join(text.split())[:LONGEST], ruleset
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        until = time.monotonic() + FIND_SECONDS
        found = None
        while found is None and time.monotonic() < until:
            found = await answering.work(("find", *key), until - time.monotonic(), search_hits, *key)
        if found is None:
            raise Unanswered(NOT_YET)
        self.kept[key] = found
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return found


class Seeking(Page):
    """What the handlers of the search share."""

    def initialize(self, site: Parts) -> None:
        super().initialize(site)
        self.searches = site.searches

    def typed(self) -> tuple[str, str]:
        """Return the typed text and the ruleset to search.

        The ruleset is one on the shelf, or empty for all rulesets.
        """
        text = self.get_query_argument("q", "")[:LONGEST]
        short = self.get_query_argument("ruleset", "")
        return text, short if self.context.written(short) else ""

    async def found(self, text: str, short: str) -> list[Hit]:
        """Return the hits of the typed text; raise Unanswered if they do not come in time."""
        return await self.searches.find(self.site.shelf, self.site.answering, text, short)

    def allowed(self) -> bool:
        """Whether this visitor may ask for one more; else when he may again."""
        if self.searches.allowed(self.request.remote_ip or ""):
            return True
        self.set_header("Retry-After", "1")
        return False


class HitsHandler(Seeking):
    """GET /search.json?q=…&ruleset=…: the hits, without their answers."""

    async def get(self) -> None:
        """Send the hits, best first, with the titles of their rulesets."""
        text, short = self.typed()
        self.set_header("Cache-Control", "no-store")
        if not self.allowed():
            self.send(json_reply({"q": text, "hits": [], "sentence": TOO_MANY}, 429))
            return
        try:
            hits = await self.found(text, short)
        except Unanswered:
            self.send(json_reply({"q": text, "hits": [], "sentence": NOT_YET}, 503))
            return
        self.send(search.hits_json(text, short, hits), Cache_Control=f"private, max-age={KEPT_SECONDS}")

    head = get


class AnswerHandler(Seeking):
    """The handler of GET /answer.json, which sends the answer of one question.

    The address is /answer.json?address=…[&house=ruling.NAME=B…][&whole=yes]. The reply has the answer in one line, or
    with whole=yes its whole form.
    """

    async def get(self) -> None:
        """Send the headline, or nothing if it takes too long.

        If house rules are given, the answer follows them.
        """
        address, house = self.get_query_argument("address", ""), self.get_query_argument("house", "")
        whole = self.get_query_argument("whole", "") == "yes"
        self.set_header("Cache-Control", "no-store")
        if max(len(address), len(house)) > LONGEST_ADDRESS:
            raise web.HTTPError(400)
        if not self.allowed():
            self.send(json_reply({"address": address, "answer": ""}, 429))
            return
        self.send(await search.answer_json(self.context, address, house, whole=whole))

    head = get


class SearchHandler(Seeking):
    """GET /search?q=…&ruleset=…: the hits as a page, which needs no script and can be shared."""

    async def get(self) -> None:
        """Send the search box and the hits below it."""
        text, short = self.typed()
        hits: list[Hit] = []
        sentence, status = "", 200
        if text.strip() and not self.allowed():
            sentence, status = TOO_MANY, 429
        elif text.strip():
            try:
                hits = await self.found(text, short)
            except Unanswered:
                sentence, status = NOT_YET, 503
        self.send(await search.search(self.context, text, short, hits, sentence, status))

    head = get

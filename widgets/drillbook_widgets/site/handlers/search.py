"""The search on the site: hits as one types, the answers of the first, and a page of hits that can be shared."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from tornado import web

from drillbook.finding.hits import KINDS, Hit
from drillbook.finding.search import ANSWERED
from drillbook.finding.words import LONGEST
from drillbook_widgets.pages.house_rules import honoured, placed
from drillbook_widgets.pages.inputs import LONGEST_ADDRESS
from drillbook_widgets.pages.search import LOOK_SECONDS, Wanted, find, gather, hits_told
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import ANSWER_SECONDS, Page, Parts
from drillbook_widgets.site.handlers.base import warm as warm_pages
from drillbook_widgets.site.kernels.admission import visitor_of
from drillbook_widgets.site.rate_limit import Allowance
from drillbook_widgets.site.workers.pool import Unanswered

FIND_SECONDS = 5.0
"""How long a search may wait for its hits, where the words of the book are still being gathered."""
HEADLINE_SECONDS = 5.0
"""How long an answer in the list may take: it follows its hit, and nobody waits for it."""
AT_ONCE, A_SECOND = 60.0, 15.0
"""So many searches and answers one visitor may ask for at once, and then so many a second: more than anybody types."""
MOST_VISITORS = 4096
MOST_KEPT = 512
KEPT_SECONDS = 60
TOO_MANY = "These are more searches than one visitor may ask for. Wait a moment and try again."
NOT_YET = "The words of the book are still being gathered. Try again in a moment."


class Searches:
    """What is remembered of searches: the hits of the last ones, and how many each visitor may still ask for."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Wanted, str, str], list[Hit]] = OrderedDict()
        self._visitors: OrderedDict[str, Allowance] = OrderedDict()
        self._wanted: tuple[float, Wanted] | None = None

    def allowed(self, address: str) -> bool:
        """Whether one more may be asked for from that address."""
        visitor = visitor_of(address)
        own = self._visitors.pop(visitor, None) or Allowance(AT_ONCE, A_SECOND)
        self._visitors[visitor] = own
        while len(self._visitors) > MOST_VISITORS:
            self._visitors.popitem(last=False)
        return own.take()

    def wanted(self, site: Parts) -> Wanted:
        """What may be found on the shelf, as it stands on disk."""
        now = time.monotonic()
        if self._wanted is None or now - self._wanted[0] > LOOK_SECONDS:
            there = [(name, one.notebook) for name, one in site.shelf.chapters.items() if one.notebook.is_file()]
            self._wanted = now, Wanted(tuple((name, notebook.stat().st_mtime_ns) for name, notebook in there))
        return self._wanted[1]

    async def find(self, site: Parts, text: str, ruleset: str) -> list[Hit]:
        """The hits of a search; raises Unanswered where they do not come in time."""
        key = self.wanted(site), " ".join(text.split())[:LONGEST], ruleset
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        until = time.monotonic() + FIND_SECONDS
        found = None
        while found is None and time.monotonic() < until:
            found = await site.answering.work(("find", *key), until - time.monotonic(), find, *key)
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
        """What was typed, and the ruleset that it is looked for in: one that is on the shelf, or nothing for all."""
        text = self.get_query_argument("q", "")[:LONGEST]
        short = self.get_query_argument("ruleset", "")
        book = self.site.shelf.book(short)
        return text, short if book is not None and book.written else ""

    def allowed(self) -> bool:
        """Whether this visitor may ask for one more; else he is told so."""
        if self.searches.allowed(self.request.remote_ip or ""):
            return True
        self.set_status(429)
        self.set_header("Retry-After", "1")
        return False

    async def headline(self, address: str, seconds: float) -> tuple[str, bool]:
        """The answer at an address in a line, and whether a rule says no; nothing where it takes too long."""
        try:
            still = await self.site.answering.answer(address, seconds)
        except Unanswered:
            return "", False
        return still.complaint or still.headline, still.refused or bool(still.complaint)


class HitsHandler(Seeking):
    """GET /search.json?q=…&ruleset=…: the hits, without their answers."""

    async def get(self) -> None:
        """The hits, the best first, with the titles of their rulesets."""
        text, short = self.typed()
        self.set_header("Cache-Control", "no-store")
        if not self.allowed():
            self.finish({"q": text, "hits": [], "sentence": TOO_MANY})
            return
        try:
            hits = await self.searches.find(self.site, text, short)
        except Unanswered:
            self.set_status(503)
            self.finish({"q": text, "hits": [], "sentence": NOT_YET})
            return
        self.set_header("Cache-Control", f"private, max-age={KEPT_SECONDS}")
        self.finish({"q": text, "ruleset": short, "hits": hits_told(hits)})

    head = get


class AnswerHandler(Seeking):
    """GET /answer.json?address=…[&house=ruling.NAME=B…][&whole=yes]: the answer of one question in a line, or with all of its form."""

    async def get(self) -> None:
        """The headline, or nothing where it takes too long; by house rules where they are told."""
        address, house = self.get_query_argument("address", ""), self.get_query_argument("house", "")
        whole = self.get_query_argument("whole", "") == "yes"
        self.set_header("Cache-Control", "no-store")
        if max(len(address), len(house)) > LONGEST_ADDRESS:
            raise web.HTTPError(400)
        if not self.allowed():
            self.finish({"address": address, "answer": ""})
            return
        if house or whole:
            try:
                told = await self.site.answering.within(HEADLINE_SECONDS, honoured, address, house, whole)
            except Unanswered:
                told = {"answer": "", "refused": False}
            self.finish(placed(told, address, self.site.shelf.way))
            return
        answer, refused = await self.headline(address, HEADLINE_SECONDS)
        self.finish({"address": address, "answer": answer, "refused": refused})

    head = get


class SearchHandler(Seeking):
    """GET /search?q=…&ruleset=…: the hits as a page, which needs no script and can be shared."""

    async def get(self) -> None:
        """The box, and beneath it what is found."""
        text, short = self.typed()
        hits: list[Hit] = []
        sentence = ""
        if text.strip():
            try:
                if self.allowed():
                    hits = await self.searches.find(self.site, text, short)
                    hits = await self.answered(hits)
                else:
                    sentence = TOO_MANY
            except Unanswered:
                self.set_status(503)
                sentence = NOT_YET
        title = f"{shown(text)} · Search · {NAME}" if text.strip() else f"Search · {NAME}"
        parts: dict[str, Any] = {"typed": text, "short": short, "hits": hits, "kinds": KINDS, "sentence": sentence}
        parts["homes"] = {one.short: one for one in self.site.shelf.books}
        self.show("search.html", title=title, description="What the book has for these words.", **parts)

    head = get

    async def answered(self, hits: list[Hit]) -> list[Hit]:
        """The hits, the first questions among them with their answers."""
        questions = [hit for hit in hits if hit.kind == "question"][:ANSWERED]
        told = await asyncio.gather(*(self.headline(hit.address, ANSWER_SECONDS) for hit in questions))
        answers = dict(zip((hit.address for hit in questions), (answer for answer, _ in told), strict=True))
        return [replace(hit, answer=answers.get(hit.address)) for hit in hits]


async def gather_words(site: Parts) -> None:
    """Let whoever works out answers gather the words of the book, a ruleset at a time."""
    wanted = site.searches.wanted(site)
    for _ in wanted.shorts:
        await site.answering.each(gather, wanted, 0.0)


async def warm(site: Parts) -> None:
    """Warm the pages, then the search."""
    await warm_pages(site)
    await gather_words(site)

"""Handlers of pages: they send what a page's function returns, chapters in two parts."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook_widgets.pages.chapter import chapter_or_question
from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.reply import HTML, Reply
from drillbook_widgets.site import jupyter_compat
from drillbook_widgets.site.response import sendable
from drillbook_widgets.site.workers.pool import Answering

if TYPE_CHECKING:
    from drillbook_widgets.site.handlers.search import Searches

BEGINNING_SECONDS = 0.02
"""How long a browser has for the beginning of a chapter before the rest comes."""
AHEAD_SECONDS = 120
"""How long a browser may keep a page that it has fetched ahead without asking whether it has changed."""
PLAIN = re.compile(r"(?:/[A-Za-z0-9_.~-]+)+")
"""A path that can lead nowhere but into the book, however a browser reads it."""


@dataclass(frozen=True)
class Parts:
    """What the handlers need of the site besides what its pages are made from."""

    context: Context
    answering: Answering
    text_is_warm: asyncio.Event
    searches: Searches

    @property
    def shelf(self) -> Shelf:
        """What there is to read."""
        return self.context.shelf


class Page(JupyterHandler):
    """A page of the site: no traceback, the cookie that lets the page ask for its calculators."""

    def initialize(self, site: Parts) -> None:
        self.site = site
        self.context = site.context

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Server", NAME)

    def send(self, reply: Reply, **headers: str) -> None:
        """Send the reply of a page's function; an HTML page also gets the headers of every page.

        headers: further headers, with `_` for `-`; they are sent only if the status is 200.
        """
        self.set_status(reply.status)
        if reply.type == HTML:
            self.head_lines()
        else:
            self.set_header("Content-Type", reply.type)
        for name, value in headers.items() if reply.status == 200 else ():
            self.set_header(name.replace("_", "-"), value)
        self.finish(reply.content)

    def head_lines(self) -> None:
        """Set the headers of every page."""
        self.set_header("Content-Type", HTML)
        ahead = "prefetch" in self.request.headers.get("Sec-Purpose", "")  # kept for the moment until it is opened
        self.set_header("Cache-Control", f"private, max-age={AHEAD_SECONDS}" if ahead else "no-cache")
        with contextlib.suppress(RuntimeError):  # no reader is known yet where a method is refused that does not exist
            self.xsrf_token  # noqa: B018  reading it sets the cookie that /live wants back

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Send the page that says what is wrong, in a sentence, and where to go."""
        jupyter_compat.unwrite(self)
        self.send(error(self.context, status_code))

    def tidied(self) -> bool:
        """Whether the reader has been sent to this address without the slashes that are too many."""
        tidy = "/" + "/".join(filter(None, self.request.path.split("/")))
        if tidy == self.request.path or not PLAIN.fullmatch(tidy):
            return False
        self.redirect(tidy + (f"?{self.request.query}" if self.request.query else ""))
        return True


class NotFoundHandler(Page):
    """Any other address."""

    def get(self) -> None:
        """Send the page for a missing address, or redirect to the address without extra slashes."""
        if not self.tidied():
            self.send(error(self.context, 404))

    head = get


class ChapterHandler(Page):
    """GET /SHORT/NAME: a chapter, or the chapter that holds a question, opened at it."""

    async def get(self, short: str, name: str) -> None:
        """Send a chapter's text with the answers of its calculators.

        Live calculators follow when the page asks for them.
        """
        reply = await chapter_or_question(self.context, short, name, self.request.query)
        if reply.status != 200:
            self.send(reply)
            return
        with contextlib.suppress(StreamClosedError):  # a visitor who leaves early
            await self.stream(reply)

    head = get

    async def stream(self, reply: Reply) -> None:
        """Send a chapter, its beginning first."""
        self.head_lines()
        page = sendable(reply)
        beginning, rest = page.plain
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            beginning, rest = page.packed
        self.write(beginning)
        if page.rest:
            await self.flush()
            await asyncio.sleep(BEGINNING_SECONDS)
        self.finish(rest)

"""Which page answers which address? The index, a chapter, a permalink, and the pages that say sorry."""

from __future__ import annotations

import asyncio
import contextlib
import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote

from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook import AskError, library
from drillbook.asking.questions import chapter_of, find_question
from drillbook_widgets.site import seam
from drillbook_widgets.site.answering import Answering, Unanswered
from drillbook_widgets.site.bundle import Bundle
from drillbook_widgets.site.reading import Reading, read
from drillbook_widgets.site.shelf import Chapter, Shelf
from drillbook_widgets.site.still import Still

LONGEST_ADDRESS = 4000
ANSWER_SECONDS = 0.25
"""How long a page waits for the answer at its own address."""
BEGINNING_SECONDS = 0.02
"""How long a browser has for the beginning of a chapter before the rest comes."""
CUT = "<!--cut-->"
OWN_SECONDS = 5.0
"""How long it waits for those of its plates as they stand, which are remembered from the site's first seconds on."""
NAME = "Drillbook"
ABOUT = (
    "An interactive rulebook: miniature-wargame rules restated, with a live calculator at every rule that has a number."
)
TOO_LONG = "This address is too long to be a question. Open the chapter and set the controls there."
LATER = "This answer takes longer to work out than a page may wait. The plate will have it once it is live."
SORRY = {
    403: "This cannot be opened from where you came. Go to the front page and try again from there.",
    404: "There is no page at this address.",
    405: "This address cannot be used in that way.",
    503: "The site is busy. Try again in a few minutes.",
}
BROKEN = "Something went wrong on our side while this page was made. The rest of the book is not affected."


@dataclass(frozen=True)
class Parts:
    """What every page is made from."""

    shelf: Shelf
    assets: str
    bundles: Mapping[str, Bundle]
    answering: Answering
    text_is_warm: Callable[[], bool]


class Page(JupyterHandler):
    """A page of the site: our template, no traceback, the cookie that lets the page ask for its calculators."""

    def initialize(self, site: Parts) -> None:
        self.site = site

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Server", NAME)

    def show(self, template: str, **parts: Any) -> None:
        """Send one page."""
        self.finish(self.made(template, **parts))

    def made(self, template: str, **parts: Any) -> str:
        """One page as text; every value is escaped by the template."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        with contextlib.suppress(RuntimeError):  # no reader is known yet where a method is refused that does not exist
            self.xsrf_token  # noqa: B018  reading it sets the cookie that /live wants back
        made = seam.template(self.settings, template)
        shared = {
            "site_name": NAME,
            "assets": self.site.assets,
            "bundles": self.site.bundles,
            "shelf": self.site.shelf,
            "book": None,
            "chapter": None,
        }
        text: str = made.render({**shared, **parts})
        return text

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """The page that says what is wrong, in a sentence, and where to go."""
        seam.unwrite(self)
        sentence = SORRY.get(status_code, BROKEN if status_code >= 500 else SORRY[404])
        self.sorry(status_code, sentence)

    def sorry(self, status: int, sentence: str, near: tuple[tuple[str, str], ...] = ()) -> None:
        """An error page, with links to what was perhaps meant."""
        self.set_status(status)
        phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Error"
        template = "404.html" if status == 404 else "error.html"
        self.show(template, title=f"{phrase} · {NAME}", status=status, phrase=phrase, sentence=sentence, near=near)


class IndexHandler(Page):
    """GET /: the shelf."""

    def get(self) -> None:
        """All rulesets, with the chapters of those that are written."""
        self.show("tree-lab.html", title=NAME, description=ABOUT)

    head = get


class NotFoundHandler(Page):
    """Any other address."""

    def get(self) -> None:
        """Nothing stands here."""
        self.sorry(404, SORRY[404])

    head = get


class PageHandler(Page):
    """GET /SHORT/NAME: a chapter, or the chapter that holds a question, opened at it."""

    async def get(self, short: str, name: str) -> None:
        """A chapter's text with its plates' answers; the calculators follow when the page asks for them."""
        book = self.site.shelf.book(short)
        if book is None:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        chapter = self.site.shelf.chapter(f"{short}/{name}")
        wanted = ""
        if chapter is None:
            chapter = self.holder(short, name)
            wanted = f"{short}/{name}" + (f"?{self.request.query}" if self.request.query else "")
        if chapter is None:
            self.sorry(404, f"{book.title} has no chapter and no question “{shown(name)}”.", self.near(short, name))
            return
        await self.show_chapter(chapter, wanted)

    head = get

    def holder(self, short: str, question: str) -> Chapter | None:
        """The chapter in which that question has a plate; else the one its rules stand in."""
        book = self.site.shelf.book(short)
        for chapter in book.chapters if book is not None else ():
            if f"{short}/{question}" in read(chapter).questions:
                return chapter
        try:
            ruleset = library().find(short)
            home = chapter_of(ruleset, find_question(ruleset, question))
        except AskError:
            return None
        return self.site.shelf.chapter(f"{short}/{home.slug}") if home is not None else None

    async def show_chapter(self, chapter: Chapter, wanted: str) -> None:
        """The page itself; `wanted` is the permalink's address, as it came, or nothing."""
        reading = read(chapter)
        book = self.site.shelf.book(chapter.short)
        too_long = len(wanted) > LONGEST_ADDRESS
        stills = await self.stills(reading)
        opened = await self.opened(wanted.partition("?")[0] if too_long else wanted, stills) if wanted else None
        complaint = TOO_LONG if too_long else opened.complaint if opened is not None else ""
        if opened is not None and opened.question:
            first = next((cell for cell, still in stills.items() if still.name == opened.name), None)
            stills |= {first: opened} if first is not None else {}
        before, after = self.site.shelf.neighbours(chapter)
        title, description = f"{reading.title} · {book.title if book else ''} · {NAME}", chapter.summary
        if opened is not None and opened.question and not opened.late and not complaint:
            title = f"{opened.headline} · {reading.title} · {NAME}"
            description = f"{opened.question} {opened.headline}"
            if opened.readings:
                usual = f"; usually “{opened.usually}”" if opened.usually else ""
                description += f" ({', '.join(map(str, opened.readings))}{usual})"
        text = self.made(
            "index.html.j2",
            cut=CUT,
            title=title,
            description=description,
            book=book,
            chapter=chapter,
            reading=reading,
            stills=stills,
            opened=opened,
            complaint=complaint,
            wanted="" if too_long else wanted,
            before=before,
            after=after,
            here=lambda page: self.here(chapter, page),
        )
        with contextlib.suppress(StreamClosedError):  # a visitor who leaves early
            await self.send(text)

    async def send(self, text: str) -> None:
        """Send a chapter, its beginning first: the browser lays that out while the rest comes."""
        beginning, cut, rest = text.partition(CUT)
        self.write(beginning)
        if cut:
            await self.flush()
            await asyncio.sleep(BEGINNING_SECONDS)
        self.finish(rest)

    def here(self, chapter: Chapter, page: str | None) -> str | None:
        """The way to a rule's sentence: on this page, in another written chapter, or nowhere yet."""
        path, _, anchor = (page or "").partition("#")
        if path == chapter.path:
            return f"#{anchor}"
        return page if path.removeprefix("/") in self.site.shelf.chapters else None

    async def stills(self, reading: Reading) -> dict[str, Still]:
        """The answers of the page's plates as they stand, by their cells."""
        now = asyncio.get_running_loop().time
        end = now() + OWN_SECONDS
        own = self.site.answering.own
        return {
            block.cell: await own(block.address, max(0.0, end - now())) for block in reading.blocks if block.address
        }

    async def opened(self, wanted: str, stills: Mapping[str, Still]) -> Still:
        """The answer at the permalink's address; where that takes too long, its plate's question with a sentence."""
        try:
            return await self.site.answering.answer(wanted, ANSWER_SECONDS)
        except Unanswered:
            name = now_called(wanted.partition("?")[0])
            asked = next((still.question for still in stills.values() if still.name == name), "")
            return Still(name, asked, LATER, late=True)

    def near_books(self, short: str) -> tuple[tuple[str, str], ...]:
        """Rulesets whose short name looks like that one."""
        names = {book.short: book for book in self.site.shelf.books if book.written}
        close = difflib.get_close_matches(short, names, cutoff=0.3)
        return tuple((names[name].chapters[0].path, names[name].title) for name in close)

    def near(self, short: str, name: str) -> tuple[tuple[str, str], ...]:
        """Chapters and questions of that ruleset that look like the name asked for."""
        book = self.site.shelf.book(short)
        known: dict[str, tuple[str, str]] = {}
        for chapter in book.chapters if book is not None else ():
            known[chapter.slug] = (chapter.path, chapter.title)
            for question in read(chapter).questions:
                slug = question.partition("/")[2]
                known.setdefault(slug, (f"/{quote(question)}", slug.replace("-", " ").capitalize()))
        return tuple(known[close] for close in difflib.get_close_matches(unquote(name), known, n=4, cutoff=0.4))


async def warm(shelf: Shelf, answering: Answering) -> None:
    """Render every chapter once while nobody waits for it, so that the first visitor does not either."""
    for chapter in shelf.chapters.values():
        for block in read(chapter).blocks:
            if block.address:
                await answering.own(block.address, OWN_SECONDS)
        await asyncio.sleep(0.01)
    await answering.warm_up()


def now_called(name: str) -> str:
    """The name of a question that may be called by an old one."""
    short, _, question = name.partition("/")
    try:
        return f"{short}/{find_question(library().find(short), question).name}"
    except AskError:
        return name


def shown(name: str) -> str:
    """A name from an address as it may be quoted in a sentence: short, one line."""
    clean = " ".join(unquote(name).split())
    return clean if len(clean) <= 60 else clean[:59] + "…"

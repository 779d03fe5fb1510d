"""Which page answers which address? The index, a chapter, a permalink, and the pages that say sorry."""

from __future__ import annotations

import asyncio
import contextlib
import difflib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote

from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook import AskError, library
from drillbook.asking.questions import chapter_of, find_question
from drillbook.book.folder import COURSE, SHEET
from drillbook_widgets.pages.catalogue import Book, Chapter, Shelf
from drillbook_widgets.pages.chapter import Made, questions_on
from drillbook_widgets.pages.inputs import LONGEST_ADDRESS
from drillbook_widgets.pages.no_break import together
from drillbook_widgets.pages.static_answer import Still
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site import jupyter_compat
from drillbook_widgets.site.handlers.bundles import Bundle
from drillbook_widgets.site.response import Sendable
from drillbook_widgets.site.workers.pool import Answering, Unanswered

log = logging.getLogger(__name__)

ANSWER_SECONDS = 0.25
"""How long a page waits for the answer at its own address."""
LIKE = 0.55
"""From 0 to 1: how like a name a mistyped one must be to be offered."""
BEGINNING_SECONDS = 0.02
"""How long a browser has for the beginning of a chapter before the rest comes."""
AHEAD_SECONDS = 120
"""How long a browser may keep a page that it has fetched ahead without asking whether it has changed."""
CUT = "<!--cut-->"
PLAIN = re.compile(r"(?:/[A-Za-z0-9_.~-]+)+")
"""A path that can lead nowhere but into the book, however a browser reads it."""
OWN_SECONDS = 3.0
"""How long it waits for its chapter, which is remembered from the site's first seconds on; then it is made here."""
WARM_SECONDS = 60.0
AWAITED_SECONDS = 0.5
"""Whoever has waited for the site to listen comes within so long, and his page is made before any other."""
TOO_LONG = "This address is too long to be a question. Open the chapter and set the controls there."
UNSAID: dict[str, Any] = {
    "odds": "",
    "situation": (),
    "lines": (),
    "readings": (),
    "usually": "",
    "refused": False,
    "complaint": "",
}
"""What a plate cannot say before its answer is there; how tall its form is can be told."""
LATER = "This answer takes longer to work out than a page may wait. The plate will have it once it is live."
SORRY = {
    403: "This cannot be opened from where you came. Go to the front page and try again from there.",
    404: "There is no page at this address.",
    405: "This address cannot be used in that way.",
    503: "The site is busy. Try again in a few minutes.",
}
BROKEN = "Something went wrong on our side while this page was made. The rest of the book is not affected."


@dataclass(frozen=True, slots=True)
class Edition:
    """What the pages of an edition without a server need besides: where its machinery is, the scripts of its plates, and
    what gives the pictures of the answer at an address."""

    machinery: str
    plates: tuple[str, ...]
    pictures: Callable[..., Any]


@dataclass(frozen=True)
class Parts:
    """What every page is made from."""

    shelf: Shelf
    assets: str
    bundles: Mapping[str, Bundle]
    styles: Mapping[str, str]
    answering: Answering
    text_is_warm: asyncio.Event
    searches: Any = None
    edition: Edition | None = None
    kept: dict[str, tuple[Made, Sendable]] = field(default_factory=dict)
    counted: dict[str, asyncio.Task[Any]] = field(default_factory=dict)


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

    def head_lines(self) -> None:
        """What is told of every page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        ahead = "prefetch" in self.request.headers.get("Sec-Purpose", "")  # kept for the moment until it is opened
        self.set_header("Cache-Control", f"private, max-age={AHEAD_SECONDS}" if ahead else "no-cache")
        with contextlib.suppress(RuntimeError):  # no reader is known yet where a method is refused that does not exist
            self.xsrf_token  # noqa: B018  reading it sets the cookie that /live wants back

    def made(self, template: str, **parts: Any) -> str:
        """One page as text; every value is escaped by the template."""
        self.head_lines()
        made = jupyter_compat.template(self.settings, template)
        shared = {
            "site_name": NAME,
            "assets": self.site.assets,
            "bundles": self.site.bundles,
            "styles": self.site.styles,
            "shelf": self.site.shelf,
            "book": None,
            "chapter": None,
            "place": "",
            "edition": self.site.edition,
        }
        text: str = made.render({**shared, **parts})
        return text

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """The page that says what is wrong, in a sentence, and where to go."""
        jupyter_compat.unwrite(self)
        sentence = SORRY.get(status_code, BROKEN if status_code >= 500 else SORRY[404])
        self.sorry(status_code, sentence)

    def sorry(self, status: int, sentence: str, near: tuple[tuple[str, str], ...] = ()) -> None:
        """An error page, with links to what was perhaps meant."""
        self.set_status(status)
        phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Error"
        template = "404.html" if status == 404 else "error.html"
        self.show(template, title=f"{phrase} · {NAME}", status=status, phrase=phrase, sentence=sentence, near=near)

    def tidied(self) -> bool:
        """Whether the reader has been sent to this address without the slashes that are too many."""
        tidy = "/" + "/".join(filter(None, self.request.path.split("/")))
        if tidy == self.request.path or not PLAIN.fullmatch(tidy):
            return False
        self.redirect(tidy + (f"?{self.request.query}" if self.request.query else ""))
        return True

    def near_books(self, short: str) -> tuple[tuple[str, str], ...]:
        """Rulesets whose short name looks like that one."""
        names = {book.short: book for book in self.site.shelf.books if book.written}
        close = difflib.get_close_matches(short, names, cutoff=0.3)
        return tuple((names[name].home, names[name].title) for name in close)


class NotFoundHandler(Page):
    """Any other address."""

    def get(self) -> None:
        """Nothing stands here; with a slash too many, the way to the same without."""
        if not self.tidied():
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
            chapter = await self.holder(book, name)
            wanted = f"{short}/{name}" + (f"?{self.request.query}" if self.request.query else "")
        if chapter is None:
            self.sorry(404, f"{book.title} has no chapter and no question “{shown(name)}”.", self.near(short, name))
            return
        await self.show_chapter(chapter, wanted)

    head = get

    async def holder(self, book: Book, question: str) -> Chapter | None:
        """The chapter in which that question has a plate; else the one its rules stand in."""
        for chapter in book.chapters:
            if f"{book.short}/{question}" in questions_on(chapter):
                return chapter
        home = await self.site.answering.have(OWN_SECONDS, home_of, book.short, question)
        return self.site.shelf.chapter(f"{book.short}/{home}")

    async def show_chapter(self, chapter: Chapter, wanted: str) -> None:
        """The page itself; `wanted` is the permalink's address, as it came, or nothing."""
        made = await self.site.answering.page(chapter, OWN_SECONDS)
        if wanted:
            asked = wanted if len(wanted) <= LONGEST_ADDRESS else wanted.partition("?")[0]
            page = self.page(chapter, made, wanted, await self.opened(asked, made.stills))
        elif (kept := self.site.kept.get(chapter.path)) is not None and kept[0] is made:
            page = kept[1]
        else:
            page = self.page(chapter, made, "", None)
            self.site.kept[chapter.path] = made, page
        with contextlib.suppress(StreamClosedError):  # a visitor who leaves early
            await self.send(page)

    def page(self, chapter: Chapter, made: Made, wanted: str, opened: Still | None) -> Sendable:
        """A chapter's page, with the answer that a permalink opens."""
        reading, stills = made.reading, dict(made.stills)
        book = self.site.shelf.book(chapter.short)
        too_long = len(wanted) > LONGEST_ADDRESS
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
        own = {SHEET: "sheet.html", COURSE: "course.html"} if book is not None and chapter in book.beside else {}
        text = self.made(
            own.get(chapter.slug, "index.html.j2"),
            cut=CUT,
            title=title,
            description=description,
            book=book,
            chapter=chapter,
            reading=reading,
            stills=stills,
            sides=made.sides,
            together=together,
            opened=opened,
            complaint=complaint,
            wanted="" if too_long else wanted,
            before=before,
            after=after,
            here=lambda page: self.here(chapter, page),
        )
        beginning, _, rest = text.partition(CUT)
        return Sendable(beginning, rest)

    async def send(self, page: Sendable) -> None:
        """Send a chapter, its beginning first."""
        self.head_lines()
        beginning, rest = page.plain
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            beginning, rest = page.packed
        self.write(beginning)
        if page.rest:
            await self.flush()
            await asyncio.sleep(BEGINNING_SECONDS)
        self.finish(rest)

    def here(self, chapter: Chapter, page: str | None) -> str | None:
        """The way to a rule's sentence: on this page, in another written chapter, or nowhere yet."""
        path, _, anchor = (page or "").partition("#")
        if path == chapter.path:
            return f"#{anchor}"
        return self.site.shelf.way(page)

    async def opened(self, wanted: str, stills: Mapping[str, Still]) -> Still:
        """The answer at the permalink's address; where that takes too long, its plate's question with a sentence."""
        try:
            return await self.site.answering.answer(wanted, ANSWER_SECONDS)
        except Unanswered:
            short, _, question = wanted.partition("?")[0].partition("/")
            book = self.site.shelf.book(short)
            name = f"{short}/{book.now_called(question) if book is not None else question}"
            usual = next((still for still in stills.values() if still.name == name), Still(name, "", ""))
            return replace(usual, address=name, headline=LATER, late=True, **UNSAID)

    def near(self, short: str, name: str) -> tuple[tuple[str, str], ...]:
        """Chapters and questions of that ruleset that look like the name asked for."""
        book = self.site.shelf.book(short)
        known: dict[str, tuple[str, str]] = {}
        for chapter in book.chapters if book is not None else ():
            known[chapter.slug] = (chapter.path, chapter.title)
            for question in questions_on(chapter):
                slug = question.partition("/")[2]
                known.setdefault(slug, (f"/{quote(question)}", slug.replace("-", " ").capitalize()))
        return tuple(known[close] for close in difflib.get_close_matches(unquote(name), known, n=4, cutoff=LIKE))


async def warm(site: Parts) -> None:
    """Have every chapter made once while nobody waits for it, so that the first visitor does not either.

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
                await asyncio.gather(*(bundle.pack() for bundle in site.bundles.values()))
                site.answering.open_others()
                site.text_is_warm.set()
    site.text_is_warm.set()  # also where there is no chapter
    await site.answering.warm_up()


def home_of(short: str, question: str) -> str:
    """The chapter that a question's rules stand in, nothing where there is none."""
    try:
        ruleset = library().find(short)
        home = chapter_of(ruleset, find_question(ruleset, question))
    except AskError:
        return ""
    return home.slug if home is not None else ""

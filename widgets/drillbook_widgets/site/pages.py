"""Which page answers which address? The index, a chapter, a permalink, and the pages that say sorry."""

from __future__ import annotations

import asyncio
import difflib
import functools
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote, unquote

from jupyter_server.base.handlers import JupyterHandler
from voila.configuration import VoilaConfiguration
from voila.utils import get_page_config

from drillbook import AskError, library
from drillbook.questions import chapter_of, find_question
from drillbook_widgets.site.kernels import SiteKernelManager
from drillbook_widgets.site.reading import Reading, read
from drillbook_widgets.site.shelf import Chapter, Shelf
from drillbook_widgets.site.still import Still, still_of

LONGEST_ADDRESS = 4000
NAME = "Drillbook"
ABOUT = (
    "An interactive rulebook: miniature-wargame rules restated, with a live calculator at every rule that has a number."
)
TOO_LONG = "This address is too long to be a question. Open the chapter and set the controls there."
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
    configuration: VoilaConfiguration


class Page(JupyterHandler):
    """A page of the site: our template, no traceback, the cookie that lets the page ask for its calculators."""

    def initialize(self, site: Parts) -> None:
        self.site = site

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Server", NAME)

    def show(self, template: str, **parts: Any) -> None:
        """Send one page; every value is escaped by the template."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.xsrf_token  # noqa: B018  reading it sets the cookie that /live wants back
        made = self.settings["voila_jinja2_env"].get_template(template)
        shared = {
            "site_name": NAME,
            "assets": self.site.assets,
            "shelf": self.site.shelf,
            "book": None,
            "chapter": None,
        }
        self.finish(made.render({**shared, **parts}))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """The page that says what is wrong, in a sentence, and where to go."""
        self.clear_body()
        sentence = SORRY.get(status_code, BROKEN if status_code >= 500 else SORRY[404])
        self.sorry(status_code, sentence)

    def clear_body(self) -> None:
        """Forget what was written so far."""
        self._write_buffer: list[bytes] = []

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


class HealthHandler(Page):
    """GET /health: is the site up, and how full is it?"""

    def get(self) -> None:
        """A few numbers as JSON."""
        kernels = cast(SiteKernelManager, self.kernel_manager)
        running = len(kernels.list_kernel_ids())
        self.set_header("Cache-Control", "no-store")
        self.finish(
            {
                "status": "full" if kernels.full else "ok",
                "kernels": running,
                "kernels_most": kernels.most_kernels,
                "chapters": len(self.site.shelf.chapters),
            }
        )

    head = get


class NotFoundHandler(Page):
    """Any other address."""

    def get(self) -> None:
        """Nothing stands here."""
        self.sorry(404, SORRY[404])

    head = get


class PageHandler(Page):
    """GET /SHORT/NAME: a chapter, or the chapter that holds a question, opened at it."""

    def get(self, short: str, name: str) -> None:
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
        self.show_chapter(chapter, wanted)

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

    def show_chapter(self, chapter: Chapter, wanted: str) -> None:
        """The page itself; `wanted` is the permalink's address, as it came, or nothing."""
        reading = read(chapter)
        book = self.site.shelf.book(chapter.short)
        too_long = len(wanted) > LONGEST_ADDRESS
        opened = still_of(wanted.partition("?")[0] if too_long else wanted) if wanted else None
        complaint = TOO_LONG if too_long else opened.complaint if opened is not None else ""
        stills = self.stills(reading, opened)
        before, after = self.site.shelf.neighbours(chapter)
        title, description = f"{reading.title} · {book.title if book else ''} · {NAME}", chapter.summary
        if opened is not None and opened.question and not complaint:
            title = f"{opened.headline} · {reading.title} · {NAME}"
            description = f"{opened.question} {opened.headline}"
        self.show(
            "index.html.j2",
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
            page_config=self.page_config(),
            here=lambda page: self.here(chapter, page),
        )

    def here(self, chapter: Chapter, page: str | None) -> str | None:
        """The way to a rule's sentence: on this page, in another written chapter, or nowhere yet."""
        path, _, anchor = (page or "").partition("#")
        if path == chapter.path:
            return f"#{anchor}"
        return page if path.removeprefix("/") in self.site.shelf.chapters else None

    def stills(self, reading: Reading, opened: Still | None) -> dict[str, Still]:
        """Each plate's answer by its cell; the permalink's own stands in the first plate of its question."""
        found: dict[str, Still] = {}
        open_now = opened
        for block in reading.blocks:
            if not block.address:
                continue
            if open_now is not None and open_now.name == block.question and open_now.question:
                found[block.cell], open_now = open_now, None
            else:
                found[block.cell] = still_of(block.address)
        return found

    def page_config(self) -> dict[str, Any]:
        """What Voilà's front end reads from the page."""
        found = _page_config(self.site.configuration, self.base_url, self.log, self.site.assets)
        return {**found, "baseUrl": self.base_url}

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


@functools.lru_cache(maxsize=4)
def _page_config(configuration: VoilaConfiguration, base_url: str, log: Any, assets: str) -> dict[str, Any]:
    found: dict[str, Any] = get_page_config(base_url, {"mathjax_config": None, "mathjax_url": None}, log, configuration)
    return {
        **found,
        "fullStaticUrl": f"{assets}/voila",
        "fullLabextensionsUrl": f"{assets}/lab",
        "progressiveRendering": False,
    }


async def warm(shelf: Shelf) -> None:
    """Render every chapter once while nobody waits for it, so that the first visitor does not either."""
    for chapter in shelf.chapters.values():
        for block in read(chapter).blocks:
            if block.address:
                still_of(block.address)
                await asyncio.sleep(0.01)


def shown(name: str) -> str:
    """A name from an address as it may be quoted in a sentence: short, one line."""
    clean = " ".join(unquote(name).split())
    return clean if len(clean) <= 60 else clean[:59] + "…"

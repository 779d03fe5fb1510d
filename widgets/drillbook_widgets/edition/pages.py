"""Which pages does an edition have that a site has not? One for each question, and one that says how to host it."""

from __future__ import annotations

from urllib.parse import quote

from drillbook import AskError, __version__, ask, encode, library
from drillbook.asking.questions import each_question, find_question
from drillbook_widgets.edition.toolchain import Part
from drillbook_widgets.pages.catalogue import Book, Chapter
from drillbook_widgets.pages.no_break import together
from drillbook_widgets.pages.titles import NAME
from drillbook_widgets.site.handlers.base import OWN_SECONDS, Page, PageHandler, Parts
from drillbook_widgets.site.workers.pool import Answering, T


class AtOnce(Answering):
    """Answers that are worked out where they are asked for: nobody else waits while an edition is written."""

    async def _ask(self, key: object, seconds: float, work: object, *parts: object) -> T:
        """The result, however long it takes."""
        found: T = work(*parts)  # type: ignore[operator]
        return found


class QuestionHandler(PageHandler):
    """GET /SHORT/NAME: a chapter as on the site; a question on a page of its own, so that each has a file."""

    async def get(self, short: str, name: str) -> None:
        """The page of a question that is known by that name; whatever else is asked for is the site's to answer."""
        book = self.site.shelf.book(short)
        if book is None or self.site.shelf.chapter(f"{short}/{name}") is not None:
            await super().get(short, name)
            return
        try:
            spec = find_question(library().find(short), name)
        except AskError as problem:
            self.sorry(404, str(problem))
            return
        chapter = await self.holder(book, spec.name)
        still = await self.site.answering.answer(f"{short}/{spec.name}", OWN_SECONDS)
        self.show(
            "question.html",
            title=f"{still.headline} · {spec.title} · {NAME}",
            description=f"{spec.title} {still.headline}",
            book=book,
            chapter=chapter,
            place_in_chapter=await self.place(book, chapter, spec.name),
            question=spec.name,
            help=spec.help,
            still=still,
            here=self.site.shelf.way,
            together=together,
        )

    head = get

    async def place(self, book: Book, chapter: Chapter | None, question: str) -> str:
        """The way to a question's plate in its chapter, or to the chapter where it has none there."""
        if chapter is None:
            return book.home
        made = await self.site.answering.page(chapter, OWN_SECONDS)
        cells = (block.cell for block in made.reading.blocks if block.question == f"{book.short}/{question}")
        cell = next(cells, "")
        return f"{chapter.path}#plate-{quote(question)}-{quote(cell)}" if cell else chapter.path


class HostingHandler(Page):
    """GET /hosting: how the folder is put somewhere, and what it contains."""

    def initialize(self, site: Parts, parts: tuple[Part, ...] = ()) -> None:
        super().initialize(site)
        self.parts = parts

    def get(self) -> None:
        """The advice, with the licences of what comes from others."""
        self.show(
            "hosting.html",
            title=f"Hosting · {NAME}",
            description="How to put this edition on a host that serves only files.",
            version=__version__,
            parts=self.parts,
            example=next((example_in(one.short) for one in self.site.shelf.books if one.written), "/"),
        )

    head = get


def example_in(short: str) -> str:
    """An address of a ruleset that a host may be tried with."""
    spec = next(each_question(library().find(short)))
    return f"/{encode(ask(spec.examples[0]).address)}"

"""The front page of the book, and the title page of each ruleset: what it is, what one needs, and where to begin."""

from __future__ import annotations

from dataclasses import replace

from drillbook import library
from drillbook.rules.identity import Title
from drillbook.rules.title import told
from drillbook_widgets.pages.chapter import Made, Reading
from drillbook_widgets.pages.no_break import together
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import OWN_SECONDS, Page, PageHandler

ABOUT = (
    "An interactive rulebook: miniature-wargame rules restated, with a live calculator at every rule that has a number."
)


class FrontHandler(PageHandler):
    """GET /: what the book is, a calculator to try, and the shelf."""

    async def get(self) -> None:  # type: ignore[override]  # it has no name in its address
        """The rulesets; once the site is warm also the calculators of the book's first page."""
        first = self.site.shelf.first
        made = None
        if first is not None and self.site.text_is_warm.is_set():
            made = await self.site.answering.page(first, OWN_SECONDS)
        if first is None or made is None or not made.stills:
            self.show("front.html", title=NAME, description=ABOUT, reading=None)
            return
        self.show(
            "front.html",
            title=NAME,
            description=ABOUT,
            chapter=first,
            reading=with_plates(made),
            tried=self.site.shelf.book(made.reading.questions[0].partition("/")[0]),
            stills=made.stills,
            together=together,
            here=lambda page: self.here(first, page),
        )

    head = get  # type: ignore[assignment]


def with_plates(made: Made) -> Reading:
    """What of a page is shown to try: the sections that hold a calculator, without a list of contents."""
    parts = tuple(part for part in made.reading.parts if any(block.address for block in part))
    return replace(made.reading, parts=parts, contents=())


class TitleHandler(Page):
    """GET /SHORT/: a ruleset's title page."""

    async def get(self, short: str) -> None:
        """What it plays, what one needs, its tools, ways to read it, its chapters."""
        book = self.site.shelf.book(short)
        if book is None:
            if not self.tidied():
                self.sorry(404, f"There is no ruleset “{shown(short)}” in this book.", self.near_books(short))
            return
        if self.request.path != book.home:
            self.redirect(book.home)
            return
        title = await self.site.answering.have(OWN_SECONDS, title_of, short)
        self.show(
            "title.html",
            title=f"{book.title} · {NAME}",
            description=title.plays if title is not None else book.line,
            book=book,
            told=title,
            by_slug={chapter.slug: chapter for chapter in book.chapters},
            place="title",
        )

    head = get


def title_of(short: str) -> Title | None:
    """What a ruleset's title page tells, ready to read."""
    return told(library().find(short))

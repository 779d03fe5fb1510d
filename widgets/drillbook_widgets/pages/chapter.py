"""The page of a chapter; a permalink's page is that of its chapter, opened at the question."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from drillbook import AskError, library
from drillbook.asking.questions.registry import chapter_of, find_question
from drillbook.book.folder import COURSE, SHEET
from drillbook_widgets.pages.answers import ANSWER_SECONDS, OWN_SECONDS, Unanswered
from drillbook_widgets.pages.content.catalogue import Book, CatalogueChapter, Shelf
from drillbook_widgets.pages.content.chapter import Made, questions_on
from drillbook_widgets.pages.content.inputs import LONGEST_ADDRESS
from drillbook_widgets.pages.content.no_break import together
from drillbook_widgets.pages.content.static_answer import Still
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import Ways, error, no_ruleset
from drillbook_widgets.pages.reply import HTML, Reply

LIKE = 0.55
"""From 0 to 1: how like a name a mistyped one must be to be offered."""
CUT = "<!--cut-->"
"""Stands in the template where the beginning of a chapter ends."""
TOO_LONG = "This address is too long to be a question. Open the chapter and set the controls there."
LATER = "This answer takes longer to work out than a page may wait. The plate will have it once it is live."
UNSAID: dict[str, Any] = {
    "odds": "",
    "situation": (),
    "lines": (),
    "readings": (),
    "usually": "",
    "refused": False,
    "complaint": "",
}
"""What a calculator cannot say before its answer is there; how tall its form is can be told."""
NOTEBOOK = "application/x-ipynb+json"


async def chapter_or_question(context: Context, short: str, name: str, query: str = "") -> Reply:
    """Return the page of a chapter, or that of the chapter which holds a question, opened at it.

    name: of the chapter or of the question; query: what the question's address sets, as it came.
    """
    book = context.shelf.book(short)
    if book is None:
        return no_ruleset(context, short)
    chapter = context.shelf.chapter(f"{short}/{name}")
    if chapter is not None:
        return await whole_chapter(context, chapter)
    chapter = await chapter_with(context, book, name)
    if chapter is None:
        sentence = f"{book.title} has no chapter and no question “{quoted_name(name)}”."
        return error(context, 404, sentence, near(context.shelf, short, name))
    return await permalink(context, chapter, f"{short}/{name}" + (f"?{query}" if query else ""))


async def chapter_with(context: Context, book: Book, question: str) -> CatalogueChapter | None:
    """Return the chapter in which a question has a calculator; else the one its rules stand in."""
    for chapter in book.chapters:
        if f"{book.short}/{question}" in questions_on(chapter):
            return chapter
    home = await context.answers.have(OWN_SECONDS, home_of, book.short, question)
    return context.shelf.chapter(f"{book.short}/{home}")


def home_of(short: str, question: str) -> str:
    """Return the chapter that a question's rules stand in, nothing where there is none."""
    try:
        ruleset = library().find(short)
        home = chapter_of(ruleset, find_question(ruleset, question))
    except AskError:
        return ""
    return home.slug if home is not None else ""


async def whole_chapter(context: Context, chapter: CatalogueChapter) -> Reply:
    """Return a chapter's page, remembered for as long as its text is the same."""
    made = await context.answers.page(chapter, OWN_SECONDS)
    remembered = context.chapters.get(chapter.path)
    if remembered is not None and remembered[0] is made:
        return remembered[1]
    reply = chapter_page(context, chapter, made, "", None)
    context.chapters[chapter.path] = made, reply
    return reply


async def permalink(context: Context, chapter: CatalogueChapter, wanted: str) -> Reply:
    """Return a chapter's page opened at a question. wanted: the permalink's address, as it came."""
    made = await context.answers.page(chapter, OWN_SECONDS)
    asked = wanted if len(wanted) <= LONGEST_ADDRESS else wanted.partition("?")[0]
    return chapter_page(context, chapter, made, wanted, await opened(context, asked, made.stills))


async def opened(context: Context, wanted: str, stills: Mapping[str, Still]) -> Still:
    """Return the answer at an address; where that takes too long, its question with a sentence."""
    try:
        return await context.answers.answer(wanted, ANSWER_SECONDS)
    except Unanswered:
        short, _, question = wanted.partition("?")[0].partition("/")
        book = context.shelf.book(short)
        name = f"{short}/{book.now_called(question) if book is not None else question}"
        usual = next((still for still in stills.values() if still.name == name), Still(name, "", ""))
        return replace(usual, address=name, headline=LATER, late=True, **UNSAID)


def chapter_page(context: Context, chapter: CatalogueChapter, made: Made, wanted: str, opened: Still | None) -> Reply:
    """Return a chapter's page, with the answer that a permalink opens.

    made: its text and answers; wanted: the permalink's address, nothing for the chapter itself; opened: the answer there.
    """
    reading, stills = made.reading, dict(made.stills)
    book = context.shelf.book(chapter.short)
    too_long = len(wanted) > LONGEST_ADDRESS
    complaint = TOO_LONG if too_long else opened.complaint if opened is not None else ""
    if opened is not None and opened.question:
        first = next((cell for cell, still in stills.items() if still.name == opened.name), None)
        stills |= {first: opened} if first is not None else {}
    before, after = context.shelf.neighbours(chapter)
    title, description = f"{reading.title} · {book.title if book else ''} · {NAME}", chapter.summary
    if opened is not None and opened.question and not opened.late and not complaint:
        title = f"{opened.headline} · {reading.title} · {NAME}"
        description = f"{opened.question} {opened.headline}{_in_brackets(opened)}"
    own = (
        {SHEET: "chapter/sheet.html", COURSE: "chapter/course.html"}
        if book is not None and chapter in book.beside
        else {}
    )
    text = context.text(
        own.get(chapter.slug, "chapter/chapter.html"),
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
        here=lambda page: way_from(context.shelf, chapter, page),
    )
    beginning, _, rest = text.partition(CUT)
    return Reply(200, HTML, beginning, rest)


def _in_brackets(opened: Still) -> str:
    """Return the readings that an answer uses, in brackets, with the usual answer.

    The text is empty if the answer has no readings.
    """
    if not opened.readings:
        return ""
    usual = f"; usually “{opened.usually}”" if opened.usually else ""
    return f" ({', '.join(map(str, opened.readings))}{usual})"


def way_from(shelf: Shelf, chapter: CatalogueChapter, page: str | None) -> str | None:
    """Return the way to a rule's sentence: on the chapter's page, in another, or None."""
    path, _, anchor = (page or "").partition("#")
    if path == chapter.path:
        return f"#{anchor}"
    return shelf.way(page)


def near(shelf: Shelf, short: str, name: str) -> Ways:
    """Return the chapters and questions of a ruleset whose names are similar to a given name."""
    book = shelf.book(short)
    known: dict[str, tuple[str, str]] = {}
    for chapter in book.chapters if book is not None else ():
        known[chapter.slug] = (chapter.path, chapter.title)
        for question in questions_on(chapter):
            slug = question.partition("/")[2]
            known.setdefault(slug, (f"/{quote(question)}", slug.replace("-", " ").capitalize()))
    return tuple(known[close] for close in difflib.get_close_matches(unquote(name), known, n=4, cutoff=LIKE))


def notebook(context: Context, short: str, slug: str) -> Reply:
    """Return a chapter as the notebook that it is on disk."""
    chapter = context.shelf.chapter(f"{short}/{slug}")
    if chapter is None or not chapter.notebook.is_file():
        return error(context, 404)
    return Reply(200, NOTEBOOK, chapter.notebook.read_bytes())

"""The page of a question in an edition, where each question has a file of its own."""

from __future__ import annotations

from urllib.parse import quote

from drillbook import AskError, library
from drillbook.asking.questions.registry import find_question
from drillbook_widgets.pages.answers import OWN_SECONDS
from drillbook_widgets.pages.chapter import chapter_with
from drillbook_widgets.pages.content.catalogue import Book, CatalogueChapter
from drillbook_widgets.pages.content.no_break import together
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error, no_ruleset
from drillbook_widgets.pages.reply import Reply


async def question_page(context: Context, short: str, name: str) -> Reply:
    """Return the page of a question with its answer and its pictures."""
    book = context.shelf.book(short)
    if book is None:
        return no_ruleset(context, short)
    try:
        spec = find_question(library().find(short), name)
    except AskError as problem:
        return error(context, 404, str(problem))
    chapter = await chapter_with(context, book, spec.name)
    still = await context.answers.answer(f"{short}/{spec.name}", OWN_SECONDS)
    return context.page(
        "chapter/question.html",
        title=f"{still.headline} · {spec.title} · {NAME}",
        description=f"{spec.title} {still.headline}",
        book=book,
        chapter=chapter,
        place_in_chapter=await place_in_chapter(context, book, chapter, spec.name),
        question=spec.name,
        help=spec.help,
        still=still,
        here=context.shelf.way,
        together=together,
    )


async def place_in_chapter(context: Context, book: Book, chapter: CatalogueChapter | None, question: str) -> str:
    """Return the way to a question's calculator in its chapter, else to the chapter."""
    if chapter is None:
        return book.home
    made = await context.answers.page(chapter, OWN_SECONDS)
    cells = (block.cell for block in made.reading.blocks if block.question == f"{book.short}/{question}")
    cell = next(cells, "")
    return f"{chapter.path}#plate-{quote(question)}-{quote(cell)}" if cell else chapter.path

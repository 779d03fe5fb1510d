"""The page about the book or a ruleset: what it covers, leaves out, and has changed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from drillbook import __version__
from drillbook.book.about import ChapterFacts, QuestionFacts, Whole, chapter_facts, pieces, whole
from drillbook.maths.number_words import write_number
from drillbook_widgets.pages.content.catalogue import Book
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error, no_ruleset
from drillbook_widgets.pages.feed import changes_of
from drillbook_widgets.pages.reply import Reply

LONG_SECONDS = 120.0
"""How long the counting of a chapter may take on a machine that has much else to do."""
WAIT_SECONDS = 2.0
"""How long the page waits for its figures; then it comes without them, and once more by itself."""
Found = tuple[Whole, tuple[ChapterFacts, ...]]


@dataclass(frozen=True, slots=True)
class Figures:
    """A ruleset in figures: its rules, tables, rulings and questions.

    read: rules that a question reads; situations: those that were asked one by one.

    finite: questions whose form holds just so many situations; asked: those of them that were asked every one of them.
    """

    rules: int
    read: int
    tables: int
    rulings: int
    switchable: int
    questions: int
    finite: int
    asked: int
    situations: int


def figures(found: Found) -> Figures:
    """Return the figures of a ruleset."""
    ruleset, chapters = found
    asked = [one for chapter in chapters for one in chapter.questions]
    read = {rule for chapter in chapters for rule in chapter.read}
    through = [one.tally for one in asked if one.tally is not None]
    return Figures(
        len(ruleset.rules),
        len(read & ruleset.rules),
        ruleset.tables,
        ruleset.rulings,
        ruleset.switchable,
        len(asked),
        sum(one.extent.finite for one in asked),
        len(through),
        sum(one.situations for one in through),
    )


def coverage_sentence(asked: QuestionFacts) -> str:
    """Return what a question's form holds, and what came of asking it, in a sentence."""
    held, tally = asked.extent, asked.tally
    if tally is not None:
        told = [f"{many(tally.answered)} answered"]
        told += [f"{many(tally.refused)} refused by a rule"] if tally.refused else []
        told += (
            [f"{many(tally.contradictory)} that contradict themselves, which it says"] if tally.contradictory else []
        )
        each = "Every one" if tally.contradictory == 0 else "Every other one"
        return f"All {many(tally.situations)} situations were asked: {', '.join(told)}. {each} has exactly one answer."
    open_ones = [*(f"measured: {name}" for name in held.measured), *(f"a list: {name}" for name in held.lists)]
    count = f"{many(held.situations)} situations" if held.situations else "More situations than anybody counts"
    if not open_ones:
        return f"{count}; tried by samples."
    return f"{count}, for each of what is left open ({'; '.join(open_ones)}); tried by samples."


def many(number: int) -> str:
    """Return a large number as it is read: `12 960`."""
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}") if number >= 10_000 else write_number(number)


async def about_page(context: Context, short: str = "", *, wait: float | None = WAIT_SECONDS) -> Reply:
    """Return the page about the book, or about a ruleset with its questions one by one.

    short: the ruleset, nothing for the whole book; wait: seconds in which the figures must be there, None where the page waits for them.
    """
    book = context.written(short)
    if short and book is None:
        return error(context, 404) if context.shelf.book(short) else no_ruleset(context, short, near=False)
    books = [book] if book is not None else [one for one in context.shelf.books if one.written]
    counting = [count(context, one) for one in books]
    await asyncio.wait(counting, timeout=wait)
    ready = all(one.done() for one in counting)
    found = {one.short: task.result() for one, task in zip(books, counting, strict=True)} if ready else {}
    heading = f"About {book.title}" if book else f"About {NAME}"
    return context.page(
        "reference/about.html",
        title=f"{heading} · {NAME}" if book else heading,
        description="What is covered, counted from the rules and the questions; what is left out; what has changed.",
        heading=heading,
        book=book,
        books=books,
        rows=[(one, figures(found[one.short])) for one in books if ready],
        chapters=found[short][1] if short and ready else (),
        changes=await changes_of(context, books),
        in_words=coverage_sentence,
        many=many,
        pieces=pieces,
        version=__version__,
        feed=f"/{short}/changes.xml" if short else "/changes.xml",
        place="about",
    )


def count(context: Context, book: Book) -> asyncio.Task[Found]:
    """Return the counting of what a ruleset covers, begun once, and again where it has failed."""
    begun = context.counted.get(book.short)
    if begun is None or (begun.done() and (begun.cancelled() or begun.exception())):
        begun = context.counted[book.short] = asyncio.create_task(coverage(context, book.short))
    return begun


async def coverage(context: Context, short: str) -> Found:
    """Return what a ruleset covers, counted a chapter at a time.

    Those who ask for a page get theirs between two chapters.
    """
    have = context.answers.have
    ruleset = await have(LONG_SECONDS, whole, short)
    chapters = await asyncio.gather(*(have(LONG_SECONDS, chapter_facts, short, slug) for slug in ruleset.chapters))
    return ruleset, tuple(chapters)

"""What an edition holds: paths of pages and files, each with the function that makes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from drillbook import library
from drillbook.asking.questions.registry import questions
from drillbook_widgets.pages.about import about_page
from drillbook_widgets.pages.chapter import notebook, whole_chapter
from drillbook_widgets.pages.compare import situations_page
from drillbook_widgets.pages.content.catalogue import Book, Shelf
from drillbook_widgets.pages.content.quiz import FIRST_SEED
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.feed import feed
from drillbook_widgets.pages.glossary import glossary, words_json
from drillbook_widgets.pages.home import front_page, title_page
from drillbook_widgets.pages.hosting import hosting
from drillbook_widgets.pages.icons import SIZES, ruleset_icon
from drillbook_widgets.pages.question import question_page
from drillbook_widgets.pages.quiz import quiz_reply
from drillbook_widgets.pages.reply import Reply
from drillbook_widgets.pages.rulings import rulings
from drillbook_widgets.pages.search import search
from drillbook_widgets.pages.table_mode import table, table_manifest

SITE = "https://edition.invalid"
"""Stands in feeds for the address of the site, which an edition does not know."""
Make = Callable[[Context], Reply | Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents of an edition.

    pages: by the path of each page what makes it; files: likewise of each other file; moved: old paths with the new.
    """

    pages: dict[str, Make]
    files: dict[str, Make]
    moved: dict[str, str]


def edition_contents(shelf: Shelf, parts: Sequence[object]) -> Contents:
    """Return all that an edition of a shelf holds.

    parts: what others have made of it, see toolchain.py.
    """
    pages: dict[str, Make] = {
        "/": front_page,
        "/about": partial(about_page, wait=None),
        "/hosting": partial(hosting, parts=parts),
        "/quiz": quiz_page("", ""),
        "/search": search,
    }
    if shelf.compare:
        pages[shelf.compare.path] = situations_page
    files: dict[str, Make] = {"/changes.xml": partial(feed, site=SITE)}
    moved: dict[str, str] = {}
    for book in shelf.books:
        if book.written:
            pages |= _pages(book)
            files |= _files(book)
            moved |= _moved(book, pages)
        else:
            pages[book.home] = partial(title_page, short=book.short)
    pages |= {f"{quiz_of(book.short)}/{chapter.slug}": quiz_page(book.short, chapter.slug)
              for book in shelf.books for chapter in book.chapters}  # fmt: skip
    return Contents(pages, files, moved)


def quiz_of(short: str) -> str:
    """Return the path of a ruleset's quiz; the quizzes of its chapters are below that path."""
    return f"/{short}/quiz"


def quiz_page(short: str, slug: str) -> Make:
    """Return what makes the first quiz of a ruleset or a chapter of it."""
    return partial(quiz_reply, short=short, slug=slug, number=str(FIRST_SEED))


def _pages(book: Book) -> dict[str, Make]:
    short = book.short
    asked: dict[str, Make] = {
        f"/{short}/{name}": partial(question_page, short=short, name=name) for name in questions(library().find(short))
    }
    chapters: dict[str, Make] = {
        chapter.path: partial(whole_chapter, chapter=chapter) for chapter in (*book.chapters, *book.beside)
    }
    first: dict[str, Make] = {
        book.home: partial(title_page, short=short),
        f"/{short}/table": partial(table, short=short),
        f"/{short}/glossary": partial(glossary, short=short),
        f"/{short}/rulings": partial(rulings, short=short),
        quiz_of(short): quiz_page(short, ""),
        f"/{short}/about": partial(about_page, short=short, wait=None),
    }
    return first | chapters | {path: make for path, make in asked.items() if path not in chapters}


def _files(book: Book) -> dict[str, Make]:
    short = book.short
    read: dict[str, Make] = {
        f"/{short}/words.json": partial(words_json, short=short),
        f"/{short}/changes.xml": partial(feed, site=SITE, short=short),
        f"/{short}/table.webmanifest": partial(table_manifest, short=short),
    }
    icons: dict[str, Make] = {
        f"/{short}/icon-{size}.png": partial(ruleset_icon, short=short, size=str(size)) for size in SIZES
    }
    notebooks: dict[str, Make] = {
        f"{chapter.path}.ipynb": partial(notebook, short=short, slug=chapter.slug)
        for chapter in (*book.chapters, *book.beside)
    }
    return read | icons | notebooks


def _moved(book: Book, pages: dict[str, Make]) -> dict[str, str]:
    """Questions by their old names, which old links may ask."""
    names = {old: book.now_called(old) for old in book.renamed if "." not in old}
    found = {f"/{book.short}/{old}": f"/{book.short}/{now}" for old, now in names.items()}
    return {old: now for old, now in found.items() if old not in pages and now in pages}

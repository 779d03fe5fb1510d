"""What does an edition hold? The paths of its pages and of its other files, as the site has them."""

from __future__ import annotations

from dataclasses import dataclass

from drillbook import library
from drillbook.asking.questions import questions
from drillbook_widgets.pages.catalogue import Book, Shelf
from drillbook_widgets.site.handlers.icons import SIZES

WHOLE = ("/", "/about", "/hosting", "/quiz", "/search")
"""The pages of the whole book."""
OF_A_BOOK = ("table", "glossary", "rulings", "quiz", "about")
FIRST_QUIZ = "seed=1"


@dataclass(frozen=True, slots=True)
class Contents:
    """pages: the path of each page, with what is asked of the site for it. files: of each other file. moved: old names with the new."""

    pages: dict[str, str]
    files: tuple[str, ...]
    moved: dict[str, str]


def contents(shelf: Shelf) -> Contents:
    """All that a shelf holds."""
    pages = {path: path for path in (*WHOLE, *([shelf.compare.path] if shelf.compare else []))}
    files = ["/changes.xml"]
    moved: dict[str, str] = {}
    for book in shelf.books:
        if book.written:
            pages |= {path: path for path in _pages(book)}
            files += _files(book)
            moved |= _moved(book, pages)
        else:
            pages[book.home] = book.home
    for path in pages:
        if path.endswith("/quiz"):
            pages[path] = f"{path}?{FIRST_QUIZ}"
    pages |= {f"{quiz_of(book.short)}/{chapter.slug}": f"{quiz_of(book.short)}?chapter={chapter.slug}&{FIRST_QUIZ}"
              for book in shelf.books for chapter in book.chapters}  # fmt: skip
    return Contents(pages, tuple(files), moved)


def quiz_of(short: str) -> str:
    """The path of a ruleset's quiz; a chapter's stands below it."""
    return f"/{short}/quiz"


def _pages(book: Book) -> list[str]:
    asked = questions(library().find(book.short))
    return [
        book.home,
        *(f"/{book.short}/{name}" for name in OF_A_BOOK),
        *(chapter.path for chapter in (*book.chapters, *book.beside)),
        *(f"/{book.short}/{name}" for name in asked),
    ]


def _files(book: Book) -> list[str]:
    notebooks = [f"{chapter.path}.ipynb" for chapter in (*book.chapters, *book.beside)]
    icons = [f"/{book.short}/icon-{size}.png" for size in SIZES]
    read = [f"/{book.short}/{name}" for name in ("words.json", "changes.xml", "table.webmanifest")]
    return [*read, *icons, *notebooks]


def _moved(book: Book, pages: dict[str, str]) -> dict[str, str]:
    """Questions by their old names, which old links may ask."""
    names = {old: book.now_called(old) for old in book.renamed if "." not in old}
    found = {f"/{book.short}/{old}": f"/{book.short}/{now}" for old, now in names.items()}
    return {old: now for old, now in found.items() if old not in pages and now in pages}

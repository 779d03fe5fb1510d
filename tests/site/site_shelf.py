"""What the tests of the site know of the book.

It is the book's chapters, their plates, and an address for each question. All this is read from the notebooks without
rendering them, which takes a second a chapter.
"""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

from drillbook import ask, encode, library, questions
from drillbook.book.folder import read_notebook, source
from drillbook_widgets.pages.content.catalogue import CatalogueChapter, Shelf, load_shelf
from drillbook_widgets.pages.content.static_answer import plate_address

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def shelf() -> Shelf:
    """Return the shelf as the site sees it."""
    return load_shelf(ROOT / "book", library())


def chapters() -> list[CatalogueChapter]:
    """Every chapter that can be read."""
    return list(shelf().chapters.values())


@functools.cache
def plates_of(chapter: CatalogueChapter) -> list[tuple[str, str]]:
    """Cell and address of each plate of a chapter, in order."""
    cells = [cell for cell in read_notebook(chapter.notebook)["cells"] if cell["cell_type"] == "code"]
    found = [(cell["id"], plate_address(source(cell))) for cell in cells]
    return [(cell, address) for cell, address in found if address]


def questions_of(chapter: CatalogueChapter) -> list[str]:
    """Return the questions that have a plate in a chapter, such as `bn/shot`."""
    return list(dict.fromkeys(address.partition("?")[0] for _, address in plates_of(chapter)))


def questions_shown() -> list[str]:
    """Each question that has a plate somewhere."""
    return list(dict.fromkeys(question for chapter in chapters() for question in questions_of(chapter)))


def example(question: str) -> str:
    """Return the address of a question's first example, with every input."""
    ruleset, _, name = question.partition("/")
    return encode(ask(questions(library().find(ruleset))[name].examples[0]).address)


@functools.cache
def small_chapter() -> str:
    """Return the chapter with the fewest plates, which is live soonest, but at least two.

    The second plate waits its turn.
    """
    smallest = min((one for one in chapters() if len(plates_of(one)) > 1), key=lambda one: len(plates_of(one)))
    return smallest.path.removeprefix("/")


def cells_of(name: str) -> list[str]:
    """Return the cells of the plates of a chapter of that name."""
    chapter = shelf().chapter(name)
    assert chapter is not None
    return [cell for cell, _ in plates_of(chapter)]


def copy_few(folder: Path) -> None:
    """Copy a book of few chapters, for sites that are watched and not read.

    Such a site starts in a third of the time.
    """
    for name in {small_chapter(), "bn/basics", "bn/close-combat"}:
        chapter = shelf().chapter(name)
        assert chapter is not None
        copy_chapter(chapter, folder)


def copy_one_of_each(folder: Path) -> None:
    """Copy a chapter of every ruleset, the one that is made soonest.

    An edition has all questions of a ruleset that has a chapter.
    """
    for book in shelf().books:
        copy_chapter(min(book.chapters, key=lambda one: (len(plates_of(one)), one.path)), folder)


def copy_chapter(chapter: CatalogueChapter, folder: Path) -> None:
    """Copy the notebook of a chapter into a book that has few."""
    (folder / chapter.notebook.parent.name).mkdir(exist_ok=True)
    shutil.copy(chapter.notebook, folder / chapter.notebook.parent.name)

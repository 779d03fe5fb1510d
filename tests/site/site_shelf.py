"""What the tests of the site know of the book: its chapters, their plates, and an address for each question."""

from __future__ import annotations

from pathlib import Path

from drillbook import ask, encode, library, questions
from drillbook_widgets.site.reading import read
from drillbook_widgets.site.shelf import Chapter, Shelf, load_shelf

ROOT = Path(__file__).resolve().parents[2]


def shelf() -> Shelf:
    """The shelf as the site sees it."""
    return load_shelf(ROOT / "book", library())


def chapters() -> list[Chapter]:
    """Every chapter that can be read."""
    return list(shelf().chapters.values())


def examples() -> list[str]:
    """One worked address for each question that has a plate."""
    found = []
    for chapter in chapters():
        known = questions(library().find(chapter.short))
        for question in read(chapter).questions:
            found.append(encode(ask(known[question.partition("/")[2]].examples[0]).address))
    return found

"""Pages that say in a sentence what is wrong, and where to go instead."""

from __future__ import annotations

import difflib
from http import HTTPStatus

from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.titles import NAME, quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.reply import Reply

SORRY = {
    403: "This cannot be opened from where you came. Go to the front page and try again from there.",
    404: "There is no page at this address.",
    405: "This address cannot be used in that way.",
    503: "The site is busy. Try again in a few minutes.",
}
BROKEN = "Something went wrong on our side while this page was made. The rest of the book is not affected."
PHRASES = {int(one): one.phrase for one in HTTPStatus}
LIKE = 0.3
"""From 0 to 1: how like a short name a mistyped one must be to be offered."""
Ways = tuple[tuple[str, str], ...]
"""Paths with their titles."""


def error(context: Context, status: int, sentence: str = "", near: Ways = ()) -> Reply:
    """Return an error page.

    sentence: what is wrong, by default the one of its status; near: links to what was perhaps meant.
    """
    sentence = sentence or SORRY.get(status, BROKEN if status >= 500 else SORRY[404])
    phrase = PHRASES.get(status, "Error")
    name = "shared/404.html" if status == 404 else "shared/error.html"
    title = f"{phrase} · {NAME}"
    return context.page(name, status, title=title, status=status, phrase=phrase, sentence=sentence, near=near)


def no_ruleset(context: Context, short: str, *, near: bool = True) -> Reply:
    """Return the page that says that a ruleset is not in the book.

    near: whether it offers others of a similar name.
    """
    ways = near_books(context.shelf, short) if near else ()
    return error(context, 404, f"There is no ruleset “{quoted_name(short)}” in this book.", ways)


def near_books(shelf: Shelf, short: str) -> Ways:
    """Return the rulesets whose short name is like that one."""
    names = {book.short: book for book in shelf.books if book.written}
    close = difflib.get_close_matches(short, names, cutoff=LIKE)
    return tuple((names[name].home, names[name].title) for name in close)

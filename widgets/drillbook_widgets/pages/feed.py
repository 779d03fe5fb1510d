"""The changes of the book and its rulesets, for the page about them and as a feed."""

from __future__ import annotations

import asyncio
import datetime
import uuid
from dataclasses import dataclass
from xml.etree import ElementTree

from drillbook import library
from drillbook.asking.questions.registry import find_question
from drillbook.book.versions import DEFAULT, VERSION, whole_history
from drillbook.formats.sheet import page, ruling_page
from drillbook.rules.changelog import Change
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import RULING
from drillbook_widgets.pages.answers import OWN_SECONDS
from drillbook_widgets.pages.content.catalogue import Book
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.reply import Reply

ATOM = "http://www.w3.org/2005/Atom"
FEED = "application/atom+xml; charset=utf-8"
WORDS = {"rule": "Rule", "ruling": "Ruling", "chapter": "Chapter", "book": "Book"}


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A change as it is shown: its day, its ruleset, what it is about and the way there."""

    day: datetime.date
    book: str
    title: str
    text: str
    path: str

    @property
    def name(self) -> str:
        """What it is known by in the feed; another text is another entry."""
        return uuid.uuid5(uuid.NAMESPACE_URL, f"{self.day}{self.path}{self.text}").urn


async def changes_of(context: Context, books: list[Book]) -> list[FeedEntry]:
    """Return the changes of those rulesets, the newest first."""
    have = context.answers.have
    found = await asyncio.gather(*(have(OWN_SECONDS, told_changes, one.short) for one in books))
    return sorted((one for some in found for one in some), key=lambda one: one.day, reverse=True)


def told_changes(short: str) -> tuple[FeedEntry, ...]:
    """Return the changes of a ruleset, ready to read, the newest first."""
    lib = library()
    ruleset = lib.find(short)
    return tuple(_told(lib, ruleset, one) for one in whole_history(ruleset, lib))


def _told(lib: Library, ruleset: Ruleset, change: Change) -> FeedEntry:
    title, path = WORDS.get(change.kind, ruleset.title), f"/{ruleset.short}/"
    if change.kind == "chapter" and (chapter := ruleset.chapter(change.about)) is not None:
        title, path = chapter.title, f"/{ruleset.short}/{chapter.slug}"
    elif change.kind == "ruling" or change.about.startswith(RULING):
        ruling = ruleset.ruling(change.about.removeprefix(RULING))
        title, path = ruling.ask, ruling_page(ruleset, ruling) or path
    elif change.kind == DEFAULT:
        asked = find_question(ruleset, change.about.partition(".")[0], lib)
        title, path = asked.title, f"/{ruleset.short}/{asked.name}"
    elif change.kind == VERSION:
        title = f"Version {change.about}"
    elif change.kind == "rule":
        rule = ruleset.rule(change.about)
        title, path = rule.name or rule.cite.section, page(ruleset, rule) or path
    return FeedEntry(change.day, ruleset.title, title if change.kind != "book" else ruleset.title, change.text, path)


async def feed(context: Context, site: str, short: str = "") -> Reply:
    """Return the changes of the book or of a ruleset as an Atom feed.

    Its links are whole, since it is read elsewhere.

    site: the address of the site as the reader sees it; short: the ruleset, nothing for the whole book.
    """
    book = context.written(short)
    if short and book is None:
        return error(context, 404)
    books = [book] if book is not None else [one for one in context.shelf.books if one.written]
    name = f"{book.title} · {NAME}" if book else NAME
    path = f"/{short}/changes.xml" if short else "/changes.xml"
    return Reply(200, FEED, atom(name, site, path, await changes_of(context, books)))


def atom(name: str, site: str, path: str, changes: list[FeedEntry]) -> bytes:
    """Return an Atom feed.

    site: the address of the site as the reader sees it; path: the feed's own.
    """
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed")

    def add(home: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
        made = ElementTree.SubElement(home, f"{{{ATOM}}}{tag}", attributes)
        made.text = text or None
        return made

    newest = max((one.day for one in changes), default=datetime.date.min)
    add(root, "title", f"Changes: {name}")
    add(root, "id", uuid.uuid5(uuid.NAMESPACE_URL, path).urn)
    add(root, "updated", _at(newest))
    add(root, "link", href=site + path, rel="self")
    add(root, "link", href=f"{site}/about")
    add(add(root, "author"), "name", NAME)
    for one in changes:
        entry = add(root, "entry")
        add(entry, "title", f"{one.book}: {one.title}" if one.title != one.book else one.book)
        add(entry, "id", one.name)
        add(entry, "updated", _at(one.day))
        add(entry, "link", href=site + one.path)
        add(entry, "summary", one.text)
    made: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return made


def _at(day: datetime.date) -> str:
    return f"{day.isoformat()}T00:00:00Z"

"""About the book: what it covers, counted; what it leaves out; what has changed, on a page and as a feed."""

from __future__ import annotations

import asyncio
import datetime
import uuid
from dataclasses import dataclass
from xml.etree import ElementTree

from drillbook import __version__, library
from drillbook.asking.questions import find_question
from drillbook.book.about import Asked, Covered, Whole, covered, pieces, whole
from drillbook.book.versions import DEFAULT, VERSION, whole_history
from drillbook.maths.words import write_number
from drillbook.printing.sheet import page, ruling_page
from drillbook.rules.history import Change
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset
from drillbook.rules.versions import RULING
from drillbook_widgets.pages.catalogue import Book
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import OWN_SECONDS, SORRY, Page

ATOM = "http://www.w3.org/2005/Atom"
LONG_SECONDS = 120.0
"""How long the counting of a chapter may take on a machine that has much else to do."""
WAIT_SECONDS = 2.0
"""How long the page waits for its figures; then it comes without them, and once more by itself."""
WORDS = {"rule": "Rule", "ruling": "Ruling", "chapter": "Chapter", "book": "Book"}
Found = tuple[Whole, tuple[Covered, ...]]


@dataclass(frozen=True, slots=True)
class Figures:
    """A ruleset in figures: rules, those of them that a question reads, tables, rulings, questions, and what was asked through.

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
    """The figures of a ruleset."""
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


def in_words(asked: Asked) -> str:
    """What a question's form holds, and what came of asking it, in a sentence."""
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
    """A large number as it is read: `12 960`."""
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}") if number >= 10_000 else write_number(number)


class AboutHandler(Page):
    """GET /about and /SHORT/about: what the book, or a ruleset of it, covers."""

    async def get(self, short: str = "") -> None:
        """The figures; of a ruleset also its questions one by one."""
        book = self.site.shelf.book(short) if short else None
        if short and (book is None or not book.written):
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book." if book is None else SORRY[404])
            return
        books = [book] if book is not None else [one for one in self.site.shelf.books if one.written]
        counting = [self.counting(one) for one in books]
        await asyncio.wait(counting, timeout=WAIT_SECONDS)
        ready = all(one.done() for one in counting)
        found = {one.short: task.result() for one, task in zip(books, counting, strict=True)} if ready else {}
        title = f"About {book.title}" if book else f"About {NAME}"
        about = "What is covered, counted from the rules and the questions; what is left out; what has changed."
        self.show(
            "about.html",
            title=f"{title} · {NAME}" if book else title,
            description=about,
            heading=title,
            book=book,
            books=books,
            rows=[(one, figures(found[one.short])) for one in books if ready],
            chapters=found[short][1] if short and ready else (),
            changes=await changes_of(self, books),
            in_words=in_words,
            many=many,
            pieces=pieces,
            version=__version__,
            feed=f"/{short}/changes.xml" if short else "/changes.xml",
            place="about",
        )

    def counting(self, book: Book) -> asyncio.Task[Found]:
        """What a ruleset covers, counted once while the site runs; where that has failed, once more."""
        kept = self.site.counted.get(book.short)
        if kept is None or (kept.done() and (kept.cancelled() or kept.exception())):
            kept = self.site.counted[book.short] = asyncio.create_task(self.found(book.short))
        return kept

    async def found(self, short: str) -> Found:
        """What a ruleset covers, a chapter at a time, so that those who ask for a page get theirs between two."""
        have = self.site.answering.have
        ruleset = await have(LONG_SECONDS, whole, short)
        chapters = await asyncio.gather(*(have(LONG_SECONDS, covered, short, slug) for slug in ruleset.chapters))
        return ruleset, tuple(chapters)

    head = get


@dataclass(frozen=True, slots=True)
class Told:
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


async def changes_of(asker: Page, books: list[Book]) -> list[Told]:
    """The changes of those rulesets, the newest first."""
    have = asker.site.answering.have
    found = await asyncio.gather(*(have(OWN_SECONDS, told_changes, one.short) for one in books))
    return sorted((one for some in found for one in some), key=lambda one: one.day, reverse=True)


def told_changes(short: str) -> tuple[Told, ...]:
    """The changes of a ruleset, ready to read, the newest first."""
    lib = library()
    ruleset = lib.find(short)
    return tuple(_told(lib, ruleset, one) for one in whole_history(ruleset, lib))


def _told(lib: Library, ruleset: Ruleset, change: Change) -> Told:
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
    return Told(change.day, ruleset.title, title if change.kind != "book" else ruleset.title, change.text, path)


class FeedHandler(Page):
    """GET /changes.xml and /SHORT/changes.xml: the changes as an Atom feed."""

    async def get(self, short: str = "") -> None:
        """The newest first; the ways are whole, since a feed is read elsewhere."""
        book = self.site.shelf.book(short) if short else None
        if short and (book is None or not book.written):
            self.sorry(404, SORRY[404])
            return
        books = [book] if book is not None else [one for one in self.site.shelf.books if one.written]
        site = f"{self.request.protocol}://{self.request.host}"
        name = f"{book.title} · {NAME}" if book else NAME
        self.set_header("Content-Type", "application/atom+xml; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish(feed(name, site, self.request.path, await changes_of(self, books)))

    head = get


def feed(name: str, site: str, path: str, changes: list[Told]) -> bytes:
    """An Atom feed. site: the address of the site as the reader sees it; path: the feed's own."""
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

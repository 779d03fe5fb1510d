"""The words of a ruleset on the site: the page that lists them, and the sentences that a word or a rule's link tells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from drillbook import AskError, library
from drillbook.printing.sheet import page, section
from drillbook.rules.glossary import meanings
from drillbook.rules.model import Ruleset
from drillbook.rules.parts import Rule
from drillbook_widgets.pages.catalogue import Shelf
from drillbook_widgets.pages.titles import NAME, shown
from drillbook_widgets.site.handlers.base import SORRY, Page

KEPT_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Entry:
    """One word on the glossary's page; home is the way to the rule that states it, or nothing."""

    name: str
    anchor: str
    means: str
    also: tuple[str, ...]
    home: str = ""
    section: str = ""
    rulings: tuple[str, ...] = ()


def entries(ruleset: Ruleset, shelf: Shelf) -> list[Entry]:
    """Every word of a ruleset, by the alphabet."""
    found = []
    for word in meanings(ruleset):
        also = tuple(form for form in word.forms[1:] if not _same(form, word.name))
        home = place(ruleset, word.rule, shelf) if word.rule else ""
        where = section(word.rule) if word.rule else ""
        found.append(Entry(word.name, word.anchor, word.words, also, home, where, word.rulings))
    return found


def _same(form: str, name: str) -> bool:
    """Whether a spelling is the word itself with another ending; the page names only those that look different."""
    stems = [{word.lower()[:4] for word in text.split()} for text in (form, name)]
    return bool(stems[0] & stems[1])


def place(ruleset: Ruleset, rule: Rule, shelf: Shelf) -> str:
    """The way to the sentence that states a rule, nothing where its chapter is not written."""
    return shelf.way(page(ruleset, rule)) or ""


@lru_cache(maxsize=16)
def told(short: str, chapters: frozenset[str]) -> dict[str, dict[str, list[str]]]:
    """What hovering, focus and a tap tell: for a word its name and meaning, for a rule its sentence; each with its home.

    chapters: the names of the chapters that can be read.
    """
    ruleset = library().find(short)
    kept = Shelf((), dict.fromkeys(chapters))  # type: ignore[arg-type]  # only the names are looked at
    words = {
        one.anchor: [one.name, one.means, one.home, one.section, " ".join(one.rulings)]
        for one in entries(ruleset, kept)
    }
    rules = {}
    for rule in {rule.id: rule for rule in (*ruleset.rules.values(), *ruleset.own_rules.values())}.values():
        if not rule.removed:
            rules[rule.id] = [rule.text, rule.cite.section, place(ruleset, rule, kept)]
    return {"words": words, "rules": rules}


class WordsHandler(Page):
    """GET /SHORT/words.json: the sentences behind the page's words and links; asked for when the first is looked at."""

    def get(self, short: str) -> None:
        """The sentences, or a plain 404."""
        self.set_header("Cache-Control", f"public, max-age={KEPT_SECONDS}")
        try:
            self.finish(told(library().find(short).short, frozenset(self.site.shelf.chapters)))
        except AskError:
            self.set_status(404)
            self.finish({"words": {}, "rules": {}})

    head = get


class GlossaryHandler(Page):
    """GET /SHORT/glossary: every word of a ruleset."""

    def get(self, short: str) -> None:
        """The words by the alphabet, each with what it means and the rule that says so."""
        book = self.site.shelf.book(short)
        if book is None or not book.written:
            self.sorry(404, f"There is no ruleset “{shown(short)}” in this book." if book is None else SORRY[404])
            return
        words = entries(library().find(short), self.site.shelf)
        about = f"What the words of {book.title} mean, each with the rule that says so."
        title = f"Glossary · {book.title} · {NAME}"
        self.show("glossary.html", title=title, description=about, book=book, words=words, about=about)

    head = get

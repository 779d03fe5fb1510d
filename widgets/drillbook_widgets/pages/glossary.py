"""The glossary of a ruleset: its page, and what a word or a rule's link tells."""

from __future__ import annotations

from dataclasses import dataclass

from drillbook import AskError, library
from drillbook.formats.sheet import page, section
from drillbook.rules.entities import Rule
from drillbook.rules.glossary import meanings
from drillbook.rules.model import Ruleset
from drillbook.rules.remembered import remembered
from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.titles import NAME
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error, no_ruleset
from drillbook_widgets.pages.reply import Reply, json_reply


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """One word on the glossary's page; home is the way to the rule that states it, or nothing."""

    name: str
    anchor: str
    means: str
    also: tuple[str, ...]
    home: str = ""
    section: str = ""
    rulings: tuple[str, ...] = ()


def glossary_entries(ruleset: Ruleset, shelf: Shelf) -> list[GlossaryEntry]:
    """Return every word of a ruleset, by the alphabet."""
    found = []
    for word in meanings(ruleset):
        also = tuple(form for form in word.forms[1:] if not _same(form, word.name))
        home = rule_link(ruleset, word.rule, shelf) if word.rule else ""
        where = section(word.rule) if word.rule else ""
        found.append(GlossaryEntry(word.name, word.anchor, word.words, also, home, where, word.rulings))
    return found


def _same(form: str, name: str) -> bool:
    """Whether a spelling is the word itself with another ending.

    The page names only those that look different.
    """
    stems = [{word.lower()[:4] for word in text.split()} for text in (form, name)]
    return bool(stems[0] & stems[1])


def rule_link(ruleset: Ruleset, rule: Rule, shelf: Shelf) -> str:
    """Return the way to a rule's sentence, nothing where its chapter is not written."""
    return shelf.way(page(ruleset, rule)) or ""


@remembered(maxsize=16)
def hover_texts(short: str, chapters: frozenset[str]) -> dict[str, dict[str, list[str]]]:
    """Return what hovering, focus and a tap tell, by words and by rules.

    For a word that is its name and meaning, for a rule its sentence; each with its home.

    chapters: the names of the chapters that can be read.
    """
    ruleset = library().find(short)
    kept = Shelf((), dict.fromkeys(chapters))  # type: ignore[arg-type]  # only the names are looked at
    words = {
        one.anchor: [one.name, one.means, one.home, one.section, " ".join(one.rulings)]
        for one in glossary_entries(ruleset, kept)
    }
    rules = {}
    for rule in {rule.id: rule for rule in (*ruleset.rules.values(), *ruleset.own_rules.values())}.values():
        if not rule.removed:
            rules[rule.id] = [rule.text, rule.cite.section, rule_link(ruleset, rule, kept)]
    return {"words": words, "rules": rules}


def words_json(context: Context, short: str) -> Reply:
    """Return the sentences behind a page's words and links as JSON."""
    try:
        return json_reply(hover_texts(library().find(short).short, frozenset(context.shelf.chapters)))
    except AskError:
        return json_reply({"words": {}, "rules": {}}, 404)


def glossary(context: Context, short: str) -> Reply:
    """Return the page of a ruleset's words, each with what it means and the rule that says so."""
    book = context.written(short)
    if book is None:
        return error(context, 404) if context.shelf.book(short) else no_ruleset(context, short, near=False)
    words = glossary_entries(library().find(short), context.shelf)
    about = f"What the words of {book.title} mean, each with the rule that says so."
    title = f"Glossary · {book.title} · {NAME}"
    return context.page("reference/glossary.html", title=title, description=about, book=book, words=words, about=about)

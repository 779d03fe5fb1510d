"""A chapter on a ruleset's sheet: its tables, its modifiers and its essential rules.

The card states nothing; it only repeats. Every name links to the sentence that states the rule.
"""

from __future__ import annotations

from drillbook.book.markdown_parts import escaped, sentence_link
from drillbook.book.short import essentials, named_rule
from drillbook.book.tables import table_alone
from drillbook.errors import AskError, listed
from drillbook.rules.entities import Rule
from drillbook.rules.library import Library
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset

PARTS = ("tables", "modifiers", "rules")


def card(lib: Library, name: str, *words: str) -> str:
    """Return the card of a chapter such as `bn/shooting`, as Markdown.

    words: nothing, or `without` and the parts and rules that a game does not use.
    Raises AskError if there is no such chapter, part or rule.
    """
    book, slash, slug = name.partition("/")
    ruleset = lib.find(book)
    chapter = ruleset.chapter(slug)
    if not slash or chapter is None:
        raise AskError(f"{ruleset.title} has no chapter '{slug}'; write the chapter's address, such as bn/shooting.")
    if words and (words[0] != "without" or not words[1:]):
        raise AskError("after the chapter comes nothing, or without and what is to be left out, apart by spaces.")
    left_out = words[1:]
    tables, modifiers, rules = on_card(ruleset, chapter)
    known = {rule.key for rule in (*tables, *modifiers, *rules)} | set(PARTS)
    odd = [word for word in left_out if word not in known]
    if odd:
        raise AskError(f"{name} has no '{odd[0]}' to leave out; there are {listed(sorted(known))}.")
    out = [f"### [{escaped(chapter.title)}](/{ruleset.short}/{chapter.slug})", ""]
    shown = [rule for rule in tables if rule.key not in left_out] if "tables" not in left_out else []
    for rule in shown:
        if len(shown) > 1:
            out += [f"*{sentence_link(ruleset, rule, escaped((rule.name or rule.text).removesuffix('.')))}*", ""]
        out += [table_alone(ruleset, rule), ""]
    lines = [
        named_rule(ruleset, rule)
        for part, some in (("modifiers", modifiers), ("rules", rules))
        if part not in left_out
        for rule in some
        if rule.key not in left_out
    ]
    return "\n".join([*out, *lines]).strip()


def on_card(ruleset: Ruleset, chapter: Chapter) -> tuple[list[Rule], list[Rule], list[Rule]]:
    """Return the tables, the modifiers and the other essential rules of a chapter.

    Modifiers and rules that a table shows are left out.
    """
    stated = ruleset.rules_of(chapter)
    in_tables = {
        ruleset.rule(key).id
        for rule in {one.id: one for one in ruleset.rules.values()}.values()
        if rule.table
        for row in ruleset.table(rule.table).rows.values()
        for key in row.stated_by
    }
    tables = [rule for rule in stated if rule.table]
    modifiers = [rule for rule in stated if rule.kind == "modifier" and not rule.table and rule.id not in in_tables]
    rules = [
        rule
        for rule in essentials(ruleset, chapter)
        if not rule.table and rule.kind != "modifier" and rule.id not in in_tables
    ]
    return tables, modifiers, rules

"""*In short*, the head of a chapter.

It holds the essential rules by name, the tables for play, the questions that are asked at the table, and what a layer
changes.
It states nothing; everything in it links to the sentence that states it.
"""

from __future__ import annotations

import re

from drillbook.book.changes import changes, how_many
from drillbook.book.markdown_parts import escaped, name_in, sentence_link
from drillbook.book.tables import table_alone
from drillbook.errors import AskError
from drillbook.formats.sheet import ruling_page, section
from drillbook.rules.entities import Rule
from drillbook.rules.faq import cited_rules, filled_answer
from drillbook.rules.library import Library
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset
from drillbook.rules.short import TableQuestion

SOON = 20  # letters of a sentence before which its rule's name is still easy to see
_TOLD = re.compile(r"\*\*.+?\*\*|^#+ .+$", re.MULTILINE)


def essentials(ruleset: Ruleset, chapter: Chapter) -> list[Rule]:
    """Return the rules that a chapter's *In short* names, in the order of its rules.toml."""
    return [rule for rule in ruleset.rules_of(chapter) if rule.essential]


def rules_without_name(rules: list[Rule], cells: list[str]) -> list[Rule]:
    """Return the essential rules whose name is not in bold or in a heading of the stating cell."""
    found = []
    for rule in rules:
        homes = [cell for cell in cells if f"<!--rule {rule.id} " in cell or f"<!--table {rule.id} " in cell]
        told = " ".join(" ".join(_TOLD.findall(cell)) for cell in homes)
        if homes and not name_in(told, escaped(rule.name)):
            found.append(rule)
    return found


def in_short(lib: Library, name: str) -> str:
    """Return the *In short* of a chapter such as `bn/shooting`, as Markdown.

    Raises AskError if there is no such chapter, or if no rule of the chapter is marked as essential.
    """
    book, slash, slug = name.partition("/")
    ruleset = lib.find(book)
    chapter = ruleset.chapter(slug)
    if not slash or chapter is None:
        raise AskError(f"{ruleset.title} has no chapter '{slug}'; write the chapter's address, such as bn/shooting.")
    rules, short = essentials(ruleset, chapter), ruleset.short_of(chapter)
    if not rules:
        raise AskError(
            'no rule of the chapter is essential; give some of its rules.toml name = "…" and essential = true.'
        )
    out = ['<div class="short">', "", "## In short", ""]
    out += _part("short-rules", [named_rule(ruleset, rule) for rule in rules])
    if short.tables:
        shown = [_part("short-table", [table_alone(ruleset, ruleset.rule(key))]) for key in short.tables]
        out += _part("short-tables", [line for table in shown for line in table][:-1])
    if short.asked:
        out += ["**Asked at the table**", ""]
        out += _part("short-asked", [_asked(ruleset, one) for one in short.asked])
    if ruleset.parent:
        told = changes(ruleset, lib, slug)
        out += [
            '<details class="short-changed">',
            f"<summary>What changed from {escaped(ruleset.parent.title)}: {how_many(ruleset, lib, slug)}</summary>",
        ]
        out += ["", told, "", "</details>", ""]
    return "\n".join([*out, "</div>"])


def _part(name: str, lines: list[str]) -> list[str]:
    return [f'<div class="{name}">', "", *lines, "", "</div>", ""]


def named_rule(ruleset: Ruleset, rule: Rule) -> str:
    """Return a rule by its name, as a line that links to the sentence that states the rule.

    If the sentence has the name near its beginning, the name is printed only once. A rule without a name links by its
    section.
    If a rule needs a ruling, the reading taken follows, with a link to the ruling.
    """
    text, name = escaped(rule.text), escaped(rule.name)
    taken = f" {_taken(ruleset, rule)}" if rule.ruling else ""
    if not name:
        return f"- {text}{taken} ({sentence_link(ruleset, rule)})"
    found = name_in(text, name)
    if found and found.start() <= SOON:
        return f"- {text[: found.start()]}**{sentence_link(ruleset, rule, found.group())}**{text[found.end() :]}{taken}"
    return f"- **{sentence_link(ruleset, rule, name)}** {text}{taken}"


def _taken(ruleset: Ruleset, rule: Rule) -> str:
    """Return the reading taken of the ruling that a rule needs, as a link to the ruling."""
    ruling = ruleset.ruling(rule.ruling)
    told, where = escaped(ruling.taken), ruling_page(ruleset, ruling)
    return f"*Our reading: {f'[{told}]({where})' if where else told}*"


def _asked(ruleset: Ruleset, asked: TableQuestion) -> str:
    by_section = {section(rule): sentence_link(ruleset, rule) for rule in reversed(cited_rules(asked, ruleset))}
    where = ", ".join(reversed(by_section.values()))
    return f"- *{escaped(asked.question)}* {escaped(filled_answer(asked, ruleset))} ({where})"

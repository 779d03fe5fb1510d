"""The sentences of a ruleset's files that depend on a ruling, and those that do not name it.

    python tests/tools/generated_words.py bn              # prints what still needs a reason, as TOML

A sentence of the kind *Asked at the table*, a word of the glossary with a meaning of its own and a text of the title
page follow the book's own readings. If the rules that they rest on share lines of the source with a ruling that can
be switched, they name it under `rulings`, or `generated_words.toml` beside the ruleset's tests says, once for each
sentence, why these rulings cannot change it. A layer says so of what it does not take over from its parent, and of
rulings of its own.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from house_rules import HERE, lines

from drillbook import library
from drillbook.rules.entities import Rule
from drillbook.rules.faq import cited_rules
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.quoted_numbers import keys_in

FILE = "generated_words.toml"
TEXTS = ("subject", "scale", "dice", "learning")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its kind (asked, word or title), its name, its rules and its rulings.

    Its rules are those that it rests on, its rulings those that it names.
    """

    kind: str
    name: str
    rules: tuple[Rule, ...]
    rulings: frozenset[str]

    def near(self, ruleset: Ruleset) -> frozenset[str]:
        """Return the rulings that can be switched and are about the same place, but are not named."""
        place = frozenset().union(*(lines(rule.cite) for rule in self.rules))
        about = {name for name, one in ruleset.rulings().items() if one.free and lines(one.cite) & place}
        return frozenset(about - self.rulings)


def sentences(ruleset: Ruleset) -> Iterator[Sentence]:
    """Yield every such sentence of a ruleset."""

    def names(some: Any) -> frozenset[str]:
        return frozenset(one.name for name in some if (one := ruleset.ruling_if_any(name)))

    for chapter in ruleset.chapters:
        for one in ruleset.short_of(chapter).asked:
            yield Sentence("asked", one.question, tuple(cited_rules(one, ruleset)), names(one.rulings))
    for term in ruleset.terms.values():
        if term.meaning:
            keys = [*keys_in(term.meaning), *([term.rule] if term.rule else [])]
            yield Sentence("word", term.name, tuple(map(ruleset.rule, keys)), names(term.rulings))
    title = ruleset.title_page
    for text in TEXTS if title else ():
        told = str(getattr(title, text))
        yield Sentence("title", text, tuple(map(ruleset.rule, keys_in(told))), names(title.rulings.get(text, ())))  # type: ignore[union-attr]


def wanted(ruleset: Ruleset) -> dict[tuple[str, str], frozenset[str]]:
    """Return the rulings for which each sentence must say why they cannot change it.

    The keys are (kind, name), the values rulings.
    """
    above = {(one.kind, one.name): one.rules for one in sentences(ruleset.parent)} if ruleset.parent else {}
    found = {}
    for one in sentences(ruleset):
        near = one.near(ruleset)
        if one.kind != "title" and (one.kind, one.name) in above:
            near = frozenset(name for name in near if ruleset.ruling(name).ruleset == ruleset.slug)
        if near:
            found[one.kind, one.name] = near
    return found


def reasons(ruleset: Ruleset) -> dict[tuple[str, str], dict[str, Any]]:
    """Return what is in the ruleset's table: (kind, name) -> rulings and why."""
    path = HERE / ruleset.slug / FILE
    held = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {(kind, name): told for kind, some in held.items() for name, told in some.items()}


def main(words: list[str]) -> None:
    """Print the entries that are missing, or that name other rulings than they should."""
    ruleset = library().find(words[0])
    known = reasons(ruleset)
    for key, near in wanted(ruleset).items():
        told = known.get(key, {})
        if set(told.get("rulings", ())) != near:
            kind, name = key
            print(f"\n[{kind}.{json.dumps(name, ensure_ascii=False)}]")
            print(f"rulings = {json.dumps(sorted(near))}")
            print(f'why = "{told.get("why", "")}"')


if __name__ == "__main__":
    main(sys.argv[1:])

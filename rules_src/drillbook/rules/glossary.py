"""What do a ruleset's own words mean? Its glossary, the numbers in it filled from the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drillbook.errors import RulesError
from drillbook.rules.entities import Rule
from drillbook.rules.manifest import Term
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.messages import complain
from drillbook.rules.schema.quoted_numbers import quoted_in, stray

if TYPE_CHECKING:  # whoever only quotes what was read needs nothing that checks files
    from drillbook.rules.schema.ruleset import TermFile


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word of the game, ready to read: its name, its meaning, its spellings and its rule.

    rule: the rule that states the word. rulings: the names of the rulings that the meaning depends on.
    """

    name: str
    words: str
    forms: tuple[str, ...]
    rule: Rule | None
    rulings: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Its place on the glossary's page."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def own_terms(found: Mapping[str, TermFile], parent: Ruleset | None, path: Path) -> dict[str, Term]:
    """Return the words that one ruleset.toml explains or, in a layer, drops.

    path: the path of ruleset.toml.
    Raises RulesError if a meaning holds a number outside a placeholder, or if a layer drops a word that no parent explains.
    """
    terms = {}
    for name, one in found.items():
        found_stray = stray(one.meaning, {})
        if found_stray:
            complain(
                path, f"glossary.{name}", f"meaning holds the number '{found_stray[0]}'; write the rule that states it, such as"
                " {reaction.cover-cap}.",
            )  # fmt: skip
        if one.removed and not (parent and name in parent.terms):
            complain(path, f"glossary.{name}", "it removes a word that no parent explains.")
        terms[name] = Term(name, one.meaning, tuple(one.spellings), one.rule, one.removed, tuple(one.rulings))
    return terms


def check_terms(ruleset: Ruleset, path: Path) -> None:
    """Check that every word in force names existing rules, rulings and numbers.

    Raises RulesError if one is missing, or if two words share a spelling.
    """
    spelt: dict[str, str] = {}
    for name, term in ruleset.terms.items():
        for lost in (one for one in term.rulings if name in ruleset.own_terms and ruleset.ruling_if_any(one) is None):
            complain(path, f"glossary.{name}", f"there is no ruling '{lost}'; mend the name under rulings.")
        try:
            _meaning(ruleset, term)
        except RulesError as problem:
            complain(path, f"glossary.{name}", f"{problem} Mend it, or write removed = true.")
        for form in _forms(term):
            other = spelt.setdefault(form, name)
            if other != name:
                complain(path, f"glossary.{name}", f"“{form}” means '{other}' already; keep it in one of them.")


def meanings(ruleset: Ruleset) -> list[Meaning]:
    """Every word of a ruleset's glossary, by the alphabet."""
    found = [_meaning(ruleset, term) for term in ruleset.terms.values()]
    return sorted(found, key=lambda one: one.name.casefold())


def _forms(term: Term) -> Iterable[str]:
    return dict.fromkeys((term.name, *term.spellings))


def _meaning(ruleset: Ruleset, term: Term) -> Meaning:
    rule = ruleset.rule(term.rule) if term.rule else None
    words = quoted_in(term.meaning, ruleset) or (rule.text if rule else "")
    rulings = tuple(ruling.name for name in term.rulings if (ruling := ruleset.ruling_if_any(name)) and ruling.free)
    return Meaning(term.name, words, tuple(_forms(term)), rule, rulings)

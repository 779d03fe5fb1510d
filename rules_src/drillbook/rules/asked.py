"""What people ask at the table, answered with the numbers of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from drillbook.errors import RulesError, listed
from drillbook.rules.model import Ruleset
from drillbook.rules.parts import Rule, Value
from drillbook.rules.placeholders import fill
from drillbook.rules.short import Asked


def cited(asked: Asked, ruleset: Ruleset) -> list[Rule]:
    """The rules that an answer stands on, each once."""
    return list({rule.id: rule for rule in map(ruleset.rule, asked.rules)}.values())


def answered(asked: Asked, ruleset: Ruleset) -> str:
    """The answer with the numbers of a ruleset in it."""
    return fill(asked.answer, values_in(asked.answer, ruleset))


def values_in(answer: str, ruleset: Ruleset) -> Mapping[str, Value]:
    """What an answer's placeholders stand for; RulesError where a rule has no such number."""
    return {name: _value(name, ruleset) for name in placeholders(answer)}


def placeholders(answer: str) -> list[str]:
    """The names in an answer's braces; ValueError where they do not match."""
    return [name for _, name, _, _ in Formatter().parse(answer) if name]


def _value(name: str, ruleset: Ruleset) -> Value:
    """`reaction.cover-cap` is the rule's one number, `shooting.table close` one of several; RulesError where there is none."""
    key, _, part = name.partition(" ")
    rule = ruleset.rule(key)
    found = rule.values.get(part) if part else rule.value
    if found is None:
        known = listed(rule.values, "and") or "none"
        raise RulesError(
            f"{{{name}}} is no number of {rule.id}; its values are {known}, and several are told apart by {{{key} NAME}}."
        )
    return found

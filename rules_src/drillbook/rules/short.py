"""What a chapter tells at a glance: the tables one needs in play, and the questions that people ask at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING

from drillbook.errors import RulesError, listed
from drillbook.rules.placeholders import fill

if TYPE_CHECKING:
    from drillbook.rules.model import Rule, Ruleset, Value


@dataclass(frozen=True, slots=True)
class Asked:
    """A question from the table and its answer, whose numbers are placeholders (`{reaction.cover-cap}`) of the rules it cites."""

    question: str
    answer: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Short:
    """What a chapter's short.toml holds; `tables` are the keys of the rules that show them."""

    tables: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()

    def above(self, inherited: Short, ruleset: Ruleset) -> Short:
        """This one before what a layer inherits; what stands on a rule that the layer drops is gone with it."""

        def there(keys: tuple[str, ...]) -> bool:
            return all(ruleset.rule_if_any(key) for key in keys)

        own = {one.question for one in self.asked}
        kept = tuple(one for one in inherited.asked if one.question not in own and there(one.rules))
        tables = tuple(key for key in inherited.tables if key not in self.tables and there((key,)))
        return Short((*self.tables, *tables), (*self.asked, *kept))


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

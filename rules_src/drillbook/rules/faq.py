"""What people ask at the table, answered with the numbers of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from drillbook.errors import RulesError, listed
from drillbook.rules.entities import Rule, Ruling, Value
from drillbook.rules.manifest import Chapter
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.placeholders import fill
from drillbook.rules.short import TableQuestion


def cited_rules(asked: TableQuestion, ruleset: Ruleset) -> list[Rule]:
    """Return the rules that an answer depends on, each once."""
    return list({rule.id: rule for rule in map(ruleset.rule, asked.rules)}.values())


def filled_answer(asked: TableQuestion, ruleset: Ruleset) -> str:
    """Return the answer with the numbers of a ruleset in it, by the ruleset's own readings.

    If no answer is written for these readings, the result is the main answer.
    """
    return by_readings(asked, ruleset, {})[0] or _filled(asked.answer, ruleset)


def by_readings(
    asked: TableQuestion, ruleset: Ruleset, readings: Mapping[str, str]
) -> tuple[str | None, tuple[tuple[Ruling, str], ...]]:
    """Return the answer by these readings, and the rulings whose reading it is not written for.

    Only rulings that the answer depends on are given, each with its reading in force.
    readings: the letters of the readings that are not the ruleset's own, by ruling.
    The answer is None if no answer is written for these readings.
    """
    other = []
    for name, written in asked.rulings.items():
        ruling = ruleset.ruling_if_any(name)
        if ruling is None:
            continue
        letter = readings.get(ruling.name, ruling.default) if ruling.free else ruling.default
        if letter != (written or ruling.default):
            other.append((ruling, letter))
    if not other:
        return _filled(asked.answer, ruleset), ()
    texts = [asked.under[key] for ruling, letter in other if (key := f"{ruling.name}={letter}") in asked.under]
    return (_filled(texts[0], ruleset) if texts else None), tuple(other)


def by_house(ruleset: Ruleset, chapter: Chapter, readings: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the questions of a chapter at the table that house rules answer differently.

    Each comes with what to say and the ruling's id.
    """
    found = []
    for asked in ruleset.short_of(chapter).asked:
        answer, other = by_readings(asked, ruleset, readings)
        changed = [(ruling, letter) for ruling, letter in other if readings.get(ruling.name) == letter]
        if changed:
            told = (
                answer
                or f"the book’s answer goes by its own reading; yours is: {changed[0][0].readings[changed[0][1]]}"
            )
            found.append((asked.question, f"By your house rule: {told}", changed[0][0].id))
    return found


def _filled(text: str, ruleset: Ruleset) -> str:
    return fill(text, values_in(text, ruleset))


def values_in(answer: str, ruleset: Ruleset) -> Mapping[str, Value]:
    """Return the values of an answer's placeholders.

    Raises RulesError if a rule has no such number.
    """
    return {name: _value(name, ruleset) for name in placeholders(answer)}


def placeholders(answer: str) -> list[str]:
    """Return the names in an answer's braces; raise ValueError if the braces do not match."""
    return [name for _, name, _, _ in Formatter().parse(answer) if name]


def _value(name: str, ruleset: Ruleset) -> Value:
    """Return the value of a placeholder.

    `reaction.cover-cap` is the rule's only number, `shooting.table close` is one of several.
    Raises RulesError if there is no such value.
    """
    key, _, part = name.partition(" ")
    rule = ruleset.rule(key)
    found = rule.values.get(part) if part else rule.value
    if found is None:
        known = listed(rule.values, "and") or "none"
        raise RulesError(
            f"{{{name}}} is no number of {rule.id}; its values are {known}, and several are told apart by {{{key} NAME}}."
        )
    return found

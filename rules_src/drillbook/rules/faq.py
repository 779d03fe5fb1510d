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
    """The rules that an answer stands on, each once."""
    return list({rule.id: rule for rule in map(ruleset.rule, asked.rules)}.values())


def filled_answer(asked: TableQuestion, ruleset: Ruleset) -> str:
    """The answer with the numbers of a ruleset in it, by the ruleset's own readings."""
    return by_readings(asked, ruleset, {})[0] or _filled(asked.answer, ruleset)


def by_readings(
    asked: TableQuestion, ruleset: Ruleset, readings: Mapping[str, str]
) -> tuple[str | None, tuple[tuple[Ruling, str], ...]]:
    """The answer by these readings, and the rulings that it hangs on whose reading is not the one that it is written for.

    readings: the letters of those that are not the ruleset's own, by ruling. The answer is None where nobody has written one for them.
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
    """What a chapter is asked at the table and answers otherwise by house rules: the question, what to say, and the ruling's id."""
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

"""Tests that each number on disk matters, on toys.

A change of the number must change some example or case that reads it.
"""

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from drillbook import AskError, RulesError, ask, library, questions
from drillbook.asking.answers.ask import Answer, answer
from drillbook.asking.questions.registry import examples_of
from drillbook.formats import json as as_data
from drillbook.maths.dice import read_dice
from drillbook.rules.model import Ruleset

# rules whose number bounds a form or stands in a sentence only; each with the reason
EXEMPT: dict[str, str] = {
    "fb.ranged-combat.removal:value": "the parent's number restated; what has no wound left is gone",
    "fb.ranged-combat.bands:value": "the parent's number restated; nothing here is divided by it",
}


def addresses() -> list[str]:
    """Every example and every case, the wordiest reader of the numbers."""
    cases = Path(__file__).parent.rglob("*cases.json")
    found = [case["address"] for path in sorted(cases) for case in json.loads(path.read_text(encoding="utf-8"))]
    for ruleset in library().all():
        found += [example for spec in questions(ruleset).values() for example in spec.examples]
        found += [example for ruling in ruleset.rulings().values() for example in examples_of(ruling, ruleset)]
        found += [
            f"{example}{'&' if '?' in example else '?'}ruling.{r.name}={letter}"
            for r in ruleset.rulings().values()
            if r.free
            for example in examples_of(r, ruleset)
            for letter in r.readings
        ]
    return list(dict.fromkeys(found))


@lru_cache(maxsize=1)
def answers() -> dict[str, Answer]:
    """Return the answer to each address that can be understood.

    test_consistency.py checks the addresses that cannot.
    """
    result = {}
    for address in addresses():
        with contextlib.suppress(AskError):
            result[address] = ask(address)
    return result


@lru_cache(maxsize=1)
def readers() -> dict[tuple[str, str], list[str]]:
    """Return the addresses that read each rule, by the short name of the ruleset they ask.

    A parent's number is the parent's to prove.
    """
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for address, told in answers().items():
        for identity in told.consulted:
            found[told.ruleset.short, identity].append(address)
    return found


def told(found: Any) -> Any:
    data = as_data.answer_json(found)["outcome"]
    exhibits = [exhibit.table() for exhibit in found.outcome.exhibits]
    return data, exhibits


def changed(value: Any) -> Iterator[Any]:
    """Other values of the same kind."""
    if isinstance(value, int | Fraction):
        yield from (value + 1, value - 1, value * 2 + 3)
        return
    try:
        count, faces = read_dice(value)
    except RulesError:
        return
    yield from (f"{count}d{faces + 1}", f"{count + 1}d{faces}")


def variants(ruleset: Ruleset, identity: str) -> dict[str, list[Ruleset]]:
    """For each number of a rule, rulesets in which only that number is another."""
    rule = ruleset.rule(identity)
    in_table = {
        ruleset.rules[name].id
        for table in ruleset.tables().values()
        for row in table.rows.values()
        for name in row.stated_by
    }
    result: dict[str, list[Ruleset]] = {}
    for name, value in rule.values.items():
        if rule.id in in_table:
            continue
        others = [replace(rule, values={**rule.values, name: other}) for other in changed(value)]
        if others:
            result[name] = [replace(ruleset, own_rules={**ruleset.own_rules, rule.key: other}) for other in others]
    return result


def differs(address: str, ruleset: Ruleset) -> bool:
    found = answers()[address]
    try:
        again = answer(found.spec, ruleset, found.inputs, found.address.readings)
    except (AskError, RulesError, ArithmeticError, AssertionError, ValueError, KeyError, IndexError):
        return True  # the number is read: nonsense in it makes nonsense of the answer
    return bool(told(again) != told(found))


CHAPTERS = [
    pytest.param(ruleset, chapter, id=f"{ruleset.short}:{chapter}")
    for ruleset in library().all()
    for chapter in dict.fromkeys(rule.chapter for rule in ruleset.own_rules.values())
]


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "chapter"), CHAPTERS)
def test_every_number_of_a_chapters_rules_matters(ruleset: Ruleset, chapter: str) -> None:
    """Of each rule that some answer reads."""
    dead = []
    for rule in ruleset.own_rules.values():
        asking = readers().get((ruleset.short, rule.id), [])
        if rule.chapter != chapter or not asking:
            continue
        for name, others in variants(ruleset, rule.id).items():
            matters = any(differs(address, other) for other in others for address in asking)
            if not matters and f"{rule.id}:{name}" not in EXEMPT:
                dead.append(f"{rule.id}:{name}")
    assert not dead, f"{dead} change no answer; read them, or add an example or a case in which they tell"


def cells() -> list[Any]:
    return [
        pytest.param(ruleset, table, id=f"{ruleset.short}:{table}")
        for ruleset in library().all()
        for table in ruleset.own_tables
        if ruleset.table_rules.get(table)
    ]


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "table"), cells())
def test_the_cells_of_a_table_matter(ruleset: Ruleset, table: str) -> None:
    """Rows of a table change an answer that reads them if all of their numbers change.

    Only a row that some answer reads is tested. A row of the parent that the layer does not change is the parent's to
    prove.
    """
    found = ruleset.own_tables[table]
    before = ruleset.parent.tables().get(table) if ruleset.parent else None
    rows = [row for key, row in found.rows.items() if before is None or before.rows.get(key) != row]
    stating = {rule.id for rule in ruleset.table_rules[table]}
    told_by = readers()
    asking = list(dict.fromkeys(address for identity in stating for address in told_by[ruleset.short, identity]))
    dead = []
    for row in rows:
        own = (
            [one for name in row.stated_by for one in told_by[ruleset.short, ruleset.rules[name].id]]
            if row.rule
            else asking
        )
        cells = {field: next(changed(cell), cell) if cell is not None else None for field, cell in row.cells.items()}
        other = replace(
            ruleset,
            own_tables={
                **ruleset.own_tables,
                table: replace(found, rows={**found.rows, row.key: replace(row, cells=cells)}),
            },
        )
        if own and cells != dict(row.cells) and not any(differs(address, other) for address in own):
            dead.append(row.key)
    assert not dead, (
        f"rows {dead} of {table} change no answer that reads them; add an example or a case that asks for them"
    )

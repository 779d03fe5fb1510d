"""Against toys: each number on disk, changed, must change some example or case that reads it."""

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from drillbook import AskError, RulesError, ask, library, questions
from drillbook.answers import Answer
from drillbook.dice import read_dice
from drillbook.questions import answer
from drillbook.render import json as as_data
from drillbook.rules import Ruleset

# rules whose number bounds a form or stands in a sentence only; each with the reason
EXEMPT: dict[str, str] = {}


def addresses() -> list[str]:
    """Every example and every case, the wordiest reader of the numbers."""
    cases = (Path(__file__).parent / "cases").glob("*.json")
    found = [case["address"] for path in sorted(cases) for case in json.loads(path.read_text(encoding="utf-8"))]
    for ruleset in library().all():
        found += [example for spec in questions(ruleset).values() for example in spec.examples]
        found += [example for ruling in ruleset.rulings().values() for example in ruling.examples]
        found += [
            f"{example}{'&' if '?' in example else '?'}ruling.{r.name}={letter}"
            for r in ruleset.rulings().values()
            if r.switchable
            for example in r.examples
            for letter in r.readings
        ]
    return list(dict.fromkeys(found))


def answered() -> dict[str, Answer]:
    """The answer to each; an address that cannot be understood is test_consistency.py's to complain of."""
    result = {}
    for address in addresses():
        with contextlib.suppress(AskError):
            result[address] = ask(address)
    return result


ANSWERS = answered()
READERS: dict[str, list[str]] = defaultdict(list)
for address, found in ANSWERS.items():
    for identity in found.consulted:
        READERS[identity].append(address)


def told(found: Any) -> Any:
    data = as_data.answer(found)["outcome"]
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
    in_table = {row.rule for table in ruleset.own_tables.values() for row in table.rows.values()}
    result: dict[str, list[Ruleset]] = {}
    for name, value in rule.values.items():
        if rule.key in in_table:
            continue
        others = [replace(rule, values={**rule.values, name: other}) for other in changed(value)]
        if others:
            result[name] = [replace(ruleset, own_rules={**ruleset.own_rules, rule.key: other}) for other in others]
    return result


def differs(address: str, ruleset: Ruleset) -> bool:
    found = ANSWERS[address]
    try:
        again = answer(found.spec, ruleset, found.inputs, found.address.readings)
    except (AskError, RulesError, ArithmeticError, AssertionError, ValueError, KeyError, IndexError):
        return True  # the number is read: nonsense in it makes nonsense of the answer
    return bool(told(again) != told(found))


NUMBERS = [
    pytest.param(ruleset, identity, id=identity)
    for ruleset in library().all()
    for identity in sorted(READERS)
    if identity.startswith(f"{ruleset.short}.") and variants(ruleset, identity)
]


@pytest.mark.parametrize(("ruleset", "identity"), NUMBERS)
def test_every_number_of_a_rule_matters(ruleset: Ruleset, identity: str) -> None:
    for name, others in variants(ruleset, identity).items():
        if f"{identity}:{name}" in EXEMPT:
            continue
        assert any(differs(address, other) for other in others for address in READERS[identity]), (
            f"{identity}: {name} changes no answer"
        )


def cells() -> list[Any]:
    return [
        pytest.param(ruleset, table, id=f"{ruleset.short}:{table}")
        for ruleset in library().all()
        for table in ruleset.own_tables
        if any(rule.id in READERS for rule in ruleset.table_rules.get(table, ()))
    ]


@pytest.mark.parametrize(("ruleset", "table"), cells())
def test_the_cells_of_a_table_matter(ruleset: Ruleset, table: str) -> None:
    """Each row that some answer reads: its numbers, all changed, change that answer."""
    found = ruleset.own_tables[table]
    stating = {rule.id for rule in ruleset.table_rules[table]}
    readers = list(dict.fromkeys(address for identity in stating for address in READERS[identity]))
    dead = []
    for row in found.rows.values():
        own = READERS[f"{ruleset.short}.{row.rule}"] if row.rule else readers
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
    assert not dead, f"rows {dead} of {table} change no answer that reads them"

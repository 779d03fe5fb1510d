"""Tests that each input matters, on toys.

Each input of each question changes its answer for some setting, under the book's readings or under others.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from domain import by_chance, one_of_kind

from drillbook import library, questions
from drillbook.asking.answers.ask import answer
from drillbook.asking.questions.registry import Spec
from drillbook.errors import Contradiction
from drillbook.rules.model import Ruleset

#: Inputs that a player has to name and the rules treat alike; each with the reason.
EXEMPT: dict[str, str] = {"bon/heavy-load load": "the rule names the two loads and treats them alike"}
#: How many settings are tried before an input is called idle: most show what they do in the first or second.
TRIES = 4000

ALL = [
    pytest.param(ruleset, spec, id=f"{ruleset.short}/{spec.name}")
    for ruleset in library().all()
    if ruleset.parent is None
    for spec in questions(ruleset).values()
]


def face(
    spec: Spec, ruleset: Ruleset, values: Mapping[str, Any], readings: Mapping[str, str], met: set[str]
) -> tuple[Any, ...]:
    """All that a reader sees of the answer, or the sentence on values that cannot be together."""
    try:
        found = answer(spec, ruleset, spec.settle(ruleset, values), readings)
    except Contradiction as problem:
        return (str(problem),)
    met.update(found.readings)
    steps = [(step.label, step.value, step.rule) for step in found.outcome.steps]
    flat = None if found.refused else found.outcome.flat()  # type: ignore[union-attr]
    return found.headline, flat, steps, [exhibit.table() for exhibit in found.outcome.exhibits]


def idle(spec: Spec, ruleset: Ruleset, name: str) -> bool:
    """Whether nothing that was tried with an input changed the answer."""
    kinds, random = spec.kinds(ruleset), Random(name)
    kind = kinds[name]
    met: set[str] = set()
    for number in range(TRIES):
        applies = {other: kinds[other].parse(random.choice(written)) for other, written in kind.when.items()}
        values = spec.settle(ruleset, {**by_chance(spec, ruleset, random), **applies})
        if name not in spec.visible(ruleset, values):
            continue
        readings: dict[str, str] = {}
        if met and number % 2:
            ruling = ruleset.ruling(random.choice(sorted(met)))
            readings = {ruling.name: random.choice(sorted(ruling.readings))} if ruling.free else {}
        other = {**values, name: one_of_kind(kind, random)}
        if face(spec, ruleset, values, readings, met) != face(spec, ruleset, other, readings, met):
            return False
    return True


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("ruleset", "spec"), ALL)
def test_each_input_changes_the_answer(ruleset: Ruleset, spec: Spec) -> None:
    found = [name for name in spec.kinds(ruleset) if idle(spec, ruleset, name)]
    known = [name for name in found if f"{ruleset.short}/{spec.name} {name}" in EXEMPT]
    assert found == known, f"{ruleset.short}/{spec.name} asks for {found} and does nothing with them"

"""Simulation against exact, with a tolerance from the exact variance and a fixed seed."""

import inspect
import math
from collections import Counter
from typing import Any

import pytest

from drillbook import ask, library, questions
from drillbook.questions import Spec
from drillbook.simulate import Thrower, simulate

THROWS = 20_000
SIMULATED = [
    pytest.param(spec, example, id=example)
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    if spec.simulate
    for example in spec.examples
]


def rolled(example: str, seed: int, throws: int = THROWS) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for progress in simulate(ask(example), throws, seed):
        counts = progress.counts
        assert progress.done == sum(counts.values())
    return counts


@pytest.mark.parametrize(("spec", "example"), SIMULATED)
def test_simulation_meets_the_exact_chances(spec: Spec, example: str) -> None:
    found = ask(example)
    if found.refused:
        pytest.skip("a refusal has no dice")
    exact = found.outcome.distribution
    assert exact is not None, "a simulation needs the distribution it is laid over"
    counts = rolled(example, seed=20180104)
    assert set(counts) <= set(exact.outcomes)
    for outcome, chance in exact.items():
        expected = float(chance) * THROWS
        assert abs(counts[outcome] - expected) <= 5 * math.sqrt(expected * (1 - float(chance))) + 1e-9, outcome


@pytest.mark.parametrize(("spec", "example"), SIMULATED)
def test_a_seed_can_be_repeated(spec: Spec, example: str) -> None:
    if ask(example).refused:
        pytest.skip("a refusal has no dice")
    assert rolled(example, 7, 500) == rolled(example, 7, 500)


@pytest.mark.parametrize("spec", [pytest.param(one.values[0], id=one.values[0].name) for one in SIMULATED])
def test_a_simulation_throws_the_dice_itself(spec: Spec) -> None:
    text = inspect.getsource(spec.simulate)  # type: ignore[arg-type]
    module = inspect.getsource(inspect.getmodule(spec.simulate))  # type: ignore[arg-type]
    assert "dice.roll" in text or "dice.roll" in module, "the simulation rolls nothing"
    assert spec.function.__name__ + "(" not in text, "the simulation asks the exact path"
    assert "r.dice(" not in text, "the simulation reads an exact distribution"


def test_dice_are_fair() -> None:
    seen = Counter(Thrower(1).roll("2d6", 36_000).tolist())
    assert set(seen) == set(range(2, 13))
    assert abs(seen[7] - 6_000) < 5 * math.sqrt(36_000 * 1 / 6 * 5 / 6)

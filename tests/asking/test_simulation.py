"""Simulation against exact, with a tolerance from the exact variance and a fixed seed."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from drillbook import ask, library, questions
from drillbook.asking.answers.results import Refusal
from drillbook.asking.answers.simulation import simulate
from drillbook.asking.questions.registry import Spec
from drillbook.maths import dice_cup
from drillbook.maths.chains import Chain
from drillbook.maths.dice import Distribution
from drillbook.maths.dice_cup import Thrower
from drillbook.maths.mini_numpy import pcg

THROWS = 10_000
FEWER = {"storm": 2_000}  # each throw is a whole fight over several rounds; the tolerance widens with it
SIMULATED = [
    pytest.param(spec, example, id=example)
    for ruleset in library().all()
    for spec in questions(ruleset).values()
    if spec.simulate
    for example in spec.examples
]


def certain(example: str) -> bool:
    """Return whether the answer to an example leaves nothing to the dice.

    It does so if it is a refusal, has no distribution, or has a distribution with fewer than two outcomes.
    """
    outcome = ask(example).outcome
    return isinstance(outcome, Refusal) or outcome.distribution is None or len(outcome.distribution) < 2


def rolled(example: str, seed: int, throws: int) -> Counter[Any]:
    counts: Counter[Any] = Counter()
    for progress in simulate(ask(example), throws, seed):
        counts = progress.counts
        assert progress.done == sum(counts.values())
    return counts


@pytest.mark.by_turn
@pytest.mark.parametrize(("spec", "example"), SIMULATED)
def test_simulation_meets_the_exact_chances(spec: Spec, example: str) -> None:
    found = ask(example)
    if certain(example):
        pytest.skip("nothing is thrown here")
    exact = found.outcome.distribution
    throws = FEWER.get(spec.name, THROWS)
    counts = rolled(example, 20180104, throws)
    assert set(counts) <= set(exact.outcomes)
    for outcome, chance in exact.items():
        expected = float(chance) * throws
        assert abs(counts[outcome] - expected) <= 5 * math.sqrt(expected * (1 - float(chance))) + 1e-9, outcome


def test_a_seed_can_be_repeated() -> None:
    """One seed gives the same counts twice.

    One example suffices for the dice cup. The test without numpy shows that no question throws dice elsewhere.
    """
    example = next(one.values[1] for one in SIMULATED if not certain(one.values[1]))
    assert rolled(example, 7, 500) == rolled(example, 7, 500)


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("spec", "example"), SIMULATED)
def test_a_simulation_throws_the_dice_itself(spec: Spec, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations throw dice themselves and never ask the exact calculation.

    While a simulation runs, no distribution can be combined from throws and no chain can be computed. At least one die is
    thrown. A simulation may look at the chance of a single die.
    """
    if certain(example):
        pytest.skip("nothing is thrown here")

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("the simulation asks the exact path")

    thrown: list[str] = []
    each = Thrower.roll_each
    monkeypatch.setattr(Thrower, "roll_each", lambda self, dice, *rest: thrown.append(dice) or each(self, dice, *rest))
    found = ask(example)
    for used in ("then", "combine", "__add__"):
        monkeypatch.setattr(Distribution, used, forbidden)
    monkeypatch.setattr(Chain, "flow", forbidden)
    for _ in simulate(found, 100, seed=3):
        pass
    assert thrown, "the simulation rolls nothing"


@pytest.mark.rotating
@pytest.mark.by_turn
@pytest.mark.parametrize(("spec", "example"), SIMULATED)
def test_without_numpy_the_same_dice_fall(spec: Spec, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations give the same outcomes with and without numpy for the same seed.

    The Python of a reader's browser has no numpy. The outcomes are also of the same types.
    """
    if certain(example):
        pytest.skip("nothing is thrown here")
    [*_, usual] = simulate(ask(example), 90, seed=7, batch=40)
    monkeypatch.setattr(dice_cup, "engine", lambda: "drillbook.maths.mini_numpy.making")
    [*_, plain] = simulate(ask(example), 90, seed=7, batch=40)
    assert sorted(map(repr, plain.counts.items())) == sorted(map(repr, usual.counts.items()))


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1, 2**40 + 5, 2**130 + 1])
def test_a_seed_is_the_same_seed_without_numpy(seed: int) -> None:
    theirs, ours = np.random.default_rng(seed), pcg.default_rng(seed)
    for low, high, size in ((1, 7, 5), (0, 2, 3), (3, 4, 2), (-5, 100, 4), (0, 2**32 - 5, 6)):
        assert ours.integers(low, high, size).tolist() == theirs.integers(low, high, size).tolist()
    assert ours.integers(0, 10) == theirs.integers(0, 10)
    assert ours.random(3).tolist() == theirs.random(3).tolist()
    assert ours.permutation(9).tolist() == theirs.permutation(9).tolist()
    assert ours.integers(1, 7, (2, 3)).tolist() == theirs.integers(1, 7, (2, 3)).tolist()


def test_dice_are_fair() -> None:
    seen = Counter(Thrower(1).roll("2d6", 36_000).tolist())
    assert set(seen) == set(range(2, 13))
    assert abs(seen[7] - 6_000) < 5 * math.sqrt(36_000 * 1 / 6 * 5 / 6)

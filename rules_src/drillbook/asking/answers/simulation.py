"""Seeded simulation with NumPy, in batches that report progress.

The simulation throws the dice of the rules and does not use the exact calculation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.reader import Reader
from drillbook.maths.dice_cup import Thrower


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a simulation: throws done, throws wanted, and the count of each outcome."""

    done: int
    wanted: int
    counts: Counter[Any]


def simulate(found: Answer, throws: int, seed: int, batch: int = 2000) -> Iterator[Progress]:
    """Roll the question of an answer `throws` times with a seed, reporting after every batch.

    The same seed and number give the same counts. Raises ValueError where the question has no simulation.
    """
    run = found.spec.simulate
    if run is None:
        raise ValueError(f"{found.spec.name} has no dice to roll")
    dice = Thrower(seed)
    counts: Counter[Any] = Counter()
    done = 0
    arguments = {one.argument: found.inputs[one.name] for one in found.spec.inputs}
    while done < throws:
        now = min(batch, throws - done)
        outcomes = run(Reader(found.ruleset, found.address.readings), dice, now, **arguments)
        counts.update(outcomes.tolist() if hasattr(outcomes, "tolist") else outcomes)
        done += now
        yield Progress(done, throws, counts.copy())


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """One throw of a question: its outcome, and the faces of the dice in order of their fall."""

    outcome: Any
    faces: tuple[int, ...]


class _Watched(Thrower):
    """A cup whose dice are written down as they fall."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def roll_each(self, dice: str, throws: int, count: int = 1) -> Any:
        """Throw the dice as Thrower does, and record their faces."""
        fallen = super().roll_each(dice, throws, count)
        self.faces += (int(face) for face in fallen.flatten())
        return fallen


def throw(found: Answer, seed: int) -> ThrowResult:
    """One throw of the dice of an answer's question; the same seed throws the same.

    Raises ValueError where the question has no simulation.
    """
    run = found.spec.simulate
    if run is None:
        raise ValueError(f"{found.spec.name} has no dice to roll")
    dice = _Watched(seed)
    arguments = {one.argument: found.inputs[one.name] for one in found.spec.inputs}
    outcomes = run(Reader(found.ruleset, found.address.readings), dice, 1, **arguments)
    [outcome] = outcomes.tolist() if hasattr(outcomes, "tolist") else outcomes
    return ThrowResult(outcome, tuple(dice.faces))

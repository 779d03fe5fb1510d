"""Seeded simulation with NumPy, in batches that report progress; it throws the rules' dice and knows nothing of the exact path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drillbook.answers import Answer
from drillbook.dice import read_dice
from drillbook.reader import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Thrower:
    """A cup of dice with a seed."""

    def __init__(self, seed: int) -> None:
        import numpy as np

        self.random: np.random.Generator = np.random.default_rng(seed)

    def roll_each(self, dice: str, throws: int, count: int = 1) -> NDArray[np.int64]:
        """`count` dice of the kind named (`d6`), read singly, for each of `throws` throws: an array of shape (throws, count)."""
        _, faces = read_dice(dice)
        return self.random.integers(1, faces + 1, size=(throws, count))

    def roll(self, dice: str, throws: int) -> NDArray[np.int64]:
        """The sum of the dice named (`2d6`) for each of `throws` throws."""
        count, _ = read_dice(dice)
        total: NDArray[np.int64] = self.roll_each(dice, throws, count).sum(axis=1)
        return total

    def happens(self, throws: int, chance: Any) -> NDArray[np.bool_]:
        """For each of `throws` throws, whether something of this probability happens (a choice no die decides)."""
        return self.random.random(throws) < float(chance)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation has come: throws done, throws wanted, how often each outcome was seen."""

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

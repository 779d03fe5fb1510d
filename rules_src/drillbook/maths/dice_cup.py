"""A cup of real dice with a seed, for simulations: it knows nothing of the exact chances."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from drillbook.maths.dice import read_dice

__all__ = ["Thrower", "engine", "np"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:

    class _Later:
        """numpy, imported by the first simulation that runs: an answer needs none of it."""

        def __getattr__(self, name):
            return getattr(import_module(engine()), name)

    np = _Later()


@cache
def engine() -> str:
    """The module that simulations reckon with: numpy, or our own where there is none, which gives the same counts."""
    return "numpy" if find_spec("numpy") else "drillbook.maths.mini_numpy.making"


class Thrower:
    """A cup of dice with a seed."""

    def __init__(self, seed: int) -> None:
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

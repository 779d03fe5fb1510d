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
    """Return the name of the module that simulations calculate with.

    This is numpy if it is installed, else the package's own replacement, which gives the same counts.
    """
    return "numpy" if find_spec("numpy") else "drillbook.maths.mini_numpy.making"


class Thrower:
    """A cup of dice with a seed."""

    def __init__(self, seed: int) -> None:
        self.random: np.random.Generator = np.random.default_rng(seed)

    def roll_each(self, dice: str, throws: int, count: int = 1) -> NDArray[np.int64]:
        """Throw `count` dice of one kind, read singly, for each of `throws` throws.

        dice: the kind of the dice, such as `d6`. Returns an array of shape (throws, count).
        """
        _, faces = read_dice(dice)
        return self.random.integers(1, faces + 1, size=(throws, count))

    def roll(self, dice: str, throws: int) -> NDArray[np.int64]:
        """Throw the dice named (`2d6`) for each of `throws` throws and return their sums."""
        count, _ = read_dice(dice)
        total: NDArray[np.int64] = self.roll_each(dice, throws, count).sum(axis=1)
        return total

    def happens(self, throws: int, chance: Any) -> NDArray[np.bool_]:
        """Draw for each of `throws` throws whether an event of this probability happens.

        Simulations use this for choices that no die decides.
        """
        return self.random.random(throws) < float(chance)

"""The two sides of a firefight: how they begin, how they stand, and what is asked of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.rulesets.breaking_of_nations.common.morale import test_time
from drillbook.rulesets.breaking_of_nations.ranged_combat._nerve import Nerve, Nerves


class Left(NamedTuple):
    """The state of one side that the question reports: its men, and whether it has panicked."""

    men: int
    panicked: bool = False

    @property
    def left(self) -> Left:
        """Itself: of a side that fights no more, nothing else is kept."""
        return self

    @property
    def out(self) -> bool:
        """Whether it fights no more."""
        return self.panicked or not self.men


class Unit(NamedTuple):
    """A side that fights on: its men, their LMGs, its leader, its nerve, and its pinning.

    leader states whether the leader is alive, pinned whether the side is pinned.
    """

    men: int
    guns: int
    leader: bool
    nerve: Nerve
    pinned: bool = False

    @property
    def left(self) -> Left:
        """The state of the side that the question reports."""
        return Left(self.men)


@dataclass(frozen=True, slots=True)
class Side:
    """One side as it begins: its men and LMGs, its shots, its answers, and its nerve.

    shots is the number of shots of a man with a rifle in a turn; hit and critical are the chances of each shot at the
    enemy. answer is the chance that a man who is hit, and not killed outright, fells a man before he goes (0 if nobody
    answers).
    """

    men: int
    lmgs: int
    shots: int
    hit: Fraction
    critical: Fraction
    answer: Fraction
    needed: int
    needed_back: int
    nerves: Nerves


Pair = tuple[Left, Left]
State = Unit | Left


def tests_when(r: Reader, sides: Sequence[Side]) -> str:
    """Return when shaken units test: before they fire, after both have fired, or both.

    The time makes a difference only at the edge of panic.
    """
    at_edge = any(side.nerves.morale.spared(side.nerves.calm.gl) for side in sides)
    return test_time(r) if at_edge else "next-orders"


def guns_lost(r: Reader) -> bool:
    """Whether nobody fires the LMG of a gunner who has fallen."""
    return r.holds("lmg-taken-up", "lost-with-gunner")

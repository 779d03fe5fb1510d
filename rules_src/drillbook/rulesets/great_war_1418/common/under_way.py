"""A platoon on its way under fire: its distance in a bound, and the effect of an injury."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number
from drillbook.rulesets.great_war_1418.common.moving import March, distance
from drillbook.rulesets.great_war_1418.common.recovery import Clock, clock, recovers

FREE, SAME, OTHER = "no", "same", "other"
#: What slows a platoon when it sets out: an injury by those who shoot at it now, or by others.
SLOWED = {FREE: "No", SAME: "Yes, by those who shoot at it", OTHER: "Yes, by others"}


class Wound(NamedTuple):
    """What slows a platoon.

    age: the bounds since its hit, None if nothing slows it; by_others: whether the hit came from others than those that
    shoot at it now.
    """

    age: int | None = None
    by_others: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """The cm of a move, unhurt and slowed."""

    unhurt: Number
    slowed: Number

    def cm(self, slow: bool) -> Number:
        """Give the cm of the move."""
        return self.slowed if slow else self.unhurt


def pace(r: Reader, w: Working, speed: str, ground: str, *, assault: bool = False, road: bool = False) -> Pace:
    """Return how far a platoon goes over that ground, unhurt and slowed by an injury.

    The steps are those of the unhurt move.
    """
    found = [
        distance(r, Working(r) if slow else w, March(speed, ground, assault=assault, road=road, slowed=slow))
        for slow in (False, True)
    ]
    return Pace(*found)


class Wounds:
    """When an injury slows a platoon on its way.

    The shooters at the platoon are the same in every bound.
    """

    def __init__(self, runs: Clock, slowed: str = FREE) -> None:
        self.runs = runs
        self.start = Wound() if slowed == FREE else Wound(1, slowed == OTHER)

    def slows(self, wound: Wound) -> bool:
        """Tell whether it is slow for all that is known when orders are written."""
        return bool(wound.age) and self.runs.misses and not (self.runs.ages and (wound.age or 0) > 1)

    def turn(self, wound: Wound, shot_at: bool) -> Distribution[tuple[bool, Wound]]:
        """Return the distribution of whether the platoon is slow when it moves, and of its wound.

        The wound is that of the bound after. shot_at: whether anybody shoots at the platoon in this bound.
        """
        same = (not wound.by_others or self.runs.counts_as_same(wound.age)) if shot_at else None
        return self.runs.turn(wound.age, same).map(lambda both: (both[0], Wound(both[1], wound.by_others)))

    def rolled(self, wound: Wound, face: Any, faces: int, *, shot_at: bool) -> tuple[bool, Wound]:
        """Give the same for a recovery die that has fallen; faces: how many it has."""
        ways = list(self.turn(wound, shot_at).items())
        return ways[0 if face <= ways[0][1] * faces else -1][0]


def wounds(r: Reader, w: Working, slowed: str, resilience: int, built_in: int) -> Wounds:
    """Return when an injury slows a platoon that sets out in that state.

    The steps of its recovery die are added, if it may roll one. resilience: with its ground; built_in: without.
    """
    if slowed != OTHER:
        return Wounds(clock(r), slowed)
    return Wounds(clock(r, recovers(r, w, resilience, built_in)), slowed)

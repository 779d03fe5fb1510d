"""Where a strike comes down and whom it covers: the throw of the shift, the direction its victim picks, the men under the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from drillbook.dice import Distribution, binomial, total
from drillbook.geometry import Point, clock, within

if TYPE_CHECKING:
    from drillbook.exact import Number
    from drillbook.rulesets.breaking_news._casualties import Save

BEST = "best"
#: The directions the plate offers, as the hours of a clock face; twelve is up the table.
HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")

BOMBED, CALLER = "bombed", "caller"


@dataclass(frozen=True, slots=True)
class Man:
    """A man near the target: where he stands from the spot the card is laid on, his save, and whose he is."""

    place: Point
    save: Save
    side: str


class Spot(NamedTuple):
    """Where the middle of the card ends: the direction it was moved in and how far."""

    hour: str
    far: int

    @property
    def point(self) -> Point:
        """The middle of the card, measured from the spot it was laid on."""
        return Point(0, 0).moved(clock(HOURS.index(self.hour)), self.far)


class Field:
    """The men around a target, and who of them is under a card that has been moved."""

    def __init__(self, men: Sequence[Man], reach: Number) -> None:
        self.men = men
        self.reach = reach
        self._known: dict[Spot, tuple[bool, ...]] = {}

    def under(self, spot: Spot) -> tuple[bool, ...]:
        """For each man, whether he is under the card at that spot."""
        if spot not in self._known:
            middle = spot.point
            self._known[spot] = tuple(within(middle, man.place, self.reach) for man in self.men)
        return self._known[spot]

    def losses(self, spot: Spot, side: str) -> Fraction:
        """How many men of a side are removed there on average."""
        lies = zip(self.men, self.under(spot), strict=True)
        return sum((1 - man.save.chance for man, covered in lies if covered and man.side == side), Fraction(0))

    def pick(self, thrown: int, policy: str, whole: bool) -> Spot:
        """Where the player under the strike puts a card that he moves by the throw (or by up to it, where that is allowed).

        He goes in the direction given, or in that of the twelve which costs him least and, among those, the caller most.
        """
        ways = HOURS if policy == BEST else (policy,)
        spots = [Spot(hour, far) for hour in ways for far in ((thrown,) if whole else range(thrown, -1, -1))]
        return min(spots, key=lambda spot: (self.losses(spot, BOMBED), -self.losses(spot, CALLER)))

    def counted(self, spot: Spot, side: str) -> int:
        """How many men of a side are under the card there."""
        lies = zip(self.men, self.under(spot), strict=True)
        return sum(covered and man.side == side for man, covered in lies)

    def removed(self, spot: Spot, side: str) -> Distribution[int]:
        """How many men of a side are removed there."""
        lies = zip(self.men, self.under(spot), strict=True)
        return total(binomial(1, 1 - man.save.chance) for man, covered in lies if covered and man.side == side)

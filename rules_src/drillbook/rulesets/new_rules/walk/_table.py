"""The table of a walk of turns: its edges, and the wood that hides what is behind it."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.walk._ground import Spot, far_off, gone


@dataclass(frozen=True, slots=True)
class Wood:
    """A strip across the table, without depth.

    up: how far up the table it is; left, right: from where to where it goes. Lengths are in S.
    """

    up: Number
    left: Number
    right: Number

    def hides(self, one: Spot, other: Spot) -> bool:
        """Return whether the wood lies between two places.

        A unit at its edge sees past it.
        """
        near, far = Fraction(self.up) - one[1], Fraction(self.up) - other[1]
        if near * far >= 0:
            return False
        across = one[0] + (other[0] - one[0]) * near / (other[1] - one[1])
        return self.left < across < self.right


@dataclass(frozen=True, slots=True)
class Table:
    """The edges of the table, in S, and the wood on it, if there is one."""

    left: Fraction
    right: Fraction
    near: Fraction
    far: Fraction
    wood: Wood | None = None

    def sees(self, r: Reader, one: Spot, other: Spot) -> bool:
        """Return whether units at two places see each other."""
        return not (self.wood and r.holds("terrain", "as-agreed") and self.wood.hides(one, other))

    def within(self, place: Spot, end: Spot) -> Spot:
        """Return where a straight way from a place on the table ends.

        The way ends at `end`, or at the edge of the table if that comes first.
        """
        share = Fraction(1)
        for start, stop, low, high in (
            (place[0], end[0], self.left, self.right),
            (place[1], end[1], self.near, self.far),
        ):
            if stop < low:
                share = min(share, (start - low) / (start - stop))
            elif stop > high:
                share = min(share, (high - start) / (stop - start))
        if share == 1:
            return end
        return (
            (place[0] + (end[0] - place[0]) * share).limit_denominator(),
            (place[1] + (end[1] - place[1]) * share).limit_denominator(),
        )


def table_of(places: list[Spot], beyond: Number, wood: Wood | None) -> Table:
    """Return the table that ends that far beyond all these places."""
    across, up = [x for x, _ in places], [y for _, y in places]
    return Table(min(across) - beyond, max(across) + beyond, min(up) - beyond, max(up) + beyond, wood)


def stopped(table: Table, place: Spot, along: Spot, far: Number) -> tuple[Spot, Fraction | None]:
    """Return where a way of `far` S ends, and how long it is if the edge of the table cuts it.

    The length is None if the edge does not stop the way.
    """
    end = gone(place, along, far)
    reached = table.within(place, end)
    return reached, None if reached == end else far_off(place, reached)

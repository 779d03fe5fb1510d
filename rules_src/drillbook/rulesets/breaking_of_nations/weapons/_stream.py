"""A stream that begins at a point and runs straight on: whether it touches a round base.

The comparison is exact, by squares.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import hypot

from drillbook.maths import Number

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream from the middle of the table: its direction, its length, and its width.

    across and ahead give the direction, not the length. side is the width to each side all along it; flare is how much
    wider it is to each side at its end than at its beginning.
    """

    across: Number
    ahead: Number
    length: Number
    side: Number = 0
    flare: Number = 0

    @property
    def end(self) -> Place:
        """Where it ends."""
        return self._at(1, 0)

    @property
    def edges(self) -> list[list[Place]]:
        """Its two edges, where it has a width."""
        if not (self.side or self.flare):
            return []
        return [
            [self._at(0, way * float(self.side)), self._at(1, way * float(self.side + self.flare))] for way in (-1, 1)
        ]

    def _at(self, along: float, beside: float) -> Place:
        """Return the place a part of the length along the stream, and so far to its right."""
        far = hypot(float(self.across), float(self.ahead))
        x, y = float(self.across) / far, float(self.ahead) / far
        reach = along * float(self.length)
        return reach * x + beside * y, reach * y - beside * x


def crossed(stream: Stream, x: Number, y: Number, base: Number) -> bool:
    """Whether a stream touches a round base whose middle is at (x, y).

    Along its length the middle must be no farther from it than the base and the stream are wide; beyond its ends the base must reach
    the corner, which for a stream without width is the end itself.
    """
    square = stream.across * stream.across + stream.ahead * stream.ahead
    along = x * stream.across + y * stream.ahead  # times the length of the direction
    beside = x * stream.ahead - y * stream.across
    if along <= 0:
        near = base + stream.side
        return x * x + y * y <= near * near
    if along * along <= stream.length * stream.length * square:
        # how wide it is there grows with the square root of `square`: compare what is left after the flare, sign by sign
        wide = base + stream.side
        flare = Fraction(stream.flare) * along / stream.length  # times the length of the direction
        beyond = max(Fraction(beside), Fraction(-beside)) - flare
        return beyond <= 0 or beyond * beyond <= wide * wide * square
    wide = base + stream.side + stream.flare
    # |p − end|² ≤ wide², in which only 2·length·along/√square is no rational number
    left: Fraction = Fraction(x * x + y * y) + Fraction(stream.length * stream.length) - Fraction(wide * wide)
    right = stream.length * along + stream.length * along
    return left <= 0 or left * left * square <= right * right

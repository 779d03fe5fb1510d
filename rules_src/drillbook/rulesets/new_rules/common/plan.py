"""Places on a plan of the table: halfway points, and blocks of troops seen from above."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import mean

from drillbook.asking.exhibits import Line
from drillbook.maths import Number

Place = tuple[Number, Number]


def middle(one: Number, other: Number = 0) -> Fraction:
    """Halfway between two places on a line; half of a length."""
    return mean((Fraction(one), Fraction(other)))


def block(left: Number, right: Number, near: Number, far: Number, label: str = "", kind: str = "path") -> Line:
    """Return the outline of a block of troops that is aligned with the edges of the table."""
    return outline([(left, near), (right, near), (right, far), (left, far)], label, kind)


def outline(corners: Sequence[Place], label: str = "", kind: str = "path") -> Line:
    """Return the outline of a block with these corners."""
    return Line([*corners, corners[0]], label, kind)

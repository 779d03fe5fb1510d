"""Where units are in a walk of turns and which way they face.

A place is in S. Directions are one step of a pivot apart.
"""

from fractions import Fraction
from math import hypot, radians, tan

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fighting import FLANK, FRONT, REAR
from drillbook.rulesets.new_rules.common.measuring import Block, in_arc
from drillbook.rulesets.new_rules.common.plan import middle

Spot = tuple[Fraction, Fraction]
#: The directions, clockwise from up the table; the first is ours, the enemy's faces it.
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
UP, DOWN = DIRECTIONS.index((0, 1)), DIRECTIONS.index((0, -1))


def far_off(one: Spot, other: Spot) -> Fraction:
    """How far a pair of places is apart, in S, near enough."""
    return Fraction(hypot(other[0] - one[0], other[1] - one[1])).limit_denominator()


def way(one: Spot, other: Spot) -> Spot:
    """Return the direction from one place to another, as a vector 1 S long.

    The vector from a place to itself is zero.
    """
    far = far_off(one, other)
    if not far:
        return Fraction(0), Fraction(0)
    return (other[0] - one[0]) / far, (other[1] - one[1]) / far


def gone(place: Spot, along: Spot, far: Number) -> Spot:
    """Return the place `far` S along a direction; backwards if `far` is below zero."""
    return (place[0] + along[0] * far).limit_denominator(), (place[1] + along[1] * far).limit_denominator()


def way_along(place: Spot, along: Spot, other: Spot) -> Spot:
    """Return where another place is, seen along a direction from here.

    The result is how far aside and how far ahead it is, in S.
    """
    right, up = other[0] - place[0], other[1] - place[1]
    return (
        (right * along[1] - up * along[0]).limit_denominator(),
        (right * along[0] + up * along[1]).limit_denominator(),
    )


def forward(facing: int) -> Spot:
    """Straight ahead, an S long."""
    x, y = DIRECTIONS[facing]
    return way((Fraction(0), Fraction(0)), (Fraction(x), Fraction(y)))


def seen(place: Spot, facing: int, other: Spot) -> Spot:
    """Return where another place is, seen from a unit here.

    The result is how far to the right and how far ahead it is, in S.
    """
    return way_along(place, forward(facing), other)


def faces(place: Spot, other: Spot) -> int:
    """Return the direction that points most nearly at another place."""
    return max(range(len(DIRECTIONS)), key=lambda facing: seen(place, facing, other)[1])


def shoots_at(r: Reader, place: Spot, facing: int, other: Spot) -> bool:
    """Whether another place is within the arc of fire."""
    half = middle(r.int("walk.abreast"))
    aside, ahead = seen(place, facing, other)
    nothing = Fraction(0)
    return in_arc(r, Block(-half, half, nothing, nothing), Block(aside, aside, ahead, ahead))


def goes_to(r: Reader, place: Spot, facing: int, other: Spot) -> bool:
    """Whether a unit may go straight there without a pivot."""
    aside, ahead = seen(place, facing, other)
    slope = Fraction(tan(radians(r.int("movement.oblique")))).limit_denominator()
    return abs(aside) <= ahead * slope


def steps_between(facing: int, other: int) -> int:
    """How many steps of a pivot lie between two directions, the shorter way about."""
    apart = (other - facing) % len(DIRECTIONS)
    return min(apart, len(DIRECTIONS) - apart)


def side_of(place: Spot, facing: int, other: Spot) -> str:
    """Which side of a unit another place looks at: its front, a flank or its rear."""
    aside, ahead = seen(place, facing, other)
    if abs(aside) > abs(ahead):
        return FLANK
    return FRONT if ahead >= 0 else REAR

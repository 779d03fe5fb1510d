"""Exact plane geometry of the table-top: points, distances, clock directions, landings.

Lengths are compared by their squares. The twelve clock directions need √3, so coordinates can be a + b·√3 (Surd).
Points and distances stay exact until they are drawn; only the area of a circle within a rectangle is computed in
floats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from itertools import pairwise
from typing import Any

from drillbook.maths.dice import Distribution
from drillbook.maths.exact import Number


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Surd:
    """The exact number a + b·√3."""

    a: Fraction
    b: Fraction = Fraction(0)

    @staticmethod
    def of(value: Number | Surd) -> Surd:
        """Return a number as a Surd."""
        return value if isinstance(value, Surd) else Surd(Fraction(value))

    def __add__(self, other: Number | Surd) -> Surd:
        more = Surd.of(other)
        return Surd(self.a + more.a, self.b + more.b)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.a, -self.b)

    def __sub__(self, other: Number | Surd) -> Surd:
        return self + -Surd.of(other)

    def __rsub__(self, other: Number | Surd) -> Surd:
        return Surd.of(other) - self

    def __mul__(self, other: Number | Surd) -> Surd:
        more = Surd.of(other)
        return Surd(self.a * more.a + 3 * self.b * more.b, self.a * more.b + self.b * more.a)

    __rmul__ = __mul__

    @property
    def sign(self) -> int:
        """-1, 0 or 1, without a root being drawn."""
        if self.a >= 0 and self.b >= 0:
            return int(self.a > 0 or self.b > 0)
        if self.a <= 0 and self.b <= 0:
            return -1
        larger = self.a**2 - 3 * self.b**2
        return (1 if self.a > 0 else -1) * (1 if larger > 0 else -1 if larger < 0 else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd | int | Fraction) and (self - other).sign == 0

    def __hash__(self) -> int:
        return hash(self.a) if self.b == 0 else hash((self.a, self.b))

    def __lt__(self, other: Number | Surd) -> bool:
        return (self - other).sign < 0

    def __float__(self) -> float:
        return float(self.a) + float(self.b) * math.sqrt(3)


Coordinate = int | Fraction | Surd


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the table: x to the right, y ahead."""

    x: Coordinate
    y: Coordinate

    def moved(self, direction: Point, distance: Number) -> Point:
        """Return the point at `distance` along a direction of length one."""
        return Point(self.x + direction.x * distance, self.y + direction.y * distance)


def clock(hour: int) -> Point:
    """Return the direction of a clock's hour (1 to 12) as a vector of length one.

    12 is straight ahead.
    """
    half, root = Fraction(1, 2), Surd(Fraction(0), Fraction(1, 2))
    sines: list[Coordinate] = [0, half, root, 1, root, half, 0, -half, -root, -1, -root, -half]
    return Point(sines[hour % 12], sines[(hour + 3) % 12])


def distance_squared(one: Point, other: Point) -> Surd:
    """Return the exact square of the distance between two points."""
    across = Surd.of(one.x) - other.x
    ahead = Surd.of(one.y) - other.y
    return across * across + ahead * ahead


def within(one: Point, other: Point, reach: Number) -> bool:
    """Whether two points are no farther apart than `reach` (exactly at reach counts).

    Asked of every landing place and every figure, so everything is put over one denominator and compared in whole numbers.
    """
    if reach < 0:
        return False
    parts = [part for place in (one, other) for length in (place.x, place.y) for part in _parts(length)]
    scale = math.lcm(reach.denominator, *(part.denominator for part in parts))
    x, x_root, y, y_root, to_x, to_x_root, to_y, to_y_root, limit = (
        part.numerator * (scale // part.denominator) for part in (*parts, reach)
    )
    across, across_root, ahead, ahead_root = x - to_x, x_root - to_x_root, y - to_y, y_root - to_y_root
    # the square of the distance less the square of the reach is plain + root·√3
    plain = across * across + ahead * ahead + 3 * (across_root * across_root + ahead_root * ahead_root) - limit * limit
    root = 2 * (across * across_root + ahead * ahead_root)
    if root <= 0:
        return plain <= 0 or plain * plain <= 3 * root * root
    return plain <= 0 and plain * plain >= 3 * root * root


def _parts(length: Coordinate) -> tuple[Number, Number]:
    """Return the a and the b of a + b·√3."""
    return (length.a, length.b) if isinstance(length, Surd) else (length, 0)


def landing(aim: Point, directions: Distribution[int], distances: Distribution[Any]) -> Distribution[Point]:
    """Return the distribution of the landing point: a clock direction and a distance from `aim`.

    directions, distances: the distributions of the two throws.
    """
    return directions.combine(distances, lambda hour, far: aim.moved(clock(hour), far))


def reaches(reach: Number, left: Number, right: Number, low: Number, high: Number) -> bool:
    """Return whether a circle around the origin touches a rectangle with these edges.

    A touch at the rim counts.
    """
    across = max(left, -right, 0)
    ahead = max(low, -high, 0)
    return across * across + ahead * ahead <= reach * reach


FINE = 9  # digits of a share that is not exact


def covered_share(radius: Number, left: Number, right: Number, low: Number, high: Number) -> Fraction:
    """Return the share of a rectangle that lies within a circle around the origin.

    left, right, low, high: the edges of the rectangle. The share is rounded to a billionth.
    """
    area = covered_area(float(radius), float(left), float(right), float(low), float(high))
    return Fraction(str(round(area / float((right - left) * (high - low)), FINE)))


def covered_area(radius: float, left: float, right: float, low: float, high: float) -> float:
    """Return the area of a rectangle that lies within a circle around the origin.

    left, right, low, high: the edges of the rectangle.
    """

    def rim(x: float) -> float:
        return math.sqrt(max(0.0, radius * radius - x * x))

    def under(x: float) -> float:
        """Return the area between the axis and the rim, from the middle to x."""
        return (x * rim(x) + radius * radius * math.asin(max(-1.0, min(1.0, x / radius)))) / 2

    first, last = max(left, -radius), min(right, radius)
    bends = [side * rim(edge) for edge in (low, high) if abs(edge) < radius for side in (-1, 1)]
    cuts = [first, *sorted(bend for bend in bends if first < bend < last), last]
    area = 0.0
    for start, end in pairwise(cuts):
        height = rim((start + end) / 2)
        top, bottom = min(high, height), max(low, -height)
        if end <= start or top <= bottom:
            continue
        arc = under(end) - under(start)
        area += (arc if height < high else high * (end - start)) - (-arc if -height > low else low * (end - start))
    return area

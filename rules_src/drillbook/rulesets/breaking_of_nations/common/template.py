"""A round template over a figure's base: when the figure counts as touched."""

import math
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Reader, procedure
from drillbook.maths import Number, np
from drillbook.maths.geometry import Point, within


@procedure
def blast_radius(r: Reader, flies: str) -> Cited:
    """How widely a round strikes is printed, for shot and for shell."""
    return r.cited(f"artillery.blast-{flies}")


def covers(r: Reader, centre: Point, figure: Point, radius: Number, base: Number) -> bool:
    """Return whether a template touches a figure, by the reading in force.

    radius is the radius of the template, base that of the figure's base.
    """
    match r.read_as("template-touch"):
        case "any-part":
            return within(centre, figure, Fraction(radius) + base)
        case "more-than-half" if base:
            apart = math.hypot(float(centre.x) - float(figure.x), float(centre.y) - float(figure.y))
            return most_of(apart, float(radius), float(base))
        case _:
            # a base without size is where its middle is
            return within(centre, figure, radius)


def most_of(apart: float, radius: float, base: float) -> bool:
    """Return whether more than half of a round base lies under a round template.

    apart is the distance between the two middles. The area shared by two circles is a transcendental number and never
    equals half a base, so no border case needs an exact number: the function compares the areas as they are drawn.
    """
    if apart + base <= radius:
        return True
    if apart >= radius + base:
        return False
    inside = apart + radius <= base
    shared = math.pi * radius * radius if inside else _segment(apart, base, radius) + _segment(apart, radius, base)
    return shared + shared > math.pi * base * base


def _segment(apart: float, one: float, other: float) -> float:
    """Return the area of the first circle beyond the chord in which the two circles cross."""
    cosine = (apart * apart + one * one - other * other) / (apart * one + apart * one)
    angle = math.acos(min(1.0, max(-1.0, cosine)))
    return one * one * (angle - math.sin(angle) * math.cos(angle))


def throw_under(r: Reader, apart: Any, radius: float, base: float) -> Any:
    """Which of the distances count as touched."""
    reading = r.read_as("template-touch")
    if reading == "more-than-half":
        return np.array([most_of(one, radius, base) for one in apart])
    limit = radius + base if reading == "any-part" else radius
    return (apart < limit) | np.isclose(apart, limit)

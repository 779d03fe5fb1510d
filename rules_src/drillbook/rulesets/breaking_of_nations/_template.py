"""A round template over a figure's base: when the figure counts as touched."""

from __future__ import annotations

import math
from fractions import Fraction

from drillbook.exact import Number
from drillbook.geometry import Point, within
from drillbook.reader import Reader


def covers(r: Reader, centre: Point, figure: Point, radius: Number, base: Number) -> bool:
    """Whether a template of that radius touches a figure with that base radius, by the reading in force."""
    apart = math.hypot(float(centre.x) - float(figure.x), float(centre.y) - float(figure.y))
    reading = r.reading("template-touch")
    if reading == "C":
        return most_of(apart, float(radius), float(base))
    reach = Fraction(radius) + base if reading == "A" else radius
    # what is plainly in or out needs no exact arithmetic; what lies on the rim does
    if math.isclose(apart, float(reach)):
        return within(centre, figure, reach)
    return apart < float(reach)


def most_of(apart: float, radius: float, base: float) -> bool:
    """Whether more than half of a round base lies under a round template whose middle is so far away.

    The border of this reading has no exact number: two circles share an area that is a transcendental one. So the areas are
    compared as they are drawn; a base without size is under the template when its middle is.
    """
    if apart + base <= radius or not base:
        return apart <= radius or math.isclose(apart, radius)
    if apart >= radius + base:
        return False
    whole = math.pi * base * base
    if apart + radius <= base:
        shared = math.pi * radius * radius
    else:
        in_base = math.acos((apart * apart + base * base - radius * radius) / (apart * base + apart * base))
        in_template = math.acos((apart * apart + radius * radius - base * base) / (apart * radius + apart * radius))
        shared = base * base * (in_base - math.sin(in_base) * math.cos(in_base))
        shared += radius * radius * (in_template - math.sin(in_template) * math.cos(in_template))
    return shared + shared > whole

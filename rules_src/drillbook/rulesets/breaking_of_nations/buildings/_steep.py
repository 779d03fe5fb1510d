"""The steep line between men on different levels: the dead ground and its side view."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Reader, Working, procedure
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import across, ahead
from drillbook.maths import Number, write_number


@dataclass(frozen=True, slots=True)
class Steep:
    """Two men, one above the other, the dead ground between them, and whether the shot is free."""

    height: Number
    distance: Number
    angle: int
    dead_ground: Number
    free: bool


def steep(r: Reader, w: Working, rule: str, height: Number, distance: Number) -> Steep:
    """How far the dead ground reaches, and whether a shot over that distance is free."""
    w.then("from one level to the other, in inches", height, rule)
    angle = r.int("buildings.angle-45", "angle")
    dead = w.divide(f"climb for every inch along, on a line of {angle}°", r.cited("buildings.angle-45", "slope"))
    if not height:
        w.note("Both are on the same level, so the angle does not matter", rule)
        return Steep(height, distance, angle, dead, True)
    free = free_line(r, distance, dead)
    found = "is beyond" if distance > dead else "is on" if distance == dead else "is within"
    w.note(f'{write_number(distance)}" {found} the line: {"free" if free else "blocked"}', rule)
    return Steep(height, distance, angle, dead, free)


@procedure
def free_line(r: Reader, distance: Number, dead: Number) -> bool:
    """A line is free beyond the dead ground; on other readings within it, or at its end as well."""
    return {"steep": distance > dead, "flat": distance <= dead, "steeper-only": distance >= dead}[r.read_as("angle-45")]


def side_view(
    line: Steep, upper: str, lower: str, up: Fraction | None = None, down: Fraction | None = None
) -> Tabletop:
    """Return the side view of the wall, the line between two men and the steepest line.

    up and down are the chances of a hit.
    """
    wall, way = [(0, 0), (0, line.height)], [(0, line.height), (line.distance, 0)]
    sight = Line(way, "free line", "sight") if line.free else Line(way, "blocked line", "blocked")
    return Tabletop(
        "The line between the men and the steepest line allowed, seen from the side.",
        "inches",
        figures=[
            Figure(0, line.height, upper, "own", touched=up, grip=ahead("height")),
            Figure(line.distance, 0, lower, "enemy", touched=down, grip=across("distance")),
        ],
        lines=[
            Line(wall, "wall", "wall"),
            Line([(0, line.height), (line.dead_ground, 0)], f"{line.angle}° line", "path"),
            sight,
        ],
        side=True,
        name="side",
    )

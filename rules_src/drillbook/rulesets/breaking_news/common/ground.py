"""The playing area: the table for the figures, its scale, and its picture.

Both basics and setup use it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Choice, Cited, Reader
from drillbook.asking.exhibits import Disc, Figure, Line, Tabletop
from drillbook.maths import Number, exact

FIGURES = Choice({"28": "28 mm", "20": "20 mm"}, label="Figures")
LARGE, SMALL = "basics.table-28mm", "basics.table-20mm"
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))


@dataclass(frozen=True, slots=True)
class Ground:
    """A table: the length of its side, the scale of distances, and the rule that advises it.

    side is in cm and inches is the same length in inches. scale is the factor for distances.
    """

    side: int
    inches: int
    scale: Number
    rule: str


def ground_for(r: Reader, figures: str, *, measured: bool = True) -> Ground:
    """Return the table advised for figures of that height.

    measured: whether distances are measured on it. Only then the ruling decides whether distances shrink with the
    table.
    """
    advised = {str(r.ruleset.rule(name).values["figure"]): name for name in (LARGE, SMALL)}[figures]
    side = r.int(advised, "side")
    shrinks = measured and advised == SMALL and r.holds("small-table", "scaled-down")
    scale = Fraction(side, r.int(LARGE, "side")) if shrinks else 1
    return Ground(side, r.int(advised, "inches"), scale, r.cite(advised))


def scaled(r: Reader, ground: Ground, name: str, part: str | None = None) -> Cited:
    """Return a distance of a rule as it counts on that table."""
    length = r.cited(name, part)
    return Cited(exact(length.number * Fraction(ground.scale)), length.rule)


def in_inches(r: Reader, ground: Ground, name: str) -> str:
    """Return a distance in inches, as the rule prints it; an empty text if the table is scaled."""
    return f" ({r.int(name, 'inches')} inches)" if ground.scale == 1 else ""


def plan(
    r: Reader,
    caption: str,
    ground: Ground,
    *,
    strips: Sequence[tuple[Number, str]] = (),
    rim: Number = 0,
    discs: Sequence[Disc] = (),
    figures: Sequence[Figure] = (),
    lines: Sequence[Line] = (),
    name: str = "table",
) -> Tabletop:
    """Return the table from above, with the player's own edge at the bottom.

    It shows the outline, level lines at the given depths (strips), and a rim along the edges.
    """
    side = ground.side
    drawn = [Line([(x * side, y * side) for x, y in SQUARE], kind="wall")]
    drawn += [Line([(0, depth), (side, depth)], label, "path") for depth, label in strips]
    if rim:
        inner = side - rim - rim
        drawn.append(Line([(rim + x * inner, rim + y * inner) for x, y in SQUARE], kind="path"))
    return Tabletop(caption, r.ruleset.unit, discs=discs, figures=figures, lines=[*drawn, *lines], name=name)

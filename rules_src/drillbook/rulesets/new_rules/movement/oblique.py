"""Movement: a move at a slant, and where it ends."""

from dataclasses import dataclass
from fractions import Fraction
from math import cos, hypot, radians, sin
from typing import Annotated

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number
from drillbook.maths.number_words import root_text
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale


@dataclass(frozen=True, slots=True)
class Oblique:
    """How far ahead and how far sideways it gets, in S as a tape shows it."""

    ahead: str
    aside: str


@question("nr/oblique?far=2&slant=45&short=4&measure=inches", "nr/oblique?far=3&slant=-30&short=10&measure=cm")
def oblique(
    r: Reader,
    *,
    far: Annotated[Number, Length(0, 8, step=Fraction(1, 4), default=2, label="Distance")],
    slant: Annotated[int, Count(-60, 60, step=15, default=45, unit="degrees", label="Slant", help="To the left below zero.")],
    short: Short,
    measure: Measure,
) -> Breakdown[Oblique]:  # fmt: skip
    """Where does it end up?"""
    w, table, most = Working(r), scale(r, short, measure), r.int("movement.oblique")
    w.forbid(f"A slant of {abs(slant)} degrees is more than {most}.", "movement.oblique", when=abs(slant) > most)
    w.then("goes, in S", far, "movement.speed")
    turn = radians(abs(slant))
    ahead, aside = (root_text(Fraction(float(far) * part(turn)) ** (1 + 1)) for part in (cos, sin))
    w.note(f"{ahead} S ahead and {aside} S aside", "movement.oblique-components")
    w.note("it faces as before", "movement.oblique-facing")
    way = "" if not slant else " to the right" if slant > 0 else " to the left"
    return w.answer(
        Oblique(ahead, aside),
        headline=f"{ahead} S ahead, {aside} S{way or ' aside'}; it faces as before",
        exhibits=[_plan(far, slant, most, ahead, aside), table.card()],
    )


def _plan(far: Number, slant: int, most: int, ahead: str, aside: str) -> Tabletop:
    """Return a plan of the move from above, between the steepest slants that are allowed."""
    long, turn = float(far), radians(slant)
    x, y = long * sin(turn), long * cos(turn)
    reach = max(hypot(x, y), 1)
    edges = [(sign * reach * sin(radians(most)), reach * cos(radians(most))) for sign in (-1, 1)]
    return Tabletop(
        "It starts below and faces up all the while; the dashed lines are the steepest slants", "S",
        figures=[
            Figure(0, 0, "start", "own"),
            Figure(x, y, "end", "own", grip=Grip(away="far", turn="slant")),
        ],
        lines=[
            *(Line([(0, 0), edge], "", "blocked") for edge in edges),
            Line([(0, 0), (x, y)], "", "sight"),
            Line([(0, y), (x, y)], f"{aside} S", "path"),
            Line([(0, 0), (0, y)], f"{ahead} S", "path"),
        ],
    )  # fmt: skip

"""What a distance on the table is on the ground."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Length, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import Number, exact, write_number

TABLE = Length(0, 240, default=30, step=Fraction(1, 2), label="On the table")


@dataclass(frozen=True, slots=True)
class GroundScale:
    """The metres on the ground, and how many bases long it is."""

    metres: Number
    bases: Number


@question("gw/ground-scale?distance=30", "gw/ground-scale?distance=6")
def ground_scale(r: Reader, *, distance: Annotated[Number, TABLE]) -> Breakdown[GroundScale]:
    """How far is that on the ground?"""
    w = Working(r)
    metre, ratio = r.num("scope.scale-2mm", "metre"), r.num("scope.scale-2mm", "ratio")
    w.start("cm on the table", distance, "scope.scale-2mm")
    w.times("true size", ratio, "scope.scale-2mm")
    metres = w.divide("cm to a metre", metre, "scope.scale-2mm")
    w.then("cm on the table", distance, "scope.scale-2mm")
    w.divide("cm to an inch", r.cited("shooting.range", "inch"))
    bases = w.divide("inches of a base", r.cited("scope.base-size", "long"))
    far = (0, int(TABLE.high))
    line = {"on the ground": [(one, exact(Fraction(one * ratio) / metre)) for one in far]}
    return w.answer(
        GroundScale(exact(metres), exact(bases)),
        headline=f"{write_number(metres)} m, by the scale of the figures",
        exhibits=[
            Curves(
                "Metres on the ground, by the scale of the figures",
                "cm on the table",
                "Metres",
                line,
                chance=False,
                here=distance,
                sets="distance",
                name="ground",
            )
        ],
    )

"""How many bounds a platoon needs to cross a distance."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.great_war_1418.common.inputs import Going, Road, Speed, Transport
from drillbook.rulesets.great_war_1418.common.moving import March, distance


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds that a distance takes.

    bounds: how many; each: the cm of an ordinary bound;
    assault: the cm of the assault at the end, None if the platoon walks
    all the way.
    """

    bounds: int
    each: Number
    assault: Number | None


@question(
    "gw/bounds-to-cross?gap=30&speed=medium-inf&start=open&last=yes",
    "gw/bounds-to-cross?gap=30&speed=medium-inf&start=rough",
    "gw/bounds-to-cross?gap=40&speed=slow-inf&transport=mech&start=open&road=yes",
)
def bounds_to_cross(
    r: Reader,
    *,
    gap: Annotated[Number, Length(1, 60, step=Fraction(1, 2), default=30, label="Distance")],
    speed: Speed,
    transport: Transport,
    start: Going,
    road: Road,
    slowed: Annotated[
        bool,
        Flag(label="Slowed by an injury", help="All the way, unless an injury is read to slow no longer than a bound."),
    ],
    last: Annotated[bool, Flag(label="The last bound is an assault")],
) -> Breakdown[Bounds]:
    """How many bounds until it is there?"""
    w = Working(r)
    walk = March(speed, start, transport=transport, road=road, slowed=slowed)
    each = first = distance(r, w, walk)
    charge = distance(r, w, replace(walk, assault=True)) if last else None
    free_later = slowed and gap > (first if charge is None else charge) and r.holds("black-marker", "one-bound")
    if free_later:
        w.note("after one bound the injury slows no longer", "injuries.half")
        walk = replace(walk, slowed=False)
        each = distance(r, w, walk)
        charge = distance(r, w, replace(walk, assault=True)) if last else None
    left = max(0, gap - (charge or 0) - (first if free_later else 0))
    w.forbid("Its move does not come to a whole cm, so it never gets there.", "movement.speeds", when=left and not each)
    w.then("to be walked, in cm", exact(left), "movement.speeds")
    w.divide("each bound", each or 1, "movement.speeds")
    bounds = ceil(w.total) + free_later
    w.then("bounds of walking", bounds, "movement.speeds")
    if charge is not None:
        bounds = w.add("and the assault", 1, "movement.assault")
    points = [(0, gap)]
    for bound in range(1, bounds + 1):
        step = charge if charge is not None and bound == bounds else first if bound == 1 else each
        points.append((bound, exact(max(0, points[-1][1] - step))))
    return w.answer(
        Bounds(bounds, each, charge),
        headline=f"{counted(bounds, 'bound')} for {write_number(gap)} cm, {write_number(each)} cm each"
        + (f", {write_number(first)} cm in the first" if free_later else "")
        + (f" and an assault of {write_number(charge)} cm" if charge is not None else ""),
        exhibits=[
            Curves("How far it still has to go", "Bound", "cm to go", {"to go": points}, step=True, chance=False)
        ],
    )

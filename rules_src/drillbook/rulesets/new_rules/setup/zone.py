"""Setup: whether a unit is within its zone of deployment."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.new_rules.common.lengths import LONG, Measure, Short, scale
from drillbook.rulesets.new_rules.common.plan import block, middle

SIDES = {"attacker": "The attacker's first half", "rest": "The attacker's second half", "defender": "The defender's"}
RULES = {
    "attacker": "setup.attacker-first-zone",
    "rest": "setup.attacker-second-zone",
    "defender": "setup.defender-zone",
}
#: What of the unit has to be inside, by the readings of the ruling.
POINTS = {"whole-unit": "its farthest part", "nearest-part": "its nearest part", "middle": "its middle"}


@dataclass(frozen=True, slots=True)
class Zone:
    """Whether a unit is placed correctly, how deep its zone is, and where the unit counts.

    counts_at: how far from the end of the table the part that counts is. Lengths are in the table's measure.
    """

    legal: bool
    deep: Number
    counts_at: Number


@question(
    "nr/zone?side=attacker&deep=4&away=14.5&short=6&measure=inches",
    "nr/zone?side=defender&deep=2&away=10&short=4&measure=inches",
)
def zone(
    r: Reader,
    *,
    side: Annotated[str, Choice(SIDES, label="The unit is")],
    deep: Annotated[
        Number,
        Length(Fraction(1, 2), 20, step=Fraction(1, 2), default=2, unit="units", label="Its depth"),
    ],
    away: Annotated[
        Number,
        Length(
            0,
            90,
            step=Fraction(1, 2),
            default=6,
            unit="units",
            label="Off the end",
            help="From its own end of the table to its nearest part.",
        ),
    ],
    short: Short,
    measure: Measure,
) -> Breakdown[Zone]:
    """Is it set out within its zone?"""
    w, table = Working(r), scale(r, short, measure)
    w.then("the zone reaches, in L", RULES[side])
    limit = w.times(f"{table.measure} in L", table.of(LONG), "setup.zone-depth")
    reading = r.read_as("zone-within")
    parts = {"nearest-part": away, "middle": exact(middle(away, away + deep)), "whole-unit": away + deep}
    counts = w.then(f"{table.measure} from the end to {POINTS[reading]}", parts[reading], RULES[side])
    legal = counts <= limit
    where = (
        f"{POINTS[reading]} is {write_number(counts)} {table.measure} from the end, the zone {write_number(limit)} deep"
    )
    return w.answer(
        Zone(legal, limit, counts),
        headline=f"{'Yes' if legal else 'No'}: {where}",
        exhibits=[_plan(table.measure, limit, deep, away)],
    )


def _plan(measure: str, limit: Number, deep: Number, away: Number) -> Tabletop:
    """Return a plan of the end of the table from above, with the unit as a block."""
    wide = max(Fraction(limit), Fraction(deep))
    half = middle(wide)
    return Tabletop(
        "The end of the table below, the limit of the zone above it", measure,
        figures=[Figure(0, exact(middle(away, away + deep)), "the unit", "own", grip=ahead("away"))],
        lines=[
            Line([(-wide, 0), (wide, 0)], "the end of the table", "wall"),
            Line([(-wide, limit), (wide, limit)], "the limit of the zone", "blocked"),
            block(-half, half, away, away + deep),
        ],
    )  # fmt: skip

"""Melee: the band of two totals, and the plane of all of them."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Curves, Grid
from drillbook.maths import counted, shown
from drillbook.rulesets.new_rules.common.bands import (
    BEATEN,
    BROKEN_INTO,
    HELD,
    MELEE,
    NOTHING,
    PRESSED,
    RIDDEN_DOWN,
    Attack,
)

#: What a band says (its points where they are several), and how far it leans to either side.
SAYS = {
    BEATEN: "the attacker takes a point and {back}recoils",
    HELD: "the attacker takes a point if the defender's roll is even",
    NOTHING: "nothing happens",
    PRESSED: "the defender takes a point if the attacker's roll is even",
    BROKEN_INTO: "the defender takes a point and a critical event",
    RIDDEN_DOWN: "the defender takes {points} and a critical event",
}
LEAN = (BEATEN, HELD, NOTHING, PRESSED, BROKEN_INTO, RIDDEN_DOWN)


@dataclass(frozen=True, slots=True)
class RatioBand:
    """The band, what it says, and the totals as they count."""

    band: str
    says: str
    attacker: int
    defender: int


@question(
    "nr/ratio-band?attacker=7&defender=3",
    "nr/ratio-band?attacker=6&defender=3",
    "nr/ratio-band?attacker=9&defender=3",
    "nr/ratio-band?attacker=3&defender=6",
    "nr/ratio-band?attacker=-1&defender=-1",
    "nr/ratio-band?attacker=5&defender=1",
)
def ratio_band(
    r: Reader,
    *,
    attacker: Annotated[int, Count(-5, 15, default=7, label="Attacker's total")],
    defender: Annotated[int, Count(-5, 15, default=3, label="Defender's total")],
) -> Breakdown[RatioBand]:
    """Which band is that?"""
    w = Working(r)
    attack = Attack(r, MELEE, 0, 0)
    own, other = attack.totals(attacker, defender)
    band = attack.band(own, other)
    w.then("attacker's total", attacker, "melee.total")
    w.at_least("no total counts for less", own, "melee.total", when=own > attacker)
    w.then("defender's total", defender, "melee.total")
    w.at_least("no total counts for less", other, "melee.total", when=other > defender)
    twice, thrice = (r.int("melee.equality-gap", part) for part in ("double", "triple"))
    gap = own == twice * other or own == thrice * other or other == twice * own
    w.note("just so many times the other, which no band names", "melee.equality-gap", when=gap and own != other)
    w.note("equal totals are the defender's", "melee.tie", when=own == other)
    points = counted(attack.scheme.worth.get(band, 0), "point")
    own_recoil = band != BEATEN or r.holds("attacker-recoils", "the-attacker")
    says = SAYS[band].format(points=points, back="" if own_recoil else "the defender ")
    w.then(says, band, attack.rule(band))
    w.note("the bands of a round", "melee.band-table")
    value = RatioBand(band, says, own, other)
    return w.answer(
        value,
        headline=f"{attacker} against {defender}: {says}".replace("-", "−"),
        exhibits=[_plane(attack, attacker, defender), _lines(r, attack, max(1, other))],
    )


def _plane(attack: Attack, attacker: int, defender: int) -> Grid:
    """Return a grid of all totals up to those asked for, by how far each favours a side."""
    most = max(attacker, defender, max(attack.r.dice("melee.both-roll", "six").outcomes))
    least = min(attacker, defender, -1)
    totals = list(range(least, most + 1))
    zero = LEAN.index(NOTHING)
    return Grid(
        "All totals: below zero the attacker suffers, above it the defender", "Attacker", "Defender",
        [shown(one) for one in totals], [shown(one) for one in totals],
        [[LEAN.index(attack.band(*attack.totals(own, other))) - zero for other in totals] for own in totals],
        chance=False, what="change", here=(totals.index(attacker), totals.index(defender)),
        by_row={"attacker": totals}, by_column={"defender": totals}, name="plane",
    )  # fmt: skip


def _lines(r: Reader, attack: Attack, defender: int) -> Curves:
    """Where the bands meet, as lines over the defender's total."""
    defenders = range(defender + max(r.dice("melee.both-roll", "six").outcomes) + 1)
    ratios = dict(attack.scheme.ratios)
    theirs, twice, thrice = (ratios[band] for band in (BEATEN, BROKEN_INTO, RIDDEN_DOWN))
    return Curves(
        "The attacker's total at which a band ends, over the defender's", "Defender's total", "Attacker's total",
        {
            "Equal": [(one, one) for one in defenders],
            "Double": [(one, twice * one) for one in defenders],
            "Triple": [(one, thrice * one) for one in defenders],
            "The defender's double": [(theirs * one, one) for one in defenders if theirs * one in defenders],
        },
        chance=False, name="lines",
    )  # fmt: skip

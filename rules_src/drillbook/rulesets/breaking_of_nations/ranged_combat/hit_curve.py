"""Ranged combat: how the chance to hit falls with the number needed."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import spoken
from drillbook.maths.number_words import percent
from drillbook.rulesets.breaking_of_nations.common.shot_die import critical_chance, hit_chance, hits_on


@dataclass(frozen=True, slots=True)
class HitCurve:
    """A number needed: its chance to hit, the critical part, and the effect of one point.

    ordinary is the part of the chance that is no critical. easier and harder are the chances to hit if the number is one
    point lower or higher.
    """

    hit: Fraction
    critical: Fraction
    ordinary: Fraction
    easier: Fraction
    harder: Fraction


@question("bon/hit-curve?needed=8", "bon/hit-curve?needed=0", "bon/hit-curve?needed=17&ruling.twelve-over-target=B")
def hit_curve(
    r: Reader, *, needed: Annotated[int, Count(-1, 20, default=8, label="Number needed")]
) -> Breakdown[HitCurve]:
    """What is one point more or less worth to a shot?"""
    w = Working(r)
    w.then("the die", "ranged-combat.die")
    r.cite("ranged-combat.target-number")
    hit = w.then("chance to hit", hit_chance(r, needed), "ranged-combat.die")
    critical = w.then("of it, a critical hit", critical_chance(r, needed), "ranged-combat.critical")
    easier = w.then("needing a point less", hit_chance(r, needed - 1), "ranged-combat.die")
    harder = w.then("needing a point more", hit_chance(r, needed + 1), "ranged-combat.die")
    top = r.int("ranged-combat.critical")
    steps = range(-1, max(top, needed) + 1 + 1)
    curves = Curves(
        "The chance of a hit, by the number needed",
        "Number needed",
        "Chance",
        {
            "hit": [(one, hit_chance(r, one)) for one in steps],
            "critical": [(one, critical_chance(r, one)) for one in steps],
        },
        marks=((1, "surely"), (top, "the critical")),
        step=True,
        here=needed,
        sets="needed",
    )
    value = HitCurve(hit, critical, hit - critical, easier, harder)
    less, more = (percent(one) if one not in (0, 1) else spoken(one) for one in (easier, harder))
    return w.answer(
        value,
        headline=f"{hits_on(r, needed, hit)}; a point less: {less}, a point more: {more}",
        chance=hit,
        exhibits=[curves],
    )

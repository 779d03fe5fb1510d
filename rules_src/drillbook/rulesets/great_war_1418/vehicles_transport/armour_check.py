"""Who can harm a vehicle, and what its armour is worth."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Reader, Working, question
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import shown, spoken
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.firing import die_of, fire_of, hits_of
from drillbook.rulesets.great_war_1418.common.ground import Place
from drillbook.rulesets.great_war_1418.common.inputs import TARGETS, Carried, Going, Works, units
from drillbook.rulesets.great_war_1418.common.rolling import as_rolled, once
from drillbook.rulesets.great_war_1418.vehicles_transport._vehicle import Vehicle, hardness, has_values, kind_of

NAKED, ARMOURED = "if it were no vehicle", "as it is"


@dataclass(frozen=True, slots=True)
class ArmourCheck:
    """The Resilience of a vehicle, and the chances to hit and to remove it.

    plain, boosted: the chance of a plain die and of the die with the bonus; removed: the chance to be removed;
    unarmoured: the same without armour.
    """

    resilience: int
    plain: Fraction
    boosted: Fraction
    removed: Fraction
    unarmoured: Fraction


@question(
    "gw/armour-check?shooter=early-hmg&vehicle=mother-tanks&going=open",
    "gw/armour-check?shooter=seven-cm-field-guns&vehicle=medium-whip&going=rough&moving=yes",
    "gw/armour-check?shooter=line-inf&vehicle=mother-tanks&going=open&works=defensible&carried=1",
)
def armour_check(
    r: Reader,
    *,
    shooter: Annotated[str, units("Shooter", "early-hmg", where="shoots")],
    vehicle: Vehicle,
    going: Going,
    works: Works,
    moving: Annotated[bool, Flag(label="It moves")],
    carried: Carried,
) -> Breakdown[ArmourCheck]:
    """Can they hurt this vehicle?"""
    w = Working(r)
    kind = kind_of(r, w, vehicle)
    unknown = not has_values(r, w, vehicle, kind)
    w.forbid(
        f"{kind.name} have no row in the chart: the players have to agree on their values.", kind.rule, when=unknown
    )
    tough = hardness(r, w, kind, Place(going, works), moving)
    fire = fire_of(r, w, shooter, tough, vehicle=True)
    dice = as_rolled(r, fire.dice)
    plain = w.then("a plain die hits", die_of(r, fire), "shooting.match-or-beat")
    helped = die_of(r, fire, boosted=True) if dice.boosted else plain
    w.then(f"the die with +{dice.bonus}", helped, "shooting.bonus-one-die", when=dice.boosted)
    ends = {
        name: harm.fates(r, hits_of(r, one), carried)
        for name, one in ((ARMOURED, fire), (NAKED, replace(fire, again=False)))
    }
    removed = w.then("chance that it is removed", ends[ARMOURED][harm.REMOVED], "injuries.two-hits")
    bare = w.then("the same without armour", ends[NAKED][harm.REMOVED], "injuries.two-hits")
    values = range(int(TARGETS.low), int(TARGETS.high) + 1)
    lines = {
        "as it is": [(one, die_of(r, replace(fire, resilience=one))) for one in values],
        "rolled once": [(one, once(r, one)) for one in values],
    }
    hurt = 1 - ends[ARMOURED][harm.fate(r, carried)]
    return w.answer(
        ArmourCheck(tough, plain, helped, removed, bare),
        headline=f"R{shown(tough)}; one volley hurts it: {spoken(hurt)}; removed: {spoken(removed)}",
        chance=hurt,
        distribution=ends[ARMOURED],
        exhibits=[
            Curves("Chance that a plain die of theirs hits", "Resilience", "Chance", lines, here=tough, name="die"),
            Bars("How one volley leaves it", "The vehicle", ends, name="fate"),
        ],
    )

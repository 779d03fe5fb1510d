"""What an officer or a hero takes off a unit's GL."""

from typing import Annotated

from drillbook.asking import Breakdown, Flag, Reader, Working, question
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, half_inches
from drillbook.rulesets.breaking_of_nations.common.morale import Morale
from drillbook.rulesets.breaking_of_nations.common.orders import RELIEF, order_price
from drillbook.rulesets.breaking_of_nations.common.relief import (
    HEROISM,
    UNTESTED,
    Deed,
    LeftByTriggers,
    Relief,
    relieved,
)


@question(
    "bon/glory-relief?grade=regular&shaken=2&deed=rally&distance=6&near=yes",
    "bon/glory-relief?grade=green&shaken=2&deed=heroism",
    "bon/glory-relief?grade=veteran&shaken=3&deed=fallback",
)
def glory_relief(
    r: Reader,
    *,
    grade: Grade,
    shaken: LeftByTriggers,
    deed: Deed,
    distance: Annotated[Number, half_inches("How far away", 48, 6, help="From the officer or the heroes.")],
    near: Annotated[bool, Flag(default=True, label="The umpire calls it near")],
) -> Breakdown[Relief]:
    """What does a rally, a fallback or a heroic deed take off my unit's GL?"""
    m, w = Morale(r, grade, without=UNTESTED), Working(r)
    m.start(w, shaken, "left on it by triggers")
    helped, why = near, f"which the umpire {'calls' if near else 'does not call'} near"
    if r.holds("nearby-undefined", "named-distance"):
        reach = r.num("glory.take-cover")
        helped, why = distance <= reach, f'and near ends at {write_number(reach)}"'
    w.note(f'{write_number(distance)}" apart, {why}', f"glory.{deed}")
    cost = order_price(r, RELIEF) if helped and deed != HEROISM else 0
    return relieved(r, w, m, deed, cost=cost, lacking=None if helped else "Too far")

"""Glory: what a leader's order or a heroic deed takes off a unit's GL."""

from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, half_inches
from drillbook.rulesets.breaking_of_nations.common.morale import Morale
from drillbook.rulesets.breaking_of_nations.common.relief import (
    FALLBACK,
    HEROISM,
    RALLY,
    UNTESTED,
    Deed,
    Relief,
    relieved,
)
from drillbook.rulesets.fixed_baynet.common.inputs import LeftByTriggers

OFFICER = "officer"
LEADERS = {OFFICER: "Officer", "nco": "NCO", "hero": "Hero"}
ORDERS_OF = {OFFICER: "an officer's order", "nco": "an NCO's order", "hero": "a hero's order"}
ORDERED: dict[str, Any] = {"when": {"deed": (RALLY, FALLBACK)}, "why_not": "A heroic deed is nobody's order."}


@question(
    "fb/glory-relief?grade=regular&shaken=2&deed=rally&distance=6",
    "fb/glory-relief?grade=native-green&shaken=2&deed=heroism&distance=8",
    "fb/glory-relief?grade=elite&shaken=3&deed=fallback&leader=nco",
    replaces="glory-relief",
)
def glory_relief(
    r: Reader,
    *,
    grade: Grade,
    shaken: LeftByTriggers,
    deed: Deed,
    leader: Annotated[str, Choice(options=LEADERS, default="nco", label="Ordered by", **ORDERED)],
    distance: Annotated[Number, half_inches("How far away", 48, 6, help="From the leader or the heroes.", bands=("glory.take-cover",))],
    seen: Annotated[bool, Flag(default=True, label="In sight")],
) -> Breakdown[Relief]:  # fmt: skip
    """What does a rally, a fallback or a heroic deed take off my unit's GL?"""
    m, w = Morale(r, grade, without=UNTESTED), Working(r)
    m.start(w, shaken, "left on it by triggers")
    _check_leader(r, w, deed, leader)
    cost = r.int("turn-sequence.action-cost") if deed != HEROISM else 0
    return relieved(r, w, m, deed, cost=cost, lacking=_lacking(r, w, distance, seen))


def _check_leader(r: Reader, w: Working, deed: str, leader: str) -> None:
    """Refused where he who gives the order may not."""
    if deed == HEROISM:
        w.note("what a unit close by has done", "glory.heroic")
        return
    rule = "glory.rally-who" if deed == RALLY else "glory.fallback-order"
    barred = r.holds("who-rallies", "officers-only") and leader != OFFICER
    w.forbid("Only an officer may give that order.", rule, when=barred)
    w.note(ORDERS_OF[leader], rule)


def _lacking(r: Reader, w: Working, distance: Number, seen: bool) -> str | None:
    """In which words help does not come; None where it is near enough."""
    apart = f'{write_number(distance)}" apart'
    if r.holds("nearby", "in-sight"):
        w.note(f"{apart}, {'in' if seen else 'out of'} sight", "glory.heroic")
        return None if seen else "Out of sight"
    reach = r.num("glory.take-cover")
    w.note(f'{apart}, and near ends at {write_number(reach)}"', "glory.heroic")
    return None if distance <= reach else "Too far"

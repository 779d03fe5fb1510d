"""Glory: what a leader's order or a heroic deed takes off a unit's GL."""

from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Mark, Stack
from drillbook.asking.kinds import Choice, Count, Flag
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, half_inches
from drillbook.rulesets.breaking_of_nations.common.morale import DEEDS, Morale

RALLY, FALLBACK, HEROISM = "rally", "fallback", "heroism"
DONE = {one: DEEDS[one] for one in (RALLY, FALLBACK, HEROISM)}
OFFICER = "officer"
LEADERS = {OFFICER: "Officer", "nco": "NCO", "hero": "Hero"}
ORDERS_OF = {OFFICER: "an officer's order", "nco": "an NCO's order", "hero": "a hero's order"}
ORDERED: dict[str, Any] = {"when": {"deed": (RALLY, FALLBACK)}, "why_not": "A heroic deed is nobody's order."}


@dataclass(frozen=True, slots=True)
class Relief:
    """GL before and after, what it costs the leader (nothing where help is too far away), and whether the unit is in panic still."""

    before: int
    after: int
    cost: int | None
    still_panics: bool


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
    shaken: Annotated[int, Count(0, 5, default=2, label="Points above its grade", help="What triggers have left on the unit.")],
    deed: Annotated[str, Choice(options=DONE, default=RALLY, label="What is done")],
    leader: Annotated[str, Choice(options=LEADERS, default="nco", label="Ordered by", **ORDERED)],
    distance: Annotated[Number, half_inches("How far away", 48, 6, help="From the leader or the heroes.", bands=("glory.take-cover",))],
    seen: Annotated[bool, Flag(default=True, label="In sight")],
) -> Breakdown[Relief]:  # fmt: skip
    """What does a rally, a fallback or a heroic deed take off my unit's GL?"""
    m, w = Morale(r, grade), Working(r)
    before = m.start(w, shaken, "left on it by triggers")
    ordered = deed != HEROISM
    _check_leader(r, w, deed, leader)
    helped = _near(r, w, distance, seen)
    parts: list[tuple[str, Number]] = [(f"{m.name} soldiers", m.printed), ("left by triggers", before - m.printed)]
    panic = Mark(m.panic, "panic", side="at_most")
    if not helped:
        picture = Stack("How near to panic the unit stays, with nobody near enough to help", "GL", parts, panic)
        told = Relief(before, before, None, before >= m.panic)
        hidden = r.holds("nearby", "in-sight")
        return w.answer(
            told, headline=f"{'Out of sight' if hidden else 'Too far'}: GL stays {before}", exhibits=[picture]
        )
    cost = r.int("turn-sequence.action-cost") if ordered else 0
    w.note("the squad goes away from the enemy, and may still shoot", "glory.fallback-move", when=deed == FALLBACK)
    w.subtract(DEEDS[deed].lower(), f"glory.{deed}")
    if m.floor is not None:
        w.at_least("GL never below the floor", m.floor, "stats.soldier-table")
    after = w.whole
    parts.append((DEEDS[deed].lower(), after - before))
    fate = f"stays {after}, as low as it goes" if after == before else f"{before} falls to {after}"
    panics = ", still panic" if after >= m.panic else ""
    return w.answer(
        Relief(before, after, cost, after >= m.panic),
        headline=f"GL {fate}{panics}, for {cost} AC" if cost else f"GL {fate}{panics}",
        exhibits=[Stack("How near to panic the unit is, and what is taken off", "GL", parts, panic)],
    )


def _check_leader(r: Reader, w: Working, deed: str, leader: str) -> None:
    """Refused where he who gives the order may not."""
    if deed == HEROISM:
        w.note("what a unit close by has done", "glory.heroic")
        return
    rule = "glory.rally-who" if deed == RALLY else "glory.fallback-order"
    barred = r.holds("who-rallies", "officers-only") and leader != OFFICER
    w.forbid("Only an officer may give that order.", rule, when=barred)
    w.note(ORDERS_OF[leader], rule)


def _near(r: Reader, w: Working, distance: Number, seen: bool) -> bool:
    """Whether it is near enough to help."""
    apart = f'{write_number(distance)}" apart'
    if r.holds("nearby", "in-sight"):
        w.note(f"{apart}, {'in' if seen else 'out of'} sight", "glory.heroic")
        return seen
    reach = r.num("glory.take-cover")
    w.note(f'{apart}, and near ends at {write_number(reach)}"', "glory.heroic")
    return distance <= reach

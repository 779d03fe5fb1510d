"""What an officer or a hero takes off a unit's GL."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Mark, Stack
from drillbook.asking.kinds import Choice, Count, Flag
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, half_inches
from drillbook.rulesets.breaking_of_nations.common.morale import DEEDS, Morale

DONE = {one: DEEDS[one] for one in ("rally", "fallback", "heroism")}


@dataclass(frozen=True, slots=True)
class Relief:
    """GL before and after, and what it costs the officer; no cost where help is too far away."""

    before: int
    after: int
    cost: int | None
    still_panics: bool


@question(
    "bon/glory-relief?grade=regular&shaken=2&deed=rally&distance=6&near=yes",
    "bon/glory-relief?grade=green&shaken=2&deed=heroism",
    "bon/glory-relief?grade=veteran&shaken=3&deed=fallback",
)
def glory_relief(
    r: Reader,
    *,
    grade: Grade,
    shaken: Annotated[
        int, Count(0, 5, default=2, label="Points above its grade", help="What triggers have left on the unit.")
    ],
    deed: Annotated[str, Choice(options=DONE, default="rally", label="What is done")],
    distance: Annotated[Number, half_inches("How far away", 48, 6, help="From the officer or the heroes.")],
    near: Annotated[bool, Flag(default=True, label="The umpire calls it near")],
) -> Breakdown[Relief]:
    """What does a rally, a fallback or a heroic deed take off my unit's GL?"""
    m, w = Morale(r, grade), Working(r)
    before = m.start(w, shaken, "left on it by triggers")
    helped, why = near, f"which the umpire {'calls' if near else 'does not call'} near"
    if by_ruler := r.holds("nearby-undefined", "named-distance"):
        reach = r.num("glory.take-cover")
        helped, why = distance <= reach, f'and near ends at {write_number(reach)}"'
    w.note(f'{write_number(distance)}" apart, {why}', f"glory.{deed}")
    parts: list[tuple[str, Number]] = [(f"{m.name} soldiers", m.printed), ("left by triggers", before - m.printed)]
    panic = Mark(m.panic, "panic", side="at_most")
    if not helped:
        return w.answer(
            Relief(before, before, None, before >= m.panic),
            headline=f"Too far: GL stays {before}",
            exhibits=[Stack("How near to panic the unit stays, with help too far away", "GL", parts, panic)],
        )
    cost = 0 if by_ruler or deed == "heroism" else r.int("turn-sequence.action-cost")
    w.note("the squad goes away from the enemy, and may still shoot", "glory.fallback-move", when=deed == "fallback")
    w.subtract(DEEDS[deed].lower(), f"glory.{deed}")
    if m.floor is not None:
        w.at_least("GL never below the floor", m.floor, "stats.soldier-table")
    after = w.whole
    fate = f"stays {after}, as low as it goes" if after == before else f"{before} falls to {after}"
    parts.append((DEEDS[deed].lower(), after - before))
    return w.answer(
        Relief(before, after, cost, after >= m.panic),
        headline=f"GL {fate}, for {cost} AC" if cost else f"GL {fate}",
        exhibits=[Stack("How near to panic the unit is, and what is taken off", "GL", parts, panic)],
    )

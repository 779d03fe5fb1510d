"""The points that an officer or a hero takes off a unit's GL, once his help is settled.

The module has no chapter of its own: a rally, a fallback and a heroic deed work alike, here and in a layer that also
considers who gives the order.
"""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working
from drillbook.asking.exhibits import Mark, Stack
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.morale import DEEDS, Morale

RALLY, FALLBACK, HEROISM = "rally", "fallback", "heroism"
DONE = {one: DEEDS[one] for one in (RALLY, FALLBACK, HEROISM)}

#: What no help touches: it comes before any test, and whatever has shaken the unit.
UNTESTED = (
    "civilian-hair-trigger", "gl-modifiers-once", "gl-one-test", "gl-standing", "glory-timing", "high-gear-stack",
)  # fmt: skip
LeftByTriggers = Annotated[
    int, Count(0, 5, default=2, label="Points above its grade", help="What triggers have left on the unit.")
]
Deed = Annotated[str, Choice(options=DONE, default=RALLY, label="What is done")]


@dataclass(frozen=True, slots=True)
class Relief:
    """A relief: the GL before and after, the leader's cost in AC, and whether the unit panics.

    cost is None if no help comes. still_panics states whether the unit is still in panic.
    """

    before: int
    after: int
    cost: int | None
    still_panics: bool


def relieved(r: Reader, w: Working, m: Morale, deed: str, *, cost: int, lacking: str | None) -> Breakdown[Relief]:
    """Return the answer for a unit whose GL is the value in `w`.

    cost is the AC of the order. lacking is the reason in words why help does not come, or None if it comes.
    """
    before = w.whole
    parts: list[tuple[str, Number]] = [(f"{m.name} soldiers", m.printed), ("left by triggers", before - m.printed)]
    panic = Mark(m.panic, "panic", side="at_most")
    if lacking:
        return w.answer(
            Relief(before, before, None, before >= m.panic),
            headline=f"{lacking}: GL stays {before}",
            exhibits=[Stack("How near to panic the unit stays, with nobody near enough to help", "GL", parts, panic)],
        )
    w.note("the squad goes away from the enemy, and may still shoot", "glory.fallback-move", when=deed == FALLBACK)
    w.subtract(DEEDS[deed].lower(), f"glory.{deed}")
    if m.floor is not None:
        w.at_least("GL never below the floor", m.floor, "stats.soldier-table")
    after = w.whole
    parts.append((DEEDS[deed].lower(), after - before))
    fate = f"stays {after}, as low as it goes" if after == before else f"{before} falls to {after}"
    held = still_panics(r, m, before, after)
    panics = ", still panic" if held else ""
    price = f", for {cost} AC" if cost else ""
    return w.answer(
        Relief(before, after, cost, held),
        headline=f"GL {fate}{panics}{price}",
        exhibits=[Stack("How near to panic the unit is, and what is taken off", "GL", parts, panic)],
    )


def still_panics(r: Reader, m: Morale, before: int, after: int) -> bool:
    """Return whether a unit is still in panic.

    On the reading that panic ends only at the printed GL, a unit above that GL still is.
    """
    if after >= m.panic or before < m.panic or after <= m.printed:
        return after >= m.panic
    return r.has("ruling.gl-recovery-end", "back-to-printed") and r.holds("gl-recovery-end", "back-to-printed")

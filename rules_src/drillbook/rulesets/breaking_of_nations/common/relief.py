"""What an officer or a hero takes off a unit's GL, once it is settled whose help it is and whether it comes.

No chapter of its own: a rally, a fallback and a heroic deed work alike, here and where a layer asks besides who gives the order.
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
    """GL before and after, what it costs the leader (nothing where no help comes), and whether the unit is in panic still."""

    before: int
    after: int
    cost: int | None
    still_panics: bool


def relieved(r: Reader, w: Working, m: Morale, deed: str, *, cost: int, lacking: str | None) -> Breakdown[Relief]:
    """The answer of a unit whose GL stands in `w`.

    cost: the AC of the order; lacking: in which words help does not come, None where it does.
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
    """Whether a unit is in panic still: above the printed GL it is, on the reading under which panic ends only there."""
    if after >= m.panic or before < m.panic or after <= m.printed:
        return after >= m.panic
    return r.has("ruling.gl-recovery-end", "back-to-printed") and r.holds("gl-recovery-end", "back-to-printed")

"""Which marker an injured platoon carries, and what it tells."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import counted

RED, BLACK = "red", "black"


@dataclass(frozen=True, slots=True)
class SmokeMarker:
    """The colour, how many hits more remove the platoon, and whether it is slow."""

    colour: str
    hits_left: int
    slow: bool


@question("gw/smoke-marker?age=0", "gw/smoke-marker?age=2&held=no", "gw/smoke-marker?age=2&held=yes")
def smoke_marker(
    r: Reader,
    *,
    age: Annotated[int, Count(0, 5, label="Bounds since the injury")],
    held: Annotated[
        bool,
        Flag(
            label="It is still slowed",
            help="By the same shooter, or for want of a recovery die.",
            unless={"age": ("0",)},
            why_not="In the bound of the injury nothing has freed it yet.",
        ),
    ],
) -> Breakdown[SmokeMarker]:
    """Red smoke or black?"""
    w = Working(r)
    slow = _slow(r, age, held)
    fresh = not age or (age == 1 and r.holds("marker-age", "more-than-a-bound"))
    colour = RED if slow or fresh else BLACK
    why = "it is fresh" if fresh else "it is still slow" if slow else "it is older, and moves as usual"
    w.note(f"{why}: {colour}", f"bound.marker-{colour}")
    w.note("slowed, it goes half as far", "injuries.half", when=slow)
    left = w.then("hits that finish it", "injuries.last-hit")
    told = SmokeMarker(colour, int(left), slow)
    goes = "it goes half as far" if slow else "it moves as usual"
    card = Card(
        "The platoon's marker",
        [("Smoke", colour), ("Its move", "half" if slow else "whole"), ("Hits that finish it", str(left))],
    )
    said = f"{colour.capitalize()}: {goes}, and {counted(left, 'more hit')} removes it"
    return w.answer(told, headline=said, exhibits=[card])


def _slow(r: Reader, age: int, held: bool) -> bool:
    """Whether it is slow: in the bound of the injury, and while something holds it so."""
    if age > 1 and r.holds("black-marker", "one-bound"):
        return False
    return held or (not age and r.holds("injury-halving", "at-once"))

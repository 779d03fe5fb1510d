"""Which of two grounds counts for a platoon that goes from one into the other."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Grid
from drillbook.maths.number_words import signed
from drillbook.rulesets.great_war_1418.common.ground import (
    DUG,
    LEAVING,
    MOVING,
    STANDING,
    Place,
    Stance,
    covered,
    dug_in,
    total,
    touched,
)

GROUNDS = {
    "open": Place("open"),
    "rough": Place("rough"),
    "impractical": Place("impractical"),
    "defensible": Place("open", "defensible"),
    "fortification": Place("open", "fortification"),
}
NAMES = {
    "open": "Open",
    "rough": "Rough",
    "impractical": "Impractical",
    "defensible": "Defensible",
    "fortification": "Fortification",
}


@dataclass(frozen=True, slots=True)
class WeakerGround:
    """The change of Resilience by a move, and the ground that counts.

    change: the change; counts: the ground that counts; until_move: the change until the platoon moves.
    """

    change: int
    counts: str
    until_move: int


@question(
    "gw/weaker-ground?start=defensible&end=open&dug=yes",
    "gw/weaker-ground?start=open&end=defensible",
    "gw/weaker-ground?start=fortification&end=defensible&dug=yes",
)
def weaker_ground(
    r: Reader,
    *,
    start: Annotated[str, Choice(NAMES, default="defensible", label="From")],
    end: Annotated[str, Choice(NAMES, default="open", label="Into")],
    dug: Annotated[bool, Flag(label="It was dug in before")],
) -> Breakdown[WeakerGround]:
    """From this ground into that: what is a platoon worth on the way?"""
    w = Working(r)
    if dug:
        dug_in(r, w, Stance(GROUNDS[start], DUG))
    w.note("on the move it is not dug in", "cover.moving-not-dug", when=dug)
    if (start, end, dug) == ("defensible", "open", True):
        trench, result = (signed(r.int("cover.weaker-out", one)) for one in ("trench", "result"))
        w.note(f"the source's own example: from {trench} into the open is {result}", "cover.weaker-out")
    if (start, end) == ("open", "defensible"):
        result = signed(r.int("cover.weaker-in"))
        w.note(f"the source's own example: into a trench from the open is {result}", "cover.weaker-in")
    grounds = touched(r, _stance(start, end, dug))
    for name, lines in grounds:
        w.then(f"{name} as a mover has it", total(lines), "cover.table")
    name, lines = min(grounds, key=lambda one: total(one[1]))
    change = w.then(f"the weaker counts: {name}", total(lines), "cover.weaker")
    until = change
    if r.holds("moving-when", "from-its-move"):
        still = DUG if dug else STANDING
        early = Working(r)
        early.start("built in", 0, "cover.start")
        until = covered(r, early, Stance(GROUNDS[start], still))
        w.then("until it moves, as where it sets out", until, "execution-order.mark")
    first = f", {signed(until)} R until it moves" if until != change else ""
    return w.answer(
        WeakerGround(change, name, until),
        headline=f"{signed(change)} R: {name} counts{first}",
        exhibits=[_grid(r, start, end, dug)],
    )


def _stance(start: str, end: str, dug: bool) -> Stance:
    """Return the stance of a platoon on its way."""
    return Stance(GROUNDS[start], LEAVING if dug else MOVING, GROUNDS[end])


def _grid(r: Reader, start: str, end: str, dug: bool) -> Grid:
    """Every ground into every other."""
    keys = list(GROUNDS)

    def cell(here: str, there: str) -> int | None:
        if dug and isinstance(attempt(lambda: dug_in(r, Working(r), Stance(GROUNDS[here], DUG))), Refusal):
            return None
        return int(min(total(lines) for _, lines in touched(r, _stance(here, there, dug))))

    return Grid(
        "What Resilience changes by on the way", "From", "Into", list(NAMES.values()), list(NAMES.values()),
        [[cell(here, there) for there in keys] for here in keys], chance=False, what="change",
        here=(keys.index(start), keys.index(end)), by_row={"start": keys}, by_column={"end": keys},
    )  # fmt: skip

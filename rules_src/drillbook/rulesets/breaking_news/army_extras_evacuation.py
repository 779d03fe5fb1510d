"""Helicopter evacuation: will it still be there when the last man arrives?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Curves, Exhibit
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import likely

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

POINTS = {
    "primary": "His primary objective's marker",
    "secondary": "A secondary objective's marker",
    "fake": "A fake marker",
    "elsewhere": "Somewhere else",
}
LANDS = {
    "primary": "the marker of his primary objective",
    "secondary": "the marker of a secondary objective",
    "fake": "a fake marker, which will do",
}
ABOARD, LEFT = "aboard", "left behind"


@dataclass(frozen=True, slots=True)
class Evacuation:
    """A lift: how often the helicopter has had to throw by then, the chance that it is there, and the turn in which men board."""

    throws: int
    there: Fraction
    turn: int


@question(
    "breaking_news",
    "evacuation",
    examples=[
        "bn/evacuation?point=primary&lands=5&boards=8",
        "bn/evacuation?point=fake&lands=6&boards=6",
        "bn/evacuation?point=primary&lands=8&boards=4",
        "bn/evacuation?point=elsewhere&lands=5&boards=8",
    ],
)
def evacuation(
    r: Reader,
    /,
    *,
    point: Annotated[str, Choice(POINTS, default="primary", label="Landing point")],
    lands: Annotated[int, Count(1, 15, default=5, label="Turn noted for its landing")],
    boards: Annotated[int, Count(1, 20, default=8, label="Turn in which the last man arrives")],
) -> Breakdown[Evacuation] | Refusal:
    """Is the helicopter still there when the last man arrives?"""
    w = Working(r)
    w.note("landing point and turn are noted in secret once both forces are on the table", "army.evac-turn")
    if point == "elsewhere":
        return w.refuse("It cannot land there: the landing point has to be an objective marker.", "army.evac-point")
    w.note(f"it lands at {LANDS[point]}", "army.evac-point")
    throws = _throws(r, w, lands, boards)
    stays = _stays(r)
    if throws:
        w.then("chance that it waits for one throw", Cited(stays, r.cite("army.evac-wait")))
    there = stays**throws
    if throws > 1:
        w.then(f"chance that it is there after {throws} throws", Cited(there, r.cite("army.evac-wait")))
    if throws:
        w.note("once gone it does not come back", "army.evac-gone")
    turn = max(lands, boards)
    told = Evacuation(throws, there, turn)
    spread = Distribution({ABOARD: there, LEFT: 1 - there})
    return w.answer(
        told,
        headline=_headline(told, lands, boards),
        chance=there,
        distribution=spread if throws else None,
        exhibits=_pictures(r, spread, lands, turn),
    )


@simulation("breaking_news", "evacuation")
def throw_evacuation(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The helicopter's dice, thrown until one sends it off."""
    import numpy as np

    throws = _throws(r, Working(r), inputs["lands"], inputs["boards"])
    if not throws:
        return np.full(count, ABOARD)
    thrown = dice.roll_each(r.text("army.evac-wait", "die"), count, throws)
    return np.where((thrown != r.int("army.evac-wait", "value")).all(axis=1), ABOARD, LEFT)


def _stays(r: Reader) -> Fraction:
    gone = r.int("army.evac-wait", "value")
    return r.dice("army.evac-wait", "die").chance(lambda face: face != gone)


def _throws(r: Reader, w: Working, lands: int, boards: int) -> int:
    """How often the helicopter throws up to the turn in which the men board."""
    at_once = r.reading("evac-first-roll") == "B"
    waited = max(0, boards - lands)
    throws = waited + at_once
    first = "in the turn of its landing" if at_once else "in the turn after its landing"
    words = "no throw yet" if not throws else "throw" if throws <= 1 else "throws"
    w.start(f"{words}, the first comes {first}", Cited(throws, r.cite("army.evac-wait")))
    return throws


def _headline(told: Evacuation, lands: int, boards: int) -> str:
    if boards < lands:
        return f"It lands in turn {lands}: the men wait for it, and board {likely(told.there)}"
    return f"Turn {told.turn}: it is still there {likely(told.there)}"


def _pictures(r: Reader, spread: Distribution[str], lands: int, turn: int) -> list[Exhibit]:
    stays, first = _stays(r), int(r.reading("evac-first-roll") == "B")
    last = max(turn, lands + len(r.dice("army.evac-wait", "die").outcomes))
    waits = r.formula("army.evac-wait")
    points = [(when, waits(S=stays, n=when - lands + first)) for when in range(lands, last + 1)]
    return [
        Curves(
            "Chance that the helicopter is still there",
            "Turn",
            "Still there",
            {"still there": points},
            here=turn,
            name="waiting",
        ),
        Bars("The last man", "What becomes of him", {"": spread}, name="last man"),
    ]

"""Helicopter evacuation: will it still be there when the last man arrives?"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Thrower, likely, np

POINTS = {
    "primary": "His primary objective's marker",
    "secondary": "A secondary objective's marker",
    "fake": "A fake marker",
    "enemy": "A marker of the enemy's",
    "elsewhere": "Somewhere else",
}
LANDS = {
    "primary": "the marker of his primary objective",
    "secondary": "the marker of a secondary objective",
    "fake": "a fake marker, which will do",
    "enemy": "a marker of the enemy's, which will do",
}
ABOARD, LEFT = "aboard", "left behind"


@dataclass(frozen=True, slots=True)
class Evacuation:
    """A lift: how often the helicopter has had to throw by then, the chance that it is there, and the turn in which men board."""

    throws: int
    there: Fraction
    turn: int


@question(
    "bn/evacuation?point=primary&lands=5&boards=8",
    "bn/evacuation?point=fake&lands=6&boards=6",
    "bn/evacuation?point=primary&lands=8&boards=4",
    "bn/evacuation?point=elsewhere&lands=5&boards=8",
)
def evacuation(
    r: Reader,
    *,
    point: Annotated[str, Choice(POINTS, label="Landing point")],
    lands: Annotated[int, Count(1, 15, default=5, label="Turn noted for its landing")],
    boards: Annotated[int, Count(1, 20, default=8, label="Turn in which the last man arrives")],
) -> Breakdown[Evacuation]:
    """Is the helicopter still there when the last man arrives?"""
    w = Working(r)
    w.note("landing point and turn are noted in secret once both forces are on the table", "army.evac-turn")
    if point == "elsewhere":
        w.refuse("It cannot land there: the landing point has to be an objective marker.", "army.evac-point")
    w.note(f"it lands at {LANDS[point]}", "army.evac-point")
    at_once, gone, turn = _at_once(r), r.int("army.evac-wait", "value"), max(lands, boards)
    stays = r.dice("army.evac-wait", "die").chance(lambda face: face != gone)
    throws = _throws(r, lands, boards)
    words = "no throw yet" if not throws else "throw" if throws == 1 else "throws"
    w.start(
        f"{words}, the first comes in the turn {'of' if at_once else 'after'} its landing", throws, "army.evac-wait"
    )
    there, waits = stays**throws, r.formula("army.evac-wait")
    w.then("chance that it waits for one throw", stays, "army.evac-wait", when=throws)
    w.then(f"chance that it is there after {throws} throws", there, "army.evac-wait", when=throws > 1)
    w.note("once gone it does not come back", "army.evac-gone", when=throws)
    spread = Distribution({ABOARD: there, LEFT: 1 - there})
    last = max(turn, lands + len(r.dice("army.evac-wait", "die").outcomes))
    points = [(when, waits(S=stays, n=when - lands + at_once)) for when in range(lands, last + 1)]
    start = (
        f"It lands in turn {lands}: the men wait for it, and board"
        if boards < lands
        else f"Turn {turn}: it is still there"
    )
    return w.answer(
        Evacuation(throws, there, turn),
        headline=f"{start} {likely(there)}",
        chance=there,
        distribution=spread if throws else None,
        exhibits=[
            Curves(
                "Chance that the helicopter is still there",
                "Turn",
                "Still there",
                {"still there": points},
                here=turn,
                name="waiting",
                sets="boards" if boards >= lands else "lands",
            ),
            Bars("The last man", "What becomes of him", {"": spread}, name="last man"),
        ],
    )


@simulation
def throw_evacuation(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The helicopter's dice, thrown until one sends it off."""
    throws = _throws(r, inputs["lands"], inputs["boards"])
    thrown = dice.roll_each(r.text("army.evac-wait", "die"), count, throws)
    return np.where((thrown != r.int("army.evac-wait", "value")).all(axis=1), ABOARD, LEFT)


def _at_once(r: Reader) -> int:
    """How often it throws in the turn of its landing."""
    return int(r.holds("evac-first-roll", "on-landing"))


def _throws(r: Reader, lands: int, boards: int) -> int:
    """How often the helicopter throws up to the turn in which the men board."""
    return max(0, boards - lands) + _at_once(r)

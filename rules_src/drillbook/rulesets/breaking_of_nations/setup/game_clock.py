"""Setup: how long a battle has lasted, and whether it is over."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import lasting

#: Units are counted only where their number may decide the game.
LAST_STANDING = ("ruling.victory-missing", "last-standing")


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock: how many seconds have gone, and the state of the game.

    The state is open, undecided (nothing printed decides), ours, theirs or nobody's.
    """

    seconds: int
    result: str


@question("bon/game-clock?turns=12&ours=5&theirs=3", "bon/game-clock?turns=20&ours=4&theirs=0")
def game_clock(
    r: Reader,
    *,
    turns: Annotated[int, Count(0, 60, default=12, label="Turns played")],
    ours: Annotated[int, Count(0, 20, default=5, label="Our units in good order", needs=LAST_STANDING)],
    theirs: Annotated[int, Count(0, 20, default=3, label="Their units in good order", needs=LAST_STANDING)],
) -> Breakdown[Clock]:
    """How long has the battle lasted, and is it over?"""
    w = Working(r)
    w.start("turns played", turns, "setup.turn-length")
    seconds = w.times("seconds of a turn", "setup.turn-length")
    r.cite("setup.steps")
    result = "undecided"
    counted_out = r.has("ruling.victory-missing", "last-standing")
    if counted_out and r.holds("victory-missing", "last-standing"):
        result = _standing(ours, theirs)
    words = {
        "undecided": "the text has no end and no winner; it is for you to say",
        "open": "both sides have units left, and it goes on",
        "ours": "we have won",
        "theirs": "they have won",
        "nobody": "nobody is left to win",
    }[result]
    w.note(words, "setup.scenario-optional")
    units = [("Units in good order", f"{ours} against {theirs}")] if counted_out else []
    card = Card("How it stands", [*units, ("Turns", str(turns)), ("Time", lasting(seconds))])
    return w.answer(Clock(seconds, result), headline=f"{lasting(seconds)} of battle: {words}", exhibits=[card])


def _standing(ours: int, theirs: int) -> str:
    """Who has won where the last side with a unit in good order does."""
    if ours and theirs:
        return "open"
    return "ours" if ours else "theirs" if theirs else "nobody"

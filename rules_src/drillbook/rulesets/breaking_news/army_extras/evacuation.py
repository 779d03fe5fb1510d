"""Helicopter evacuation: will it still be there when the last man arrives?"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Thrower, counted, exact, likely, np, percent, spoken
from drillbook.rulesets.breaking_news.common.firing import EVERY_ARM
from drillbook.rulesets.breaking_news.common.rotor import fire_at_it, tell_armour, throw_down

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
ABOARD, LEFT, LOST = "aboard", "left behind", "shot down"
Weapon = Annotated[
    str,
    Choice(EVERY_ARM, default="rpg", label="With", unless={"firers": ("0",)}, why_not="Nobody fires at it."),
]
Firers = Annotated[
    str,
    Choice(table="classes", default="irr3", label="They are", unless={"firers": ("0",)}, why_not="Nobody fires at it."),
]


@dataclass(frozen=True, slots=True)
class Evacuation:
    """The answer on a helicopter lift: its throws, the chance that it is there, its turn.

    turn is the turn in which the men board. throws is how often the helicopter has thrown by the turn in which the men
    board. shot_down is the chance that the enemy has brought it down by then; None if nobody fires at it.
    """

    throws: int
    there: Fraction
    turn: int
    shot_down: Fraction | None


@question(
    "bn/evacuation?point=primary&lands=5&boards=8",
    "bn/evacuation?point=fake&lands=6&boards=6",
    "bn/evacuation?point=primary&lands=8&boards=4",
    "bn/evacuation?point=elsewhere&lands=5&boards=8",
    "bn/evacuation?point=primary&lands=5&boards=8&firers=2&weapon=rpg&troops=irr3",
)
def evacuation(
    r: Reader,
    *,
    point: Annotated[str, Choice(POINTS, label="Landing point")],
    lands: Annotated[int, Count(1, 15, default=5, label="Turn noted for its landing")],
    boards: Annotated[int, Count(1, 20, default=8, label="Turn in which the last man arrives")],
    firers: Annotated[
        int,
        Count(
            0,
            6,
            label="Enemies who fire at it",
            help="In every turn that it waits: from its landing up to the turn before the last man boards.",
        ),
    ],
    weapon: Weapon,
    troops: Firers,
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
    waiting, waits = stays**throws, r.formula("army.evac-wait")
    w.then("chance that it waits for one throw", stays, "army.evac-wait", when=throws)
    w.then(f"chance that it is there after {throws} throws", waiting, "army.evac-wait", when=throws > 1)
    w.note("once gone it does not come back", "army.evac-gone", when=throws)
    under_fire = turn - lands if firers else 0
    safe = _survives(w, weapon, troops, firers) if under_fire else Fraction(1)
    there = waiting * safe**under_fire
    if under_fire:
        words = f"chance that {counted(under_fire, 'turn')} of fire {'leaves' if under_fire == 1 else 'leave'} it up"
        w.then(words, safe**under_fire, "army.evac-target")
        w.then("chance that it is there for the last man", percent(there), "army.evac-target")
    ends = _ends(stays, safe, turn - lands, at_once)
    down = ends[LOST]
    spread = Distribution({name: chance for name, chance in ends.items() if chance or name != LOST})
    last = max(turn, lands + len(r.dice("army.evac-wait", "die").outcomes))
    points = [
        (when, exact(waits(S=stays, n=when - lands + at_once) * safe ** (when - lands)))
        for when in range(lands, last + 1)
    ]
    start = (
        f"It lands in turn {lands}: the men wait for it, and board"
        if boards < lands
        else f"Turn {turn}: it is still there"
    )
    return w.answer(
        Evacuation(throws, there, turn, down if firers else None),
        headline=f"{start} {likely(there)}" + (f"; shot down before: {spoken(down)}" if under_fire else ""),
        chance=there,
        distribution=spread if throws or under_fire else None,
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
    """Throw the dice of the helicopter and of the enemy's fire, and return each lift's end.

    A game ends when the helicopter leaves, when it is shot down, or when the last man boards.
    """
    turns, at_once = max(0, inputs["boards"] - inputs["lands"]), _at_once(r)
    end = np.full(count, ABOARD, dtype=object)

    def wait() -> None:
        face = dice.roll(r.text("army.evac-wait", "die"), count)
        end[(end == ABOARD) & (face == r.int("army.evac-wait", "value"))] = LEFT

    for _ in range(at_once):
        wait()
    fire = (
        fire_at_it(Working(r), inputs["weapon"], inputs["troops"], inputs["firers"])
        if inputs["firers"] and turns
        else None
    )
    for _ in range(turns):
        if fire:
            end[(end == ABOARD) & throw_down(r, dice, count, fire, inputs["firers"])] = LOST
        wait()
    return end


def _survives(w: Working, weapon: str, troops: str, firers: int) -> Fraction:
    """Return the chance that the helicopter survives one turn of fire, and add the steps to it."""
    w.note("the enemy may fire at it while it waits", "army.evac-target")
    fire = fire_at_it(w, weapon, troops, firers)
    tell_armour(w, fire)
    w.then("chance that a turn's fire leaves it up", percent(fire.survives), "vehicles.knocked-out")
    return fire.survives


def _ends(stays: Fraction, safe: Fraction, turns: int, at_once: int) -> Distribution[str]:
    """Return the distribution of the helicopter's fate up to the turn when the last man boards.

    Each of the turns has the enemy's fire first and then the helicopter's own throw. stays is the chance that the
    helicopter stays after one throw, safe the chance that it survives one turn of fire, and at_once the number of
    throws in the turn of its landing.
    """
    there = stays**at_once
    ends = {ABOARD: there, LEFT: 1 - there, LOST: Fraction(0)}
    for _ in range(turns):
        here = ends[ABOARD]
        ends[LOST] += here * (1 - safe)
        ends[LEFT] += here * safe * (1 - stays)
        ends[ABOARD] = here * safe * stays
    return Distribution(ends)


def _at_once(r: Reader) -> int:
    """How often it throws in the turn of its landing."""
    return int(r.holds("evac-first-roll", "on-landing"))


def _throws(r: Reader, lands: int, boards: int) -> int:
    """How often the helicopter throws up to the turn in which the men board."""
    return max(0, boards - lands) + _at_once(r)

"""Intelligence: what a level is worth, alone and against the other side's."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Exhibit, Grid
from drillbook.kinds import Choice, Count, Flag
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import likely

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

BEFORE, GAME = "before", "game"
SHOWN, KEPT = "found out", "kept secret"


@dataclass(frozen=True, slots=True)
class Intelligence:
    """An Intelligence Roll: the highest face that succeeds, the chance of one roll and of the game, markers shown, and the price."""

    needed: int
    each: Fraction
    chance: Fraction
    markers: int
    points: int
    points_per_sixth: Fraction | None


@question(
    "breaking_news",
    "intelligence",
    examples=[
        "bn/intelligence?special=no&level=2&counter=0&moment=game&turns=6&primaries=1",
        "bn/intelligence?special=yes&level=4&counter=2&moment=before&primaries=1",
        "bn/intelligence?special=no&level=3&counter=1&moment=game&turns=8&primaries=2",
        "bn/intelligence?special=no&level=1&counter=3&moment=game&turns=4&primaries=1",
        "bn/intelligence?special=no&level=4&counter=0&moment=game&turns=4&primaries=1",
    ],
)
def intelligence(
    r: Reader,
    /,
    *,
    special: Annotated[bool, Flag(default=False, label="Special Forces")],
    level: Annotated[int, Count(1, 4, default=2, label="Level of Intelligence")],
    counter: Annotated[
        int, Count(0, 4, default=0, label="Opponent's counter-intelligence", help="Levels he keeps back for it.")
    ],
    moment: Annotated[
        str,
        Choice(
            {GAME: "During the game", BEFORE: "Before deployment"},
            label="The roll is made",
            when={"special": ("yes",)},
            why_not="Only Special Forces may roll before anybody is deployed.",
        ),
    ],
    turns: Annotated[
        int,
        Count(
            1,
            12,
            default=6,
            label="Turns of the game",
            help="They count only where the ruling intel-once is read as a roll every turn.",
            unless={"moment": (BEFORE,)},
            why_not="A roll before deployment does not wait for turns.",
        ),
    ],
    primaries: Annotated[
        int,
        Count(1, 2, default=1, label="His primary objectives", help="Two where the secret die has made a second one."),
    ],
) -> Breakdown[Intelligence] | Refusal:
    """What is the chance that Intelligence finds out the objective, and is it worth its points?"""
    w = Working(r)
    barred = _may_have(r, w, special, level)
    if barred:
        return barred
    w.start("level of Intelligence", Cited(level, r.cite("army.intel-levels")))
    taken = penalty(r, counter)
    if taken:
        w.subtract("counter-intelligence", Cited(taken, r.cite("army.counter-intel")))
    die = r.dice("army.intel-roll")
    needed = max(0, level - taken)
    each = die.at_most(needed)
    w.then(
        f"one roll shows {needed} or less" if needed else "no face is low enough",
        Cited(each, r.cite("army.intel-roll")),
    )
    if special:
        w.note("Special Forces may roll before deployment too", "army.intel-when")
    rolls = _rolls(r, w, turns if moment == GAME else 1)
    chance = 1 - (1 - each) ** rolls
    if rolls > 1:
        w.then(f"at least one success in {rolls} turns", Cited(chance, r.cite("army.intel-once")))
    markers, which = _shown(r, primaries)
    w.note(f"the opponent shows {which}", "army.intel-effect")
    cost = r.cell("extras", "intelligence", "cost")
    assert isinstance(cost.amount, int)
    points = cost.amount * level
    w.then("points paid", Cited(points, cost.rule))
    sixths = chance * len(die.outcomes)
    told = Intelligence(needed, each, chance, markers, points, points / sixths if sixths else None)
    spread = Distribution({SHOWN: chance, KEPT: 1 - chance})
    return w.answer(
        told,
        headline=_headline(told, which),
        chance=chance,
        distribution=spread,
        exhibits=_pictures(r, special, level, counter),
    )


@simulation("breaking_news", "intelligence")
def throw_intelligence(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """One die for each roll allowed, read against the level."""
    import numpy as np

    turns = inputs["turns"] if inputs["moment"] == GAME else 1
    rolls = turns if r.reading("intel-once") == "B" else r.int("army.intel-once")
    needed = inputs["level"] - penalty(r, inputs["counter"])
    found = (dice.roll_each(r.text("army.intel-roll"), count, rolls) <= needed).any(axis=1)
    return np.where(found, SHOWN, KEPT)


def penalty(r: Reader, counter: int) -> int:
    """What the opponent's counter-intelligence takes off the level."""
    if not counter:
        return 0
    return counter if r.reading("counter-intel") == "A" else r.int("army.counter-intel", "least")


def _may_have(r: Reader, w: Working, special: bool, level: int) -> Refusal | None:
    top, best = r.int("army.intel-levels", "high"), r.int("army.intel-level4")
    if level > top and not special:
        return w.refuse(f"Level {level} is not for them: only Special Forces have level {best}.", "army.intel-level4")
    return None


def _rolls(r: Reader, w: Working, turns: int) -> int:
    once = r.int("army.intel-once")
    if r.reading("intel-once") == "B":
        w.note("one roll a turn until one succeeds", "army.intel-once")
        return turns
    w.note(f"rolls allowed in a game: {once}", "army.intel-once")
    return once


def _shown(r: Reader, primaries: int) -> tuple[int, str]:
    reading = r.reading("intel-which")
    if reading == "B":
        every = r.int("setup.m1-markers", "total")
        return every, f"all {every} markers"
    if reading == "C":
        return 1, "a real objective of the opponent's choice"
    return primaries, "the primary objective" if primaries == 1 else "each primary objective"


def _headline(told: Intelligence, which: str) -> str:
    if not told.chance:
        return f"Hopeless: counter-intelligence leaves nothing of the {told.points} points"
    assert told.points_per_sixth is not None
    return f"Finds out {which} {likely(told.chance)}, for {told.points} points"


def _pictures(r: Reader, special: bool, level: int, counter: int) -> list[Exhibit]:
    """The chance of one roll for every level against every counter-level, and the points for each sixth of it."""
    die = r.dice("army.intel-roll")
    top = r.int("army.intel-level4") if special else r.int("army.intel-levels", "high")
    levels = range(r.int("army.intel-levels", "low"), top + 1)
    against = range(r.int("army.intel-level4") + 1)
    cells = [[die.at_most(max(0, own - penalty(r, theirs))) for theirs in against] for own in levels]
    return [
        Grid(
            "Chance of one Intelligence Roll",
            "Level",
            "Opponent's counter-intelligence",
            [f"level {own}" for own in levels],
            [str(theirs) if theirs else "none" for theirs in against],
            cells,
            here=(level - levels[0], counter),
            name="levels",
        ),
        Bars(
            "Level by level, with that counter-intelligence",
            "The roll",
            {
                f"level {own}": Distribution({SHOWN: row[counter], KEPT: 1 - row[counter]})
                for own, row in zip(levels, cells, strict=True)
            },
            stacked=True,
            name="each level",
        ),
    ]

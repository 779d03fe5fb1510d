"""Intelligence: what a level is worth, alone and against the other side's."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Distribution, Thrower, likely, np

BEFORE, GAME = "before", "game"
SHOWN, KEPT = "found out", "kept secret"


@dataclass(frozen=True, slots=True)
class Intelligence:
    """The answer on an Intelligence Roll: the number needed, its chances, its effect, its price.

    needed is the highest face that succeeds; None if no face does. each is the chance of one roll, chance that of the
    whole game, markers the number of markers shown, points the price, and points_per_sixth the price for each sixth of
    the chance.
    """

    needed: int | None
    each: Fraction
    chance: Fraction
    markers: int
    points: int
    points_per_sixth: Fraction | None


@question(
    "bn/intelligence?special=no&level=2&counter=0&moment=game&turns=6&primaries=1",
    "bn/intelligence?special=yes&level=4&counter=2&moment=before&primaries=1",
    "bn/intelligence?special=no&level=3&counter=1&moment=game&turns=8&primaries=2",
    "bn/intelligence?special=no&level=1&counter=3&moment=game&turns=4&primaries=1",
    "bn/intelligence?special=no&level=4&counter=0&moment=game&turns=4&primaries=1",
)
def intelligence(
    r: Reader,
    *,
    special: Annotated[bool, Flag(label="Special Forces")],
    level: Annotated[int, Count(1, 4, default=2, label="Level of Intelligence")],
    counter: Annotated[int, Count(0, 4, label="Opponent's counter-intelligence", help="Levels he keeps back for it.")],
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
        int, Count(1, 2, label="His primary objectives", help="Two where the secret die has made a second one.")
    ],
) -> Breakdown[Intelligence]:
    """What is the chance that Intelligence finds out the objective, and is it worth its points?"""
    w = Working(r)
    if level > r.int("army.intel-levels", "high") and not special:
        w.refuse(
            f"Level {level} is not for them: only Special Forces have level {r.int('army.intel-level4')}.",
            "army.intel-level4",
        )
    w.start("level of Intelligence", level, "army.intel-levels")
    if counter:
        w.subtract("counter-intelligence", penalty(r, counter), "army.counter-intel")
    needed, die = max(0, w.whole), r.dice("army.intel-roll")
    each = die.at_most(needed)
    w.then(f"one roll shows {needed} or less" if needed else "no face is low enough", each, "army.intel-roll")
    w.note("Special Forces may roll before deployment too", "army.intel-when", when=special)
    rolls, words = _rolls(r, turns if moment == GAME else 1)
    w.note(words, "army.intel-once")
    chance = 1 - (1 - each) ** rolls
    w.then(f"at least one success in {rolls} turns", chance, "army.intel-once", when=rolls > 1)
    markers, which = _shown(r, primaries)
    w.note(f"the opponent shows {which}", "army.intel-effect")
    cost = r.cell("extras", "intelligence", "cost")
    points = cost.whole * level
    w.then("points paid", points, cost.rule)
    per_sixth = points / (chance * len(die.outcomes)) if chance else None
    return w.answer(
        Intelligence(needed or None, each, chance, markers, points, per_sixth),
        headline=f"Finds out {which} {likely(chance)}, for {points} points"
        if chance
        else f"Hopeless: counter-intelligence leaves nothing of the {points} points",
        chance=chance,
        distribution=Distribution({SHOWN: chance, KEPT: 1 - chance}),
        exhibits=_pictures(r, special, level, counter),
    )


@simulation
def throw_intelligence(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """One die for each roll allowed, read against the level."""
    rolls, _ = _rolls(r, inputs["turns"] if inputs["moment"] == GAME else 1)
    needed = inputs["level"] - penalty(r, inputs["counter"])
    found = (dice.roll_each(r.text("army.intel-roll"), count, rolls) <= needed).any(axis=1)
    return np.where(found, SHOWN, KEPT)


def penalty(r: Reader, counter: int) -> int:
    """Return how much the opponent's counter-intelligence takes off the level of Intelligence."""
    if not counter or r.holds("counter-intel", "each-level"):
        return counter
    return r.int("army.counter-intel", "least")


def _rolls(r: Reader, turns: int) -> tuple[int, str]:
    """How many rolls there may be, in figures and in words."""
    once = r.int("army.intel-once")
    if r.holds("intel-once", "one-success"):
        return turns, "one roll a turn until one succeeds"
    return once, f"rolls allowed in a game: {once}"


def _shown(r: Reader, primaries: int) -> tuple[int, str]:
    """How many markers a success brings to light, in figures and in words."""
    reading = r.read_as("intel-which")
    if reading == "all-markers":
        every = r.int("setup.m1-markers", "total")
        return every, f"all {every} markers"
    if reading == "owner-chooses":
        return 1, "a real objective of the opponent's choice"
    return primaries, "the primary objective" if primaries == 1 else "each primary objective"


def _pictures(r: Reader, special: bool, level: int, counter: int) -> list[Exhibit]:
    """Return the pictures of one roll's chance: each level against each counter-level, and bars.

    The bars show each level against the given counter-level. special adds the level for Special Forces.
    """
    die, best = r.dice("army.intel-roll"), r.int("army.intel-level4")
    levels = range(r.int("army.intel-levels", "low"), (best if special else r.int("army.intel-levels", "high")) + 1)
    against = range(best + 1)
    cells = [[die.at_most(max(0, own - penalty(r, theirs))) for theirs in against] for own in levels]
    each = {
        f"level {own}": Distribution({SHOWN: row[counter], KEPT: 1 - row[counter]})
        for own, row in zip(levels, cells, strict=True)
    }
    return [
        Grid(
            "Chance of one Intelligence Roll",
            "Level",
            "Opponent's counter-intelligence",
            [*each],
            [str(theirs) if theirs else "none" for theirs in against],
            cells,
            here=(level - levels[0], counter),
            name="levels",
            by_row={"level": levels},
            by_column={"counter": against},
        ),
        Bars("Level by level, with that counter-intelligence", "The roll", each, stacked=True, name="each level"),
    ]

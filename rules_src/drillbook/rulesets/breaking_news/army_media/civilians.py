"""Civilians: whose they are this turn, and how far they get."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Mark
from drillbook.maths import Distribution, Number, Thrower, binomial, likely, write_number
from drillbook.maths.number_words import counted

MIXED, IRREGULARS = "mixed", "irregulars"


@dataclass(frozen=True, slots=True)
class Civilians:
    """The answer on a crowd of civilians: who moves it, how far, and whether it arrives.

    control is the chance that the Irregulars move the crowd in a turn, reach how far it moves in a turn in cm, needed
    the number of turns it needs, arrives the chance that it gets there in time, and price its cost in points.
    """

    tested: bool
    control: Fraction | None
    reach: Number
    needed: int
    arrives: Fraction | None
    price: int


@question(
    "bn/civilians?match=mixed&level=1&figures=5&distance=30&turns=4",
    "bn/civilians?match=mixed&level=3&figures=8&distance=16&turns=3",
    "bn/civilians?match=irregulars&figures=5&distance=15&turns=1",
)
def civilians(
    r: Reader,
    *,
    match: Annotated[
        str,
        Choice(
            {MIXED: "Regulars against Irregulars", IRREGULARS: "Irregulars against Irregulars"}, label="The game is"
        ),
    ],
    level: Annotated[
        int,
        Count(
            1,
            4,
            label="Regulars' negotiation level",
            when={"match": (MIXED,)},
            why_not="Only Regulars buy negotiation.",
        ),
    ],
    figures: Annotated[int, Count(1, 20, default=5, label="Civilians")],
    distance: Annotated[Number, Length(0, 90, default=30, label="Way they are to be moved")],
    turns: Annotated[int, Count(1, 12, default=4, label="Turns")],
) -> Breakdown[Civilians]:
    """Who moves the civilians, and do the Irregulars get them where they want them?"""
    w = Working(r)
    reach = _reach(r)
    w.start("cm that they move in a turn", reach, "army.civilians-move")
    needed = int(-(-distance // reach))
    w.note(f"turns for {write_number(distance)} cm: {needed}", "army.civilians-move")
    each = r.cell("extras", "civilians", "cost")
    price = figures * each.whole
    skill = _skill(r, match, level)
    if skill is None:
        w.note("nobody has a skill to test against, and nobody has the civilians to himself", "army.negotiation-base")
        w.then("points they cost", price, each.rule)
        told = Civilians(False, None, reach, needed, None, price)
        return w.answer(told, headline="No test: without Regulars nobody has negotiation skill")
    control = _control(r, skill)
    w.then("negotiation skill to be beaten", skill, "army.negotiation-civilians")
    w.then("chance in a turn that the Irregulars move them", control, "army.civilians-test")
    w.note("if not, the Regulars move them; here they leave them where they are", "army.civilians-fail")
    mine = binomial(turns, control)
    arrives = mine.at_least(needed)
    w.then(f"chance of {counted(needed, 'such turn')} in {turns}", arrives, "army.civilians-test")
    w.then("points they cost", price, each.rule)
    told = Civilians(True, control, reach, needed, arrives, price)
    return w.answer(
        told,
        headline=_headline(control, arrives, needed, turns),
        chance=arrives,
        distribution=mine,
        exhibits=_pictures(r, match, skill, turns, needed, mine),
    )


@simulation
def throw_civilians(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw a die each turn; return the number of turns in which it beats the negotiation skill."""
    skill = _skill(r, inputs["match"], inputs["level"]) or 0
    return (dice.roll_each(r.text("army.civilians-test"), count, inputs["turns"]) > skill).sum(axis=1)


def _reach(r: Reader) -> Number:
    """How far they move in cm."""
    printed = r.int("army.civilians-move")
    if r.holds("civilian-move", "table-distance"):
        return printed
    return Fraction(printed) / r.num("basics.ground-scale")


def _skill(r: Reader, match: str, level: int) -> int | None:
    """Return the negotiation skill that the Irregular player's die has to beat; None if none."""
    base = r.int("army.negotiation-base")
    if match == MIXED:
        return max(level, base)
    return base if r.holds("negotiation-base", "irregulars-too") else None


def _control(r: Reader, skill: int) -> Fraction:
    return r.dice("army.civilians-test").chance(lambda face: face > skill)


def _headline(control: Fraction, arrives: Fraction, needed: int, turns: int) -> str:
    moved = f"The Irregulars move them {likely(control)} a turn"
    if not needed:
        return f"{moved}; they are there already"
    if not arrives:
        verb = "is" if turns == 1 else "are"
        return f"{moved}, but {counted(turns, 'turn')} {verb} too short for the way: it takes {needed}"
    return f"{moved}; if the Regulars leave them standing, they are there within {counted(turns, 'turn')} {likely(arrives)}"


def _pictures(r: Reader, match: str, skill: int, turns: int, needed: int, mine: Distribution[int]) -> list[Exhibit]:
    levels = [r.int("army.negotiation-base")]
    if match == MIXED:
        levels = [r.cell("negotiation", row.key, "level").whole for row in r.rows("negotiation")]
    most = max(turns, len(r.dice("army.civilians-test").outcomes))
    lines = {
        f"level {level}": [(turn, binomial(turn, _control(r, level)).at_least(needed)) for turn in range(1, most + 1)]
        for level in levels
    }
    return [
        Curves(
            "Chance that the crowd has arrived",
            "Turn",
            "Arrived",
            lines,
            here=turns,
            name="arrival",
            sets="turns",
            own=f"level {skill}",
        ),
        Bars("Turns in which the Irregulars move them", "Turns", {"": mine}, Mark(needed, "enough"), name="turns"),
    ]

"""One made-up question for the made-up ruleset."""

from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark


@question("toy/stone?thrower=boy&distance=10&weather=yes&gusts=1")
def stone(
    r: Reader,
    *,
    thrower: Annotated[str, Choice(table="throwers", default="man", label="Thrower")],
    distance: Annotated[int | Fraction, Length(0, 60, default=10, step=Fraction(1, 2), label="Distance")],
    weather: Annotated[bool, Flag(label="Windy")],
    gusts: Annotated[
        int, Count(1, 3, label="Gusts", when={"weather": ("yes",)}, why_not="Without wind there are no gusts.")
    ],
) -> Breakdown[int]:
    """Does the stone hit?"""
    w = Working(r)
    if distance > r.num("throwing.reach"):
        w.refuse("Out of reach.", "throwing.reach")
    w.start("thrower", r.cell("throwers", thrower, "need"))
    if weather:
        for _ in range(gusts):
            w.add("wind", "throwing.wind")
    dice = r.dice("throwing.die")
    chance = dice.at_least(w.total)
    if w.total <= 1 and r.holds("sure-hit", "one-misses"):
        chance -= dice[1]
    return w.answer(
        w.total,
        headline=f"Hit on {w.total}+, {chance}",
        chance=chance,
        distribution=dice,
        exhibits=[Bars("The die.", "Die", {"": dice}, Mark(w.total, f"hit on {w.total} or more"))],
    )


@simulation
def throw(r: Reader, dice, count: int, /, *, thrower, distance, weather, gusts):  # type: ignore[no-untyped-def]
    """Throw so many stones with real dice."""
    return dice.roll(r.text("throwing.die"), count)

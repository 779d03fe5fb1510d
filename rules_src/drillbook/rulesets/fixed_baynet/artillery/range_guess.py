"""Artillery: how much a wrong guess of the range costs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Length, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import Distribution, Number, spoken, write_number
from drillbook.maths.geometry import Point, landing
from drillbook.rulesets.breaking_of_nations.artillery import _flight as flying
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.template import covers


@dataclass(frozen=True, slots=True)
class RangeGuess:
    """The result of a range guess.

    covered: the chance to touch the man with the present guess. true_guess: the chance with a correct guess. farthest: by
    how many inches a guess may be wrong before the round cannot touch the man.
    """

    covered: Fraction
    true_guess: Fraction
    farthest: Number | None


@question(
    "fb/range-guess?piece=howitzer&ammunition=shell&distance=24&guess=26",
    "fb/range-guess?piece=heavy-gun&ammunition=shot&distance=60&guess=60",
    "fb/range-guess?piece=mortar&ammunition=shell&distance=14&guess=17&base=0",
)
def range_guess(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", where="piece", default="howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED)],
    distance: Annotated[Number, Length(0, 96, default=24, label="True distance")],
    guess: Annotated[Number, Length(0, 96, default=26, step=Fraction(1, 2), label="Guessed")],
    base: Annotated[Number, Length(0, 2, default=Fraction(1, 2), step=Fraction(1, 2), label="His base, by its radius")],
) -> Breakdown[RangeGuess]:
    """How much does a wrong guess of the range cost?"""
    w = Working(r)
    error = Fraction(guess) - Fraction(distance)
    flight = flying.send(r, w, piece, ammunition, flying.INDIRECT, False, distance, error, flying.CHAIN)
    places = landing(Point(0, 0), flying.directions(r), flight.distances)
    half = Fraction(1, 1 + 1)
    most = ceil(max(flight.distances.outcomes) + flight.radius + base)  # no farther off may anything be touched
    touched = partial(r.once, _touched, places, flight.radius, base)
    chances = touched(tuple(step * half for step in range(-most - most, most + most + 1)))
    now = w.then("chance to touch the man", touched((error,))[error], "artillery.indirect")
    true_guess = w.then("with a true guess", chances[Fraction(0)], "artillery.indirect")
    errors = [abs(off) for off, chance in chances.items() if chance]
    farthest = max(errors, default=None)
    return w.answer(
        RangeGuess(now, true_guess, farthest),
        headline=f"{_off(error)}: the man is touched: {spoken(now)}; with a true guess: {spoken(true_guess)}",
        chance=now,
        exhibits=[
            Curves(
                "The chance to touch the man, by how far the guess is off", "Guess off by, inches", "Chance",
                {"touched": list(chances.items())}, here=error if error in chances else None,
            )
        ],
    )  # fmt: skip


def _touched(
    r: Reader, places: Distribution[Point], radius: Number, base: Number, offs: tuple[Fraction, ...]
) -> dict[Fraction, Fraction]:
    """Return the chance to touch a man by the offset of the round beyond him, in inches."""
    weights, whole = places.weights
    ahead = [(float(centre.y), centre, weight) for centre, weight in weights.items()]
    near = float(radius + base) + 1  # an inch more than can matter: what lies farther ahead or behind is not measured
    told = {}
    for off in offs:
        man, beyond = Point(0, -off), float(off)
        touching = (weight for y, at, weight in ahead if abs(y + beyond) <= near and covers(r, at, man, radius, base))
        told[off] = Fraction(sum(touching), whole)
    return told


def _off(error: Fraction) -> str:
    if not error:
        return "Guessed right"
    return f'{write_number(abs(error))}" too {"far" if error > 0 else "short"}'

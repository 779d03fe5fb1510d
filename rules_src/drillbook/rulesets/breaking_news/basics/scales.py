"""The scales of section 1.0: what centimetres, turns and figures stand for."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Card, Curves
from drillbook.maths import Number, counted, write_number
from drillbook.maths.number_words import plural


@dataclass(frozen=True, slots=True)
class Scales:
    """What a stretch of table and some turns represent: metres, seconds and speed.

    seconds_least and seconds_most are the bounds of the time; slowest and fastest are the speeds in metres a second.
    men and vehicles are how many of each the figures and models represent.
    """

    metres: Number
    seconds_least: int
    seconds_most: int
    slowest: Fraction
    fastest: Fraction
    men: int
    vehicles: int


@question("bn/scales?distance=25&turns=1&figures=9&models=1", "bn/scales?distance=150&turns=4")
def scales(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 200, default=25, label="On the table")],
    turns: Annotated[int, Count(1, 20, label="Turns")],
    figures: Annotated[int, Count(0, 40, default=9, label="Figures")],
    models: Annotated[int, Count(0, 8, default=1, label="Vehicle models")],
) -> Breakdown[Scales]:
    """What do these centimetres, turns and figures stand for?"""
    w = Working(r)
    unit = r.ruleset.unit
    w.note("the ruler reads centimetres", "basics.units-cm")
    w.start(f"metres of ground to the {unit}", "basics.ground-scale")
    w.times(f"{unit} on the table", distance, "basics.units-cm")
    metres = w.total
    least, most = (_seconds(w, part, turns) for part in ("least", "most"))
    men = _stand_for(w, figures, "figure", "man", "basics.figure-scale")
    vehicles = _stand_for(w, models, "model", "vehicle", "basics.vehicle-scale")
    answer = Scales(metres, least, most, Fraction(metres) / most, Fraction(metres) / least, men, vehicles)
    slowest, fastest = (write_number(round(pace, 1)) for pace in (answer.slowest, answer.fastest))
    speed = f"{slowest} to {fastest} metres a second" if metres else "standing still"
    card = [
        (f"{write_number(distance)} {unit}", f"about {write_number(metres)} metres"),
        (counted(turns, "turn"), f"{least} to {most} seconds"),
        (counted(figures, "figure"), counted(men, "man")),
        (counted(models, "model"), counted(vehicles, "vehicle")),
        ("Covered in that time", speed),
    ]
    return w.answer(
        answer,
        headline=f"{write_number(metres)} m in {least} to {most} seconds: {speed}",
        exhibits=[Card("The table and the world", card), _paces(answer)],
    )


def _seconds(w: Working, part: str, turns: int) -> int:
    """How long so many turns are, at least or at most."""
    w.then(f"seconds in a turn, at {part}", w.reader.cited("basics.time-scale", part))
    w.times("turns", turns, "basics.time-scale", when=turns > 1)
    return w.whole


def _stand_for(w: Working, number: int, model: str, real: str, rule: str) -> int:
    """How many of the real thing so many on the table are; nothing is said of what is not there."""
    each = w.reader.int(rule)
    if number:
        w.then(f"{real if each == 1 else plural(real)} to a {model}", rule)
        w.times(model if number == 1 else plural(model), number, rule)
    return number * each


def _paces(found: Scales) -> Curves:
    """Metres covered second by second at the longest and the shortest turn."""
    lines: dict[str, list[tuple[Number, Number]]] = {
        f"in {seconds} s": [(0, 0), (seconds, found.metres)] for seconds in (found.seconds_least, found.seconds_most)
    }
    return Curves("The same way in the shortest and the longest turns", "Seconds", "Metres", lines, chance=False)

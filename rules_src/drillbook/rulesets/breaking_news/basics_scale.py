"""The scales of section 1.0 and the playing area of section 2.0: what the table stands for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exact import exact, write_number
from drillbook.exhibits import Card, Curves, Exhibit, Figure
from drillbook.kinds import Count, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._ground import FIGURES, ground_for, plan

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Scales:
    """What a stretch of table and some turns stand for: metres, seconds from and to, and the speed in metres a second."""

    metres: Number
    seconds_least: int
    seconds_most: int
    slowest: Fraction
    fastest: Fraction
    men: int
    vehicles: int


@question(
    "breaking_news",
    "scales",
    examples=["bn/scales?distance=25&turns=1&figures=9&models=1", "bn/scales?distance=150&turns=4"],
)
def scales(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 200, default=25, label="On the table")],
    turns: Annotated[int, Count(1, 20, default=1, label="Turns")],
    figures: Annotated[int, Count(0, 40, default=9, label="Figures")],
    models: Annotated[int, Count(0, 8, default=1, label="Vehicle models")],
) -> Breakdown[Scales]:
    """What do these centimetres, turns and figures stand for?"""
    w = Working(r)
    w.note("the ruler reads centimetres", "basics.units-cm")
    w.start(f"metres of ground to the {r.ruleset.unit}", "basics.ground-scale")
    w.times(f"{r.ruleset.unit} on the table", Cited(distance, r.cite("basics.units-cm")))
    metres = w.total
    spans = []
    for part in ("least", "most"):
        w.then(f"seconds in a turn, at {part}", r.cited("basics.time-scale", part))
        if turns > 1:
            w.times("turns", Cited(turns, r.cite("basics.time-scale")))
        spans.append(w.total)
    men, vehicles = (
        _stand_for(w, number, words, rule)
        for number, words, rule in (
            (figures, ("man", "men", "figure"), "basics.figure-scale"),
            (models, ("vehicle", "vehicles", "model"), "basics.vehicle-scale"),
        )
    )
    least, most = spans
    answer = Scales(metres, least, most, Fraction(metres) / most, Fraction(metres) / least, men, vehicles)
    moving = f"{_tenths(answer.slowest)} to {_tenths(answer.fastest)} metres a second"
    speed = moving if metres else "standing still"
    headline = f"{write_number(metres)} m in {least} to {most} seconds: {speed}"
    card = Card(
        "The table and the world",
        [
            (f"{write_number(distance)} {r.ruleset.unit}", f"about {write_number(metres)} metres"),
            (_counted(turns, "turn"), f"{least} to {most} seconds"),
            (_counted(figures, "figure"), _counted(men, "man", "men")),
            (_counted(models, "model"), _counted(vehicles, "vehicle")),
            ("Covered in that time", speed),
        ],
    )
    return w.answer(answer, headline=headline, exhibits=[card, _paces(r, distance, turns)])


def _stand_for(w: Working, number: int, words: tuple[str, str, str], rule: str) -> int:
    """How many of the real thing so many on the table are; nothing is said of what is not there."""
    one, several, model = words
    each = w.reader.int(rule)
    if number:
        w.then(f"{one if each == 1 else several} to a {model}", rule)
        w.times(f"{model}{'' if number == 1 else 's'}", Cited(number, w.reader.cite(rule)))
    return number * each


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def _paces(r: Reader, distance: Number, turns: int) -> Exhibit:
    """Metres covered second by second at the longest and the shortest turn."""
    metres = Fraction(distance) * r.num("basics.ground-scale")
    lines: dict[str, list[tuple[Number, Number]]] = {
        f"turns of {seconds} s": [(0, 0), (turns * seconds, exact(metres))]
        for seconds in (r.int("basics.time-scale", "least"), r.int("basics.time-scale", "most"))
    }
    return Curves("The same way in the shortest and the longest turns", "Seconds", "Metres", lines, chance=False)


def _tenths(value: Fraction) -> str:
    return write_number(round(value, 1))


@dataclass(frozen=True, slots=True)
class PlayingArea:
    """The side of the table in cm, in inches and in metres of ground, and the front that each man of a squad has."""

    side: int
    inches: int
    metres: Number
    front: Fraction
    usual_squad: bool


@question(
    "breaking_news",
    "playing-area",
    examples=["bn/playing-area?figures=28&men=10", "bn/playing-area?figures=20&men=15"],
)
def playing_area(
    r: Reader,
    /,
    *,
    figures: Annotated[str, FIGURES],
    men: Annotated[int, Count(1, 30, default=10, label="Men in the squad")],
) -> Breakdown[PlayingArea]:
    """How large a table do these figures want, and how much of it is there for each man?"""
    w = Working(r)
    ground = ground_for(r, figures)
    w.start(f"{r.ruleset.unit} a side for figures of {figures} mm", Cited(ground.side, ground.rule))
    w.divide("men of the squad abreast", Cited(men, r.cite("basics.unit-size")))
    front = Fraction(w.total)
    least, most = (r.int("basics.unit-size", part) for part in ("least", "most"))
    usual = least <= men <= most
    size = "as large as most" if usual else "smaller than most" if men < least else "larger than most"
    w.note(f"a squad of {men} is {size}, which have {least} to {most}", "basics.unit-size")
    w.then("metres of ground to the cm", "basics.ground-scale")
    w.times(f"{r.ruleset.unit} a side", Cited(ground.side, ground.rule))
    answer = PlayingArea(ground.side, ground.inches, w.total, front, usual)
    headline = (
        f"{ground.side} × {ground.side} cm ({ground.inches} inches), {write_number(answer.metres)} m across: "
        f"{_tenths(front)} cm of front a man"
    )
    middle = Fraction(1, 1 + 1)
    row = [Figure((n + middle) * front, middle * front, "", "own") for n in range(men)]
    picture = plan(r, f"The squad abreast on a table of {ground.side} cm a side", ground, figures=row, name="plan")
    card = Card(
        "The table",
        [
            ("Side", f"{ground.side} cm, {ground.inches} inches"),
            ("Ground", f"{write_number(answer.metres)} m across"),
            ("Front a man", f"{_tenths(front)} cm"),
            ("A usual squad", f"{least} to {most} figures; this is {size}"),
        ],
    )
    return w.answer(answer, headline=headline, exhibits=[picture, card])

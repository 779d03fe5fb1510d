"""The playing area of section 2.0: the size of the table, and its width for each man."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Card, Figure
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.ground import FIGURES, ground_for, plan


@dataclass(frozen=True, slots=True)
class PlayingArea:
    """The answer on a table: its side in cm, inches and metres of ground, and front per man."""

    side: int
    inches: int
    metres: Number
    front: Fraction
    usual_squad: bool


@question("bn/playing-area?figures=28&men=10", "bn/playing-area?figures=20&men=15")
def playing_area(
    r: Reader,
    *,
    figures: Annotated[str, FIGURES],
    men: Annotated[int, Count(1, 30, default=10, label="Men in the squad")],
) -> Breakdown[PlayingArea]:
    """How large a table do these figures want, and how much of it is there for each man?"""
    w = Working(r)
    ground, unit = ground_for(r, figures, measured=False), r.ruleset.unit
    side, inches = ground.side, ground.inches
    w.start(f"{unit} a side for figures of {figures} mm", side, ground.rule)
    w.divide("men of the squad abreast", men, "basics.unit-size")
    front = Fraction(w.total)
    least, most = (r.int("basics.unit-size", part) for part in ("least", "most"))
    size = "smaller than most" if men < least else "larger than most" if men > most else "as large as most"
    w.note(f"a squad of {men} is {size}, which have {least} to {most}", "basics.unit-size")
    w.then("metres of ground to the cm", "basics.ground-scale")
    w.times(f"{unit} a side", side, ground.rule)
    across, each = f"{write_number(w.total)} m across", f"{write_number(round(front, 1))} cm"
    entries = [
        ("Side", f"{side} cm, {inches} inches"),
        ("Ground", across),
        ("Front a man", each),
        ("A usual squad", f"{least} to {most} figures; this is {size}"),
    ]
    middle = Fraction(1, 1 + 1)
    row = [Figure((place + middle) * front, middle * front, "", "own") for place in range(men)]
    picture = plan(r, f"The squad abreast on a table of {side} cm a side", ground, figures=row, name="plan")
    return w.answer(
        PlayingArea(side, inches, w.total, front, least <= men <= most),
        headline=f"{side} × {side} cm ({inches} inches), {across}: {each} of front a man",
        exhibits=[picture, Card("The table", entries)],
    )

"""A mover that changes cover is set midway while others shoot: its range, and its end."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Disc, Figure, Tabletop
from drillbook.asking.exhibits.gestures import Grip, ahead
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.great_war_1418.common.moving import midway as midway_of
from drillbook.rulesets.great_war_1418.common.moving import whole_cm

TOWARDS, AWAY = "towards", "away"


@dataclass(frozen=True, slots=True)
class Midway:
    """How far a mover is from the shooter, while it is shot at and when its move is done.

    measured: while it is shot at, in cm; in_range: whether that is in range; ends: when its move is done, in cm;
    walked: how far it has gone, in cm.
    """

    measured: Number
    in_range: bool
    ends: Number
    walked: Number


@question(
    "gw/midway?distance=28&move=6&way=away&slowed=no&range=30",
    "gw/midway?distance=33&move=6&way=towards&slowed=no&range=30",
    "gw/midway?distance=28&move=6&way=away&slowed=yes&range=30",
)
def midway(
    r: Reader,
    *,
    distance: Annotated[Number, Length(1, 120, default=28, step=Fraction(1, 2), label="From the shooter, at the start")],
    move: Annotated[Number, Length(1, 40, default=6, step=Fraction(1, 2), label="Its move, unhurt")],
    way: Annotated[str, Choice({AWAY: "Straight away", TOWARDS: "Straight at him"}, label="It goes")],
    slowed: Annotated[bool, Flag(label="Injured meanwhile")],
    range: Annotated[Number, Length(5, 200, default=30, label="The shooter's range")],
) -> Breakdown[Midway]:  # fmt: skip
    """It changes cover: is it in range on the way?"""
    if way == TOWARDS and move > distance:
        raise Contradiction(
            f"It would walk through the shooter, who is {write_number(distance)} cm off.", move=distance
        )
    w = Working(r)
    w.note("it is marked, and set midway, before anybody shoots", "execution-order.half-way")
    sign = 1 if way == AWAY else -1
    reading = r.read_as("half-way-measuring")
    half = Fraction(r.num("execution-order.half-way"))
    w.start("from the shooter, at the start", distance, "execution-order.half-way")
    w.add("midway", exact(sign * midway_of(r, move)), "execution-order.half-way", when=reading != "from-the-start")
    measured = exact(w.total)
    in_range = measured <= range
    w.note(f"{write_number(range)} cm of range {'reach' if in_range else 'do not reach'} it", "shooting.range")
    w.start("its move, unhurt", move, "execution-order.step-5")
    slowed = slowed and r.holds("injury-halving", "at-once")
    if slowed and reading == "half-of-the-rest":
        w.times("it has come halfway", half, "execution-order.half-way")
        rest = exact((move - w.total) * r.num("injuries.half"))
        w.add("half of what is left", rest, "injuries.half")
    else:
        w.times("slowed by an injury", "injuries.half", when=slowed)
    walked = whole_cm(r, w)
    ends = exact(distance + sign * walked)
    w.then("from the shooter, in the end", ends, "execution-order.step-5")
    told = Midway(measured, in_range, ends, walked)
    far = f"{write_number(measured)} cm: {'in' if in_range else 'out of'} range while it is shot at"
    return w.answer(
        told,
        headline=f"{far}; it ends at {write_number(ends)} cm",
        exhibits=[_table(told, distance, range)],
    )


def _table(told: Midway, distance: Number, reach: Number) -> Tabletop:
    """Return a plan of the shooter, its range, and the three places of the mover."""
    return Tabletop(
        "Where it sets out, where it stands while it is shot at, where it ends", "cm",
        discs=[Disc(0, 0, reach, "the shooter's range", "range", Grip(away="range"))],
        figures=[
            Figure(0, 0, "shooter", "own"),
            Figure(0, distance, "start", "marker", grip=ahead("distance")),
            Figure(0, told.measured, "is shot at", "enemy"),
            Figure(0, told.ends, "end", "aim"),
        ],
    )  # fmt: skip

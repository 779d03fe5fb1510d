"""How far a platoon goes in one bound."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Figure, Grid, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, write_number
from drillbook.rulesets.great_war_1418.common.inputs import GOINGS, Assault, Going, Road, Speed, Transport
from drillbook.rulesets.great_war_1418.common.moving import CAPPED, SAME, March, distance

GOES_ON = {SAME: "The same", **GOINGS}


@dataclass(frozen=True, slots=True)
class Move:
    """The distance of a move in cm, and that of the same move on foot.

    on_foot: over the same ground and unhurt.
    """

    cm: Number
    on_foot: Number


@question(
    "gw/move?speed=medium-inf&start=open&assault=yes&road=yes",
    "gw/move?speed=medium-inf&start=open&into=rough&edge=2",
    "gw/move?speed=fast-cav&start=rough",
    "gw/move?speed=slow-inf&transport=motor&start=rough&slowed=yes",
)
def move(
    r: Reader,
    *,
    speed: Speed,
    transport: Transport,
    command_lost: Annotated[
        bool, Flag(label="Its command platoon is lost", when={"transport": CAPPED}, why_not="It has no transport to lose.")
    ],
    start: Going,
    into: Annotated[str, Choice(GOES_ON, label="Runs into")],
    edge: Annotated[
        Number,
        Length(0, 20, default=2, step=Fraction(1, 2), label="Which begins after",
            unless={"into": (SAME,)}, why_not="It stays in the same ground."),
    ],
    assault: Assault,
    road: Road,
    slowed: Annotated[bool, Flag(label="Slowed by an injury")],
) -> Breakdown[Move]:  # fmt: skip
    """How far does it go in this bound?"""
    w = Working(r)
    march = March(speed, start, into, edge, transport, assault, road, slowed, command_lost)
    cm = distance(r, w, march)
    on_foot = distance(r, Working(r), replace(march, transport="foot", slowed=False))
    return w.answer(
        Move(cm, on_foot),
        headline=f"{write_number(cm)} cm"
        + (f"; on foot and unhurt {write_number(on_foot)} cm" if on_foot != cm else ""),
        exhibits=[_grid(r, march), _way(march, cm)],
    )


def _grid(r: Reader, march: March) -> Grid:
    """Return a grid of the same platoon over every ground, walking and in haste."""
    hastes = {
        (False, False): "Walks",
        (False, True): "By road",
        (True, False): "Assaults",
        (True, True): "Assaults by road",
    }
    plain = replace(march, into=SAME)

    def cell(going: str, haste: tuple[bool, bool]) -> Number:
        assault, road = haste
        return distance(r, Working(r), replace(plain, start=going, assault=assault, road=road))

    return Grid(
        "Distance in cm, the whole move over one kind of ground", "Ground", "It", list(GOINGS.values()), list(hastes.values()),
        [[cell(going, haste) for haste in hastes] for going in GOINGS], chance=False,
        here=(list(GOINGS).index(march.start), list(hastes).index((march.assault, march.road))) if march.into == SAME else None,
        by_row={"start": list(GOINGS), "into": [SAME for _ in GOINGS]},
        by_column={"assault": [assault for assault, _ in hastes], "road": [road for _, road in hastes]},
    )  # fmt: skip


def _way(march: March, cm: Number) -> Tabletop:
    """Return a plan of the way of the move, and of where the ground changes."""
    marks = [Figure(0, 0, "it", "own"), Figure(0, cm, f"{write_number(cm)} cm", "marker")]
    if march.into != SAME:
        marks.append(Figure(0, march.edge, f"{march.into} begins", "aim", grip=ahead("edge")))
    return Tabletop(
        "Where it gets to", "cm", figures=marks, lines=[Line([(0, 0), (0, cm)], "its way", "path")], name="way"
    )

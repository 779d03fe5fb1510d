"""Placing the markers, section 4.2: a layout checked against edges, neighbours and middle."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from drillbook.asking import Breakdown, Checks, Choice, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip, in_row
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_news.common.ground import FIGURES, Ground, ground_for, in_inches, plan, scaled

Places = tuple[tuple[Number, Number], ...]

ALONE, FIRST, SECOND = "alone", "first", "second"
ROLES = {ALONE: "Only owner", SECOND: "Second player", FIRST: "First player"}
ACROSS = Length(0, 80, default=30, step=Fraction(1, 2), label="Across", help="From the left edge of the table.")
UP = Length(0, 80, default=15, step=Fraction(1, 2), label="Ahead", help="From your own edge of the table.")


class Marker(NamedTuple):
    """A marker on the table: what it is called, whether it is mine, and where it lies."""

    name: str
    mine: bool
    x: Number
    y: Number
    grip: Grip


Pair = tuple[Marker, Marker]


@dataclass(frozen=True, slots=True)
class MarkerLayout:
    """The answer on a layout: whether it is legal, its faults by kind, and who lays next."""

    legal: bool
    too_close: int
    near_edge: int
    wrong_side: int
    too_many: bool
    in_turn: bool
    next: str


@question(
    "bn/marker-layout?figures=28&role=alone&mine=12,12;40,10;68,12;25,30;55,30",
    "bn/marker-layout?figures=20&role=second&mine=20,15;30,15;57,20&theirs=10,50;24,35",
    "bn/marker-layout?figures=28&role=first&mine=20,15;28,20&theirs=10,70;24,45;50,50",
)
def marker_layout(
    r: Reader,
    *,
    figures: Annotated[str, FIGURES],
    role: Annotated[
        str,
        Choice(ROLES, label="I am the", help="The only owner of markers, as in the raid of mission 3, or one of two."),
    ],
    mine: Annotated[
        Places,
        Rows(
            {"x": ACROSS, "y": UP},
            low=1,
            high=8,
            default=((12, 12), (40, 10), (68, 12), (25, 30), (55, 30)),
            noun="marker",
            label="My markers",
            help="How far from the left edge, and how far from your own.",
        ),
    ],
    theirs: Annotated[
        Places,
        Rows(
            {"x": ACROSS, "y": UP},
            high=8,
            noun="marker",
            label="The enemy's markers",
            help="Measured from the same two edges.",
            when={"role": (FIRST, SECOND)},
            why_not="The enemy of an only owner has no markers.",
        ),
    ],
) -> Breakdown[MarkerLayout]:
    """Is this layout of markers legal?"""
    w = Working(r)
    ground, unit = ground_for(r, figures), r.ruleset.unit
    w.start(f"{unit} a side", ground.side, ground.rule)
    w.divide("sides, which meet in the middle", "basics.sides")
    middle = w.total
    gap, rim = scaled(r, ground, "setup.marker-spacing", "value"), scaled(r, ground, "setup.marker-edge", "value")
    w.then(f"{unit} between markers, at least{in_inches(r, ground, 'setup.marker-spacing')}", gap)
    w.then(f"{unit} to the edges, at least{in_inches(r, ground, 'setup.marker-edge')}", rim)
    laid = [Marker(f"{n}", True, *place, in_row("mine", n)) for n, place in enumerate(mine, start=1)]
    laid += [Marker(f"enemy {n}", False, *place, in_row("theirs", n)) for n, place in enumerate(theirs, start=1)]
    pairs = [(one, other) for at, other in enumerate(laid) for one in laid[:at]]
    close = [pair for pair in pairs if _apart(*pair) < gap.number * gap.number]
    edge = [one for one in laid if not all(rim.number <= along <= ground.side - rim.number for along in (one.x, one.y))]
    across = [one for one in laid if (one.y > middle if one.mine else one.y < middle)]
    alone = role == ALONE
    whole, side = ("setup.m3-one-side",) * (1 + 1) if alone else ("setup.m1-markers", "setup.m1-own-side")
    most = r.int(whole) if alone else r.int(whole, "total")
    many = max(len(mine), len(theirs))
    in_turn, following = _order(role, len(mine), len(theirs), most)

    checks = Checks(w)
    told = "; ".join(
        f"{a.name} and {b.name}, {write_number(round(Fraction(math.sqrt(_apart(a, b))), 1))} cm" for a, b in close
    )
    found = f"too close: {told}" if close else "no pair is closer"
    checks.ask(f"At least {write_number(gap.number)} cm apart?", not close, found, "setup.marker-spacing")
    found = f"too near an edge, or off the table: {', '.join(one.name for one in edge)}" if edge else "none is nearer"
    checks.ask(f"At least {write_number(rim.number)} cm from the edges?", not edge, found, "setup.marker-edge")
    found = f"beyond the middle: {', '.join(one.name for one in across)}" if across else "none is beyond the middle"
    checks.ask("Each on its owner's side?", not across, found, side)
    found = f"{many} laid" + (f" where {most} are allowed" if many > most else "")
    checks.ask(f"No more than {most}?", many <= most, found, whole)
    found = f"{'' if in_turn else 'laid out of turn: '}{len(mine)} of mine, {len(theirs)} of the enemy's"
    told = "nobody to take turns with" if alone else found
    checks.ask("Laid in turn?", None if alone else in_turn, told, "setup.marker-order")
    checks.tell()
    legal = checks.passed
    headline = f"Legal; the next is laid by {following}" if following else "Legal; all markers are laid"
    if checks.failed:
        first, *others = checks.failed
        headline = f"Not legal: {first.finding}" + (f", and {counted(len(others), 'fault')} more" if others else "")
    bad = [*edge, *across, *(one for pair in close for one in pair)]
    return w.answer(
        MarkerLayout(legal, len(close), len(edge), len(across), many > most, in_turn, following if legal else ""),
        headline=headline,
        exhibits=[
            _table(r, ground, laid, bad, close, gap.number, rim.number),
            checks.decision("What the rules ask of the layout"),
        ],
    )


def _apart(one: Marker, other: Marker) -> Number:
    """How far two markers lie apart, squared."""
    across, up = one.x - other.x, one.y - other.y
    return across * across + up * up


def _order(role: str, mine: int, theirs: int, most: int) -> tuple[bool, str]:
    """Return whether the markers can lie there if they are laid in turn, and who is next.

    The Second player lays first. The name is empty if all markers are laid.
    """
    if role == ALONE:
        return True, "me" if mine < most else ""
    second, first = (mine, theirs) if role == SECOND else (theirs, mine)
    turn = SECOND if second == first else FIRST
    following = "" if min(second, first) >= most else "me" if turn == role else "the enemy"
    return second - first in (0, 1), following


def _table(
    r: Reader,
    ground: Ground,
    laid: Sequence[Marker],
    bad: Sequence[Marker],
    close: Sequence[Pair],
    gap: Number,
    rim: Number,
) -> Tabletop:
    """Return the table with a disc around each marker.

    Two discs touch if their markers are at the least distance allowed.
    """
    half = Fraction(gap, 1 + 1)  # shared by a marker and its neighbour
    return plan(
        r,
        "The markers on the table, my edge at the foot; discs that overlap are too close",
        ground,
        strips=[(Fraction(ground.side, r.int("basics.sides")), "middle")],
        rim=rim,
        discs=[Disc(one.x, one.y, half, kind="template" if one in bad else "zone") for one in laid],
        figures=[Figure(one.x, one.y, one.name, "marker" if one.mine else "enemy", grip=one.grip) for one in laid],
        lines=[Line([(one.x, one.y) for one in pair], kind="blocked") for pair in close],
        name="layout",
    )

"""Placing the markers, section 4.2: a layout on the table, measured against edges, neighbours and the middle line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.exact import write_number
from drillbook.exhibits import Decision, Disc, Exhibit, Figure, Line, Verdict
from drillbook.geometry import Point, distance_squared
from drillbook.kinds import Choice, Length, Rows
from drillbook.questions import question
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._ground import FIGURES, Ground, ground_for, in_inches, plan, scaled

Number = int | Fraction
Places = tuple[tuple[Number, Number], ...]

ALONE, FIRST, SECOND = "alone", "first", "second"
ROLES = {ALONE: "Only owner", SECOND: "Second player", FIRST: "First player"}
ACROSS = Length(0, 80, default=30, step=Fraction(1, 2), label="Across", help="From the left edge of the table.")
UP = Length(0, 80, default=15, step=Fraction(1, 2), label="Up", help="From your own edge of the table.")


@dataclass(frozen=True, slots=True)
class MarkerLayout:
    """Whether the layout stands, what is wrong with it by kind, and who lays the next marker."""

    legal: bool
    too_close: int
    near_edge: int
    wrong_side: int
    too_many: bool
    in_turn: bool
    next: str


@question(
    "breaking_news",
    "marker-layout",
    examples=[
        "bn/marker-layout?figures=28&role=alone&mine=12,12;40,10;68,12;25,30;55,30",
        "bn/marker-layout?figures=20&role=second&mine=20,15;30,15;57,20&theirs=10,50;24,35",
        "bn/marker-layout?figures=28&role=first&mine=20,15;28,20&theirs=10,70;24,45;50,50",
    ],
)
def marker_layout(
    r: Reader,
    /,
    *,
    figures: Annotated[str, FIGURES],
    role: Annotated[
        str,
        Choice(
            ROLES,
            default=ALONE,
            label="I am the",
            help="The only owner of markers, as in the raid of mission 3, or one of two.",
        ),
    ],
    mine: Annotated[
        Places,
        Rows(
            {"x": ACROSS, "y": UP},
            low=1,
            high=6,
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
            low=0,
            high=5,
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
    ground = ground_for(r, figures)
    w.start(f"{r.ruleset.unit} a side", r.cited(ground.rule.removeprefix(f"{r.ruleset.short}."), "side"))
    w.divide("sides, which meet in the middle", "basics.sides")
    middle = Fraction(w.total)
    gap, rim = scaled(r, ground, "setup.marker-spacing", "value"), scaled(r, ground, "setup.marker-edge", "value")
    w.then(f"{r.ruleset.unit} between markers, at least{in_inches(r, ground, 'setup.marker-spacing')}", gap)
    w.then(f"{r.ruleset.unit} to the edges, at least{in_inches(r, ground, 'setup.marker-edge')}", rim)
    assert not isinstance(gap.amount, str)
    assert not isinstance(rim.amount, str)
    places = (*mine, *theirs)
    points = [Point(x, y) for x, y in places]
    names = [*(f"{n}" for n in range(1, len(mine) + 1)), *(f"enemy {n}" for n in range(1, len(theirs) + 1))]
    close = [
        (a, b)
        for b in range(len(points))
        for a in range(b)
        if distance_squared(points[a], points[b]) < gap.amount * gap.amount
    ]
    edge = [n for n, place in enumerate(places) if not all(_inside(along, ground, rim.amount) for along in place)]
    own = len(mine)
    across = [n for n, (_, y) in enumerate(places) if (y > middle if n < own else y < middle)]
    most = r.int("setup.m3-one-side") if role == ALONE else r.int("setup.m1-markers", "total")
    in_turn, following = _order(role, own, len(theirs), most)

    def told(found: list[int]) -> str:
        return ", ".join(names[n] for n in found)

    pairs = "; ".join(f"{names[a]} and {names[b]}, {_apart(points[a], points[b])} cm" for a, b in close)
    rule = "setup.m3-one-side" if role == ALONE else "setup.m1-markers"
    side = "setup.m3-one-side" if role == ALONE else "setup.m1-own-side"
    verdicts = [
        Verdict(
            f"At least {write_number(gap.amount)} cm apart?", not close,
            f"too close: {pairs}" if close else "no pair is closer", r.cite("setup.marker-spacing"),
        ),
        Verdict(
            f"At least {write_number(rim.amount)} cm from the edges?", not edge,
            f"too near an edge, or off the table: {told(edge)}" if edge else "none is nearer", r.cite("setup.marker-edge"),
        ),
        Verdict(
            "Each on its owner's side?", not across,
            f"beyond the middle: {told(across)}" if across else "none is beyond the middle", r.cite(side),
        ),
        Verdict(
            f"No more than {most}?", own <= most,
            f"{own} laid" if own <= most else f"{own} laid where {most} are allowed", r.cite(rule),
        ),
        Verdict(
            "Laid in turn?", None if role == ALONE else in_turn,
            "nobody to take turns with" if role == ALONE
            else f"{'' if in_turn else 'laid out of turn: '}{own} of mine, {len(theirs)} of the enemy's",
            r.cite("setup.marker-order"),
        ),
    ]  # fmt: skip
    for verdict in verdicts:
        w.note(f"{'' if verdict.ok is None else 'yes: ' if verdict.ok else 'no: '}{verdict.finding}", verdict.rule)
    wrong = [verdict for verdict in verdicts if verdict.ok is False]
    answer = MarkerLayout(
        not wrong, len(close), len(edge), len(across), own > most, in_turn, following if not wrong else ""
    )
    headline = f"Not legal: {wrong[0].finding}" if wrong else f"Legal; {_said(following)}"
    more = len(wrong) - 1
    if more > 0:
        headline += f", and {more} fault{'' if more == 1 else 's'} more"
    bad = {n for pair in close for n in pair} | set(edge) | set(across)
    pictures: list[Exhibit] = [
        _table(r, ground, points, names, own, bad, close, gap.amount, rim.amount),
        Decision("What the rules ask of the layout", verdicts),
    ]
    return w.answer(answer, headline=headline, exhibits=pictures)


def _inside(place: Number, ground: Ground, rim: Number) -> bool:
    return rim <= place <= ground.side - rim


def _apart(one: Point, other: Point) -> str:
    return write_number(round(Fraction(math.sqrt(float(distance_squared(one, other)))), 1))


def _order(role: str, mine: int, theirs: int, most: int) -> tuple[bool, str]:
    """Whether so many markers can lie there if they are laid in turn, the Second player's first, and who is next."""
    if role == ALONE:
        return True, "me" if mine < most else ""
    second, first = (mine, theirs) if role == SECOND else (theirs, mine)
    turn = SECOND if second == first else FIRST
    following = "" if min(second, first) >= most else "me" if turn == role else "the enemy"
    return second - first in (0, 1), following


def _said(following: str) -> str:
    return f"the next is laid by {following}" if following else "all markers are laid"


def _table(
    r: Reader,
    ground: Ground,
    points: list[Point],
    names: list[str],
    own: int,
    bad: set[int],
    close: list[tuple[int, int]],
    gap: Number,
    rim: Number,
) -> Exhibit:
    """The table with a disc around each marker that touches its neighbour's at the least distance allowed."""
    half = Fraction(gap, 1 + 1)  # shared by a marker and its neighbour
    discs = [Disc(p.x, p.y, half, kind="template" if n in bad else "zone") for n, p in enumerate(points)]
    figures = [Figure(p.x, p.y, names[n], "marker" if n < own else "enemy") for n, p in enumerate(points)]
    lines = [Line([(points[a].x, points[a].y), (points[b].x, points[b].y)], kind="blocked") for a, b in close]
    middle = Fraction(ground.side, r.int("basics.sides"))
    caption = "The markers on the table, my edge at the foot; discs that overlap are too close"
    return plan(
        r,
        caption,
        ground,
        strips=[(middle, "middle")],
        rim=rim,
        discs=discs,
        figures=figures,
        lines=lines,
        name="layout",
    )

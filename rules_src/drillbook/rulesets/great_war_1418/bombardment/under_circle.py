"""The circle laid on the table: who is under it, and who in its outer ring."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Flag, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, counted, percent, write_number
from drillbook.rulesets.great_war_1418.bombardment._circle import (
    CLEAR,
    INNER,
    OUTER,
    WHERE,
    circles,
    inner_radius,
    place,
    share,
)
from drillbook.rulesets.great_war_1418.common.bases import HALF, Base, drawn, fields_at, keep_apart

Bases = tuple[tuple[Number, Number, bool, bool], ...]
#: Where the middle of a base may be.
SPOT = Length(-8, 8, default=0, step=Fraction(1, 100), unit="inches")


@dataclass(frozen=True, slots=True)
class UnderCircle:
    """Whether the circle may lie there, and how many bases are under it.

    covered: the bases under it; outer: those in its outer ring; clear: those that are clear of it.
    """

    allowed: bool
    covered: int
    outer: int
    clear: int


@question(
    "gw/under-circle?bases=0,0.6,no,yes;1.6,-1,no,yes;-2,-1,yes,yes;4,2,no,no",
    "gw/under-circle?square=12&across=3&ahead=-2&bases=4,-2,no,yes;1,-4,yes,yes;-3,3,no,yes",
)
def under_circle(
    r: Reader,
    *,
    square: Annotated[
        Number, Length(4, 12, default=6, unit="inches", label="Side of the ordered square", bands=("bombardment.grid-min",))
    ],
    across: Annotated[
        Number, Length(-4, 4, default=0, step=HALF, unit="inches", label="Circle, across", help="From the middle of the square.")
    ],
    ahead: Annotated[Number, Length(-4, 4, default=0, step=HALF, unit="inches", label="Circle, ahead")],
    bases: Annotated[
        Bases,
        Rows(
            fields={
                **fields_at(SPOT),
                "enemy": Flag(default=True, label="Enemy"),
            },
            low=1, high=8, noun="base", label="Bases", help="Their middles, from the middle of the square.",
            default=((0, Fraction(3, 5), False, True), (Fraction(8, 5), -1, False, True), (-2, -1, True, True), (4, 2, False, False)),
        ),
    ],
) -> Breakdown[UnderCircle]:  # fmt: skip
    """Who is under the circle?"""
    w = Working(r)
    keep_apart(r, SPOT, "base", bases=bases)
    checks = Checks(w)
    _laid(r, checks, square, across, ahead)
    checks.tell()
    inner = inner_radius(r, w)
    found: list[str] = []
    for number, (x, y, turned, enemy) in enumerate(bases, start=1):
        base = Base(x - across, y - ahead, turned, enemy)
        where = place(r, base, inner)
        inside = percent(share(r, base, inner))
        w.note(f"base {number} is {WHERE[where]}; {inside} of it lies in the inner circle", RULES[where])
        found.append(where)
    w.then("bases under the circle", len(found) - found.count(CLEAR), "bombardment.under-circle")
    w.then("of them in the outer ring", found.count(OUTER), "bombardment.outer-reroll")
    told = UnderCircle(checks.passed, len(found) - found.count(CLEAR), found.count(OUTER), found.count(CLEAR))
    ring = f", {told.outer} of them in the outer ring" if told.covered else ""
    wrong = "" if checks.passed else f"Not allowed: {checks.failed[0].finding}. "
    return w.answer(
        told,
        headline=f"{wrong}{counted(told.covered, 'base', none='No')} under the circle{ring}",
        exhibits=[_map(r, bases, found, square, (across, ahead), inner), checks.decision("May the circle lie there?")],
    )


RULES = {
    CLEAR: "bombardment.under-circle",
    INNER: "bombardment.normal-roll",
    OUTER: "bombardment.outer-reroll",
}


def _laid(r: Reader, checks: Checks, square: Number, across: Number, ahead: Number) -> None:
    """Ask whether the circle may lie there."""
    least, circle = r.int("bombardment.grid-min"), r.num("bombardment.circle")
    size = f"a square of {write_number(square)} inches"
    checks.ask(
        f"A square of {least} inches or more?", square >= least, f"the order names {size}", "bombardment.grid-min"
    )
    slack = (square - circle) * HALF
    inside = all(-slack <= at <= slack for at in (across, ahead))
    found = f"the circle of {write_number(circle)} inches is " + ("inside it" if inside else "partly outside it")
    checks.ask("The circle wholly inside it?", inside, found, "bombardment.circle")
    match r.read_as("circle-placement"):
        case "rolled":
            fixed = square == circle
            checks.ask(
                "Where a roll puts it?",
                fixed,
                "there is no choice" if fixed else "no such roll is given",
                "bombardment.by-order",
            )
        case "centred":
            middle = not across and not ahead
            found = "in the middle" if middle else "not in the middle of the square"
            checks.ask("In the middle of it?", middle, found, "bombardment.by-order")
        case _:
            r.cite("bombardment.by-order")


def _map(
    r: Reader, bases: Bases, found: list[str], square: Number, middle: tuple[Number, Number], inner: Number
) -> Tabletop:
    """Return a plan of the square, the two circles and the bases."""
    half = square * HALF
    rim = [(-half, -half), (-half, half), (half, half), (half, -half), (-half, -half)]
    said = {OUTER: " again", CLEAR: " clear"}
    figures = [
        drawn(r, Base(*row), "bases", number, said.get(where, ""), kind="enemy" if row[-1] else "friend")
        for number, (row, where) in enumerate(zip(bases, found, strict=True), start=1)
    ]
    return Tabletop(
        "The ordered square, the circle and the bases; again: hits there are rolled again", "inches",
        discs=circles(r, inner, middle, Grip({"across": (1, 0), "ahead": (0, 1)})),
        figures=figures, lines=[Line(rim, "ordered square", "path")],
    )  # fmt: skip

"""Formations of figures on the table: which one they form, and where it fails."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Length, Reader, Rows, Working, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import in_row
from drillbook.errors import listed
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, soldiers
from drillbook.rulesets.fixed_baynet.common.close_combat import SQUARE

#: Where a figure may look, as steps across and up the table.
LOOKS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
FACING = {"up": "Up the table", "right": "Right", "down": "Down the table", "left": "Left"}
OPEN, CLOSED, MASS = "open", "closed", "mass"
Place = tuple[Number, Number, str]
Pair = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Standing:
    """Which formations the figures are in."""

    open: bool
    closed: bool
    mass: bool
    square: bool


@question(
    "fb/standing?men=0,0,up;2,0,up;4,0,up;0,2,up;2,2,up;4,2,up",
    "fb/standing?wanted=square&men=0,0,down;1,0,down;2,0,down;0,1,left;2,1,right;0,2,up;1,2,up;2,2,up",
    "fb/standing?men=0,0,up;2,0,up;7,0,up",
)
def standing(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("They are")],
    wanted: Annotated[str, Choice(FORMATIONS, default=OPEN, label="Meant as")],
    base: Annotated[
        Number, Length(Fraction(1, 2), 2, step=Fraction(1, 4), default=1, label="Bases across", help="The sheet names no size.")
    ],
    men: Annotated[
        tuple[Place, ...],
        Rows(
            {
                "x": Length(-12, 12, step=Fraction(1, 2), label="Across"),
                "y": Length(-12, 12, step=Fraction(1, 2), label="Ahead"),
                "looks": Choice(FACING, label="Looks"),
            },
            low=2, high=10,
            default=((0, 0, "up"), (2, 0, "up"), (4, 0, "up"), (0, 2, "up"), (2, 2, "up"), (7, 2, "up")),
            noun="figure", label="Figures",
        ),
    ],
) -> Breakdown[Standing]:  # fmt: skip
    """Which formation are these figures in?"""
    _check_bases(men, base)
    w = Working(r)
    checks = Checks(w)
    faults = _faults(r, men, base)
    same = len({looks for *_, looks in men}) == 1
    alike = "they all look the same way" if same else "they look different ways"
    loose = not faults[OPEN] and same
    crowd = not faults[CLOSED] and same
    native = grade in (row.key for row in r.ruleset.table("soldiers").where("native"))
    on_foot = native and r.holds("square-scope", "any-dismounted")
    ring = (not native or on_foot) and _ring(men)
    least, most = (r.int("formations.open-spacing", part) for part in ("least", "most"))
    gaps = f'{least}" to {most}" apart' if not faults[OPEN] else f'not all {least}" to {most}" apart'
    touch = "every base touches another" if not faults[CLOSED] else "not every base touches another"
    round_them = (
        "natives form none"
        if native and not on_foot
        else "on the edge, facing outward, if they are dismounted cavalry"
        if ring and on_foot
        else "on the edge, facing outward"
        if ring
        else "not on the edge, or not facing outward"
    )
    checks.ask("Open?", loose, f"{gaps}, {alike}", "formations.open-spacing")
    checks.ask("Closed?", crowd, f"{touch}, {alike}", "formations.closed-contact")
    checks.ask("Mass?", crowd, f"{touch}, {alike}", "formations.mass-contact")
    checks.ask("Square?", ring, round_them, "formations.square-who" if native else "formations.square-shape")
    checks.tell()
    w.note("any figures fit into some rectangle", "formations.open-rectangle", when=not ring)
    told = Standing(loose, crowd, crowd, ring)
    names = [FORMATIONS[one] for one in (OPEN, CLOSED, MASS, SQUARE) if getattr(told, one)]
    held = getattr(told, wanted)
    fate = ", as it is meant" if held else f"; meant as {FORMATIONS[wanted].lower()}"
    return w.answer(
        told,
        headline=f"{listed(names, 'or') or 'In no formation'}{fate}",
        exhibits=[_table(men, base, faults.get(wanted, ())), checks.decision("What the figures are in", "which")],
    )


def _apart(one: Place, other: Place) -> Fraction:
    """Return the square of the distance between two figures' middles."""
    across, ahead = Fraction(one[0]) - other[0], Fraction(one[1]) - other[1]
    return across * across + ahead * ahead


def _check_bases(men: Sequence[Place], base: Number) -> None:
    """Check that no two bases overlap; Contradiction otherwise, with the figures that fit."""
    kept: list[Place] = []
    for man in men:
        if all(_apart(man, other) >= Fraction(base) * base for other in kept):
            kept.append(man)
    if len(kept) == len(men):
        return
    if len(kept) == 1:
        x, y, looks = kept[0]
        beside = ceil(base) + 1
        kept.append((x - beside if x > 0 else x + beside, y, looks))
    raise Contradiction("A figure stands on somebody's base.", men=tuple(kept))


def _faults(r: Reader, men: Sequence[Place], base: Number) -> dict[str, list[Pair]]:
    """Return the pairs that break the spacing of each formation.

    A pair is too near, or too far from its nearest neighbour.
    """
    least, most = (Fraction(base) + r.int("formations.open-spacing", part) for part in ("least", "most"))
    near = [(one, other) for one, other in combinations(men, 1 + 1) if _apart(one, other) < least * least]
    found: dict[str, list[Pair]] = {OPEN: near, CLOSED: [], MASS: []}
    for man in men:
        next_to = min((other for other in men if other != man), key=lambda other: _apart(man, other))
        if _apart(man, next_to) > most * most:
            found[OPEN].append((man, next_to))
        if _apart(man, next_to) > Fraction(base) * base:
            found[CLOSED].append((man, next_to))
    found[MASS] = found[CLOSED]
    return found


def _ring(men: Sequence[Place]) -> bool:
    """Whether the figures stand on the edge of a square, or on a circle, and look outward."""
    xs, ys = [man[0] for man in men], [man[1] for man in men]
    middle = ((Fraction(min(xs)) + max(xs)) / (1 + 1), (Fraction(min(ys)) + max(ys)) / (1 + 1), "")
    square = max(xs) - min(xs) == max(ys) - min(ys) > 0
    on_edge = square and all(x in (min(xs), max(xs)) or y in (min(ys), max(ys)) for x, y, _ in men)
    on_circle = len({_apart(man, middle) for man in men}) == 1
    outward = all((x - middle[0]) * LOOKS[looks][0] + (y - middle[1]) * LOOKS[looks][1] > 0 for x, y, looks in men)
    return (on_edge or on_circle) and outward


def _table(men: Sequence[Place], base: Number, faults: Sequence[Pair]) -> Tabletop:
    """Return the table-top of the figures with their facing; red lines show wrong spacing.

    A red line joins figures that are too near or too far apart.
    """
    half = Fraction(base) / (1 + 1)
    looks = [Line([(x, y), (x + LOOKS[at][0] * half, y + LOOKS[at][1] * half)], "", "path") for x, y, at in men]
    return Tabletop(
        "The figures from above; a red line joins neighbours who stand too near or too far for the formation that is meant",
        "inches",
        figures=[
            Figure(x, y, "", "own", half, grip=in_row("men", number)) for number, (x, y, _) in enumerate(men, start=1)
        ],
        lines=[*looks, *(Line([one[:-1], other[:-1]], "", "blocked") for one, other in faults)],
        name="plan",
    )

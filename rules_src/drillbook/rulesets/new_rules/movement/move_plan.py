"""Movement: whether one activation allows a path of stretches and pivots, and its cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, radians, sin
from typing import Annotated

from drillbook.asking import (
    Breakdown,
    Checks,
    Choice,
    Contradiction,
    Count,
    Flag,
    Length,
    Reader,
    Rows,
    Working,
    question,
)
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.new_rules.common.inputs import figure_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.marching import Marcher
from drillbook.rulesets.new_rules.common.orders import FORMATION, cost_of
from drillbook.rulesets.new_rules.common.unit import figure, must_reform, mustered
from drillbook.rulesets.new_rules.movement._path import LEGS, PIVOT, Leg, Path, check_path

GUNS = ("foot-battery", "horse-battery")
Legs = Annotated[
    tuple[tuple[str, Number, int], ...],
    Rows(
        {
            "what": Choice(LEGS, label="What"),
            "far": Length(0, 12, step=Fraction(1, 4), default=1, label="How far"),
            "turn": Count(-180, 180, unit="degrees", label="Slant or turn"),
        },
        low=1,
        high=6,
        default=(("move", 1, 0), ("pivot", 0, 45), ("move", 1, 0)),
        noun="part",
        label="The path",
        help="To the right above zero, to the left below.",
    ),
]


@dataclass(frozen=True, slots=True)
class MovePlan:
    """Whether a path is allowed, its cost and its length.

    legal: whether it is allowed; cost: its actions; left: the actions left; length: in S; limit: the greatest length, in S,
    None without a limit; facing: where the unit faces in the end, in degrees.
    """

    legal: bool
    cost: int
    left: int
    length: Number
    limit: Number | None
    facing: int


@question(
    "nr/move-plan?unit=line-infantry&speed=3&formation=line&broken=no&legs=move,1,0;pivot,0,45;move,1,0&actions=3&short=4&measure=inches",
    "nr/move-plan?unit=line-infantry&speed=2&formation=column&broken=no&legs=move,1,0;pivot,0,45;move,1,0&actions=3&short=4&measure=inches",
    "nr/move-plan?unit=heavy-cavalry&speed=listed&legs=double-time,4,-30;pivot,0,90&actions=3&short=10&measure=cm",
    "nr/move-plan?unit=foot-battery&speed=listed&limbered=no&legs=pivot,0,-45&actions=1&short=1&measure=squares",
)
def move_plan(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Annotated[str, formation_of("Its formation", "unit", "column")],
    broken: Annotated[bool, Flag(label="Its line is broken")],
    limbered: Annotated[bool, Flag(default=True, label="Limbered", when={"unit": GUNS}, why_not="It has no guns.")],
    legs: Legs,
    actions: Annotated[int, Count(0, 3, default=3, label="Actions it has")],
    short: Short,
    measure: Measure,
) -> Breakdown[MovePlan]:
    """May it go that way, and what does it cost?"""
    way = [Leg(*leg) for leg in legs]
    _settled(way)
    w, table = Working(r), scale(r, short, measure)
    given = figure(r, unit, "speed", speed).whole
    checks, found = Checks(w), mustered(r, unit, formation, 0, broken=broken, limbered=limbered)
    reform = _reform(r, checks) if must_reform(r, found) else 0
    marcher = Marcher(replace(found, broken=False) if reform else found, given, 1 / Fraction(short))
    w.note("it may make its way in stretches", "movement.split")
    path = check_path(r, w, marcher, way, checks)
    cost = (
        w.then("and to put its ranks in order first", path.cost + reform, "events.broken-line") if reform else path.cost
    )
    checks.ask("Actions enough?", cost <= actions, f"{counted(cost, 'action')}, of {actions}", "actions.budget")
    _example(r, w, way, path)
    w.note(
        "slants leave its facing as it is",
        "movement.oblique-facing",
        when=any(leg.turn for leg in way if leg.what != PIVOT),
    )
    checks.tell()
    value = MovePlan(checks.passed, cost, actions - cost, path.length, path.limit, path.facing)
    return w.answer(
        value,
        headline=_headline(value, checks, table.words(path.length)),
        exhibits=[_plan(way), checks.decision("May it go that way?"), table.card()],
    )


def _reform(r: Reader, checks: Checks) -> int:
    """Return the actions that putting a broken line in order takes first.

    If the whole activation goes into its ranks, a failed check is added: the unit goes nowhere.
    """
    if r.holds("broken-line", "rest-is-free"):
        return cost_of(r, FORMATION).whole
    checks.ask("In order?", False, "its activation goes into the ranks of its broken line", "events.broken-line")
    return 0


def _settled(way: Sequence[Leg]) -> None:
    """Complains of a pivot that goes somewhere."""
    for number, leg in enumerate(way):
        if leg.what == PIVOT and leg.far:
            mended = [one._replace(far=0) if place == number else one for place, one in enumerate(way)]
            raise Contradiction("A pivot goes nowhere.", legs=tuple(tuple(one) for one in mended))


def _example(r: Reader, w: Working, way: Sequence[Leg], path: Path) -> None:
    """Says so where the path is the source's own example."""
    each, told = r.num("movement.split-example", "each"), r.int("movement.split-example-cost")
    kinds = [leg.what == PIVOT for leg in way]
    if kinds == [False, True, False] and all(leg.far == each for leg in way if leg.what != PIVOT):
        w.note(
            f"the source's own example, which it says takes {told} actions",
            "movement.split-example-cost",
            when=path.cost == told,
        )


def _headline(value: MovePlan, checks: Checks, length: str) -> str:
    if not value.legal:
        return f"No: {'; '.join(one.finding for one in checks.failed)}"
    return f"Yes: {length} for {counted(value.cost, 'action')}; {counted(value.left, 'action')} left"


def _plan(way: Sequence[Leg]) -> Tabletop:
    """Return a plan of the path from above.

    The ends of its stretches and the turns can be moved.
    """
    x = y = 0.0
    facing = 0
    figures, lines = [Figure(x, y, "start", "own")], []
    for number, leg in enumerate(way, start=1):
        grip = Grip(away="" if leg.what == PIVOT else f"legs.{number}.far", turn=f"legs.{number}.turn", centre=(x, y))  # type: ignore[arg-type]
        angle, length = radians(facing + leg.turn), float(leg.far)
        if leg.what == PIVOT:
            facing += leg.turn
            tip = (x + sin(angle), y + cos(angle))
            lines.append(Line([(x, y), tip], "", "sight"))
            figures.append(Figure(*tip, f"faces, after part {number}", "marker", grip=grip))
            continue
        to = (x + length * sin(angle), y + length * cos(angle))
        lines.append(Line([(x, y), to], f"{write_number(leg.far)} S", "path"))
        figures.append(Figure(*to, f"part {number}", "own", grip=grip))
        x, y = to
    tip = (x + sin(radians(facing)), y + cos(radians(facing)))
    lines.append(Line([(x, y), tip], "facing", "sight"))
    return Tabletop("The way from above; it starts below, facing up", "S", figures=figures, lines=lines)

"""Movement: a pivot, what it costs, and how far it carries the corners of the unit."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, cos, radians, sin, sqrt
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question
from drillbook.asking.exhibits import Curves, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import Grip
from drillbook.maths import Number, counted
from drillbook.maths.number_words import root_text
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.plan import middle, outline
from drillbook.rulesets.new_rules.common.prices import free_steps
from drillbook.rulesets.new_rules.common.unit import INFANTRY, SQUARE, Unit
from drillbook.rulesets.new_rules.movement._path import step_count

FORMED = {"none": "None: not infantry", **FORMATIONS}


@dataclass(frozen=True, slots=True)
class Pivot:
    """The cost of a pivot.

    steps: its steps of 45 degrees; free: those that are free; cost: its actions; activations: how many they take;
    corner: how far a corner shifts, in S.
    """

    steps: int
    free: int
    cost: int
    activations: int
    corner: str


@question(
    "nr/pivot?degrees=180&formation=line&width=4&depth=1&short=4&measure=inches",
    "nr/pivot?degrees=180&formation=column&width=1&depth=3&short=4&measure=inches",
    "nr/pivot?degrees=30&formation=none&width=2&depth=1&short=10&measure=cm",
)
def pivot(
    r: Reader,
    *,
    degrees: Annotated[int, Count(0, 180, step=15, default=90, unit="degrees", label="Turn")],
    formation: Annotated[str, Choice(FORMED, default="line", label="Formation")],
    width: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 2), default=4, label="Its width")],
    depth: Annotated[Number, Length(Fraction(1, 2), 8, step=Fraction(1, 2), default=1, label="Its depth")],
    short: Short,
    measure: Measure,
) -> Breakdown[Pivot]:
    """What does it cost to turn?"""
    w, table = Working(r), scale(r, short, measure)
    step = r.int("movement.pivot-rate", "degrees")
    w.forbid(
        f"Only whole steps of {step} degrees are allowed.",
        "movement.pivot-rate",
        when=degrees % step and r.holds("pivot-part", "whole-steps"),
    )
    w.forbid(
        "A square does not even turn.",
        "infantry.square-movement",
        when=formation == SQUARE and r.holds("pivot-static", "turning-is-movement"),
    )
    w.note("it turns about its middle", "movement.pivot-centre")
    unit = Unit("the unit", INFANTRY, formation)
    steps = w.then(f"steps of {step} degrees", step_count(r, degrees), "movement.pivot-formula")
    free = free_steps(r, unit, [steps], 0)
    w.subtract("free for a column", free, "infantry.column-turn", when=free)
    cost = w.times("actions a step", r.int("movement.pivot-rate", "cost"), "movement.pivot-rate")
    most = r.int("activation.max-actions")
    activations = ceil(Fraction(cost, most))
    w.note(
        f"an activation gives {most} actions at most",
        "movement.about-face",
        when=degrees == r.int("movement.about-face", "degrees"),
    )
    h = middle(width) ** (1 + 1) + middle(depth) ** (1 + 1)
    shift = Fraction(r.formula("movement.pivot-corner")(h=h, c=Fraction(cos(radians(degrees))).limit_denominator()))
    value = Pivot(steps, free, cost, activations, f"{root_text(shift)} S")
    w.note(f"a corner shifts by {value.corner}", "movement.pivot-corner")
    return w.answer(
        value, headline=_headline(value),
        exhibits=[_plan(degrees, width, depth), _curve(r, unit, degrees), table.card()],
    )  # fmt: skip


def _headline(value: Pivot) -> str:
    if not value.cost:
        return f"It costs nothing; a corner shifts by {value.corner}"
    more = f", so {counted(value.activations, 'activation')}" if value.activations > 1 else ""
    return f"{counted(value.cost, 'action')}{more}; a corner shifts by {value.corner}"


def _plan(degrees: int, width: Number, depth: Number) -> Tabletop:
    """Return a plan of the unit before and after the pivot; its front can be turned."""
    x, y = float(middle(width)), float(middle(depth))
    turn = radians(degrees)
    before = [(-x, -y), (x, -y), (x, y), (-x, y)]
    after = [(a * cos(turn) + b * sin(turn), b * cos(turn) - a * sin(turn)) for a, b in before]
    far = sqrt(x * x + y * y)
    tip = (far * sin(turn), far * cos(turn))
    return Tabletop(
        "It faces up, as the dashed outline shows, and turns to the right about its middle", "S",
        figures=[Figure(0, 0, "", "own"), Figure(*tip, "its front", "own", grip=Grip(turn="degrees"))],
        lines=[outline(before, "", "path"), outline(after, "", "wall"), Line([(0, 0), tip], "", "sight")],  # type: ignore[arg-type]
    )  # fmt: skip


def _curve(r: Reader, unit: Unit, degrees: int) -> Curves:
    """Return curves of what every angle costs."""
    step = r.int("movement.pivot-rate", "degrees")
    most = r.int("movement.about-face", "degrees")
    each = r.int("movement.pivot-rate", "cost")
    angles = sorted({*range(0, most + 1, step), *(angle + 1 for angle in range(0, most, step)), degrees})
    points = [(angle, (many := step_count(r, angle)) * each - free_steps(r, unit, [many], 0)) for angle in angles]
    return Curves(
        "Actions over the angle",
        "Degrees",
        "Actions",
        {"Actions": points},
        step=True,
        edges=range(0, most + 1, step),
        chance=False,
        here=degrees,
        sets="degrees",
        name="cost",
    )

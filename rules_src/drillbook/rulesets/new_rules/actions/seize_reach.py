"""Actions: whether a unit closes by Seizing the Initiative, and the other ways into contact.

The answer also shows what the other ways into contact cost.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Card, Disc, Figure, Line, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.new_rules.common.inputs import LIMBERED, figure_of, formation_of, guns_of, unit_of
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.marching import March, Marcher, closes, march_of
from drillbook.rulesets.new_rules.common.orders import DOUBLE, MOVE, SEIZE, Standing, cost_of, leave_for
from drillbook.rulesets.new_rules.common.prices import price_of
from drillbook.rulesets.new_rules.common.unit import figure, mustered

#: How long the enemy is weaker, by the readings of the ruling.
LASTS = {
    "one-round": "for the round of this turn",
    "whole-melee": "until the melee is over",
    "until-next-turn": "until its next turn",
}


@dataclass(frozen=True, slots=True)
class SeizeReach:
    """Whether a unit may Seize the Initiative, at what cost, and whether it reaches its enemy.

    cost: what the order costs, in actions; None if the unit may not be given it. reach: how far it closes, in S.
    closes: whether it gets into contact; modifier: what the enemy adds to its roll in melee.
    """

    may: bool
    cost: int | None
    reach: Number
    closes: bool
    modifier: int


@question(
    "nr/seize-reach?unit=line-infantry&speed=listed&formation=column&engaged=no&distance=2&short=4&measure=inches",
    "nr/seize-reach?unit=heavy-cavalry&speed=listed&engaged=no&distance=3.5&short=10&measure=cm",
    "nr/seize-reach?unit=foot-battery&speed=listed&guns=unlimbered&engaged=yes&short=4&measure=inches",
)
def seize_reach(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    speed: Annotated[str, figure_of("Its Speed, in S")],
    formation: Annotated[str, formation_of("Its formation", "unit", "column")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    distance: Annotated[
        Number,
        Length(
            Fraction(1, 2), 8, step=Fraction(1, 2), default=2, label="Its enemy is away", when={"engaged": ("no",)},
            why_not="They are in contact.",
        ),
    ],
    short: Short,
    measure: Measure,
) -> Breakdown[SeizeReach]:  # fmt: skip
    """May it Seize the Initiative from here?"""
    w, table = Working(r), scale(r, short, measure)
    standing = Standing(mustered(r, unit, formation, 0, limbered=guns == LIMBERED), engaged)
    leave = leave_for(r, SEIZE, standing)
    checks = Checks(w)
    checks.ask("May it?", leave.given, leave.why, leave.rule)
    march = march_of(r, w, Marcher(standing.unit, figure(r, unit, "speed", speed).whole, Fraction(1) / short))
    reach: Number = 0
    if not engaged and leave.given:
        reach = w.then("it closes, in S", closes(r, march, SEIZE), "actions.seize-closing")
        told = f"it closes {write_number(reach)} S, and its enemy is {write_number(distance)} S away"
        checks.ask("Near enough?", distance <= reach, told, "actions.seize-closing")
    checks.tell()
    cost = int(w.then("actions that it costs", cost_of(r, SEIZE))) if leave.given else None
    weaker = int(w.then("for the enemy, in melee", "actions.seize-effect"))
    lasts = LASTS[r.read_as("seize-lasts")]
    w.note(f"that lasts {lasts}", "actions.seize-effect")
    value = SeizeReach(leave.given, cost, reach, checks.passed, weaker)
    told = f"No: {'; '.join(one.finding for one in checks.failed)}"
    if checks.passed:
        where = "in its melee" if engaged else f"from {table.words(distance)} away"
        told = f"Yes, {where}, for {counted(cost or 0, 'action')}: the enemy has {weaker} in melee {lasts}".replace(
            "-", "−"
        )
    return w.answer(
        value,
        headline=told,
        exhibits=[
            *([] if engaged else [_plan(distance, reach)]),
            Card("Ways into contact", _ways(r, march, standing, distance), name="ways"),
            table.card(),
        ],
    )


def _ways(r: Reader, march: March, standing: Standing, distance: Number) -> list[tuple[str, str]]:
    """Return, for each order that may lead to contact, its cost, its distance and its result.

    The result is whether the unit gets there, or why the order takes it into no contact.
    """
    ways = []
    for order in (MOVE, DOUBLE, SEIZE):
        leave = leave_for(r, order, standing)
        far = closes(r, march, order)
        arrives = "it gets there" if distance <= far else "it stays short"
        told = f"{counted(price_of(r, order, standing).whole, 'action')}, up to {write_number(far)} S: {arrives}"
        ways.append(
            (r.name("orders", order), told if leave.given and not standing.engaged else _why(leave.given, leave.why))
        )
    return ways


def _why(given: bool, why: str) -> str:
    """Why an order takes nobody into contact."""
    return "they are in contact" if given else why


def _plan(distance: Number, reach: Number) -> Tabletop:
    """Return a plan of the unit and its enemy from above, with how far the unit closes."""
    return Tabletop(
        "The unit below, which faces its enemy, and how far it closes", "S",
        discs=[Disc(0, 0, reach, "closes", "range")] if reach else [],
        figures=[Figure(0, 0, "the unit", "own"), Figure(0, distance, "enemy", "enemy", grip=ahead("distance"))],
        lines=[Line([(0, 0), (0, min(distance, reach))], "its way", "path")] if reach else [],
    )  # fmt: skip

"""Artillery: what a battery in its present state may be ordered to do."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.asking.exhibits import Decision, Verdict
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.new_rules.common.inputs import GUNS, LIMBERED
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.orders import (
    DOUBLE,
    MOVE,
    Leave,
    Standing,
    cost_of,
    leave_for,
)
from drillbook.rulesets.new_rules.common.unit import figure, mustered


@dataclass(frozen=True, slots=True)
class BatteryMay:
    """Whether a battery may be given an order, what it costs, and how far its guns reach.

    cost: in actions, None if the order may not be given; orders: how many orders are open to the battery;
    reach: the range of its guns, in S.
    goes: how far a Move or Double time takes it, in S; None with another order, or if it may not be given.
    """

    allowed: bool
    cost: int | None
    orders: int
    reach: Number
    goes: Number | None


@question(
    "nr/battery-may?battery=foot-battery&guns=limbered&engaged=no&order=move",
    "nr/battery-may?battery=horse-battery&guns=unlimbered&engaged=no&order=fire",
    "nr/battery-may?battery=foot-battery&guns=unlimbered&engaged=yes&order=recoil",
    "nr/battery-may?battery=foot-battery&guns=limbered&engaged=no&order=seize",
)
def battery_may(
    r: Reader,
    *,
    battery: Annotated[str, Choice(table="muster", where="guns", default="foot-battery", label="The battery")],
    guns: Annotated[str, Choice(GUNS, default=LIMBERED, label="Its guns")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    order: Annotated[str, Choice(table="orders", default="move", label="Its order")],
) -> Breakdown[BatteryMay]:
    """May these guns do that?"""
    w, unit = Working(r), mustered(r, battery, "line", 0, limbered=guns == LIMBERED)
    standing = Standing(unit, engaged)
    found = {row.key: leave_for(r, row.key, standing) for row in r.rows("orders")}
    leave = found[order]
    w.note(f"{r.name('orders', order)}: {leave.why}", leave.rule)
    w.note("a limbered battery moves", "artillery.limbered-moves", when=leave.given and order in (MOVE, DOUBLE))
    cost = int(w.then("it costs", cost_of(r, order))) if leave.given else None
    goes = None
    if leave.given and order in (MOVE, DOUBLE):
        march = march_of(r, Working(r), Marcher(unit, figure(r, battery, "speed").whole))
        goes = w.then("it goes, in S", march.move if order == MOVE else march.double, "movement.speed")
    w.note("no distance to recoil is given for guns", "actions.recoil-artillery", when=engaged)
    w.note("its guns add as much either way", "artillery.no-formation-modifiers")
    w.then("guns reach, in M", "bombardment.max-range")
    reach = w.times("M in S", "setup.medium")
    w.note("and so they hit what is far away", "artillery.long-range")
    value = BatteryMay(leave.given, cost, sum(one.given for one in found.values()), reach, goes)
    return w.answer(
        value,
        headline=_headline(r, order, leave, value),
        exhibits=[Decision("What this battery may do", _table(r, found))],
    )


def _table(r: Reader, found: dict[str, Leave]) -> list[Verdict]:
    """Every order, and the charge, which is none."""
    rows = [
        Verdict(r.name("orders", order), leave.given, leave.why, r.cite(leave.rule)) for order, leave in found.items()
    ]
    return [*rows, Verdict("Charge", False, "guns do not charge", r.cite("artillery.no-charge"))]


def _headline(r: Reader, order: str, leave: Leave, value: BatteryMay) -> str:
    """Whether it may, and why."""
    name = r.name("orders", order)
    if value.cost is None:
        return f"{name}: no, {leave.why}"
    cost = f"{name}: yes, for {counted(value.cost, 'action')}"
    if value.goes is not None:
        return f"{cost}, {write_number(value.goes)} S far"
    return f"{cost}; its guns reach {write_number(value.reach)} S"

"""Actions: what a unit may buy with its successes, as it stands."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Card, Decision, Grid, Verdict
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common.inputs import LIMBERED, formation_of, guns_of, unit_of
from drillbook.rulesets.new_rules.common.orders import (
    MOVE,
    SEIZE,
    Leave,
    Standing,
    after,
    cost_of,
    leave_for,
    repeats,
)
from drillbook.rulesets.new_rules.common.unit import mustered


@dataclass(frozen=True, slots=True)
class ActionShop:
    """How many orders it may be given and pay for now, their names, and what a charge costs it (none where it cannot)."""

    orders: int
    names: str
    charge: int | None


@question(
    "nr/action-shop?unit=line-infantry&formation=line&engaged=no&successes=2",
    "nr/action-shop?unit=foot-battery&guns=limbered&engaged=no&successes=3",
    "nr/action-shop?unit=heavy-cavalry&engaged=yes&successes=2",
    "nr/action-shop?unit=grenadiers&formation=square&engaged=no&successes=1",
)
def action_shop(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    successes: Annotated[int, Count(0, 3, default=2, label="Successes")],
) -> Breakdown[ActionShop]:
    """What can I do with these successes?"""
    w = Working(r)
    actions = w.start("actions", successes, "activation.action-per-success")
    w.note("none can be saved", "actions.budget")
    standing = Standing(mustered(r, unit, formation, 0, limbered=guns == LIMBERED), engaged)
    found = {row.key: leave_for(r, row.key, standing) for row in r.rows("orders")}
    open_ = [order for order, leave in found.items() if leave.given]
    costs = {order: w.then(f"{r.name('orders', order)} costs", cost_of(r, order)) for order in open_}
    bought = [order for order in open_ if costs[order] <= actions]
    charge = _charge(r, w, standing, found)
    value = ActionShop(len(bought), ", ".join(r.name("orders", order) for order in bought), charge)
    return w.answer(
        value,
        headline=_headline(value, actions),
        exhibits=[
            Decision("What it may be ordered to do", [_verdict(r, order, leave) for order, leave in found.items()]),
            _basket(r, standing, bought, actions),
            _affordable(r, found, successes),
        ],
    )


def _charge(r: Reader, w: Working, standing: Standing, found: dict[str, Leave]) -> int | None:
    """What a charge costs the unit; none where it cannot charge."""
    order = MOVE if r.holds("charge-cost", "any-move") else SEIZE
    if standing.engaged or not found[order].given or not found[SEIZE].given:
        return None
    return int(
        w.then(
            f"a charge is no order: by {r.name('orders', order)}", cost_of(r, order).whole, "actions.no-charge-entry"
        )
    )


def _verdict(r: Reader, order: str, leave: Leave) -> Verdict:
    """Whether an order may be given, and what it costs."""
    found = f"{counted(cost_of(r, order).whole, 'action')}: {leave.why}" if leave.given else leave.why
    return Verdict(r.name("orders", order), leave.given, found, r.cite(leave.rule))


def _basket(r: Reader, standing: Standing, bought: list[str], actions: int) -> Card:
    """What may follow whatever is bought first."""
    entries = []
    for order in bought:
        left = actions - cost_of(r, order).whole
        ways = after(r, order, standing)
        more = [
            row.key
            for row in r.rows("orders")
            if (row.key != order or repeats(r, order))
            and cost_of(r, row.key).whole <= left
            and any(leave_for(r, row.key, way).given for way in ways)
        ]
        names = ", ".join(r.name("orders", key) for key in more)
        entries.append((r.name("orders", order), f"{counted(left, 'action')} left{f': {names}' if names else ''}"))
    return Card("What may follow it", entries or [("Nothing", "it stands")], name="basket")


def _affordable(r: Reader, found: dict[str, Leave], successes: int) -> Grid:
    """What so many successes pay for."""
    columns = range(successes and 1, r.int("activation.max-actions") + 1)
    rows = list(found)
    return Grid(
        "What so many successes pay for", "Order", "Successes",
        [r.name("orders", order) for order in rows], [str(many) for many in columns],
        [[int(found[order].given and cost_of(r, order).whole <= many) for many in columns] for order in rows],
        chance=False, what="met", by_column={"successes": list(columns)}, name="affordable",
    )  # fmt: skip


def _headline(value: ActionShop, actions: int) -> str:
    """What it may buy."""
    if not value.orders:
        return f"With {counted(actions, 'action')} it can do nothing"
    charge = "" if value.charge is None else f"; a charge costs {value.charge}"
    return f"With {counted(actions, 'action')}: {value.names}{charge}"

"""Actions: what a unit in its present state may buy with its successes."""

from dataclasses import dataclass, replace
from typing import Annotated

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Card, Decision, Grid, Verdict
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common.inputs import LIMBERED, coloured_of, formation_of, guns_of, unit_of
from drillbook.rulesets.new_rules.common.orders import (
    FORMATION,
    MOVE,
    SEIZE,
    Leave,
    Standing,
    cost_of,
    leave_for,
    repeats,
)
from drillbook.rulesets.new_rules.common.prices import Bill, cheapest, ordered, price, price_of
from drillbook.rulesets.new_rules.common.rallying import RALLIES, RALLY, leave_to_rally, rallied, rally_cost
from drillbook.rulesets.new_rules.common.unit import must_reform, mustered


@dataclass(frozen=True, slots=True)
class ActionShop:
    """The orders a unit may receive and pay for now, and the cost of a charge.

    orders: how many there are, a rally included; names: what they are called.
    charge: what a charge costs, in actions; None if the unit cannot charge.
    reforms: whether the unit puts broken ranks in order first; rallies: whether it may turn a coloured die white.
    """

    orders: int
    names: str
    charge: int | None
    reforms: bool
    rallies: bool


@question(
    "nr/action-shop?unit=line-infantry&formation=line&engaged=no&successes=2",
    "nr/action-shop?unit=foot-battery&guns=limbered&engaged=no&successes=3",
    "nr/action-shop?unit=heavy-cavalry&engaged=yes&successes=2",
    "nr/action-shop?unit=grenadiers&formation=square&engaged=no&successes=1",
    "nr/action-shop?unit=recruits&formation=line&broken=yes&engaged=no&successes=2",
    "nr/action-shop?unit=line-infantry&formation=line&coloured=3&wavering=no&engaged=no&successes=2",
)
def action_shop(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    broken: Annotated[bool, Flag(label="Its line is broken")],
    coloured: Annotated[int, replace(coloured_of("Its coloured dice"), help="They tell where a rally is known.")],
    wavering: Annotated[
        bool, Flag(label="It wavers", when={"coloured": ("3",)}, why_not="A wavering unit only then cannot rally.")
    ],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    successes: Annotated[int, Count(0, 3, default=2, label="Successes")],
) -> Breakdown[ActionShop]:
    """What can I do with these successes?"""
    w = Working(r)
    actions = w.start("actions", successes, "activation.action-per-success")
    w.note("none can be saved", "actions.budget")
    standing = Standing(
        mustered(r, unit, formation, coloured, broken=broken, limbered=guns == LIMBERED), engaged, wavers=wavering
    )
    reforms = False
    if must_reform(r, standing.unit):
        standing, actions, reforms = _reformed(r, w, standing, actions)
    found = {row.key: leave_for(r, row.key, standing) for row in r.rows("orders")}
    open_ = [order for order, leave in found.items() if leave.given]
    costs = {order: w.then(f"{r.name('orders', order)} costs", price_of(r, order, standing)) for order in open_}
    bought = [order for order in open_ if costs[order] <= actions]
    charge = _charge(r, w, standing, found)
    rally = leave_to_rally(r, standing) if coloured else None
    rallies = rally is not None and rally.given
    if rallies:
        w.then("a rally costs", rally_cost(r))
    names = [r.name("orders", order) for order in bought]
    names += [RALLIES] if rallies and actions >= rally_cost(r).whole else []
    value = ActionShop(len(names), ", ".join(names), charge, reforms, rallies)
    return w.answer(
        value,
        headline=_headline(value, successes, actions),
        exhibits=[
            Decision(
                "What it may be ordered to do",
                [_verdict(r, order, leave, standing) for order, leave in found.items()] + _rally(r, rally),
            ),
            _basket(r, standing, bought, actions, rallies=rallies),
            _affordable(r, found, standing, actions, rallies=rallies),
        ],
    )


def _reformed(r: Reader, w: Working, standing: Standing, actions: int) -> tuple[Standing, int, bool]:
    """Return the unit after it sees to broken ranks, its actions left, and whether it reforms.

    The function adds the note on the ranks to `w`.
    """
    forfeited, spare = r.holds("broken-line", "forfeited"), r.holds("broken-line", "rest-is-free")
    reforms = forfeited or actions > 0
    told = "its ranks are put in order" if reforms else "without a success its ranks stay broken"
    w.note(f"{told}{', before anything else' if spare and reforms else ''}", "events.broken-line")
    left = max(0, actions - cost_of(r, FORMATION).whole) if spare else 0
    mended = spare and reforms
    return replace(standing, unit=replace(standing.unit, broken=not mended)), left, reforms


def _charge(r: Reader, w: Working, standing: Standing, found: dict[str, Leave]) -> int | None:
    """Return what a charge costs the unit, in actions; None if it cannot charge."""
    order = MOVE if r.holds("charge-cost", "any-move") else SEIZE
    if standing.engaged or not found[order].given or not found[SEIZE].given:
        return None
    return int(
        w.then(
            f"a charge is no order: by {r.name('orders', order)}",
            price_of(r, order, standing).whole,
            "actions.no-charge-entry",
        )
    )


def _verdict(r: Reader, order: str, leave: Leave, standing: Standing) -> Verdict:
    """Whether an order may be given, and what it costs."""
    found = f"{counted(price_of(r, order, standing).whole, 'action')}: {leave.why}" if leave.given else leave.why
    return Verdict(r.name("orders", order), leave.given, found, r.cite(leave.rule))


def _rally(r: Reader, leave: Leave | None) -> list[Verdict]:
    """Whether it may rally, in a line; nothing of a unit that has nothing to take off."""
    if leave is None:
        return []
    told = f"{counted(rally_cost(r).whole, 'action')}: {leave.why}" if leave.given else leave.why
    return [Verdict(RALLIES, leave.given, told, r.cite(leave.rule))]


def _basket(r: Reader, standing: Standing, bought: list[str], actions: int, *, rallies: bool) -> Card:
    """Return a card of what may follow each order or rally that is bought first."""
    entries = []
    rally = rally_cost(r).whole if rallies else actions + 1
    for order in bought:
        ways = ordered(r, [Bill(standing)], order)
        left = actions - price(r, cheapest(r, ways))
        more = [
            row.key
            for row in r.rows("orders")
            if (row.key != order or repeats(r, order))
            and any(price(r, way) <= actions for way in ordered(r, ways, row.key))
        ]
        entries.append((r.name("orders", order), _left(r, left, more, rallies=left >= rally)))
    if actions >= rally:
        left, again = actions - rally, rallied(r, standing.unit.coloured) > 0 and repeats(r, RALLY)
        more = [
            row.key
            for row in r.rows("orders")
            if any(price(r, way) <= left for way in ordered(r, [Bill(standing)], row.key))
        ]
        entries.append((RALLIES, _left(r, left, more, rallies=again and left >= rally)))
    return Card("What may follow it", entries or [("Nothing", "it stands")], name="basket")


def _left(r: Reader, left: int, more: list[str], *, rallies: bool) -> str:
    """So many actions that are left, and what they pay for."""
    names = ", ".join([*(r.name("orders", key) for key in more), *([RALLIES] if rallies else [])])
    return f"{counted(left, 'action')} left{f': {names}' if names else ''}"


def _affordable(r: Reader, found: dict[str, Leave], standing: Standing, actions: int, *, rallies: bool) -> Grid:
    """Return a grid of the orders that each number of successes pays for, rally included."""
    columns = range(actions and 1, r.int("activation.max-actions") + 1)
    prices = {order: price_of(r, order, standing).whole for order in found}
    pays = {
        r.name("orders", order): [leave.given and prices[order] <= many for many in columns]
        for order, leave in found.items()
    }
    if rallies:
        pays[RALLIES] = [rally_cost(r).whole <= many for many in columns]
    return Grid(
        "What so many successes pay for", "Order", "Successes",
        list(pays), [str(many) for many in columns], [[int(one) for one in row] for row in pays.values()],
        chance=False, what="met", by_column={"successes": list(columns)}, name="affordable",
    )  # fmt: skip


def _headline(value: ActionShop, actions: int, left: int) -> str:
    """Return the headline: what the unit may buy. left: the actions that remain after its ranks."""
    told = f"With {counted(actions, 'action')}"
    if value.reforms:
        told += " it puts its ranks in order"
        if not left or not value.orders:
            return f"{told} and does nothing else"
        told += f", and has {left} left"
    if not value.orders:
        return f"{told} it can do nothing"
    charge = "" if value.charge is None else f"; a charge costs {value.charge}"
    return f"{told}: {value.names}{charge}"

"""What orders cost a unit in its present state.

The module counts the listed price, the free turn of a column, and the action that a line may lose.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.orders import DOUBLE, MOVE, PIVOT, Standing, cost_of
from drillbook.rulesets.new_rules.common.rallying import order_after, order_cost, order_leave
from drillbook.rulesets.new_rules.common.unit import COLUMN, LINE, Unit


class Bill(NamedTuple):
    """A unit in the middle of its activation: its present state and what its orders have cost.

    cost: the listed actions; steps, stretches: its pivots and its Moves while it was a column.
    slowed: whether a line has lost its action to move with.
    """

    standing: Standing
    cost: int = 0
    steps: int = 0
    stretches: int = 0
    slowed: bool = False


def free_steps(r: Reader, unit: Unit, steps: Sequence[int], stretches: int) -> int:
    """How many steps of all its pivots a column turns for nothing."""
    if unit.formed != COLUMN or not any(steps):
        return 0
    return _free(r, steps, stretches)


def _free(r: Reader, steps: Sequence[int], stretches: int) -> int:
    """Return how many steps are free among those of each pivot of a column in an activation."""
    free = r.int("infantry.column-turn", "free")
    match r.read_as("free-turn"):
        case "with-every-move":
            return min(sum(steps), free * stretches)
        case "each-cheaper":
            return sum(min(free, one) for one in steps)
        case _:
            return min(sum(steps), free)


def loses_action(r: Reader, unit: Unit) -> bool:
    """Return whether a unit has an action less to move with, as a line."""
    return unit.formed == LINE and r.holds("line-movement", "action-less")


def ordered(r: Reader, bills: Iterable[Bill], order: str) -> list[Bill]:
    """Return the states a unit may be in after one more order or rally, with their bills.

    The result is empty if the unit may not be given the order.
    """
    found = []
    for bill in bills:
        if not order_leave(r, order, bill.standing).given:
            continue
        unit, goes = bill.standing.unit, order in (MOVE, DOUBLE)
        column, slow = unit.formed == COLUMN, goes and not bill.slowed and loses_action(r, unit)
        lost = -r.cell("formations", "line-movement", "amount").whole if slow else 0
        found += [
            Bill(
                way,
                bill.cost + order_cost(r, order).whole + lost,
                bill.steps + (column and order == PIVOT),
                bill.stretches + (column and goes),
                bill.slowed or slow,
            )
            for way in order_after(r, order, bill.standing)
        ]
    return list(dict.fromkeys(found))


def free_of(r: Reader, bill: Bill) -> int:
    """Return the actions that a column saves by its free turn."""
    return _free(r, [1] * bill.steps, bill.stretches) if bill.steps else 0


def price(r: Reader, bill: Bill) -> int:
    """Return what the orders of an activation have cost in all, in actions."""
    return bill.cost - free_of(r, bill)


def cheapest(r: Reader, bills: Sequence[Bill]) -> Bill:
    """Return the way of standing that costs the fewest actions."""
    return min(bills, key=lambda bill: price(r, bill))


def price_of(r: Reader, order: str, standing: Standing) -> Cited:
    """Return what an order costs a unit in that state, as the first of its activation.

    If the unit may not be given the order, the result is the listed price.
    """
    listed, bills = cost_of(r, order), ordered(r, [Bill(standing)], order)
    if not bills:
        return listed
    bill = cheapest(r, bills)
    if bill.slowed:
        return Cited(price(r, bill), r.cite("infantry.line-movement"))
    return Cited(price(r, bill), r.cite("infantry.column-turn")) if price(r, bill) != listed.whole else listed

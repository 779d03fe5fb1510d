"""Tests that a plan has one price: as orders, as a way on the table, and order by order.

This holds under every reading of columns and lines.
"""

from itertools import product
from random import Random

import pytest

from asking import value

READINGS = [
    "",
    "&ruling.free-turn=B",
    "&ruling.free-turn=C",
    "&ruling.line-movement=C",
    "&ruling.line-movement=C&ruling.move-total=A",
]
LEGS = {"move": "move,0,0", "double-time": "double-time,0,0", "pivot": "pivot,0,45"}
COSTS = {"move": 1, "double-time": 2, "pivot": 1}


def worked_out(plan: tuple[str, ...], formation: str, readings: str) -> int:
    """Return what a plan costs, from the text alone."""
    cost, pivots, moves = sum(COSTS[order] for order in plan), plan.count("pivot"), len(plan) - plan.count("pivot")
    if formation == "column":
        free = moves if "free-turn=B" in readings else pivots if "free-turn=C" in readings else 1
        cost -= min(pivots, free)
    return cost + (formation == "line" and moves > 0 and "line-movement=C" in readings)


@pytest.mark.parametrize("readings", READINGS)
def test_a_plan_costs_the_same_as_orders_and_as_a_way(readings: str) -> None:
    plans = [plan for many in (1, 2, 3, 4) for plan in product(LEGS, repeat=many)]
    for plan, formation in Random(readings).sample([*product(plans, ("column", "line"))], 60):
        cost = worked_out(plan, formation, readings)
        if cost > 3:
            continue
        way = ";".join(LEGS[order] for order in plan)
        found = value(f"nr/move-plan?unit=line-infantry&formation={formation}&legs={way}&actions=3{readings}")
        asked = value(
            f"nr/order-odds?quality=2&arm=infantry&formation={formation}&engaged=no&orders={';'.join(plan)}{readings}"
        )
        assert found["cost"] == asked["cost"] == cost, (plan, formation)
        assert asked["activations"] == 1


@pytest.mark.parametrize("readings", READINGS)
def test_the_shop_has_the_same_prices(readings: str) -> None:
    for formation, order in product(("column", "line"), COSTS):
        cost = worked_out((order,), formation, readings)
        for successes in range(4):
            shop = value(f"nr/action-shop?unit=line-infantry&formation={formation}&successes={successes}{readings}")
            name = {"move": "Move", "double-time": "Double time", "pivot": "Pivot a step"}[order]
            assert (name in shop["names"]) == (cost <= successes), (formation, order, successes)

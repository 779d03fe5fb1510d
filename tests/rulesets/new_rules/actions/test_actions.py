"""Plans counted out: every roll of the dice against what the orders cost."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value

FACES = range(1, 7)
COSTS = {
    "move": 1, "double-time": 2, "formation": 1, "seize": 2, "recoil": 2, "fire": 1, "aimed": 2, "limber": 2, "canister": 2,
    "pivot": 1,
}  # fmt: skip


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_plan_needs_as_many_successes_as_it_costs(dice: int) -> None:
    plans = [*((order,) for order in COSTS), *product(("move", "aimed"), COSTS)]
    for quality, plan in product((2, 4, 6), plans):
        cost = sum(COSTS[order] for order in plan)
        never = "recoil" in plan and len(plan) > 1  # who marches or shoots is in no melee
        good = (
            0 if never else sum(sum(face >= quality for face in faces) >= cost for faces in product(FACES, repeat=dice))
        )
        found = value(f"nr/order-odds?quality={quality}&damage=0&dice={dice}&pick=white&orders={';'.join(plan)}")
        assert (found["cost"], found["enough"]) == (cost, Fraction(good, 6**dice))


def affordable(arm: str, formation: str, engaged: bool, limbered: bool, successes: int) -> set[str]:
    """Return the orders open to a unit, written down a second time from the text."""
    guns, foot, horse = arm == "foot-battery", arm == "line-infantry", arm == "heavy-cavalry"
    free = foot and formation == "column"  # a column turns a step for nothing (L49)
    found = {"Pivot a step"} if successes or free else set()
    moves = not engaged and (horse or (foot and formation != "square") or (guns and limbered))
    if moves:
        found |= {"Move"} if successes else set()
        found |= {"Double time"} if successes > 1 else set()
    if successes > 1 and (engaged or (moves and not guns)):
        found.add("Seize the Initiative")
    if successes > 1 and engaged and not guns:
        found.add("Recoil")
    if foot and successes:
        found.add("Change formation")
    if not engaged and (foot or (guns and not limbered)):
        found |= {"Fire"} if successes else set()
        found |= {"Aimed Shot"} if successes > 1 else set()
    if guns and successes > 1:
        found.add("Limber or unlimber")
        found.add("Load canister")  # in melee too: loading is not firing
    return found


@pytest.mark.parametrize("arm", ["line-infantry", "heavy-cavalry", "foot-battery"])
def test_what_a_unit_may_buy(arm: str) -> None:
    for formation, engaged, limbered, successes in product(
        ("column", "line", "square"), (False, True), (False, True), range(4)
    ):
        more = f"&formation={formation}" if arm == "line-infantry" else ""
        more += f"&guns={'limbered' if limbered else 'unlimbered'}" if arm == "foot-battery" else ""
        found = value(f"nr/action-shop?unit={arm}{more}&engaged={'yes' if engaged else 'no'}&successes={successes}")
        names = set(found["names"].split(", ")) - {""}
        assert names == affordable(arm, formation, engaged, limbered, successes)

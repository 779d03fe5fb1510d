"""Tests where chapters of New Rules meet: guns, orders and what a turn leaves time for.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; dice, bands and events are
in referee_new_rules.py, written down there from the source.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from referee_new_rules import ARMS, Chances, Man, activation, attack, read, told, value

F = Fraction
COVERS = ("none", "light", "heavy")

SHOTS: list[dict[str, str]] = [
    {}, {"range_boundary": "B"}, {"cannon_light_cover": "B"}, {"canister_critical": "B"}, {"canister_critical": "C"},
    {"shooting_defence": "B"}, {"crippled_scope": "B"}, {"damage_overflow": "B"}, {"shooting_stat": "C"}, {"artillery_recoil": "C"},
]  # fmt: skip
#: Figure and coloured dice of the battery; the target with its figures; cover, distance, aimed, canister.
GUNS = [
    ((3, 0), ("line-infantry", 2, "column", 2), (1, F(4), False, False)),
    ((4, 3), ("heavy-cavalry", 0, "", 3), (0, F(1), True, True)),
    ((5, 1), ("line-infantry", 1, "square", 1), (2, F(2), False, True)),
    ((2, 0), ("foot-battery", 3, "", 2), (2, F(15, 4), True, False)),
    ((6, 0), ("line-infantry", 0, "line", 0), (1, F(5), False, False)),
    ((4, 2), ("foot-battery", 1, "", 0), (0, F(3, 2), False, True)),
]


def fired(
    battery: tuple[int, int],
    target: tuple[str, int, str, int],
    shot: tuple[int, Fraction, bool, bool],
    readings: dict[str, str],
) -> dict[str, Any]:
    """Return what battery and target add, and the outcomes of the shot."""
    (figure, worn), (unit, other, formation, coloured), (cover, distance, aimed, canister) = battery, target, shot
    middle = distance < 4 or (distance == 4 and read(readings, "range_boundary") == "B")
    own = figure + (1 if distance <= 2 else 0 if middle else -1) - (worn == 3)
    if ARMS[unit] == "cavalry" and read(readings, "shooting_stat") == "C":
        other = 3
    if formation in ("column", "square") and read(readings, "shooting_defence") == "A":
        other -= 2
    other += (0, 1, 2)[cover] if read(readings, "cannon_light_cover") == "B" else cover == 2
    other -= aimed + (coloured == 3 and read(readings, "crippled_scope") == "A")
    man = Man(ARMS[unit], formation, coloured)
    return {
        "adds": (own, other),
        **attack(own, other, Man("artillery", "", worn), man, readings, melee=False, canister=canister),
    }


@pytest.mark.parametrize("readings", SHOTS, ids=str)
def test_shot_and_canister_at_everything(readings: dict[str, str]) -> None:
    """Cannonades of shot and canister have the referee's points and critical events.

    The test combines range in M, cover, crippled guns and targets. Every point of canister brings a critical event, to a
    unit that is still there.
    """
    for battery, target, shot in GUNS:
        found = fired(battery, target, shot, readings)
        (figure, worn), (unit, other, formation, coloured), (cover, distance, aimed, canister) = battery, target, shot
        address = (
            f"nr/cannonade?battery=foot-battery&figure={figure}&coloured={worn}&target={unit}&target-figure={other}"
        )
        address += f"&target-coloured={coloured}&cover={COVERS[cover]}&distance={float(distance)}" + (
            f"&target-formation={formation}" if formation else ""
        )
        address += f"&aimed={'yes' if aimed else 'no'}&ammunition={'canister' if canister else 'shot'}" + told(readings)
        book = value(address)
        assert (book["battery_adds"], book["target_adds"]) == found["adds"], address
        assert (book["hurt"], book["expected"], book["critical"]) == (
            found["hurt"],
            found["points"],
            found["critical"],
        ), address
        removed = sum((chance for (_, d), chance in found["ends"].items() if d.out == "removed"), F(0))
        assert book["removed"] == removed, address


def served(
    adds: int, other: int, worn: int, loaded: bool, again: bool, roll: Chances, turns: int, canister: bool
) -> Fraction:
    """Return the chance that the target is removed.

    The battery fires shot with every action, or canister whenever the actions are enough to load it.
    """
    now: Chances = {(worn, loaded and canister): F(1)}
    for _ in range(turns):
        after: Chances = defaultdict(F)
        for (state, full), chance in now.items():
            for (actions, _, _), share in roll.items():
                for end, part in spent(adds, other, worn, state, full, actions, canister, again).items():
                    after[end] += chance * share * part
        now = after
    return sum((chance for (state, _), chance in now.items() if state == 4), F(0))


@cache
def shelled(adds: int, other: int, state: int, canister: bool) -> Chances:
    """Return what one shot leaves of infantry with so many coloured dice, with chances."""
    guns, target = Man("artillery", ""), Man("infantry", "line", state)
    return dict(attack(adds, other, guns, target, {}, melee=False, canister=canister)["ends"])


def spent(
    adds: int, other: int, worn: int, state: int, full: bool, actions: int, canister: bool, again: bool
) -> Chances:
    """Return the chances of the target's states after the actions of one turn.

    A load takes 2 actions, a shot 1.
    """
    if not actions or state == 4:
        return {(state, full): F(1)}
    if canister and again and not full and actions >= 2:
        return spent(adds, other, worn, state, True, actions - 2, canister, again)
    found: Chances = defaultdict(F)
    for (_, d), chance in shelled(adds, other - (state == 3 > worn), state, full).items():
        for end, share in spent(
            adds, other, worn, 4 if d.out == "removed" else d.coloured, False, actions - 1, canister, again
        ).items():
            found[end] += chance * share
    return dict(found)


@pytest.mark.parametrize(("loaded", "again"), [(False, True), (True, False), (True, True)])
def test_shot_or_canister(loaded: bool, again: bool) -> None:
    """Actions of a worn battery, a load that is kept, a target that is crippled underway."""
    roll = activation(4, 1, 3, "white", {})
    for adds, other, worn in ((4, 1, 0), (3, 2, 2)):
        address = (
            f"nr/shot-or-canister?adds={adds}&target-adds={other}&coloured={worn}&loaded={'yes' if loaded else 'no'}"
        )
        book = value(address + f"&again={'yes' if again else 'no'}&quality=4&damage=1&dice=3&turns=2")
        for name, canister in (("shot_removes", False), ("canister_removes", True)):
            assert book[name] == served(adds, other, worn, loaded, again, roll, 2, canister), (address, name)


COSTS = {
    "move": 1,
    "double-time": 2,
    "formation": 1,
    "seize": 2,
    "recoil": 2,
    "fire": 1,
    "aimed": 2,
    "limber": 2,
    "canister": 2,
}


@pytest.mark.parametrize("readings", [{}, {"limber_cost": "B"}, {"hesitation": "B"}, {"coloured_choice": "C"}], ids=str)
def test_a_plan_of_orders(readings: dict[str, str]) -> None:
    """What the orders cost together, against dice that may blunder."""
    for orders, damage, dice in (
        (("limber", "fire"), 1, 3),
        (("formation", "fire"), 3, 2),
        (("move", "canister"), 2, 3),
    ):
        cost = sum(COSTS[order] - (order == "limber" and read(readings, "limber_cost") == "B") for order in orders)
        book = value(
            f"nr/order-odds?quality=4&damage={damage}&dice={dice}&pick=white&orders={';'.join(orders)}" + told(readings)
        )
        found = activation(4, damage, dice, "white", readings)
        assert book["cost"] == cost
        assert book["enough"] == sum((chance for (actions, _, _), chance in found.items() if actions >= cost), F(0))
        assert book["turnover"] == sum((chance for (_, strikes, _), chance in found.items() if strikes >= 2), F(0))

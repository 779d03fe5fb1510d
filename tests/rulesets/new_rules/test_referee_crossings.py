"""Tests where chapters of New Rules meet: orders, marches, places and blunders.

Each answer is worked out from the printed rules alone. Nothing of the ruleset is imported; the referee's own rules
are in referee_field_new_rules.py. A test is named for what crosses in it.
"""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from referee_field_new_rules import (
    FORMS,
    carried,
    come_to_blows,
    fate,
    free_of,
    open_to,
    path,
    price,
    soonest,
    strides,
    under_fire,
)
from referee_new_rules import ARMS, Man, activation, counted, good, read, sampled, sides_of, told, value

from drillbook import ask
from drillbook.asking.exhibits import Grid

F = Fraction
Readings = dict[str, str]
YES = {True: "yes", False: "no"}


def cells(address: str, name: str) -> list[list[Any]]:
    """Return the cells of a table of an answer."""
    (grid,) = (one for one in ask(address).outcome.exhibits if isinstance(one, Grid) and one.name == name)
    return [list(row) for row in grid.cells]


# 1 to 5: what comes at a regiment ---------------------------------------------------------------------------------------------

THREATS: list[Readings] = [
    {}, {"square_three": "C"}, {"square_flanks": "B"}, {"flank_rear": "C"}, {"flank_later": "B"}, {"crippled_scope": "B"},
    {"square_recoil": "B"}, {"rout_formation": "B"}, {"attacker_recoils": "B"}, {"damage_overflow": "B"}, {"melee_attacker": "C"},
]  # fmt: skip


@pytest.mark.parametrize("readings", THREATS, ids=str)
def test_a_formation_under_a_charge_with_its_events(readings: Readings) -> None:
    """Formations under a charge have the referee's chances, critical events included.

    The test combines formation, flank, crippled units and charge. Recoils, routs and removals follow. All three
    formations are compared, and the best is named.
    """
    for arm, stance, aspect, round_, worn, foe_worn in (
        ("heavy-cavalry", "", "rear", "charge", 2, 0), ("heavy-cavalry", "", "flank", "own", 3, 3),
        ("line-infantry", "column", "flank", "charge", 0, 3),
    ):  # fmt: skip
        charger = Man(ARMS[arm], stance or "column", foe_worn, figure=4)
        address = (
            f"nr/formation-choice?unit=line-infantry&melee=2&coloured={worn}&enemy={arm}&threat={round_}&enemy-melee=4"
        )
        address += (
            f"&enemy-coloured={foe_worn}&aspect={aspect}"
            + (f"&enemy-formation={stance}" if stance else "")
            + told(readings)
        )
        mine = [
            come_to_blows(charger, Man("infantry", form, worn, figure=2), round_ == "charge", aspect, readings)
            for form in FORMS
        ]
        assert cells(address, "chances") == [fate(one) for one in mine], address
        best = min(range(3), key=lambda one: (mine[one]["points"], mine[one]["hurt"]))
        assert value(address)["best"] == FORMS[best], address


SHOTS: list[Readings] = [
    {}, {"shooting_defence": "B"}, {"crippled_scope": "B"}, {"square_recoil": "B"}, {"rout_formation": "B"}, {"range_boundary": "B"},
    {"musket_bands": "B"},
]  # fmt: skip


@pytest.mark.parametrize("enemy", ["line-infantry", "foot-battery"])
@pytest.mark.parametrize("readings", SHOTS, ids=str)
def test_a_formation_under_fire_with_its_events(enemy: str, readings: Readings) -> None:
    """Formations under fire have the referee's chances, critical events included.

    The test uses the bands of muskets and of cannon. The shooter has a formation of its own. A critical event may mean
    something else for a square.
    """
    for stance, worn, foe_worn, far in (("column", 2, 0, F(2)), ("line", 3, 3, F(1)), ("square", 0, 1, F(4))):
        guns = enemy == "foot-battery"
        if far > 3 and not guns:
            continue
        shooter = Man(ARMS[enemy], "" if guns else stance, foe_worn, figure=3)
        address = f"nr/formation-choice?unit=line-infantry&shooting=1&coloured={worn}&enemy={enemy}&threat=fire&enemy-shooting=3"
        address += (
            f"&enemy-coloured={foe_worn}&distance={far}"
            + ("" if guns else f"&enemy-formation={stance}")
            + told(readings)
        )
        mine = [fate(under_fire(shooter, Man("infantry", form, worn, figure=1), far, readings)) for form in FORMS]
        assert cells(address, "chances") == mine, address


@pytest.mark.parametrize("readings", THREATS, ids=str)
def test_a_cavalry_charge_against_a_later_round(readings: Readings) -> None:
    """Cavalry charges have the referee's chances in the first round and in a later round.

    The test combines the bonus of the charge, the square, the rear and crippled troopers. It also checks the chance of
    being beaten off.
    """
    for form, aspect, worn, foe_worn in sampled(FORMS, ("front", "rear"), (0, 3), (1, 3), many=4):
        charger, target = Man("cavalry", "", worn, figure=2), Man("infantry", form, foe_worn, figure=3)
        now, later = (come_to_blows(charger, target, opening, aspect, readings) for opening in (True, False))
        address = f"nr/cavalry-charge?unit=light-cavalry&melee=2&coloured={worn}&target=grenadiers&target-melee=3"
        book = value(f"{address}&target-coloured={foe_worn}&formation={form}&aspect={aspect}" + told(readings))
        assert (book["hurts"], book["later"]) == (now["hurt"], later["hurt"]), (form, aspect, worn)
        off = read(readings, "attacker_recoils") == "A"  # else it is the target that recoils
        assert book["beaten_off"] == (now["bands"].get("beaten", 0) if off else 0), (form, aspect, worn)


@pytest.mark.parametrize("readings", [{}, {"square_three": "C"}, {"line_movement": "B"}, {"double_time": "B"}], ids=str)
def test_a_formation_card_of_a_broken_crippled_line(readings: Readings) -> None:
    """Broken ranks remove every modifier of the formation, and that of crippled units stays.

    This holds for shooting, melee and marching.
    """
    for form, broken, worn, foe in product(FORMS, (False, True), (0, 3), ("infantry", "cavalry")):
        formed = "" if broken else form
        move, double = strides(3, "infantry", formed, True, F(1, 4), readings)
        square = {"C": 6}.get(read(readings, "square_three"), 3) * (formed == "square" and foe == "cavalry")
        book = value(
            f"nr/formation-card?unit=line-infantry&melee=2&shooting=1&speed=3&formation={form}&coloured={worn}&broken={YES[broken]}"
            f"&against={foe}&short=4&measure=inches" + told(readings)
        )
        assert book["shooting"] == 1 - 2 * (formed in ("column", "square")) - (worn == 3)
        assert book["melee"] == 2 - 2 * (formed == "line") + square - (worn == 3)
        assert (book["move"], book["double"], book["free"]) == (move, double, int(formed == "column"))


@pytest.mark.parametrize("stat", "ABC")
def test_a_card_of_a_unit_with_dice_of_another_size(stat: str) -> None:
    """Quality against the die of activations, and which figure defends a unit that cannot shoot."""
    for unit, quality, die in product(("line-infantry", "heavy-cavalry", "foot-battery"), (1, 4, 7), "ABC"):
        readings = {"shooting_stat": stat, "activation_die": die}
        book = value(f"nr/unit-card?unit={unit}&quality={quality}&melee=4&shooting=1" + told(readings))
        faces = range(1, sides_of(readings) + 1)
        assert book["success"] == F(sum(good(face, quality, readings) for face in faces), len(faces))
        assert book["shot_at"] == ({"A": 1, "B": 0, "C": 4}[stat] if unit == "heavy-cavalry" else 1)


# 6 to 9: marches --------------------------------------------------------------------------------------------------------------

ADVANCES: list[Readings] = [
    {}, {"line_movement": "B"}, {"line_movement": "C"}, {"move_total": "A"}, {"move_total": "A", "repeat_actions": "B"},
    {"double_time": "B"},
    {"musket_bands": "B"}, {"repeat_actions": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", ADVANCES, ids=str)
def test_going_nearer_and_firing_with_what_is_left(readings: Readings) -> None:
    """Advances to fire find the best distance and number of volleys for the actions.

    The test uses the Speed less the line's deduction, the bands of range, crippled shooters, and the actions that a march
    leaves. It tries every quarter of S.
    """
    for form, speed, far, actions, worn in (
        ("line", 2, F(3), 3, 0), ("column", 2, F(9, 2), 2, 3), ("line", 1, F(5, 2), 3, 3), ("square", 3, F(2), 2, 0),
    ):  # fmt: skip
        shooter, target = Man("infantry", form, worn, figure=3), Man("infantry", "line", 0, figure=2)
        steps = strides(speed, "infantry", form, True, F(1, 4), readings)
        ways = []
        for spent in range(actions):
            volleys = min(1, actions - spent) if read(readings, "repeat_actions") == "B" else actions - spent
            nearest = far - carried(*steps, form, spent, readings)
            for quarter in range(1, 13):
                if nearest <= F(quarter, 4) <= far:
                    each = under_fire(shooter, target, F(quarter, 4), readings)["hurt"]
                    ways.append((1 - (1 - each) ** volleys, F(quarter, 4), -spent, volleys))
        address = f"nr/range-advance?shooter=line-infantry&figure=3&speed={speed}&formation={form}&coloured={worn}&target=line-infantry"
        address += f"&target-figure=2&distance={float(far)}&actions={actions}&short=4&measure=inches" + told(readings)
        if not ways:
            assert ask(address).refused, address
            continue
        best, book = max(ways), value(address)
        assert (book["hurt"], book["distance"], book["volleys"]) == (best[0], best[1], best[3]), address
        assert book["standing"] == max((one[0] for one in ways if not one[2]), default=0), address


PATHS: list[Readings] = [
    {}, {"move_total": "A"}, {"move_total": "C"}, {"free_turn": "B"}, {"free_turn": "C"}, {"pivot_part": "B"}, {"pivot_static": "B"},
    {"line_movement": "C"}, {"double_time": "B"}, {"broken_line": "C"}, {"broken_line": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", PATHS, ids=str)
def test_a_way_of_stretches_and_pivots_through_broken_ranks(readings: Readings) -> None:
    """Move plans of stretches and pivots are legal or not, and cost what the referee counts.

    They include a column's free turn, Double time and the cap on the whole way. A broken line first spends an action on
    its ranks, by reading C of `broken_line`.
    """
    chance = Random(1815)
    for _ in range(24):
        unit = chance.choice(("line-infantry", "heavy-cavalry", "foot-battery"))
        arm, speed, actions = ARMS[unit], chance.randint(0, 4), chance.randint(1, 3)
        form, broken, limbered = chance.choice(FORMS), chance.random() < 0.25, chance.random() < 0.7
        legs: list[tuple[str, Fraction, int]] = [
            ("pivot", F(0), chance.choice((-180, -60, -45, 30, 45, 90)))
            if chance.random() < 0.4
            else (
                chance.choice(("move", "move", "double-time")),
                F(chance.randint(1, 8), 2),
                chance.choice((0, 0, 30, -45, 60)),
            )
            for _ in range(chance.randint(1, 4))
        ]
        formed = form if arm == "infantry" else ""
        broken &= arm == "infantry"
        reforms = broken and read(readings, "broken_line") == "C"
        counts = "" if broken and not reforms else formed
        stands = counts == "square" or (arm == "artillery" and not limbered)
        steps = strides(speed, arm, counts, limbered, F(1, 4), readings)
        legal, cost, facing = path(legs, steps, (counts, stands), actions - reforms, readings)
        address = f"nr/move-plan?unit={unit}&speed={speed}&actions={actions}&short=4&measure=inches"
        address += f"&formation={form}&broken={YES[broken]}" if arm == "infantry" else ""
        address += f"&limbered={YES[limbered]}" if arm == "artillery" else ""
        address += f"&legs={';'.join(f'{what},{float(far)},{turn}' for what, far, turn in legs)}" + told(readings)
        book = value(address)
        assert book["legal"] == (legal and (reforms or not broken)), address
        assert (book["cost"], book["facing"]) == (cost + reforms, facing), address


@pytest.mark.parametrize(
    "readings", [{}, {"free_turn": "B"}, {"free_turn": "C"}, {"pivot_static": "B"}, {"pivot_part": "B"}], ids=str
)
def test_a_turn_on_the_spot_and_the_activations_it_takes(readings: Readings) -> None:
    """Steps of 45 degrees, a column's free one, and three actions an activation."""
    for degrees, form in product(range(0, 181, 15), FORMS):
        found = ask(f"nr/pivot?degrees={degrees}&formation={form}" + told(readings))
        barred = (read(readings, "pivot_part") == "B" and degrees % 45) or (
            form == "square" and read(readings, "pivot_static") == "B"
        )
        assert found.refused == bool(barred), (degrees, form)
        if not barred:
            cost = -(-degrees // 45) - (free_of([degrees], 0, readings) if form == "column" else 0)
            assert (found.outcome.flat()["cost"], found.outcome.flat()["activations"]) == (cost, -(-cost // 3)), (
                degrees,
                form,
            )


# 10 to 13: orders -------------------------------------------------------------------------------------------------------------


ORDERS = {
    "move": "Move", "double-time": "Double time", "formation": "Change formation", "seize": "Seize the Initiative", "recoil": "Recoil",
    "fire": "Fire", "aimed": "Aimed Shot", "limber": "Limber or unlimber", "canister": "Load canister", "pivot": "Pivot a step",
}  # fmt: skip


@pytest.mark.parametrize(
    "readings", [{}, {"engaged_actions": "B"}, {"multi_melee": "C"}, {"pivot_static": "B"}], ids=str
)
def test_orders_of_a_unit_locked_in_melee(readings: Readings) -> None:
    """What arm, formation, guns and a melee leave of the orders, and what the successes pay for."""
    for unit, form, limbered, engaged, successes in sampled(ARMS, FORMS, (False, True), (False, True), (1, 2)):
        arm = ARMS[unit]
        may = open_to(arm, form if arm == "infantry" else "", limbered, engaged, readings)
        guns = "limbered" if limbered else "unlimbered"
        more = f"&formation={form}" if arm == "infantry" else f"&guns={guns}" if arm == "artillery" else ""
        book = value(f"nr/action-shop?unit={unit}&engaged={YES[engaged]}&successes={successes}{more}" + told(readings))
        paid = {ORDERS[one] for one in may if price(one, readings) <= successes}
        assert set(filter(None, book["names"].split(", "))) == paid, (unit, form, limbered, engaged)
        if arm == "artillery":
            for order in ("move", "seize", "recoil", "aimed", "canister", "pivot"):
                asked = value(
                    f"nr/battery-may?battery={unit}&guns={guns}&engaged={YES[engaged]}&order={order}" + told(readings)
                )
                assert (asked["allowed"], asked["orders"]) == (order in may, len(may)), (order, guns, engaged)


BOUND: list[Readings] = [
    {}, {"blunder_moves": "B"}, {"blunder_moves": "C"}, {"blunder_impossible": "C"}, {"blunder_impossible": "B"}, {"charge_cost": "B"},
    {"blunder_first_action": "B"}, {"blunder_moves": "B", "blunder_impossible": "B"},
]  # fmt: skip


def bound_by(line: int, actions: int, state: str, near: tuple[str, ...], readings: Readings) -> int:
    """Return the actions left after a blunder has been carried out (L197-203).

    state: free, in square, guns unlimbered, or locked in melee.
    """
    banned = {
        "any": set[int](), "square": {3, 4, 5}, "guns": {3, 4, 5}, "locked": {3, 4, 5, 6}, "horse": {6},
    }[state]  # fmt: skip
    over = read(readings, "blunder_impossible")
    if line in banned and over != "B":
        return actions if over == "A" else 0
    if line in (3, 4):
        return {"A": actions, "B": max(0, actions - 1), "C": 0}[read(readings, "blunder_moves")]
    if ("charge" if line == 5 else "fire") not in near:
        return actions
    cost = 2 if line == 5 and read(readings, "charge_cost") == "B" else 1
    if actions >= cost:
        return actions - cost
    return 0 if read(readings, "blunder_first_action") == "B" else actions


#: How a unit stands that rolls for a plan, and what stands for it in an address.
STANCES = {
    "any": "arm=any", "square": "arm=infantry&formation=square&engaged=no", "guns": "arm=artillery&guns=unlimbered&engaged=no",
    "locked": "arm=infantry&formation=line&engaged=yes", "horse": "arm=cavalry&engaged=no",
}  # fmt: skip


@pytest.mark.parametrize("readings", BOUND, ids=str)
def test_a_plan_and_what_a_blunder_takes_of_it(readings: Readings) -> None:
    """Order odds count what a blunder takes from the successes of a roll.

    Forward and Fall Back, Charge and Fire take actions. If the unit may not do one of them, it takes none, or all, as the
    reading has it. The test tries every face of the dice and every line of the table.
    """
    for state, near, quality, order in (
        ("any", ("charge", "fire"), 4, "pivot"), ("any", (), 3, "pivot"), ("square", ("charge", "fire"), 4, "formation"),
        ("guns", ("fire",), 2, "fire"), ("locked", (), 4, "recoil"), ("horse", ("charge",), 1, "move"),
    ):  # fmt: skip
        enough, cost = F(0), price(order, readings)
        for faces in product(range(1, 7), repeat=3):  # two white dice and a coloured one
            won = sum(face >= quality for face in faces)
            if faces[2] > 1:
                enough += F(won >= cost, 216)
                continue
            for line in range(1, 7):
                share = F(1, 216 * 6)
                if line == 1 and won:
                    again = F(7 - quality, 6)
                    enough += share * (again * (won >= cost) + (1 - again) * (won - 1 >= cost))
                elif line == 2:
                    enough += share * (cost <= 0)
                else:
                    left = won if line == 1 else bound_by(line, won, state, near, readings)
                    enough += share * (left >= cost)
        address = f"nr/order-odds?quality={quality}&damage=1&dice=3&{STANCES[state]}&orders={order}&near={','.join(near) or 'none'}"
        assert value(address + told(readings))["enough"] == enough, address


BATTERIES: list[Readings] = [
    {}, {"limber_cost": "B"}, {"canister_load": "B"}, {"pivot_static": "B"}, {"activation_die": "B"}, {"hesitation": "B"}, {"garbled": "B"},
]  # fmt: skip


@pytest.mark.parametrize("readings", BATTERIES, ids=str)
def test_a_worn_battery_makes_ready(readings: Readings) -> None:
    """Batteries make ready in the referee's mean number of turns.

    Dice may blunder. The orders are limbering, pivots, loading of canister and shots. The test finds the best way to
    spend every roll, over every sequence of the orders.
    """
    for quality, damage, dice, limbered, pivots, canister, aimed in (
        (4, 0, 3, True, 1, True, False), (3, 2, 2, False, 2, True, True), (5, 3, 3, True, 0, False, False),
        (4, 1, 1, True, 1, False, False),
    ):  # fmt: skip
        shot = ["aimed" if aimed else "fire"]
        shot = [] if canister and not aimed and read(readings, "canister_load") == "B" else shot
        turns, chained = ["pivot"] * pivots, []
        if pivots and read(readings, "pivot_static") == "B":
            chained = [*([] if limbered else ["limber"]), *turns, "limber"]
            orders = [*chained, *(["canister"] if canister else []), *shot]
        else:
            orders = [*(["limber"] if limbered else []), *turns, *(["canister"] if canister else []), *shot]
        roll = activation(quality, damage, dice, "white", readings)
        expected, at_once = soonest(tuple(orders), tuple(chained), roll, readings)
        address = f"nr/battery-ready?quality={quality}&damage={damage}&dice={dice}&pick=white&guns={'' if limbered else 'un'}limbered"
        book = value(f"{address}&pivots={pivots}&canister={YES[canister]}&aimed={YES[aimed]}&turns=2" + told(readings))
        assert (book["turns"], book["at_once"]) == (expected, at_once), address


@pytest.mark.parametrize("letter", "AB")
def test_a_plan_that_gives_an_order_twice(letter: str) -> None:
    """Plans that give an order twice take two activations if every action comes once in each.

    A plan of two volleys is an example. Moves and pivots may come twice, because a way is made in stretches and steps
    (L94).
    """
    readings = {"repeat_actions": letter}
    for orders in (("fire", "fire"), ("move", "pivot", "pivot"), ("fire", "move", "fire"), ("fire", "aimed")):
        twice = letter == "B" and any(orders.count(one) > 1 for one in orders if one not in ("move", "pivot"))
        cost = sum(price(one, readings) for one in orders)
        book = value(f"nr/order-odds?quality=4&damage=1&dice=3&pick=white&orders={';'.join(orders)}" + told(readings))
        enough = counted(activation(4, 1, 3, "white", readings), lambda actions, _, __, cost=cost: actions >= cost)
        assert (book["cost"], book["activations"]) == (cost, 2 if twice else 1), orders
        assert book["enough"] == (0 if twice else enough), orders

"""Tests where chapters of 1418 meet: batteries, lorries and armour.

Each answer is worked out from the source alone. Nothing of the ruleset is imported; the charts are in referee_1418.py.
"""

from fractions import Fraction
from itertools import combinations, product

import pytest
from referee_1418 import (
    BACK,
    CM,
    GOING,
    WORKS,
    Chances,
    both,
    die,
    pool,
    rolls_again,
    sampled,
    states,
    told,
    twice,
    value,
)

F = Fraction

#: Resilience, hits it carries, whether it lies in the outer ring, of each target.
TARGETS = [[(6, 0, False), (4, 1, True)], [(7, 0, False), (5, 0, True), (3, 1, False)], [(2, 0, True)]]


def hit_by(shots: int, boosted: int, bonus: int, target: tuple[int, int, bool]) -> Chances:
    """Return the distribution of the hits of shots at a target, some of them with the bonus.

    In the outer ring a hit is rolled again.
    """
    needs, _, outer = target
    plain, best = (twice(needs, extra) if outer else die(needs, extra) for extra in (0, bonus))
    return pool([plain] * (shots - boosted) + [best] * boosted)


@pytest.mark.parametrize("half", "AB")
@pytest.mark.parametrize("letter", "AB")
def test_the_best_bombardment(letter: str, half: str) -> None:
    """Best bombardments reach the highest mean number of removals.

    The test tries every split under the cap of half and every way to lay the batteries' bonus shots. A battery has two
    shots at most, the highest Arming of the guns. The half is of all shots, or of the shots that are laid.
    """
    for targets, (shots, batteries, bonus) in product(TARGETS, ((5, 3, 2), (4, 2, 3), (1, 1, 2))):
        cap = max(1, shots // 2)
        each = {"A": batteries, "B": 0}[letter]
        best = F(0)
        for split in product(range(cap + 1), repeat=len(targets)):
            if sum(split) > shots or (half == "B" and max(split) > max(1, sum(split) // 2)):
                continue
            for marked in product(*(range(min(each, laid) + 1) for laid in split)):
                if sum(marked) > each:
                    continue
                ends = [
                    states(hit_by(laid, with_bonus, bonus, target), target[1]).get("removed", F(0))
                    for laid, with_bonus, target in zip(split, marked, targets, strict=True)
                ]
                best = max(best, sum(ends, F(0)))
        rows = ";".join(f"{needs},{carried},{'yes' if outer else 'no'}" for needs, carried, outer in targets)
        address = f"gw/best-bombardment?shots={shots}&batteries={batteries}&bonus={bonus}&aim=removals&targets={rows}"
        found = value(address + told(bombard_bonus=letter, half_of_shots=half))
        assert found["removed"] == best, (address, letter, half)


@pytest.mark.parametrize("aim", ["removals", "harm"])
def test_half_on_one_or_one_on_each_crosses_the_ring_and_the_bonus(aim: str) -> None:
    """Best bombardments by reading B put half of the shots on one target, or one on each.

    The test tries these two ways and every way to give the batteries' bonus to the shots laid. A battery has two shots at
    most. The aims are removals and harm, inside the inner circle and in the outer ring.
    """
    platoons = [(2, 1, True), (5, 0, True), (3, 1, True), (7, 1, False)]
    for chosen, (shots, batteries, bonus) in product(
        (platoons[:2], platoons[1:3], platoons), ((2, 1, 2), (3, 2, 3), (4, 2, 2), (8, 4, 2), (10, 5, 1))
    ):
        each = [
            [int(place in laid) for place in range(len(chosen))]
            for laid in combinations(range(len(chosen)), min(shots, len(chosen)))
        ]
        heavy = [[shots // 2 * (place == one) for place in range(len(chosen))] for one in range(len(chosen))]
        most = F(0)
        for split in each + heavy:
            for marked in product(*(range(laid + 1) for laid in split)):
                if sum(marked) > batteries:
                    continue
                hits = [hit_by(laid, plus, bonus, one) for laid, plus, one in zip(split, marked, chosen, strict=True)]
                least = [2 - carried if aim == "removals" else 1 for _, carried, _ in chosen]
                chances = [
                    sum((c for n, c in one.items() if n >= many), F(0)) for one, many in zip(hits, least, strict=True)
                ]
                most = max(most, sum(chances, F(0)))
        rows = ";".join(f"{needs},{carried},{'yes' if outer else 'no'}" for needs, carried, outer in chosen)
        address = f"gw/best-bombardment?shots={shots}&batteries={batteries}&bonus={bonus}&aim={aim}&targets={rows}"
        found = value(address + told(bombard_allocation="B"))
        assert found["removed" if aim == "removals" else "harmed"] == most, address


@pytest.mark.parametrize("who", "AB")
@pytest.mark.parametrize("vehicle", ["mother-tanks", "medium-whip"])
def test_a_volley_at_armour_on_its_ground(vehicle: str, who: str) -> None:
    """Volleys at armour use its Resilience on the ground and roll again as the reading has it.

    Vehicles never dig in, so that works give them the lesser line. `vehicle_reroll_who` names the shooters that roll
    again. One die has the bonus.
    """
    built = BACK[vehicle][5] or 0
    shooters = ("line-inf", "late-hmg", "mixed-cav", "mother-tanks", "twelve-cm-howitzers", "light-howitzers")
    for shooter, going, works, carried in sampled(shooters, GOING, ("none", *WORKS), (0, 1), many=14):
        bare = {"open": -2, "rough": -1, "impractical": 0}[going]
        needs = built + (bare if works == "none" else WORKS[works][1])
        _, _, _, count, bonus, *_ = BACK[shooter]
        one, best = ((twice if rolls_again(shooter, who) else die)(needs, extra) for extra in (0, bonus))
        left = states(pool([one] * (count - 1) + [best]), carried)
        address = f"gw/armour-check?shooter={shooter}&vehicle={vehicle}&going={going}&works={works}&carried={carried}"
        found = value(address + told(vehicle_reroll_who=who))
        assert (found["resilience"], found["removed"]) == (needs, left.get("removed", F(0))), address


def test_a_tank_that_assaults() -> None:
    """Tanks that assault are shot at, and armour has that fire rolled again.

    The tank's own fire of step 6 follows; then a defender that is left removes the tank, if that defender has dice in
    melee.
    """
    for tank, enemy, ground, hurt in product(
        ("mother-tanks", "medium-whip"),
        ("line-inf", "seven-cm-field-guns"),
        ("open", "defensible-dug", "fort-other"),
        (0, 1),
    ):
        line = {"open": -2, "defensible-dug": 2, "fort-other": 2}[ground]
        needs = (BACK[enemy][5] or 0) + line
        _, _, _, count, bonus, *_ = BACK[tank]
        gone = states(pool([die(needs)] * (count - 1) + [die(needs, bonus)]), hurt).get("removed", F(0))
        at_it = (BACK[tank][5] or 0) - 2  # both reach an enemy at 4 cm, hit or not
        shots = pool([twice(at_it)] if enemy == "line-inf" else [die(at_it), die(at_it, 2)])
        shot = states(shots, 0)["removed"]
        cleared = (1 - shot) * gone
        address = f"gw/tank-assault?tank={tank}&ground=open&enemy={enemy}&enemy-ground={ground}&enemy-carried={hurt}"
        found = value(address)
        assert found["cleared"] == cleared, address
        assert (found["tank_lost"], found["never"]) == (
            (1 - cleared, 0) if enemy == "line-inf" else (shot, 1 - shot - cleared)
        ), address


@pytest.mark.parametrize("cap", "ABC")
def test_lorries_that_are_lost(cap: str) -> None:
    """Lost lorries slow a unit only if the command platoon's loss takes them all.

    A company that is destroyed takes only its own lorries with it. The test combines lorries, their speed limit, grounds,
    an assault and a road. Each reading of `transport_cap` applies the limit at another place.
    """
    rates = {"foot": (F(1), None), "horse": (F(1), None), "motor": (F(5, 4), 8), "mech": (F(3, 2), 12)}
    for speed, (by, (more, most)), lost, going, assault, road in sampled(
        ("slow-inf", "medium-inf", "fast-inf"),
        rates.items(),
        ("nothing", "company", "command"),
        GOING,
        (False, True),
        (False, True),
    ):
        if by in ("foot", "horse") and lost != "nothing":
            continue
        rate, limit = (F(CM[speed]), None) if lost == "command" else (CM[speed] * more, most)
        haste = GOING[going] * (2 if assault else 1) * (F(5, 4) if road else 1)
        far = min(rate, F(limit)) * haste if limit and cap == "A" else rate * haste
        if limit and cap != "A":
            far = min(far, F(limit)) if cap == "B" else max(min(far, F(limit)), CM[speed] * haste)
        address = f"gw/transport?speed={speed}&transport={by}&lost={lost}&start={going}"
        address += f"&assault={'yes' if assault else 'no'}&road={'yes' if road else 'no'}"
        assert value(address + told(transport_cap=cap))["cm"] == far, (address, cap)


def test_the_budget_of_a_mixed_battalion() -> None:
    """The mean Arming times the batteries that fire, rounded down at the end or at the mean."""
    for guns, firing in (((2, 2), 3), ((3, 1), 3), ((1, 3), 4)):
        light, heavy = guns
        mean = F(2 * light + heavy, light + heavy)
        address = f"gw/bombardment-budget?battalion=light-howitzers,{light};twelve-cm-howitzers,{heavy}&firing={firing}"
        assert value(address)["shots"] == mean * firing // 1
        assert value(address + told(bombard_mean="B"))["shots"] == (mean + F(1, 2)) // 1 * firing
    assert both({1: F(1)}, {2: F(1)}, lambda one, two: one + two) == {3: F(1)}


#: The chart of orders: dug in and safe, dug in under fire, not dug in and safe, not dug in under fire.
MAY = {
    "advance": ("stay move", "stay", "move", "stay move"),
    "hold": ("stay", "stay", "stay find-cover", "stay find-cover"),
    "assault": ("assault", "assault stay", "assault", "assault find-cover"),
    "retreat": ("retreat", "retreat stay", "retreat", "retreat find-cover stay"),
}


@pytest.mark.parametrize("order", list(MAY))
def test_the_chart_of_orders_under_fire_or_not(order: str) -> None:
    """Orders offer the choices of the chart, to a company under fire or not.

    The chart has sixteen cells: four orders, dug in or not, under fire or not. What counts as fire is somebody's dice
    (A), being seen (B), or being hit (C), as the reading has it. A move may go into cover.
    """
    for dug, (lately, letters), wants in product(
        (True, False),
        (("quiet", ""), ("watched", "B"), ("missed", "AB"), ("hit", "ABC")),
        ("stay", "move", "find-cover", "assault", "retreat"),
    ):
        for letter in "ABC":
            fire = letter in letters
            offered = MAY[order][(0 if dug else 2) + fire].split()
            fits = wants in offered or (wants == "find-cover" and "move" in offered)  # a move may go into cover
            way = {"assault": "&way=towards", "retreat": "&way=away"}.get(wants, "")
            address = f"gw/company-order?order={order}&dug={'yes' if dug else 'no'}&lately={lately}&wants={wants}{way}"
            found = value(address + told(under_fire=letter))
            assert (found["allowed"], found["choices"]) == (fits, len(offered)), (address, letter)


@pytest.mark.parametrize("first", ["mine", "same", "theirs"])
def test_shots_at_each_other_with_armour_among_them(first: str) -> None:
    """Dice against a tank are rolled again, whichever side is earlier; lost units do not answer."""
    for (mine, my_r, my_hits), (enemy, his_r, his_hits) in (
        (("late-hmg", 3, 0), ("mother-tanks", 4, 0)), (("medium-whip", 3, 1), ("light-howitzers", 2, 0)),
        (("mixed-cav", 1, 0), ("medium-whip", 3, 1)),
    ):  # fmt: skip

        def volley(unit: str, foe: str, needs: int) -> Chances:
            _, _, _, count, bonus, *_ = BACK[unit]
            again = BACK[foe][7] == "tank" and rolls_again(unit, "A")
            one, best = ((twice if again else die)(needs, extra) for extra in (0, bonus))
            return pool([one] * (count - 1) + [best])

        lost = {"enemy_lost": F(0), "own_lost": F(0), "both_lost": F(0)}
        for (out, chance), (back, share) in product(
            volley(mine, enemy, his_r).items(), volley(enemy, mine, my_r).items()
        ):
            his, own = out + his_hits >= 2, back + my_hits >= 2
            if first == "mine" and his:
                own = False
            if first == "theirs" and own:
                his = False
            lost["enemy_lost"] += chance * share * his
            lost["own_lost"] += chance * share * own
            lost["both_lost"] += chance * share * (own and his)
        address = f"gw/first-shot?mine={mine}&my-resilience={my_r}&my-carried={my_hits}&enemy={enemy}&enemy-resilience={his_r}"
        found = value(f"{address}&enemy-carried={his_hits}&first={first}")
        assert {name: found[name] for name in lost} == lost, address

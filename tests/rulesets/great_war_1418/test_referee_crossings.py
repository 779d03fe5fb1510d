"""Tests of a reading in one chapter of 1418 that is felt in another, by the source alone.

They cover dice, armour and blows. Nothing of the ruleset is imported; the calculation is in referee_crossings_1418.py.
"""

from fractions import Fraction
from itertools import product

import pytest
from referee_1418 import BACK, CM, GOING, LINES, WORKS, sampled, told, value
from referee_crossings_1418 import MOUNTED, How, Place, at_least, duel, handful, letter, line, shot
from referee_melee_1418 import HOW, clash, to_the_end

from drillbook import ask

F = Fraction
DICE: list[dict[str, str]] = [
    {},
    {"natural_six": "B"},
    {"bonus_die": "B"},
    {"bonus_die": "C"},
    {"hits_per_die": "B"},
    {"two_unit_tables": "B"},
    {"mounted_steps": "C"},
    {"vehicle_reroll": "B", "natural_six": "B"},
    {"vehicle_reroll": "C", "bonus_die": "B"},
    {"reroll_bonus": "B", "bonus_die": "B"},
    {"vehicle_reroll_who": "B"},
]
PLACES: list[Place] = [*product(GOING, ("none", *WORKS))]


def yes(answer: bool) -> str:
    return "yes" if answer else "no"


# 1 to 5: dice, armour and the steps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", DICE, ids=str)
def test_waiting_for_a_tank_crosses_steps_and_rerolls(how: How) -> None:
    """Prepared shots that have waited for a target are worth what their dice are.

    This holds against armour and without armour. By one reading of `mounted_steps`, mounted units are refused.
    """
    for (unit, step), needs, vehicle in product(
        (("late-hmg", 1), ("line-inf", 3), ("mixed-cav", 4), ("mother-tanks", 4), ("twelve-cm-howitzers", 2)),
        (2, 7),
        (False, True),
    ):
        address = f"gw/prepared-shot?unit={unit}&step={step}&appears=marked&resilience={needs}&vehicle={yes(vehicle)}"
        answer = ask(address + told(**how))
        if letter(how, "mounted_steps") == "C" and BACK[unit][7] in MOUNTED:
            assert answer.refused, address
            continue
        hits = shot(unit, needs, vehicle, how)
        assert (answer.outcome.value.hit, answer.outcome.value.removed) == (at_least(hits, 1), at_least(hits, 2)), (
            address
        )


@pytest.mark.parametrize("how", DICE, ids=str)
def test_who_never_shoots_has_no_dice_in_a_volley(how: How) -> None:
    """Readings of steps, charts and dice count for a volley at armour too."""
    for unit, needs in product(("mixed-cav", "mother-tanks", "early-hmg", "gren-squad"), (4, 7)):
        hits = shot(unit, needs, True, how)
        found = value(f"gw/volley?shooters={unit},1&resilience={needs}&carried=1&vehicle=yes" + told(**how))
        assert found["removed"] == at_least(hits, 1), (unit, needs)


@pytest.mark.parametrize("how", [*DICE[:4], *DICE[6:]], ids=str)
def test_armour_in_works_crosses_ground_and_rerolls(how: How) -> None:
    """Armour in works has the lesser line of the works, and dice against it are rolled again.

    By reading B of `r9_unreachable`, a vehicle that does not move in a fortress has its dug-in line.
    """
    for shooter, vehicle, place, moving, fortress in sampled(
        ("late-hmg", "mixed-cav", "twelve-cm-howitzers"),
        ("mother-tanks", "medium-whip"),
        PLACES,
        (False, True),
        "AB",
        many=8,
    ):
        dug = fortress == "B" and place[1] == "fortification" and not moving
        needs = (BACK[vehicle][5] or 0) + line(place, dug, how)
        address = f"gw/armour-check?shooter={shooter}&vehicle={vehicle}&going={place[0]}&works={place[1]}&moving={yes(moving)}"
        found = value(address + "&carried=1" + told(r9_unreachable=fortress, **how))
        hits = shot(shooter, needs, True, how)
        assert (found["resilience"], found["removed"]) == (needs, at_least(hits, 1)), address


@pytest.mark.parametrize("how", DICE, ids=str)
def test_who_can_harm_crosses_charts_steps_and_dice(how: How) -> None:
    """Every unit's shot, at targets that are hard to hit and at armour."""
    for needs, vehicle in ((5, True), (8, False)):
        able = {
            unit: chance
            for unit in BACK
            if (chance := at_least(shot(unit, needs, vehicle, how | {"hits_per_die": "A"}), 1))
        }
        found = value(f"gw/who-can-harm?resilience={needs}&vehicle={yes(vehicle)}" + told(**how))
        assert (found["able"], found["best"]) == (len(able), max(able.values(), default=0)), (needs, vehicle)


@pytest.mark.parametrize("how", [*DICE[:5], DICE[6], {"simultaneous_fire": "B"}], ids=str)
def test_shots_at_each_other_cross_steps_and_losses(how: How) -> None:
    """Shots at each other follow the steps: one side is first, or both shoot at once.

    If those of one moment shoot one by one, the unit listed first shoots first.
    """
    for mine, enemy, first, (carried, hurt) in sampled(
        ("early-hmg", "line-inf"), ("mixed-cav", "late-hmg"), ("mine", "same", "theirs"), ((0, 1), (1, 1)), many=5
    ):
        order = "mine" if first == "same" and letter(how, "simultaneous_fire") == "B" else first
        own = both_lost = F(0)
        for (out, chance), (back, share) in product(
            shot(mine, 3, False, how).items(), shot(enemy, 4, False, how).items()
        ):
            his, mine_gone = out + hurt >= 2, back + carried >= 2
            own += chance * share * (mine_gone and not (order == "mine" and his))
            both_lost += chance * share * (mine_gone and his and order == "same")
        address = f"gw/first-shot?mine={mine}&my-resilience=4&my-carried={carried}&enemy={enemy}&enemy-resilience=3"
        found = value(f"{address}&enemy-carried={hurt}&first={first}" + told(**how))
        assert (found["own_lost"], found["both_lost"]) == (own, both_lost), address


# 6 to 9: tanks, ranks and blows -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"step_six_gap": "B"},
        {"mounted_steps": "C"},
        {"tank_melee": "B"},
        {"melee_cover": "B"},
        {"cannot_harm": "B"},
        {"melee_simultaneity": "B", "tank_melee": "B"},
        {"hits_per_die": "B"},
        {"vehicle_reroll": "B"},
        {"vehicle_reroll": "C"},
        {"step_six_gap": "B", "tank_melee": "B", "reroll_bonus": "B"},
    ],
    ids=str,
)
def test_a_tank_in_contact_crosses_step_six_and_deathmatch(how: How) -> None:
    """Tanks that assault take fire, fire in step 6, and then fight to the end.

    The enemy shoots at the tank first. The tank then fires its step 6, unless the reading has no such fire of a tank in
    contact. What is left of both fights a deathmatch.
    """
    for tank, enemy, ground, hurt in sampled(
        ("mother-tanks", "medium-whip"),
        ("line-inf", "early-hmg", "gren-squad", "mtd-rifles", "light-howitzers"),
        ("open", "defensible-dug", "fort-other"),
        (0, 1),
        many=4,
    ):
        built = (BACK[tank][5] or 0, BACK[enemy][5] or 4)
        covered = built[0] + LINES["rough"], built[1] + LINES[str(ground)]
        ends = {"never": F(0), "first": F(0), "second": F(0), "both": F(0), "open": F(0), "short": F(0)}
        cleared = F(0)
        for back, share in shot(str(enemy), covered[0], True, how).items():
            if back > 1:
                ends["first"] += share
                continue
            arrives = CM[BACK[str(tank)][0]] * F(3, 4) * (1 if back else 2) >= 4
            fires = letter(how, "step_six_gap") == "A" or not arrives
            for many, chance in shot(str(tank), covered[1], False, how).items() if fires else [(0, F(1))]:
                if hurt + many >= 2:
                    ends["second"] += share * chance
                    cleared += share * chance
                    continue
                if not arrives:
                    ends["short"] += share * chance
                    continue
                needs = built if letter(how, "melee_cover") == "B" else covered
                for end, part in duel((str(tank), str(enemy)), needs, (back, hurt + many), how).items():
                    ends[end] += share * chance * part
        address = f"gw/tank-assault?tank={tank}&ground=rough&enemy={enemy}&enemy-ground={ground}&enemy-carried={hurt}"
        answer = ask(address + told(**how))
        assert answer.outcome.value.cleared == cleared, address
        assert answer.outcome.value.short == ends["short"], address
        assert not ends["open"]
        assert answer.outcome.value.never == ends["never"], address
        assert answer.outcome.value.tank_lost == ends["first"] + ends["both"], address
        assert answer.outcome.value.enemy_removed == ends["second"] + ends["both"], address


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"vehicle_reroll": "B"},
        {"vehicle_reroll": "C"},
        {"reroll_bonus": "B"},
        {"natural_six": "B"},
    ],
    ids=str,
)
def test_blows_at_armour_cross_works_and_rerolls(how: How) -> None:
    """Blows at armour cross works and rerolls in the first clash.

    Grenadiers, cavalry and Heavy Weapons fight a tank in the open, in works, and, by reading B of `r9_unreachable`, dug
    into a fortress. Without that reading, a tank dug into a fortress is refused.
    """
    for unit, ground in product(("gren-squad", "melee-cav", "early-mortar"), ("fort-other", "fort-dug", "open")):
        address = f"gw/clash?unit={unit}&ground=rough&enemy=medium-whip&enemy-ground={ground}&enemy-carried=1"
        fortress = {"r9_unreachable": "B"} if ground == "fort-dug" else {}
        found = value(address + told(**how, **fortress))
        _, fights, push, *_, kind = BACK[unit]
        hits = handful(fights, push, 5 + LINES[ground], kind != "cavalry", how)
        assert found["enemy_lost"] == at_least(hits, 1), address
    assert ask("gw/clash?unit=gren-squad&ground=rough&enemy=medium-whip&enemy-ground=fort-dug").refused


@pytest.mark.parametrize("how", [{}, {"ranks": "B"}, {"ranks": "C"}, {"relief": "B"}, {"together": "B"}], ids=str)
def test_depth_crosses_losses_and_relief(how: How) -> None:
    """The same duel with a platoon behind and with nobody there."""
    names = {"ranks": "second_rank", "relief": "deathmatch_relief", "together": "melee_simultaneity"}
    readings = told(**{names[name]: one for name, one in how.items()})
    for unit, behind, enemy, ground in (
        ("line-inf", 1, "early-hmg", "defensible-dug"),
        ("reserve-inf", 0, "elite-inf", "rough"),
    )[: 1 + (not how)]:
        mine, his = (
            {"unit": one, "r": (BACK[one][5] or 4) + LINES[where], "gives": "behind"}
            for one, where in ((unit, "rough"), (enemy, ground))
        )
        address = f"gw/second-rank?unit={unit}&ground=rough&behind={('fresh', 'hurt')[behind]}&enemy={enemy}&enemy-ground={ground}"
        found = value(address + readings)
        for back, name in ((behind, "left"), (None, "left_without")):
            ends = to_the_end(mine, his, ((0, back), (0, None)), HOW | how)
            assert abs(found[name] - ends["wins"] - ends["both"]) <= ends["open"] < F(1, 10**6), (address, name)


@pytest.mark.parametrize("how", [{}, {"chart": "B"}, {"cover": "B"}, {"each": "B"}, {"lmg": "C"}], ids=str)
def test_the_first_blow_crosses_speed_and_charts(how: How) -> None:
    """The clash by classes and the clash of all at once."""
    names = {"chart": "two_unit_tables", "cover": "melee_cover", "each": "hits_per_die", "lmg": "lmg_heavy"}
    for unit, enemy in (("gren-squad", "lmg-squad"), ("mtd-rifles", "mixed-cav"), ("melee-cav", "late-hmg")):
        sides = [
            {
                "unit": one,
                "r": (BACK[one][5] or 4) + (LINES[where] if how.get("cover") != "B" else 0),
                "gives": "behind",
            }
            for one, where in ((unit, "rough"), (enemy, "defensible-other"))
        ]
        found = value(
            f"gw/first-blow?unit={unit}&ground=rough&enemy={enemy}&enemy-ground=defensible-other"
            + told(**{names[name]: one for name, one in how.items()})
        )
        for together, more in (("A", ""), ("B", "_at_once")):
            ends = clash(sides[0], sides[1], ((0, None), (0, None)), (0, 0), HOW | how | {"together": together})
            lost = [sum((chance for at, chance in ends.items() if at[side][0] == 2), F(0)) for side in (0, 1)]
            assert [found[f"own_lost{more}"], found[f"enemy_lost{more}"]] == lost, (unit, enemy)

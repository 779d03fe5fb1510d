"""Tests of prices against a bill added up by hand.

They also try every combination that is not allowed, with nothing of the chapter's code.
"""

from itertools import combinations, product
from random import Random

import pytest

from asking import value
from drillbook import ask
from drillbook.errors import Contradiction

MEN = {"r1": 20, "r2": 15, "r3": 12, "r4": 10, "r5": 7, "irr1": 11, "irr2": 8, "irr3": 5}
ARMS = {
    "ar": 0,
    "smg": 0,
    "pistol": 0,
    "sniper": 15,
    "rpg": 7,
    "anti-tank": 15,
    "grenade-launcher": 5,
    "lmg": 5,
    "mmg": 7,
    "hmg": 10,
}
VEHICLES = {"unprotected": 10, "protected": 15, "light": 25, "heavy": 50}
GUNS = {"none": 0, "lmg": 5, "mmg": 7, "hmg": 10}
EXTRAS = {
    "infiltrators": 30,
    "ambush": 25,
    "evacuation": 25,
    "improved-support": 15,
    "mortars": 15,
    "roe": -40,
}


@pytest.mark.parametrize(("troops", "weapon"), [*product(MEN, ARMS)])
def test_every_man_with_every_weapon(troops: str, weapon: str) -> None:
    for level in (0, 4):
        told = value(f"bn/man-price?troops={troops}&weapon={weapon}&leadership={level}")
        assert told["points"] == MEN[troops] + ARMS[weapon] + 5 * level
        listed = value(f"bn/man-price?troops={troops}&weapon={weapon}&leadership={level}&ruling.trained-cost=B")
        assert listed["points"] == told["points"] + (2 if troops == "r4" else 0)
        replaced = value(f"bn/man-price?troops={troops}&weapon={weapon}&leadership={level}&ruling.weapon-prices=B")
        assert replaced["points"] == (ARMS[weapon] or MEN[troops]) + 5 * level


def test_the_map_of_prices_agrees_with_each_answer() -> None:
    grid = next(e for e in ask("bn/man-price?troops=r1&weapon=ar&leadership=2").outcome.exhibits if e.name == "prices")
    expected = [[MEN[troops] + ARMS[weapon] + 10 for troops in MEN] for weapon in ARMS]
    assert [list(row) for row in grid.cells[:-1]] == expected
    assert list(grid.cells[-1]) == [10 + 10] * len(MEN)


@pytest.mark.parametrize("troops", MEN)
def test_a_medic_of_any_class(troops: str) -> None:
    assert value(f"bn/man-price?troops={troops}&weapon=medic")["points"] == 10
    assert value(f"bn/man-price?troops={troops}&weapon=medic&ruling.medic-cost=B")["points"] == 10 + MEN[troops]


@pytest.mark.parametrize("seed", range(40))
def test_a_bill_added_up(seed: int) -> None:
    draw = Random(seed)
    irregular = draw.random() < 0.5
    classes = [name for name in MEN if name.startswith("irr") == irregular]
    men = [
        (draw.randint(1, 9), draw.choice(classes), draw.choice(tuple(ARMS)), draw.randint(0, 4))
        for _ in range(draw.randint(0, 4))
    ]
    cars = [(draw.randint(1, 3), draw.choice(tuple(VEHICLES)), draw.choice(tuple(GUNS))) for _ in range(2)]
    bought = [name for name in EXTRAS if draw.random() < 0.4]
    squads, levels, plain, remote, people = (draw.randint(0, 3) for _ in range(5))
    media, talk = draw.choice(("none", "embedded", "independent")), draw.randint(1, 4)

    bill = sum(number * (MEN[who] + ARMS[arm] + 5 * level) for number, who, arm, level in men)
    bill += sum(number * (VEHICLES[kind] + (0 if kind == "heavy" else GUNS[gun])) for number, kind, gun in cars)
    bill += sum(EXTRAS[name] for name in bought)
    bill += 15 * squads + 10 * levels + 20 * plain + 30 * remote + 10 * people
    bill += {1: 0, 2: 5, 3: 10, 4: 20}[talk]
    if irregular:
        bill += 20 if media == "independent" else 0
    else:
        bill -= 20 if media == "embedded" else 0

    rows = ";".join(f"{number},{who},{arm},{level}" for number, who, arm, level in men) or "none"
    garage = ";".join(f"{number},{kind},{gun}" for number, kind, gun in cars)
    told = value(
        f"bn/force?side={'irregulars' if irregular else 'regulars'}&men={rows}&vehicles={garage}"
        f"&extras={','.join(bought) or 'none'}&motivation={squads}&intelligence={levels}&ied={plain}&ied-remote={remote}"
        f"&civilians={people}&media={media}&negotiation={talk}&budget=700"
    )
    assert told["points"] == bill
    assert told["left"] == 700 - bill
    parts = ("men_points", "weapon_points", "leader_points", "vehicle_points", "extra_points")
    assert sum(int(str(told[part])) for part in parts) == bill
    assert told["men"] == sum(number for number, *_ in men)
    assert told["conflict"] == 2 * sum(number for number, who, *_ in men if who == "r4")


@pytest.mark.parametrize("side", ["regulars", "irregulars"])
@pytest.mark.parametrize("special", [False, True])
@pytest.mark.parametrize("bought", [set(some) for size in range(7) for some in combinations(sorted(EXTRAS), size)])
def test_forbidden_combinations(side: str, special: bool, bought: set[str]) -> None:
    """Each subset of the extras that are simply had or not."""
    troops = "r1" if special else "r3"
    told = value(
        f"bn/force?side={side}&men=1,{troops},ar,0;1,irr3,ar,0&extras={','.join(sorted(bought)) or 'none'}&budget=0"
    )
    wrong = [
        "infiltrators" in bought and not special,
        {"roe", "improved-support"} <= bought,
        "mortars" in bought and side == "regulars",
    ]
    assert told["allowed"] == (not any(wrong))
    assert len([one for one in str(told["forbidden"]).split("; ") if one]) == sum(wrong)


@pytest.mark.parametrize(("troops", "level"), [*product(("r1", "r2"), range(5))])
def test_intelligence(troops: str, level: int) -> None:
    told = value(f"bn/force?side=regulars&men=1,{troops},ar,0&intelligence={level}&budget=0")
    assert told["allowed"] == (level <= 3 or troops == "r1")
    assert told["extra_points"] == 10 * level


@pytest.mark.parametrize("side", ["regulars", "irregulars"])
@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("reading", ["A", "B"])
@pytest.mark.parametrize(("troops", "level"), [*product(("r1", "r2"), (1, 2, 3, 4))])
def test_negotiation(side: str, secret: bool, reading: str, troops: str, level: int) -> None:
    service = f"&secret={'yes' if secret else 'no'}" if level == 4 else ""
    told = value(
        f"bn/force?side={side}&men=1,{troops},ar,0;1,irr3,ar,0&negotiation={level}{service}&budget=0&ruling.negotiation-4={reading}"
    )
    named = secret or (reading == "B" and troops == "r1")
    assert told["allowed"] == (level == 1 or (side == "regulars" and (level < 4 or named)))


def test_other_limits() -> None:
    assert value("bn/force?side=regulars&men=1,r2,ar,0&ied=1&budget=0")["allowed"] is False
    assert value("bn/force?side=irregulars&men=1,irr3,ar,0&ied=1&budget=0")["allowed"] is True
    assert value("bn/force?side=regulars&mixed=no&men=1,r2,ar,0&media=embedded&budget=0")["allowed"] is False
    assert value("bn/force?side=regulars&mixed=yes&men=1,r2,ar,0&media=embedded&budget=0")["allowed"] is True
    for weapon in ("flamethrower", "light-mortar", "javelin"):
        assert value(f"bn/force?side=regulars&men=1,r2,{weapon},0&budget=0")["allowed"] is False
        agreed = value(f"bn/force?side=regulars&men=2,r2,{weapon},0&agreed=6&budget=0")
        assert (agreed["allowed"], agreed["points"]) == (True, 42)


@pytest.mark.parametrize(
    ("budget", "allowed", "left"), [(119, False, -1), (120, True, 0), (121, True, 1), (0, True, None)]
)
def test_the_budget(budget: int, allowed: bool, left: int | None) -> None:
    told = value(f"bn/force?side=regulars&men=10,r3,ar,0&budget={budget}")
    assert (told["allowed"], told["left"]) == (allowed, left)


@pytest.mark.parametrize(("plain", "remote"), [*product(range(3), range(3))])
def test_charges(plain: int, remote: int) -> None:
    rest = f"side=irregulars&men=none&ied={plain}&ied-remote={remote}"
    assert value(f"bn/force?{rest}")["points"] == 20 * plain + 30 * remote
    together = 30 if remote else 20 if plain else 0
    assert value(f"bn/force?{rest}&ruling.ied-price=B")["points"] == together


def test_the_two_price_lists_agree_but_for_trained_men() -> None:
    apart = {troops: value(f"bn/man-price?troops={troops}")["conflict"] for troops in MEN}
    assert apart == {troops: 2 if troops == "r4" else 0 for troops in MEN}


def test_the_roster_is_in_the_bill_too() -> None:
    """So that it is printed and shared with it: each line of men with its figures and its price."""
    found = ask("bn/force?side=irregulars&men=3,irr3,rpg,0;1,irr1,sniper,2")
    lines = [step.label for step in found.outcome.steps]
    assert "3 × Militia, RPG: initiative 2 · melee 1 · save 5+ · suppression 2 · 36 points" in lines
    assert (
        "1 × Mercenary, sniper rifle, leadership 2: initiative 4 · melee 3 · save 4+ · suppression 4 · 36 points"
        in lines
    )
    roster = next(one for one in found.outcome.exhibits if one.name == "roster")
    assert roster.entries[-1] == ("In all", "4 men, 72 points")


@pytest.mark.parametrize(
    ("side", "men", "told"),
    [
        ("regulars", "1,r2,ar,0", False),
        ("regulars", "1,r2,ar,0;1,irr3,ar,0", True),
        ("irregulars", "1,r2,ar,0;9,irr3,ar,0", True),
        ("irregulars", "1,irr3,ar,0", False),
        ("irregulars", "none", False),
    ],
)
def test_men_of_the_other_type_are_told(side: str, men: str, told: bool) -> None:
    found = ask(f"bn/force?side={side}&men={men}")
    assert any("men of the other type" in step.label for step in found.outcome.steps) == told
    assert found.outcome.flat()["allowed"] is True
    assert value(f"bn/force?side={side}&men={men}&ruling.mixed-force=B")["allowed"] is not told


@pytest.mark.parametrize(("plain", "remote"), [*product(range(3), range(3))])
@pytest.mark.parametrize("markers", [False, True])
def test_a_fake_marker_for_every_charge(plain: int, remote: int, markers: bool) -> None:
    used = "yes" if markers else "no"
    told = value(f"bn/force?side=irregulars&men=none&ied={plain}&ied-remote={remote}&markers={used}")
    assert told["allowed"] == (not markers or plain + remote <= 2)


@pytest.mark.parametrize(("extras", "told"), [("improved-support", True), ("improved-support,mortars", False)])
def test_support_fire_that_is_not_there_is_not_improved(extras: str, told: bool) -> None:
    found = ask(f"bn/force?side=irregulars&men=1,irr3,ar,0&extras={extras}")
    assert any("improves nothing" in step.label for step in found.outcome.steps) == told


@pytest.mark.parametrize("squads", range(7))
def test_no_more_squads_than_men(squads: int) -> None:
    address = f"bn/force?men=5,r3,ar,0&motivation={squads}"
    if squads <= 5:
        assert value(address)["extra_points"] == 15 * squads
        return
    with pytest.raises(Contradiction) as problem:
        ask(address)
    assert problem.value.instead == {"motivation": 5}


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("bn/force?side=irregulars&men=8,irr3,ar,0&extras=improved-support", "Improved Support Fire improves nothing"),
        (
            "bn/force?side=irregulars&men=8,irr3,ar,0&extras=improved-support,mortars&ruling.mortar-improved=B",
            "it improves no mortar",
        ),
        ("bn/force?men=10,r3,ar,4&budget=400", "10 of 10 men lead"),
        ("bn/force?men=3,r3,ar,0&agreed=5", "nobody carries a weapon that wants an agreed price"),
    ],
)
def test_what_nobody_means_to_buy_is_said_in_the_headline(address: str, told: str) -> None:
    headline = ask(address).headline
    assert ": allowed, but " in headline
    assert told in headline


@pytest.mark.parametrize("question", ["squad-price?men=8", "man-price?leadership=0", "force?men=8,r4,ar,0"])
def test_the_other_price_of_a_trained_man_is_told_everywhere(question: str) -> None:
    men = 1 if question.startswith("man") else 8
    table, listed = (
        ask(f"bn/{question}&troops=r4&ruling.trained-cost={one}".replace("r4,ar,0&troops=r4", "r4,ar,0"))
        for one in "AB"
    )
    assert f"({2 * men} more by the price list)" in table.headline
    assert f"({2 * men} fewer by the table of classes)" in listed.headline
    assert table.outcome.flat()["conflict"] == listed.outcome.flat()["conflict"] == 2 * men

"""Tests that one state of the game is one value.

Questions that know the same man, weapon or score answer alike, on random states. Each test asks two questions about
the same thing; neither is worked out here.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from drillbook import ask

CLASSES = ("r1", "r2", "r3", "r4", "r5", "irr1", "irr2", "irr3")


def value(address: str) -> Mapping[str, Any]:
    """Return the figures of the book's answer to an address."""
    return ask(address).outcome.flat()  # type: ignore[union-attr]


def refused(address: str) -> bool:
    """Whether a rule says no."""
    return ask(address).refused


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


# A man under fire of his own side ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", "AB")
@pytest.mark.parametrize("troops", CLASSES)
def test_a_man_under_fire_of_his_own_side_saves_alike_whatever_it_is(troops: str, bonus: str) -> None:
    reading = f"ruling.bombard-bonus={bonus}"
    for cover in (False, True):
        struck = f"bn/saving-throw?troops={troops}&own-side=yes&protected={yes(cover)}&{reading}"
        shot, bombed = (value(f"{struck}&cause={cause}")["removed"] for cause in ("shot", "bombardment"))
        man = f"0,0,{troops},{yes(cover)},friend"
        caller = f"0,0,{troops},{'caller-cover' if cover else 'caller'}"
        assert value(f"bn/burst?weapon=grenade&men={man}&{reading}")["lost_friends"] == shot
        assert value(f"bn/burst?weapon=heavy-mortar&men={man}&{reading}")["lost_friends"] == bombed
        hit = value(f"bn/scatter?weapon=grenade&laid=number&need=2&missed-shots=no&men={man}&{reading}")
        assert hit["lost_friends"] == hit["friend"] * shot
        mortar = f"bn/support-strike?caller=mortars&need=2&men={caller}&{reading}"
        assert value(mortar)["removed"] == shot
        card = f"bn/support-strike?caller=regulars&shift=twelve&thrown=4&men={caller}&{reading}"
        assert value(card)["removed"] == bombed
        line = f"bn/friendly-fire?weapon=ar-single&distance=20&known=yes&misses=1&{reading}&friends="
        assert value(f"{line}0,10,{troops},{'cover' if cover else 'open'}")["removed"] == shot


# A man under a gun, over several turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_helicopters_gun_leaves_what_any_gun_leaves(seed: int) -> None:
    random = Random(seed)
    crew, victim, cover, found = (random.choice(one) for one in (CLASSES, CLASSES, (True, False), (True, False)))
    every, turns, far = random.randint(1, 3), random.randint(1, 6), random.randint(1, 30)
    own, near = random.randint(0, 4), random.randint(0, 3)
    shared = f"found={yes(found)}&every={every}&turns={turns}"
    leads = f"leader=yes&own={own}" if own else "leader=no"
    away = "" if cover else f"&cover-distance={far}"
    heli = value(
        f"bn/helicopter-gun?gun=lmg&crew={crew}&victim={victim}&cover={yes(cover)}&{leads}&near={near}&{shared}{away}"
    )
    place = f"place={'cover' if cover else 'open'}{away}"
    chain = value(
        f"bn/hit-chain?weapon=lmg&distance=60&shooter={crew}&troops={victim}&own={own}&leader={near}&{place}"
        f"&shots=every-turn&{shared}"
    )
    assert [heli[name] for name in ("unhurt", "suppressed", "removed", "removed_by_end", "fit_at_end")] == [
        chain[name] for name in ("unhurt", "suppressed", "removed", "removed_at_end", "fit_at_end")
    ]


@pytest.mark.parametrize("seed", range(12))
def test_one_man_of_a_group_shoots_as_he_does_alone(seed: int) -> None:
    random = Random(seed)
    weapon, far = (
        random.choice(("ar-single", "ar-burst", "smg", "lmg", "mmg", "hmg", "rpg", "sniper")),
        random.randint(0, 50),
    )
    shooter, target, down = random.choice(CLASSES), random.choice(CLASSES), random.random() < 0.4
    cover, leader = random.random() < 0.5 and not down, random.random() < 0.5
    state = "suppressed" if down else "up"
    group = value(
        f"bn/group-shot?firers=1,{weapon},{shooter},{far},still,no&target={target}&state={state}&cover={yes(cover)}"
        f"&leader={yes(leader)}"
    )
    chain = value(
        f"bn/hit-chain?weapon={weapon}&distance={far}&shooter={shooter}&troops={target}&own={int(leader)}"
        f"&start={'suppressed' if down else 'fit'}&place={'cover' if cover else 'open'}&turns=1"
    )
    for name in ("unhurt", "suppressed", "removed"):
        assert group[name] == chain[name]
    assert group["removed_apart"] == group["removed"]


# A vehicle ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "readings", ["", "&ruling.vehicle-strike=B", "&ruling.vehicle-strike=C", "&ruling.vehicle-one=B"]
)
@pytest.mark.parametrize("vehicle", ["tank", "heavy", "light", "protected", "unprotected"])
def test_a_vehicle_under_a_strike_saves_alike_in_both_questions(vehicle: str, readings: str) -> None:
    card = f"bn/support-strike?caller=regulars&shift=twelve&thrown=4&men=0,4,{vehicle},open{readings}"
    hit = f"bn/vehicle-hit?vehicle={vehicle}&weapon=strike{readings}"
    assert value(card)["removed"] == value(hit)["knocked_out"]
    bomb = f"bn/support-strike?caller=mortars&need=2&men=0,0,{vehicle},open{readings}"
    angle = "&angle=90" if vehicle == "tank" else ""
    grenade = f"bn/vehicle-hit?vehicle={vehicle}&weapon=grenade&count=hits&hits=1{angle}{readings}"
    assert value(bomb)["removed"] == value(grenade)["knocked_out"]


# A shot out of turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_shot_out_of_turn_is_a_shot(seed: int) -> None:
    random = Random(seed)
    weapon = random.choice(("ar", "smg", "lmg", "mmg", "hmg", "rpg", "sniper"))
    far, troops, cover, sniper = (
        random.randint(0, 50),
        random.choice(CLASSES),
        random.random() < 0.5,
        random.random() < 0.5,
    )
    crew = f"&crew={random.randint(1, 2)}" if weapon in ("mmg", "hmg") else ""
    shared = f"&distance={far}&troops={troops}&cover={yes(cover)}&sniper-target={yes(sniper)}{crew}"
    row = "ar-burst" if weapon == "ar" else weapon
    mode = "&mode=burst" if weapon == "ar" else ""
    reaction = value(f"bn/opportunity-fire?who=soldier&weapon={row}&target=man&angle=0&trigger=move{shared}")
    shot = value(f"bn/shot?weapon={weapon}{mode}{shared}")
    assert (reaction["needed"], reaction["dice"], reaction["hit"]) == (
        shot["needed"],
        shot["dice"],
        shot["at_least_one"],
    )


# Getting up again -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("troops", CLASSES)
def test_the_test_of_a_suppressed_man_is_one_test(troops: str) -> None:
    for leadership in range(5):
        wanted = value(f"bn/suppression-recovery?troops={troops}&leader={leadership}&turns=1")
        for address, name in (
            (f"bn/retreat?troops={troops}&leadership={leadership}", "passes"),
            (f"bn/hit-chain?troops={troops}&leader={leadership}&weapon=ar-single", "passes"),
        ):
            assert value(address)[name] == wanted["each"]


# A man whom nobody sees -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readings", ["", "&ruling.speculative-open=B", "&ruling.speculative-weapon=B"])
def test_what_is_left_to_a_firer_who_does_not_see_is_what_speculative_fire_allows(readings: str) -> None:
    for weapon in ("ar-single", "smg", "lmg", "mmg", "hmg", "rpg"):
        for cover, target in ((True, "building"), (False, "ground")):
            way = value(f"bn/fire-at-hidden?state=hidden&cover={yes(cover)}&weapon={weapon}{readings}")["way"]
            barred = refused(f"bn/speculative-fire?target={target}&agreed=yes&weapon={weapon}{readings}")
            assert (way == "none") == barred, (weapon, target)


# The score ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readings", ["", "&ruling.defeat-tie=B"])
def test_a_failed_test_ends_the_game_in_both_questions_or_in_neither(readings: str) -> None:
    random = Random(readings)
    for _ in range(20):
        own = random.randrange(0, 60, 5)
        enemy = random.choice((own, own, random.randrange(0, 60, 5)))
        ended = value(f"bn/game-end?event=fails&side=blue&blue={own}&red={enemy}{readings}")["over"]
        assert value(f"bn/morale-failed?own={own}&enemy={enemy}{readings}")["game_over"] == ended


@pytest.mark.parametrize("readings", ["", "&ruling.roe-first=B", "&ruling.covering-first-fire=B"])
def test_opening_fire_costs_the_same_wherever_it_is_told(readings: str) -> None:
    for roe in (False, True):
        ledger = f"bn/defeat-ledger?match=mixed&first=blue&blue-roe={yes(roe)}{readings}"
        strike = f"bn/strike-points?event=strike&first=yes&roe={yes(roe)}{readings}"
        covering = f"bn/covering-fire?ar=2&lmg=0&opening=yes&roe={yes(roe)}{readings}"
        assert refused(ledger) == refused(strike)
        if refused(ledger):
            assert refused(covering)
            continue
        assert value(strike)["opening"] == value(ledger)["blue"]
        spared = "covering-first-fire" in readings
        assert value(covering)["defeat_points"] == (0 if spared else value(ledger)["blue"])

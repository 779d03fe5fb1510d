"""Referee's tests where every chapter must agree, worked out from the source alone.

One shot, one blow, one LMG and one ride are stated in many places under every reading. Nothing of the ruleset is
imported.
"""

from fractions import Fraction as F
from itertools import product
from random import Random
from typing import Any

import pytest
from referee_firefight import Side, fight
from referee_one_shot import (
    ARMOUR,
    FIRING,
    GUN,
    PARENT,
    PARENT_CV,
    RIFLE,
    Ride,
    Shot,
    activated,
    binomial,
    bursts,
    chance,
    change,
    drawn,
    each_with_a_roll,
    fallen,
    figures,
    parent_number,
    parent_ride,
    scattered,
    shot_away,
    starting,
    told,
)

from drillbook.asking.answers.results import Refusal
from drillbook.errors import Contradiction

SHOOTING = {
    "ds-plus-cv": "AABC", "quality-once": "AB", "sign-convention": "A", "armour-once": "AB", "twelve-over-target": "AB",
    "sure-hit": "AB", "range-boundary": "AB", "formation-ds-1": "ABCD", "cluster-term": "ABC",
}  # fmt: skip
TAKEN = dict.fromkeys(SHOOTING, "A") | {"formation-ds-1": "B"}
BAND = {-1: "short", 0: "medium", 1: "long"}
#: What SP leaves of AC: half of it, rounded up.
ACTIONS = {"civilian": 2, "green": 3, "regular": 3, "veteran": 3, "elite": 3}
YES = {True: "yes", False: "no"}


def says(question: str, read: dict[str, str], wanted: dict[str, Any], **inputs: Any) -> None:
    """Check that the book's figures of these names are those wanted."""
    found = figures(f"bon/{question}", read, **inputs)
    assert {name: found[name] for name in wanted} == wanted, (question, read, inputs)


def situation(seed: int) -> tuple[Random, dict[str, str], Shot, str, int]:
    """Draw readings, a shot, its ground and its distance by a seed."""
    dice, read = Random(seed), drawn(seed, SHOOTING)
    ground, distance = dice.choice(list(PARENT_CV)), dice.choice((1, 6, 7, 12, 13, 23))
    band = change(distance, read["range-boundary"] == "A")
    assert band is not None
    firer, target, armour = dice.choice(list(PARENT)), dice.choice(list(PARENT)), dice.choice(list(ARMOUR))
    return dice, read, Shot(firer, target, armour, PARENT_CV[ground], band), ground, distance


def hit(number: int, read: dict[str, str]) -> F:
    return chance(number, read["twelve-over-target"] == "B", read["sure-hit"] == "B")


# Ranged combat, infantry, weapons, movement, terrain, glory, buildings --------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_shot_under_every_reading_in_nine_chapters(seed: int) -> None:
    _, read, shot, ground, distance = situation(seed)
    needed = parent_number(shot, read)
    p, band = hit(needed, read), BAND[shot.change]
    man = {"firer": shot.firer, "target": shot.target, "armour": shot.armour, "ground": ground}
    at = {"grade": shot.target, "armour": shot.armour, "firer": shot.firer, "range": band}
    says("to-hit", read, {"needed": needed, "hit": p}, distance=distance, **man)
    says("volley", read, {"needed": needed, "chance": p}, distance=distance, **man)
    says("return-shot", read, {"needed": needed, "target_falls": p}, distance=distance, **man)
    says("light-machine-gun", read, {"needed": needed, "chance": p}, distance=distance, **man)
    says("grade-matrix", read, {"needed": needed, "hit": p}, range=band, **man)
    says("hero-shot", read, {"needed": needed}, ground=ground, **at)
    says("prone-man", read, {"needed": needed, "hit": p}, attack="shot", did="fired", ground=ground, **at)
    says("ground", read, {"needed": needed, "chance": p}, terrain=ground, **at)
    across = {"grade": shot.firer, "enemy": shot.target, "enemy_armour": shot.armour}
    says("window", read, {"needed_out": needed, "chance_out": p}, range=band, ground=ground, **across)
    says(
        "firefight",
        read,
        {"needed": needed},
        distance=distance,
        turns=1,
        men=1,
        enemy_men=1,
        enemy_ground=ground,
        **across,
    )
    if distance > 1:
        tower = {"men": 1, "height": 1, "distance": distance, "railing": "clear", "enemy_cover": ground, "behind": 0}
        says("watchtower", read, {"needed_down": needed, "chance_down": p}, **tower, **across)
    if ground not in ("barbed-wire", "shallow-river", "deep-river"):
        wild = {"grade": shot.firer, "friend": 24, "enemy": distance, "enemy_grade": shot.target}
        says("berserk", read, {"needed": needed, "hit": p}, armour=shot.armour, cover=ground, **wild)


@pytest.mark.parametrize("seed", range(12))
def test_a_machine_guns_green_crew_is_a_green_firer(seed: int) -> None:
    """Machine guns with a green crew shoot as a green firer with bands of their own.

    If the crew's grade does not count, neither CS nor the line of the firing table counts. Beyond the bands the question is
    refused.
    """
    dice, read, shot, ground, _ = situation(seed)
    distance, counts = dice.choice((1, *GUN, 10, 19)), dice.choice("AB")
    band = change(distance, read["range-boundary"] == "A", GUN)
    asked = {"distance": distance, "men": 3, "grade": shot.target, "armour": shot.armour, "ground": ground}
    if band is None:
        assert isinstance(told("bon/machine-gun", read, **asked), Refusal)
        return
    needed = parent_number(shot._replace(firer="green", change=band), read)
    if counts == "B":
        twice = FIRING["green"] * (1 if read["sign-convention"] == "A" else -1)
        needed += PARENT["green"][0] - (twice if read["quality-once"] == "B" else 0)
    says("machine-gun", read | {"crew-quality": counts}, {"needed": needed, "chance": hit(needed, read)}, **asked)


@pytest.mark.parametrize("seed", range(16))
def test_formations_charges_and_saddles_in_fire(seed: int) -> None:
    dice, read, shot, _, distance = situation(seed)
    formation, charging, rides = dice.choice(("open", "closed", "mass")), dice.random() < 0.5, dice.choice((0, 1))
    stands = shot._replace(cv=0, formation=formation, charging=charging)
    needed = parent_number(stands._replace(saddle=rides), read)
    how = {"formation": formation, "charging": YES[charging]}
    man = {
        "firer": shot.firer,
        "target": shot.target,
        "armour": shot.armour,
        "distance": distance,
        "mounted": YES[bool(rides)],
    }
    says("to-hit", read, {"needed": needed}, **how, **man)
    says("volley", read, {"needed": needed}, **how, **man)
    card = {"grade": shot.target, "armour": shot.armour, "firer": shot.firer, "range": BAND[shot.change]}
    says("formation", read, {"needed": parent_number(stands, read)}, gap=2 if formation == "open" else 0, **how, **card)


# Close combat and buildings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_a_blow_under_every_reading_in_five_places(seed: int) -> None:
    """Blow, melee, trench, room and close combat weapon agree on one sum under every reading."""
    options = {
        "cc-wanted": "ABC", "cc-criticals": "ABCD", "cc-table-model": "ABC", "uphill-once": "AB", "trench-and-cover": "AB",
        "mounted-cc": "ABC", "armour-once": "AB", "trench-elite-example": "ABC",
    }  # fmt: skip
    dice, read = Random(seed), drawn(seed, options)
    one, other, worn, theirs = *dice.sample(list(PARENT), 2), dice.choice(list(ARMOUR)), dice.choice(list(ARMOUR))
    place = dice.choice(("level", "uphill", "cover", "trench", "mounted"))
    there = {
        "uphill": {"enemy_so": "uphill"},
        "cover": {"enemy_so": "cover"},
        "trench": {"trench": "holds"},
        "mounted": {"riding": "striker"},
    }
    back = {
        "uphill": {"so": "uphill"},
        "cover": {"so": "cover"},
        "trench": {"trench": "storms"},
        "mounted": {"riding": "enemy"},
    }
    first = figures("bon/blow", read, grade=one, enemy=other, enemy_armour=theirs, **there.get(place, {}))["strikes"]
    second = figures("bon/blow", read, grade=other, enemy=one, enemy_armour=worn, **back.get(place, {}))["strikes"]
    melee = {"many": 1, "grade": one, "armour": worn, "lone": other, "lone_armour": theirs, "place": place}
    says("melee-end", read, {"their_blow": first, "his_blow": second}, **melee)
    if place == "trench":
        storm = {"attacker": one, "attacker_armour": worn, "defender": other, "defender_armour": theirs}
        says("trench-fight", read, {"attacker_hits": first, "defender_hits": second}, **storm)
    elif place in ("level", "cover"):
        room = {"attackers": 1, "attacker_grade": one, "attacker_armour": worn, "defenders": 1, "defender_grade": other}
        covered = {"defender_armour": theirs, "defender_cover": YES[place == "cover"]}
        says("door-fight", read, {"attacker_hits": first, "defender_hits": second}, place="room", **room, **covered)
    if place == "level":
        says("close-combat-weapon", read, {"bare": first}, grade=one, enemy=other, enemy_armour=theirs)
    if (read["cc-wanted"], read["cc-criticals"], place) == ("C", "A", "level"):
        assert first == F(4, 6)  # 3 or more on the bare die


# Cavalry, terrain, armour, movement and fire ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_charge_keeps_to_the_gaits_that_armour_and_ground_leave(seed: int) -> None:
    """Gaits that cannot cover their least distance are closed to a charge.

    If riders charge, gaits double, and bunched targets are a cluster.
    """
    options = {
        "kevlar": "AB", "heavy-eight": "AB", "mount-armour-sp": "AB", "mount-charge": "AB", "formation-ds-1": "ABCD",
        "cluster-term": "ABC", "mount-per-action": "AB", "gait-minimum-span": "AB", "rof-missing": "AB",
    }  # fmt: skip
    dice, read = Random(seed), drawn(seed, options)
    ride = Ride(dice.choice((1, 1, 2)), dice.choice(("flat", "bumpy", "jagged")), dice.choice(list(ARMOUR)))
    plan = ("walk", "canter", *(("canter",) if ride.armour == "heavy" else ("gallop", "gallop")))
    formation, start, actions = dice.choice(("open", "closed", "mass")), dice.choice((20, 34, 45)), dice.choice((1, 2))
    rider, firer = dice.choice(list(PARENT)), dice.choice(list(PARENT))
    try:
        found = told(
            "bon/charge-gauntlet", read, start=start, approach=";".join(plan), moves=ride.moves, ground=ride.ground, riders=3,
            rider=rider, armour=ride.armour, formation=formation, rifles=2, firer=firer, actions=actions,
        )  # fmt: skip
    except Contradiction:
        found = None  # a gait that has to cover more than is left
    left, away, turns = {3: F(1)}, start, 0
    for gait in plan:
        inches, least = parent_ride(gait, ride, read, away)
        if inches < least:
            assert found is None or isinstance(found, Refusal), (seed, found.headline)
            return
        away, turns = max(0, away - inches), turns + 1
        band = change(away, True) if away else None
        if band is not None:
            shot = Shot(firer, rider, ride.armour, 0, band, 0, formation, read["mount-charge"] == "B")
            shots = 2 * (actions if read["rof-missing"] == "B" else 1)
            left = shot_away(left, binomial(shots, chance(parent_number(shot, TAKEN | read), False, False)))
        if not away:
            break
    value = found.flat()
    assert (value["contact_in"], value["anybody"]) == (None if away else turns, 1 - left.get(0, F(0)))
    assert value["mean_left"] == sum(men * weight for men, weight in left.items())


# Weapons, ranged combat, cavalry --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", list("ABC"))
@pytest.mark.parametrize(("guns", "men"), [(1, 1), (1, 2), (1, 5), (2, 3)])
def test_the_shots_of_an_lmg_are_spread_alike_in_five_chapters(way: str, guns: int, men: int) -> None:
    """Shots of an LMG are spread alike in five chapters.

    The gunner spreads three shots freely (A), each shot is at another man (B), or each die is at two men (C). The chapters
    are volley, LMG, firefight, Great Equalizer and gauntlet.
    """
    read = {"lmg-scatter": way}
    lost = fallen(bursts(guns, men, F(7, 12), way), men)  # 4 + 3 - 1 = 6 or more
    at = {"distance": 12, "men": men, "target": "green", "ground": "rubble", "firer": "veteran"}
    says("volley", read, {"fallen": lost}, firers=guns, weapon="lmg", **at)
    says("equalizer", read, {"target": lost}, scored="to-roll", shots=3 * guns, weapon="lmg", units="none", **at)
    if guns == 1:
        says("light-machine-gun", read, {"fallen": lost}, **at)
    us = {"men": guns, "lmgs": guns, "grade": "veteran", "enemy_men": men, "enemy": "green", "enemy_ground": "rubble"}
    says("firefight", read, {"their_losses": lost}, distance=12, turns=1, **us)
    open_ground = fallen(bursts(guns, men, F(10, 12), way), men)  # 4 - 1 = 3 or more
    ride = {"start": 18, "moves": 1, "approach": "walk", "riders": men, "rider": "green", "rifles": guns, "lmgs": guns}
    says("charge-gauntlet", read, {"mean_left": men - open_ground}, firer="veteran", **ride)


# Artillery, and what is left of a squad -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "dice"), [("howitzer", 3), ("heavy-gun", 4)])
@pytest.mark.parametrize("men", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("way", list("ABC"))
def test_dice_enough_for_more_men(piece: str, dice: int, men: int, way: str) -> None:
    """Dice that suffice for more men attack a small squad again or are not thrown.

    The squad is small, or shot small in a bombardment. `dice-again` A attacks again, B drops the spare dice: L275.
    """
    p = F(7, 12)  # regulars in the open, a green crew, no band: 5 + 1 = 6 or more
    again = {
        "A": {2 * n: w for n, w in binomial(dice, p).items()}, "B": each_with_a_roll(dice, men, p), "C": binomial(dice, p),
    }[way]  # fmt: skip
    thrown = min(dice, -(-men // 2))
    once = {"A": scattered(dice, men, p), "B": binomial(min(men, 2 * dice), p), "C": binomial(thrown, p)}[way]
    at = {"piece": piece, "distance": 20, "target": "squad", "men": men}
    for letter, scored in (("A", again), ("B", once)):
        says("direct-fire", {"one-die-two": way, "dice-again": letter}, {"casualties": fallen(scored, men)}, **at)
        under = {"weapon": "medium" if dice == 3 else "heavy", "men": men, "ground": "clear"}
        says(
            "bombardment",
            {"one-die-two": way, "dice-again": letter},
            {"casualties_under": fallen(scored, men)},
            **under,
        )


# Ranged combat, glory, weapons and infantry over turns ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "men", "grades", "lmgs", "ground", "distance", "read"),
    [
        (2, (2, 3), ("regular", "regular"), (0, 0), "clear", 12, {}),
        (3, (3, 3), ("green", "veteran"), (0, 0), "rubble", 20, {}),
        (2, (3, 4), ("elite", "civilian"), (1, 0), "clear", 6, {}),
        (3, (2, 4), ("veteran", "green"), (1, 1), "light-forest", 13, {}),
        (2, (2, 3), ("regular", "elite"), (0, 2), "clear", 12, {}),
        (3, (3, 3), ("regular", "veteran"), (1, 2), "clear", 10, {"lmg-taken-up": "B"}),
        (2, (2, 4), ("green", "regular"), (2, 1), "rubble", 20, {"lmg-taken-up": "B", "rof-missing": "B"}),
        (3, (3, 2), ("veteran", "green"), (0, 0), "trenches", 6, {"rof-missing": "B"}),
        (3, (3, 4), ("regular", "veteran"), (1, 2), "clear", 10, {"lmg-taken-up": "B", "casualty-allocation": "A"}),
        (2, (3, 3), ("regular", "green"), (2, 1), "clear", 10, {"lmg-taken-up": "B", "casualty-allocation": "B"}),
        (3, (4, 3), ("civilian", "regular"), (0, 0), "clear", 10, {"civilian-hair-trigger": "B"}),
        (2, (2, 3), ("green", "civilian"), (0, 1), "clear", 10, {"civilian-hair-trigger": "B", "glory-timing": "B"}),
        (2, (3, 3), ("civilian", "civilian"), (0, 0), "clear", 10, {"civilian-hair-trigger": "B", "glory-timing": "B"}),
        (2, (3, 3), ("civilian", "civilian"), (0, 1), "clear", 10, {"civilian-hair-trigger": "B", "glory-timing": "C"}),
        (2, (3, 3), ("regular", "green"), (0, 0), "clear", 10, {"glory-timing": "C"}),
        (2, (2, 4), ("veteran", "regular"), (1, 1), "clear", 10, {"lmg-scatter": "C"}),
    ],
)
def test_a_firefight_of_several_turns(
    turns: int, men: tuple[int, int], grades: tuple[str, str], lmgs: tuple[int, int], ground: str, distance: int,
    read: dict[str, str],
) -> None:  # fmt: skip
    """Firefights of several turns agree with an independent count.

    The count covers volleys, answers of the dying, leaders and gunners by lot, half strength, pinning, tests before each
    volley, and panic at 7.
    """
    band = change(distance, True, RIFLE)
    assert band is not None
    there = parent_number(Shot(grades[0], grades[1], cv=PARENT_CV[ground], change=band), TAKEN)
    back = parent_number(Shot(grades[1], grades[0], change=band), TAKEN)
    answer = chance(PARENT[grades[0]][1] - PARENT[grades[1]][0], False, False)
    falls_first = {"A": "LBGr", "B": "rGLB"}.get(read.get("casualty-allocation", "C"), "")
    edge, tests = read.get("civilian-hair-trigger") == "B", read.get("glory-timing", "A")
    paired = read.get("lmg-scatter") == "C"
    silent = read.get("lmg-taken-up") == "B"
    shots = [ACTIONS[grade] if read.get("rof-missing") == "B" else 1 for grade in grades]
    ours = Side(
        men[0],
        grades[0],
        lmgs[0],
        chance(there, False, False),
        F(0),
        silent,
        shots[0],
        falls_first,
        edge,
        tests,
        paired,
    )
    theirs = Side(
        men[1],
        grades[1],
        lmgs[1],
        chance(back, False, False),
        answer,
        silent,
        shots[1],
        falls_first,
        edge,
        tests,
        paired,
    )
    says(
        "firefight", read, dict(fight(ours, theirs, turns)), distance=distance, turns=turns, men=men[0], lmgs=lmgs[0],
        grade=grades[0], enemy_men=men[1], enemy_lmgs=lmgs[1], enemy=grades[1], enemy_ground=ground,
    )  # fmt: skip


# Set-up and the turn sequence ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "uneven"), list(product("AC", "AB")))
@pytest.mark.parametrize("seed", range(6))
def test_the_dice_of_set_up_order_every_turn(order: str, uneven: str, seed: int) -> None:
    dice = Random(seed)
    players = dice.choice((2, 3, 4))
    scores, units = dice.sample(range(1, 7), players), [dice.randint(1, 4) for _ in range(players)]
    first = starting(scores, order)
    read = {"initiative-order": order, "uneven-counts": uneven}
    sides = ";".join(f"{score},{count}" for score, count in zip(scores, units, strict=True))
    says("activation", read, {"sequence": activated(first, units, uneven == "B")}, sides=sides)
    says(
        "initiative",
        {"initiative-order": order},
        {"order": ", ".join(str(one + 1) for one in first)},
        scores=";".join(map(str, scores)),
    )


# Glory over turns, told twice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_triggers_and_relief_turn_by_turn_under_every_reading(seed: int) -> None:
    """Panic is the same in a story of equal turns and in turns that are all the same.

    This holds under every reading of floors, ceilings and tests.
    """
    options = {
        "gl-floor": "ABC", "gl-cap": "AB", "gl-one-test": "AB", "glory-timing": "ABC", "gl-modifiers-once": "AB",
        "civilian-hair-trigger": "AB", "gl-standing": "AB",
    }  # fmt: skip
    dice, read = Random(seed), drawn(seed, options)
    grade, fresh, relief, turns = (
        dice.choice(list(PARENT)),
        dice.choice((1, 2, 3)),
        dice.choice(("none", "rally")),
        dice.choice((1, 2, 3)),
    )
    happened = dice.sample((0, 2, 3, 5), fresh)  # a leader hit, a rush, a charge, an assault: none of them lasts
    row = ",".join([*(YES[place in happened] for place in range(6)), relief])
    story = figures("bon/glory-track", read, grade=grade, turns=";".join([row] * turns))["panicked"]
    says("turns-to-panic", read, {"standing": 1 - story}, grade=grade, fresh=fresh, relief=relief, turns=turns)

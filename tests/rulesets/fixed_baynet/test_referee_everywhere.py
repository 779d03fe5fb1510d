"""Tests by a referee of Fixed Bay'net where every chapter must agree.

They cover shots, blows, ways, rides, guns and houses under every reading. They are worked out from the source alone;
nothing of the ruleset is imported.
"""

from fractions import Fraction as F
from math import ceil
from random import Random
from typing import Any

import pytest
from referee_one_shot import (
    COLONIAL,
    COLONIAL_CV,
    GUN,
    PART,
    Ride,
    Shot,
    activated,
    binomial,
    chance,
    change,
    colonial_number,
    colonial_ride,
    drawn,
    figures,
    shot_away,
    starting,
    told,
)

from drillbook import ask
from drillbook.asking.answers.results import Refusal
from drillbook.errors import Contradiction

SHOOTING = {
    "ds-plus-cv": "AABC", "ranged-cs": "ABC", "shooting-sign": "A", "natural-12": "AB", "natural-1": "AB", "range-bands": "AB",
    "ds-one": "ABC", "cluster": "ABC",
}  # fmt: skip
TAKEN = dict.fromkeys(SHOOTING, "A")
#: Where each band ends, and the AC of a use.
ARMS = {
    "bow": ((6, 8, 16), 1), "rifle": ((6, 12, 24), 1), "winchester": ((6, 10, 20), 1), "musket": ((6, 12, 24), 2),
    "pistol": ((5, 9, 12), 1), "flintlock": ((5, 9, 12), 2),
}  # fmt: skip
BAND = {-1: "short", 0: "medium", 1: "long"}
YES = {True: "yes", False: "no"}
AC = 3
PIECES = {"light-howitzer": 2, "howitzer": 3, "heavy-howitzer": 4, "light-gun": 3, "medium-gun": 4, "heavy-gun": 5}


def says(question: str, read: dict[str, str], wanted: dict[str, Any], **inputs: Any) -> None:
    """Check that the book's figures of these names are those wanted."""
    found = figures(f"fb/{question}", read, **inputs)
    assert {name: found[name] for name in wanted} == wanted, (question, read, inputs)


def hit(number: int, read: dict[str, str]) -> F:
    return chance(number, read["natural-12"] == "B", read["natural-1"] == "B")


def situation(seed: int) -> tuple[Random, dict[str, str], Shot, str, str, int]:
    """Draw readings, a shot, its ground, its weapon and its distance by a seed."""
    dice, read = Random(seed), drawn(seed, SHOOTING)
    ground, weapon = dice.choice(list(COLONIAL_CV)), dice.choice(list(ARMS))
    limits, inclusive = ARMS[weapon][0], read["range-bands"] == "A"
    distance = dice.choice((1, *limits, limits[0] + 1, limits[1] + 1))
    distance -= change(distance, inclusive, limits) is None
    band = change(distance, inclusive, limits)
    assert band is not None
    firer, target = dice.choice(list(COLONIAL)), dice.choice(list(COLONIAL))
    return dice, read, Shot(firer, target, cv=COLONIAL_CV[ground], change=band), ground, weapon, distance


def shots_of(weapon: str, actions: int, read: dict[str, str]) -> int:
    """Return the shots that so many AC pay for: L62-67, L631-638.

    The target is named for nothing, once, or before every shot, as the reading has it.
    """
    price = ARMS[weapon][1]
    whole = {"A": actions // price, "B": (actions - 1) // price, "C": actions // (price + 1)}[read["target-order"]]
    return max(0, min(whole, 1) if read["repeat-actions"] == "B" else whole)


# Ranged combat, cavalry, night, terrain, formations, heroes, buildings, glory -------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_shot_under_every_reading_in_eight_chapters(seed: int) -> None:
    _, read, shot, ground, weapon, distance = situation(seed)
    needed = colonial_number(shot, read)
    p, band = hit(needed, read), BAND[shot.change]
    man = {"firer": shot.firer, "target": shot.target, "ground": ground, "weapon": weapon, "distance": distance}
    at = {"grade": shot.target, "firer": shot.firer, "range": band}
    says("to-hit", read, {"needed": needed, "hit": p}, **man)
    says("volley", read, {"needed": needed, "chance": p}, actions=2, **man)
    if distance < 12:
        says("night-shot", read, {"needed": needed, "hit": p}, light="flare", **man)
    says("hero-shot", read, {"needed": needed}, ground=ground, **at)
    says("prone-man", read, {"needed": needed, "hit": p}, attack="shot", did="fired", ground=ground, **at)
    says("ground", read, {"needed": needed, "chance": p}, terrain=ground, **at)
    says(
        "grade-matrix",
        read,
        {"needed": needed, "hit": p},
        firer=shot.firer,
        target=shot.target,
        range=band,
        ground=ground,
    )
    says("window", read, {"needed_out": needed}, grade=shot.firer, enemy=shot.target, ground=ground, range=band)
    if distance > 1:
        tower = {"men": 1, "height": 1, "distance": distance, "weapon": weapon, "railing": "clear", "behind": 0}
        says(
            "watchtower",
            read,
            {"needed_down": needed},
            grade=shot.firer,
            enemy=shot.target,
            enemy_cover=ground,
            **tower,
        )
    ridden = colonial_number(shot._replace(saddle=int(weapon != "winchester")), read)
    saddle = {"rider": shot.firer, "gait": "walk", "moves": 0, "weapon": weapon, "distance": distance}
    says(
        "mounted-fire", read, {"needed": ridden, "hit": hit(ridden, read)}, target=shot.target, ground=ground, **saddle
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_gatling_its_jam_and_its_green_crew(seed: int) -> None:
    """Gatling fire counts its jam and its green crew alike in four questions.

    The gun fires 18 shots at bands of its own and jams on a 6. A blast and a direct round ask what a green man's shot asks,
    without a band.
    """
    _, read, shot, ground, _, _ = situation(seed)
    distance = {-1: 5, 0: 15, 1: 30}[shot.change]
    assert change(distance, True, GUN) == shot.change
    needed = colonial_number(shot._replace(firer="green"), read)
    at = {"distance": distance, "ground": ground}
    burst = {"needed": needed, "overall": F(5, 6) * 18 * hit(needed, read)}
    says("machine-gun", read, burst, men=3, grade=shot.target, **at)
    at["target"] = shot.target
    says("jam-clock", read, {"hits": 2 * F(5, 6) * 18 * hit(needed, read)}, turns=2, **at)
    bare = colonial_number(shot._replace(firer="green", change=0), read)
    says("blast", read, {"needed": bare, "fall": 2 * hit(bare, read)}, men=2, grade=shot.target, ground=ground)
    says("direct-fire", read, {"needed": bare, "hit": hit(bare, read)}, grade=shot.target, ground=ground)


@pytest.mark.parametrize("seed", range(12))
def test_formations_charges_and_saddles_in_fire(seed: int) -> None:
    dice, read, shot, _, weapon, distance = situation(seed)
    formation, charging, rides = dice.choice(("open", "closed", "mass")), dice.random() < 0.5, dice.random() < 0.5
    stands = shot._replace(cv=0, formation=formation, charging=charging)
    needed = colonial_number(stands._replace(saddle=int(rides and weapon != "winchester")), read)
    how = {"formation": formation, "charging": YES[charging]}
    man = {"firer": shot.firer, "target": shot.target, "weapon": weapon, "distance": distance, "mounted": YES[rides]}
    says("to-hit", read, {"needed": needed}, **how, **man)
    says("volley", read, {"needed": needed}, actions=2, **how, **man)
    card = {
        "grade": shot.target,
        "firer": shot.firer,
        "range": BAND[shot.change],
        "gap": 2 if formation == "open" else 0,
    }
    says("formation", read, {"needed": colonial_number(stands, read)}, **how, **card)


@pytest.mark.parametrize("seed", range(10))
def test_the_best_weapon_under_every_reading(seed: int) -> None:
    """Every weapon of the table with its bands and its price; the spear has no medium range."""
    dice, read, shot, ground, _, distance = situation(seed)
    moved, inclusive = dice.random() < 0.5, read["range-bands"] == "A"
    best = F(0)
    for limits, price in (*ARMS.values(), ((1, 1, 8), 1)):
        band = change(distance, inclusive, limits)
        if band is not None:
            best = max(best, (AC - moved) // price * hit(colonial_number(shot._replace(change=band), read), read))
    says(
        "weapon-comparator", read, {"hits": best}, firer=shot.firer, distance=distance, target=shot.target, ground=ground,
        moved=YES[moved],
    )  # fmt: skip


# Close combat, answers, weapons and buildings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_a_blow_under_every_reading_in_six_places(seed: int) -> None:
    """Blows have the same figures under every reading in six places.

    The places are strike, exchange, mass of pairs, room, spear in the hand, and close combat weapon.
    """
    options = {
        "cc-difference": "ABCD", "trench-sign": "AB", "cc-who-rolls": "AB", "counter-who": "ABC", "opening-cv": "AB",
        "cover-kinds": "ABC", "cover-in-melee": "AB",
    }  # fmt: skip
    dice, read = Random(seed), drawn(seed, options)
    one, other = dice.choice(list(COLONIAL)), dice.choice(list(COLONIAL))
    trench = dice.choice(("none", "none", "storms", "holds"))
    armed = trench == "none" and dice.random() < 0.5
    who = {"grade": one, "enemy": other}
    struck = figures("fb/strike", read, trench=trench, weapon=YES[armed], **who)
    down, taken = struck["bloody"] + struck["wound"], struck["capture"]
    exchange = figures("fb/exchange", read, trench=trench, weapon=YES[armed], **who)
    assert (exchange["defender_falls"], exchange["defender_taken"]) == (down, taken)
    if trench != "none":
        return
    back = {"we_fall": exchange["attacker_falls"], "we_are_taken": exchange["attacker_taken"]}
    says("mass-melee", read, {"they_fall": down, "they_are_taken": taken, **back}, pairs=1, weapon=YES[armed], **who)
    names = ("down", "taken") if armed else ("down_bare", "taken_bare")
    says("close-combat-weapon", read, dict(zip(names, (down, taken), strict=True)), **who)
    if armed:
        says("spear", read, {"down": down, "capture": taken}, thrown="no", **who)
    else:
        room = {"attackers": 1, "attacker_grade": one, "defenders": 1, "defender_grade": other}
        says("door-fight", read, {"attack": down, "attack_takes": taken}, place="room", **room)


# Movement, terrain, formations, actions and fire -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_charge_on_foot_over_any_ground_into_fire(seed: int) -> None:
    """Charges on foot over any ground into fire agree with an independent count.

    The seeds vary what a charge is worth, which ground forbids it, who counts as a cluster, and how often the line may
    fire.
    """
    kinds = {
        "clear": "flat",
        "rubble": "bumpy",
        "light-forest": "bumpy",
        "dense-forest": "jagged",
        "trenches": "jagged",
    }
    options = {
        "charge-scope": "ABC", "rounding-order": "AB", "move-scope": "ABC", "dangerous-terrain": "AAB", "cluster": "ABC",
        "ds-one": "ABC", "repeat-actions": "AB",
    }  # fmt: skip
    dice, read = Random(seed), drawn(seed, options)
    grade, charges, moves = dice.choice(list(COLONIAL)), dice.random() < 0.6, dice.choice((1, 2, 3))
    ground, formation = dice.choice(list(kinds)), dice.choice(("open", "closed", "mass"))
    actions, start = dice.choice((1, 2, 3)), dice.choice((9, 18, 31))
    speed, part = 6 if grade.endswith("elite") else 5, PART[kinds[ground]]
    once = ceil(2 * speed * part) if read["rounding-order"] == "A" else 2 * ceil(speed * part)
    each = once if charges else ceil(speed * part)
    alone = read["move-scope"] == "B" or (charges and read["charge-scope"] == "B")
    asked = {"grade": grade, "how": "charge" if charges else "move", "ground": ground}
    found = told(
        "fb/advance",
        read,
        start=start,
        moves=moves,
        men=2,
        formation=formation,
        firers=1,
        firer="regular",
        actions=actions,
        **asked,
    )
    if charges and read["dangerous-terrain"] == "B" and kinds[ground] == "jagged":
        assert isinstance(found, Refusal)
        return
    left, away, turns = {2: F(1)}, start, 0
    while away:
        away, turns = max(0, away - each * (1 if alone else moves)), turns + 1
        band = change(away, True) if away else None
        if band is not None:
            shot = Shot("regular", grade, cv=COLONIAL_CV[ground], change=band, formation=formation, charging=charges)
            shots = actions if read["repeat-actions"] == "A" else 1
            left = shot_away(left, binomial(shots, chance(colonial_number(shot, TAKEN | read), False, False)))
    value = found.flat()
    assert (value["turns"], value["anybody"]) == (turns, 1 - left.get(0, F(0)))
    assert value["mean_left"] == sum(men * weight for men, weight in left.items())
    says("move", read, {"per_move": each}, kept=0, **asked)


# Cavalry, terrain, formations and fire -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_mounted_charge_keeps_to_its_gaits(seed: int) -> None:
    """Mounted charges cover at least the least way of their gaits.

    Slow ground forbids a gait or shortens its least way. If riders charge by the reading, their gaits double.
    """
    options = {"mount-charge": "AB", "ds-one": "ABC", "cluster": "ABC", "move-scope": "ABC", "gait-minimum": "AB"}
    dice, read = Random(seed), drawn(seed, options)
    ride = Ride(dice.choice((1, 1, 2)), dice.choice(("flat", "bumpy", "jagged")))
    formation, start = dice.choice(("open", "closed", "mass")), dice.choice((20, 34, 50))
    rider, firer = dice.choice(list(COLONIAL)), dice.choice(list(COLONIAL))
    try:
        found = told(
            "fb/charge-gauntlet", read, start=start, approach="walk;canter;gallop;gallop", moves=ride.moves, ground=ride.ground,
            riders=3, rider=rider, formation=formation, rifles=4, firer=firer,
        )  # fmt: skip
    except Contradiction:
        found = None  # a gait that has to cover more than is left
    left, away, turns = {3: F(1)}, start, 0
    for gait in ("walk", "canter", "gallop", "gallop"):
        inches, least = colonial_ride(gait, ride, read, away)
        if inches < least:
            assert found is None or isinstance(found, Refusal), (seed, found.headline)
            return
        away, turns = max(0, away - inches), turns + 1
        band = change(away, True) if away else None
        if band is not None:
            shot = Shot(firer, rider, change=band, formation=formation, charging=read["mount-charge"] == "B")
            left = shot_away(left, binomial(4, chance(colonial_number(shot, TAKEN | read), False, False)))
        if not away:
            break
    value = found.flat()
    assert (value["contact_in"], value["anybody"]) == (None if away else turns, 1 - left.get(0, F(0)))
    assert value["mean_left"] == sum(men * weight for men, weight in left.items())


# Actions and orders, weapons, cavalry, ranged combat -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_the_shots_that_ac_pay_for_on_foot_and_in_the_saddle(seed: int) -> None:
    """AC pay for the same shots on foot and in the saddle as counted separately.

    A rider has his own AC or the AC of his gait. Moves, naming a target and slow weapons cost AC.
    """
    dice = Random(seed)
    read = drawn(seed, {"mounted-ac": "AB", "target-order": "ABC", "repeat-actions": "AB"})
    weapon, gait, moves = dice.choice(list(ARMS)), dice.choice(("walk", "canter", "gallop")), dice.choice((1, 2, 3))
    actions = AC if read["mounted-ac"] == "A" else ceil(F({"walk": 7, "canter": 12, "gallop": 17}[gait], 2))
    at = {"weapon": weapon, "distance": 5}
    says("mounted-fire", read, {"shots": shots_of(weapon, actions - moves, read)}, gait=gait, moves=moves, **at)
    foot = {name: read[name] for name in ("target-order", "repeat-actions")}
    for spent in (1, 2, 3):
        found, shots = told("fb/volley", foot, firers=5, actions=spent, **at), shots_of(weapon, spent, read)
        assert (0 if isinstance(found, Refusal) else found.flat()["shots"]) == 5 * shots


# Artillery against buildings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_rounds_that_bring_a_house_down(seed: int) -> None:
    """Rounds destroy a house if their hits reach the DP of its walls and sections.

    The hits needed follow from the DP, the gun's factor and its ammunition. Each round damages by the attacker's roll or
    by the building's own roll, as the reading has it. Rules: L517-533, L643-656.
    """
    dice, read = Random(seed), drawn(seed, {"armour-class": "AB", "building-save": "AB"})
    walls, size, agreed = dice.choice(("wooden", "brick")), dice.randint(1, 6), dice.randint(1, 5)
    piece, ammunition, rounds = dice.choice(list(PIECES)), dice.choice(("shell", "shot")), dice.choice((1, 3, 6))
    cv = {"wooden": 3, "brick": 4}[walls]
    points = (cv if read["armour-class"] == "A" else agreed) - 1 + 2 * size
    wanted = -(-points // (PIECES[piece] * (2 if ammunition == "shell" else 1)))
    p = F(13 - cv, 12) if read["building-save"] == "A" else F(cv - 1, 12)
    falls = sum((weight for count, weight in binomial(rounds, p).items() if count >= wanted), F(0))
    says(
        "demolition", read, {"points": points, "hits_needed": wanted, "damaged": p, "destroyed": falls},
        walls=f"{walls}-building", size=size, armour_class=agreed, piece=piece, ammunition=ammunition, shots=rounds, occupants=0,
    )  # fmt: skip


# Set-up and the turn sequence ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list("AC"))
@pytest.mark.parametrize("seed", range(6))
def test_the_dice_of_set_up_order_every_turn(order: str, seed: int) -> None:
    dice = Random(seed)
    players = dice.choice((2, 3, 4))
    scores, units = dice.sample(range(1, 7), players), [dice.randint(1, 4) for _ in range(players)]
    first = starting(scores, order)
    sides = ";".join(f"{score},{count}" for score, count in zip(scores, units, strict=True))
    says("activation", {"initiative-order": order}, {"sequence": activated(first, units, False)}, sides=sides)


# What the layer states of its parent ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "rule"),
    [
        ("fb/ground?terrain=trenches&behind=3&higher=yes", "fb.terrain-buildings.high-shooter-trench"),
        ("fb/door?way=open", "fb.terrain-buildings.door-squad"),
        ("fb/marker?blast=shell", "fb.artillery.blast-shell"),
        ("fb/marker?blast=shot", "fb.artillery.blast-shot"),
    ],
)
def test_the_layer_cites_its_own_sentence(address: str, rule: str) -> None:
    """Blasts, trenches seen from above and open doors are cited under the layer's own ids.

    They are the parent's rules, stated by the layer.
    """
    assert rule in ask(address).consulted

"""Tests by a referee of Fixed Bay'net on guns and houses.

They cover salvoes, jams, rounds that stray, blasts, crews, walls, doors and steep lines. Nothing of the ruleset is
imported: the printed tables are here a second time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction as F
from itertools import product
from math import ceil, comb, cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest
from referee_colonial import hit, told, value

from drillbook import ask
from drillbook.asking.answers.results import Refusal
from drillbook.errors import AskError, Contradiction

D3, D6, D12 = range(1, 4), range(1, 7), range(1, 13)
#: CS, DS.
SOLDIERS = {
    "green": (-1, 4), "regular": (0, 5), "elite": (1, 5),
    "native-green": (0, 3), "native-regular": (1, 4), "native-elite": (2, 4),
}  # fmt: skip
CV = {
    "clear": 0, "rubble": 1, "light-forest": 2, "dense-forest": 3, "wooden-wall": 3, "brick-wall": 4, "wooden-building": 3,
    "brick-building": 4, "trenches": 5,
}  # fmt: skip
#: Range, damage for a point of ammunition, wounds.
PIECES = {
    "light-howitzer": (30, 2, 2), "howitzer": (36, 3, 2), "heavy-howitzer": (45, 4, 3), "light-gun": (60, 3, 2),
    "medium-gun": (90, 4, 3), "heavy-gun": (188, 5, 4),
}  # fmt: skip
WOUNDS = {"mg": 2, "mortar": 3, **{piece: wounds for piece, (_, _, wounds) in PIECES.items()}}
GUN_DS = 3


def several(shots: int, chance: F) -> list[F]:
    """Return the chance of each number of hits: a binomial distribution."""
    return [comb(shots, hits) * chance**hits * (1 - chance) ** (shots - hits) for hits in range(shots + 1)]


# The Gatling.


@pytest.mark.parametrize("seed", range(30))
def test_salvoes_turns_and_squads_that_are_shot_away(seed: int) -> None:
    dice = Random(seed)
    distance, salvoes, turned = dice.choice((9, 10, 18, 19, 36)), dice.randint(1, 3), dice.choice(("yes", "no"))
    target, ground, men = dice.choice(list(SOLDIERS)), dice.choice(list(CV)), dice.choice((1, 5, 20))
    price, volley, jam = dice.choice("AABC"), dice.choice("AAB"), dice.choice("ABC")
    readings = {"mg-ac": price, "mg-shots": volley, "mg-jam": jam}
    band = -1 if distance <= 9 else 0 if distance <= 18 else 1
    number = SOLDIERS[target][1] + CV[ground] + band
    left = 3 - (turned == "yes")
    fired = {"A": salvoes if left == 3 else 0, "B": min(salvoes, left), "C": int(left == 3)}[price]
    found = value(
        "machine-gun",
        readings,
        distance=distance,
        salvoes=salvoes,
        turned=turned,
        men=men,
        grade=target,
        ground=ground,
    )
    assert (found["salvoes"], found["shots"], found["needed"], found["hits"]) == (
        fired,
        6 * fired,
        number,
        6 * fired * hit(number),
    )
    if fired:
        silent = F(0) if jam == "C" else F(1, 6)
        many = several(6 * fired, hit(number)) if volley == "A" else several(fired, hit(number))
        losses = sum(min(men, hits * (1 if volley == "A" else 6)) * chance for hits, chance in enumerate(many))
        assert (found["silent"], found["overall"], found["losses"]) == (silent, (1 - silent) * found["hits"], losses)


@pytest.mark.parametrize(("turns", "jam", "price"), list(product((1, 2, 3, 5), "ABC", "AC")))
def test_the_jam_clock_over_turns(turns: int, jam: str, price: str) -> None:
    states: dict[tuple[str, int], F] = {("ready", 0): F(1)}
    for _ in range(turns):
        after: dict[tuple[str, int], F] = defaultdict(F)
        for (gun, fired), chance in states.items():
            for face in D6:
                part = chance / 6
                if jam == "C":  # thrown every turn, after firing
                    after["jammed" if face == 6 else "ready", fired + (gun == "ready")] += part
                elif gun == "dead" or face == 6:
                    after["dead" if jam == "B" else "ready", fired] += part
                else:
                    after["ready", fired + 1] += part
        states = after
    each = (18 if price == "A" else 6) * hit(5)
    mean = sum((fired * chance for (_, fired), chance in states.items()), F(0))
    found = value("jam-clock", {"mg-jam": jam, "mg-ac": price}, turns=turns, distance=18, target="regular")
    every = sum(chance for (_, fired), chance in states.items() if fired == turns)
    assert (found["turns_fired"], found["hits"], found["every_turn"]) == (mean, mean * each, every)


# Rounds on their way.


def drifts(kind: str, bad: bool) -> tuple[Iterable[int], int]:
    """How far a round strays, in each of as likely cases, and what is added."""
    if kind == "shell":
        return (D6, 0) if bad else (D3, 0)
    return (D6, 3) if bad else (D6, 0)


def touched(kind: str, bad: bool, ahead: float, across: float, radius: float) -> F:
    """Return the chance that a marker laid so far from a man comes down over him."""
    faces, more = drifts(kind, bad)
    spots = [(inches + more, hour * pi / 6) for inches in faces for hour in D12]
    near = sum(hypot(across - far * sin(turn), ahead - far * cos(turn)) <= radius + 1e-9 for far, turn in spots)
    return F(near, len(spots))


@pytest.mark.parametrize("seed", range(40))
def test_a_guess_a_drift_and_a_man_under_the_marker(seed: int) -> None:
    dice = Random(seed)
    piece = dice.choice(("mortar", *PIECES))
    kind = "shell" if piece == "mortar" else dice.choice(("shell", "shot"))
    error, x, y = dice.choice((-3, -1, 0, 0, 2)), dice.choice((0, 1, 2)), dice.choice((0, -1, 1))
    base = F(1, 2)
    readings = {
        "critical-miss": dice.choice("ABC"),
        "blast-size": dice.choice("AAC"),
        "template-touch": dice.choice("AB"),
    }
    radius = 3 if readings["blast-size"] == "C" else {"shell": 2, "shot": 1}[kind]
    reach = radius + (base if readings["template-touch"] == "B" else 0)
    bad = {"A": F(1, 12), "B": F(1, 4), "C": F(0)}[readings["critical-miss"]]
    wanted = bad * touched(kind, True, y - error, x, reach) + (1 - bad) * touched(kind, False, y - error, x, reach)
    found = value(
        "deviation", readings, piece=piece, ammunition=kind, distance=20, error=error, figures=f"{x},{y},{base},enemy"
    )
    assert (found["covered"], found["critical"]) == (wanted, bad), (piece, kind, error, x, y, readings)


@pytest.mark.parametrize(
    ("laid", "barred"),
    [
        ("distance=12&error=-0.5", True),
        ("distance=12", False),
        ("distance=30&error=0.5", True),
        ("distance=31&error=-1", False),
    ],
)
def test_a_mortar_is_laid_by_the_guess(laid: str, barred: bool) -> None:
    assert isinstance(ask(f"fb/deviation?piece=mortar&ammunition=shell&{laid}").outcome, Refusal) == barred


def test_the_die_that_missed_tells_whether_it_was_a_critical_miss() -> None:
    direct = {"piece": "howitzer", "ammunition": "shell", "fire": "direct", "figures": "0,0,0.5,enemy"}
    with pytest.raises(Contradiction, match="The die that has missed tells"):
        told("deviation", missed="yes", **direct)
    assert value("deviation", missed="yes", roll="ordinary", **direct)["covered"] == F(2, 3)
    assert value("deviation", missed="yes", roll="critical", **direct)["covered"] == F(1, 3)
    assert value("deviation", {"critical-miss": "C"}, missed="yes", **direct)["covered"] == F(2, 3)
    with pytest.raises(Contradiction, match="A round that hits"):
        told("deviation", {"deviation-when": "B"}, missed="no", roll="critical", **direct)
    assert value("deviation", {"deviation-when": "B"}, missed="no", **direct)["critical"] == 0


@pytest.mark.parametrize("seed", range(60))
def test_a_direct_round_that_hits_or_strays(seed: int) -> None:
    dice = Random(seed)
    piece, kind = dice.choice(list(PIECES)), dice.choice(("shell", "shot"))
    reach, multiple, _ = PIECES[piece]
    target, ground, distance = (
        dice.choice(("man", "piece", "crew")),
        dice.choice(list(CV)),
        dice.choice((5, reach // 2, reach)),
    )
    grade, owner, other = dice.choice(list(SOLDIERS)), dice.choice(("european", "native")), dice.choice(list(WOUNDS))
    options = {
        "critical-miss": "ABC",
        "deviation-when": "AAB",
        "blast-hit": "AB",
        "crew": "ABC",
        "single-range": "AB",
        "artillery-critical": "AB",
    }
    readings = {name: dice.choice(letters) if seed % 3 else "A" for name, letters in options.items()}
    green = SOLDIERS["green" if owner == "european" else "native-green"][1]
    ds = {
        "man": SOLDIERS[grade][1],
        "piece": GUN_DS,
        "crew": {"A": green, "B": green + 1, "C": GUN_DS}[readings["crew"]],
    }[target]
    number = ds + CV[ground] + (readings["single-range"] == "B" and 2 * distance > reach)
    damage, radius = multiple * (2 if kind == "shell" else 1), 2 if kind == "shell" else 1
    fells = damage >= (WOUNDS[other] if target == "piece" else 1)
    mortal = target != "piece" or readings["artillery-critical"] == "B"
    kills = F(sum((face >= number or face == 12) and (fells or (mortal and face == 12)) for face in D12), 12)
    again = F(fells) if readings["blast-hit"] == "B" else kills
    over, falls = F(0), F(0)
    for face in D12:
        struck = face >= number or face == 12
        if struck and readings["deviation-when"] == "A":
            over += F(1, 12)
            falls += F(fells or (mortal and face == 12), 12)
            continue
        bad = not struck and face <= {"A": 1, "B": 3, "C": 0}[readings["critical-miss"]]
        inches, more = drifts(kind, bad)
        near = F(sum(one + more <= radius for one in inches), len(list(inches)))
        over, falls = over + near / 12, falls + near * again / 12
    first = min(distance, 100)
    more = {"farther": distance - first} if distance > first else {}
    what = {"man": {"grade": grade}, "piece": {"emplacement": other}, "crew": {"owner": owner}}[target]
    found = value(
        "direct-fire",
        readings,
        piece=piece,
        ammunition=kind,
        distance=first,
        target=target,
        ground=ground,
        **what,
        **more,
    )
    assert (found["needed"], found["covered"], found["falls"]) == (number, over, falls), (piece, kind, target, readings)


@pytest.mark.parametrize("grade", ["regular", "native-green"])
@pytest.mark.parametrize("ground", CV)
@pytest.mark.parametrize("sums", "ABC")
def test_a_blast_on_men_in_cover(grade: str, ground: str, sums: str) -> None:
    ds, cv = SOLDIERS[grade][1], CV[ground]
    number = {"A": ds + cv, "B": max(ds, cv), "C": cv or ds}[sums]
    found = value("blast", {"ds-plus-cv": sums}, men=4, grade=grade, ground=ground)
    assert (found["needed"], found["fall"], found["nobody"]) == (number, 4 * hit(number), (1 - hit(number)) ** 4)
    assert value("blast", {"blast-hit": "B"}, men=4, grade=grade, ground=ground)["fall"] == 4


@pytest.mark.parametrize("crew", "ABC")
def test_a_crew_in_the_parents_flak_is_slower(crew: str) -> None:
    found = value("crew-clock", {"crew": crew}, piece="howitzer", bearing=0)
    assert found["available"] == (2 if crew == "B" else 3)
    assert found["now"] == (crew != "B")


# Houses.


@pytest.mark.parametrize("seed", range(40))
def test_a_house_is_shot_down(seed: int) -> None:
    dice = Random(seed)
    walls, size, shots = dice.choice(("wooden-building", "brick-building")), dice.randint(1, 4), dice.randint(1, 4)
    piece, kind = dice.choice(list(PIECES)), dice.choice(("shell", "shot"))
    saves, critical = dice.choice("AAB"), dice.choice("AAB")
    points, damage = CV[walls] - 1 + 2 * size, PIECES[piece][1] * (2 if kind == "shell" else 1)
    stands, struck = {points: F(1)}, F(0)
    for _ in range(shots):
        after: dict[int, F] = defaultdict(F)
        for left, chance in stands.items():
            if not left:
                after[0] += chance
                continue
            for face in D12:
                pierced = saves == "A" and face == 12
                fails = face >= CV[walls] if saves == "A" else face < CV[walls]
                fails = fails and not (pierced and critical == "B")
                after[max(0, left - damage) if fails else left] += chance / 12
                struck += chance / 12 * pierced
        stands = after
    found = value(
        "demolition", {"building-save": saves, "building-critical": critical}, walls=walls, size=size, piece=piece, ammunition=kind,
        shots=shots, occupants=10,
    )  # fmt: skip
    assert (found["points"], found["hits_needed"]) == (points, ceil(F(points, damage)))
    assert (found["destroyed"], found["struck"]) == (stands.get(0, F(0)), struck), (
        walls,
        size,
        piece,
        kind,
        shots,
        saves,
        critical,
    )


@pytest.mark.parametrize("grade", SOLDIERS)
@pytest.mark.parametrize("equal", "AB")
def test_a_door_is_broken_down(grade: str, equal: str) -> None:
    least = 1 if equal == "A" else 0
    each = F(sum(face + SOLDIERS[grade][0] - 4 >= least for face in D6), 6)
    found = value("door", {"door-success": equal}, door="heavy", grade=grade, way="bash", turns=4)
    assert (found["per_try"], found["by_turn"]) == (each, 1 - (1 - each) ** 4)


@pytest.mark.parametrize(("one", "other"), list(product(SOLDIERS, SOLDIERS)))
def test_a_fight_through_an_opening(one: str, other: str) -> None:
    dice = Random(one + other)
    place, both = dice.choice(("window", "room")), dice.choice("AB")
    found = value(
        "door-fight",
        {"opening-cv": both, "cc-difference": "A"},
        place=place,
        attackers=5,
        attacker_grade=one,
        defenders=1,
        defender_grade=other,
    )
    shut = 2 if place == "window" else 0
    ahead = [face + SOLDIERS[one][0] - SOLDIERS[other][1] - shut for face in D6]
    back = [face + SOLDIERS[other][0] - SOLDIERS[one][1] - (shut if both == "A" else 0) for face in D6]
    assert (found["attackers"], found["defenders"]) == (2 if shut else 5, 1)
    assert (found["attack"], found["attack_takes"]) == (F(sum(d >= 2 for d in ahead), 6), F(ahead.count(1), 6))
    assert (found["defence"], found["defence_takes"]) == (F(sum(d >= 2 for d in back), 6), F(back.count(1), 6))


@pytest.mark.parametrize("height", [1, 4, 6])
@pytest.mark.parametrize("distance", [1, 3, 4, 5, 6, 7, 12])
@pytest.mark.parametrize("angle", "ABC")
def test_the_steep_line(height: int, distance: int, angle: str) -> None:
    free = {"A": distance > height, "B": False, "C": distance >= height}[angle]
    assert value("sight-angle", {"forty-five": angle}, height=height, distance=distance)["free"] == free


@pytest.mark.parametrize("cover", ["clear", "rubble", "light-forest", "wooden-wall", "brick-wall", "trenches"])
@pytest.mark.parametrize("behind", [2, 3])
@pytest.mark.parametrize("lower", "AB")
def test_cover_is_set_to_two_from_a_tower(cover: str, behind: int, lower: str) -> None:
    cv = CV[cover]
    if behind > 2 and cover not in ("clear", "trenches"):
        cv = 2 if lower == "A" else min(2, cv)
    inputs: dict[str, Any] = {
        "height": 4,
        "distance": 9,
        "weapon": "rifle",
        "railing": "brick-wall",
        "enemy_cover": cover,
        "enemy": "regular",
    }
    try:
        found = value("watchtower", {"cover-two": lower}, behind=behind, **inputs)
    except AskError:
        assert cover == "clear"
        return
    assert (found["needed_down"], found["needed_up"]) == (5 + cv, 5 + 4)

"""Tests by a referee on a turn of the colonial war.

They cover long gaits, hauled guns, charges into fire, triggers, figures in their places, and squads.
"""

from fractions import Fraction as F
from itertools import combinations, product
from math import ceil, comb
from random import Random

import pytest
from referee_colonial import hit, told, value

from drillbook import ask
from drillbook.errors import Contradiction

#: CS, DS, SP, GL.
FORCES = {
    "green": (-1, 4, 5, 5), "regular": (0, 5, 5, 4), "elite": (1, 5, 6, 3),
    "native-green": (0, 3, 5, 5), "native-regular": (1, 4, 5, 4), "native-elite": (2, 4, 6, 3),
}  # fmt: skip
PARTS = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}
GAITS = ("stand", "walk", "canter", "gallop")
SPEED, LEAST, PRICE = (0, 7, 12, 17), (0, 0, 7, 12), (0, 0, 1, 2)


# Long gaits, several moves a turn: L403-423 ---------------------------------------------------------------------------


def ridden(gait: int, ground: str, turned: int, inches: int, moves: int) -> bool:
    """Return whether so many inches can be covered in so many moves at most.

    The turns may be paid for in any of the moves.
    """
    most, quarters = ceil(PARTS[ground] * SPEED[gait]), ceil(F(turned, 90))
    for count in range(1, moves + 1):
        for split in product(range(quarters + 1), repeat=count):
            tops = [most - PRICE[gait] * share for share in split]
            if sum(split) == quarters and min(tops) >= LEAST[gait] and count * LEAST[gait] <= inches <= sum(tops):
                return True
    return False


@pytest.mark.parametrize("scope", "AB")
def test_a_ride_of_several_turns(scope: str) -> None:
    """Rides of several turns are legal if each turn adds at most one gait and each move fits.

    A turn has three moves, or one if the reading takes the speed for that of the turn. Each move covers at least its
    minimum distance. The test also finds the turn in which an illegal ride stops.
    """
    random, legal = Random(1879), 0
    for _ in range(90):
        ground = random.choice(["flat", "flat", "bumpy", "jagged"])
        turns, gait = [], 0
        for _ in range(random.randint(1, 4)):
            gait = max(0, min(3, gait + random.choice([1, 1, 1, 0, -1, 2, -2])))
            far = random.randint(1, 30) if random.random() < 0.4 else random.randint(1, max(1, SPEED[gait]))
            turns.append((gait, random.choice([0, 0, 45, 90, 135, 270]), far) if gait else (0, 0, 0))
        stopped = before = 0
        for number, (gait, turned, inches) in enumerate(turns, start=1):
            if gait > before + 1 or (gait and not ridden(gait, ground, turned, inches, 3 if scope == "A" else 1)):
                stopped = number
                break
            before = gait
        way = ";".join(f"{GAITS[gait]},{turned},{inches}" for gait, turned, inches in turns)
        found = value("ride", {"move-scope": scope}, ground=ground, turns=way)
        assert (found["legal"], found["stopped_in"]) == (not stopped, stopped), way
        legal += not stopped
    assert legal > 15


# A gun without vehicles: L300-318 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["mortar", "light-howitzer", "heavy-howitzer", "light-gun", "medium-gun"])
def test_a_gun_is_hauled_turned_and_fired(piece: str) -> None:
    """Hauling, turning and firing a gun use AC, and the crew clock finds the turn of the shot.

    A medium piece needs one horseman to haul it, a heavy piece two. A move costs 2 AC, a rotation 1 AC for each quarter
    begun, and a shot 3 AC.
    """
    heavy = piece in {"heavy-howitzer", "medium-gun"}
    for bearing, moves, spent, team in product((0, 22.5, 25, 112.5, 115, 180), (0, 1, 2), (0, 1, 3), (0, 1, 2)):
        inputs = {"piece": piece, "bearing": bearing, "moves": moves, "spent": spent}
        if moves:
            inputs |= {"haul": "cavalry", "hauliers": team} if team else {"haul": "crew"}
        outcome = told("crew-clock", **inputs).outcome
        if moves and team < 1 + heavy:
            assert "cannot be done" in outcome.headline, inputs
            continue
        turned = max(0, ceil((F(bearing) - F(45, 2)) / 90))
        turn, left = 1, 3 - spent
        for cost in [2] * moves + [1] * turned + [3]:
            if left < cost:
                turn, left = turn + 1, 3
            left -= cost
        found = outcome.flat()
        assert (found["rotations"], found["turn"]) == (turned, turn), inputs


# Into fire, at a walk or at a run, over any ground: L74-77, L92-107, L120-135, L673-677 --------------------------------------

WEAPONS = {
    "rifle": (6, 12, 24, 1),
    "winchester": (6, 10, 20, 1),
    "bow": (6, 8, 16, 1),
    "musket": (6, 12, 24, 2),
    "flintlock": (5, 9, 12, 2),
}
GROUND = {
    "clear": ("flat", 0),
    "light-forest": ("bumpy", 2),
    "rubble": ("bumpy", 1),
    "deep-river": ("jagged", 1),
    "trenches": ("jagged", 5),
}


@pytest.mark.parametrize("how", ["move", "charge"])
@pytest.mark.parametrize("formation", ["open", "closed", "mass"])
def test_into_fire_over_any_ground(how: str, formation: str) -> None:
    """Movers over any ground are shot at where each of their turns ends.

    A close formation adds 1 to the DS; a charging cluster takes 1 off. If both apply, they cancel out.
    """
    random = Random(f"{how} {formation}")
    for _ in range(15):
        start, grade, moves, ground = (
            random.randint(3, 40),
            random.choice(list(FORCES)),
            random.randint(1, 3),
            random.choice(list(GROUND)),
        )
        men, firers, weapon, actions = (
            random.randint(1, 20),
            random.randint(1, 12),
            random.choice(list(WEAPONS)),
            random.randint(1, 3),
        )
        short, medium, long, price = WEAPONS[weapon]
        if actions < price:
            continue
        shots = firers * (actions // price)
        each = moves * ceil(PARTS[GROUND[ground][0]] * FORCES[grade][2] * (2 if how == "charge" else 1))
        close = formation == "mass" or (formation == "closed" and how == "charge")
        number = FORCES[grade][1] + GROUND[ground][1] + close - (how == "charge" and formation != "open")
        left, away, turns = {men: F(1)}, start, 0
        while True:
            away, turns = away - each, turns + 1
            if away <= 0:
                break
            if away <= long:
                chance = hit(number + (-1 if away <= short else 0 if away <= medium else 1))
                after: dict[int, F] = {}
                for now, likely in left.items():
                    for hits in range(shots + 1):
                        rest = max(0, now - hits)
                        luck = comb(shots, hits) * chance**hits * (1 - chance) ** (shots - hits)
                        after[rest] = after.get(rest, F(0)) + likely * luck
                left = after
        found = value(
            "advance", start=start, grade=grade, how=how, moves=moves, ground=ground, men=men, formation=formation,
            firers=firers, weapon=weapon, actions=actions,
        )  # fmt: skip
        mean = sum((rest * likely for rest, likely in left.items()), F(0))
        assert (found["turns"], found["mean_left"]) == (turns, mean), (start, grade, ground, weapon)
        assert found["anybody"] == 1 - left.get(0, F(0))


# What shakes a unit, all together: L162-198 -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", ["A", "B"])
def test_every_trigger_of_a_turn(count: str) -> None:
    """Triggers of a turn add points to the GL for one test.

    Each line counts once, or each incident counts, as the reading has it. Half strength and pinning count only in the
    turn in which they begin. A unit takes one test, at its GL plus all the points.
    """
    random, asked = Random(count), 0
    for _ in range(120):
        grade, men, shaken = random.choice(list(FORCES)), random.randint(2, 20), random.choice([0, 0, 1])
        left, leaders, flanks, charging = (
            random.randint(1, men),
            random.randint(0, 2),
            random.randint(0, 2),
            random.random() < 0.3,
        )
        approach, fire, running = (
            random.choice(["none", "walk", "canter", "gallop"]),
            random.choice(["none", "rifles", "machine-gun"]),
            random.randint(0, 1),
        )
        half_before = random.random() < 0.3
        inputs = {
            "grade": grade, "shaken": shaken, "men": men, "left": left, "leaders": leaders, "flanks": flanks, "approach": approach,
            "charging": "yes" if charging else "no", "fire": fire, "already": "half" if half_before else "none",
        } | ({} if fire == "none" else {"running": running})  # fmt: skip
        try:
            found = value("glory-triggers", {"glory-per-bullet": count}, **inputs)
        except Contradiction:
            continue
        asked += 1
        pinned = fire == "machine-gun" or (fire == "rifles" and running > 0)
        points = (min(leaders, 1) + min(flanks, 1)) if count == "A" else leaders + flanks
        points += charging + (approach in {"canter", "gallop"}) + pinned + (2 * left <= men and not half_before)
        gl = FORCES[grade][3] + shaken + points
        passes = None if gl > 6 or not points else F(7 - gl, 6)
        assert (found["points"], found["gl"], found["panics"], found["passes"]) == (points, gl, gl > 6, passes), inputs
    assert asked > 60


# Figures as they stand: L84-107 -------------------------------------------------------------------------------------------


def test_figures_as_they_stand() -> None:
    """1 to 3 inches of air between neighbours, or base to base, all of them looking one way."""
    random, seen = Random(1880), {"open": 0, "closed": 0}
    for _ in range(80):
        base = random.choice([F(1, 2), F(1)])
        if random.random() < 0.5:
            across, ahead = (base + random.choice([0, 0, 1, 2, 3, F(7, 2)]) for _ in "xy")
            men = [(across * x, ahead * y) for x in range(random.randint(1, 3)) for y in range(random.randint(1, 2))]
        else:
            men = list(
                dict.fromkeys((F(random.randint(-5, 5)), F(random.randint(-5, 5))) for _ in range(random.randint(2, 5)))
            )
        if len(men) < 2:
            continue
        looks = random.choices(["up", "left"], k=len(men)) if random.random() < 0.3 else ["up"] * len(men)
        apart = {
            (one, other): (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 for one, other in combinations(men, 2)
        }
        nearest = [min(far for pair, far in apart.items() if man in pair) for man in men]
        rows = ";".join(f"{float(x):g},{float(y):g},{look}" for (x, y), look in zip(men, looks, strict=True))
        if min(apart.values()) < base**2:
            with pytest.raises(Contradiction):
                value("standing", base=float(base), men=rows)
            continue
        found = value("standing", base=float(base), men=rows)
        alike = len(set(looks)) == 1
        loose = alike and min(apart.values()) >= (base + 1) ** 2 and max(nearest) <= (base + 3) ** 2
        tight = alike and max(nearest) <= base**2
        assert (found["open"], found["closed"], found["mass"]) == (loose, tight, tight), rows
        seen["open"] += loose
        seen["closed"] += tight
    assert min(seen.values()) > 4


# Squads: L264-275 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["regular", "native-green"])
def test_which_squads_are_legal(grade: str) -> None:
    """Squads are legal only with the exact numbers of their list.

    Regulars have nine soldiers and an NCO, or eighteen soldiers with an officer and an NCO. Natives have nineteen
    soldiers and a hero. No other combination is legal.
    """
    lists = {(19, 0, 0, 1)} if grade.startswith("native") else {(9, 0, 1, 0), (18, 1, 1, 0)}
    for soldiers, officers, ncos, heroes in product((8, 9, 18, 19), (0, 1, 2), (0, 1), (0, 1)):
        address = f"fb/squad?grade={grade}&soldiers={soldiers}&officers={officers}&ncos={ncos}&heroes={heroes}"
        found = ask(f"{address}&hero-grade={grade}").outcome.flat()  # type: ignore[union-attr]
        legal = (soldiers, officers, ncos, heroes) in lists
        assert found["legal"] == legal, address
        if legal:
            assert found["half"] == (soldiers + officers + ncos + heroes) // 2

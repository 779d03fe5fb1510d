"""Tests of cavalry against a second working.

Gaits and budgets are counted out, and every volley of the ride home is worked out in hits.
"""

from fractions import Fraction
from itertools import product
from math import ceil, comb

import pytest

from asking import chances, comes_near, value

SPEED = {"walk": 6, "canter": 8, "gallop": 10}
LEAST = {"walk": 0, "canter": 6, "gallop": 8}
PRICE = {"walk": 0, "canter": 1, "gallop": 2}
LADDER = ["stand", "walk", "canter", "gallop"]
PART = {"flat": Fraction(1), "bumpy": Fraction(2, 3), "jagged": Fraction(1, 3)}


@pytest.mark.parametrize("before", LADDER)
@pytest.mark.parametrize("armour", ["minimal", "flak", "heavy"])
def test_a_gait_and_its_budget(before: str, armour: str) -> None:
    for gait, ground, moves, degrees in product(SPEED, PART, (1, 3), (0, 45, 90, 180, 345)):
        speed = SPEED[gait] - 2 * ((gait, armour) in (("gallop", "flak"), ("canter", "heavy")))
        total = ceil(speed * PART[ground]) * moves
        left = total - PRICE[gait] * ceil(Fraction(degrees, 90))
        legal = (
            LADDER.index(gait) <= LADDER.index(before) + 1
            and (gait, armour) != ("gallop", "heavy")
            and left >= LEAST[gait]
        )
        found = value(
            f"bon/gait?before={before}&gait={gait}&moves={moves}&degrees={degrees}&armour={armour}&ground={ground}"
        )
        assert (found["legal"], found["speed"], found["left"]) == (legal, total, max(0, left))


@pytest.mark.parametrize(
    ("reading", "allowed"),
    [
        ("A", {(was, now) for was, now in product(LADDER, LADDER) if LADDER.index(now) <= LADDER.index(was) + 1}),
        ("B", {*product(LADDER, ("stand", "walk")), ("walk", "canter"), ("canter", "gallop")}),
        ("C", {(was, now) for was, now in product(LADDER, LADDER) if abs(LADDER.index(now) - LADDER.index(was)) <= 1}),
    ],
)
def test_which_gait_follows_which(reading: str, allowed: set[tuple[str, str]]) -> None:
    for gaits in product(LADDER, repeat=3):
        steps = list(zip(("stand", *gaits), gaits, strict=False))
        good = next((place for place, step in enumerate(steps, start=1) if step not in allowed), 0)
        ridden = ";".join(f"{gait},0,{SPEED.get(gait, 0)}" for gait in gaits)
        found = value(f"bon/ride?armour=minimal&ground=flat&turns={ridden}&ruling.gait-change={reading}")
        assert (found["legal"], found["stopped_in"]) == (not good, good), gaits


def gauntlet(start: int, gaits: list[str], riders: int, rifles: int, ds: int, skill: int) -> dict[int, Fraction]:
    """Return the chances of how many riders are left, volley by volley.

    Rifles reach 6, 12 and 24 inches.
    """
    left = {riders: Fraction(1)}
    for gait in gaits:
        start -= SPEED[gait]
        if start <= 0:
            break
        if start > 24:
            continue
        needed = ds + (-1 if start <= 6 else 0 if start <= 12 else 1) - skill
        hit = Fraction(max(1, min(12, 13 - needed)), 12)
        after: dict[int, Fraction] = {}
        for now, chance in left.items():
            for hits in range(rifles + 1):
                share = comb(rifles, hits) * hit**hits * (1 - hit) ** (rifles - hits)
                after[max(0, now - hits)] = after.get(max(0, now - hits), Fraction(0)) + chance * share
        left = after
    return left


@pytest.mark.parametrize("start", [14, 22, 34, 42])  # the last move covers 8 or 10 inches, as its gait must
@pytest.mark.parametrize(("grade", "ds"), [("green", 4), ("elite", 6)])
@pytest.mark.parametrize(("firer", "skill"), [("civilian", -2), ("veteran", 1)])
def test_the_ride_home(start: int, grade: str, ds: int, firer: str, skill: int) -> None:
    gaits = ["walk", "canter", "gallop", "gallop", "gallop"]
    address = f"bon/charge-gauntlet?moves=1&start={start}&approach={';'.join(gaits)}&riders=6&rifles=5&rider={grade}&firer={firer}"
    assert chances(address) == gauntlet(start, gaits, 6, 5, ds, skill)


@pytest.mark.parametrize(
    "address",
    [
        "bon/charge-gauntlet?moves=1&start=34&approach=walk;canter;gallop;gallop&riders=10&rifles=6",
        "bon/charge-gauntlet?moves=1&start=24&approach=walk;canter;canter&riders=6&rider=veteran&armour=heavy&formation=mass&rifles=4"
        "&firer=elite&weapon=pistol",
        "bon/charge-gauntlet?moves=1&start=24&approach=walk;canter;canter&riders=4&rifles=3&lmgs=2&weapon=pistol&ruling.lmg-scatter=C",
    ],
)
def test_real_volleys_come_near(address: str) -> None:
    comes_near(address, seed=1854)

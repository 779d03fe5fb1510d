"""Tests of movement against a second working of every factor.

The approach is compared with every sequence of dice, and real dice with the chances.
"""

from fractions import Fraction
from itertools import product
from math import floor

import pytest

from asking import chances, comes_near, value
from drillbook import ask

CM = {"slow-inf": 4, "medium-inf": 6, "fast-inf": 8, "slow-cav": 8, "medium-cav": 12, "fast-cav": 16}
GROUND = {"open": Fraction(1), "rough": Fraction(3, 4), "impractical": Fraction(1, 4)}
TRANSPORT = {
    "foot": (Fraction(1), None),
    "horse": (Fraction(1), None),
    "motor": (Fraction(5, 4), 8),
    "mech": (Fraction(3, 2), 12),
}
YES = {True: "yes", False: "no"}


def goes(
    cm: int, transport: str, ground: str, assault: bool, road: bool, slowed: bool, cap_at: str, roads: str
) -> Fraction:
    """Return the distance over one kind of ground, factor by factor."""
    faster, most = TRANSPORT[transport]
    far = cm * faster
    if most and cap_at == "A":
        far = min(far, Fraction(most))
    if not (road and roads == "C"):
        far *= GROUND[ground]
    if assault and road and roads == "B":
        far *= 1 + 1 + Fraction(1, 4)
    else:
        far *= (2 if assault else 1) * (Fraction(5, 4) if road else 1)
    if most and cap_at != "A":
        far = min(far, Fraction(most))
        if cap_at == "C":
            far = max(far, goes(cm, "foot", ground, assault, road, False, "A", roads))
    return far / 2 if slowed else far


@pytest.mark.parametrize("speed", CM)
@pytest.mark.parametrize("transport", TRANSPORT)
def test_every_factor(speed: str, transport: str) -> None:
    for ground, assault, road, slowed in product(GROUND, (False, True), (False, True), (False, True)):
        for cap_at, roads, whole in (("A", "A", "A"), ("B", "A", "A"), ("C", "B", "A"), ("A", "C", "B")):
            address = (
                f"gw/move?speed={speed}&transport={transport}&start={ground}&assault={YES[assault]}&road={YES[road]}"
                f"&slowed={YES[slowed]}&ruling.transport-cap={cap_at}&ruling.road={roads}&ruling.move-rounding={whole}"
            )
            if speed.endswith("cav") and transport != "foot":
                assert ask(address).refused
                continue
            far = goes(CM[speed], transport, ground, assault, road, slowed, cap_at, roads)
            assert value(address)["cm"] == (floor(far) if whole == "B" else far), address


@pytest.mark.parametrize("start", GROUND)
@pytest.mark.parametrize("into", GROUND)
@pytest.mark.parametrize("edge", [0, 1, 2, 5, 8])
def test_two_kinds_of_ground(start: str, into: str, edge: int) -> None:
    alone, worst = 6 * GROUND[start], 6 * min(GROUND[start], GROUND[into])
    wanted = {"A": alone, "B": alone, "C": alone}
    if edge < alone:
        wanted["A"] = max(worst, Fraction(edge)) if worst < alone else alone
        wanted["B"] = edge + (1 - Fraction(edge) / alone) * 6 * GROUND[into]
    for reading, far in wanted.items():
        found = value(f"gw/move?speed=medium-inf&start={start}&into={into}&edge={edge}&ruling.terrain-mix={reading}")
        assert found["cm"] == far, (start, into, edge, reading)


@pytest.mark.parametrize("gap", [1, 12, 18, 30, 60])
@pytest.mark.parametrize("speed", ["slow-inf", "medium-inf", "fast-cav"])
@pytest.mark.parametrize("last", [False, True])
def test_bounds_counted_one_by_one(gap: int, speed: str, last: bool) -> None:
    bounds, left = 0, gap
    while left > 0:
        bounds += 1
        left -= CM[speed] * (2 if last and left <= 2 * CM[speed] else 1)
    assert value(f"gw/bounds-to-cross?gap={gap}&speed={speed}&start=open&last={YES[last]}")["bounds"] == bounds


@pytest.mark.parametrize("gap", [5, 13, 20])
@pytest.mark.parametrize("always", [False, True])
@pytest.mark.parametrize(("halving", "black"), [("A", "A"), ("B", "A"), ("A", "B")])
def test_an_approach_die_by_die(gap: int, always: bool, halving: str, black: str) -> None:
    bounds, resilience = 3, 4
    found = {"there": Fraction(0), "removed": Fraction(0), "still on its way": Fraction(0)}
    for faces in product(range(1, 7), repeat=bounds):
        left, hits, since = Fraction(gap), 0, None
        for bound, face in enumerate(faces):
            if not left or hits == 2:
                break
            known = since is not None and not (black == "B" and bound - since > 1)
            charge = always or Fraction(12, 1 + known) >= left  # it is ordered before the die is rolled
            if face >= resilience:
                hits += 1
                since = bound if since is None else since
            if hits == 2:
                break
            slow = since is not None and (halving == "A" or bound > since) and not (black == "B" and bound - since > 1)
            far = Fraction(12, 1 + slow)
            left = max(Fraction(0), left - (far if charge else far / 2))
        end = "removed" if hits == 2 else "still on its way" if left else "there"
        found[end] += Fraction(1, 6**bounds)
    address = (
        f"gw/approach?gap={gap}&speed=medium-inf&start=open&always={YES[always]}&resilience={resilience}&dice=1&bonus=0"
        f"&bounds={bounds}&ruling.injury-halving={halving}&ruling.black-marker={black}"
    )
    assert chances(address) == {end: chance for end, chance in found.items() if chance}


def test_real_dice_fall_as_they_should() -> None:
    comes_near("gw/approach?gap=20&speed=medium-inf&start=open&resilience=3&dice=2&bonus=1&bounds=3", seed=1918)

"""Tests of weapons against brute force.

Every landing place of a grenade is tried, streams are sampled along their length, and dice are compared with exact
chances.
"""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from asking import comes_near
from drillbook import ask
from drillbook.asking.answers.results import Breakdown


def outcome(address: str) -> Breakdown:
    found = ask(address).outcome
    assert isinstance(found, Breakdown), found
    return found


def places() -> list[tuple[Fraction, float, float]]:
    """Each place where a grenade may land, with its chance: on its spot, or astray by the clock."""
    astray = [
        (Fraction(1, 4 * 36), far * math.sin(math.radians(30 * hour)), far * math.cos(math.radians(30 * hour)))
        for far, hour in product((1, 2, 3), range(1, 13))
    ]
    return [(Fraction(3, 4), 0.0, 0.0), *astray]


FIGURES = [(0, 0, 0.5), (1, 0.5, 0.5), (-1.5, 0, 0.4), (0, -3, 0.5), (2.5, 2, 0.3)]


def test_a_grenade_lands_on_37_places() -> None:
    found = outcome("bon/grenade?figures=0,0,0.5,enemy,no")
    (map_,) = [one for one in found.exhibits if type(one).__name__ == "Tabletop"]
    assert len(map_.spots) == 37  # type: ignore[attr-defined]
    assert sum(spot.chance for spot in map_.spots) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(("x", "y", "base"), FIGURES)
def test_whom_the_marker_touches(x: float, y: float, base: float) -> None:
    near = sum(chance for chance, at_x, at_y in places() if math.hypot(at_x - x, at_y - y) <= 1 + base + 1e-9)
    assert outcome(f"bon/grenade?figures={x},{y},{base},enemy,no").flat()["touched"] == near


@pytest.mark.parametrize("reading", "ABC")
def test_who_falls_die_by_die(reading: str) -> None:
    """Grenades that a regular throws fell regulars at 5 or more on each die; a man hit falls."""
    fallen: dict[int, Fraction] = defaultdict(Fraction)
    for chance, at_x, at_y in places():
        men = sum(math.hypot(at_x - x, at_y - y) <= 1 + base + 1e-9 for x, y, base in FIGURES)
        if reading == "A":
            for one, other in product((0, 1), repeat=2):
                weight = Fraction(2, 3) ** (one + other) * Fraction(1, 3) ** (2 - one - other)
                fallen[min(men, (one + other) * 2)] += chance * weight
        else:
            good = Fraction(2, 3) if reading == "B" else Fraction(8, 9)
            for struck in product((0, 1), repeat=men):
                fallen[sum(struck)] += chance * good ** sum(struck) * (1 - good) ** (men - sum(struck))
    rows = ";".join(f"{x},{y},{base},enemy,no" for x, y, base in FIGURES)
    found = outcome(f"bon/grenade?thrower=regular&target=regular&figures={rows}&ruling.grenade-dice={reading}")
    assert found.distribution is not None
    assert dict(found.distribution.items()) == {lost: chance for lost, chance in fallen.items() if chance}


def near_stream(aim: tuple[float, float], x: float, y: float, base: float, reading: str) -> float:
    """Return how far a base is from the stream, its width taken off.

    The stream is sampled along its length; the result is negative if the stream touches the base.
    """
    far = math.hypot(*aim)
    best = math.inf
    for step in range(9001):
        along = step / 1000
        wide = {"A": 0.0, "B": 0.5}.get(reading, along / 9)
        gap = math.hypot(x - along * aim[0] / far, y - along * aim[1] / far) - base - wide
        best = min(best, gap)
    return best


@pytest.mark.parametrize("reading", "AB")
@pytest.mark.parametrize("aim", [(0, 9), (3, 4), (-5, 2.5), (1, -6)])
def test_whom_the_stream_crosses(aim: tuple[float, float], reading: str) -> None:
    for x, y, base in [
        (0, 3, 0.5),
        (0.8, 4, 0.5),
        (3, 4, 0.3),
        (5.5, 7.5, 0.5),
        (-4, 2, 0.5),
        (0, 9.4, 0.5),
        (0.5, -5, 0.4),
        (-0.4, -0.4, 0.5),
    ]:
        gap = near_stream(aim, x, y, base, reading)
        if abs(gap) < 0.01:
            continue  # too close for samples to tell
        found = outcome(
            f"bon/flame?across={aim[0]}&ahead={aim[1]}&figures={x},{y},{base},enemy,no&ruling.lft-stream={reading}"
        ).flat()
        assert found["enemies"] == (gap < 0), (aim, x, y, base, gap)


def test_the_cone_is_widest_at_its_end() -> None:
    at = "bon/flame?across=0&ahead=9&figures={},{},0.5,enemy,no&ruling.lft-stream=C"
    assert outcome(at.format(1.4, 8.9)).flat()["enemies"] == 1
    assert outcome(at.format(1.4, 4)).flat()["enemies"] == 0


DICE = [
    "bon/grenade?figures=0,0,0.5,enemy,no;1,0.5,0.5,enemy,no;-1,0.5,0.5,enemy,no",
    "bon/grenade?figures=0,0,0.5,enemy,no;1,0.5,0.5,enemy,no&ruling.grenade-dice=C&ruling.overkill=B",
    "bon/grenade?figures=0,1,0.5,enemy,no&ruling.grenade-location=B&agreed=7&ruling.grenade-dice=B",
    "bon/grenade?figures=0,0,0.5,enemy,no;1,0.5,0.5,friend,no;-1,0.5,0.5,enemy,no&ruling.one-die-two=B",
    "bon/grenade?figures=0,0,0.5,friend,no;1,0.5,0.5,friend,no;-1,0.5,0.5,friend,no&ruling.dice-again=B",
    "bon/grenade?thrower=veteran&at=piece&emplacement=mg&ruling.overkill=B",
    "bon/grenade?at=piece&emplacement=howitzer&ruling.emplacement-dice=B",
    "bon/flame?figures=0,3,0.5,enemy,no;0,6,0.5,enemy,no",
    "bon/light-machine-gun?distance=20&men=2&target=green",
]


@pytest.mark.parametrize("address", DICE)
def test_dice_fall_as_the_chances_say(address: str) -> None:
    comes_near(address, seed=5)

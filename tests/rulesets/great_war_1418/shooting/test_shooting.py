"""Tests of shooting against brute force: every face of every die, the second rolls too.

Real dice are compared with the exact chances.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value

FACES = range(1, 7)
#: Dice and bonus of some shooters, copied from the source once more.
SHOOTERS = {
    "line-inf": (1, 0),
    "lmg-squad": (2, 0),
    "early-hmg": (3, 1),
    "twelve-cm-howitzers": (1, 3),
    "mother-tanks": (3, 2),
}


def hits(face: int, bonus: int, resilience: int, six: str, low: str) -> bool:
    """One roll, by the readings of natural-six and low-r."""
    if low == "B" and face == 1:
        return False
    return face + bonus >= (max(resilience, 1) if low == "C" else resilience) or (six == "B" and face == 6)


def states(scored: dict[int, Fraction], carried: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction)
    for many, chance in scored.items():
        found[("unharmed", "injured", "removed")[min(2, many + carried)]] += chance
    return dict(found)


@pytest.mark.parametrize("unit", SHOOTERS)
@pytest.mark.parametrize("resilience", [-1, 1, 2, 4, 6, 7, 8, 9])
@pytest.mark.parametrize(("six", "low"), [("A", "A"), ("B", "A"), ("A", "B"), ("A", "C"), ("B", "B")])
def test_a_volley_face_by_face(unit: str, resilience: int, six: str, low: str) -> None:
    dice, bonus = SHOOTERS[unit]
    for which, carried in product("ABC", (0, 1)):
        count = dice + (bonus if which == "C" else 0)
        scored: dict[int, Fraction] = defaultdict(Fraction)
        for faces in product(FACES, repeat=count):
            plain = [hits(face, 0, resilience, six, low) for face in faces]
            helped = [hits(face, bonus, resilience, six, low) for face in faces]
            if which == "A" and bonus:
                many = sum([helped[0], *plain[1:]])
            elif which == "B" and bonus:
                many = sum(plain) + any(better and not bare for better, bare in zip(helped, plain, strict=True))
            else:
                many = sum(plain)
            scored[many] += Fraction(1, 6**count)
        address = (
            f"gw/volley?shooters={unit},1&resilience={resilience}&carried={carried}"
            f"&ruling.bonus-die={which}&ruling.natural-six={six}&ruling.low-r={low}"
        )
        assert chances(address) == states(scored, carried), address


@pytest.mark.parametrize("resilience", [1, 3, 4, 6, 7])
@pytest.mark.parametrize("bonus", [0, 1, 2])
@pytest.mark.parametrize("which", "ABC")
@pytest.mark.parametrize("kept", "AB")
def test_a_die_rolled_again(resilience: int, bonus: int, which: str, kept: str) -> None:
    good = 0
    for first, second in product(FACES, repeat=2):
        one = first + bonus >= resilience
        two = second + (bonus if kept == "A" else 0) >= resilience
        good += {"A": one and two, "B": two, "C": one or two}[which]
    found = value(
        f"gw/hit?resilience={resilience}&bonus={bonus}&again=yes&ruling.vehicle-reroll={which}&ruling.reroll-bonus={kept}"
    )
    assert found["chance"] == Fraction(good, 36)


@pytest.mark.parametrize("which", "AB")
@pytest.mark.parametrize("cap", "AB")
def test_several_shooters_at_a_tank(which: str, cap: str) -> None:
    """Several shooters at a tank roll again and count hits as the readings have it.

    The shooters are a line platoon, mixed cavalry and a Light Machine Gun squad, at R4. `vehicle-reroll-who` decides
    whether the cavalry rolls again; `hits-per-die` decides whether the hits of a shooter count once.
    """
    resilience = 4
    again = {"line-inf": True, "mixed-cav": which == "B", "lmg-squad": True}
    scored: dict[int, Fraction] = {0: Fraction(1)}
    for unit, dice in (("line-inf", 1), ("mixed-cav", 1), ("lmg-squad", 2)):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for faces in product(FACES, repeat=2 * dice):
            pairs = zip(faces[:dice], faces[dice:], strict=True)
            many = sum(one >= resilience and (two >= resilience or not again[unit]) for one, two in pairs)
            for before, chance in scored.items():
                after[before + (min(1, many) if cap == "B" else many)] += chance / 6 ** (2 * dice)
        scored = dict(after)
    address = (
        "gw/volley?shooters=line-inf,1;mixed-cav,1;lmg-squad,1&resilience=4&carried=0&vehicle=yes"
        f"&ruling.vehicle-reroll-who={which}&ruling.hits-per-die={cap}"
    )
    assert chances(address) == states(scored, 0)


@pytest.mark.parametrize("which", "ABC")
@pytest.mark.parametrize("again", "ABC")
def test_real_dice_fall_as_they_should(which: str, again: str) -> None:
    comes_near(
        "gw/volley?shooters=line-inf,1;early-hmg,1&resilience=6&carried=0&vehicle=yes"
        f"&ruling.bonus-die={which}&ruling.vehicle-reroll={again}",
        seed=1418,
    )


@pytest.mark.parametrize("unit", ["line-inf", "early-mortar", "mixed-cav", "seven-cm-field-guns"])
@pytest.mark.parametrize(
    ("reading", "cm"), [("A", Fraction(1, 10)), ("B", Fraction(1, 9)), ("C", Fraction(1)), ("D", Fraction(254, 2500))]
)
def test_ranges(unit: str, reading: str, cm: Fraction) -> None:
    figure = {"line-inf": 300, "early-mortar": 1200, "mixed-cav": 50, "seven-cm-field-guns": 2000}[unit]
    for distance in (0, 5, 30, 31, 120, 200, 220):
        found = value(f"gw/range?unit={unit}&distance={distance}&ruling.range-unit={reading}")
        assert found["farthest"] == figure * cm
        assert found["reached"] == (distance <= figure * cm)

"""Tests of injuries against brute force.

Every recovery die of every bound is tried, and the race is walked through bound by bound.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value

FACES = range(1, 7)
FIRE = ("nobody", "same", "other", "third", "both")


def slow_at_the_end(source: str, fire: tuple[str, ...], resilience: int, when: str) -> Fraction:
    """Return the share of all recovery dice with which a unit is slow in its last move.

    The last move is that of the last bound.
    """
    slow_ends = 0
    for faces in product(FACES, repeat=len(fire)):
        slow = True
        seen: set[str] = set()
        moves_slow = True
        for who, face in zip(fire, faces, strict=True):
            shooters = {"same", "other"} if who == "both" else {who}
            same = ("same" in shooters and source == "shot") or bool(when == "B" and shooters & seen)
            if who == "nobody":
                slow = False
            moves_slow = slow
            if who != "nobody" and not same and face <= resilience and face != 6:
                slow = False
                if when != "C":
                    moves_slow = False
            seen |= shooters
        slow_ends += moves_slow
    return Fraction(slow_ends, 6 ** len(fire))


@pytest.mark.parametrize("source", ["shot", "melee"])
@pytest.mark.parametrize("when", "ABC")
@pytest.mark.parametrize("resilience", [0, 2, 6])
def test_the_clock_die_by_die(source: str, when: str, resilience: int) -> None:
    for fire in [
        *product(FIRE, repeat=2),
        ("other", "third", "other"),
        ("same", "other", "nobody"),
        ("both", "other", "other"),
    ]:
        found = value(
            f"gw/injury-clock?source={source}&fire={';'.join(fire)}&resilience={resilience}&built-in=3&move=6&ruling.recovery-when={when}"
        )
        assert found["free"] == 1 - slow_at_the_end(source, fire, resilience, when), fire


@pytest.mark.parametrize("resilience", [0, 2, 4, 6])
@pytest.mark.parametrize("dice", [1, 2, 4])
@pytest.mark.parametrize("changing", [False, True])
@pytest.mark.parametrize("when", "AB")
def test_the_race_bound_by_bound(resilience: int, dice: int, changing: bool, when: str) -> None:
    miss = Fraction(max(0, min(6, resilience - 1)), 6) ** dice
    freed = Fraction(max(0, min(5, resilience)), 6)
    slow, free, removed = Fraction(1), Fraction(0), Fraction(0)
    for bound in range(4):
        removed += slow * (1 - miss)
        well = freed if changing or when == "A" or not bound else Fraction(0)
        free += slow * miss * well
        slow *= miss * (1 - well)
    address = (
        f"gw/recovery-race?resilience={resilience}&built-in=3&dice={dice}&bonus=0&bounds=4"
        f"&changing={'yes' if changing else 'no'}&ruling.recovery-when={when}"
    )
    wanted = {"slow": slow, "free": free, "removed": removed}
    assert chances(address) == {state: chance for state, chance in wanted.items() if chance}
    if when == "A" and miss > 0:
        assert value(address)["removed"] == (1 - miss) / (1 - miss * (1 - freed))


def test_real_dice_fall_as_they_should() -> None:
    comes_near("gw/recovery-race?resilience=4&built-in=5&dice=2&bonus=1&bounds=3", seed=1916)
    comes_near("gw/recovery-race?resilience=3&built-in=5&dice=1&bonus=0&bounds=3&ruling.recovery-when=B", seed=1917)

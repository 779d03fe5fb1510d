"""Tests of setup, worked out a second time.

Lengths are measured by a ruler of the tests' own, first turns by all pairs of dice, and placements by counting.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import comes_near, value
from drillbook import ask


@pytest.mark.parametrize("halves", [1, 2, 5, 8, 20, 60])
def test_every_length_goes_with_s(halves: int) -> None:
    found = value(f"nr/lengths?short={halves}/2&measure=cm")
    in_halves = {"medium": 2, "long": 3, "zone": 3, "musket": 3, "cannon": 6, "cannon_short": 2, "cavalry_recoil": 2}
    assert {name: found[name] for name in in_halves} == {n: Fraction(halves * many, 2) for n, many in in_halves.items()}


@pytest.mark.parametrize("rounding", ["up", "down"])
def test_the_attackers_come_in_two_waves(rounding: str) -> None:
    for many in range(1, 13):
        found = value(f"nr/deployment?attackers={many}&round={rounding}&step=3")
        assert found["first"] + found["second"] == many
        assert found["first"] - found["second"] == (0 if many % 2 == 0 else 1 if rounding == "up" else -1)


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_all_pairs_of_dice_for_the_first_turn(letter: str) -> None:
    for given in (None, *range(1, 7)):
        won = decided = 0
        for own, other in product(range(1, 7) if given is None else [given], range(1, 7)):
            if letter == "A" and own == other:
                continue
            decided += 1
            won += own % 2 == 1 if letter == "B" else own >= other if letter == "C" else own > other
        ties = Fraction(1, 6) if letter == "A" else 0
        chance = Fraction(won, decided) * (1 - ties) + ties * Fraction(1, 2)
        found = value(f"nr/first-move?attacker={given or 'none'}&defender=none&ruling.first-move={letter}")
        assert found["attacker"] == chance


def test_a_single_die_is_rolled_once() -> None:
    assert value("nr/first-move?defender=3&ruling.first-move=B")["first"] == "the attacker"
    assert ask("nr/first-move?attacker=2&defender=3&ruling.first-move=B").refused


def test_the_zone_counts_its_limit_in() -> None:
    for quarters, letter in product(range(0, 60), "ABC"):
        away = Fraction(quarters, 2)
        point = {"A": away + 4, "B": away, "C": away + 2}[letter]
        found = value(f"nr/zone?side=defender&deep=4&away={away}&short=6&measure=inches&ruling.zone-within={letter}")
        assert found["legal"] is (point <= 18)


@pytest.mark.parametrize("address", ["nr/first-move", "nr/first-move?attacker=2", "nr/first-move?ruling.first-move=C"])
def test_real_dice_agree(address: str) -> None:
    comes_near(address, seed=1809)

"""Duels by trying every roll, and what smoke tells."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value
from drillbook import ask

#: dice and bonus in shooting
ARMS = {"line-inf": (1, 0), "lmg-squad": (2, 0), "early-hmg": (3, 1)}


def hits(unit: str, resilience: int) -> dict[int, Fraction]:
    """Return the distribution of a volley's hits, roll by roll."""
    dice, bonus = ARMS[unit]
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        many = sum(face + (bonus if place == 0 else 0) >= resilience for place, face in enumerate(faces))
        found[many] = found.get(many, Fraction(0)) + Fraction(1, 6**dice)
    return found


@pytest.mark.parametrize("mine", ARMS)
@pytest.mark.parametrize("first", ["mine", "same", "theirs"])
def test_a_duel(mine: str, first: str) -> None:
    for enemy, (tough, foe_tough), carried, foe_carried in product(ARMS, ((2, 5), (4, 3), (6, 7)), (0, 1), (0, 1)):
        lost = {"own": Fraction(0), "enemy": Fraction(0), "both": Fraction(0)}
        for (out, chance), (back, other) in product(hits(mine, foe_tough).items(), hits(enemy, tough).items()):
            mine_dead, enemy_dead = carried + back >= 2, foe_carried + out >= 2
            if first == "mine" and enemy_dead:
                mine_dead = False
            if first == "theirs" and mine_dead:
                enemy_dead = False
            weight = chance * other
            lost["own"] += weight * mine_dead
            lost["enemy"] += weight * enemy_dead
            lost["both"] += weight * (mine_dead and enemy_dead)
        found = value(
            f"gw/first-shot?mine={mine}&my-resilience={tough}&my-carried={carried}&enemy={enemy}&enemy-resilience={foe_tough}"
            f"&enemy-carried={foe_carried}&first={first}"
        )
        assert (found["own_lost"], found["enemy_lost"], found["both_lost"]) == (
            lost["own"],
            lost["enemy"],
            lost["both"],
        )


def test_a_fresh_injury_is_not_asked_what_holds_it() -> None:
    assert str(ask("gw/smoke-marker?age=0&held=no").address) == "gw/smoke-marker?age=0"
    assert str(ask("gw/smoke-marker?age=1&held=no").address) == "gw/smoke-marker?age=1&held=no"
    with pytest.raises(ValueError, match="nothing has freed it yet"):
        ask("gw/smoke-marker?age=0&held=yes")

"""Tests of one state of the game, asked for in two places.

Both answers say the same of it.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown
from drillbook.errors import Contradiction

GRADES = ("civilian", "green", "regular", "veteran", "elite")
ARMOUR = ("minimal", "flak", "heavy")
EVERYBODY = tuple(product(GRADES, ARMOUR))


def told(question: str, **given: Any) -> dict[str, Any]:
    """Return the values of an answer.

    A key `readings` is put behind the address as it is.
    """
    readings = given.pop("readings", "")
    inputs = "&".join(f"{name.replace('_', '-')}={value}" for name, value in given.items())
    found = ask(f"bon/{question}?{inputs}{readings}").outcome
    assert isinstance(found, Breakdown), found
    return found.flat()


@pytest.mark.parametrize("reading", "ABC")
@pytest.mark.parametrize(("grade", "armour"), EVERYBODY)
def test_a_gunner_has_the_same_ac_by_himself_and_in_a_plan(grade: str, armour: str, reading: str) -> None:
    """Gunners have the same AC by themselves and in a plan: L53, L75, L206.

    A shot costs an AC, for any gunner in any posture.
    """
    who = {"grade": grade, "armour": armour, "readings": f"&ruling.ac-from-sp={reading}"}
    for load, moved, prone, charges in product(("lmg", "lft"), range(4), ("no", "yes"), ("no", "yes")):
        if charges == "yes" and (prone == "yes" or not moved):
            continue
        start = "prone" if prone == "yes" else "up"
        plan = ";".join([*["flat"] * moved, "fire"])
        planned = told("move-plan", **who, load=load, start=start, charge=charges, plan=plan)
        try:
            alone = told("heavy-load", **who, load=load, moved=moved, prone=prone, charges=charges)
        except Contradiction:
            assert not planned["legal"]
            continue
        assert (alone["may_fire"], alone["prone"]) == (planned["legal"], planned["prone"]), (
            load,
            moved,
            prone,
            charges,
        )
        assert alone["may_fire"] <= (moved <= alone["limit"])


@pytest.mark.parametrize(("grade", "armour"), EVERYBODY)
def test_armour_is_a_part_of_ds_wherever_ds_counts(grade: str, armour: str) -> None:
    """Armour is part of DS in every question that uses DS.

    The card, the shot, the answer to a shot and the blow use the same DS: L440-445, L138. So does the flamethrower under
    reading C.
    """
    guard = told("soldier", grade=grade, armour=armour)["ds"]
    assert told("to-hit", firer="regular", distance=10, target=grade, armour=armour)["needed"] == guard
    assert told("return-shot", firer=grade, firer_armour=armour, target="regular")["needed_back"] == guard
    assert told("blow", grade="regular", enemy=grade, enemy_armour=armour)["wanted"] == guard
    burning = told("flame", target=grade, armour=armour, readings="&ruling.lft-roll=C")["needed"]
    assert burning == guard


@pytest.mark.parametrize(("grade", "armour"), EVERYBODY)
def test_a_single_exchange_is_the_same_alone_and_as_a_firefight(grade: str, armour: str) -> None:
    """Single exchanges are the same alone and as a firefight of one turn.

    One man fights one man. The firer loses to the answer, and then to the enemy's own shot.
    """
    pair = {"armour": armour, "enemy_armour": "flak"}
    shot = told("return-shot", firer=grade, firer_armour=armour, distance=12, target="veteran", armour="flak")
    back = told("return-shot", firer="veteran", distance=12, target=grade, armour=armour, activated="yes")
    fight = told("firefight", distance=12, turns=1, men=1, enemy_men=1, grade=grade, enemy="veteran", **pair)
    stands = 1 - Fraction(shot["target_falls"])
    assert fight["their_losses"] == shot["target_falls"]
    assert fight["our_losses"] == shot["firer_falls"] + stands * back["target_falls"]


@pytest.mark.parametrize(("men", "firers"), [(4, 3), (3, 5), (5, 4)])
def test_a_volley_alone_and_in_a_firefight(men: int, firers: int) -> None:
    """Volleys alone cost as much as the first volley of a firefight.

    The enemy has tested nothing yet.
    """
    whom = {"distance": 20, "men": men, "target": "green", "armour": "flak", "ground": "rubble"}
    volley = told("volley", firers=firers, firer="veteran", **whom)
    sides = {"men": firers, "grade": "veteran", "enemy_men": men, "enemy": "green", "enemy_armour": "flak"}
    fight = told("firefight", distance=20, turns=1, enemy_ground="rubble", **sides)
    assert fight["their_losses"] == volley["fallen"]

"""Spears and shots counted face by face, beside what the book says."""

from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask

D6, D12 = range(1, 7), range(1, 13)
CS = {"native-green": 0, "native-regular": 1, "native-elite": 2, "green": -1, "regular": 0, "elite": 1}
DS = {"native-green": 3, "native-regular": 4, "native-elite": 4, "green": 4, "regular": 5, "elite": 5}


@pytest.mark.parametrize(
    ("grade", "enemy"), [("native-regular", "regular"), ("native-elite", "green"), ("green", "elite")]
)
@pytest.mark.parametrize("spent", ["A", "B"])
def test_a_spear_thrown_and_kept_is_counted_face_by_face(grade: str, enemy: str, spent: str) -> None:
    throws = [face >= DS[enemy] + 1 or face == 12 for face in D12]
    found = {"wound": 0, "capture": 0, "down": 0}
    for hit, (one, two, other) in product(throws, product(D6, repeat=3)):
        ahead = (max(one, two) if spent == "A" else one) + CS[grade] - other - CS[enemy]
        found["wound"] += 2 <= ahead < 5
        found["capture"] += ahead == 1
        found["down"] += hit or ahead >= 2
    told = ask(f"fb/spear?grade={grade}&enemy={enemy}&thrown=yes&distance=6&ruling.spear-spent={spent}").outcome.value
    for name, count in found.items():
        assert getattr(told, name) == Fraction(count, 12 * 216), name


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
@pytest.mark.parametrize(("letter", "keeps"), [("A", False), ("B", True)])
def test_a_musket_is_fired_as_often_as_its_ac_pay_for(turns: int, letter: str, keeps: bool) -> None:
    purse = uses = 0
    for _ in range(turns):
        purse = purse + 3 if keeps else 3
        while purse >= 2:
            purse, uses = purse - 2, uses + 1
    address = f"fb/weapon-card?weapon=musket&turns={turns}&ruling.two-ac-weapons={letter}"
    assert ask(address).outcome.value.uses == uses

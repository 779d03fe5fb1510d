"""Infantry counted out: formations under all pairs of dice, in melee and under fire."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value
from drillbook import ask

FORMS = {"column": (0, -2), "line": (-2, 0), "square": (0, -2)}  # what each does to Melee and to Shooting
MUSTER = {  # arm, Melee, Shooting
    "recruits": ("foot", 1, 1), "line-infantry": ("foot", 2, 2), "grenadiers": ("foot", 3, 2),
    "light-cavalry": ("horse", 2, 0), "heavy-cavalry": ("horse", 3, 0), "foot-battery": ("guns", 0, 3),
}  # fmt: skip


def hurt(own: int, other: int) -> Fraction:
    """Return the chance that an attack of that sum hurts a defender of the other."""
    many = 0
    for x, y in product(range(1, 7), repeat=2):
        a, d = max(0, x + own), max(0, y + other)
        many += a > d and (a > 2 * d or x % 2 == 0)
    return Fraction(many, 36)


@pytest.mark.parametrize("enemy", ["recruits", "grenadiers", "light-cavalry", "heavy-cavalry"])
@pytest.mark.parametrize("unit", ["recruits", "line-infantry", "grenadiers"])
def test_every_charge_in_every_formation(unit: str, enemy: str) -> None:
    for coloured, (aspect, worse) in product((0, 3), (("front", 0), ("flank", -1), ("rear", -2))):
        found = value(
            f"nr/formation-choice?unit={unit}&coloured={coloured}&enemy={enemy}&threat=charge&enemy-melee=listed&enemy-coloured=0&aspect={aspect}"
        )
        arm, figure, _ = MUSTER[enemy]
        horse = arm == "horse"
        for form, (melee, _) in FORMS.items():
            own = figure + (2 if horse else 1)
            other = MUSTER[unit][1] + melee + (3 if horse and form == "square" else 0) + worse - (coloured == 3)
            assert found[form] == hurt(own, other), (form, coloured, aspect)


@pytest.mark.parametrize("quarters", [2, 4, 5, 8, 9, 12])
def test_every_formation_under_fire(quarters: int) -> None:
    distance = Fraction(quarters, 4)
    for enemy, unit in product(("recruits", "foot-battery"), ("recruits", "grenadiers")):
        ranks = "&enemy-formation=line" if enemy == "recruits" else ""
        found = value(
            f"nr/formation-choice?unit={unit}&coloured=0&enemy={enemy}&threat=fire{ranks}&enemy-shooting=listed&enemy-coloured=0&distance={distance}"
        )
        guns = enemy == "foot-battery"
        band = (
            (1 if distance <= 2 else 0 if distance < 4 else -1)
            if guns
            else 1
            if distance <= 1
            else 0
            if distance <= 2
            else -1
        )
        for form, (_, shooting) in FORMS.items():
            assert found[form] == hurt(MUSTER[enemy][2] + band, MUSTER[unit][2] + shooting)


def test_the_card_of_every_formation() -> None:
    for form, (melee, shooting) in FORMS.items():
        for foe, coloured in product(("infantry", "cavalry"), (0, 3)):
            found = value(f"nr/formation-card?unit=grenadiers&formation={form}&coloured={coloured}&against={foe}")
            square = 3 if form == "square" and foe == "cavalry" else 0
            crippled = -1 if coloured == 3 else 0
            assert found["shooting"] == 2 + shooting + crippled
            assert found["melee"] == 3 + melee + square + crippled
            assert found["move"] == {"column": 2, "line": 1, "square": 0}[form]
            assert found["double"] == {"column": 3, "line": 2, "square": 0}[form]


@pytest.mark.parametrize("enemy", ["line-infantry&enemy-formation=line", "foot-battery"])
def test_fire_throws_a_regiment_back_as_a_charge_does(enemy: str) -> None:
    """Fire throws a regiment back in 16 of 36 critical events and makes it run in 3.

    It is thrown back as by a charge. A regiment that the points remove has no event.
    """
    for coloured in (0, 3):
        address = f"nr/formation-choice?unit=recruits&coloured={coloured}&enemy={enemy}&threat=fire&distance=1"
        table = next(one for one in ask(address).outcome.exhibits if one.name == "chances")
        for hurt, critical, thrown, removed, _ in table.cells:
            if coloured:
                assert (critical, thrown) == (0, 0)
                assert removed == hurt
            else:
                assert critical > 0
                assert thrown == critical * Fraction(19, 36)

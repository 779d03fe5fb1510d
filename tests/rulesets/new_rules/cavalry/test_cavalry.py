"""Cavalry counted out: its charge and a later round under all pairs of dice."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value

FORMS = {"column": 0, "line": -2, "square": 3}


def counted(own: int, other: int) -> tuple[Fraction, Fraction]:
    """Return the chances that the defender is hurt, and that the attacker is beaten off."""
    hurt = beaten = 0
    for x, y in product(range(1, 7), repeat=2):
        a, d = max(0, x + own), max(0, y + other)
        hurt += a > d and (a > 2 * d or x % 2 == 0)
        beaten += d > 2 * a
    return Fraction(hurt, 36), Fraction(beaten, 36)


@pytest.mark.parametrize(("unit", "figure"), [("light-cavalry", 2), ("heavy-cavalry", 3)])
def test_every_charge(unit: str, figure: int) -> None:
    sides = (("front", 0), ("flank", -1), ("rear", -2))
    for (form, adds), (aspect, worse), coloured in product(FORMS.items(), sides, (0, 3)):
        found = value(
            f"nr/cavalry-charge?unit={unit}&coloured={coloured}&target=line-infantry&formation={form}&aspect={aspect}"
        )
        own = figure - (coloured == 3)
        other = 2 + adds + worse
        assert (found["hurts"], found["beaten_off"]) == counted(own + 2, other)
        assert found["later"] == counted(own, other)[0]

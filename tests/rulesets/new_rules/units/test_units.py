"""Units: the muster is ours and whole, and every figure of it can be put aside."""

from itertools import product

import pytest

from asking import value
from drillbook import library
from drillbook.rulesets.new_rules.common.inputs import INFANTRY

MUSTER = library().find("nr").table("muster")


def test_the_units_with_a_formation_are_the_foot_of_the_muster() -> None:
    assert [row.key for row in MUSTER.where("foot")] == list(INFANTRY)
    assert [key for key, row in MUSTER.rows.items() if row.cells["arm"] == "infantry"] == list(INFANTRY)


def test_the_muster_says_that_it_is_ours() -> None:
    assert "ours" in library().find("nr").rule("units.muster").text


@pytest.mark.parametrize("unit", list(MUSTER.rows))
def test_a_figure_of_ones_own_stands_alone(unit: str) -> None:
    cells = MUSTER.row(unit).cells
    names = ("quality", "speed", "melee", "shooting")
    for own, number in product(names, ("1", "6")):
        found = value(f"nr/unit-card?unit={unit}&{own}={number}")
        assert {name: found[name] for name in names} == {name: cells[name] for name in names} | {own: int(number)}


def test_ranges() -> None:
    """A musket reaches 1L = 3S, a cannon 3M = 6S, and cavalry does not shoot."""
    assert value("nr/unit-card?unit=recruits")["reach"] == 3
    assert value("nr/unit-card?unit=horse-battery")["reach"] == 6
    assert value("nr/unit-card?unit=light-cavalry")["reach"] is None

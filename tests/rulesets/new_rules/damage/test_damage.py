"""Damage: the track walked by hand, and contradictions."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value
from drillbook import ask
from drillbook.errors import Contradiction


def test_every_step_of_the_track() -> None:
    for coloured, points in product(range(4), (1, 2)):
        found = value(f"nr/disorder?coloured={coloured}&source=musketry&points={points}&rally=0")
        now = coloured + points
        assert found["removed"] == (now > 3)
        assert found["coloured"] == (None if now > 3 else now)
        assert found["white"] == (None if now > 3 else 3 - now)
        assert found["crippled"] == (now == 3)
        assert found["blunder"] == (0 if now > 3 else 1 - Fraction(5, 6) ** now)
        assert found["combat"] == (-1 if now == 3 else 0)


@pytest.mark.parametrize("source", ["melee-attacker", "panic"])
def test_what_brings_a_single_point_brings_no_two(source: str) -> None:
    with pytest.raises(Contradiction):
        ask(f"nr/disorder?coloured=0&source={source}&points=2")


def test_points_that_come_together_leave_it_crippled() -> None:
    for coloured in range(3):
        assert value(f"nr/disorder?coloured={coloured}&points=2&ruling.damage-overflow=B")["coloured"] == min(
            3, coloured + 2
        )
    assert value("nr/disorder?coloured=3&points=1&ruling.damage-overflow=B")["removed"]

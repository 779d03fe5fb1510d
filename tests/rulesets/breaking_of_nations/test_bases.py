"""Tests that figures on a table-top do not overlap.

If they would, the nearest free places are offered.
"""

from fractions import Fraction
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import pytest

from drillbook import ask
from drillbook.errors import Contradiction

ROWS = {
    "bon/deviation": "enemy",
    "fb/deviation": "enemy",
    "bon/grenade": "enemy,no",
    "bon/flame": "enemy,no",
    "bon/indirect-fire": "enemy,no",
}


def asked(question: str, figures: list[tuple[Any, ...]]) -> str:
    rows = ";".join(f"{float(x):g},{float(y):g},{float(base):g},{ROWS[question]}" for x, y, base, *_ in figures)
    return f"{question}?figures={rows}"


@pytest.mark.parametrize("question", ROWS)
@pytest.mark.parametrize(
    ("figures", "wanted"),
    [
        ([(0, 3, 0.5), (0, 3.9, 0.5)], [(0, 3), (0, 4)]),
        ([(0, 3, 1), (-1.5, 3, 1)], [(0, 3), (-2, 3)]),
        ([(0, 3, 0), (0, 3, 0)], [(0, 3), (Fraction(-1, 10), 3)]),
        ([(0, 3, 0.5), (1, 3, 0.5), (0.6, 3, 0.5)], [(0, 3), (1, 3), (Fraction(6, 10), 4)]),
    ],
)
def test_who_stands_on_another_is_offered_the_nearest_free_place(
    question: str, figures: list[tuple[float, float, float]], wanted: list[tuple[float, float]]
) -> None:
    with pytest.raises(Contradiction, match=f"figure {len(figures)} stands on figure") as problem:
        ask(asked(question, figures))
    offered = problem.value.instead["figures"]
    assert isinstance(offered, tuple)
    at = [row[:2] for row in offered]
    assert at[:-1] == wanted[:-1]
    (x, y), (best_x, best_y) = at[-1], wanted[-1]
    moved_x, moved_y = figures[-1][:2]
    assert hypot(x - moved_x, y - moved_y) == pytest.approx(hypot(best_x - moved_x, best_y - moved_y))
    assert ask(asked(question, list(offered))).outcome


def test_nobody_stands_on_the_man_with_the_flamethrower() -> None:
    with pytest.raises(Contradiction, match="figure 1 stands on the man with the LFT"):
        ask("bon/flame?figures=0.3,0.3,0.5,enemy,no")
    assert ask("bon/flame?figures=0.3,0.4,0.5,enemy,no").outcome


@pytest.mark.parametrize("question", ROWS)
def test_a_crowd_is_spread_until_nobody_stands_on_another(question: str) -> None:
    random, spread = Random(1916), 0
    for _ in range(12):
        crowd = [
            (random.randint(-30, 30) / 10, random.randint(-30, 30) / 10, random.randint(0, 20) / 10) for _ in range(8)
        ]
        try:
            ask(asked(question, crowd))
        except Contradiction as problem:
            offered = problem.instead["figures"]
            assert isinstance(offered, tuple)
            assert len(offered) == len(crowd)
            for one, other in combinations(offered, 2):
                apart = hypot(one[0] - other[0], one[1] - other[1])
                assert apart >= float(one[2] + other[2]) - 1e-9
                assert apart > 0
            ask(asked(question, list(offered)))
            spread += 1
    assert spread > 6

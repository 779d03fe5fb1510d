"""Tests of movement, worked out a second time.

A plain loop prices every path under every reading; every pivot is counted in steps.
"""

from fractions import Fraction
from itertools import product
from math import cos, radians, sin, sqrt

import pytest

from asking import value
from drillbook import ask
from drillbook.errors import Contradiction

PATHS = [
    "move,1,0",
    "move,2,0;move,1,30",
    "move,1,0;pivot,0,45;move,1,0",
    "pivot,0,45;move,1,0;pivot,0,45;move,1,0",
    "pivot,0,100;double-time,2.5,0",
    "double-time,3,-45;pivot,0,-30;move,0.5,0",
    "move,0.75,0;move,0.75,0;move,0.75,0",
    "pivot,0,180",
]


def steps(turn: int) -> int:
    """Return the number of steps of 45 degrees that a pivot begins."""
    many = 0
    while many * 45 < abs(turn):
        many += 1
    return many


def walked(path: str, formation: str, total: str, line: str, free: str, double: str) -> tuple[bool, int]:
    """Return whether a unit of Speed 2 may go that path with three actions, and what it costs.

    S is 4 inches.
    """
    single = {"A": Fraction(1), "B": Fraction(7, 4), "C": Fraction(2)}[line] if formation == "line" else Fraction(2)
    single = Fraction(0) if formation == "square" else single
    longer = Fraction(0) if formation == "square" else single + 1 + (single if double == "B" else 0)
    legs = [part.split(",") for part in path.split(";")]
    moves = [(what, Fraction(far)) for what, far, _ in legs if what != "pivot"]
    turns = [steps(int(turn)) for what, _, turn in legs if what == "pivot"]
    legal = not (moves and formation == "square")
    for what, far in moves:
        legal &= far <= (longer if what == "double-time" else single) or (total == "C" and what == "move")
    length = sum(far for _, far in moves)
    if total == "B":
        legal &= length <= (longer if any(what == "double-time" for what, _ in moves) else single)
    plain = [far for what, far in moves if what == "move"]
    cost = 2 * (len(moves) - len(plain))
    if total == "C" and plain and single:
        paid = Fraction(0)
        while paid < sum(plain):
            paid += single
            cost += 1
    else:
        cost += len(plain)
    cost += 1 if formation == "line" and line == "C" and moves else 0
    if formation == "column":
        spare = {"A": 1, "B": len(moves), "C": 0}[free]
        turns = [max(0, one - 1) for one in turns] if free == "C" else turns
        cost += max(0, sum(turns) - spare)
    else:
        cost += sum(turns)
    return legal and cost <= 3, cost


@pytest.mark.parametrize("path", PATHS)
def test_every_path_under_every_reading(path: str) -> None:
    for formation, total, line, free, double in product(("column", "line", "square"), "ABC", "ABC", "ABC", "AB"):
        if (formation != "line" and line != "A") or (formation != "column" and free != "A"):
            continue
        readings = f"&ruling.move-total={total}&ruling.line-movement={line}&ruling.free-turn={free}&ruling.double-time={double}"
        found = value(
            f"nr/move-plan?unit=line-infantry&speed=2&formation={formation}&broken=no&legs={path}&actions=3&short=4&measure=inches{readings}"
        )
        assert (found["legal"], found["cost"]) == walked(path, formation, total, line, free, double), readings


def test_every_pivot_is_counted() -> None:
    for degrees, formation in product(range(0, 181, 15), ("none", "line", "column", "square")):
        found = value(f"nr/pivot?degrees={degrees}&formation={formation}&width=4&depth=1")
        many = steps(degrees) - (formation == "column" and degrees > 0)
        x, y, turn = 2.0, 0.5, radians(degrees)
        shift = sqrt((x * cos(turn) + y * sin(turn) - x) ** 2 + (y * cos(turn) - x * sin(turn) - y) ** 2)
        assert (found["cost"], found["activations"]) == (many, -(-many // 3))
        assert abs(float(found["corner"].removesuffix(" S")) - shift) < 0.006


def test_a_slanting_move_is_a_vector() -> None:
    for slant, quarters in product(range(-45, 46, 15), (1, 8, 13)):
        found = value(f"nr/oblique?far={quarters}/4&slant={slant}")
        assert abs(float(found["ahead"]) - quarters / 4 * cos(radians(slant))) < 0.006
        assert abs(float(found["aside"]) - quarters / 4 * abs(sin(radians(slant)))) < 0.006


def test_a_pivot_goes_nowhere() -> None:
    with pytest.raises(Contradiction, match="goes nowhere"):
        ask("nr/move-plan?legs=pivot,1,45")

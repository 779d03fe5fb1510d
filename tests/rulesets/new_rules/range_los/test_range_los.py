"""Tests of arcs, distances and sight, found by looking at many points of either unit."""

from fractions import Fraction
from itertools import product

import pytest

from asking import value
from drillbook import ask
from drillbook.errors import Contradiction

STEP = Fraction(1, 4)


def points(left: Fraction, right: Fraction, near: Fraction, far: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return a fine lattice of points over a block, its edges included."""
    across = [left + STEP * n for n in range(int((right - left) / STEP) + 1)]
    ahead = [near + STEP * n for n in range(int((far - near) / STEP) + 1)]
    return list(product(across, ahead))


PLACES = [(0, 1), (2, 1), (-3, 2), (Fraction(7, 2), Fraction(1, 2)), (1, 3), (-2, -2), (4, 0)]


@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize("target", ["line", "other"])
def test_arc_and_distance_point_by_point(letter: str, target: str) -> None:
    for (across, ahead), officer in product(PLACES, "AB"):
        found = value(
            f"nr/fire-arc?weapon=musket&shooter=other&width=2&depth=1&target={target}&target-width=2&target-depth=1&across={across}"
            f"&ahead={ahead}&faces=towards&seen=yes&ruling.fire-arc={letter}&ruling.officer-range={officer}"
        )
        x, y = Fraction(across), Fraction(ahead)
        theirs = points(x - 1, x + 1, y, y + 1)
        if target == "line" and officer == "A":
            theirs = [(x, y + Fraction(1, 2))]
        ours = points(Fraction(-1), Fraction(1), Fraction(-1), Fraction(0))
        near = min((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in product(ours, theirs))
        limit = {"A": lambda b: 1 + b, "B": lambda b: 1 - b, "C": lambda b: b}[letter]
        assert found["arc"] is any(b >= 0 and abs(a) <= limit(b) for a, b in theirs)
        assert (found["squared"], found["reached"]) == (near, near <= 9)
        band = None if near > 9 else "short" if near <= 1 else "medium" if near <= 4 else "long"
        assert found["band"] == band


def test_the_arc_of_the_target_is_its_own() -> None:
    """A target as wide as deep, seen from all sides: its front is turned instead of the table."""
    for (across, ahead), faces in product(PLACES, ("towards", "away", "left", "right")):
        if abs(Fraction(across)) < 2 and -2 < ahead < 0:
            continue
        found = value(
            f"nr/fire-arc?weapon=musket&shooter=other&width=2&depth=1&target=other&target-width=2&target-depth=2&across={across}"
            f"&ahead={ahead}&faces={faces}&seen=yes"
        )
        x, y = Fraction(across), Fraction(ahead) + 1
        dx, dy = {"towards": (0, -1), "away": (0, 1), "left": (-1, 0), "right": (1, 0)}[faces]
        ours = points(Fraction(-1), Fraction(1), Fraction(-1), Fraction(0))
        seen = []
        for a, b in ours:
            over = (a - x) * dx + (b - y) * dy - 1
            aside = abs((a - x) * dy - (b - y) * dx)
            seen.append(over >= 0 and aside <= 1 + over)
        assert found["returned"] is any(seen)


@pytest.mark.parametrize("formed", ["line", "other"])
def test_what_the_wood_hides(formed: str) -> None:
    for across, ahead, wall, left in product((-2, 0, 1), (2, 4), (1, 3), (-1, 0)):
        found = value(
            f"nr/line-of-sight?target={formed}&width=4&across={across}&ahead={ahead}&wall={wall}&left={left}&right=1"
        )
        many = 1024
        spots = [across - 2 + Fraction(4 * n + 2, many) for n in range(many)]
        crossed = [wall < ahead and left < spot * wall / ahead < 1 for spot in spots]
        assert abs(found["hidden"] - Fraction(sum(crossed), many)) <= Fraction(2, many)
        officer = not (wall < ahead and left < Fraction(across * wall, ahead) < 1)
        assert found["seen"] is (officer if formed == "line" else not all(crossed))


def test_every_square_of_a_grid() -> None:
    for right, up, letter in product(range(-6, 7), range(-6, 7), "AB"):
        found = value(f"nr/grid-square?right={right}&up={up}&hidden=0.5&weapon=cannon&ruling.grid={letter}")
        away = max(abs(right), abs(up)) if letter == "A" else abs(right) + abs(up)
        assert (found["squares"], found["reached"], found["seen"]) == (away, away <= 6, True)
        assert found["band"] == (None if away > 6 else "near" if away <= 2 else "middle" if away < 4 else "far")


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(Contradiction, match="inside the shooter"):
        ask("nr/fire-arc?across=0&ahead=-0.5&target-depth=2")
    with pytest.raises(Contradiction, match="ends before"):
        ask("nr/line-of-sight?left=1&right=0")

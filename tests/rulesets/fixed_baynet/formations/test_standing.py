"""Figures on a lattice against a plain look at every gap."""

from itertools import product

import pytest

from drillbook import AskError, ask
from drillbook.asking.answers.results import Breakdown

BLOCKS = list(product((1, 2, 3, 4, 5), (1, 2, 4, 5)))


@pytest.mark.parametrize(("step", "rank"), BLOCKS)
def test_two_ranks(step: int, rank: int) -> None:
    """Two ranks of six figures are open, closed or a mass by their gaps.

    `step` is the distance between middles along a rank, `rank` the distance between the ranks, on bases an inch wide. Open
    order needs gaps of 1 to 3 inches; closed order and mass need gaps of 0.
    """
    men = [(x * step, y * rank) for x in range(3) for y in range(2)]
    gaps = [
        min(((a - c) ** 2 + (b - d) ** 2) ** 0.5 - 1 for c, d in men if (a, b) != (c, d)) for a, b in men
    ]  # on bases an inch wide
    written = ";".join(f"{x},{y},up" for x, y in men)
    found = ask(f"fb/standing?men={written}").outcome
    assert isinstance(found, Breakdown)
    told = found.flat()
    assert told["open"] == all(1 <= gap <= 3 for gap in gaps)
    assert told["closed"] == told["mass"] == all(gap == 0 for gap in gaps)
    assert not told["square"]


@pytest.mark.parametrize("grade", ["regular", "native-regular"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_ring(grade: str, turned: bool) -> None:
    looks = {(0, 1): "up", (0, -1): "down", (1, 0): "right", (-1, 0): "left"}
    men = [(x, y, looks[-x, -y] if turned else looks[x, y]) for x, y in looks]
    written = ";".join(f"{x},{y},{at}" for x, y, at in men)
    found = ask(f"fb/standing?grade={grade}&base=1&men={written}").outcome
    assert isinstance(found, Breakdown)
    assert found.flat()["square"] == (grade == "regular" and not turned)


def test_nobody_stands_on_anothers_base() -> None:
    with pytest.raises(AskError, match="stands on somebody's base"):
        ask("fb/standing?men=0,0,up;0.5,0,up;4,0,up")

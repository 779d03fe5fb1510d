"""The turn: activations dealt out by hand, one player after another."""

from itertools import permutations, product

import pytest

from asking import value


def dealt(order: list[int], units: list[int], reading: str) -> list[str]:
    """Return the goes of a turn: units taken from each player's row in the order of play."""
    rows = [[f"{player + 1}{'abcdefgh'[unit]}" for unit in range(many)] for player, many in enumerate(units)]
    goes: list[str] = []
    rounds = min(units)
    for turn in range(max(units)):
        for player in order:
            if not rows[player]:
                continue
            many = -(-len(rows[player]) // (rounds - turn)) if reading == "C" else 1
            goes.append("+".join(rows[player][:many]))
            del rows[player][:many]
            if reading == "B" and not rows[player]:
                return goes
    return goes


@pytest.mark.parametrize("reading", ["A", "B", "C"])
def test_units_are_dealt_out(reading: str) -> None:
    for scores in permutations((1, 4, 6)):
        for units in product((1, 2, 5), repeat=3):
            sides = ";".join(f"{score},{many}" for score, many in zip(scores, units, strict=True))
            order = sorted(range(3), key=lambda player: scores[player])
            found = value(f"bon/activation?sides={sides}&ruling.uneven-counts={reading}")
            assert found["sequence"] == " ".join(dealt(order, list(units), reading))
            assert found["activations"] + found["idle"] == sum(units)
            assert reading == "B" or not found["idle"]

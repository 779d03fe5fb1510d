"""Tests of the battlefield by counting.

They count every rectangle, every shape with spaces left out, every character, and every turn.
"""

from itertools import product

import pytest

from asking import value

GOINGS, WORKS = ("none", "open", "rough", "impractical"), ("none", "defensible", "fortification")


@pytest.mark.parametrize("reading", "AB")
def test_every_field(reading: str) -> None:
    for rows, columns, side, out in product(range(1, 7), range(1, 9), (12, 13), (0, 2)):
        spaces = len(list(product(range(rows), range(columns)))[out:])
        legal = rows > 2 and columns > 2 and 8 <= spaces <= 24 and side <= 12 and (not out or reading == "B")
        if out >= rows * columns:
            continue
        found = value(
            f"gw/field?rows={rows}&columns={columns}&side={side}&left-out={out}&ruling.eight-spaces={reading}"
        )
        assert (found["legal"], found["spaces"]) == (legal, spaces), (rows, columns, side, out)
        assert found["layouts"] == len(
            {
                tuple(sorted(one))
                for one in product(range(1, 25), repeat=2)
                if min(one) > 2 and 8 <= one[0] * one[1] <= 24
            }
        )


@pytest.mark.parametrize("reading", "ABC")
def test_every_character_that_a_turn_may_give(reading: str) -> None:
    allowed = 0
    for going, works, item in product(GOINGS, WORKS, ("none", "town")):
        found = value(f"gw/set-up?turns=2,2,{going},{works},{item}&ruling.setup-choice={reading}")
        says, puts = (going, works) != ("none", "none"), item != "none"
        good = (says or puts) and not (says and puts and reading != "C")
        good = good and not (says and going == "none" and reading == "B")
        assert found["allowed"] == good, (going, works, item)
        allowed += found["allowed"] and not puts
    assert allowed == value(f"gw/set-up?ruling.setup-choice={reading}")["characters"]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_whose_turn_it_is(players: int) -> None:
    turn = 0
    made: list[str] = []
    for column, row in [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2)]:
        made.append(f"{column},{row},rough,none,none")
        turn = (turn + 1) % players
        found = value(f"gw/set-up?players={players}&turns={';'.join(made)}")
        assert (found["next_player"], found["bare"]) == (turn + 1, 12 - len(made))

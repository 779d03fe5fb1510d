"""Setting up: every throw for initiative counted, and every set of done steps tried."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product

import pytest

from asking import picture, value
from drillbook import ask
from drillbook.errors import Contradiction

STEPS = ("scenario", "terrain", "lists", "initiative", "begin")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_throw(players: int) -> None:
    throws = list(product(range(1, 7), repeat=players))
    settled = {"A": 0, "C": 0}
    for scores in throws[:: 1 if players < 4 else 37]:
        found = value(f"bon/initiative?scores={';'.join(map(str, scores))}")
        ties = [score for score, many in Counter(scores).items() if many > 1]
        assert found["settled"] == (not ties)
        if not ties:
            order = sorted(range(1, players + 1), key=lambda player: scores[player - 1])
            assert found["order"] == ", ".join(map(str, order))
    for scores in throws:
        settled["A"] += len(set(scores)) == players
        settled["C"] += scores.count(max(scores)) == 1
    for letter, many in settled.items():
        found = value(f"bon/initiative?scores={';'.join(['1'] * players)}&ruling.initiative-order={letter}")
        assert found["no_ties"] == Fraction(many, 6**players)


def test_every_set_of_steps() -> None:
    subsets = chain.from_iterable(combinations(STEPS, size) for size in range(len(STEPS) + 1))
    for done in subsets:
        latest = max((STEPS.index(one) for one in done), default=-1)
        missing = [one for one in STEPS if one not in done and one != "scenario"]
        address = f"bon/preparation?done={','.join(done) or 'none'}"
        if any(STEPS.index(one) < latest for one in missing):
            with pytest.raises(Contradiction):
                ask(address)
            continue
        found = value(address)
        ahead = [one for one in STEPS[latest + 1 :] if one not in done]
        assert found["next"] == (ahead[0] if ahead else None)
        assert found["ready"] == (not set(missing) - {"begin"})


def test_each_player_stands_in_the_place_that_is_his() -> None:
    events = picture("bon/initiative?scores=5;2;4", "places").events
    assert {one.lane: one.label for one in events} == {
        "Player 1": "place 3",
        "Player 2": "place 1",
        "Player 3": "place 2",
    }

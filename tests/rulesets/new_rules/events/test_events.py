"""Tests of blunders and critical events by counting.

Dice are written down a second time, routs are followed turn by turn, and the nearest unit is found by hand.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import hypot
from random import Random

import pytest

from asking import chances, comes_near, value
from drillbook import ask

FACES = range(1, 7)
EVENTS = {
    **dict.fromkeys((2, 3), "Officer Killed"), 4: "Broken Line", 5: "Petrified", **dict.fromkeys((6, 7, 8), "Devastating Volley"),
    9: "Panic", 10: "Wavering", **dict.fromkeys((11, 12), "Rout"),
}  # fmt: skip
LINES = ["Garbled Orders", "Hesitation", "Forward", "Fall Back", "Charge", "Fire"]


@pytest.mark.parametrize("coloured", range(4))
def test_every_blunder_is_counted(coloured: int) -> None:
    rolls = list(product(FACES, repeat=coloured))
    some = Fraction(sum(1 in faces for faces in rolls), len(rolls))
    found = chances(f"nr/blunder-odds?coloured={coloured}&quality=4&combat=0")
    assert {name: chance for name, chance in found.items() if chance} == (
        {"No blunder": 1 - some} | (dict.fromkeys(LINES, some / 6) if some else {})
    )


def test_every_event_is_counted() -> None:
    counted = Counter(EVENTS[one + other] for one, other in product(FACES, repeat=2))
    for rolled in range(2, 13):
        address = f"nr/critical?unit=line-infantry&formation=line&coloured=0&engaged=no&room=3&rolled={rolled}"
        assert value(address)["event"] == EVENTS[rolled]
        assert chances(address) == {name: Fraction(count, 36) for name, count in counted.items()}


@pytest.mark.parametrize("letter", "ABC")
def test_a_rout_is_walked(letter: str) -> None:
    """Routs run the unit's Speed each turn until three successes stop them.

    The successes come in one roll by reading A. By reading B they add up over the turns. By reading C three rolls with at
    least one success each are needed. The test follows three turns.
    """
    for quality, dice in product((2, 4), (2, 3)):
        rolls = Counter(sum(face >= quality for face in faces) for faces in product(FACES, repeat=dice))
        states = {(Fraction(5), 0): Fraction(1)}
        stopped = arrived = Fraction(0)
        for _ in range(3):
            following: Counter[tuple[Fraction, int]] = Counter()
            for (far, towards), share in states.items():
                for good, ways in rolls.items():
                    chance = share * Fraction(ways, 6**dice)
                    reached = {"A": good, "B": towards + good, "C": towards + (good > 0)}[letter]
                    if reached >= 3:
                        stopped += chance
                        arrived += chance * (far == 0)
                    else:
                        following[max(Fraction(0), far - 2), 0 if letter == "A" else reached] += chance  # type: ignore[assignment]
            states = dict(following)  # type: ignore[arg-type]
        arrived += sum((chance for (far, _), chance in states.items() if far == 0), Fraction(0))
        found = value(
            f"nr/rout?quality={quality}&coloured=0&dice={dice}&pick=white&speed=2&distance=5&idle=0&turns=3&ruling.rout-stop={letter}"
        )
        assert (found["routing"], found["arrives"]) == (1 - stopped, arrived)


def test_the_nearest_is_charged_or_shot_at() -> None:
    """Charge and fire take the nearest unit that they can reach; ties are named together.

    Charge: the nearest enemy within 2 S, unless it would have to turn. Fire: the nearest unit within 3 S and in the arc of a
    front of 1 S, friend or enemy.
    """
    dice = Random(5)
    places = [(Fraction(x, 2), Fraction(y, 2)) for x in range(-7, 8) for y in range(-7, 8) if (x, y) != (0, 0)]
    for line, reach, kinds in [(5, 2, ("enemy",)), (6, 3, ("enemy", "friend"))] * 12:
        near = [(dice.choice(("enemy", "friend")), *dice.choice(places)) for _ in range(4)]
        rows = ";".join(f"{kind},{float(x):g},{float(y):g}" for kind, x, y in near)
        found = value(
            f"nr/blunder?line={line}&unit=light-infantry&speed=listed&formation=column&engaged=no&successes=1&others={rows}&short=4&measure=inches"
        )
        inside = [
            (hypot(x, y), "ABCD"[place])
            for place, (kind, x, y) in enumerate(near)
            if kind in kinds and hypot(x, y) <= reach and (line == 5 or 0 <= y >= abs(x) - Fraction(1, 2))
        ]
        least = min(inside, default=(0.0, ""))[0]
        nearest = [name for far, name in inside if abs(far - least) < 1e-9]
        ahead = [
            name for name in nearest if line == 6 or abs(near["ABCD".index(name)][1]) <= near["ABCD".index(name)][2]
        ]
        assert found["ignored"] == (bool(nearest) and not ahead)
        assert found["whom"] == (" or ".join(ahead) or None)
        assert found["actions"] == (0 if ahead else 1)


def test_a_broken_unit_needs_a_success() -> None:
    for quality, coloured, dice in product((2, 4, 6), range(4), (1, 2, 3)):
        found = value(
            f"nr/markers?marks=broken&when=enemys&quality={quality}&coloured={coloured}&dice={dice}&pick=white"
        )
        roll = ask(f"nr/activation-roll?quality={quality}&damage={coloured}&dice={dice}&pick=white&wanted=1").outcome
        assert found["mended"] == roll.flat()["enough"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "address",
    [
        "nr/blunder-odds?coloured=2&quality=3&combat=0",
        "nr/blunder-odds?coloured=3&quality=4&combat=0&ruling.blunder-count=B",
        "nr/critical?unit=line-infantry&formation=line&coloured=1&engaged=no&room=3&rolled=7",
        "nr/rout?quality=3&coloured=1&dice=3&pick=white&speed=2&distance=7&idle=1&turns=4",
    ],
)
def test_real_dice_agree(address: str) -> None:
    comes_near(address, seed=11, throws=1500)

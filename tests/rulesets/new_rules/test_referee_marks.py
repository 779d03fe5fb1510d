"""Tests of routs and marks, worked out from the printed rules alone.

Activations are in referee_new_rules.py, written down there a second time.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from referee_new_rules import Chances, activation, counted, read, sampled, told, value

F = Fraction
ROUTS = [
    dict(zip(("rout_stop", "rout_move"), letters, strict=True)) for letters in product("ABC", repeat=2)
]  # fmt: skip
WAYS = sampled((2, 4, 5), range(4), range(4), (1, 3), (F(0), F(3, 2), F(7)), (0, 1, 2), (1, 3, 5), many=24)


def routed(
    roll: Chances, dice: int, speed: int, far: Fraction, idle: int, turns: int, readings: dict[str, str]
) -> dict[str, Fraction]:
    """Return the chances that a unit still routs, is in its zone, or has run off the table.

    roll: (actions, strikes, blunder).
    """
    states: Chances = {(far, 0): F(1)}
    ends: Chances = defaultdict(F)
    for turn in range(turns):
        following: Chances = defaultdict(F)
        activated = turn >= idle and dice > 0
        for (now, kept), share in states.items():
            for (actions, _, _), chance in roll.items() if activated else [((0, 0, False), F(1))]:
                sum_ = {"A": actions, "B": kept + actions, "C": kept + (actions > 0)}[read(readings, "rout_stop")]
                if activated and sum_ >= 3:
                    ends["stopped", now == 0] += share * chance
                    continue
                moves = activated or read(readings, "rout_move") != "B"
                left = max(F(0), now - speed) if moves else now
                if moves and not left and read(readings, "rout_move") == "C":
                    ends["off", True] += share * chance
                else:
                    following[left, 0 if read(readings, "rout_stop") == "A" else sum_] += share * chance
        states = dict(following)
    return {
        "routing": sum(states.values(), F(0)),
        "arrives": sum((one for (left, _), one in states.items() if not left), F(0)) + ends["stopped", True] + ends["off", True],
        "lost": ends["off", True],
    }  # fmt: skip


@pytest.mark.parametrize("number", range(len(WAYS)))
def test_a_rout_runs_its_course(number: int) -> None:
    quality, coloured, dice, speed, far, idle, turns = WAYS[number]
    for readings in ROUTS[number % 3 :: 3]:
        roll = activation(quality, coloured, dice, "white", readings)
        found = value(
            f"nr/rout?quality={quality}&coloured={coloured}&dice={dice}&pick=white&speed={speed}&distance={far}&idle={idle}&turns={turns}"
            f"{told(readings)}"
        )
        asked = routed(roll, dice, speed, far, idle, turns, readings)
        assert {name: found[name] for name in asked} == asked
        assert found["stops"] == counted(roll, lambda actions, *_: actions >= 3)


def test_how_long_a_rout_lasts() -> None:
    """Routs of Quality 4 and three dice last as long as calculated by hand.

    They last 8 turns if one roll stops them (A), 800/343 if successes add up (B), and 24/7 if three rolls with a success
    do (C).
    """
    whole = "nr/rout?quality=4&coloured=0&dice=3&pick=white&speed=2&distance=24&idle=0&turns=1"
    assert [value(f"{whole}&ruling.rout-stop={letter}")["turns"] for letter in "ABC"] == [8, F(800, 343), F(24, 7)]


MARKS = [
    (),
    ("broken",),
    ("petrified",),
    ("rout",),
    ("officer",),
    ("broken", "petrified"),
    ("rout", "broken"),
    ("petrified", "rout"),
    ("wavering", "broken"),
]
STATES: list[dict[str, str]] = [
    {}, {"broken_line": "B"}, {"broken_line": "C"}, {"petrified": "B"}, {"rout_stop": "B"}, {"hesitation": "B"}, {"blunder_count": "B"},
    {"rout_move": "B"},
]  # fmt: skip


@pytest.mark.parametrize("marks", MARKS, ids="+".join)
def test_what_marks_leave_a_unit(marks: tuple[str, ...]) -> None:
    """Marks leave a unit the actions that they do not take.

    A petrified unit has no activation in its owner's next turn. By reading B, a mark that comes in the owner's turn
    (`when=own`) takes none. Rout comes first, then the ranks. What is left are the unit's own orders.
    """
    whens = ("own", "enemys") if "petrified" in marks else ("",)
    units = [(4, 0, 3), (3, 2, 2), (5, 3, 3)]
    for readings, when, (quality, coloured, dice) in product(STATES, whens, units):
        barred = "petrified" in marks and (when == "enemys" or read(readings, "petrified") == "A")
        roll = {(0, 0, False): F(1)} if barred else activation(quality, coloured, dice, "white", readings)
        mean: Any = sum((actions * chance for (actions, *_), chance in roll.items()), F(0))
        mended, left = F(0 if barred else 1), mean
        if "rout" in marks:
            single = read(readings, "rout_stop") == "A" and not barred
            mended, left = counted(roll, lambda actions, *_: actions >= 3) if single else F(0), F(0)
        elif "broken" in marks and not barred:
            some = counted(roll, lambda actions, *_: actions > 0)
            mended = F(1) if read(readings, "broken_line") == "B" else some
            left = mean - some if read(readings, "broken_line") == "C" else F(0)
        more = f"{when and f'&when={when}'}{told(readings)}"
        found = value(
            f"nr/markers?marks={','.join(marks) or 'none'}&quality={quality}&coloured={coloured}&dice={dice}&pick=white{more}"
        )
        assert found["activated"] == (not barred)
        assert (found["mended"], found["actions"]) == (mended, left)
        assert found["runs"] == ("rout" in marks and not (barred and read(readings, "rout_move") == "B"))

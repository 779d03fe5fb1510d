"""Tests of initiative and vehicles against brute force.

Every pair of throws is counted, with nothing of the chapter's code.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value

FACES = range(1, 7)
FIGURE = {"r1": 5, "r2": 5, "r3": 4, "r4": 3, "r5": 2, "irr1": 4, "irr2": 3, "irr3": 2}
MARGINS = [a + b - c - d for a, b, c, d in product(FACES, repeat=4)]


def odds(ahead: int) -> tuple[Fraction, Fraction, Fraction]:
    """Higher, equal and lower of all pairs of throws."""
    win = sum(margin + ahead > 0 for margin in MARGINS)
    tie = sum(margin + ahead == 0 for margin in MARGINS)
    return Fraction(win, len(MARGINS)), Fraction(tie, len(MARGINS)), Fraction(len(MARGINS) - win - tie, len(MARGINS))


def active(ahead: int) -> Fraction:
    win, _, lose = odds(ahead)
    return win / (win + lose)


@pytest.mark.parametrize("mine", FIGURE)
@pytest.mark.parametrize("theirs", FIGURE)
@pytest.mark.parametrize("leadership", [0, 1, 4])
def test_every_pair_of_classes(mine: str, theirs: str, leadership: int) -> None:
    told = value(f"bn/initiative?troops={mine}&leadership={leadership}&enemy-troops={theirs}&enemy-leadership=2")
    ahead = FIGURE[mine] + leadership - FIGURE[theirs] - 2
    assert (told["win"], told["tie"], told["lose"]) == odds(ahead)
    assert told["active"] == active(ahead)


@pytest.mark.parametrize(
    ("history", "lapses", "lasts"),
    [("none", 0, 0), ("own", -1, -1), ("own;own", -2, -2), ("own;own;enemy", 1, -1), ("enemy;enemy;own", -1, 1)],
)
@pytest.mark.parametrize("ambush", ["none", "own", "enemy"])
def test_wins_and_ambushes(history: str, lapses: int, lasts: int, ambush: str) -> None:
    extra = {"none": 0, "own": 1, "enemy": -1}[ambush]
    if ambush != "none" and history == "none":
        return  # an ambush is sprung as a turn ends: there has to be one
    address = (
        f"bn/initiative?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&history={history}&ambush={ambush}"
    )
    assert value(address)["active"] == active(lapses + extra)
    assert value(address + "&ruling.initiative-streak=B")["active"] == active(lasts + extra)
    win, tie, lose = odds(lapses + extra)
    to_me = {"none": win / (win + lose), "own": 0, "enemy": 1}[history.split(";")[-1]]
    assert value(address + "&ruling.initiative-tie=B")["active"] == win + tie * to_me


@pytest.mark.parametrize("side", ["", "enemy-"])
@pytest.mark.parametrize("deputy", [0, 2])
def test_a_commander_lost(side: str, deputy: int) -> None:
    address = (
        f"bn/initiative?troops=r4&leadership=3&enemy-troops=r4&enemy-leadership=3&{side}out=yes&{side}deputy={deputy}"
    )
    sign = -1 if side else 1
    assert value(address)["active"] == active(sign * (deputy - 3))
    assert value(address + "&ruling.leader-killed=B")["active"] == active(sign * -3)


def paths(lead: int, turns: int, run: int, lasting: bool) -> Iterator[tuple[tuple[bool, ...], Fraction]]:
    """Every course of so many turns with its chance."""
    for course in product((True, False), repeat=turns):
        streak, mine, theirs = run, max(run, 0), max(-run, 0)
        chance = Fraction(1)
        for won in course:
            paid = mine - theirs if lasting else streak
            here = active(lead - paid)
            chance *= here if won else 1 - here
            streak = (max(streak, 0) + 1) if won else (min(streak, 0) - 1)
            mine, theirs = mine + won, theirs + (not won)
        yield course, chance


@pytest.mark.parametrize(("start", "run"), [("none", 0), ("own", 2), ("enemy", 1)])
@pytest.mark.parametrize("lasting", [False, True])
def test_the_track_over_every_course(start: str, run: int, lasting: bool) -> None:
    running = {"none": 0, "own": run, "enemy": -run}[start]
    address = "bn/initiative-track?troops=r2&leadership=2&enemy-troops=r4&enemy-leadership=1&turns=4"
    address += f"&start={start}" + (f"&run={run}" if run else "")
    address += "&ruling.initiative-streak=B" if lasting else ""
    wanted: dict[int, Fraction] = {}
    last = Fraction(0)
    for course, chance in paths(3, 4, running, lasting):
        wanted[sum(course)] = wanted.get(sum(course), Fraction(0)) + chance
        last += chance if course[-1] else 0
    assert chances(address) == wanted
    told = value(address)
    assert (told["keeps"], told["never"], told["last"]) == (wanted[4], wanted[0], last)


@pytest.mark.parametrize(("vehicle", "reach"), [("tracked", 30), ("wheeled", 45)])
@pytest.mark.parametrize("turns", [1, 2])
def test_vehicles(vehicle: str, reach: int, turns: int) -> None:
    throws = [reach * turns - sum(throw) for throw in product(FACES, repeat=2 * turns)]
    for distance in {min(throws), min(throws) + 1, max(throws) - 1, max(throws), max(throws) + 1}:
        told = value(f"bn/vehicle-move?vehicle={vehicle}&distance={distance}&turns={turns}")
        assert told["reaches"] == Fraction(sum(driven >= distance for driven in throws), len(throws))
        assert (told["least"], told["most"]) == (min(throws), max(throws))


@pytest.mark.parametrize(
    "address",
    [
        "bn/initiative?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&history=own",
        "bn/initiative?troops=r4&leadership=1&enemy-troops=r4&enemy-leadership=1&history=own&ruling.initiative-tie=B",
        "bn/initiative-track?troops=r2&leadership=2&enemy-troops=irr3&enemy-leadership=1&turns=5",
        "bn/initiative-track?troops=r4&enemy-troops=r4&turns=5&start=own&run=2&ruling.initiative-streak=B",
        "bn/initiative-track?troops=r4&enemy-troops=r4&turns=5&ruling.initiative-tie=B",
        "bn/vehicle-move?vehicle=wheeled&distance=70&turns=2",
    ],
)
def test_thrown_as_reckoned(address: str) -> None:
    comes_near(address, seed=11, throws=20_000)

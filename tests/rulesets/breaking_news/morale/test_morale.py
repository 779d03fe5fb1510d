"""Morale against brute force: every throw of every die, with nothing of the chapter's code."""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import library
from drillbook.rules.entities import formula

FACES = range(1, 7)
DICE = {"r1": 5, "r2": 5, "r3": 4, "r4": 3, "r5": 2, "irr1": 4, "irr2": 3, "irr3": 2}
STEADY = {"r1": 5, "r2": 4, "r3": 4, "r4": 3, "r5": 2, "irr1": 4, "irr2": 3, "irr3": 2}


def passes(dice: int, needed: int, strength: int, gone: int, six: str = "A") -> Fraction:
    """Return the share of all throws in which some die passes."""
    half = 2 * (strength - gone) >= strength

    def good(face: int) -> bool:
        if face == 6:
            return half or (six == "A" and needed <= 6)
        return face >= needed

    throws = list(product(FACES, repeat=dice))
    return Fraction(sum(any(map(good, throw)) for throw in throws), len(throws))


@pytest.mark.parametrize("six", ["A", "B"])
@pytest.mark.parametrize("lost", range(1, 10))
@pytest.mark.parametrize("troops", ["r2", "r4", "irr3"])
def test_a_squad_of_ten(troops: str, lost: int, six: str) -> None:
    now = min(lost, 8)
    told = value(
        f"bn/morale-test?squad=10,{troops},yes&before={lost - now}&lost={now}&ruling.morale-six-below-half={six}"
    )
    assert told["passes"] == passes(DICE[troops], lost, 10, lost, six)
    assert told["still_fighting"] == 10 - lost


@pytest.mark.parametrize("losses", ["A", "B"])
@pytest.mark.parametrize("leader", ["A", "B"])
@pytest.mark.parametrize(("before", "now", "first", "second"), [(0, 1, 0, 1), (2, 1, 1, 0), (1, 0, 1, 1), (3, 2, 0, 0)])
def test_what_counts_as_a_loss(before: int, now: int, first: int, second: int, leader: str, losses: str) -> None:
    worth = 2 if leader == "A" else 3
    needed = now + worth * second + (0 if losses == "B" else before + worth * first)
    told = value(
        f"bn/morale-test?squad=12,r4,yes&before={before}&lost={now}&leaders-before={first}&leaders={second}"
        f"&ruling.leader-two={leader}&ruling.morale-losses={losses}"
    )
    assert told["needed"] == needed
    assert told["passes"] == passes(3, needed, 12, before + now + first + second)


@pytest.mark.parametrize("reading", ["A", "B"])
@pytest.mark.parametrize(("fine", "half", "below"), [(1, 0, 0), (2, 1, 0), (1, 2, 2)])
def test_the_dice_of_a_platoon(fine: int, half: int, below: int, reading: str) -> None:
    told = value(
        f"bn/morale-test?scope=platoon&squad=24,irr3,yes&before=0&lost=4&fine={fine}&half={half}&below={below}"
        f"&ruling.morale-half={reading}"
    )
    dice = 2 + fine + (half if reading == "B" else 0)
    assert (told["dice"], told["passes"]) == (dice, passes(dice, 4, 24, 4))


def test_the_formula_counts_the_same() -> None:
    told = formula(library().find("bn").rule("morale.pass"))
    for dice, losses in product((2, 3, 4), range(1, 7)):
        assert told(f=6, k=dice, L=losses) == passes(dice, losses, 100, losses)


@pytest.mark.parametrize(("strength", "lost"), [(8, 3), (8, 4), (8, 5), (9, 4), (9, 5), (1, 0), (1, 1)])
def test_three_ways_to_be_at_half(strength: int, lost: int) -> None:
    told = value(f"bn/half-strength?strength={strength}&lost={lost}")
    left = strength - lost
    assert told["keeps_six"] == (left * 2 >= strength)
    assert told["gives_die"] == (lost * 2 < strength)
    assert told["more_than_half"] == (left * 2 > strength)


GAMES = [
    ("irr3", (12,), ((2, 0), (1, 1), (0, 0), (3, 0))),
    ("r5", (6,), ((1, 0), (3, 0), (1, 0))),
    ("r4", (6, 4), ((1, 0), (2, 0), (1, 1))),
]


@pytest.mark.parametrize("motivation", [True, False])
@pytest.mark.parametrize(("troops", "squads", "turns"), GAMES)
def test_a_game_branch_by_branch(
    troops: str, squads: tuple[int, ...], turns: tuple[tuple[int, int], ...], motivation: bool
) -> None:
    """All losses fall on the first team; every sequence of passed and failed tests is walked."""
    odds, men, leaders = [], 0, 0
    for lost, dead in turns:
        men, leaders = men + lost, leaders + dead
        fine = sum(2 * gone < whole for whole, gone in zip(squads, (men, *([0] * (len(squads) - 1))), strict=True))
        dice = DICE[troops] + (fine if len(squads) > 1 else 0)
        odds.append(passes(dice, men + leaders, sum(squads), men) if lost else Fraction(1))
    ends: dict[str, Fraction] = {}
    for results in product((True, False), repeat=len(turns)):
        weight = Fraction(1)
        for chance, good in zip(odds, results, strict=True):
            weight *= chance if good else 1 - chance
        failed = [turn for turn, good in enumerate(results, start=1) if not good]
        fatal = failed[1:] if motivation else failed
        word = f"turn {fatal[0]}" if fatal else "holds"
        ends[word] = ends.get(word, Fraction(0)) + weight
    rows = ";".join(f"{lost},0,0,0,{'yes' if dead else 'no'}" for lost, dead in turns)
    teams = ";".join(map(str, squads))
    told = chances(
        f"bn/morale-track?troops={troops}&squads={teams}&turns={rows}&motivation={'yes' if motivation else 'no'}"
    )
    assert told == {word: chance for word, chance in ends.items() if chance}


@pytest.mark.parametrize(("own", "enemy"), [(30, 25), (25, 25), (20, 25)])
def test_what_a_failure_brings(own: int, enemy: int) -> None:
    told = value(f"bn/morale-failed?own={own}&enemy={enemy}&figures=0;9;10;11;12")
    assert told["game_over"] == (own > enemy)
    assert told["captured"] == (3 if own > enemy else 0)


@pytest.mark.parametrize("troops", STEADY)
@pytest.mark.parametrize("leadership", [0, 1, 4])
@pytest.mark.parametrize("edge", [0, 14, 15, 16, 30, 31])
def test_a_retreat_throw_by_throw(troops: str, leadership: int, edge: int) -> None:
    tests, gone = 0, 0
    while gone < edge or not tests:
        tests, gone = tests + 1, gone + 15
    number = min(5, STEADY[troops] + leadership)
    throws = list(product(FACES, repeat=tests))
    recovered = sum(any(face <= number for face in throw) for throw in throws)
    told = value(f"bn/retreat?troops={troops}&leadership={leadership}&edge={edge}")
    assert (told["tests"], told["recovers"]) == (tests, Fraction(recovered, len(throws)))


ROLLED = [
    "bn/morale-test?squad=10,r4,yes&before=1&lost=3",
    "bn/morale-test?scope=platoon&squad=24,r4,yes&before=6&lost=2&leaders-before=1&fine=1&half=1&below=1&ruling.morale-half=B",
    "bn/morale-track?troops=irr3&squads=12&turns=2,0,0,0,no;1,0,0,0,yes;0,0,0,0,no;3,0,0,0,no&motivation=yes",
    "bn/morale-track?troops=r3&squads=8;8;8;4&turns=1,0,0,2,no;2,1,0,0,yes;1,1,1,0,no&motivation=no",
    "bn/retreat?troops=irr3&leadership=1&edge=40",
]


@pytest.mark.parametrize("address", ROLLED)
def test_real_dice_come_near(address: str) -> None:
    comes_near(address, seed=11)

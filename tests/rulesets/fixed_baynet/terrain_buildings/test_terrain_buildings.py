"""Walls and doors counted die by die, beside what the book says."""

from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask

D6, D12 = range(1, 7), range(1, 13)
CV = {"wooden-building": 3, "brick-building": 4}
GRADES = {
    "green": (-1, 4), "regular": (0, 5), "elite": (1, 5), "native-green": (0, 3), "native-regular": (1, 4), "native-elite": (2, 4),
}  # fmt: skip


@pytest.mark.parametrize("walls", CV)
@pytest.mark.parametrize("save", ["A", "B"])
@pytest.mark.parametrize("critical", ["A", "B"])
def test_a_house_shot_by_shot(walls: str, save: str, critical: str) -> None:
    damage, rounds, size = 6, 3, 3
    points = CV[walls] - 1 + 2 * size

    def hurts(face: int) -> bool:
        failed = face >= CV[walls] if save == "A" else face < CV[walls]
        return failed and not (critical == "B" and face == 12)

    down = sum(sum(map(hurts, faces)) * damage >= points for faces in product(D12, repeat=rounds))
    told = ask(
        f"fb/demolition?walls={walls}&size={size}&piece=light-gun&ammunition=shell&shots={rounds}&occupants=0"
        f"&ruling.building-save={save}&ruling.building-critical={critical}"
    ).outcome.value
    assert told.points == points
    assert told.destroyed == Fraction(down, 12**rounds)


@pytest.mark.parametrize(("storm", "hold"), list(product(GRADES, repeat=2)))
@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize("difference", ["A", "D"])
def test_blows_through_a_door(storm: str, hold: str, letter: str, difference: str) -> None:
    """Blows through a door count the opening as 2 under each reading.

    The opening is worth 2 to the DS of both, to the defender's DS, or to the defender's die. Reading A of `cc-difference`
    compares with DS, D compares both totals.
    """
    told = ask(
        f"fb/door-fight?place=door&attackers=2&attacker-grade={storm}&defenders=2&defender-grade={hold}"
        f"&ruling.opening-cv={letter}&ruling.cc-difference={difference}"
    ).outcome.value
    guards, more = {"A": (2, 2), "B": (0, 2), "C": (0, 0)}[letter], 2 * (letter == "C")
    attack, defence = [], []
    for one, two in product(D6, D6):
        ours, theirs = one + GRADES[storm][0], two + GRADES[hold][0] + more
        attack.append(ours - guards[1] - (theirs if difference == "D" else GRADES[hold][1]))
        defence.append(theirs - guards[0] - (ours if difference == "D" else GRADES[storm][1]))
    assert told.attack == Fraction(sum(ahead >= 2 for ahead in attack), 36)
    assert told.attack_takes == Fraction(attack.count(1), 36)
    assert told.defence == Fraction(sum(ahead >= 2 for ahead in defence), 36)
    assert told.defence_takes == Fraction(defence.count(1), 36)

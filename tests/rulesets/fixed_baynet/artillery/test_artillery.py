"""Rounds and jams counted die by die, beside what the book says."""

from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask

D3, D6, D12 = range(1, 4), range(1, 7), range(1, 13)


def lands(face: int, far: int, wild: int, needed: int, low: int, always: bool, radius: int) -> bool:
    """Whether a round that was aimed at a point covers it."""
    hit = face >= needed or face == 12
    if hit and not always:
        return True
    return (wild if not hit and face <= low else far) <= radius


@pytest.mark.parametrize("target", ["green", "regular", "native-green", "native-regular"])
@pytest.mark.parametrize(("critical", "low"), [("A", 1), ("B", 3), ("C", 0)])
@pytest.mark.parametrize(("when", "always"), [("A", False), ("B", True)])
@pytest.mark.parametrize(("ammunition", "radius"), [("shell", 2), ("shot", 1)])
def test_where_a_round_comes_down(
    target: str, critical: str, low: int, when: str, always: bool, ammunition: str, radius: int
) -> None:
    needed = {"green": 4, "regular": 5, "native-green": 3, "native-regular": 4}[target]
    near = D3 if ammunition == "shell" else D6
    more = 0 if ammunition == "shell" else 3
    all_dice = list(product(D12, near, D6))
    over = sum(lands(face, far, wild + more, needed, low, always, radius) for face, far, wild in all_dice)
    told = ask(
        f"fb/direct-fire?piece=howitzer&ammunition={ammunition}&distance=20&target=man&grade={target}&ground=clear"
        f"&ruling.critical-miss={critical}&ruling.deviation-when={when}"
    ).outcome.value
    assert told.covered == Fraction(over, len(all_dice))


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_the_turns_in_which_a_gun_fires(turns: int, letter: str) -> None:
    fired_in = []
    for dice in product(D6, repeat=turns):
        jams = [die == 6 for die in dice]
        if letter == "A":
            fired = jams.count(False)
        elif letter == "B":
            fired = jams.index(True) if True in jams else turns
        else:
            fired = turns - jams[:-1].count(True)
        fired_in.append(fired)
    told = ask(f"fb/jam-clock?turns={turns}&distance=18&target=regular&ruling.mg-jam={letter}").outcome.value
    assert told.turns_fired == Fraction(sum(fired_in), len(fired_in))
    assert told.every_turn == Fraction(fired_in.count(turns), len(fired_in))
    assert told.hits == 12 * told.turns_fired


@pytest.mark.parametrize(("letter", "dice"), [("A", 6), ("B", 1)])
def test_a_critical_that_destroys_a_gun(letter: str, dice: int) -> None:
    """Criticals destroy a gun in every number of hits.

    Three dice could be enumerated throw by throw; six are too many, so the sum goes over the numbers of hits and criticals.
    """
    needed, wounds, each = 3, 4, 6 // dice
    gone = Fraction(0)
    for hits in range(dice + 1):
        for criticals in range(hits + 1):
            ways = _choose(dice, hits) * _choose(hits, criticals)
            share = Fraction(1, 12) ** criticals * Fraction(12 - needed, 12) ** (hits - criticals)
            share *= Fraction(needed - 1, 12) ** (dice - hits)
            if criticals or hits * each >= wounds:
                gone += ways * share
    told = ask(
        "fb/machine-gun?distance=18&salvoes=1&turned=no&target=gun&emplacement=heavy-gun"
        f"&ruling.artillery-critical=B&ruling.mg-shots={letter}"
    ).outcome.value
    assert told.destroyed == gone


def _choose(many: int, few: int) -> int:
    return 1 if few in (0, many) else _choose(many - 1, few - 1) + _choose(many - 1, few)

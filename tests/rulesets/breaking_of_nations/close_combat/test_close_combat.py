"""Tests of close combat against brute force.

Every face of every die is tried, by rules written down here a second time.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from asking import comes_near, value

D6 = range(1, 7)
CS = {"civilian": -2, "green": -1, "regular": 0, "veteran": 1, "elite": 2}
DS = {"civilian": 4, "green": 4, "regular": 5, "veteran": 5, "elite": 6}
ARMOUR = {"minimal": 0, "flak": 1, "heavy": 2}
TABLE = {"away": -1, "uphill": 1, "cover": 1}


def end(reading: str, wanted: int, shift: int, face: int) -> str:
    """Return what a face does, with criticals read in one of three ways."""
    if reading == "C":
        return "hit" if face >= wanted else "astray" if face <= 2 else "miss"
    seen = face + shift if reading == "B" else face
    if seen >= 5 or (seen > 2 and face >= wanted):
        return "hit"
    return "astray" if seen <= 2 else "miss"


@pytest.mark.parametrize("reading", "ABC")
@pytest.mark.parametrize("armed", ["no", "yes"])
def test_a_blow_face_by_face(reading: str, armed: str) -> None:
    for grade, enemy, armour, so in product(CS, ("green", "elite"), ARMOUR, (*TABLE, "none")):
        modifier = TABLE.get(so, 0)
        wanted = DS[enemy] + ARMOUR[armour] + modifier - CS[grade]
        hands = [(max(pair) if armed == "yes" else pair[0]) for pair in product(D6, D6)]
        told = Counter(end(reading, wanted, CS[grade] - modifier, face) for face in hands)
        found = value(
            f"bon/blow?grade={grade}&weapon={armed}&enemy={enemy}&enemy-armour={armour}&enemy-so={so}"
            f"&ruling.cc-criticals={reading}"
        )
        assert found["wanted"] == wanted
        assert found["strikes"] == Fraction(told["hit"], 36)
        assert found["astray"] == Fraction(told["astray"], 36)


@pytest.mark.parametrize("term", "ABC")
def test_whose_situation_the_table_describes(term: str) -> None:
    for own, his in product((*TABLE, "none"), repeat=2):
        if own == his == "uphill":
            continue
        mine, theirs = TABLE.get(own, 0), TABLE.get(his, 0)
        change = {"A": theirs, "B": -mine, "C": mine}[term]
        address = f"bon/blow?grade=regular&so={own}&enemy=regular&enemy-so={his}&ruling.cc-table-model={term}"
        assert value(address)["wanted"] == 5 + change


Sides = tuple[int, bool]


def one_round(many: int, own_wanted: int, his_wanted: int, scatter: str, order: str) -> Counter[Sides]:
    """Return the outcomes of a round of so many against one, with every die enumerated.

    Weights are whole numbers out of 6 to the power of the dice.
    """
    comrade = 5  # a regular who strikes a regular by mistake
    result: Counter[Sides] = Counter()
    # a fresh roll after a stray needs a die of its own: one for each man, and one for the lone man
    for faces in product(D6, repeat=many + 1):
        his, own = faces[0], faces[1:]
        for extra in product(D6, repeat=many + 1) if scatter == "B" else [(6,) * (many + 1)]:
            told = [end("A", own_wanted, 0, face) for face in own]
            down = set()
            for place, one in enumerate(told):
                lands = {"A": True, "B": end("A", comrade, 0, extra[place]) == "hit", "C": False}[scatter]
                if one == "astray" and many > 1 and lands:
                    down.add((place + 1) % many)
            struck = "hit" in told
            back = end("A", his_wanted, 0, his)
            lands = {"A": True, "B": end("A", his_wanted, 0, extra[-1]) == "hit", "C": True}[scatter]
            if order == "A":
                if back == "hit":
                    down.add(0)
                elif back == "astray" and many > 1 and lands:
                    down.add(1)
                result[many - len(down), not struck] += 1
            else:
                left = many - len(down)
                if not struck and left and (back == "hit" or (back == "astray" and left > 1 and lands)):
                    left -= 1
                result[left, not struck] += 1
    return result


def to_the_end(
    many: int, *wanted: int, scatter: str = "A", order: str = "A"
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return how a melee of many against one ends, worked out from the last man to the first.

    The values are the chances that the many win, that the one wins, that nobody is left, and the mean number of rounds.
    """
    known: dict[int, tuple[Fraction, ...]] = {}
    for size in range(1, many + 1):
        counts = one_round(size, *wanted, scatter, order)
        whole = sum(counts.values())
        sums = [Fraction(0), Fraction(0), Fraction(0), Fraction(1)]
        for (left, alive), weight in counts.items():
            share = Fraction(weight, whole)
            if left and alive and left < size:
                sums = [one + share * other for one, other in zip(sums, known[left], strict=True)]
            elif not (left and alive):
                sums[0 if left else 1 if alive else 2] += share
        stays = Fraction(counts[size, True], whole)
        known[size] = tuple(one / (1 - stays) for one in sums)
    they, he, nobody, rounds = known[many]
    return they, he, nobody, rounds


def fights() -> Iterator[tuple[int, str, str, str, str]]:
    """Numbers, grades and readings."""
    yield from product((1, 2, 3), ("regular", "elite"), ("green", "regular"), "AC", "AC")
    yield from product((1, 2), ("regular",), ("green", "elite"), "B", "A")


@pytest.mark.parametrize(("many", "grade", "lone", "scatter", "order"), list(fights()))
def test_a_melee_to_its_end(many: int, grade: str, lone: str, scatter: str, order: str) -> None:
    wanted = DS[lone] - CS[grade], DS[grade] - CS[lone]
    found = value(
        f"bon/melee-end?many={many}&grade={grade}&lone={lone}&rounds=2&ruling.cc-critical-miss={scatter}"
        f"&ruling.cc-simultaneous={order}"
    )
    told = tuple(found[name] for name in ("they_win", "he_wins", "nobody", "mean_rounds"))
    assert told == to_the_end(many, *wanted, scatter=scatter, order=order)


@pytest.mark.parametrize(
    "address",
    [
        "bon/blow?grade=veteran&weapon=yes&enemy=green&enemy-armour=flak",
        "bon/blow?grade=veteran&weapon=yes&enemy=green&ruling.cc-wanted=B",
        "bon/close-combat-weapon?grade=green&enemy=elite&enemy-armour=flak",
        "bon/trench-fight?attacker=elite&attacker-armour=flak&defender=green&defender-armour=flak",
        "bon/trench-fight?attacker=elite&attacker-armour=flak&defender=green&defender-armour=flak&ruling.cc-simultaneous=B",
        "bon/melee-end?many=3&grade=green&lone=elite&lone-armour=heavy&lone-weapon=yes&rounds=2",
        "bon/melee-end?many=3&grade=regular&lone=regular&rounds=2&ruling.cc-simultaneous=B&ruling.cc-critical-miss=B",
        "bon/melee-end?many=2&grade=regular&lone=veteran&rounds=2&ruling.cc-wanted=B",
        "bon/squad-melee?men=4&grade=regular&enemy-men=7&enemy=veteran&enemy-weapon=yes&rounds=2",
        "bon/squad-melee?men=2&grade=veteran&enemy-men=6&enemy=green&rounds=2&ruling.cc-simultaneous=B&ruling.cc-critical-miss=B",
    ],
)
def test_real_dice_come_near(address: str) -> None:
    comes_near(address, seed=1917)

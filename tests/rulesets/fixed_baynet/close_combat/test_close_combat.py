"""Tests of blows by difference against a second working that counts every pair of dice.

They cover all grades under every reading.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown

#: CS and DS, copied from the source once more.
GRADES = {
    "green": (-1, 4), "regular": (0, 5), "elite": (1, 5), "native-green": (0, 3), "native-regular": (1, 4), "native-elite": (2, 4),
}  # fmt: skip
DICE = list(product(range(1, 7), repeat=2))


def told(ahead: int) -> str:
    if ahead > 4:
        return "bloody death"
    return "wound" if ahead > 1 else "capture" if ahead == 1 else "miss"


def ahead(reading: str, own: tuple[int, int], other: tuple[int, int], die: int, theirs: int) -> int:
    skill, guard = own[0], other[1]
    return die + skill - {"A": guard, "B": theirs + other[0], "C": theirs + guard, "D": theirs + other[0]}[reading]


@pytest.mark.parametrize(("striker", "enemy", "reading"), [*product(GRADES, GRADES, "ABCD")])
def test_a_blow(striker: str, enemy: str, reading: str) -> None:
    own, other = GRADES[striker], GRADES[enemy]
    counted = Counter(told(ahead(reading, own, other, *pair)) for pair in DICE)
    found = ask(f"fb/strike?grade={striker}&enemy={enemy}&ruling.cc-difference={reading}").outcome
    assert isinstance(found, Breakdown)
    assert {end: found.distribution[end] for end in counted} == {end: Fraction(n, 36) for end, n in counted.items()}


@pytest.mark.parametrize(("striker", "enemy", "who"), [*product(GRADES, GRADES, "ABC")])
def test_a_blow_and_its_answer(striker: str, enemy: str, who: str) -> None:
    own, other = GRADES[striker], GRADES[enemy]
    fate = {"bloody death": "falls", "wound": "falls", "capture": "captured", "miss": ""}
    fell: Counter[tuple[int, str]] = Counter()
    for die, back in DICE:
        done = told(ahead("A", own, other, die, 0))
        fell[0, fate[done]] += 1
        if done in {"A": ("wound",), "B": ("wound", "miss"), "C": ()}[who]:
            fell[1, fate[told(ahead("A", other, own, back, 0))]] += 1
    alone = "ruling.cc-difference=A&ruling.cc-who-rolls=A"
    found = ask(f"fb/exchange?grade={striker}&enemy={enemy}&{alone}&ruling.counter-who={who}").outcome
    assert isinstance(found, Breakdown)
    flat = found.flat()
    wanted = (
        ("defender_falls", 0, "falls"),
        ("defender_taken", 0, "captured"),
        ("attacker_falls", 1, "falls"),
        ("attacker_taken", 1, "captured"),
    )
    for name, whose, so in wanted:
        assert flat[name] == Fraction(fell[whose, so], 36), name


@pytest.mark.parametrize(("striker", "enemy"), [*product(GRADES, GRADES)])
def test_both_roll_at_once(striker: str, enemy: str) -> None:
    """One throw of two dice settles what becomes of both, whether the defender has acted or not."""
    own, other = GRADES[striker], GRADES[enemy]
    fate = {"bloody death": "falls", "wound": "falls", "capture": "captured", "miss": ""}
    fell: Counter[tuple[int, str]] = Counter()
    for one, two in DICE:
        fell[0, fate[told(one + own[0] - two - other[0])]] += 1
        fell[1, fate[told(two + other[0] - one - own[0])]] += 1
    for acted in ("yes", "no"):
        flat = ask(f"fb/exchange?grade={striker}&enemy={enemy}&acted={acted}").outcome.flat()  # type: ignore[union-attr]
        assert flat["paid_for"] == 0
        for name, whose in (("defender", 0), ("attacker", 1)):
            assert flat[f"{name}_falls"] == Fraction(fell[whose, "falls"], 36)
            assert flat[f"{name}_taken"] == Fraction(fell[whose, "captured"], 36)


@pytest.mark.parametrize("reading", "AD")
@pytest.mark.parametrize(("grade", "enemy"), [*product(("regular", "native-elite"), ("green", "native-regular"))])
def test_a_melee_of_some_pairs(grade: str, enemy: str, reading: str) -> None:
    """All throws of three pairs: the chance that half a squad of four is lost."""
    own, other = GRADES[grade], GRADES[enemy]
    lost = Fraction(sum(told(ahead(reading, own, other, *pair)) != "miss" for pair in DICE), 36)
    many = 3 * lost**2 * (1 - lost) + lost**3
    found = ask(f"fb/mass-melee?pairs=3&men=4&grade={grade}&enemy={enemy}&ruling.cc-difference={reading}").outcome
    assert isinstance(found, Breakdown)
    assert found.flat()["halved"] == many


def test_what_a_blow_cannot_do_is_not_told_in_chances() -> None:
    guard = "ruling.cc-difference=A"
    assert ask(f"fb/strike?grade=green&enemy=regular&{guard}").headline == "The blow does nothing"
    assert ask(f"fb/strike?grade=regular&enemy=regular&{guard}").headline == "The blow captures 16.7 % (1/6)"
    weak = "attacker-grade=green&defender-grade=green"
    assert ask(f"fb/door-fight?{weak}&{guard}").headline == (
        "2 against 2: a blow of the attackers does nothing; one of the defenders does nothing"
    )
    assert ask(f"bon/door-fight?{weak}&defender-armour=heavy&attacker-armour=heavy&ruling.cc-criticals=C").headline == (
        "2 against 2: no blow of either side can strike"
    )


WEAPONS = {"weapon", "enemy-weapon"}


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("fb/mass-melee?pairs=3&men=9", WEAPONS),
        ("fb/mass-melee?pairs=3&men=9&trench=storms", set()),
        ("fb/mass-melee?pairs=3&men=9&trench=holds&weapon=yes", {"weapon"}),
        ("fb/mass-melee?pairs=1&men=9&trench=holds&weapon=yes&enemy-weapon=yes", WEAPONS),
    ],
)
def test_weapons_of_many_are_asked_for_where_there_is_no_trench(address: str, asked: set[str]) -> None:
    found = ask(address)
    assert WEAPONS & found.address.inputs.keys() == asked
    assert found.refused == (asked == {"weapon"})

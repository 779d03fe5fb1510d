"""A way over several kinds of ground against a walk in small steps."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from drillbook import ask
from drillbook.asking.answers.results import Breakdown

SPEED = {"regular": 5, "elite": 6, "native-green": 5}
PART = {"flat": Fraction(1), "bumpy": Fraction(2, 3), "jagged": Fraction(1, 3)}
STEP = Fraction(1, 12)
WAYS = [
    list(zip(lengths, grounds, strict=True))
    for lengths, grounds in product([(3, 6), (7, 2), (4, 4)], product(PART, repeat=2))
]


def ground_at(way: list[tuple[int, str]], at: Fraction) -> str:
    for length, ground in way:
        if at < length:
            return ground
        at -= length
    raise AssertionError


def walked(way: list[tuple[int, str]], speed: int) -> list[Fraction]:
    """Return where each move ends, in steps of a twelfth of an inch.

    Each step is paid for at the rate of the ground it is made on.
    """
    length, at, ends = sum(inches for inches, _ in way), Fraction(0), []
    while at < length:
        begun, left = at, Fraction(speed)
        while at < length and left >= (cost := STEP / PART[ground_at(way, at)]):
            at, left = at + STEP, left - cost
        at = min(Fraction(length), begun + ceil(at - begun))
        ends.append(at)
    return ends


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize(("grade", "pace"), [("regular", "move"), ("elite", "move"), ("native-green", "charge")])
def test_a_way(way: list[tuple[int, str]], grade: str, pace: str) -> None:
    ends = walked(way, SPEED[grade] * (2 if pace == "charge" else 1))
    written = ";".join(f"{inches},{ground}" for inches, ground in way)
    found = ask(f"fb/path?grade={grade}&how={pace}&way={written}").outcome
    assert isinstance(found, Breakdown)
    told = found.flat()
    assert (told["first"], told["moves"]) == (ends[0], len(ends))
    assert told["turn"] == ends[min(3, len(ends)) - 1]
    assert told["arrives"] == (len(ends) <= 3)

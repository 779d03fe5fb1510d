"""Tests of negotiation, civilians and journalists against brute force.

Every throw is counted, with nothing of the chapter's code.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import value
from drillbook import ask

FACES = range(1, 7)
POINTS = {1: 5, 2: 10, 3: 15, 4: 20}
PRICE = {1: 0, 2: 5, 3: 10, 4: 20}
TIMES = {"none": 1, "embedded": 2, "independent": 2}


@pytest.mark.parametrize("level", POINTS)
@pytest.mark.parametrize(("turns", "breaks"), [(1, 0), (1, 2), (2, 1), (3, 5)])
@pytest.mark.parametrize("media", TIMES)
@pytest.mark.parametrize("doubled", "AB")
def test_negotiation_by_counting_throws(level: int, turns: int, breaks: int, media: str, doubled: str) -> None:
    """A die a turn for the Irregulars' patience, one at the end."""
    times = TIMES[media]
    left = enemy = lasting = 0
    throws = list(product(FACES, repeat=turns + 1))
    for *patience, last in throws:
        if min(patience) <= breaks:
            enemy += 15
            continue
        lasting += 1
        if last > level:
            left += POINTS[level] * turns * (times if doubled == "A" else 1)
    told = value(
        f"bn/negotiation?force=secret&level={level}&turns={turns}&breaks={breaks}&media={media}"
        f"&ruling.media-negotiation={doubled}"
    )
    assert told["gathered"] == POINTS[level] * turns
    assert told["price"] == PRICE[level]
    assert told["lasts"] == Fraction(lasting, len(throws))
    assert told["expected"] == Fraction(left, len(throws))
    assert told["enemy_expected"] == Fraction(enemy, len(throws))


@pytest.mark.parametrize(
    ("force", "ruling", "refused"), [("regulars", "B", True), ("special", "A", True), ("special", "B", False)]
)
def test_the_fourth_level(force: str, ruling: str, refused: bool) -> None:
    assert ask(f"bn/negotiation?force={force}&level=4&ruling.negotiation-4={ruling}").refused is refused


@pytest.mark.parametrize("level", POINTS)
@pytest.mark.parametrize(("distance", "turns"), [(0, 1), (15, 1), (16, 2), (30, 3), (45, 4)])
@pytest.mark.parametrize(("reading", "reach"), [("A", Fraction(15)), ("B", Fraction(15, 2))])
def test_a_crowd_by_counting_throws(level: int, distance: int, turns: int, reading: str, reach: Fraction) -> None:
    throws = list(product(FACES, repeat=turns))
    there = sum(sum(face > level for face in throw) * reach >= distance for throw in throws)
    told = value(
        f"bn/civilians?match=mixed&level={level}&distance={distance}&turns={turns}&ruling.civilian-move={reading}"
    )
    assert told["control"] == Fraction(sum(face > level for face in FACES), 6)
    assert told["arrives"] == Fraction(there, len(throws))


@pytest.mark.parametrize(("distance", "man"), [(0, 0), (7, 5), (12, 0), (20, 10), (37, 25), (38, 25)])
def test_an_independent_journalist_by_counting_throws(distance: int, man: int) -> None:
    caught = sum(one + two + man >= distance for one, two in product(FACES, FACES))
    assert value(f"bn/journalist?kind=independent&distance={distance}&man={man}")["captured"] == Fraction(caught, 36)


@pytest.mark.parametrize(("distance", "man", "away"), [(10, 15, 5), (10, 15, 6), (5, 25, 25), (14, 25, 20), (3, 0, 0)])
@pytest.mark.parametrize("reading", "AB")
def test_an_embedded_journalist_by_counting_throws(distance: int, man: int, away: int, reading: str) -> None:
    caught = 0
    for one, two in product(FACES, FACES):
        fled = away if reading == "A" else min(away, one + two)
        caught += distance + fled <= man
    written = f"kind=embedded&distance={distance}&man={man}&away={away}&ruling.media-move={reading}"
    assert value(f"bn/journalist?{written}")["captured"] == Fraction(caught, 36)


@pytest.mark.parametrize(
    ("address", "headline"),
    [
        ("bn/journalist?kind=independent&distance=27&man=25", "Captured, for 60 Defeat Points of the Regulars"),
        (
            "bn/journalist?kind=independent&distance=27&man=25&ruling.journalist-owner=B",
            "Captured, for 30 Defeat Points of the Irregulars",
        ),
        (
            "bn/civilians?match=mixed&level=4&distance=16&turns=1",
            "The Irregulars move them with a chance of 33.3 % (1/3) a turn, but 1 turn is too short for the way: it takes 2",
        ),
    ],
)
def test_headlines_say_whose_and_why(address: str, headline: str) -> None:
    assert ask(address).headline == headline


def test_a_captured_journalist_counts_as_on_the_receipt() -> None:
    for kind in ("embedded", "independent"):
        receipt = value(f"bn/defeat-ledger?match=mixed&journalists=1&media={kind}")
        assert value(f"bn/journalist?kind={kind}&distance=0")["counted"] == receipt["blue"]


def test_levels_that_are_alike_share_a_line() -> None:
    """10 points kept with 4/6 are as many as 20 kept with 2/6."""
    curves = next(one for one in ask("bn/negotiation?level=2").outcome.exhibits if one.name == "by level")
    assert list(curves.lines) == ["level 1", "levels 2 and 4", "level 3"]

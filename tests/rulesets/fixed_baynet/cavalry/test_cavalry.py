"""Rides and turns counted inch by inch, beside what the book says."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from drillbook import ask

SPEED, LEAST, PRICE = {"canter": 12, "gallop": 17}, {"canter": 7, "gallop": 12}, {"canter": 1, "gallop": 2}
GROUND = {"flat": Fraction(1), "bumpy": Fraction(2, 3), "jagged": Fraction(1, 3)}
BELOW = {"canter": "walk", "gallop": "canter"}


@pytest.mark.parametrize("ground", GROUND)
@pytest.mark.parametrize("gait", SPEED)
def test_a_gait_is_open_where_some_distance_fits(gait: str, ground: str) -> None:
    for degrees in range(0, 361, 45):
        most = ceil(SPEED[gait] * GROUND[ground]) - PRICE[gait] * ceil(degrees / 90)
        fits = [inches for inches in range(30) if LEAST[gait] <= inches <= most]
        address = f"fb/gait?before={BELOW[gait]}&gait={gait}&moves=1&degrees={degrees}&ground={ground}"
        assert ask(address).outcome.value.legal is bool(fits), address


@pytest.mark.parametrize(("letter", "halt"), [("A", -1), ("B", 0)])
def test_which_gait_may_follow_which(letter: str, halt: int) -> None:
    ladder = {"stand": halt, "walk": 0, "canter": 1, "gallop": 2}
    for before, gait in product(ladder, SPEED):
        address = f"fb/gait?before={before}&gait={gait}&moves=1&degrees=0&ruling.gait-start={letter}"
        assert ask(address).outcome.value.legal is (ladder[gait] - ladder[before] <= 1), address


@pytest.mark.parametrize(
    ("reading", "spent"),
    [("A", {"ride": 1, "shot": 2}), ("B", {"ride": 1, "target": 1, "shot": 1}), ("C", {"ride": 1, "shot": 2})],
)
def test_the_clock_of_a_rider_adds_up_to_his_ac(reading: str, spent: dict[str, int]) -> None:
    address = "fb/mounted-fire?gait=canter&moves=1&rider=elite&weapon=rifle&distance=10&target=native-green"
    found = ask(f"{address}&ruling.target-order={reading}")
    clock = next(one for one in found.outcome.exhibits if one.name == "clock")
    lengths: dict[str, int] = {}
    for event in clock.events:
        lengths[event.label] = lengths.get(event.label, 0) + event.end - event.start
    assert lengths == spent

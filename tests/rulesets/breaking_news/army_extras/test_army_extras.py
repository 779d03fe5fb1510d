"""Extras against brute force: dice counted face by face, with nothing of the chapter's code."""

from fractions import Fraction
from itertools import product
from math import hypot

import pytest

from asking import value
from drillbook import ask

FACES = range(1, 7)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("counter", range(5))
@pytest.mark.parametrize("reading", "AB")
def test_intelligence_by_counting_faces(level: int, counter: int, reading: str) -> None:
    less = counter if reading == "A" else min(counter, 1)
    good = sum(face <= level - less for face in FACES)
    told = value(f"bn/intelligence?special=yes&level={level}&counter={counter}&ruling.counter-intel={reading}")
    assert told["each"] == told["chance"] == Fraction(good, 6)
    assert told["points"] == 10 * level
    assert told["points_per_sixth"] == (Fraction(10 * level, good) if good else None)


@pytest.mark.parametrize("turns", [1, 2, 3, 5])
def test_attempts_until_success_by_counting_throws(turns: int) -> None:
    throws = list(product(FACES, repeat=turns))
    found = sum(min(throw) <= 2 for throw in throws)
    told = value(f"bn/intelligence?level=2&turns={turns}&ruling.intel-once=B")
    assert told["chance"] == Fraction(found, len(throws))


@pytest.mark.parametrize(("lands", "boards"), [(3, 3), (3, 4), (3, 7), (9, 2)])
@pytest.mark.parametrize("reading", "AB")
def test_the_helicopter_by_counting_throws(lands: int, boards: int, reading: str) -> None:
    often = max(0, boards - lands) + (reading == "B")
    throws = list(product(FACES, repeat=often))
    there = sum(1 not in throw for throw in throws)
    told = value(f"bn/evacuation?lands={lands}&boards={boards}&ruling.evac-first-roll={reading}")
    assert told["there"] == Fraction(there, len(throws))


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("reading", "AB")
def test_the_helicopter_under_a_rocket_a_turn(turns: int, reading: str) -> None:
    """Each turn of waiting: the rocket's die and the save, and then the helicopter's own die."""
    throws = list(product(FACES, repeat=3 * turns + (reading == "B")))
    there = down = 0
    for throw in throws:
        here = reading == "A" or throw[-1] != 1
        for turn in range(turns):
            shot, saved, waits = throw[3 * turn : 3 * turn + 3]
            down += here and shot == 6 and saved < 4
            here = here and not (shot == 6 and saved < 4) and waits != 1
        there += here
    told = value(f"bn/evacuation?lands=5&boards={5 + turns}&firers=1&weapon=rpg&ruling.evac-first-roll={reading}")
    assert (told["there"], told["shot_down"]) == (Fraction(there, len(throws)), Fraction(down, len(throws)))


def lost_to_a_charge(men: list[tuple[float, float, str, str, bool]], reach: float, grown: float) -> dict[int, Fraction]:
    """Every face of the charge's die and of every man's save."""
    near = any(side == "enemy" and hypot(x, y) <= reach + grown for x, y, side, _, _ in men)
    caught = [man for man in men if hypot(man[0], man[1]) <= 15 + grown]
    counted: dict[int, Fraction] = {}
    throws = list(product(FACES, repeat=1 + len(caught)))
    for charge, *saves in throws:
        dead = 0
        if near and charge >= 3:
            for (_, _, _, shield, leader), face in zip(caught, saves, strict=True):
                figure = 2 if shield == "heavy" else 3
                bonus = leader or shield == "cover"
                dead += face == 1 or face + bonus < figure
        counted[dead] = counted.get(dead, Fraction(0)) + Fraction(1, len(throws))
    return counted


MEN = [(0.0, 8.0, "enemy", "open", False), (4.0, 12.0, "enemy", "open", True), (-6.0, 14.0, "enemy", "cover", False)]
MORE = [
    (0.0, 11.0, "enemy", "open", False),
    (9.0, 12.0, "friend", "heavy", False),
    (0.0, -16.0, "friend", "open", True),
]


@pytest.mark.parametrize("men", [MEN, MORE])
@pytest.mark.parametrize(("unit", "reach"), [("A", 10), ("B", 25.4), ("C", 20)])
@pytest.mark.parametrize(("point", "grown"), [("A", 0), ("B", 1.25)])
def test_a_charge_by_counting_every_face(men: list[tuple], unit: str, reach: float, point: str, grown: float) -> None:  # type: ignore[type-arg]
    written = ";".join(f"{x:g},{y:g},{side},{shield},{'yes' if leader else 'no'}" for x, y, side, shield, leader in men)
    found = ask(
        f"bn/ied?remote=no&base=2.5&men={written}&ruling.ied-unit={unit}&ruling.model-point={point}&ruling.ied-inside=B"
    )
    wanted = lost_to_a_charge(men, reach, grown)
    assert {many: found.outcome.distribution[many] for many in wanted} == wanted


def test_a_remote_charge_asks_for_no_enemy_near() -> None:
    assert value("bn/ied?remote=yes&men=0,14,enemy,open,no")["set_off"]
    assert not value("bn/ied?remote=no&men=0,14,enemy,open,no")["set_off"]


@pytest.mark.parametrize(("far", "allowed"), [(14, False), (15, True), (16, True)])
def test_the_distance_kept_by_infiltrators_and_ambush(far: int, allowed: bool) -> None:
    for written in (f"objective={far}&enemy=30", f"objective=30&enemy={far}"):
        assert value(f"bn/infiltration?troops=r1&step=after&{written}")["allowed"] is allowed
        assert value(f"bn/ambush?turn=1&moment=end&{written}")["allowed"] is allowed

"""Tests of sighting against brute force.

Every face of every die is counted, with nothing of the chapter's code.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask

FACES = range(1, 7)
SPOTTING = {"r1": -1, "r2": 0, "r3": 0, "r4": 0, "r5": 1, "irr1": 0, "irr2": 0, "irr3": 1}
BANDS = ((5, 0), (20, 3), (50, 5), (100, 6))


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def by_table(distance: int) -> int | None:
    return next((number for upto, number in BANDS if distance <= upto), None)


def share(number: int) -> Fraction:
    return Fraction(sum(face >= number for face in FACES), len(FACES))


@pytest.mark.by_turn
@pytest.mark.parametrize("distance", [0, 5, 6, 20, 21, 50, 51, 100])
@pytest.mark.parametrize("observer", SPOTTING)
@pytest.mark.parametrize("target", ["r1", "r2"])
def test_the_number_at_each_edge(distance: int, observer: str, target: str) -> None:
    for ground, (night, visor) in product(("cover", "open", "jungle"), ((False, False), (True, False), (True, True))):
        address = (
            f"bn/sighting-roll?distance={distance}&ground={ground}&night={yes(night)}"
            + (f"&visor={yes(visor)}" if night else "")
            + f"&target={target}&observer={observer}"
        )
        dense = ground == "jungle" or (night and not visor)
        wanted = (by_table(distance) or 0) + SPOTTING[observer]
        wanted += (2 if dense else 0) - (1 if ground == "open" else 0) + (2 if target == "r1" else 0)
        told = value(address)
        assert told["needed"] == wanted
        assert told["each"] == share(wanted)


@pytest.mark.parametrize(("hidden", "looking", "change"), [("no", "no", 0), ("yes", "no", 1), ("no", "yes", -1)])
def test_snipers_on_either_side(hidden: str, looking: str, change: int) -> None:
    told = value(
        f"bn/sighting-roll?distance=50&ground=cover&target=r4&observer=r4&target-sniper={hidden}&observer-sniper={looking}"
    )
    assert told["needed"] == 5 + change


def test_nothing_is_sighted_beyond_the_table() -> None:
    assert not ask("bn/sighting-roll?distance=100").refused
    assert ask("bn/sighting-roll?distance=101").refused


@pytest.mark.parametrize("observers", [1, 2, 3])
def test_several_observers(observers: int) -> None:
    found = chances(f"bn/sighting-roll?distance=20&ground=cover&target=r4&observer=r5&observers={observers}")
    throws = list(product(FACES, repeat=observers))
    for seen in range(observers + 1):
        good = sum(sum(face >= 4 for face in throw) == seen for throw in throws)
        assert found.get(seen, 0) == Fraction(good, len(throws))


@pytest.mark.parametrize(("distance", "change"), [(3, 2), (18, 0), (40, -1), (48, 1), (92, -2)])
@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("stop", [False, True])
def test_free_moves(distance: int, change: int, away: bool, stop: bool) -> None:
    throws = list(product(FACES, repeat=4))
    wanted: dict[int, Fraction] = {}
    spotted = 0
    for throw in throws:
        gone, seen = 0, False
        for face in throw:
            number = by_table(distance + gone if away else distance)
            if number is None or (seen and stop):
                continue
            if face >= number + change:
                seen = True
            else:
                gone += 5
        wanted[gone] = wanted.get(gone, Fraction(0)) + Fraction(1, len(throws))
        spotted += seen
    address = f"bn/free-moves?observers=4&distance={distance}&change={change}&away={yes(away)}&stop={yes(stop)}"
    assert chances(address) == wanted
    told = value(address)
    assert told["seen"] == Fraction(spotted, len(throws))
    assert told["most"] == max(wanted)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("distance", [0, 1, 4, 5, 8, 9])
def test_creeping(turns: int, distance: int) -> None:
    throws = list(product(FACES, repeat=turns))
    there = sum(sum(max(0, 5 - face) for face in throw) >= distance for throw in throws)
    assert value(f"bn/hidden-move?distance={distance}&turns={turns}")["hidden"] == Fraction(there, len(throws))
    assert value(f"bn/hidden-move?distance={distance}&turns={turns}&fires=yes")["hidden"] == 0


@pytest.mark.parametrize(("across", "ahead"), [(0, 0), (5, 0), (0, -5), (3, 4), (4, 4), (6, 0), (-4, 3), (-5, 1)])
def test_who_stands_near_enough(across: int, ahead: int) -> None:
    told = value(f"bn/who-sees?sighted=yes&friends={across},{ahead}")
    near = (across**2 + ahead**2) ** 0.5 <= 5
    assert (told["see"], told["blind"]) == ((1, 0) if near else (0, 1))


@pytest.mark.parametrize(
    ("state", "gap", "way"),
    [
        ("plain", None, "direct"),
        ("hidden", None, "speculative"),
        ("sighted", 4, "direct"),
        ("sighted", 5, "direct"),
        ("sighted", 6, "speculative"),
    ],
)
@pytest.mark.parametrize("cover", [False, True])
def test_who_may_fire_directly(state: str, gap: int | None, way: str, cover: bool) -> None:
    near = "" if gap is None else f"&from-observer={gap}"
    aim = "" if state == "hidden" else "&troops=r4&distance=20"
    found = ask(f"bn/fire-at-hidden?state={state}{near}&cover={yes(cover)}&weapon=ar-single{aim}")
    told = value(str(found.address))
    assert told["way"] == way
    sees, shelter = found.outcome.exhibits[0].verdicts
    assert sees.ok == (way == "direct")
    assert shelter.ok == (way == "direct" or not cover), "whoever does not see him cannot fire into his cover"
    if way == "direct":
        assert told["needed"] == (4 if cover else 3)


@pytest.mark.parametrize(
    ("friends", "told"),
    [
        ("3,4", "The observer and his friend see him"),
        ("3,4;0,5", "The observer and all his 2 friends see him"),
        ("3,4;9,9", "The observer and 1 of his 2 friends see him"),
        ("9,9;8,8", "The observer alone sees him"),
    ],
)
def test_the_friends_are_told_in_a_sentence(friends: str, told: str) -> None:
    assert ask(f"bn/who-sees?sighted=yes&friends={friends}").outcome.headline == told


@pytest.mark.parametrize(("reading", "column"), [("A", 2), ("B", 1), ("C", None)])
def test_the_map_marks_the_distance_that_counts(reading: str, column: int | None) -> None:
    """30 cm: the column of 50 as an upper limit, that of 20 as the nearest, none between them."""
    found = ask(f"bn/sighting-roll?distance=30&ruling.sighting-bands={reading}")
    here = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}["map"].here
    assert (here and here[1]) == column


@pytest.mark.parametrize(
    "address",
    [
        "bn/fire-at-hidden?state=plain&cover=yes&weapon=lmg&troops=r4&distance=40",
        "bn/sighting-roll?distance=20&ground=open&target=r1&observer=r1&observers=4",
        "bn/free-moves?observers=5&distance=18&change=1&away=yes&stop=no",
        "bn/free-moves?observers=5&distance=88&change=0&away=yes&stop=yes",
        "bn/hidden-move?distance=6&turns=4",
    ],
)
def test_thrown_as_reckoned(address: str) -> None:
    comes_near(address, seed=7, throws=20_000)

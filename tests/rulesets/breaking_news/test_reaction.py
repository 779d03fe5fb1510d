"""Reaction and covering fire against brute force: every face of every die is counted, with nothing of the chapter's code."""

from fractions import Fraction
from itertools import product

import pytest

from drillbook import ask

FACES = range(1, 7)
COVERING = {
    "pistol": (1, None),
    "rifle": (1, 1),
    "ar": (3, 2),
    "smg": (4, 2),
    "lmg": (5, 4),
    "mmg": (6, 5),
    "hmg": (7, 6),
}
BONUS = {"r1": 4, "r2": 3, "r3": 2, "r4": 1, "r5": 0, "irr1": 1, "irr2": 0, "irr3": 0}
SAVE = {"r1": 2, "r2": 3, "r3": 3, "r4": 4, "r5": 5, "irr1": 4, "irr2": 5, "irr3": 5}


def flat(address: str) -> dict[str, object]:
    found = ask(address)
    assert not found.refused, found.headline
    value = found.outcome.flat()
    assert isinstance(value, dict)
    return value


def share(good: int, of: int) -> Fraction:
    return Fraction(good, of)


def caught(value: int, dice: int) -> Fraction:
    """How many of all throws of so many dice total the value or less; no covering fire catches nobody."""
    throws = list(product(FACES, repeat=dice))
    return share(sum(sum(throw) <= value for throw in throws), len(throws)) if value else Fraction(0)


def saves(figure: int, bonus: bool) -> Fraction:
    """A face saves that is no 1 and reaches the figure with the bonus."""
    return share(sum(face != 1 and face + bonus >= figure for face in FACES), len(FACES))


@pytest.mark.parametrize("weapon", COVERING)
@pytest.mark.parametrize("troops", BONUS)
@pytest.mark.parametrize("distance", [0, 24, 25, 26, 49, 50, 51])
def test_one_weapon_at_each_edge(weapon: str, troops: str, distance: int) -> None:
    empty = "" if weapon in ("ar", "lmg") else "ar=0&lmg=0&"
    others = {"ar": "lmg=0&", "lmg": "ar=0&"}.get(weapon, "")
    found = ask(f"bn/covering-fire?{empty}{others}{weapon}=1&distance={distance}&troops={troops}&bunker=no")
    near, far = COVERING[weapon]
    worth = near if distance <= 25 else far
    if distance > 50 or worth is None:
        assert found.refused
        return
    value = min(9, worth + BONUS[troops])
    told = found.outcome.flat()
    assert told["value"] == value
    assert told["hit_outside"] == caught(value, 2) == told["hit"]
    assert told["hit_in_bunker"] == caught(value, 3)


@pytest.mark.parametrize("value", range(10))
@pytest.mark.parametrize("bunker", [False, True])
@pytest.mark.parametrize("troops", SAVE)
def test_one_man_through_covering_fire(value: int, bunker: bool, troops: str) -> None:
    told = flat(f"bn/covering-test?value={value}&troops={troops}&bunker={'yes' if bunker else 'no'}")
    hit, saved = caught(value, 3 if bunker else 2), saves(SAVE[troops], bunker)
    assert told["fires"] == told["unhurt"] == 1 - hit
    assert told["suppressed"] == hit * saved
    assert told["removed"] == hit * (1 - saved)


@pytest.mark.parametrize("each", ["A", "B"])
@pytest.mark.parametrize("late", ["A", "B"])
@pytest.mark.parametrize("crewed", ["A", "B"])
@pytest.mark.parametrize(("value", "bunker", "crew", "shots"), [(9, True, 1, 3), (6, False, 2, 2), (8, True, 3, 2)])
def test_crews_and_shots(each: str, late: str, crewed: str, value: int, bunker: bool, crew: int, shots: int) -> None:
    """Walks every branch of test, save and shot by recursion."""
    hit, saved = caught(value, 3 if bunker else 2), saves(SAVE["irr3"], bunker)
    ends: dict[tuple[bool, bool, int], Fraction] = {}

    def walk(left: int, able: int, tested: bool, struck: bool, lost: bool, fired: int, chance: Fraction) -> None:
        if not chance:
            return
        if not left:
            key = (struck, lost, fired)
            ends[key] = ends.get(key, Fraction(0)) + chance
            return
        if not able:
            walk(0, able, tested, struck, lost, fired, chance)
            return
        if tested and each == "B":
            walk(left - 1, able, tested, struck, lost, fired + 1, chance)
            return
        walk(left - 1, able, True, struck, lost, fired + 1, chance * (1 - hit))
        men = able if crewed == "A" else 1
        for fates in product((True, False), repeat=men):
            alive = sum(fates)
            weight = saved**alive * (1 - saved) ** (men - alive)
            shoots = able > men or (late == "B" and alive > 0)
            walk(left - 1, able - men, True, True, lost or alive < men, fired + shoots, chance * hit * weight)

    walk(shots, crew, False, False, False, 0, Fraction(1))
    readings = f"&ruling.covering-each-shot={each}&ruling.covering-hit-suppressed={late}&ruling.covering-crew={crewed}"
    # a reading that meets nothing to decide is refused nowhere: it may always be named
    told = flat(
        f"bn/covering-test?value={value}&troops=irr3&bunker={'yes' if bunker else 'no'}&crew={crew}&shots={shots}{readings}"
    )
    assert sum(ends.values()) == 1
    assert told["unhurt"] == sum((c for (struck, _, _), c in ends.items() if not struck), Fraction(0))
    assert told["removed"] == sum((c for (_, lost, _), c in ends.items() if lost), Fraction(0))
    assert told["fires_all"] == sum((c for (_, _, fired), c in ends.items() if fired == shots), Fraction(0))
    assert told["mean_shots"] == sum((fired * c for (_, _, fired), c in ends.items()), Fraction(0))


def test_every_cell_of_the_covering_table() -> None:
    for men, troops in product((1, 2, 3), BONUS):
        found = ask(f"bn/covering-table?men={men}&troops={troops}&bunker=no")
        grids = {exhibit.name: exhibit for exhibit in found.outcome.exhibits}
        for row, (near, far) in zip(grids["values"].cells, COVERING.values(), strict=True):
            assert list(row) == [None if one is None else min(9, men * one + BONUS[troops]) for one in (near, far)]
        for row, values in zip(grids["chances"].cells, grids["values"].cells, strict=True):
            assert list(row) == [None if one is None else caught(one, 2) for one in values]


@pytest.mark.parametrize("front", [1, 14, 15, 16, 30, 31, 45, 46])
def test_areas_of_a_front(front: int) -> None:
    told = flat(f"bn/covering-areas?front={front}&high=15&troops=r4&bunker=no&firers=1,1,ar,20")
    needed = next(areas for areas in range(1, 10) if areas * 15 >= front)
    assert told["needed"] == needed
    assert told["weakest"] == (4 if needed == 1 else 0)


@pytest.mark.parametrize(("men", "watchers", "rockets"), [(1, 1, 0), (4, 3, 1), (12, 8, 8), (5, 2, 3)])
@pytest.mark.parametrize("action", ["move", "shoot", "move-and-shoot"])
@pytest.mark.parametrize("group", [True, False])
def test_reactions_counted_one_by_one(men: int, watchers: int, rockets: int, action: str, group: bool) -> None:
    shots = 0
    for watcher in range(watchers):
        reactions = 1 if group else sum(1 for _ in range(men))
        shots += min(1, reactions) if watcher < rockets else reactions
    told = flat(
        f"bn/reactions?men={men}&watchers={watchers}&rockets={rockets}&action={action}&group={'yes' if group else 'no'}"
    )
    assert told["total"] == shots

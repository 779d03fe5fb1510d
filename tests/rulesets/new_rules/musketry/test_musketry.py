"""Tests of musketry by counting.

All pairs of dice are counted, range and cover are written down a second time, and targets under fire are followed
volley by volley.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask

FACES = range(1, 7)
NINE = Fraction(4, 36)  # Panic, the chance of a 9 on two dice


def results(own: int, other: int) -> dict[tuple[int, bool], Fraction]:
    """(points of the target, whether an event is rolled) and their chances."""
    found: Counter[tuple[int, bool]] = Counter()
    for x, y in product(FACES, repeat=2):
        a, d = max(0, x + own), max(0, y + other)
        if d >= a:
            found[0, False] += 1
        elif a > 3 * d:
            found[2, True] += 1
        elif a > 2 * d:
            found[1, True] += 1
        else:
            found[int(x % 2 == 0), False] += 1
    return {key: Fraction(count, 36) for key, count in found.items()}


def address(own: int, other: int, *, distance: str = "1.5", cover: str = "none", more: str = "") -> str:
    """Line infantry in line against the same."""
    return (
        f"nr/volley?shooter=line-infantry&figure={own}&formation=line&coloured=0&broken=no&target=line-infantry&target-figure={other}"
        f"&target-formation=line&target-coloured=0&target-broken=no&cover={cover}&distance={distance}{more}"
    )


@pytest.mark.parametrize("own", range(7))
def test_every_volley_is_counted(own: int) -> None:
    for other in range(7):
        told = results(own, other)
        found = value(address(own, other))
        assert found["hurt"] == sum(chance for (points, _), chance in told.items() if points)
        assert found["critical"] == sum(chance for (_, event), chance in told.items() if event)
        assert found["expected"] == sum(points * chance for (points, _), chance in told.items())


def test_range_and_cover() -> None:
    """Musketry adds 1 up to 1 S, nothing up to 2 S, and takes 1 off up to 3 S.

    Light cover adds 1 to the target, heavy cover adds 2.
    """
    for quarters, (cover, adds) in product(range(1, 13), (("none", 0), ("light", 1), ("heavy", 2))):
        band = 1 if quarters <= 4 else 0 if quarters <= 8 else -1
        found = value(address(2, 1, distance=f"{quarters}/4", cover=cover))
        assert (found["shooter_adds"], found["target_adds"]) == (2 + band, 1 + adds)


def test_beyond_its_reach_a_musket_does_nothing() -> None:
    assert not ask(address(2, 2, distance="2", more="&reach=2")).refused
    assert ask(address(2, 2, distance="2.25", more="&reach=2")).refused


def after(own: int, other: int, coloured: int) -> dict[int, Fraction]:
    """Return the target's coloured dice after a volley, 4 for removed.

    `other` is the figure before the penalty of a crippled unit.
    """
    found: Counter[int] = Counter()
    for (points, event), chance in results(own, other - (coloured == 3)).items():
        dice = coloured + points
        if dice > 3:
            found[4] += chance  # type: ignore[assignment]
        elif event:
            found[dice] += chance * (1 - NINE)  # type: ignore[assignment]
            found[min(4, dice + 1)] += chance * NINE  # type: ignore[assignment]
        else:
            found[dice] += chance  # type: ignore[assignment]
    return {dice: chance for dice, chance in found.items() if chance}


@pytest.mark.parametrize("coloured", range(4))
def test_a_target_is_walked_under_fire(coloured: int) -> None:
    states = {coloured: Fraction(1)}
    for many in range(1, 4):
        following: Counter[int] = Counter()
        for dice, share in states.items():
            for end, chance in (after(2, 1, dice) if dice < 4 else {4: Fraction(1)}).items():
                following[end] += share * chance  # type: ignore[assignment]
        states = dict(following)  # type: ignore[arg-type]
        told = chances(
            "nr/volleys?shooter=line-infantry&figure=listed&formation=line&target=line-infantry&target-figure=1&target-formation=line"
            f"&target-coloured={coloured}&cover=none&distance=2&volleys={many}"
        )
        assert {4 if dice == "removed" else dice: chance for dice, chance in told.items()} == states


def test_aimed_or_plain() -> None:
    for own, other in product((0, 2, 3), (1, 2, 5)):
        found = value(
            f"nr/aim-or-fire?shooter-adds={own}&target-adds={other}&coloured=0&quality=4&damage=0&dice=3&pick=white&ruling.crippled-scope=B"
        )
        mean = sum(points * chance for (points, _), chance in results(own, other).items())
        aimed = sum(points * chance for (points, _), chance in results(own, other - 1).items())
        assert (found["plain"], found["aimed"]) == (2 * mean, aimed)


@pytest.mark.parametrize(
    "address_",
    [
        address(3, 1),
        "nr/volleys?shooter=line-infantry&formation=line&target=recruits&target-formation=column&target-coloured=1&distance=1&volleys=3",
    ],
)
def test_real_dice_agree(address_: str) -> None:
    comes_near(address_, seed=1811, throws=1500)


def walked(actions: int, speed: int, formation: str, reading: str) -> int:
    """Return how far so many actions take infantry straight ahead, in S.

    Every list of Moves and Double times that they pay for is tried.
    """
    move = {"line": max(0, speed - 1), "column": speed, "square": 0}[formation]
    double = 0 if formation == "square" else move + 1
    most = 0
    for moves, doubles in product(range(4), repeat=2):
        if moves + 2 * doubles <= actions:
            far = moves * move + doubles * double
            most = max(most, far if reading == "A" else min(far, double if doubles else move))
    return most


@pytest.mark.parametrize("reading", "AB")
def test_every_way_to_go_nearer_is_tried(reading: str) -> None:
    ways = product(("line", "column", "square"), (1, 2, 4), (1, 2, 3), ("1/2", "2", "3", "4.5"))
    for formation, speed, actions, where in ways:
        own, far = 3, Fraction(where)
        best = Fraction(-1)
        for spent, quarters in product(range(actions), range(1, 25)):
            place = Fraction(quarters, 4)
            if not far - walked(spent, speed, formation, reading) <= place <= min(far, 3):
                continue
            adds = own - 2 * (formation != "line") + (1 if place <= 1 else 0 if place <= 2 else -1)
            each = sum(chance for (points, _), chance in results(adds, 2).items() if points)
            best = max(best, 1 - (1 - each) ** (actions - spent))
        at = (
            f"nr/range-advance?shooter=line-infantry&figure={own}&speed={speed}&formation={formation}&coloured=0&target=line-infantry"
            f"&target-figure=2&target-formation=line&target-coloured=0&cover=none&distance={where}&actions={actions}&ruling.move-total={reading}"
        )
        if best < 0:
            assert ask(at).refused
            continue
        found = value(at)
        assert found["hurt"] == best
        assert found["distance"] >= far - walked(found["spent"], speed, formation, reading)
        assert found["volleys"] == actions - found["spent"]

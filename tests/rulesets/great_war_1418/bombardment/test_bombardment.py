"""Tests of bombardment against brute force.

They try every face, every split of the shots, and the share of a base point by point; real dice are compared with the
chances.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask
from drillbook.errors import Contradiction


def one_die(resilience: int, bonus: int, outer: bool) -> Fraction:
    good = sum(face + bonus >= resilience for face in range(1, 7))
    again = sum(face + bonus >= resilience for face in range(1, 7)) if outer else 6
    return Fraction(good * again, 36)


def fate(target: tuple[int, int, bool], shots: int, boosted: int, bonus: int) -> tuple[Fraction, Fraction]:
    """Return the chances that a target is removed and that it is hit at all.

    Every way the dice may fall is counted.
    """
    resilience, carried, outer = target
    dice = [one_die(resilience, bonus, outer)] * boosted + [one_die(resilience, 0, outer)] * (shots - boosted)
    removed = harmed = Fraction(0)
    for fall in product((0, 1), repeat=shots):
        chance = Fraction(1)
        for hit, good in zip(fall, dice, strict=True):
            chance *= good if hit else 1 - good
        removed += chance * (sum(fall) + carried >= 2)
        harmed += chance * (sum(fall) > 0)
    return removed, harmed


@pytest.mark.parametrize(
    ("shots", "batteries", "bonus", "targets"),
    [
        (4, 2, 2, [(6, 0, False), (4, 0, True), (5, 1, False)]),
        (5, 3, 1, [(7, 1, False), (4, 0, False), (2, 0, True)]),
        (6, 3, 3, [(8, 0, False), (6, 0, True), (6, 1, True)]),
        (1, 1, 3, [(7, 0, False), (7, 1, True)]),
    ],
)
@pytest.mark.parametrize("aim", ["removals", "harm"])
def test_the_best_of_all_splits(
    shots: int, batteries: int, bonus: int, targets: list[tuple[int, int, bool]], aim: str
) -> None:
    cap = max(1, shots // 2)
    known: dict[tuple[int, int, int], tuple[Fraction, Fraction]] = {}
    best = Fraction(0)
    for split in product(range(cap + 1), repeat=len(targets)):
        if sum(split) > shots:
            continue
        for plus in product(*(range(many + 1) for many in split)):
            if sum(plus) > batteries:
                continue
            worth = Fraction(0)
            for place, (many, more) in enumerate(zip(split, plus, strict=True)):
                key = place, many, more
                if key not in known:
                    known[key] = fate(targets[place], many, more, bonus)
                worth += known[key][aim == "harm"]
            best = max(best, worth)
    rows = ";".join(f"{r},{c},{'yes' if outer else 'no'}" for r, c, outer in targets)
    found = value(f"gw/best-bombardment?shots={shots}&batteries={batteries}&bonus={bonus}&aim={aim}&targets={rows}")
    assert found["removed" if aim == "removals" else "harmed"] == best
    assert sum(int(one) for one in str(found["split"]).split(" + ")) <= shots


def test_platoons_fall_one_by_one() -> None:
    """The four shots with the bonus lie where they remove most."""
    address = "gw/shelling?shots=8&batteries=4&bonus=2&targets=0,0,no,6,0,3;0,2.5,no,4,0,3;2,0,yes,5,1,1"
    targets = [((6, 0, False), 3), ((4, 0, True), 3), ((5, 1, True), 1)]
    every = [plus for plus in product(range(4), range(4), range(2)) if sum(plus) <= 4]
    fates = max(
        (
            [fate(target, many, more, 2)[0] for (target, many), more in zip(targets, plus, strict=True)]
            for plus in every
        ),
        key=sum,
    )
    wanted = {number: Fraction(0) for number in range(4)}
    for fall in product((0, 1), repeat=3):
        chance = Fraction(1)
        for gone, one in zip(fall, fates, strict=True):
            chance *= one if gone else 1 - one
        wanted[sum(fall)] += chance
    assert chances(address) == wanted


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("x", "y"), [(0, 0), (1.3, 0.2), (1.6, -0.4), (0.6, 1.3), (-1, -1), (2.9, 0), (2.5, 2.5), (4.2, 0.1)]
)
def test_a_base_point_by_point(x: float, y: float, turned: bool) -> None:
    wide, deep = (1.0, 2.0) if turned else (2.0, 1.0)
    fine = 200
    points = [
        (x + wide * ((i + 0.5) / fine - 0.5), y + deep * ((j + 0.5) / fine - 0.5))
        for i, j in product(range(fine), repeat=2)
    ]
    inside = sum(a * a + b * b <= 1.5**2 for a, b in points) / fine**2
    under = any(a * a + b * b <= 9 for a, b in points)
    found = value(f"gw/under-circle?bases={x},{y},{'yes' if turned else 'no'},yes")
    assert abs(inside - 0.5) > 0.01, "too near to a half for this test"
    assert (found["covered"], found["outer"]) == (int(under), int(under and inside < 0.5))


@pytest.mark.parametrize("bonus_die", "ABC")
def test_real_dice_fall_as_they_should(bonus_die: str) -> None:
    comes_near(
        "gw/shelling?shots=8&batteries=4&bonus=2&targets=0,0,no,6,0,4;0,2.5,no,4,0,3;2,0,yes,5,1,1"
        f"&ruling.bonus-die={bonus_die}",
        seed=1916,
    )


@pytest.mark.parametrize(
    ("platoons", "wanted"),
    [
        ([(0, 0, "no"), (0, 0, "no")], [(0, 0), (0, -1)]),
        ([(0, 0, "no"), (1, 0, "yes")], [(0, 0), (Fraction(3, 2), 0)]),
        ([(4, 4, "no"), (4, 4, "no")], [(4, 4), (4, 3)]),
    ],
)
def test_bases_that_overlap_are_moved_apart(platoons: list[tuple[int, int, str]], wanted: list[object]) -> None:
    """Two bases of 2 by 1 inches: the later one goes to the nearest free place."""
    rows = ";".join(f"{x},{y},{turned},4,0,0" for x, y, turned in platoons)
    with pytest.raises(Contradiction, match="overlap") as problem:
        ask(f"gw/shelling?shots=2&batteries=1&bonus=0&targets={rows}")
    offered = problem.value.instead["targets"]
    assert isinstance(offered, tuple)
    assert [row[:2] for row in offered] == wanted
    rows = ";".join(f"{float(row[0])},{float(row[1])},{'yes' if row[2] else 'no'},4,0,0" for row in offered)
    assert value(f"gw/shelling?shots=2&batteries=1&bonus=0&targets={rows}")["allowed"]


def test_bases_under_the_circle_cannot_overlap_either() -> None:
    with pytest.raises(Contradiction, match="base 3 lies on another") as problem:
        ask("gw/under-circle?bases=0,0,no,yes;2,0,no,yes;1,0.9,no,yes")
    offered = problem.value.instead["bases"]
    assert isinstance(offered, tuple)
    assert [row[:2] for row in offered] == [(0, 0), (2, 0), (1, 1)]
    rows = ";".join(f"{x},{y},no,yes" for x, y, *_ in offered)
    assert value(f"gw/under-circle?bases={rows}")["covered"] == 3


def test_no_shot_is_wasted_and_equals_are_told_apart() -> None:
    """Best splits put no shot on a target that nothing can hurt.

    Of two splits that remove as many, the one that also hits more is taken.
    """
    assert value("gw/best-bombardment?shots=8&batteries=4&bonus=2&targets=10,0,no;4,0,no")["split"] == "0 + 4"
    alike = value("gw/best-bombardment?shots=3&batteries=2&bonus=0&aim=removals&targets=6,0,no;5,0,no;4,0,no")
    assert (alike["split"], alike["removed"]) == ("1 + 1 + 1", 0)


def test_nobody_under_the_circle_is_said_in_words() -> None:
    assert ask("gw/under-circle?bases=6,6,no,yes").headline == "No bases under the circle"

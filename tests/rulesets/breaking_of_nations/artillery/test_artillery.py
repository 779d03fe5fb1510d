"""Tests of artillery: every die and every landing place is enumerated by hand.

Each number is tried one step below, on and above.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from asking import chances, comes_near, value
from drillbook.asking.answers.ask import ask
from drillbook.errors import AskError
from drillbook.rules.library import library

getcontext().prec = 60
D3, D6, D12 = range(1, 4), range(1, 7), range(1, 13)
ROOT = Decimal(3).sqrt()
#: twice the sine of 30 degrees times the hour: a + b·√3
TWICE_SINE = {0: (0, 0), 1: (1, 0), 2: (0, 1), 3: (2, 0), 4: (0, 1), 5: (1, 0)}


def shared(outcomes: list[Any]) -> dict[Any, Fraction]:
    """Equally likely outcomes, counted."""
    return {outcome: Fraction(count, len(outcomes)) for outcome, count in Counter(outcomes).items()}


# --- the two places where the source prints a number twice


def test_what_is_printed_twice_agrees() -> None:
    bon = library().find("bon")
    pieces = bon.table("artillery")
    assert pieces.row("mortar").cells["long"] == bon.rule("artillery.mortar-range").values["far"]
    salvo, rof = pieces.row("mg").cells["salvo"], bon.rule("artillery.mg-rof").values
    assert salvo * rof["salvoes"] == rof["shots"]  # type: ignore[operator]


# --- direct fire


def hit(face: int, needed: int) -> bool:
    return face >= needed or face == 12


@pytest.mark.parametrize(("ground", "cover"), [("clear", 0), ("rubble", 3), ("dense-forest", 6), ("trenches", 12)])
@pytest.mark.parametrize("men", [1, 2, 3, 5, 6, 7])
@pytest.mark.parametrize("reading", "ABC")
def test_scattered_dice_one_by_one(ground: str, cover: int, men: int, reading: str) -> None:
    needed = 5 + cover + 1
    if reading == "B":
        chance = Fraction(sum(hit(face, needed) for face in D12), 12)
        wanted: Counter[int] = Counter()
        for rolls in product((True, False), repeat=6):
            weight, left = Fraction(1), men
            for good in rolls:
                weight *= chance if good else 1 - chance
            for pair in zip(rolls[::2], rolls[1::2], strict=True):  # a die attacks two men, or the last one who stands
                left -= sum(pair[: min(2, left)])
            wanted[men - left] += weight  # type: ignore[assignment]
    else:
        each = 2 if reading == "A" else 1
        wanted = shared([min(men, each * sum(hit(f, needed) for f in faces)) for faces in product(D12, repeat=3)])  # type: ignore[assignment]
    found = chances(
        f"bon/direct-fire?piece=howitzer&ammunition=shell&distance=20&target=squad&men={men}&grade=regular&armour=minimal"
        f"&ground={ground}&emplacement=mg&ruling.one-die-two={reading}"
    )
    assert found == {outcome: chance for outcome, chance in wanted.items() if chance}


WOUNDS = {"mg": 3, "mortar": 3, "light-howitzer": 2, "heavy-howitzer": 3, "heavy-gun": 4}
MULTIPLE = {"light-howitzer": (3, 2), "howitzer": (3, 3), "heavy-howitzer": (4, 4), "heavy-gun": (4, 5)}


@pytest.mark.parametrize("piece", MULTIPLE)
@pytest.mark.parametrize("enemy", WOUNDS)
@pytest.mark.parametrize("overkill", "AB")
@pytest.mark.parametrize("sum_of_dice", [False, True])
def test_a_piece_is_destroyed_by_enough_damage(piece: str, enemy: str, overkill: str, sum_of_dice: bool) -> None:
    dice, multiple = MULTIPLE[piece]
    needed, wounds = 7, WOUNDS[enemy]
    gone = 0
    for faces in product(D12, repeat=dice):
        count = int(sum(faces) >= needed) if sum_of_dice else sum(hit(face, needed) for face in faces)
        left = [wounds - multiple * n for n in range(1, count + 1)]
        gone += any(rest <= 0 for rest in left) if overkill == "A" else 0 in left
    found = value(
        f"bon/direct-fire?piece={piece}&ammunition=shell&distance=20&target=gun&men=5&grade=regular&armour=minimal&ground=clear"
        f"&emplacement={enemy}&ruling.overkill={overkill}&ruling.emplacement-dice={'B' if sum_of_dice else 'A'}"
    )
    assert found["destroyed"] == Fraction(gone, 12**dice)


REACH = {
    "light-howitzer": 30,
    "howitzer": 36,
    "heavy-howitzer": 45,
    "light-gun": 60,
    "medium-gun": 90,
    "heavy-gun": 188,
}


@pytest.mark.parametrize("piece", REACH)
@pytest.mark.parametrize("boundary", "AB")
def test_the_last_inch_of_the_range(piece: str, boundary: str) -> None:
    for off in (-1, 0, 1):
        far = REACH[piece] + off
        inches = f"distance={far}" if piece != "heavy-gun" else f"distance=100&farther={far - 100}"
        found = ask(
            f"bon/direct-fire?piece={piece}&ammunition=shell&{inches}&target=squad&ruling.range-boundary={boundary}"
        )
        assert found.refused == (off > 0 or (off == 0 and boundary == "B"))


# --- deviation


def places(far: list[tuple[int, Fraction]], error: int) -> Iterator[tuple[Decimal, Decimal, Fraction]]:
    """Every landing place, in sixty digits: across, beyond, its share."""
    for length, share in far:
        for hour in D12:
            x, y = (
                Decimal(math.copysign(1, math.sin(2 * math.pi * (turn % 12) / 12 + 1e-9)))
                * (Decimal(TWICE_SINE[turn % 6][0]) + Decimal(TWICE_SINE[turn % 6][1]) * ROOT)
                for turn in (hour, hour + 3)
            )
            yield length * x / 2, length * y / 2 + error, share / 12


def distances(kind: str, how: str, reading: str) -> list[tuple[int, Fraction]]:
    """How far a round strays, with its share."""
    ordinary = [(n, Fraction(1, 3)) for n in D3] if kind == "shell" else [(n, Fraction(1, 6)) for n in D6]
    wild = [(n if kind == "shell" else n + 3, Fraction(1, 6)) for n in D6]
    critical = {"chain": {"A": Fraction(1, 4), "B": Fraction(1, 12), "C": Fraction(0)}[reading]}.get(
        how, Fraction(int(how == "critical"))
    )
    return [(n, share * (1 - critical)) for n, share in ordinary] + [(n, share * critical) for n, share in wild]


FIGURES = [(0, 0, 0), (1, 0.5, 0.5), (1.5, -2, 0.5), (2, 2, 0), (0, -4, 0.5), (-5, 1, 1), (0, 2, 0), (3, 0, 0)]


@pytest.mark.parametrize("kind", ["shell", "shot"])
@pytest.mark.parametrize("how", ["chain", "ordinary", "critical"])
@pytest.mark.parametrize("error", [-2, 0, 3])
@pytest.mark.parametrize("touch", "AB")
def test_every_landing_place(kind: str, how: str, error: int, touch: str) -> None:
    radius = Decimal(2 if kind == "shell" else 1)
    for reading in "ABC" if how == "chain" else "A":
        expected = dict.fromkeys(FIGURES, Fraction(0))
        count: Counter[int] = Counter()
        for x, y, share in places(distances(kind, how, reading), error):
            under = 0
            for figure in FIGURES:
                across, beyond, base = (Decimal(str(one)) for one in figure)
                limit = radius + (base if touch == "A" else 0)
                if (x - across) ** 2 + (y - beyond) ** 2 <= limit**2 + Decimal("1e-40"):
                    expected[figure] += share
                    under += 1
            count[under] += share  # type: ignore[assignment]
        rest = f"&fire=indirect&distance=24&error={error}&roll={how}&ruling.artillery-critical-miss={reading}&ruling.template-touch={touch}"
        written = ";".join(",".join(str(one) for one in figure) + ",enemy" for figure in FIGURES)
        found = ask(f"bon/deviation?piece=howitzer&ammunition={kind}&figures={written}{rest}")
        assert {k: v for k, v in count.items() if v} == dict(found.outcome.distribution.items())  # type: ignore[union-attr]
        each = [figure.touched for figure in found.outcome.exhibits[0].figures[: len(FIGURES)]]  # type: ignore[union-attr]
        assert each == list(expected.values())


def test_no_round_strays_fifteen_inches() -> None:
    found = ask(
        "bon/deviation?piece=howitzer&ammunition=shot&fire=indirect&distance=24&error=0&roll=chain&figures=0,0,0,enemy"
    )
    spots = found.outcome.exhibits[0].spots  # type: ignore[union-attr]
    assert sum(spot.chance for spot in spots) == 1
    assert max(math.hypot(float(spot.x), float(spot.y)) for spot in spots) == pytest.approx(9)


def test_twelve_is_straight_ahead() -> None:
    ahead = ask(
        "bon/deviation?piece=howitzer&ammunition=shell&fire=indirect&distance=24&error=0&roll=ordinary&figures=0,5,0,enemy"
    )
    aside = ask(
        "bon/deviation?piece=howitzer&ammunition=shell&fire=indirect&distance=24&error=0&roll=ordinary&figures=5,0,0,enemy"
    )
    assert ahead.outcome.chance == aside.outcome.chance == Fraction(1, 36)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("apart", "radius", "base"),
    [(1.4, 1, 0.5), (0.9, 1, 0.5), (1.0, 1, 0.5), (1.9, 2, 1.0), (1.7, 2, 1.0), (0.2, 1, 1.3)],
)
def test_more_than_half_of_a_base(apart: float, radius: float, base: float) -> None:
    from drillbook.rulesets.breaking_of_nations.common.template import most_of

    steps = [(-1 + (2 * n + 1) / 400) * base for n in range(400)]
    inside = [(x, y) for x in steps for y in steps if x * x + y * y <= base * base]
    covered = sum(math.hypot(x - apart, y) <= radius for x, y in inside)
    assert abs(covered / len(inside) - 0.5) > 0.005, "too near to tell by counting"
    assert most_of(apart, radius, base) == (covered > len(inside) / 2)


def test_two_circles_that_barely_cross_or_barely_hold_each_other() -> None:
    from drillbook.rulesets.breaking_of_nations.common.template import most_of

    for radius, base in product([0.1 * n for n in range(1, 30)], repeat=2):
        assert most_of(math.nextafter(abs(radius - base), 9), radius, base) == (
            radius > base or 2 * radius**2 > base**2
        )
        assert not most_of(math.nextafter(radius + base, 0), radius, base)


@pytest.mark.parametrize(("reading", "far"), [("A", Fraction(1, 8)), ("B", Fraction(1, 24)), ("C", Fraction(0))])
def test_a_shell_that_strays_four_inches_or_more(reading: str, far: Fraction) -> None:
    found = ask(
        "bon/deviation?piece=howitzer&ammunition=shell&fire=indirect&distance=24&error=0&roll=chain&figures=0,0,0,enemy"
        f"&ruling.artillery-critical-miss={reading}"
    )
    stray = next(one for one in found.outcome.exhibits if one.name == "stray")  # type: ignore[union-attr]
    assert stray.series[""].at_least(4) == far


def test_a_mortar_never_fires_directly() -> None:
    mortar = "bon/deviation?piece=mortar&ammunition=shell&distance=20&figures=0,0,0,enemy&ruling.deviation-scope=A"
    assert ask(mortar).outcome.chance == Fraction(7, 12)  # type: ignore[union-attr]
    with pytest.raises(AskError, match="fires indirectly"):
        ask(mortar + "&fire=direct")


# --- the crew


@pytest.mark.parametrize(("piece", "arc"), [("howitzer", 45), ("mg", 90)])
@pytest.mark.parametrize("each_side", [False, True])
def test_turning_until_the_target_is_in_the_arc(piece: str, arc: int, each_side: bool) -> None:
    half = Fraction(arc) if each_side else Fraction(arc, 2)
    for step in range(73):
        bearing = Fraction(5 * step, 2)
        turns = next(n for n in range(9) if bearing - 90 * n <= half)
        found = value(
            f"bon/crew-clock?piece={piece}&bearing={float(bearing)}&moves=0&ruling.firing-arc={'B' if each_side else 'A'}"
        )
        assert found["rotations"] == turns
        assert found["needed"] == 3 + turns
        assert found["now"] == (turns == 0)
        assert found["turn"] == (1 if turns == 0 else 2)


# --- the bombardment


@pytest.mark.parametrize(("wide", "cells"), list(product((False, True), repeat=2)))
def test_every_impact_on_every_point(wide: bool, cells: bool) -> None:
    radius, shift = (6 if wide else 3), (Fraction(1, 2) if cells else 0)
    readings = f"&ruling.prelim-template={'B' if wide else 'A'}&ruling.prelim-grid={'B' if cells else 'A'}"
    found = ask(f"bon/bombardment?hours=4&phased=no{readings}")
    grid = found.outcome.exhibits[0]  # type: ignore[union-attr]
    for y, x in product(range(13), repeat=2):
        count = sum((a - shift - x) ** 2 + (b - shift - y) ** 2 <= radius**2 for a, b in product(D12, repeat=2))
        row, column = grid.rows.index(str(y)), grid.columns.index(str(x))
        assert grid.cells[row][column] == Fraction(count, 144)


def test_losses_of_two_phases_by_hand() -> None:
    covered, hit_by = Fraction(29, 144), Fraction(1, 12)
    after: dict[int, Fraction] = {5: Fraction(1)}
    for _ in range(2):
        now: Counter[int] = Counter()
        for men, share in after.items():
            now[men] += share * (1 - covered)  # type: ignore[assignment]
            for rolls in product((True, False), repeat=3):
                weight = math.prod(hit_by if good else 1 - hit_by for good in rolls)
                now[max(0, men - 2 * sum(rolls))] += share * covered * weight  # type: ignore[assignment]
        after = now  # type: ignore[assignment]
    found = chances(
        "bon/bombardment?hours=4&phased=yes&weapon=medium&along=6&across=6&men=5&grade=regular&armour=minimal&ground=trenches"
    )
    assert found == {5 - men: share for men, share in after.items() if share}


@pytest.mark.parametrize("hours", range(1, 13))
def test_hours_become_phases(hours: int) -> None:
    for reading, phased, phases in (
        ("A", "no", 1), ("A", "yes", hours // 2), ("B", "no", hours), ("B", "yes", hours), ("C", "no", 1), ("C", "yes", (hours + 1) // 2),
    ):  # fmt: skip
        assert value(f"bon/bombardment?hours={hours}&phased={phased}&ruling.prelim-hours={reading}")["phases"] == phases


# --- the machine gun


@pytest.mark.parametrize("reading", "ABC")
def test_surplus_hits_of_six_shots(reading: str) -> None:
    """Surplus hits of six shots go on to the units behind as the reading says.

    Two greens at 9 inches (hit on 4+), then one man in a trench at 10 (needs 17+, only a 12 hits), then four in the open at
    19 (hit on 6+). Reading A carries the hits on, B rolls again for each hit, C stops after one unit.
    """
    chance, second, third = Fraction(9, 12), Fraction(1, 12), Fraction(7, 12)
    behind = [Fraction(0), Fraction(0)]
    for rolls in product((True, False), repeat=6):
        weight = math.prod(chance if good else 1 - chance for good in rolls)
        spare = max(0, sum(rolls) - 2)
        if reading == "B":
            for again in product((True, False), repeat=spare):
                share = weight * math.prod(second if good else 1 - second for good in again)
                behind[0] += share * min(1, sum(again))
                left = max(0, sum(again) - 1)
                for last in product((True, False), repeat=left):
                    behind[1] += share * math.prod(third if good else 1 - third for good in last) * min(4, sum(last))
        else:
            behind[0] += weight * min(1, spare)
            behind[1] += weight * min(4, max(0, spare - 1)) if reading == "A" else 0
    found = value(
        "bon/machine-gun?distance=9&salvoes=1&target=squad&men=2&grade=green&armour=minimal&ground=clear"
        f"&behind=19,4,clear;10,1,trenches&running=0&ruling.equalizer-scope={reading}"
    )
    assert found["behind"] == sum(behind)


@pytest.mark.parametrize(("men", "mark"), [(1, 2), (17, 18), (18, None), (30, None)])
def test_the_hits_of_a_burst_and_where_they_become_surplus(men: int, mark: int | None) -> None:
    address = f"bon/machine-gun?distance=18&salvoes=3&target=squad&men={men}&grade=regular&armour=minimal&ground=clear"
    shown = next(one for one in ask(address).outcome.exhibits if one.name == "hits")  # type: ignore[union-attr]
    chance = Fraction(7, 12)
    assert shown.series[""][5] == math.comb(18, 5) * chance**5 * (1 - chance) ** 13
    assert (shown.mark and shown.mark.at) == mark


def test_units_out_of_range_take_nothing() -> None:
    found = value(
        "bon/machine-gun?distance=9&salvoes=3&target=squad&men=2&grade=green&armour=minimal&ground=clear&behind=37,4,clear"
    )
    assert found["behind"] == 0


@pytest.mark.parametrize(
    ("reading", "scores"), [("A", (6, 5, 4, 3, 2, 1)), ("B", (5, 4, 3, 2, 1, 1)), ("C", (6, 5, 4, 4, 4, 4))]
)
@pytest.mark.parametrize("turns", [1, 3, 6])
def test_six_ammunition_dice(reading: str, scores: tuple[int, ...], turns: int) -> None:
    for effect, late in (("A", 0), ("B", 1)):
        fired = []
        for faces in product(D6, repeat=turns):
            dry = next(
                (turn for turn, (face, score) in enumerate(zip(faces, scores, strict=False)) if face >= score), None
            )
            fired.append(turns if dry is None else dry + late)
        address = f"bon/machine-gun-ammunition?lost=2&turns={turns}&ruling.mg-ammo-turns={reading}&ruling.mg-ammo-effect={effect}"
        assert chances(address) == shared(fired)


# --- an indirect round among men

MIXED = [
    (0, 0, 0.5, "enemy"),
    (1.5, 0.5, 0.5, "enemy"),
    (-1, -1, 0.3, "friend"),
    (0, 3, 0.5, "enemy"),
    (2, -2, 0.5, "friend"),
]


def felled(men: int, reading: str, apart: bool) -> dict[int, Fraction]:
    """Return the chances of how many of so many regulars fall.

    They fall to three dice at 6 or more, to a die each, or without a roll.
    """
    hit = Fraction(7, 12)
    if reading == "C":
        return {men: Fraction(1)}
    if reading == "B":
        return {n: math.comb(men, n) * hit**n * (1 - hit) ** (men - n) for n in range(men + 1)}
    left = {men: Fraction(1)}
    for _ in range(3):
        after: Counter[int] = Counter()
        for standing, weight in left.items():
            many = min(2, standing)
            ends = {n: math.comb(many, n) * hit**n * (1 - hit) ** (many - n) for n in range(many + 1)}
            if not apart:
                ends = {0: 1 - hit, many: hit} if many else {0: Fraction(1)}
            for n, chance in ends.items():
                after[standing - n] += weight * chance  # type: ignore[assignment]
        left = dict(after)  # type: ignore[arg-type]
    return {men - standing: weight for standing, weight in left.items()}


@pytest.mark.parametrize("reading", "ABC")
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("error", [0, 2])
def test_an_indirect_round_among_friend_and_foe(reading: str, apart: bool, error: int) -> None:
    """Indirect rounds fell friends and enemies by their shares of the men under the round.

    The test sums over landing places and dice. Chance decides who of the men under the round falls, so that each falls as
    often as any other. `apart` gives both men of one die a roll of their own.
    """
    enemies = friends = nobody = Fraction(0)
    for x, y, share in places(distances("shell", "chain", "A"), error):
        near = [
            side for at_x, at_y, base, side in MIXED if math.hypot(float(x) - at_x, float(y) - at_y) <= 2 + base + 1e-9
        ]
        own = near.count("enemy")
        for count, chance in felled(len(near), reading, apart).items():
            enemies += share * chance * Fraction(count * own, len(near) or 1)
            friends += share * chance * Fraction(count * (len(near) - own), len(near) or 1)
            others = len(near) - own
            nobody += share * chance * Fraction(math.comb(others, count), math.comb(len(near), count))
    rows = ";".join(f"{x},{y},{base},{side},no" for x, y, base, side in MIXED)
    found = value(
        f"bon/indirect-fire?piece=howitzer&distance=24&error={error}&figures={rows}&ruling.shell-effect={reading}"
        f"&ruling.one-die-two={'B' if apart else 'A'}"
    )
    assert (found["fallen"], found["friends_fallen"], found["anyone"]) == (enemies, friends, 1 - nobody)


@pytest.mark.parametrize(
    "address",
    [
        "bon/indirect-fire?piece=howitzer&distance=24",
        "bon/indirect-fire?piece=mortar&distance=20&figures=0,0,0.5,enemy,no;1,1,0.5,friend,no&ruling.shell-effect=B",
        "bon/indirect-fire?piece=heavy-gun&ammunition=shot&distance=60&figures=0,0,0.5,friend,no;1,0,0.4,friend,yes&ruling.dice-again=B",
        "bon/indirect-fire?piece=howitzer&distance=20&ruling.shell-effect=C",
        "bon/direct-fire?target=vehicle&vehicle-cv=9",
        "bon/machine-gun?distance=9&salvoes=1&men=4&formation=mass&charging=yes",
    ],
)
def test_rounds_and_bursts_fall_as_the_chances_say(address: str) -> None:
    comes_near(address, seed=1917)

"""Dice, chains and geometry against brute force."""

from fractions import Fraction
from itertools import product
from math import comb
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drillbook.errors import RulesError
from drillbook.maths.binomial_sums import DicePool, sums_by_dice, sums_by_hits
from drillbook.maths.chains import Chain
from drillbook.maths.dice import Distribution, binomial, highest, pool, read_dice, roll, total
from drillbook.maths.exact import as_json, parse_number
from drillbook.maths.formulas import Formula
from drillbook.maths.geometry import Point, Surd, clock, distance_squared, landing, within
from drillbook.maths.number_words import averaged, odds, one_in, percent, short_percent, write_mean, write_number
from drillbook.maths.packed_integers import Slots

D6 = range(1, 7)


@pytest.mark.parametrize(("text", "count", "faces"), [("2d6", 2, 6), ("3d6", 3, 6), ("d12", 1, 12), ("4d3", 4, 3)])
def test_roll_is_counted_out(text: str, count: int, faces: int) -> None:
    sums = [sum(hand) for hand in product(range(1, faces + 1), repeat=count)]
    for outcome, chance in roll(text).items():
        assert chance == Fraction(sums.count(outcome), len(sums))


def test_pool_is_counted_out() -> None:
    hands = [tuple(sorted(hand)) for hand in product(D6, repeat=3)]
    assert all(chance == Fraction(hands.count(hand), 216) for hand, chance in pool("d6", 3).items())
    assert pool("d6", 0) == Distribution.sure(())


def test_binomial_and_highest_are_counted_out() -> None:
    hits = [sum(die >= 5 for die in hand) for hand in product(D6, repeat=4)]
    assert all(chance == Fraction(hits.count(n), 1296) for n, chance in binomial(4, Fraction(1, 3)).items())
    best = [max(hand) for hand in product(D6, repeat=3)]
    assert all(chance == Fraction(best.count(n), 216) for n, chance in highest(roll("d6"), 3).items())
    assert total([roll("d6"), roll("d6")]) == roll("2d6")


@pytest.mark.parametrize("text", ["", "6", "d", "2d0", "d-6", "x2d6", "2d6+1"])
def test_no_dice(text: str) -> None:
    with pytest.raises(RulesError, match="is not dice"):
        read_dice(text)


def test_probabilities_must_sum_to_one() -> None:
    with pytest.raises(AssertionError):
        Distribution({1: Fraction(1, 2)})


def test_a_walk_is_ruined_as_known() -> None:
    half = Fraction(1, 2)
    walk = Chain(2, lambda at: Distribution({at - 1: half, at + 1: half}), absorbing=(0, 5))
    assert walk.expected_turns() == 2 * 3
    assert walk.absorbed() == {0: Fraction(3, 5), 5: Fraction(2, 5)}
    assert walk.after(2)[0] == Fraction(1, 4)
    stuck: Chain[int] = Chain(1, Distribution.sure, absorbing=(0,))
    assert stuck.expected_turns() is None
    assert stuck.absorbed() == {0: 0}


@given(st.fractions(-9, 9, max_denominator=20), st.fractions(-9, 9, max_denominator=20))
def test_surds_compare_as_numbers(a: Fraction, b: Fraction) -> None:
    value = Surd(a, b)
    near = float(value)
    assert value.sign == (near > 1e-12) - (near < -1e-12)
    assert float(value * value) == pytest.approx(near * near)
    assert value - value == 0


def test_the_clock_goes_round() -> None:
    assert clock(12) == Point(0, 1)
    assert clock(3) == Point(1, 0)
    assert clock(6) == Point(0, -1)
    assert all(distance_squared(Point(0, 0), clock(hour)) == 1 for hour in range(1, 13))
    assert within(Point(0, 0), Point(3, 4), 5)
    assert not within(Point(0, 0), Point(3, 4), Fraction(49, 10))


def test_landing_is_counted_out() -> None:
    hours = Distribution.weighted((hour, 1) for hour in range(1, 13))
    places = landing(Point(0, 0), hours, roll("d3"))
    assert len(places) == 36
    near = [
        1
        for hour in range(1, 13)
        for far in (1, 2, 3)
        if abs(complex(float(clock(hour).x), float(clock(hour).y)) * far - 1j) <= 2
    ]
    assert places.chance(lambda place: within(place, Point(0, 1), 2)) == Fraction(len(near), 36)


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("-1", -1), ("2.5", Fraction(5, 2)), ("1/3", Fraction(1, 3)), ("4/2", 2)]
)
def test_numbers_there_and_back(text: str, value: Fraction) -> None:
    assert parse_number(text) == value
    assert parse_number(write_number(value)) == value
    assert parse_number(text.replace("-", "−")) == value  # as it is printed


def test_json_holds_no_float() -> None:
    assert as_json({"a": Fraction(1, 3), "b": Fraction(4, 2), "c": True}) == {"a": "1/3", "b": 2, "c": True}
    with pytest.raises(TypeError):
        as_json(0.5)


def test_a_formula_stays_exact_and_agrees_with_sympy() -> None:
    made = Formula("x.y", "N", "Max(floor(A / 3), k - A)", {"N": "result", "A": "input"}, {"k": 5})
    assert made.unknowns == ("A",)
    for value in range(12):
        assert made(A=value) == Fraction(int(made.sympy().subs({"A": value})))
    with pytest.raises(RulesError, match="takes A, not B"):
        made(B=1)
    with pytest.raises(RulesError, match="may hold numbers"):
        Formula("x.y", "N", "__import__('os')", {}, {})()


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ("1/3", "33.3 % · 1/3 · 1 in 3"),
        ("3/8", "37.5 % · 3/8 · 3 in 8"),
        ("9/288", "3.1 % · 1/32 · 1 in 32"),
        ("63/2000", "3.1 % · 63/2000 · about 1 in 32"),
        ("1937/2000", "96.9 % · 1937/2000 · all but about 1 in 32"),
        ("0", "0.0 % · never"),
        ("1", "100.0 % · always"),
    ],
)
def test_odds(chance: str, said: str) -> None:
    assert odds(Fraction(chance)) == said


@pytest.mark.parametrize(
    ("mean", "said"),
    [
        ("3", "3"),
        ("5/2", "2.5"),
        ("7/3", "about 2.3"),
        ("1/1000", "under 0.1"),
        ("14999/1000", "about 15"),
        ("-7/3", "about -2.3"),
    ],
)
def test_means(mean: str, said: str) -> None:
    assert write_mean(Fraction(mean)) == said


@pytest.mark.parametrize(
    ("mean", "said"), [("1", "1 turn"), ("51/50", "about 1 turn"), ("3/2", "1.5 turns"), ("0", "0 turns")]
)
def test_means_of_a_thing(mean: str, said: str) -> None:
    assert averaged(Fraction(mean), "turn") == said


def test_rare_is_not_never() -> None:
    assert percent(Fraction(1, 10_000)) == "under 0.1 %"
    assert one_in(Fraction(1, 10_000)) == "1 in 10 000"
    assert percent(Fraction(9_999, 10_000)) == "over 99.9 %"


@pytest.mark.parametrize("kind", [Fraction, float])
def test_where_room_is_short_only_what_is_certain_is_all_and_only_what_is_impossible_is_nothing(kind: type) -> None:
    shares = [Fraction(share, 20_000) for share in range(20_001)]
    told = {share: short_percent(kind(share)) for share in shares}
    assert [share for share, words in told.items() if words == "100 %"] == [1]
    assert [share for share, words in told.items() if words == "0 %"] == [0]
    assert told[Fraction(199, 200)] == "99.5 %"
    assert (told[shares[1]], told[shares[-2]]) == ("<0.1 %", ">99.9 %")
    assert told[Fraction(7, 20)] == "35 %"
    assert not {words for words in told.values() if words in ("100.0 %", "0.0 %")}


@given(
    st.dictionaries(st.integers(0, 8), st.integers(1, 10**12), max_size=9),
    st.dictionaries(st.integers(0, 8), st.integers(1, 10**12), max_size=9),
    st.integers(0, 10**12),
)
def test_packed_numbers_add_and_multiply_slot_by_slot(one: dict[int, int], other: dict[int, int], times: int) -> None:
    slots = Slots.holding(9, 10**12 * (10**12 + 1))
    packed = times * slots.put(one.items()) + slots.put(other.items())
    wanted = {slot: times * one.get(slot, 0) + other.get(slot, 0) for slot in range(9)}
    assert slots.read(packed) == {slot: number for slot, number in wanted.items() if number}
    assert slots.first(packed) == wanted[0]


def test_the_first_turn_in_which_something_comes() -> None:
    by = [Fraction(0), Fraction(1, 2), Fraction(3, 4)]
    assert Distribution.first_turn(by) == Distribution({1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 4)})
    assert Distribution.first_turn([Fraction(0), Fraction(1)]) == Distribution.sure(1)


@pytest.mark.parametrize(("chance", "toll"), [("1/6", "1"), ("2/3", "1"), ("1/3", "2/3"), ("0", "1/2")])
def test_choices_of_the_hits_are_added_up(chance: str, toll: str) -> None:
    hits_on, kept, saves, most = Fraction(chance), Fraction(toll), 6, 5
    thrown, does = DicePool(hits_on, saves, most, kept), [7, 0, 11, 3, 5, 2]
    under = (hits_on.denominator * kept.denominator * saves) ** most * thrown.spare
    chances = [
        [
            comb(dice, hits) * (hits_on * kept) ** hits * (1 - hits_on) ** (dice - hits) / saves**hits
            for hits in range(most + 1)
        ]
        for dice in range(most + 1)
    ]
    by_dice = [part * row for part, row in zip(thrown.by_dice, sums_by_dice(thrown.by_hits, does), strict=True)]
    assert by_dice == [under * sum(map(mul, row, does)) for row in chances]
    by_hits = [part * row for part, row in zip(thrown.by_hits, sums_by_hits(thrown.by_dice, does), strict=True)]
    assert by_hits == [under * sum(map(mul, row, does)) for row in zip(*chances, strict=True)]


def test_dice_that_cannot_miss_are_not_weighed() -> None:
    with pytest.raises(ValueError, match="cannot miss"):
        DicePool(Fraction(1), 6, 3)

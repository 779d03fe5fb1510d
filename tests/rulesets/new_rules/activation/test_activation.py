"""Tests of activation by counting.

They count every face of every die, every blunder and every reroll; every order and every number of dice.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from asking import chances, comes_near, value
from drillbook import ask

SIDES = {"A": 6, "B": 10, "C": 8}


@cache
def activated(
    quality: int, white: int, coloured: int, sides: int = 6, hesitation: str = "A", garbled: str = "A"
) -> dict[tuple[int, bool, bool], Fraction]:
    """Return the chances of (actions, turnover, blunder) of an activation.

    The dice come first, then a d6 for the table, then a reroll of a success.
    """
    found: Counter[tuple[int, bool, bool]] = Counter()
    many = white + coloured
    for faces in product(range(1, sides + 1), repeat=many):
        good = sum(face >= quality for face in faces)
        blunder = 1 in faces[white:]
        for line, again in product(range(1, 7), range(1, sides + 1)):
            actions, failed, lost = good, many - good, False
            if blunder and line == 1 and good:
                actions = good - 1 + (again >= quality)
                failed += (again < quality) if garbled == "A" else 0
            if blunder and line == 2:
                actions, lost = 0, True
            turnover = failed >= 2 and not (lost and hesitation == "A")
            found[actions, turnover, blunder] += 1
    whole = sides**many * 6 * sides
    return {key: Fraction(count, whole) for key, count in found.items()}


def share(found: dict[tuple[int, bool, bool], Fraction], place: int, least: int = 1) -> Fraction:
    return sum((chance for key, chance in found.items() if key[place] >= least), Fraction(0))


@pytest.mark.parametrize("damage", range(4))
@pytest.mark.parametrize("dice", range(4))
def test_every_roll_is_counted(damage: int, dice: int) -> None:
    for quality, pick in product(range(2, 7), ("white", "coloured")):
        coloured = min(dice, damage) if pick == "coloured" else max(0, dice - (3 - damage))
        told = activated(quality, dice - coloured, coloured)
        address = f"nr/activation-roll?quality={quality}&damage={damage}&dice={dice}&pick={pick}&wanted=2"
        found = value(address)
        assert found["enough"] == share(told, 0, 2)
        assert found["turnover"] == share(told, 1)
        assert found["blunder"] == share(told, 2)
        assert found["expected"] == sum(key[0] * chance for key, chance in told.items())


@pytest.mark.parametrize("letter", SIDES)
def test_every_size_of_die(letter: str) -> None:
    for quality, dice in product((3, 4, 6), (1, 2, 3)):
        told = activated(quality, dice, 0, SIDES[letter])
        found = value(
            f"nr/activation-roll?quality={quality}&damage=0&dice={dice}&pick=white&wanted=1&ruling.activation-die={letter}"
        )
        assert found["turnover"] == share(told, 1)
        assert found["enough"] == share(told, 0)


@pytest.mark.parametrize(("ruling", "letter"), [("hesitation", "B"), ("garbled", "B")])
def test_blunders_read_otherwise(ruling: str, letter: str) -> None:
    for quality, coloured in product((2, 4, 5), (1, 2, 3)):
        told = activated(quality, 3 - coloured, coloured, **{ruling: letter})
        found = value(
            f"nr/activation-roll?quality={quality}&damage={coloured}&dice=3&pick=white&wanted=1&ruling.{ruling}={letter}"
        )
        assert found["turnover"] == share(told, 1)


def test_a_pick_at_random_is_a_draw_from_the_pool() -> None:
    for damage, dice in product((1, 2), (1, 2)):
        pool = [False] * (3 - damage) + [True] * damage
        hands = list(permutations(pool, dice))
        wanted = sum((share(activated(4, dice - sum(hand), sum(hand)), 1) for hand in hands), Fraction(0)) / len(hands)
        found = value(
            f"nr/activation-roll?quality=4&damage={damage}&dice={dice}&pick=white&wanted=1&ruling.coloured-choice=C"
        )
        assert found["turnover"] == wanted


@pytest.mark.parametrize("quality", range(1, 8))
def test_the_formula_for_sound_dice_says_the_same(quality: int) -> None:
    p = Fraction(7 - quality, 6)
    found = value(f"nr/activation-roll?quality={quality}&damage=0&dice=3&pick=white&wanted=2")
    assert found["turnover"] == (1 - p) ** 2 * (1 + 2 * p)


def turn_of(units: list[tuple[int, int, int]], worth: int = 2) -> tuple[Fraction, Fraction, Fraction]:
    """Return what a turn is worth, and the chances of its last unit and of a turnover.

    The second value is the chance to reach the last unit. Every outcome is tried; white dice come first.
    """
    reach, total, lost = Fraction(1), Fraction(0), Fraction(0)
    last = Fraction(1)
    for quality, damage, dice in units:
        coloured = max(0, dice - (3 - damage))
        last = reach
        told = activated(quality, dice - coloured, coloured)
        for (actions, turnover, _), chance in told.items():
            total += reach * chance * (actions if actions < 2 else worth + actions - 2)
            lost += reach * chance * turnover
        reach *= 1 - share(told, 1)
    return total, last, lost


def test_a_turn_is_walked_unit_by_unit() -> None:
    for units in ([(3, 0, 3), (4, 0, 3), (4, 1, 2), (5, 2, 2)], [(4, 3, 3), (2, 0, 0), (6, 1, 3)]):
        told = ";".join(",".join(map(str, one)) for one in units)
        found = value(f"nr/turn?units={told}&pick=white")
        total, last, lost = turn_of(units)
        assert (found["actions"], found["last"], found["turnover"]) == (total, last, lost)


@pytest.mark.parametrize("costly", [0, 2, 5])
def test_no_order_and_no_dice_do_better_than_the_best(costly: int) -> None:
    units = [(5, 0), (3, 0), (4, 1)]
    best = max(
        turn_of([(*units[place], dice) for place, dice in zip(order, many, strict=True)], costly)[0]
        for order in permutations(range(3))
        for many in product(range(4), repeat=3)
    )
    told = ";".join(f"{quality},{damage}" for quality, damage in units)
    found = value(f"nr/turn-order?units={told}&pick=white&costly={costly}")
    assert found["worth"] == best
    places = ["ABC".index(letter) for letter in found["order"]]
    plan = [(*units[place], int(dice)) for place, dice in zip(places, found["dice"].split("-"), strict=True)]
    assert turn_of(plan, costly)[0] == best


@pytest.mark.parametrize("left", range(4))
def test_the_best_number_of_dice_is_found_by_trying_all(left: int) -> None:
    best = {
        dice: max(
            turn_of([(4, 1, dice), *((4, 0, many) for many in rest)], 3)[0] for rest in product(range(4), repeat=left)
        )
        for dice in range(4)
    }
    found = value(f"nr/dice-choice?quality=4&damage=1&left={left}&pick=white&costly=3")
    assert [found[name] for name in ("none", "one", "two", "three")] == [best[dice] for dice in range(4)]
    assert best[found["best"]] == max(best.values())


def test_activated_for_ever_there_is_no_best_plan() -> None:
    assert ask("nr/turn-order?units=4,0;4,0&ruling.once-per-turn=B").refused
    assert value("nr/turn?units=4,0,1&pick=white&ruling.once-per-turn=B")["actions"] is None


@pytest.mark.parametrize(
    "address",
    [
        "nr/activation-roll?quality=4&damage=2&dice=3&pick=white&wanted=2",
        "nr/activation-roll?quality=4&damage=3&dice=3&pick=white&wanted=2&ruling.garbled=C&ruling.blunder-count=B",
        "nr/activation-roll?quality=3&damage=1&dice=2&pick=white&wanted=2&ruling.coloured-choice=C&ruling.dice-declared=B",
        "nr/turn?units=3,0,3;4,0,3;4,1,2;5,2,2&pick=white",
        "nr/turn?units=3,0,3;6,0,1;6,1,1&pick=coloured&ruling.two-failures=B",
    ],
)
def test_real_dice_agree(address: str) -> None:
    comes_near(address, seed=1809)


def test_the_roll_shown_is_the_roll_counted() -> None:
    """Each roll of three dice, read one by one, gives what the chances of the roll say."""
    counts: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=3):
        rolled = ";".join(f"{face},no" for face in faces)
        counts[value(f"nr/read-dice?quality=4&rolled={rolled}")["actions"]] += 1
    told = chances("nr/activation-roll?quality=4&damage=0&dice=3&pick=white&wanted=2")
    assert {actions: Fraction(count, 216) for actions, count in counts.items()} == told

"""Batteries walked turn by turn: every roll of three dice counted out, orders bought one after the other or as it pays best."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value

FACES = range(1, 7)


def fired_by(quality: int, dice: int, costs: list[int], turns: int) -> list[Fraction]:
    """The chance that all orders are carried out by the end of each turn."""
    rolls = Counter(sum(face >= quality for face in faces) for faces in product(FACES, repeat=dice))
    now = {0: Fraction(1)}
    told = []
    for _ in range(turns):
        following: Counter[int] = Counter()
        for done, share in now.items():
            for actions, ways in rolls.items():
                left, at = actions, done
                while at < len(costs) and costs[at] <= left:
                    left, at = left - costs[at], at + 1
                following[at] += share * Fraction(ways, 6**dice)  # type: ignore[assignment]
        now = dict(following)  # type: ignore[arg-type]
        told.append(now.get(len(costs), Fraction(0)))
    return told


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_battery_is_walked(dice: int) -> None:
    for quality, guns, pivots, canister, aimed in product(
        (2, 4, 5), ("limbered", "unlimbered"), (0, 1), (0, 1), (0, 1)
    ):
        costs = [2] * (guns == "limbered") + [1] * pivots + [2] * canister + [2 if aimed else 1]
        address = (
            f"nr/battery-ready?quality={quality}&damage=0&dice={dice}&pick=white&guns={guns}&pivots={pivots}"
            f"&canister={'yes' if canister else 'no'}&aimed={'yes' if aimed else 'no'}&turns=4"
        )
        by = fired_by(quality, dice, costs, 4)
        when = chances(address)
        if len(set(costs[:-1])) < 2:
            assert [sum((when.get(turn, 0) for turn in range(1, last + 1)), Fraction(0)) for last in range(1, 5)] == by
        assert value(address)["at_once"] == by[0]
        assert value(address)["turns"] == soonest(quality, dice, costs)


def soonest(quality: int, dice: int, costs: list[int]) -> Fraction | None:
    """The least turns to expect: every split of a roll between orders for one action and for two is tried."""
    rolls = Counter(sum(face >= quality for face in faces) for faces in product(FACES, repeat=dice))
    share = {actions: Fraction(ways, 6**dice) for actions, ways in rolls.items()}
    shot, twos, ones = costs[-1], costs[:-1].count(2), costs[:-1].count(1)
    best: dict[tuple[int, int], Fraction | None] = {}
    for two, one in product(range(twos + 1), range(ones + 1)):
        told, moves, never = Fraction(1), Fraction(0), False
        for actions, chance in share.items():
            if actions >= 2 * two + one + shot:
                moves += chance
                continue
            after = [
                best[two - k, one - j]
                for k, j in product(range(two + 1), range(one + 1))
                if k + j and 2 * k + j <= actions
            ]
            known = [turns for turns in after if turns is not None]
            never = never or len(known) < len(after)
            if known:
                told, moves = told + chance * min(known), moves + chance
        best[two, one] = told / moves if moves and not never else None
    return best[twos, ones]


@pytest.mark.parametrize("pivots", [2, 3, 4])
def test_a_roll_is_used_as_it_pays_best(pivots: int) -> None:
    for quality, dice, canister, aimed in product((2, 4, 5), (2, 3), (0, 1), (0, 1)):
        costs = [2] * (1 + canister) + [1] * pivots + [1 + aimed]
        loads, aims = ("yes" if one else "no" for one in (canister, aimed))
        address = f"nr/battery-ready?quality={quality}&dice={dice}&guns=limbered&pivots={pivots}&canister={loads}&aimed={aims}"
        assert value(address)["turns"] == soonest(quality, dice, costs), address


def test_real_dice_agree() -> None:
    comes_near(
        "nr/battery-ready?quality=4&damage=1&dice=3&pick=white&guns=limbered&pivots=1&canister=no&aimed=no&turns=5",
        seed=88, throws=1500,
    )  # fmt: skip

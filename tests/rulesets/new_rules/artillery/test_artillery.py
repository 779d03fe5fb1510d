"""Tests of batteries turn by turn.

Every roll of three dice is counted; orders are bought one after the other or in the way that pays best.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from asking import chances, comes_near, value

FACES = range(1, 7)


def fired_by(quality: int, dice: int, costs: list[int], turns: int) -> list[Fraction]:
    """Return the chance that all orders are carried out by the end of each turn."""
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
    """Return the fewest turns to expect, or None if the orders are never done.

    Every split of a roll between orders for one action and for two is tried.
    """
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


def soonest_in_order(share: dict[int, Fraction], left: tuple[int, int, int], limber: int, moves: bool) -> Fraction:
    """Return the fewest turns to expect if only guns ready to fire are loaded.

    left: limberings, pivots and loads to come; moves: guns turn only while they are limbered.
    """

    @cache
    def ends(now: tuple[int, int, int, int], actions: int) -> frozenset[tuple[int, int, int, int]]:
        limberings, pivots, loads, shots = now
        limbered = limberings % 2 == 1
        found = {now}
        if limberings and actions >= limber and not (moves and limbered and pivots):
            found |= ends((limberings - 1, pivots, loads, shots), actions - limber)
        if pivots and actions >= 1 and (limbered or not moves):
            found |= ends((limberings, pivots - 1, loads, shots), actions - 1)
        if loads and actions >= 2 and not limbered:
            found |= ends((limberings, pivots, loads - 1, shots), actions - 2)
        if now == (0, 0, 0, 1) and actions >= 1:
            found.add((0, 0, 0, 0))
        return frozenset(found)

    @cache
    def turns(now: tuple[int, int, int, int]) -> Fraction:
        if now == (0, 0, 0, 0):
            return Fraction(0)
        told, stays = Fraction(1), Fraction(0)
        for actions, chance in share.items():
            further = ends(now, actions) - {now}
            if further:
                told += chance * min(turns(one) for one in further)
            else:
                stays += chance
        return told / (1 - stays)

    return turns((*left, 1))


@pytest.mark.parametrize(("cost", "limber"), [("A", 2), ("B", 1)])
@pytest.mark.parametrize(("static", "moves"), [("A", False), ("B", True)])
def test_only_guns_that_are_ready_are_loaded(cost: str, limber: int, static: str, moves: bool) -> None:
    rolls = Counter(sum(face >= 4 for face in faces) for faces in product(FACES, repeat=3))
    share = {actions: Fraction(ways, 6**3) for actions, ways in rolls.items()}
    for guns, pivots in product(("limbered", "unlimbered"), range(4)):
        limberings = int(guns == "limbered") if not (moves and pivots) else 1 + (guns == "unlimbered")
        address = (
            f"nr/battery-ready?quality=4&dice=3&guns={guns}&pivots={pivots}&canister=yes&aimed=no"
            f"&ruling.limber-cost={cost}&ruling.pivot-static={static}&ruling.canister-limbered=B"
        )
        assert value(address)["turns"] == soonest_in_order(share, (limberings, pivots, 1), limber, moves), address


def test_real_dice_agree() -> None:
    comes_near(
        "nr/battery-ready?quality=4&damage=1&dice=3&pick=white&guns=limbered&pivots=1&canister=no&aimed=no&turns=5",
        seed=88, throws=1500,
    )  # fmt: skip

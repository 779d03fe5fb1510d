"""Dice that are scattered among men, each attacking several of them.

Guns, grenades, shells and, on one reading, light machine guns scatter their dice.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from operator import sub
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Thrower, counted, np, total

ROLL_EACH, EITHER_MAN, SINGLE_ROLL = "roll-each", "either-man", "single-roll"
#: How many of so many men fall whom one roll attacks.
Falls = Callable[[int], Distribution[int]]


def rolls(r: Reader, dice: int, men: int) -> list[int]:
    """How many men each roll attacks, where so many dice are scattered among so many men."""
    found = _attacks(r, dice, men)
    match _reading(r, men):
        case "roll-each":
            return [1] * sum(found)
        case "either-man":
            return [1] * len(found)
        case _:
            return found


def scatter(r: Reader, dice: int, chance: Fraction, men: int) -> Distribution[Any]:
    """Return the distribution of the hits that dice spread over men score.

    chance is the chance of a die against all the men that it attacks.
    """
    return total(Distribution({many: chance, 0: 1 - chance}) for many in rolls(r, dice, men))


def toll(r: Reader, dice: int, men: int, falls: Falls) -> Distribution[int]:
    """Return the distribution of the men who fall to scattered dice.

    The dice are thrown one after another at the men left, or dealt out before any is thrown. falls states how many of the
    men that a die attacks fall.
    """
    reading, once = _reading(r, men), _once(r, dice, men)
    if _dealt(r, dice, men, once):
        return _toll_dealt(r, dice, men, falls, reading)

    def one_die(attacked: int) -> Distribution[int]:
        if not attacked:
            return Distribution.sure(0)
        if reading == ROLL_EACH:
            return total([falls(1)] * attacked)
        return falls(1 if reading == EITHER_MAN else attacked)

    each = r.int("artillery.direct-scatter")
    left = Distribution.sure(men)
    for die in range(dice):
        fresh = max(0, min(each, men - each * die))
        after = {
            standing: one_die(fresh if once else min(each, standing)).map(partial(sub, standing))
            for standing in left.outcomes
        }
        left = left.then(after.__getitem__)
    return left.map(partial(sub, men))


def _toll_dealt(r: Reader, dice: int, men: int, falls: Falls, reading: str) -> Distribution[int]:
    """Return the distribution of the men who fall if each die has its men before any is thrown.

    The next men in the row follow, and the first man again after the last.
    """
    attacked = min(men, 1 if reading == EITHER_MAN else r.int("artillery.direct-scatter"))
    lying: Distribution[frozenset[int]] = Distribution.sure(frozenset())
    for die in range(dice):
        targets = [(die * attacked + place) % men for place in range(attacked)]
        if reading == ROLL_EACH:
            one: Distribution[frozenset[int]] = Distribution.sure(frozenset())
            for man in targets:
                one = one.combine(falls(1).map(partial(_fallen, man)), frozenset.union)
        else:
            one = falls(attacked).then(partial(_any_of, targets))
        lying = lying.combine(one, frozenset.union)
    return lying.map(len)


def _fallen(man: int, many: int) -> frozenset[int]:
    """Return the man as a set if he falls, else an empty set."""
    return frozenset({man} if many else ())


def _any_of(targets: Sequence[int], many: int) -> Distribution[frozenset[int]]:
    """Return the distribution of the men who fall, drawn by lot among those a die attacks."""
    return Distribution.weighted((frozenset(some), 1) for some in combinations(targets, many))


def throw_toll(r: Reader, men: Any, dice: int, thrown: Callable[[int, int, bool], Any]) -> Any:
    """Throw scattered dice and return the men felled in each throw.

    men is the number of men in each of the throws. thrown takes the number of throws, the number of men that a die
    attacks in each of them, and whether each of these has a roll of his own. It returns whether the men fall, a column
    for each man.
    """
    each, most, left = r.int("artillery.direct-scatter"), int(max(men, default=0)), men.copy()
    reading, once = _reading(r, most), _once(r, dice, min([int(one) for one in men if one], default=0))
    attacked = 1 if reading == EITHER_MAN else each
    if _dealt(r, dice, most, once):
        lying = np.zeros((len(men), max(most, 1)), dtype=bool)
        for die in range(dice):
            fallen = thrown(len(men), attacked, reading == ROLL_EACH)
            for place in range(attacked):
                target = (die * attacked + place) % np.maximum(men, 1)
                lying[np.arange(len(men)), target] |= fallen[:, place] & (place < men)
        return lying.sum(axis=1)
    for die in range(dice):
        there = np.maximum(0, np.minimum(each, men - each * die)) if once else np.minimum(each, left)
        fallen = thrown(len(men), attacked, reading == ROLL_EACH)
        left = left - (fallen & (np.arange(attacked) < there[:, None])).sum(axis=1)
    return men - left


def faces_of(dice: Thrower, die: str, throws: int, men: int, apart: bool) -> Any:
    """Throw the faces that the men are attacked with, a column for each man.

    If apart, each man has a die of his own; otherwise one die counts for all of them.
    """
    if apart:
        return dice.roll_each(die, throws, men)
    return np.repeat(dice.roll_each(die, throws, 1), men, axis=1)


def shared_out(
    r: Reader, enemies: int, friends: int, fall: Callable[[int], Distribution[int]]
) -> Distribution[tuple[int, int]]:
    """Return the distribution of the enemies and the friends under a marker who fall.

    fall gives the distribution of those who fall among a number of men, friends or enemies alike.
    """
    if friends and r.holds("friends-under", "enemies-only"):
        return fall(enemies).map(lambda fallen: (fallen, 0))
    return fall(enemies + friends).then(lambda fallen: _by_lot(fallen, enemies, friends))


def throw_shared(r: Reader, dice: Thrower, enemies: Any, friends: Any, fall: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Throw the fall of the men under a marker and return the enemies and the friends who fall.

    enemies and friends are the numbers in each of the throws.
    """
    if max(friends, default=0) and r.holds("friends-under", "enemies-only"):
        return fall(enemies), friends * 0
    fallen = fall(enemies + friends)
    hostile = [
        sum(dice.random.permutation(int(own + other))[: int(many)] < int(own)) if many and other else min(many, own)
        for own, other, many in zip(enemies, friends, fallen, strict=True)
    ]
    return np.array(hostile, dtype=int), fallen - np.array(hostile, dtype=int)


def _by_lot(fallen: int, enemies: int, friends: int) -> Distribution[tuple[int, int]]:
    """How many of the fallen are enemies and how many friends, where the lot has picked them."""
    ways = ((one, comb(enemies, one) * comb(friends, fallen - one)) for one in range(fallen + 1))
    return Distribution.weighted(((one, fallen - one), many) for one, many in ways if many)


def say_again(r: Reader, w: Working, dice: int, men: int) -> None:
    """Tell what becomes of dice that could attack more men than there are."""
    if not _spare(r, dice, men):
        return
    idle = dice - len(_attacks(r, dice, men))
    left = (
        f"none is attacked twice, and {counted(idle, 'die', 'dice')} stay unthrown"
        if idle
        else "none is attacked twice"
    )
    said = left if _once(r, dice, men) else "so some of these are attacked by more than one"
    w.note(f"there are dice enough for more men: {said}", "artillery.direct-scatter")


def _reading(r: Reader, men: int) -> str:
    """How a die that attacks several men is rolled; with a single man it makes no odds."""
    return r.read_as("one-die-two") if men > 1 else SINGLE_ROLL


def _spare(r: Reader, dice: int, men: int) -> bool:
    """Whether so many dice could attack more men than there are."""
    return dice * r.int("artillery.direct-scatter") > men


def _once(r: Reader, dice: int, men: int) -> bool:
    """Whether no man is attacked twice, where there are dice enough for it."""
    return _spare(r, dice, men) and not r.holds("dice-again", "attacked-again")


def _dealt(r: Reader, dice: int, men: int, once: bool) -> bool:
    """Return whether the dice are dealt out before any is thrown and that changes the result.

    It changes the result if several dice attack the same man.
    """
    return not once and _spare(r, dice, men) and men > 1 and not r.holds("dice-order", "one-by-one")


def _attacks(r: Reader, dice: int, men: int) -> list[int]:
    """How many men each of the dice attacks; those with nobody left are not thrown."""
    each = r.int("artillery.direct-scatter")
    if not _once(r, dice, men):
        return [min(each, men)] * dice if men else []
    return [min(each, men - each * die) for die in range(dice) if men > each * die]

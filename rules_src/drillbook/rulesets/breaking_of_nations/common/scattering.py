"""Dice that are scattered among men, each attacking several of them: guns, grenades, shells and, on one reading, light machine guns."""

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
    """How many hits dice spread over so many men score, each roll with that chance against all whom it attacks."""
    return total(Distribution({many: chance, 0: 1 - chance}) for many in rolls(r, dice, men))


def toll(r: Reader, dice: int, men: int, falls: Falls) -> Distribution[int]:
    """How many of so many men fall to scattered dice: thrown one after another at men who still stand, or dealt out beforehand."""
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
    """The same where each die has its men before any is thrown: the next ones in the row, and the first again after the last."""
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
    """The man, if he falls."""
    return frozenset({man} if many else ())


def _any_of(targets: Sequence[int], many: int) -> Distribution[frozenset[int]]:
    """So many of the men whom a die attacks, by lot."""
    return Distribution.weighted((frozenset(some), 1) for some in combinations(targets, many))


def throw_toll(r: Reader, men: Any, dice: int, thrown: Callable[[int, int, bool], Any]) -> Any:
    """Roll scattered dice: how many men each throw fells.

    men: how many there are in each of the throws; thrown: for so many throws, so many men whom a die attacks in each of them, and
    whether each of these has a roll of his own, whether it fells them, a column for each man.
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
    """The faces that so many men are attacked with, a column for each: apart, or one and the same die."""
    if apart:
        return dice.roll_each(die, throws, men)
    return np.repeat(dice.roll_each(die, throws, 1), men, axis=1)


def shared_out(
    r: Reader, enemies: int, friends: int, fall: Callable[[int], Distribution[int]]
) -> Distribution[tuple[int, int]]:
    """How many enemies and how many friends of those under a marker fall; fall: how many of so many do, whoever they are."""
    if friends and r.holds("friends-under", "enemies-only"):
        return fall(enemies).map(lambda fallen: (fallen, 0))
    return fall(enemies + friends).then(lambda fallen: _by_lot(fallen, enemies, friends))


def throw_shared(r: Reader, dice: Thrower, enemies: Any, friends: Any, fall: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The same with real dice, for the numbers in each of the throws: the enemies who fall, and the friends."""
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
    """Whether the dice are dealt out before any is thrown, where that makes a difference: several of them attack the same man."""
    return not once and _spare(r, dice, men) and men > 1 and not r.holds("dice-order", "one-by-one")


def _attacks(r: Reader, dice: int, men: int) -> list[int]:
    """How many men each of the dice attacks; those with nobody left are not thrown."""
    each = r.int("artillery.direct-scatter")
    if not _once(r, dice, men):
        return [min(each, men)] * dice if men else []
    return [min(each, men - each * die) for die in range(dice) if men > each * die]

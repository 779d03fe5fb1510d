"""Exact distributions of dice; the one file that imports icepool."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, gcd, lcm
from operator import add
from typing import Any, Generic, TypeVar

from drillbook.errors import RulesError
from drillbook.maths.exact import sums_by_key

T = TypeVar("T")
U = TypeVar("U")
#: So few dice are added up here: to import the library of dice takes longer than to answer most questions.
FEW = 3
_DICE = re.compile(r"(?P<count>\d*)d(?P<faces>\d+)\Z")


class Distribution(Generic[T]):
    """Outcomes and their exact probabilities, which sum to one; immutable.

    Kept as whole weights, which are added and multiplied much faster than fractions.
    """

    __slots__ = ("_weights", "_whole")
    _weights: dict[T, int]
    _whole: int

    def __init__(self, chances: Mapping[T, Fraction | int]) -> None:
        whole = lcm(*(chance.denominator for chance in chances.values()))
        weights = {outcome: chance.numerator * (whole // chance.denominator) for outcome, chance in chances.items()}
        if sum(weights.values()) != whole or any(weight < 0 for weight in weights.values()):
            raise AssertionError(f"probabilities sum to {sum(chances.values(), Fraction(0))}, not 1")
        self._keep(weights, whole)

    def _keep(self, weights: Mapping[T, int], whole: int) -> None:
        """Set the weights, those of 0 left out and without what divides them all."""
        common = gcd(*weights.values())
        self._weights = {outcome: weight // common for outcome, weight in weights.items() if weight}
        self._whole = whole // common

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        """Return the distribution that always gives `outcome`."""
        return cls({outcome: 1})

    @classmethod
    def weighted(cls, weights: Iterable[tuple[T, int | Fraction]]) -> Distribution[T]:
        """Outcomes with relative weights (equal outcomes are gathered)."""
        sums = sums_by_key(weights)
        least = lcm(*(weight.denominator for weight in sums.values()))
        whole = {outcome: weight.numerator * (least // weight.denominator) for outcome, weight in sums.items()}
        if any(weight < 0 for weight in whole.values()) or not any(whole.values()):
            raise AssertionError("a weight is less than 0, or all of them are 0")
        made = cls.__new__(cls)
        made._keep(whole, sum(whole.values()))
        return made

    @staticmethod
    def first_turn(by: Sequence[Fraction]) -> Distribution[int]:
        """Return the distribution of the turn in which an event comes.

        by: the chance that the event has come at the start and after each turn. The turn after the last means later or never.
        """
        comes = {turn: by[turn] - by[turn - 1] for turn in range(1, len(by))}
        return Distribution({**comes, len(by): 1 - by[-1]})

    @property
    def outcomes(self) -> list[T]:
        """The outcomes that can happen: numbers in order, words in the order of their input."""
        if any(isinstance(outcome, str) for outcome in self._weights):
            return list(self._weights)
        try:
            return sorted(self._weights)  # type: ignore[type-var]
        except TypeError:
            return list(self._weights)

    @property
    def weights(self) -> tuple[Mapping[T, int], int]:
        """The outcomes with whole weights, in no order, and the sum of the weights.

        Calculations in bulk use them.
        """
        return self._weights, self._whole

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Outcome and probability, in order."""
        return ((outcome, Fraction(self._weights[outcome], self._whole)) for outcome in self.outcomes)

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights.get(outcome, 0), self._whole)

    def __iter__(self) -> Iterator[T]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{o}: {c}' for o, c in self.items())}}})"

    def chance(self, happens: Callable[[T], bool]) -> Fraction:
        """Return the probability of the outcomes for which `happens` is true."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if happens(outcome)), self._whole)

    def at_least(self, least: Any) -> Fraction:
        """Return the probability of `least` or more."""
        return self.chance(lambda outcome: bool(outcome >= least))

    def at_most(self, most: Any) -> Fraction:
        """Return the probability of `most` or less."""
        return self.chance(lambda outcome: bool(outcome <= most))

    @property
    def mean(self) -> Fraction:
        """The expected outcome (outcomes must be numbers)."""
        total = sum(outcome * weight for outcome, weight in self._weights.items())  # type: ignore[operator, misc]
        return Fraction(total) / self._whole

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of `change(outcome)`."""
        return Distribution.weighted((change(outcome), weight) for outcome, weight in self._weights.items())

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Return the distribution of the results when each outcome leads to a further throw.

        follow: gives the distribution of the further throw for an outcome.
        """
        further = [(weight, follow(outcome)) for outcome, weight in self._weights.items()]
        least = lcm(*(after._whole for _, after in further))
        return Distribution.weighted(
            (second, weight * times)
            for before, after in further
            for times in (before * (least // after._whole),)
            for second, weight in after._weights.items()
        )

    def combine(self, other: Distribution[Any], join: Callable[[T, Any], U]) -> Distribution[U]:
        """Return the distribution of `join(a, b)` for two independent throws."""
        return self.then(lambda first: other.map(lambda second: join(first, second)))

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        return self.combine(other, lambda first, second: first + second)


def read_dice(text: str) -> tuple[int, int]:
    """Return the number of dice and of faces in a text such as `2d6`, `d3` or `D12`.

    Raises RulesError for anything else, and for more than 100 dice or 1000 faces.
    """
    match = _DICE.match(text.strip().lower())
    if match is None or not int(match["faces"]) or int(match["faces"]) > 1000 or int(match["count"] or 1) > 100:
        raise RulesError(f"'{text}' is not dice; write them like d6, 2d6 or 3d12.")
    return int(match["count"] or 1), int(match["faces"])


@lru_cache(maxsize=512)
def roll(text: str) -> Distribution[int]:
    """Return the exact distribution of the sum of dice such as `2d6`."""
    count, faces = read_dice(text)
    die = Distribution.weighted((face, 1) for face in range(1, faces + 1))
    if count <= FEW:
        return total([die] * count)
    import icepool

    return Distribution.weighted((int(outcome), weight) for outcome, weight in (count @ icepool.d(faces)).items())


@lru_cache(maxsize=512)
def pool(text: str, count: int) -> Distribution[tuple[int, ...]]:
    """Return the exact distribution of `count` dice read singly, each hand sorted upwards.

    text: the kind of the dice, such as `d6`.
    """
    import icepool

    _, faces = read_dice(text)
    if count <= 0:
        return Distribution.sure(())
    hands = icepool.d(faces).pool(count).expand()
    return Distribution.weighted((tuple(map(int, hand)), weight) for hand, weight in hands.items())


@lru_cache(maxsize=2048)
def binomial(count: int, chance: Fraction) -> Distribution[int]:
    """How many of `count` independent tries succeed, each with `chance`."""
    miss = 1 - Fraction(chance)
    return Distribution({k: comb(count, k) * Fraction(chance) ** k * miss ** (count - k) for k in range(count + 1)})


def total(parts: Iterable[Distribution[Any]]) -> Distribution[Any]:
    """Return the distribution of the sum of independent throws; the sum of none is 0."""
    each = list(parts)
    return reduce(add, each) if each else Distribution.sure(0)


def highest(one: Distribution[T], count: int) -> Distribution[T]:
    """Return the distribution of the highest of `count` independent throws of the same kind."""
    chances: dict[T, Fraction] = {}
    below = Fraction(0)
    for outcome in one.outcomes:
        upto = below + one[outcome]
        chances[outcome] = upto**count - below**count
        below = upto
    return Distribution(chances)

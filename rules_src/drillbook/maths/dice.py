"""Exact distributions of dice; the one file that imports icepool."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Generic, TypeVar

from drillbook.errors import RulesError
from drillbook.maths.exact import gathered

T = TypeVar("T")
U = TypeVar("U")
_DICE = re.compile(r"(?P<count>\d*)d(?P<faces>\d+)\Z")


class Distribution(Generic[T]):
    """Outcomes and their exact probabilities, which sum to one; immutable."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        kept = {outcome: Fraction(chance) for outcome, chance in chances.items() if chance}
        if sum(kept.values()) != 1 or any(chance < 0 for chance in kept.values()):
            raise AssertionError(f"probabilities sum to {sum(kept.values())}, not 1")
        self._chances = kept

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        """The distribution that always gives `outcome`."""
        return cls({outcome: Fraction(1)})

    @classmethod
    def weighted(cls, weights: Iterable[tuple[T, int | Fraction]]) -> Distribution[T]:
        """Outcomes with relative weights (equal outcomes are gathered)."""
        sums = gathered(weights)
        total = sum(sums.values())
        return cls({outcome: Fraction(weight, total) for outcome, weight in sums.items()})

    @staticmethod
    def first_turn(by: Sequence[Fraction]) -> Distribution[int]:
        """The turn in which something comes, from the chance that it has come at the start and after each turn.

        The turn after the last stands for later or never.
        """
        comes = {turn: by[turn] - by[turn - 1] for turn in range(1, len(by))}
        return Distribution({**comes, len(by): 1 - by[-1]})

    @property
    def outcomes(self) -> list[T]:
        """The outcomes that can happen: numbers in their order, words in the order in which they were told."""
        if any(isinstance(outcome, str) for outcome in self._chances):
            return list(self._chances)
        try:
            return sorted(self._chances)  # type: ignore[type-var]
        except TypeError:
            return list(self._chances)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Outcome and probability, in order."""
        return ((outcome, self._chances[outcome]) for outcome in self.outcomes)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self._chances)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{o}: {c}' for o, c in self.items())}}})"

    def chance(self, happens: Callable[[T], bool]) -> Fraction:
        """The probability of the outcomes for which `happens` is true."""
        return sum((chance for outcome, chance in self._chances.items() if happens(outcome)), Fraction(0))

    def at_least(self, least: Any) -> Fraction:
        """The probability of `least` or more."""
        return self.chance(lambda outcome: bool(outcome >= least))

    def at_most(self, most: Any) -> Fraction:
        """The probability of `most` or less."""
        return self.chance(lambda outcome: bool(outcome <= most))

    @property
    def mean(self) -> Fraction:
        """The expected outcome (outcomes must be numbers)."""
        return sum((Fraction(outcome) * chance for outcome, chance in self._chances.items()), Fraction(0))  # type: ignore[call-overload]

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """The distribution of `change(outcome)`."""
        return Distribution.weighted((change(outcome), chance) for outcome, chance in self._chances.items())

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """What comes out when each outcome leads on to a further throw."""
        return Distribution.weighted(
            (second, chance * further)
            for outcome, chance in self._chances.items()
            for second, further in follow(outcome)._chances.items()
        )

    def combine(self, other: Distribution[Any], join: Callable[[T, Any], U]) -> Distribution[U]:
        """The distribution of `join(a, b)` of two independent throws."""
        return self.then(lambda first: other.map(lambda second: join(first, second)))

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        return self.combine(other, lambda first, second: first + second)


def read_dice(text: str) -> tuple[int, int]:
    """How many dice and of how many faces a text like `2d6`, `d3` or `D12` names; RulesError for anything else."""
    match = _DICE.match(text.strip().lower())
    if match is None or not int(match["faces"]) or int(match["faces"]) > 1000 or int(match["count"] or 1) > 100:
        raise RulesError(f"'{text}' is not dice; write them like d6, 2d6 or 3d12.")
    return int(match["count"] or 1), int(match["faces"])


@lru_cache(maxsize=512)
def roll(text: str) -> Distribution[int]:
    """The exact distribution of the sum of dice such as `2d6`."""
    import icepool

    count, faces = read_dice(text)
    total = icepool.d(faces)
    if count != 1:
        total = count @ total
    whole = total.denominator()
    return Distribution({int(outcome): Fraction(weight, whole) for outcome, weight in total.items()})


@lru_cache(maxsize=512)
def pool(text: str, count: int) -> Distribution[tuple[int, ...]]:
    """The exact distribution of `count` dice of one kind (`d6`) read singly, each hand sorted upwards."""
    import icepool

    _, faces = read_dice(text)
    if count <= 0:
        return Distribution.sure(())
    hands = icepool.d(faces).pool(count).expand()
    whole = hands.denominator()
    return Distribution({tuple(map(int, hand)): Fraction(weight, whole) for hand, weight in hands.items()})


@lru_cache(maxsize=2048)
def binomial(count: int, chance: Fraction) -> Distribution[int]:
    """How many of `count` independent tries succeed, each with `chance`."""
    miss = 1 - Fraction(chance)
    return Distribution({k: comb(count, k) * Fraction(chance) ** k * miss ** (count - k) for k in range(count + 1)})


def total(parts: Iterable[Distribution[Any]]) -> Distribution[Any]:
    """The distribution of the sum of independent throws."""
    result: Distribution[Any] = Distribution.sure(0)
    for part in parts:
        result = result + part
    return result


def highest(one: Distribution[T], count: int) -> Distribution[T]:
    """The best of `count` independent throws of the same kind."""
    chances: dict[T, Fraction] = {}
    below = Fraction(0)
    for outcome in one.outcomes:
        upto = below + one[outcome]
        chances[outcome] = upto**count - below**count
        below = upto
    return Distribution(chances)

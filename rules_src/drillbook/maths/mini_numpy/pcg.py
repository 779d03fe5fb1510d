"""The dice of numpy without numpy: the same seed gives the same numbers.

The module has one bit generator and the draws that simulations use. SeedSequence, PCG64 and the bounded numbers are
those of numpy.random's default generator; a test compares the results.
"""

from __future__ import annotations

from itertools import cycle, islice
from math import prod
from typing import Any

from drillbook.maths.mini_numpy.arrays import Array, Shape, shape_of

_32, _64, _128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_POOL = 4
_INIT_A, _MULT_A = 0x43B0D7E5, 0x931E8875
_INIT_B, _MULT_B = 0x8B51F9DD, 0x58F38DED
_MIX_LEFT, _MIX_RIGHT = 0xCA01F9DD, 0x4973F715
_STEP = (2549297995355413924 << 64) | 4865540595714422341
_DOUBLE = 2.0**-53


def _words(seed: int) -> list[int]:
    """Return a whole number as words of 32 bits, the lowest first."""
    found = [seed & _32]
    while seed := seed >> 32:
        found.append(seed & _32)
    return found


def _state(seed: int) -> list[int]:
    """Four words of 64 bits that are mixed from a seed."""
    factor = _INIT_A

    def hashed(word: int) -> int:
        nonlocal factor
        word ^= factor
        factor = factor * _MULT_A & _32
        word = word * factor & _32
        return word ^ word >> 16

    def mixed(one: int, other: int) -> int:
        found = (_MIX_LEFT * one - _MIX_RIGHT * other) & _32
        return found ^ found >> 16

    given = _words(seed)
    pool = [hashed(given[at] if at < len(given) else 0) for at in range(_POOL)]
    for source in range(_POOL):
        for place in range(_POOL):
            if source != place:
                pool[place] = mixed(pool[place], hashed(pool[source]))
    for word in given[_POOL:]:
        for place in range(_POOL):
            pool[place] = mixed(pool[place], hashed(word))
    factor, halves = _INIT_B, []
    for word in islice(cycle(pool), 2 * _POOL):
        word ^= factor
        factor = factor * _MULT_B & _32
        word = word * factor & _32
        halves.append(word ^ word >> 16)
    return [low | high << 32 for low, high in zip(halves[::2], halves[1::2], strict=True)]


class Generator:
    """A stream of random numbers from a seed, a whole number from 0."""

    def __init__(self, seed: int) -> None:
        high, low, to_high, to_low = _state(seed)
        self._increment = ((to_high << 64 | to_low) << 1 | 1) & _128
        start = self._increment + (high << 64 | low)
        self._now = (start * _STEP + self._increment) & _128
        self._half: int | None = None

    def _next(self) -> int:
        """Draw the next 64 bits."""
        now = self._now = (self._now * _STEP + self._increment) & _128
        word, turn = (now >> 64 ^ now) & _64, now >> 122
        return (word >> turn | word << (64 - turn)) & _64

    def _next_half(self) -> int:
        """Draw the next 32 bits; the other half of the 64 bits drawn for them is the next result."""
        if self._half is not None:
            half, self._half = self._half, None
            return half
        word = self._next()
        self._half = word >> 32
        return word & _32

    def _below(self, bound: int) -> int:
        """Draw a whole number from 0 to one less than a bound of 32 bits, all equally likely."""
        found = self._next_half() * bound
        if found & _32 < bound:
            least = ((1 << 32) - bound) % bound
            while found & _32 < least:
                found = self._next_half() * bound
        return found >> 32

    def integers(self, low: int, high: int, size: Shape | None = None) -> Any:
        """Whole numbers from low to one less than high."""
        span = high - low
        if span <= 0:
            raise ValueError("low >= high")
        if size is None:
            return low + (self._below(span) if span > 1 else 0)
        shape = shape_of(size)
        many = prod(shape)
        below = self._below
        return Array([low + below(span) for _ in range(many)] if span > 1 else [low] * many, shape, int)

    def random(self, size: Shape) -> Array:
        """Numbers from 0 to less than 1."""
        shape = shape_of(size)
        return Array([(self._next() >> 11) * _DOUBLE for _ in range(prod(shape))], shape, float)

    def permutation(self, many: int) -> Array:
        """Draw a random order of the whole numbers from 0 to one less than `many`."""
        found = list(range(many))
        for last in range(many - 1, 0, -1):
            mask = (1 << last.bit_length()) - 1
            while (other := self._next_half() & mask) > last:
                pass
            found[last], found[other] = found[other], found[last]
        return Array(found, (many,), int)


default_rng = Generator

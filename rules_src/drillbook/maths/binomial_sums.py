"""Sums over the hits of many dice, each of which hits or misses, by additions alone.

A row holds what a number of hits, or a number of dice, does. A row can be packed; its length is then that of all its
slots.
To weight each row for each number of dice would multiply all rows by long numbers. The binomial coefficients between
the rows need no multiplication.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import add, mul

ONE = Fraction(1)


class DicePool:
    """The weights of every number of hits among up to `most` dice, each of which hits or misses.

    A weight is the binomial coefficient of the hits among the dice, times a part by the number of dice, times a part by the
    number of hits. The denominator is (faces × the toll's denominator × saves) to the power of `most`,
    and the product has the further factor `spare`.
    """

    def __init__(self, chance: Fraction, saves: int, most: int, toll: Fraction = ONE) -> None:
        """Compute the parts of the weights of every throw.

        chance: the chance that a die hits, below 1. saves: the denominator of what one hit does.
        toll: the factor of each hit, which is the part that the hit leaves of one watched figure.
        Raises ValueError if a die cannot miss; then the number of hits is the number of dice, and nothing is chosen.
        """
        good, faces = chance.as_integer_ratio()
        weighs, over = toll.as_integer_ratio()
        miss = (faces - good) * over
        if not miss:
            raise ValueError("dice that cannot miss are not weighed by their hits")
        self.by_dice = [miss**dice * (faces * over) ** (most - dice) for dice in range(most + 1)]
        self.by_hits = [(good * weighs) ** hits * (miss * saves) ** (most - hits) for hits in range(most + 1)]
        self.spare = miss**most


def sums_by_dice(parts: Sequence[int], rows: Sequence[int]) -> Iterator[int]:
    """Yield the sum for 0 dice, 1 die and so on: the binomial transform of parts × rows.

    parts, rows: by the number of hits. The sum for n dice adds part × row × (n choose hits) over all hits.
    """
    sums = list(map(mul, parts, rows))
    while sums:
        yield sums[0]
        sums = list(map(add, sums, sums[1:]))


def sums_by_hits(parts: Sequence[int], rows: Sequence[int]) -> list[int]:
    """Return the sums for 0 hits, 1 hit and so on: the transposed binomial transform.

    parts, rows: by the number of dice. The sum for k hits adds part × row × (dice choose k) over all numbers of dice.
    """
    sums: list[int] = []
    for weighed in reversed(list(map(mul, parts, rows))):
        sums = list(map(add, [weighed, *sums], [*sums, 0]))
    return sums

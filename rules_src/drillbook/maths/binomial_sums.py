"""What many dice do, each of which hits or misses, summed over every choice of the hits among them by additions alone.

A row tells what a number of hits, or of dice, does; a row may be packed, and is then as long as all its slots. Weighing each
row with each number of dice would multiply them all by long numbers; the binomial coefficients between them need none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import add, mul

ONE = Fraction(1)


class DicePool:
    """Up to `most` dice, each of which hits or misses: what so many dice with so many hits weigh.

    It is the number of ways to choose the hits among the dice, times a part that the dice tell, times a part that the hits
    tell; over (faces × the toll's denominator × saves) to the power of `most`, and `spare` times too much.
    """

    def __init__(self, chance: Fraction, saves: int, most: int, toll: Fraction = ONE) -> None:
        """What every such throw weighs.

        chance: that a die hits, below 1. saves: the denominator of what one hit does. toll: what each hit leaves of one who is watched.
        ValueError: a die cannot miss; then the hits are the dice, and nothing is chosen.
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
    """For no die, one die and so on: what each number of hits among them does, times its part, for every choice of them."""
    sums = list(map(mul, parts, rows))
    while sums:
        yield sums[0]
        sums = list(map(add, sums, sums[1:]))


def sums_by_hits(parts: Sequence[int], rows: Sequence[int]) -> list[int]:
    """For no hit, one hit and so on: what each number of dice does, times its part, for every choice of the hits among them."""
    sums: list[int] = []
    for weighed in reversed(list(map(mul, parts, rows))):
        sums = list(map(add, [weighed, *sums], [*sums, 0]))
    return sums

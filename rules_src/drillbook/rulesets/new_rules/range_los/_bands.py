"""The range that a squared distance falls into.

The limits of a range are whole lengths, so a simple length between the same limits gives the range.
"""

from fractions import Fraction
from math import isqrt

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.bombarding import cannon_range
from drillbook.rulesets.new_rules.common.shooting import band_of


def band_of_squared(r: Reader, guns: bool, squared: Fraction, reach: Number) -> str:
    """Return the row of the table of ranges for a squared distance."""
    distance = _between_limits(squared)
    return cannon_range(r, distance) if guns else band_of(r, distance, reach)


def _between_limits(squared: Fraction) -> Fraction:
    """Return a length on the same side of every whole length as the distance itself."""
    whole = isqrt(squared.numerator // squared.denominator)
    return Fraction(whole) if whole * whole == squared else whole + Fraction(1, 1 + 1)

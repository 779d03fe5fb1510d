"""Exact numbers, dice and how they are said: what a question reckons with."""

from drillbook.maths.chains import Chain
from drillbook.maths.dice import Distribution, binomial, roll, total
from drillbook.maths.dice_cup import Thrower, np
from drillbook.maths.exact import Number, exact, lists_by_key, sums_by_key
from drillbook.maths.number_words import (
    averaged,
    counted,
    lasting,
    likely,
    lost_of,
    percent,
    shown,
    spoken,
    write_mean,
    write_number,
)

__all__ = [
    "Chain",
    "Distribution",
    "Number",
    "Thrower",
    "averaged",
    "binomial",
    "counted",
    "exact",
    "lasting",
    "likely",
    "lists_by_key",
    "lost_of",
    "np",
    "percent",
    "roll",
    "shown",
    "spoken",
    "sums_by_key",
    "total",
    "write_mean",
    "write_number",
]  # fmt: skip

"""How a chance is said in a headline: in words where nothing is left to chance, short fractions, percentages for long ones."""

from __future__ import annotations

from fractions import Fraction

from drillbook.render.odds import percent

#: The longest fraction that still reads as one.
LONGEST = len("ppp/qqq")


def spoken(chance: Fraction) -> str:
    """A chance after a colon: `1/2`, `66.5 %`, `never`, `for certain`."""
    if chance in (0, 1):
        return "for certain" if chance else "never"
    words = str(chance)
    return words if len(words) <= LONGEST else percent(chance)


def likely(chance: Fraction) -> str:
    """The same after a verb: `with a chance of 1/2`, `for certain`."""
    return spoken(chance) if chance in (0, 1) else f"with a chance of {spoken(chance)}"

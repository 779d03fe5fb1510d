"""Wounds: whether hits take a model off the table. Every weapon asks it."""

from drillbook.asking import Reader


def fells(r: Reader, damage: int, wounds: int, count: int) -> bool:
    """Whether so many hits of that damage take a target with those wounds off the table."""
    if r.holds("overkill", "at-or-below"):
        return count > 0 and wounds - count * damage <= r.int("ranged-combat.removal")
    return any(wounds - one * damage == r.int("ranged-combat.removal") for one in range(1, count + 1))

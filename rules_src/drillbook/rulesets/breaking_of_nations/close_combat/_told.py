"""The effect of a close combat die: a strike, a kill outright, a miss or a stray blow."""

from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution
from drillbook.rulesets.breaking_of_nations.common.close_combat import (
    Blow,
    blow_die,
    goes_astray,
    is_critical,
    strikes,
)

ASTRAY, MISS, STRIKES, CRITICAL = "goes astray", "misses", "strikes", "critical"
ENDS = (ASTRAY, MISS, STRIKES, CRITICAL)


def end_of(r: Reader, need: Blow, own: int, other: int) -> str:
    """Return what a die that shows `own` does if the enemy's die shows `other`."""
    if is_critical(r, need, own, other):
        return CRITICAL
    if strikes(r, need, own, other):
        return STRIKES
    return ASTRAY if goes_astray(r, need, own, other) else MISS


def blow_ends(r: Reader, need: Blow, *, weapon: bool = False, enemy_weapon: bool = False) -> Distribution[str]:
    """Return the distribution of the ends of a blow."""
    own, other = blow_die(r, weapon=weapon), blow_die(r, weapon=enemy_weapon)
    found: Distribution[Any] = own.combine(other, lambda one, two: end_of(r, need, one, two))
    return Distribution.weighted((end, found[end]) for end in ENDS)

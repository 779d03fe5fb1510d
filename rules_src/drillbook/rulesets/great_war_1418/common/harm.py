"""The states of a platoon after hits: unharmed, injured, removed.

Shooting, melee and shells all leave a platoon in one of these states.
"""

from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution

UNHARMED, INJURED, REMOVED = "unharmed", "injured", "removed"
FATES = (UNHARMED, INJURED, REMOVED)


def counted(r: Reader, hits: Distribution[Any]) -> Distribution[Any]:
    """Return the hits that count of one platoon's dice.

    By one reading a platoon's dice count for one hit at most.
    """
    if r.holds("hits-per-die", "one-a-platoon"):
        return hits.map(lambda many: min(1, many))
    return hits


def fate(r: Reader, carried: int) -> str:
    """Return the state of a platoon that has taken that many hits."""
    if carried >= r.int("injuries.two-hits"):
        return REMOVED
    return INJURED if carried >= r.int("injuries.one-hit") else UNHARMED


def fates(r: Reader, hits: Distribution[Any], carried: int) -> Distribution[str]:
    """Return the distribution of states of a platoon after hits, from unharmed to removed.

    carried: how many hits the platoon carries already.
    """
    found = hits.map(lambda many: fate(r, carried + many))
    return Distribution.weighted((state, found[state]) for state in FATES if found[state])

"""What hits do to a platoon: unharmed, injured, removed. Shooting, melee and shells all leave it in one of these states."""

from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution

UNHARMED, INJURED, REMOVED = "unharmed", "injured", "removed"
FATES = (UNHARMED, INJURED, REMOVED)


def counted(r: Reader, hits: Distribution[Any]) -> Distribution[Any]:
    """The hits that one platoon's dice are good for."""
    if r.holds("hits-per-die", "one-a-platoon"):
        return hits.map(lambda many: min(1, many))
    return hits


def fate(r: Reader, carried: int) -> str:
    """The state of a platoon that has taken so many hits."""
    if carried >= r.int("injuries.two-hits"):
        return REMOVED
    return INJURED if carried >= r.int("injuries.one-hit") else UNHARMED


def fates(r: Reader, hits: Distribution[Any], carried: int) -> Distribution[str]:
    """The states that hits lead to, for a platoon that carries so many already; in the order from bad to worse."""
    found = hits.map(lambda many: fate(r, carried + many))
    return Distribution.weighted((state, found[state]) for state in FATES if found[state])

"""How lying prone differs from the parent's: whom panic has put down, and what protects him."""

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import posture


@replacing(posture.protected)
def protected(r: Reader, who: str) -> bool:
    """Whether being prone protects him: always, or on the other reading only him who chose it."""
    return who != posture.PANICKED or not r.holds("prone-panic", "not-protected")


@replacing(posture.stays_prone)
def stays_prone(r: Reader, who: str, *, fired: bool) -> bool:
    """Nobody is prone once he has fired, but on the other reading those whom panic has put down."""
    r.cite("formations.prone-lost")
    if not fired or who != posture.PANICKED:
        return False
    r.cite("glory.prone")
    return r.holds("prone-panic", "stays-protected")

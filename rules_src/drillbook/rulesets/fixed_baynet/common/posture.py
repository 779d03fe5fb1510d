"""The differences of lying prone from the parent ruleset.

These are who is put down by panic or by a wound, and what protects him.
"""

from drillbook.asking import Reader, replacing
from drillbook.rulesets.breaking_of_nations.common import hero, posture

#: The man whom a wound has put down.
WOUNDED = "wounded"
#: The ruling on a man who lies prone without having chosen it.
PUT_DOWN = {posture.PANICKED: "prone-panic", WOUNDED: "wounded-prone"}


@replacing(posture.protected)
def protected(r: Reader, who: str) -> bool:
    """Whether being prone protects him: always, or on the other reading only him who chose it."""
    return who not in PUT_DOWN or not r.holds(PUT_DOWN[who], "not-protected")


@replacing(posture.stays_prone)
def stays_prone(r: Reader, who: str, *, fired: bool) -> bool:
    """Nobody is prone once he has fired, but on other readings those whom panic or a wound has put down."""
    r.cite("formations.prone-lost")
    if not fired or who not in PUT_DOWN:
        return False
    r.cite("glory.prone" if who == posture.PANICKED else "infantry.hit-location-table")
    return r.holds(PUT_DOWN[who], "stays-protected")


@replacing(hero.down_is_target)
def down_is_target(r: Reader, *, fired: bool) -> bool:
    """A hero whom a wound has put down is a target once he has fired, or on other readings at once, or never."""
    return not protected(r, WOUNDED) or (fired and not stays_prone(r, WOUNDED, fired=True))

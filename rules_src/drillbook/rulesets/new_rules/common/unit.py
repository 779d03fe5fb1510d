"""One state of a unit, for every question.

It holds its formation or its guns, its coloured dice, and whether its ranks are broken;
its figures come from the muster.
"""

from dataclasses import dataclass

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.inputs import AS_LISTED

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
COLUMN, LINE, SQUARE = "column", "line", "square"
#: The figures of a unit, by the columns of the muster.
FIGURES = ("quality", "speed", "melee", "shooting")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as the rules see it.

    formation: none where its arm has none; coloured: its points of disorder; broken: Broken Line has befallen it, and its ranks are
    not in order yet; limbered: whether its guns are, where it has any.
    """

    name: str
    arm: str
    formation: str | None = None
    coloured: int = 0
    broken: bool = False
    limbered: bool = False

    @property
    def formed(self) -> str | None:
        """The formation whose modifiers count; none while its ranks are broken."""
        return None if self.broken else self.formation

    def crippled(self, r: Reader) -> bool:
        """Whether all its dice are coloured."""
        return self.coloured >= r.int("damage.crippled")


def mustered(
    r: Reader, row: str, formation: str, coloured: int, *, broken: bool = False, limbered: bool = False
) -> Unit:
    """Return a unit of the muster in its present state; what its arm does not have is left out."""
    arm = str(r.cell("muster", row, "arm").amount)
    formed = formation if arm == INFANTRY else None
    return Unit(r.name("muster", row), arm, formed, coloured, broken, limbered and arm == ARTILLERY)


def must_reform(r: Reader, unit: Unit) -> bool:
    """Return whether the next activation of a unit goes into its ranks, after Broken Line."""
    return unit.broken and (unit.formation is not None or r.holds("broken-unformed", "all-the-same"))


def square_stays(r: Reader, unit: Unit) -> bool:
    """Return whether a unit is a square that does not recoil, against its will or of it."""
    return unit.formed == SQUARE and r.holds("square-recoil", "stays-too")


def figure(r: Reader, row: str, column: str, own: str = AS_LISTED) -> Cited:
    """Return a figure of a unit: the muster's, or the player's own if one is given."""
    if own == AS_LISTED:
        return r.cell("muster", row, column)
    return Cited(int(own), r.cite("units.required-inputs"))


def after_points(r: Reader, coloured: int, points: int) -> int | None:
    """Return the coloured dice of a unit that takes that many points from one attack.

    The result is None if the unit is removed.
    """
    if not points:
        return coloured
    most = r.int("damage.capacity")
    now = coloured + points * r.int("damage.exchange")
    if now <= most:
        return now
    if coloured < most and r.holds("damage-overflow", "at-once"):
        return most
    r.cite("damage.removal")
    return None

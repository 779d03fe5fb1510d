"""One state of a unit, for every question: its figures, its formation, its coloured dice, and whether its ranks are broken."""

from dataclasses import dataclass

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.inputs import AS_LISTED

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
COLUMN, LINE, SQUARE = "column", "line", "square"
#: The figures of a unit, by the columns of the muster.
FIGURES = ("quality", "speed", "melee", "shooting")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as the rules see it. formation: none where its arm has none; coloured: its points of disorder."""

    name: str
    arm: str
    formation: str | None = None
    coloured: int = 0
    broken: bool = False

    @property
    def formed(self) -> str | None:
        """The formation whose modifiers count; none while its ranks are broken."""
        return None if self.broken else self.formation

    def crippled(self, r: Reader) -> bool:
        """Whether all its dice are coloured."""
        return self.coloured >= r.int("damage.crippled")


def mustered(r: Reader, row: str, formation: str, coloured: int, *, broken: bool = False) -> Unit:
    """A unit of the muster in its present state; what its arm does not have is left out."""
    arm = str(r.cell("muster", row, "arm").amount)
    foot = arm == INFANTRY
    return Unit(r.name("muster", row), arm, formation if foot else None, coloured, foot and broken)


def figure(r: Reader, row: str, column: str, own: str = AS_LISTED) -> Cited:
    """A figure of a unit: the muster's, or the player's own where he gives one."""
    if own == AS_LISTED:
        return r.cell("muster", row, column)
    return Cited(int(own), r.cite("units.required-inputs"))


def after_points(r: Reader, coloured: int, points: int) -> int | None:
    """The coloured dice of a unit that takes so many points from one attack; none where it is removed."""
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

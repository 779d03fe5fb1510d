"""What the forms of a volley share: who fires, and the volley made of shooter and target."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Choice, Length, Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fire import Shot
from drillbook.rulesets.new_rules.common.targets import Aim, Coloured, Figure
from drillbook.rulesets.new_rules.common.unit import Unit, figure, mustered

MUSKETS = Choice({"standard": "Standard muskets", "2": "2 S", "4": "4 S", "5": "5 S", "6": "6 S"}, label="Their reach")
Shooter = Annotated[str, Choice(table="muster", where="foot", default="line-infantry", label="The shooter")]
Formation = Annotated[str, Choice({"line": "Line", "column": "Column", "square": "Square"}, label="Its formation")]
Cover = Annotated[str, Choice(table="musket-covers", default="none", label="The target's cover")]
DISTANCE = Length(0, 6, step=Fraction(1, 4), default=Fraction(3, 2), label="Distance", bands=("musket-ranges/upto",))
Distance = Annotated[Number, DISTANCE]
Reach = Annotated[str, MUSKETS]


@dataclass(frozen=True, slots=True)
class Fresh:
    """Who fires, in good order."""

    shooter: Shooter
    figure: Figure
    formation: Formation

    def stands(self, r: Reader, coloured: int = 0) -> tuple[Unit, int]:
        """Return the unit with that many coloured dice, and its Ranged Combat."""
        unit = mustered(r, self.shooter, self.formation, coloured)
        return unit, figure(r, self.shooter, "shooting", self.figure).whole

    def at(self, r: Reader, aim: Aim, distance: Number, cover: str, coloured: int = 0) -> Shot:
        """Its plain volley with standard muskets."""
        unit, adds = self.stands(r, coloured)
        target, defence = aim.stands(r)
        return Shot(unit, adds, target, defence, distance, cover)


@dataclass(frozen=True, slots=True)
class Worn(Fresh):
    """The same, with its coloured dice."""

    coloured: Coloured

    def fires(self, r: Reader, aim: Aim, distance: Number, cover: str, reach: str, *, aimed: bool) -> Shot:
        """Return its volley."""
        return replace(self.at(r, aim, distance, cover, self.coloured), aimed=aimed, reach=reach)

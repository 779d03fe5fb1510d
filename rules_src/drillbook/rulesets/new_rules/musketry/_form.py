"""What the forms of a volley share: shooter and target with their figures, and the volley made of them."""

from fractions import Fraction
from typing import Annotated

from drillbook.asking import Contradiction, Reader
from drillbook.asking.kinds import Choice, Flag, Length
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fire import Shot
from drillbook.rulesets.new_rules.common.targets import aimed_at
from drillbook.rulesets.new_rules.common.unit import figure, mustered

MUSKETS = Choice({"standard": "Standard muskets", "2": "2 S", "4": "4 S", "5": "5 S", "6": "6 S"}, label="They reach")
Shooter = Annotated[str, Choice(table="muster", where="foot", default="line-infantry", label="The shooter")]
Formation = Annotated[str, Choice({"line": "Line", "column": "Column", "square": "Square"}, label="Its formation")]
Broken = Annotated[bool, Flag(label="Its line is broken")]
Cover = Annotated[str, Choice(table="musket-covers", default="none", label="The target is")]
DISTANCE = Length(0, 6, step=Fraction(1, 4), default=Fraction(3, 2), label="Distance", bands=("musket-ranges/upto",))
Distance = Annotated[Number, DISTANCE]
Reach = Annotated[str, MUSKETS]


def shot_of(
    r: Reader,
    own: tuple[str, str, str, int, bool],
    other: tuple[str, str, str, int, bool],
    distance: Number,
    cover: str = "none",
    *,
    aimed: bool = False,
    reach: str = "standard",
) -> Shot:
    """The volley of a form; own, other: unit, figure, formation, coloured dice and whether the line is broken."""
    row, given, formation, coloured, broken = own
    if broken:
        r.cite("events.broken-line")
        raise Contradiction(
            "A unit with a broken line puts it in order when it is next activated: it does not fire.", broken=False
        )
    shooter = mustered(r, row, formation, coloured, broken=broken)
    target_row, target_given, target_formation, target_coloured, target_broken = other
    target, defence = aimed_at(r, target_row, target_given, target_formation, target_coloured, broken=target_broken)
    return Shot(shooter, figure(r, row, "shooting", given).whole, target, defence, distance, cover, aimed, reach)

"""Buildings: who is hidden by the steep line from a man on another level."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Contradiction, Reader, Working, question
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.buildings._steep import side_view, steep
from drillbook.rulesets.breaking_of_nations.common.inputs import half_inches


@dataclass(frozen=True, slots=True)
class Sight:
    """A line of sight: whether the shot is free, and the reach of the dead ground.

    The dead ground is measured from the wall. dead_ground is None if both men are on one level.
    """

    free: bool
    dead_ground: Number | None


@question("bon/sight-angle?height=4&distance=5", "bon/sight-angle?height=4&distance=4")
def sight_angle(
    r: Reader,
    *,
    height: Annotated[Number, half_inches("Difference in height", 16, 4)],
    distance: Annotated[Number, half_inches("Distance", 24, 5, help="Measured along the table.")],
) -> Breakdown[Sight]:
    """Can two men on different levels shoot at each other, or is the line between them too steep?"""
    if not height and not distance:
        raise Contradiction("Two men on one level cannot stand in the same place.", distance=1)
    w = Working(r)
    line = steep(r, w, "buildings.angle-45", height, distance)
    measured = f'{write_number(distance)}" along, {write_number(height)}" up'
    found = (
        f'the {line.angle}° line meets the ground at {write_number(line.dead_ground)}"'
        if height
        else "both on one level"
    )
    return w.answer(
        Sight(line.free, line.dead_ground if height else None),
        headline=f"{'Free' if line.free else 'Blocked'}: {measured}; {found}",
        exhibits=[side_view(line, "upper man", "lower man")],
    )

"""Movement by ground: how far one action goes over each kind of ground.

The rule sheet has its speeds by ground in the movement part, and so has the question.
"""

from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, PACES
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.breaking_of_nations.terrain import ground_speed as parents
from drillbook.rulesets.fixed_baynet.common.moving import dangerous


@question("fb/ground-speed?grade=regular&ground=bumpy&pace=charge", replaces="ground-speed")
def ground_speed(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Soldier")],
    ground: Annotated[str, Choice(table="speed-by-ground", default="bumpy", label="Ground")],
    pace: Annotated[str, Choice(PACES, default="move", label="Pace")],
) -> Breakdown[int]:
    """How far does one action take a man over this ground?"""
    barred = dangerous(r, ground) if pace == CHARGE else None
    Working(r).forbid(f"A charge does not go over {ground} ground.", barred or "", when=barred)
    return parents.ground_speed(r, grade=grade, armour="minimal", ground=ground, pace=pace)

"""The inputs that every form of fire has: the shooter's figures, and a target with its own."""

from typing import Annotated

from drillbook.asking import Reader
from drillbook.asking.kinds import Flag
from drillbook.rulesets.new_rules.common.fire import defence_figure
from drillbook.rulesets.new_rules.common.inputs import broken_of, coloured_of, figure_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.unit import Unit, figure, mustered

Figure = Annotated[str, figure_of("Its Ranged Combat")]
Coloured = Annotated[int, coloured_of("Its coloured dice")]
Target = Annotated[str, unit_of("The target", "line-infantry")]
TargetFigure = Annotated[str, figure_of("The target's Ranged Combat")]
TargetFormation = Annotated[str, formation_of("The target's formation", "target")]
TargetColoured = Annotated[int, coloured_of("The target's coloured dice")]
TargetBroken = Annotated[bool, broken_of("The target's line is broken", "target")]
Aimed = Annotated[bool, Flag(label="Aimed Shot")]


def aimed_at(r: Reader, row: str, given: str, formation: str, coloured: int, *, broken: bool) -> tuple[Unit, int]:
    """The target of a form, and what it adds of its figures."""
    target = mustered(r, row, formation, coloured, broken=broken)
    defence = defence_figure(r, target, figure(r, row, "shooting", given), figure(r, row, "melee"))
    return target, defence.whole

"""What every form of fire has: the shooter's figures, and a target with its own."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Flag, Reader
from drillbook.rulesets.new_rules.common.fire import defence_figure
from drillbook.rulesets.new_rules.common.inputs import broken_of, coloured_of, figure_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.unit import Unit, figure, mustered

Figure = Annotated[str, figure_of("Its Ranged Combat")]
Coloured = Annotated[int, coloured_of("Its coloured dice")]
Target = Annotated[str, unit_of("The target", "line-infantry")]
TargetFormation = Annotated[str, formation_of("The target's formation", "target")]
TargetColoured = Annotated[int, coloured_of("The target's coloured dice")]
TargetBroken = Annotated[bool, broken_of("The target's line is broken", "target")]
Aimed = Annotated[bool, Flag(label="Aimed Shot")]


@dataclass(frozen=True, slots=True)
class Aim:
    """Who is fired at, with its figures."""

    target: Target
    target_figure: Annotated[str, figure_of("The target's Ranged Combat")]
    target_formation: TargetFormation
    target_coloured: TargetColoured

    @property
    def broken(self) -> bool:
        """Whether its line is broken; a form that does not ask takes it for whole."""
        return False

    def stands(self, r: Reader) -> tuple[Unit, int]:
        """Return the target unit, and what it adds of its figures."""
        unit = mustered(r, self.target, self.target_formation, self.target_coloured, broken=self.broken)
        shooting, melee = figure(r, self.target, "shooting", self.target_figure), figure(r, self.target, "melee")
        return unit, defence_figure(r, unit, shooting, melee).whole


@dataclass(frozen=True, slots=True)
class WholeAim(Aim):
    """The same where the form asks for its line too."""

    target_broken: TargetBroken

    @property
    def broken(self) -> bool:
        """Whether its line is broken."""
        return self.target_broken

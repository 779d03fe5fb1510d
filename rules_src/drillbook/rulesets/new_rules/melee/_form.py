"""What the forms of a melee share: both units with their figures, and the melee made of them."""

from typing import Annotated

from drillbook.asking import Choice, Flag, Reader
from drillbook.rulesets.new_rules.common.fighting import ASPECTS, CHARGE, HEIGHTS, OWN, ROUNDS, Melee, Side
from drillbook.rulesets.new_rules.common.inputs import broken_of, coloured_of, figure_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.unit import figure, mustered

Charger = Annotated[str, unit_of("The charger", "heavy-cavalry")]
ChargerMelee = Annotated[str, figure_of("Its Melee Combat")]
ChargerFormation = Annotated[str, formation_of("Its formation", "charger", "column")]
ChargerColoured = Annotated[int, coloured_of("Its coloured dice")]
ChargerBroken = Annotated[bool, broken_of("Its line is broken", "charger")]
Target = Annotated[str, unit_of("The other", "line-infantry")]
TargetMelee = Annotated[str, figure_of("The other's Melee Combat")]
TargetFormation = Annotated[str, formation_of("The other's formation", "target")]
TargetColoured = Annotated[int, coloured_of("The other's coloured dice")]
TargetBroken = Annotated[bool, broken_of("The other's line is broken", "target")]
Round = Annotated[str, Choice(ROUNDS, default=CHARGE, label="Round")]
Standing = Annotated[str, Choice({key: ROUNDS[key] for key in (CHARGE, OWN)}, default=CHARGE, label="It begins with")]
Aspect = Annotated[str, Choice(ASPECTS, label="The other was taken")]
Higher = Annotated[str, Choice(HEIGHTS, label="Uphill")]
Seized = Annotated[bool, Flag(label="The side on turn has Seized the Initiative")]


def side(r: Reader, row: str, melee: str, formation: str, coloured: int, *, broken: bool, charger: bool) -> Side:
    """A unit of the form in a melee."""
    return Side(mustered(r, row, formation, coloured, broken=broken), figure(r, row, "melee", melee).whole, charger)


def melee_of(charger: Side, target: Side, round: str, aspect: str, higher: str, *, seized: bool) -> Melee:
    """The melee that a form describes."""
    return Melee(charger, target, round, aspect, higher, seized)

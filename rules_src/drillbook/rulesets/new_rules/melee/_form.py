"""The parts that the forms of a melee share: both units with their figures, and the melee."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Choice, Contradiction, Flag, Reader
from drillbook.rulesets.new_rules.common.fighting import (
    AGAIN,
    ASPECTS,
    BEFORE,
    CHARGE,
    HEIGHTS,
    LAST,
    NOW,
    ROUNDS,
    Melee,
    Side,
)
from drillbook.rulesets.new_rules.common.inputs import (
    LIMBERED,
    coloured_of,
    figure_of,
    formation_of,
    guns_of,
    unit_of,
)
from drillbook.rulesets.new_rules.common.unit import figure, mustered

Charger = Annotated[str, unit_of("The charger", "heavy-cavalry")]
ChargerMelee = Annotated[str, figure_of("Its Melee Combat")]
ChargerFormation = Annotated[str, formation_of("Its formation", "charger", "column")]
ChargerColoured = Annotated[int, coloured_of("Its coloured dice")]
ChargerBroken = Annotated[bool, Flag(label="Its line is broken")]
Target = Annotated[str, unit_of("The other", "line-infantry")]
TargetMelee = Annotated[str, figure_of("The other's Melee Combat")]
TargetFormation = Annotated[str, formation_of("The other's formation", "target")]
TargetColoured = Annotated[int, coloured_of("The other's coloured dice")]
TargetBroken = Annotated[bool, Flag(label="The other's line is broken")]
TargetGuns = Annotated[str, guns_of("The other's guns", "target")]
Round = Annotated[str, Choice(ROUNDS, default=CHARGE, label="Round")]
Begins = Annotated[str, Choice(ROUNDS, default=CHARGE, label="It begins with")]
Aspect = Annotated[str, Choice(ASPECTS, label="The other was taken")]
Higher = Annotated[str, Choice(HEIGHTS, label="Uphill")]
#: Who has Seized the Initiative, with when the side on turn and its enemy have.
SEIZED = {
    "no": ("Nobody", None, None),
    "yes": ("The side on turn, in this turn", NOW, None),
    "earlier": ("The side on turn, in an earlier turn", BEFORE, None),
    "last": ("Its enemy, in the turn before", None, LAST),
    "before": ("Its enemy, in an earlier turn", None, BEFORE),
}
Seized = Annotated[
    str, Choice({name: words for name, (words, *_) in SEIZED.items()}, label="The Initiative is seized by")
]


@dataclass(frozen=True, slots=True)
class Fighters:
    """Who fights: the charger and the other, with their figures and their state."""

    charger: Charger
    charger_melee: ChargerMelee
    charger_formation: ChargerFormation
    charger_coloured: ChargerColoured
    charger_broken: ChargerBroken
    target: Target
    target_melee: TargetMelee
    target_formation: TargetFormation
    target_guns: TargetGuns
    target_coloured: TargetColoured
    target_broken: TargetBroken

    def melee(self, r: Reader, round: str, aspect: str, higher: str, seized: str) -> Melee:
        """Return the melee that the form describes."""
        first = mustered(r, self.charger, self.charger_formation, self.charger_coloured, broken=self.charger_broken)
        second = mustered(
            r, self.target, self.target_formation, self.target_coloured,
            broken=self.target_broken, limbered=self.target_guns == LIMBERED,
        )  # fmt: skip
        own = figure(r, self.charger, "melee", self.charger_melee).whole
        other = figure(r, self.target, "melee", self.target_melee).whole
        _, mine, theirs = SEIZED[seized]
        if round in (CHARGE, AGAIN) and (mine or theirs) not in (None, NOW):
            raise Contradiction(
                "They have only just met, so nobody has seized anything in this melee before.", seized="no"
            )
        return Melee(Side(first, own, True), Side(second, other, False), round, aspect, higher, mine, theirs)

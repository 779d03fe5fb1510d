"""The form of two platoons in contact, which the questions on melee share."""

from dataclasses import dataclass

from drillbook.asking import Reader, Working
from drillbook.rulesets.great_war_1418.common import inputs
from drillbook.rulesets.great_war_1418.common.melee import Fight, Melee, called, pair, standing


@dataclass(frozen=True, slots=True)
class Contact:
    """Two platoons in contact, each perhaps with one behind it."""

    unit: inputs.Fights
    parent: inputs.Parent
    ground: inputs.Ground
    beneath: inputs.Beneath
    carried: inputs.Carried
    behind: inputs.Behind
    gives_up: inputs.GivesUp
    enemy: inputs.Enemy
    enemy_parent: inputs.EnemyParent
    enemy_ground: inputs.EnemyGround
    enemy_beneath: inputs.EnemyBeneath
    enemy_carried: inputs.EnemyCarried
    enemy_behind: inputs.EnemyBehind

    @property
    def start(self) -> Fight:
        """Both sides as they come to blows."""
        return standing(self.carried, self.behind), standing(self.enemy_carried, self.enemy_behind)

    def melee(self, r: Reader, w: Working) -> Melee:
        """Return the melee of the pair, with the steps."""
        one = self.unit, self.parent, self.ground, self.beneath
        other = self.enemy, self.enemy_parent, self.enemy_ground, self.enemy_beneath
        return pair(r, w, one, other, self.start, self.gives_up)

    def names(self, r: Reader) -> tuple[str, str]:
        """Return the names of the two sides."""
        return called(r, self.unit, self.enemy)

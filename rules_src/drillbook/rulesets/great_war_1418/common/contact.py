"""The form of two platoons in contact, which the questions on melee share."""

from dataclasses import dataclass

from drillbook.asking import Reader, Working
from drillbook.rulesets.great_war_1418.common.inputs import (
    Behind,
    Carried,
    Enemy,
    EnemyBehind,
    EnemyCarried,
    EnemyGround,
    EnemyParent,
    Fights,
    GivesUp,
    Ground,
    Parent,
)
from drillbook.rulesets.great_war_1418.common.melee import Fight, Melee, called, pair, standing


@dataclass(frozen=True, slots=True)
class Contact:
    """Two platoons in contact, each perhaps with one behind it."""

    unit: Fights
    parent: Parent
    ground: Ground
    carried: Carried
    behind: Behind
    gives_up: GivesUp
    enemy: Enemy
    enemy_parent: EnemyParent
    enemy_ground: EnemyGround
    enemy_carried: EnemyCarried
    enemy_behind: EnemyBehind

    @property
    def start(self) -> Fight:
        """Both sides as they come to blows."""
        return standing(self.carried, self.behind), standing(self.enemy_carried, self.enemy_behind)

    def melee(self, r: Reader, w: Working) -> Melee:
        """The pair, with the steps."""
        one = self.unit, self.parent, self.ground
        other = self.enemy, self.enemy_parent, self.enemy_ground
        return pair(r, w, one, other, self.start, self.gives_up)

    def names(self, r: Reader) -> tuple[str, str]:
        """What the two sides are called."""
        return called(r, self.unit, self.enemy)

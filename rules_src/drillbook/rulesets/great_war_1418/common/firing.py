"""A platoon's fire at a target: its dice, what they have to reach, and rerolls by armour.

Every question that lets a unit shoot takes its hits from this module.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Thrower, np
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import Dice, arms
from drillbook.rulesets.great_war_1418.common.rolling import die_chance, on_a_die, scored, throw
from drillbook.rulesets.great_war_1418.common.targets import rolls_again


@dataclass(frozen=True, slots=True)
class Fire:
    """The dice of one platoon, the Resilience to reach, and whether they are rolled again."""

    dice: Dice
    resilience: int
    again: bool = False


def fire_of(r: Reader, w: Working, unit: str, resilience: int, *, vehicle: bool = False, melee: bool = False) -> Fire:
    """Work out what a unit rolls at a target, with the steps.

    resilience: the target's, its ground counted; vehicle: the target is one; melee: blows, not shots.
    """
    dice = arms(r, w, unit, melee=melee)
    return Fire(dice, resilience, vehicle and rolls_again(r, w, unit))


def die_of(r: Reader, fire: Fire, *, boosted: bool = False) -> Fraction:
    """Work out the chance that one of the dice hits in the end; boosted: the one with the bonus."""
    return die_chance(r, fire.resilience, on_a_die(r, fire.dice.bonus if boosted else 0), again=fire.again)


def hits_of(r: Reader, fire: Fire) -> Distribution[Any]:
    """Work out how many hits the dice are good for."""
    if not fire.dice.count:
        return Distribution.sure(0)
    return harm.counted(r, scored(r, fire.dice, fire.resilience, again=fire.again))


def thrown(r: Reader, cup: Thrower, throws: int, fire: Fire) -> Any:
    """Roll the dice so often: the hits of every throw."""
    if not fire.dice.count:
        return np.zeros(throws, dtype=int)
    scores = throw(r, cup, throws, fire.dice, fire.resilience, again=fire.again)
    return np.minimum(1, scores) if r.holds("hits-per-die", "one-a-platoon") else scores

"""A volley: the shots of a unit, their hits, the men who fall, and the surplus behind them.

The module has no chapter of its own: rifles, LMGs, machine guns and whole firefights fire volleys by these rules.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from drillbook.asking import Reader, Working, procedure
from drillbook.maths import Distribution, Thrower, binomial, np, total
from drillbook.rulesets.breaking_of_nations.common.scattering import rolls
from drillbook.rulesets.breaking_of_nations.common.shot_die import hits

LMG = "lmg"


@procedure
def shots_each(r: Reader, w: Working, weapon: str, actions: int) -> int:
    """A man fires a shot a turn, or one for every action spent on it; its steps go into `w`."""
    if weapon == LMG:
        return w.then("shots of an LMG in a turn", "weapons.lmg-shots")  # type: ignore[no-any-return]
    w.then("actions spent on firing", actions, "turn-sequence.action-cost")
    if r.holds("rof-missing", "once-a-turn"):
        w.at_most("a shot a turn, whatever is spent", "stats.rof")
    return w.whole


@procedure
def shots_by_turn(r: Reader, w: Working, weapon: str, actions: int, turns: int) -> list[int]:
    """How often a man fires in each of so many turns of fire running; the steps go into `w`."""
    return [shots_each(r, w, weapon, actions)] * turns


def scored(r: Reader, weapon: str, firers: int, each: int, chance: Fraction, men: int) -> Distribution[Any]:
    """How many hits so many men score with that many shots each against a unit of `men`."""
    dice = dice_of(r, weapon, each, men)
    if all(many == 1 for many in dice):
        return binomial(firers * len(dice), chance)
    return total([total(Distribution({many: chance, 0: 1 - chance}) for many in dice)] * firers)


def dice_of(r: Reader, weapon: str, each: int, men: int) -> list[int]:
    """Return the rolls of a man for his shots: the number of men that each roll attacks.

    each is the number of shots, men the number of men in the unit that is shot at.
    """
    if weapon != LMG or not r.has("ruling.lmg-scatter"):
        return [1] * each
    match r.read_as("lmg-scatter"):
        case "free-choice":
            return [1] * each
        case "different-men":
            return [1] * min(each, men)
        case _:
            return attacked(r, each, men)


@procedure
def attacked(r: Reader, dice: int, men: int) -> list[int]:
    """Dice that attack several men each are scattered like those of a gun: how many men each roll attacks."""
    return rolls(r, dice, men)


def throw_hits(
    r: Reader, dice: Thrower, throws: int, weapon: str, firers: int, each: int, needed: int, men: int
) -> Any:
    """Roll the volley so often: the hits of every throw."""
    die, weights = r.text("ranged-combat.die"), dice_of(r, weapon, each, men)
    rolled = hits(r, needed, dice.roll_each(die, throws, firers * len(weights)))
    return (rolled * np.tile(weights, firers)).sum(axis=1)


def felled(score: Distribution[Any], men: int) -> tuple[Distribution[Any], Distribution[Any]]:
    """How many of so many men fall to the hits, and how many hits are left."""
    return score.map(lambda count: min(men, count)), score.map(lambda count: max(0, count - men))


def shielded(r: Reader, w: Working, where: str, prone: bool) -> bool:
    """Return whether a unit behind the target lies prone and so keeps the surplus off.

    where is what the steps call the unit. The note goes into `w`.
    """
    if prone and not r.holds("prone-scope", "aimed-only"):
        w.note(f"{where} lies prone: nothing strikes it", "movement.prone-target")
        return True
    w.note(f"{where} lies prone, but is not aimed at", "movement.prone-target", when=prone)
    return False


def passed_on(r: Reader, surplus: Distribution[Any], units: Sequence[tuple[int, Fraction]]) -> list[Distribution[Any]]:
    """Return the distribution of men who fall in each unit behind the target, nearest first.

    units holds for each unit its men and the chance that a shot hits one of them.
    """
    losses: list[Distribution[Any]] = []
    for men, chance in units:
        if losses and r.holds("equalizer-scope", "one-unit-behind"):
            surplus = Distribution.sure(0)
        if r.holds("equalizer-scope", "rolled-again"):
            surplus = surplus.then(partial(binomial, chance=chance))
        fallen, surplus = felled(surplus, men)
        losses.append(fallen)
    return losses


def leader_falls(r: Reader, shots: int, chance: Fraction, fallen: Distribution[Any], men: int) -> Fraction:
    """Return the chance that one man who matters is among the fallen.

    By the reading, the shooter names him, his owner spares him, or the lot decides.
    """
    match r.read_as("casualty-allocation"):
        case "shooter-names":
            return 1 - (1 - chance) ** shots
        case "owner-chooses":
            return fallen.at_least(men)
        case _:
            return fallen.mean / men

"""What comes at a regiment, and what it leaves of it in a formation."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number
from drillbook.rulesets.new_rules.common import bombarding, fighting, shooting
from drillbook.rulesets.new_rules.common.bands import Attack
from drillbook.rulesets.new_rules.common.fighting import Left, Melee, Side
from drillbook.rulesets.new_rules.common.fire import Shot, dice_of, hurt_by
from drillbook.rulesets.new_rules.common.giving_way import GONE, RECOILS, REMOVED, ROUTS
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, Unit, figure, mustered

FIRE = "fire"


@dataclass(frozen=True, slots=True)
class Enemy:
    """The enemy of a regiment.

    row: its row of the muster; formation: its formation; melee, shooting: figures of the player's own;
    coloured: its coloured dice.
    """

    row: str
    formation: str
    melee: str
    shooting: str
    coloured: int


@dataclass(frozen=True, slots=True)
class Danger:
    """A regiment and the threat to it: a charge, a later round or fire, with side and distance."""

    unit: str
    melee: str
    shooting: str
    coloured: int
    enemy: Enemy
    threat: str
    aspect: str
    distance: Number


@dataclass(frozen=True, slots=True)
class Fate:
    """What may become of the regiment, and of the enemy.

    hurt: the chance of any disorder; expected: the points to expect; critical: the chance of a critical event;
    thrown: that it is thrown back or routs; removed: that it is removed; enemy_hurt: that the enemy takes disorder;
    after: the distribution of the regiment's coloured dice.
    """

    hurt: Fraction
    expected: Fraction
    critical: Fraction
    thrown: Fraction
    removed: Fraction
    enemy_hurt: Fraction
    after: Distribution[Any]


def fate(r: Reader, w: Working, danger: Danger, formation: str) -> Fate:
    """Return what may become of the regiment in that formation."""
    own = mustered(r, danger.unit, formation, danger.coloured)
    foe = mustered(r, danger.enemy.row, danger.enemy.formation, danger.enemy.coloured)
    return _under_fire(r, w, danger, own, foe) if danger.threat == FIRE else _in_melee(r, w, danger, own, foe)


def _in_melee(r: Reader, w: Working, danger: Danger, own: Unit, foe: Unit) -> Fate:
    charger = Side(foe, figure(r, danger.enemy.row, "melee", danger.enemy.melee).whole, charger=True)
    target = Side(own, figure(r, danger.unit, "melee", danger.melee).whole, charger=False)
    fight = Melee(charger, target, danger.threat, danger.aspect)
    fighting.check_round(r, w, fight)
    w.forbid("Artillery does not charge.", "artillery.no-charge", when=foe.arm == ARTILLERY)
    attack = fighting.attack_of(r, w, fight)
    left = attack.outcomes.then(lambda result: fighting.leave(r, result, foe, own))
    return _fate(attack, left, attack.outcomes.chance(lambda one: fighting.rolls_event(r, one, own)))


def _fate(attack: Attack, left: Distribution[Left], critical: Fraction) -> Fate:
    """Return what an attack with a known end may make of the regiment.

    left: what the attack leaves of both; critical: the chance of a critical event.
    """
    return Fate(
        hurt_by(attack), attack.outcomes.map(lambda one: one.defender).mean, critical,
        left.chance(lambda one: one.gone == fighting.DEFENDER and one.how in (RECOILS, ROUTS)),
        left.chance(lambda one: one.defender is None), attack.outcomes.chance(lambda one: one.attacker > 0),
        left.map(lambda one: dice_of(one.defender)),
    )  # fmt: skip


def _under_fire(r: Reader, w: Working, danger: Danger, own: Unit, foe: Unit) -> Fate:
    w.forbid("Cavalry has no ranged attack.", "cavalry.heavy-no-ranged", when=foe.arm == CAVALRY)
    fires = figure(r, danger.enemy.row, "shooting", danger.enemy.shooting).whole
    stands = figure(r, danger.unit, "shooting", danger.shooting).whole
    shot = Shot(foe, fires, own, stands, danger.distance)
    if foe.arm != ARTILLERY:
        attack = shooting.attack_of(r, w, shot)
        left = attack.outcomes.then(lambda result: fighting.leave(r, result, foe, own, engaged=shot.locked))
        return _fate(attack, left, attack.outcomes.chance(lambda one: fighting.rolls_event(r, one, own)))
    attack = bombarding.attack_of(r, w, shot)
    ends = attack.outcomes.then(lambda result: bombarding.struck(r, shot, result))
    return _fate(attack, ends.map(_left), ends.chance(lambda end: end.events > 0))


def _left(hit: bombarding.Struck) -> Left:
    """Return what a shot of guns leaves, in the form of the end of a fight.

    The regiment is out of the fight if it is removed, thrown back or running.
    """
    how = REMOVED if hit.unit is None else hit.how if hit.how in GONE else ""
    return Left(None, hit.unit, fighting.DEFENDER if how else "", how)

"""What the faster side gains by striking first."""

from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, spoken
from drillbook.rulesets.great_war_1418.common.harm import fate
from drillbook.rulesets.great_war_1418.common.inputs import (
    Beneath,
    Carried,
    Enemy,
    EnemyBeneath,
    EnemyCarried,
    EnemyGround,
    EnemyParent,
    Fights,
    Ground,
    Parent,
)
from drillbook.rulesets.great_war_1418.common.melee import NOBODY, REAR, Fight, Melee, called, pair, refuses, standing

IN_TURN, TOGETHER = "in their order", "both at once"


@dataclass(frozen=True, slots=True)
class FirstBlow:
    """The chances that either side is removed, in the rules' order and with simultaneous blows."""

    own_lost: Fraction
    enemy_lost: Fraction
    own_lost_at_once: Fraction
    enemy_lost_at_once: Fraction


@question(
    "gw/first-blow?unit=melee-cav&ground=open&enemy=line-inf&enemy-ground=open",
    "gw/first-blow?unit=line-inf&ground=open&enemy=early-hmg&enemy-ground=defensible-dug",
    "gw/first-blow?unit=line-inf&ground=open&enemy=elite-inf&enemy-ground=open",
)
def first_blow(
    r: Reader,
    *,
    unit: Fights,
    parent: Parent,
    ground: Ground,
    beneath: Beneath,
    carried: Carried,
    enemy: Enemy,
    enemy_parent: EnemyParent,
    enemy_ground: EnemyGround,
    enemy_beneath: EnemyBeneath,
    enemy_carried: EnemyCarried,
) -> Breakdown[FirstBlow]:
    """What is hitting first worth?"""
    w = Working(r)
    start = standing(carried, NOBODY), standing(enemy_carried, NOBODY)
    one, other = (unit, parent, ground, beneath), (enemy, enemy_parent, enemy_ground, enemy_beneath)
    melee = pair(r, w, one, other, start, REAR)
    fought = not refuses(r, w, melee, start)
    now = melee.round(start, True) if fought else Distribution.sure(start)
    at_once = _at_once(melee).round(start, True) if fought else Distribution.sure(start)
    told = FirstBlow(_lost(melee, now, 0), _lost(melee, now, 1), _lost(melee, at_once, 0), _lost(melee, at_once, 1))
    w.then("one side is removed", told.own_lost, "injuries.two-hits")
    w.then("and if both struck at once", told.own_lost_at_once, "melee.order")
    w.then("the other is removed", told.enemy_lost, "injuries.two-hits")
    w.then("and if both struck at once", told.enemy_lost_at_once, "melee.order")
    name, foe = called(r, unit, enemy)
    return w.answer(
        told,
        headline=_headline(told, name, foe),
        chance=told.own_lost,
        exhibits=[
            Bars(
                f"What becomes of {who.lower() if unit == enemy else who}", "It is",
                {IN_TURN: _fates(r, now, side), TOGETHER: _fates(r, at_once, side)}, name=label,
            )
            for side, (who, label) in enumerate(((name, "one-side"), (foe, "other-side")))
        ],
    )  # fmt: skip


def _at_once(melee: Melee) -> Melee:
    """Return the same pair with both sides striking together."""
    found = copy(melee)
    found.by_class = False
    found.round = cache(found._round)
    return found


def _lost(melee: Melee, ends: Distribution[Fight], side: int) -> Fraction:
    return ends.chance(lambda fight: fight[side].front >= melee.dead)


def _fates(r: Reader, ends: Distribution[Fight], side: int) -> Distribution[str]:
    return ends.map(lambda fight: fate(r, fight[side].front))


def _headline(told: FirstBlow, one: str, other: str) -> str:
    first = f"{one} removed: {spoken(told.own_lost)}, and {spoken(told.own_lost_at_once)} if both strike at once"
    second = f"{other} removed: {spoken(told.enemy_lost)}, and {spoken(told.enemy_lost_at_once)}"
    if (told.own_lost, told.enemy_lost) == (told.own_lost_at_once, told.enemy_lost_at_once):
        return f"Nothing: {one} removed {spoken(told.own_lost)}, {other} {spoken(told.enemy_lost)}, either way"
    return f"{first}; {second}"

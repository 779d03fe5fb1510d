"""A platoon as it fights hand to hand: its dice, its Resilience, and when it strikes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from drillbook.asking import Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import (
    CAVALRY,
    HEAVY,
    LMG,
    Dice,
    arms,
    built_in,
    is_vehicle,
    kind_of,
)
from drillbook.rulesets.great_war_1418.common.ground import FULL_FORT, is_dug, on_line
from drillbook.rulesets.great_war_1418.common.speed import speed_class
from drillbook.rulesets.great_war_1418.common.targets import rolls_again


@dataclass(frozen=True, slots=True)
class Fighter:
    """What a side fights with: its dice, its Resilience, and its rerolls.

    again: whether it rolls again against a vehicle; place: when it strikes in the first round, by its class;
    later: the function that gives when it strikes in deathmatch, where speed may count too.
    """

    dice: Dice
    resilience: int
    place: int
    again: bool
    later: Callable[[], tuple[int, int]] = lambda: (0, 0)


def place_of(r: Reader, w: Working, unit: str) -> int:
    """When a unit strikes: its place in the order of blows."""
    kind = kind_of(r, unit)
    if kind == CAVALRY:
        key = speed_class(r, w, unit)
    elif kind == HEAVY or (unit == LMG and not r.holds("lmg-heavy", "nowhere")):
        key = "heavy"
    else:
        key = "infantry"
    return 1 + list(r.table("strike-order").rows).index(key)


def fighter(r: Reader, w: Working, unit: str, parent: str, ground: str, beneath: str, enemy: str) -> Fighter:
    """Return one side of a pair, with the steps.

    ground: its line of the cover chart; beneath: the ground of its works or holes.
    """
    must_not_be_dug(r, w, unit, ground)
    tough = built_in(r, w, unit, parent)
    if r.holds("melee-cover", "ground-counts"):
        tough = on_line(r, w, ground, beneath)
    return armed(r, w, unit, enemy, tough)


def _slowness(r: Reader, unit: str, enemy: str) -> int:
    """Return how slow a unit is in deathmatch beside an enemy of its class.

    The result is 0 if speed does not count there.
    """
    mine, theirs = (speed_class(r, Working(r), one) for one in (unit, enemy))
    if mine == theirs or place_of(r, Working(r), unit) != place_of(r, Working(r), enemy):
        return 0
    if not r.holds("deathmatch-speed", "speed-too"):
        return 0
    return -r.cell("speeds", mine, "cm").whole


def must_not_be_dug(r: Reader, w: Working, unit: str, ground: str) -> None:
    """Refuse a vehicle that is dug in.

    By one reading a vehicle may have the full line of a fortification.
    """
    dug = is_dug(ground) and is_vehicle(r, unit)
    full = dug and ground == FULL_FORT and r.holds("r9-unreachable", "tanks-in-forts")
    w.forbid("Vehicles never dig in.", "vehicles-transport.no-dig", when=dug and not full)


def armed(r: Reader, w: Working, unit: str, enemy: str, tough: int) -> Fighter:
    """Work out what a unit fights with, with the steps; tough: its Resilience in this melee."""
    name = r.name("units", unit)
    dice = arms(r, w, unit, melee=True)
    w.note(f"{name} rolls {dice.words} in melee", "melee.arming")
    place = place_of(r, w, unit)
    w.note(f"{name} strikes in place {place}", "melee.order")
    again = is_vehicle(r, enemy) and rolls_again(r, w, unit)
    return Fighter(dice, tough, place, again, cache(lambda: (place, _slowness(r, unit, enemy))))

"""Who may still fire after how much of a move: section 6.1, for men and for the machine guns of vehicles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drillbook.exact import write_number
from drillbook.rulesets.breaking_news._firing import a_weapon

if TYPE_CHECKING:
    from drillbook.answers import Refusal
    from drillbook.exact import Number
    from drillbook.reader import Cited, Reader, Working

GROUND, FIXED, ARMOURED, SOFT = "ground", "fixed", "armoured", "soft"
MOUNTS = {
    GROUND: "Carried by its crew",
    FIXED: "Fixed in a position",
    ARMOURED: "In the turret of an armoured vehicle",
    SOFT: "On a truck or other unarmoured vehicle",
}
ON_WHEELS = (ARMOURED, SOFT)

LIGHT = frozenset(("pistol", "rifle", "ar-single", "ar-burst", "smg"))
LAUNCHERS = frozenset(("rpg", "grenade-launcher"))


class Limit(NamedTuple):
    """The farthest a firer may have moved, and the rule that says so."""

    reach: Number
    rule: str


def limit_of(r: Reader, weapon: str) -> Limit:
    """How far infantry may move and still fire that weapon."""
    rule = _rule_for(r, weapon)
    if rule == "movement.tank-gun-or-move":
        r.cite(rule)
        return Limit(0, rule)
    return Limit(r.int(rule), rule)


def _rule_for(r: Reader, weapon: str) -> str:
    if weapon in LIGHT:
        return "movement.light-weapon-15"
    if weapon == "lmg":
        return "movement.light-weapon-15" if r.reading("lmg-light") == "A" else "movement.mg-static"
    if weapon in ("grenade", "flamethrower"):
        if r.reading("grenade-flame") == "B":
            return "movement.rpg-5"
        return "movement.light-weapon-15" if weapon == "grenade" else "movement.mg-static"
    if weapon in LAUNCHERS:
        return "movement.rpg-5"
    if weapon == "sniper":
        return "movement.sniper-5"
    return "movement.tank-gun-or-move" if weapon == "tank" else "movement.mg-static"


def driven_limit(r: Reader, mount: str) -> Limit | None:
    """How far a vehicle may have driven for its machine gun to fire; None where there is no limit."""
    if mount == SOFT and r.reading("soft-vehicle-mg") == "B":
        return Limit(r.int("movement.mg-static"), "movement.mg-static")
    r.cite("movement.armour-mg-moving")
    if r.reading("vehicle-fire-penalty") == "B":
        most: Cited = r.cell("modifiers", "moved", "most")
        assert isinstance(most.amount, int)
        return Limit(most.amount, most.rule)
    return None


def moved_too_far(r: Reader, w: Working, weapon: str, moved: Number, mount: str = GROUND) -> Refusal | None:
    """The refusal for a firer, or the vehicle he rides, who has moved too far to shoot."""
    if not moved:
        return None
    wheels = mount in ON_WHEELS
    limit = driven_limit(r, mount) if wheels else limit_of(r, weapon)
    if limit is None or moved <= limit.reach:
        return None
    who = "the vehicle" if wheels else "he"
    shown = a_weapon(r, weapon)
    if not limit.reach:
        return w.refuse(f"No shot: {who} has moved, and {shown} fires only when standing still.", limit.rule)
    return w.refuse(
        f"No shot: {who} has moved {write_number(moved)} cm, and {shown} fires after {limit.reach} cm at most.",
        limit.rule,
    )

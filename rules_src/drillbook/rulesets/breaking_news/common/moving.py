"""Who may still fire after a move, section 6.1: men, and the machine guns of vehicles."""

from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.firing import a_weapon

GROUND, FIXED, ARMOURED, SOFT = "ground", "fixed", "armoured", "soft"
MOUNTS = {
    GROUND: "Carried by its crew",
    FIXED: "Fixed in a position",
    ARMOURED: "In the turret of an armoured vehicle",
    SOFT: "On a truck or other unarmoured vehicle",
}
ON_WHEELS = (ARMOURED, SOFT)

LIGHT, LAUNCHER, STATIC = "movement.light-weapon-15", "movement.rpg-5", "movement.mg-static"
TANK_GUN = "movement.tank-gun-or-move"
#: The rule on firing after a move, by weapon; whatever is not here is a support weapon.
LIMITS = {
    **dict.fromkeys(("pistol", "rifle", "ar-single", "ar-burst", "smg", "grenade"), LIGHT),
    **dict.fromkeys(("rpg", "grenade-launcher"), LAUNCHER),
    "sniper": "movement.sniper-5",
    "tank": TANK_GUN,
}


class Limit(NamedTuple):
    """The farthest a firer may have moved, and the rule that says so."""

    reach: Number
    rule: str


def limit_of(r: Reader, weapon: str) -> Limit:
    """How far infantry may move and still fire that weapon."""
    rule = _rule_for(r, weapon)
    return Limit(0, r.cite(rule)) if rule == TANK_GUN else Limit(r.int(rule), rule)


def _rule_for(r: Reader, weapon: str) -> str:
    if weapon == "lmg" and r.holds("lmg-light", "light-weapon"):
        return LIGHT
    if weapon in ("grenade", "flamethrower") and r.holds("grenade-flame", "rocket-limit"):
        return LAUNCHER
    return LIMITS.get(weapon, STATIC)


def stands_still(r: Reader, weapon: str) -> bool:
    """Return whether a gun of the infantry fires only without a move.

    These are an MMG or HMG, and an LMG if it is a support weapon by the ruling.
    """
    return weapon in ("mmg", "hmg") or (weapon == "lmg" and r.holds("lmg-light", "support-weapon"))


def driven_limit(r: Reader, mount: str) -> Limit | None:
    """Return how far a vehicle may have driven for its machine gun to fire; None: no limit."""
    if mount == SOFT and r.holds("soft-vehicle-mg", "standing-only"):
        return Limit(r.int("movement.mg-static"), "movement.mg-static")
    r.cite("movement.armour-mg-moving")
    if r.holds("vehicle-fire-penalty", "limited-move"):
        most = r.cell("modifiers", "moved", "most")
        return Limit(most.whole, most.rule)
    return None


def check_moved(r: Reader, w: Working, weapon: str, moved: Number, mount: str = GROUND) -> None:
    """Refuses a firer who has moved too far to shoot, or whose vehicle has."""
    if not moved:
        return
    wheels = mount in ON_WHEELS
    limit = driven_limit(r, mount) if wheels else limit_of(r, weapon)
    if limit is None or moved <= limit.reach:
        return
    who, shown = "the vehicle" if wheels else "he", a_weapon(r, weapon)
    w.forbid(f"No shot: {who} has moved, and {shown} fires only when standing still.", limit.rule, when=not limit.reach)
    w.refuse(
        f"No shot: {who} has moved {write_number(moved)} cm, and {shown} fires after {limit.reach} cm at most.",
        limit.rule,
    )

"""Wounds: whether hits take a model off the table, and what a wounded hero can still do.

No chapter of its own: every weapon asks the first; a wound, a shot and a move ask the second.
"""

from typing import Annotated, Any

from drillbook.asking import Choice, Cited, Contradiction, Reader, Working
from drillbook.maths import Number, exact
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE
from drillbook.rulesets.breaking_of_nations.common.hero import ARM, BAD_LEG, CHEST, GROIN, LEG, Hurt, half_speed, hurt

UNHURT = "none"
TABLE = "infantry.hit-location-table"
NOBODY: dict[str, Any] = {"default": UNHURT, "help": "A hero goes on with a light wound; any other man has fallen."}
#: The wound that changes a shot; an arm changes how far he may fire, which the question of the wound itself answers.
CHESTS = {UNHURT: "Unhurt", CHEST: "A hero, lightly in the chest"}
FirerWound = Annotated[str, Choice(CHESTS, label="Firer wounded", **NOBODY)]
TargetWound = Annotated[str, Choice(CHESTS, label="Target wounded", **NOBODY)]
WalkersWound = Annotated[
    str,
    Choice(
        {UNHURT: "Unhurt", LEG: "A hero, lightly in the leg", GROIN: "A hero, in the groin", BAD_LEG: "A hero, badly in the leg"},
        label="Wounded", **NOBODY,
    ),
]  # fmt: skip


def fells(r: Reader, damage: int, wounds: int, count: int) -> bool:
    """Whether so many hits of that damage take a target with those wounds off the table."""
    if r.holds("overkill", "at-or-below"):
        return count > 0 and wounds - count * damage <= r.int("ranged-combat.removal")
    return any(wounds - one * damage == r.int("ranged-combat.removal") for one in range(1, count + 1))


def shouldered(r: Reader, weapon: str) -> bool:
    """Return whether a weapon is fired like a rifle."""
    return weapon in (row.key for row in r.ruleset.table("weapons").where("shouldered"))


def limits_of(r: Reader, place: str, weapon: str) -> dict[str, Cited]:
    """Return how far each range band of a wounded firer's weapon reaches.

    place: a row of the hit locations, or UNHURT. Only a light wound in the arm changes the limits, and only for a weapon
    that is fired from the shoulder. By the reading of `arm-light`, the wound multiplies each limit by the part in the hit
    location table, replaces each limit by that number, or changes nothing.
    """
    limits = shooting.band_limits(r, weapon)
    if place != ARM or not shouldered(r, weapon):
        return limits
    part = r.cell("hit-location", ARM, "part")
    match r.read_as("arm-light"):
        case "half-range":
            return {band: Cited(exact(one.number * part.number), part.rule) for band, one in limits.items()}
        case "half-inch":
            return dict.fromkeys(limits, part)
        case _:
            return limits


def changed(r: Reader, w: Working, firer: str, target: str) -> int:
    """Return the number that a shot needs after the wounds of firer and target.

    firer, target: the place of each man's wound, or UNHURT. The function changes the number in `w`: by the change of the
    firer's CS, and by the change of the target's DS.
    """
    if firer != UNHURT and (skill := hurt(r, firer).cs):
        shooting.skill_changed(r, w, skill, TABLE)
    if target != UNHURT:
        w.add("his wound changes his DS", hurt(r, target).ds, TABLE)
    return w.whole


def answered(r: Reader, w: Working, firer: str, target: str) -> int:
    """Return the number that the target's answer needs after the wounds of both men.

    The number in `w` is the firer's DS less the plain CS of the man who answers. The function changes it: by the change of
    the firer's DS, and by the change of the CS of the man who answers. firer, target: the place of each man's wound, or
    UNHURT.
    """
    if firer != UNHURT:
        w.add("the firer's wound changes his DS", hurt(r, firer).ds, TABLE)
    if target != UNHURT:
        w.subtract("the wound of the man who answers changes his CS", hurt(r, target).cs, TABLE)
    return w.whole


def check_alive(r: Reader, **wounds: str | bool) -> None:
    """Raise Contradiction if a hero goes on wounded although every hit removes a hero.

    This is so under the reading `dies-first`, by which a hit removes a hero wherever it strikes. wounds: the given wounds,
    by the names of their inputs; the exception offers each of these inputs without a wound.
    """
    unhurt = {
        name: False if given is True else UNHURT for name, given in wounds.items() if given not in (UNHURT, False)
    }
    if unhurt and r.has("ruling.hero-hit-location", "dies-first") and r.holds("hero-hit-location", "dies-first"):
        raise Contradiction("A hit takes a hero with it here, so none goes on wounded.", **unhurt)


def crawls(r: Reader, w: Working, place: str, pace: str) -> bool:
    """Return whether a man's wound puts him prone; refuse a charge if it does.

    place: the place of the wound, or UNHURT. pace: how the man moves; a prone man may not charge.
    """
    if place == UNHURT or not hurt(r, place).prone:
        return False
    w.forbid("A hero who is prone from a wound does not charge.", TABLE, when=pace == CHARGE)
    return True


def inches_left(r: Reader, w: Working, place: str, inches: Number) -> Number:
    """Return what a wound leaves of the inches of a move; the step goes into `w`."""
    man = Hurt(UNHURT) if place == UNHURT else hurt(r, place)
    if man.crawl is not None:
        return exact(w.then("inches he crawls, whatever else applies", man.crawl, TABLE))
    if man.speed == 1:
        return inches
    return exact(w.then("what the wound leaves", exact(half_speed(r, inches, man.speed)), TABLE))

"""A wounded hero: what each place on the hit location table leaves of him.

Chains of shots and single wounds both use this module.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from drillbook.asking import Reader, procedure
from drillbook.maths import Number

ARM, LEG, GROIN, CHEST, HEAD = "arm-light", "leg-light", "groin", "chest-light", "head-light"
BAD_ARM, BAD_LEG, DEATH = "arm-heavy", "leg-heavy", "bloody-death"
REMOVED = ("chest-heavy", "head-heavy", DEATH)
DOWN = (GROIN, BAD_LEG)


@dataclass(frozen=True, slots=True)
class Hurt:
    """What a wound leaves of a hero.

    cs, ds: how these change; speed: the part of his SP that is left; crawl: the inches he crawls, where that is fixed.
    """

    place: str
    removed: bool = False
    prone: bool = False
    stunned: bool = False
    fires: bool = True
    cs: int = 0
    ds: int = 0
    speed: Fraction = Fraction(1)
    crawl: int | None = None


def place_of(r: Reader, score: int) -> str:
    """Return the place that a score hits.

    Raise AssertionError if the table has no place for the score.
    """
    for row in r.rows("hit-location"):
        if r.cell("hit-location", row.key, "low").whole <= score <= r.cell("hit-location", row.key, "high").whole:
            return row.key
    raise AssertionError(f"no place for {score}")


@procedure
def removes(r: Reader, place: str) -> bool:
    """A bad wound in chest or head takes a hero off the table, and so does bloody death."""
    return place in REMOVED


@procedure
def revivable(r: Reader, place: str) -> bool:
    """A medic may bring back whoever a wound has removed, but not from bloody death."""
    return place != DEATH


def hurt(r: Reader, place: str) -> Hurt:
    """Return what a wound in that place leaves of a hero, by the readings in force."""
    r.cite("infantry.hero-wound")
    if removes(r, place):
        return Hurt(place, removed=True, fires=False)
    if place == LEG:
        return Hurt(place, speed=Fraction(r.cell("hit-location", place, "part").number))
    if place == GROIN:
        return Hurt(place, prone=True, crawl=r.cell("hit-location", place, "inches").whole)
    if place == CHEST:
        by = r.cell("hit-location", place, "change").whole
        cs, ds = {"penalty": (-by, -by), "bonus": (by, by), "one-of-each": (-by, by)}[r.read_as("chest-light")]
        return Hurt(place, cs=cs, ds=ds)
    return Hurt(place, prone=place == BAD_LEG, stunned=place == HEAD, fires=place not in (HEAD, BAD_ARM))


def hurt_in_chest(r: Reader, wounds: int) -> Hurt:
    """Return what a number of light wounds in the chest leaves of a hero.

    wounds: 0 for a hero who is not hurt in the chest.
    """
    if not wounds:
        return Hurt(CHEST)
    one = hurt(r, CHEST)
    counted = wounds if wounds == 1 or r.holds("chest-light-again", "each-counts") else 1
    return replace(one, cs=counted * one.cs, ds=counted * one.ds)


def half_speed(r: Reader, speed: Number, part: Fraction) -> Number:
    """Return the part of a speed that is left, rounded by the reading in force."""
    left = speed * part
    match r.read_as("half-speed-rounding"):
        case "rounded-up":
            return ceil(left)
        case "rounded-down":
            return floor(left)
        case _:
            return left


@procedure
def down_is_target(r: Reader, *, fired: bool) -> bool:
    """Nobody can name a hero as a target whom a wound has put down; fired: whether he has fired since."""
    return False

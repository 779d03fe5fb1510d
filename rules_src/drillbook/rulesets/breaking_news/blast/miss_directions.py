"""Blast: the scatter tables side by side, for one number needed; section 8.0.2."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common import blast

HIT, DUD = "on target", "does not go off"


@dataclass(frozen=True, slots=True)
class Ways:
    """The chances of one weapon's shot: on target, short, over, to each side, or nothing.

    farthest is how far off a miss lands at worst, in cm; None if no miss lands anywhere.
    """

    hit: Fraction
    short: Fraction
    over: Fraction
    left: Fraction
    right: Fraction
    nothing: Fraction
    farthest: int | None


@question(
    "bn/miss-directions?weapon=rpg&need=5",
    "bn/miss-directions?weapon=tank&need=6",
    "bn/miss-directions?weapon=grenade-launcher&need=4",
)
def miss_directions(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.ROCKET, label="Weapon")],
    need: Annotated[int, Count(2, 8, default=5, label="Number needed")],
) -> Breakdown[Ways]:
    """Which way does a shot go that misses, and how far, with each of these weapons?"""
    w = Working(r)
    way, ways = blast.scatter(r, weapon), _ways(r, weapon, need)
    elsewhere = 1 - ways[HIT] - ways[DUD]
    w.then("chance to hit", ways[HIT], "shooting.roll")
    w.then(f"chance of a {way.dud}, which does not go off", ways[DUD], "blast.misfire")
    w.then("chance to land somewhere else", elsewhere, "blast.miss-optional")
    faces = [face for face in r.dice("shooting.roll") if way.dud < face < need]
    farthest = blast.strays(r, way.step, need, faces[0]) if faces else None
    if farthest is not None:
        for side, chance in way.sides.items():
            w.then(f"of these, so many go {side}", chance, way.table)
        w.note("left and right as the firer sees them", "blast.left-right")
        w.then("cm off for each point of difference", way.step)
        w.then("cm off at worst", farthest, "blast.difference")
    told = Ways(ways[HIT], ways["short"], ways["over"], ways["left"], ways["right"], ways[DUD], farthest)
    caption = f"What becomes of a shot of this {blast.name_of(weapon)}"
    return w.answer(
        told,
        headline=_headline(told),
        chance=elsewhere,
        distribution=ways,
        exhibits=[_compared(r, need), Bars(caption, "It lands", {"": ways}, name="ways"), _distances(r, need, faces)],
    )


@simulation
def throw_miss(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the die to hit and the direction die, and return what becomes of the shot."""
    way = blast.scatter(r, inputs["weapon"])
    rolled = dice.roll(r.text("shooting.roll"), count)
    side = way.throw(r, dice, count)
    return np.where(rolled >= inputs["need"], HIT, np.where(rolled == way.dud, DUD, side))


def _ways(r: Reader, weapon: str, need: int) -> Distribution[str]:
    """Return the distribution of what becomes of a shot, in words."""
    way = blast.scatter(r, weapon)
    return r.dice("shooting.roll").then(
        lambda face: Distribution.sure(HIT if face >= need else DUD) if face >= need or face == way.dud else way.sides
    )


def _compared(r: Reader, need: int) -> Grid:
    """Return the grid with the chance of each direction for every weapon."""
    shots = [_ways(r, weapon, need) for weapon in blast.SCATTERING]
    return Grid(
        "Which way each weapon misses: the chance that a shot lands there",
        "Weapon",
        "Seen from the firer",
        [blast.title_of(weapon) for weapon in blast.SCATTERING],
        list(blast.TOWARDS),
        [[shot[side] for side in blast.TOWARDS] for shot in shots],
        name="compared",
    )


def _distances(r: Reader, need: int, faces: list[int]) -> Grid:
    """How far off each face lands, for every weapon."""
    steps = [blast.scatter(r, weapon).step for weapon in blast.SCATTERING]
    return Grid(
        f"How many cm off the centre lands, by the die, where {need}+ is needed",
        "Weapon",
        "Die rolled",
        [blast.title_of(weapon) for weapon in blast.SCATTERING],
        [f"a {face}" for face in faces] or ["no miss that goes off"],
        [[blast.strays(r, step, need, face) for face in faces] or [None] for step in steps],
        chance=False,
        name="distances",
    )


def _headline(told: Ways) -> str:
    if told.farthest is None:
        return "Nowhere else: it is on target, or does not go off"
    sides = {"short": told.short, "over": told.over, "left": told.left, "right": told.right}
    words = ", ".join(f"{side} {spoken(chance)}" for side, chance in sides.items() if chance)
    return f"Somewhere else: {spoken(1 - told.hit - told.nothing)}, that is {words}; at worst {told.farthest} cm off"

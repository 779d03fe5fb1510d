"""Blast: the scatter tables side by side, for one number needed; section 8.0.2."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exhibits import Bars, Exhibit, Grid
from drillbook.kinds import Choice, Count
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news import _blast as blast

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

HIT, DUD = "on target", "does not go off"


@dataclass(frozen=True, slots=True)
class Ways:
    """The chances of one weapon's shot: on target, short, over, to a side, or nothing; and how far off it lands at worst."""

    hit: Fraction
    short: Fraction
    over: Fraction
    left: Fraction
    right: Fraction
    nothing: Fraction
    farthest: int


@question(
    "breaking_news",
    "miss-directions",
    examples=[
        "bn/miss-directions?weapon=rpg&need=5",
        "bn/miss-directions?weapon=tank&need=6",
        "bn/miss-directions?weapon=grenade-launcher&need=4",
    ],
)
def miss_directions(
    r: Reader,
    /,
    *,
    weapon: Annotated[str, Choice(blast.SCATTERING, default=blast.ROCKET, label="Weapon")],
    need: Annotated[int, Count(2, 8, default=5, label="Number needed")],
) -> Breakdown[Ways] | Refusal:
    """Which way does a shot go that misses, and how far, with each of these weapons?"""
    w = Working(r)
    dud = r.int("blast.misfire")
    ways = _ways(r, weapon, need)
    kin = blast.family(r, weapon)
    w.then("chance to hit", Cited(ways[HIT], r.cite("shooting.roll")))
    w.then(f"chance of a {dud}, which does not go off", Cited(ways[DUD], r.cite("blast.misfire")))
    elsewhere = 1 - ways[HIT] - ways[DUD]
    w.then("chance to land somewhere else", Cited(elsewhere, r.cite("blast.miss-optional")))
    faces = _missing(r, need)
    farthest = max((_off(r, weapon, need, face) for face in faces), default=0)
    if faces:
        for side, chance in blast.directions(r, kin).items():
            w.then(f"of these, so many go {side}", Cited(chance, r.cite(f"blast.{kin}-direction")))
        w.note("left and right as the firer sees them", "blast.left-right")
        w.then("cm off for each point of difference", r.cited(f"blast.{kin}-distance"))
        w.then("cm off at worst", Cited(farthest, r.cite("blast.difference")))
    told = Ways(ways[HIT], ways["short"], ways["over"], ways["left"], ways["right"], ways[DUD], farthest)
    pictures: list[Exhibit] = [
        _compared(r, need),
        Bars(f"What becomes of a shot of this {blast.name_of(weapon)}", "It lands", {"": ways}, name="ways"),
        _distances(r, need, faces),
    ]
    return w.answer(told, headline=_headline(told), chance=elsewhere, distribution=ways, exhibits=pictures)


@simulation("breaking_news", "miss-directions")
def throw_miss(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The die to hit and the direction die: what becomes of the shot."""
    import numpy as np

    kin = blast.family(r, inputs["weapon"])
    rolled = dice.roll(r.text("shooting.roll"), count)
    thrown = dice.roll(r.text(f"blast.{kin}-direction", "die"), count)
    ways = {face: str(blast.direction(r, kin, face).amount) for face in r.dice(f"blast.{kin}-direction", "die")}
    side = np.array([ways[int(face)] for face in thrown])
    return np.where(rolled >= inputs["need"], HIT, np.where(rolled == r.int("blast.misfire"), DUD, side))


def _ways(r: Reader, weapon: str, need: int) -> Distribution[str]:
    """What becomes of a shot, in words."""
    dud = r.int("blast.misfire")
    sides = blast.directions(r, blast.family(r, weapon))
    return r.dice("shooting.roll").then(
        lambda face: Distribution.sure(HIT) if face >= need else Distribution.sure(DUD) if face == dud else sides
    )


def _missing(r: Reader, need: int) -> list[int]:
    """The faces that miss and still go off."""
    return [face for face in r.dice("shooting.roll") if r.int("blast.misfire") < face < need]


def _off(r: Reader, weapon: str, need: int, face: int) -> int:
    return blast.strays(r, f"blast.{blast.family(r, weapon)}-distance", need, face)


def _compared(r: Reader, need: int) -> Grid:
    """The chance of each direction for every weapon."""
    names = list(blast.SCATTERING)
    shots = [_ways(r, name, need) for name in names]
    cells = [[shot[side] for side in blast.TOWARDS] for shot in shots]
    return Grid(
        "Which way each weapon misses: the chance that a shot lands there",
        "Weapon",
        "Seen from the firer",
        [blast.title_of(name) for name in names],
        list(blast.TOWARDS),
        cells,
        name="compared",
    )


def _distances(r: Reader, need: int, faces: list[int]) -> Grid:
    """How far off each face lands, for every weapon."""
    rows = [blast.title_of(name) for name in blast.SCATTERING]
    nothing: list[int | None] = [None]
    cells = [[_off(r, name, need, face) for face in faces] or nothing for name in blast.SCATTERING]
    columns = [f"a {face}" for face in faces] or ["no miss that goes off"]
    return Grid(
        f"How many cm off the centre lands, by the die, where {need}+ is needed",
        "Weapon",
        "Die rolled",
        rows,
        columns,
        cells,
        chance=False,
        name="distances",
    )


def _headline(told: Ways) -> str:
    if not told.farthest:
        return "Nowhere else: it is on target, or does not go off"
    sides = {"short": told.short, "over": told.over, "left": told.left, "right": told.right}
    words = ", ".join(f"{side} {chance}" for side, chance in sides.items() if chance)
    elsewhere = 1 - told.hit - told.nothing
    return f"Somewhere else {elsewhere}: {words}; at worst {told.farthest} cm off"

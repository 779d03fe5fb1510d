"""Shooting: the number a shot needs, the dice it throws, and how many hits come of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exhibits import Bars, Curves, Exhibit, Mark, Stack
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Reader, Working
from drillbook.rulesets.breaking_news._firing import Aim, bands, place_of, spoken
from drillbook.rulesets.breaking_news._moving import FIXED, GROUND, MOUNTS, ON_WHEELS, moved_too_far
from drillbook.rulesets.breaking_news._shot import Shot, shoot

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

ARMS = {
    "pistol": "Pistol",
    "rifle": "Rifle",
    "ar": "Assault rifle",
    "sniper": "Precision rifle (sniper)",
    "smg": "Submachine gun",
    "lmg": "Light machine gun",
    "mmg": "Medium machine gun",
    "hmg": "Heavy machine gun",
    "grenade": "Hand grenade",
    "flamethrower": "Flamethrower",
    "rpg": "RPG",
    "grenade-launcher": "Grenade launcher",
    "heavy-at": "Heavy anti-tank weapon",
    "tank": "Tank gun or mortar",
}
ON_FOOT = ("pistol", "rifle", "ar", "sniper", "smg", "lmg", "grenade", "rpg", "grenade-launcher")
MOUNTED = ("lmg", "mmg", "hmg")
CREWED = ("mmg", "hmg")

Weapon = Annotated[str, Choice(ARMS, default="ar", label="Weapon")]
Mode = Annotated[
    str,
    Choice(
        {"single": "Single shot", "burst": "Burst"},
        label="Fire",
        when={"weapon": ("ar",)},
        why_not="Only an assault rifle has the choice between a single shot and a burst.",
    ),
]
Troops = Annotated[str, Choice(table="classes", default="r3", label="Firer")]
Mount = Annotated[
    str,
    Choice(
        MOUNTS,
        default=GROUND,
        label="The gun is",
        when={"weapon": MOUNTED},
        why_not="Only machine guns are mounted.",
    ),
]
Driven = Annotated[
    Number,
    Length(
        0,
        45,
        default=0,
        label="Driven before firing",
        when={"mount": ON_WHEELS},
        why_not="The gun is not on a vehicle.",
    ),
]
Moved = Annotated[
    Number,
    Length(
        0,
        15,
        default=0,
        label="Moved before firing",
        when={"weapon": ON_FOOT},
        unless={"mount": (FIXED, *ON_WHEELS)},
        why_not="A support weapon, or a gun on a mount, is fired by men who have stayed where they are.",
    ),
]
Crew = Annotated[
    int,
    Count(1, 2, default=2, label="Crew", when={"weapon": CREWED}, why_not="Only an MMG or an HMG needs a crew."),
]


@dataclass(frozen=True, slots=True)
class ShotTold:
    """A shot: the number each die needs, the dice, the chance of one die, of at least one hit, and the mean number of hits."""

    needed: int
    dice: int
    each: Fraction
    at_least_one: Fraction
    mean: Fraction


@question(
    "breaking_news",
    "shot",
    examples=[
        "bn/shot?weapon=ar&mode=burst&distance=40&troops=irr2&dodge=yes",
        "bn/shot?weapon=lmg&distance=40&troops=r4&moved=0",
        "bn/shot?weapon=sniper&distance=60&troops=r1&moved=3&cover=yes&sniper-target=yes",
        "bn/shot?weapon=hmg&mount=ground&crew=1&distance=120&troops=r5&cover=yes",
        "bn/shot?weapon=mmg&mount=fixed&crew=1&distance=90&troops=r4",
        "bn/shot?weapon=lmg&mount=soft&driven=20&distance=40&troops=irr3",
    ],
)
def shot(
    r: Reader,
    /,
    *,
    weapon: Weapon,
    mode: Mode,
    distance: Annotated[Number, Length(0, 150, default=20, label="Distance")],
    troops: Troops,
    mount: Mount,
    driven: Driven,
    moved: Moved,
    crew: Crew,
    cover: Annotated[bool, Flag(label="Target behind cover")],
    dodge: Annotated[bool, Flag(label="Target dodges")],
    sniper_target: Annotated[bool, Flag(label="Target is a sniper")],
) -> Breakdown[ShotTold] | Refusal:
    """What does this shot need to hit, how many dice does it throw, and how many hits come of it?"""
    w = Working(r)
    aim = aimed(
        r, weapon, mode, distance, troops, moved, mount, driven, crew, cover=cover, dodge=dodge, sniper=sniper_target
    )
    barred = moved_too_far(r, w, aim.weapon, aim.moved, mount)
    if barred:
        return barred
    line = shoot(r, w, aim)
    if isinstance(line, Refusal):
        return line
    _own_example(r, w, aim)
    told = ShotTold(line.needed, line.dice, line.chance, line.at_least_one, line.hits.mean)
    return w.answer(
        told,
        headline=headline(r, line),
        chance=line.at_least_one,
        distribution=line.hits,
        exhibits=_pictures(r, w, aim, line),
    )


@simulation("breaking_news", "shot")
def throw_shot(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of the shot thrown and the hits counted."""
    line = shoot(r, Working(r), _from_form(r, inputs))
    assert isinstance(line, Shot)
    return (dice.roll_each(r.text("shooting.roll"), count, line.dice) >= line.needed).sum(axis=1)


def aimed(
    r: Reader,
    weapon: str,
    mode: str,
    distance: Number,
    troops: str,
    moved: Number,
    mount: str,
    driven: Number,
    crew: int,
    *,
    cover: bool,
    dodge: bool,
    sniper: bool,
) -> Aim:
    """The shot of the form, as every helper understands it."""
    row = f"ar-{mode}" if weapon == "ar" else weapon
    wheels = mount in ON_WHEELS
    went = driven if wheels else moved
    return Aim(row, distance, troops, went, cover, dodge, sniper, crew <= 1, mount != GROUND)


def _from_form(r: Reader, inputs: dict[str, Any]) -> Aim:
    plain = {
        name: inputs[name] for name in ("weapon", "mode", "distance", "troops", "moved", "mount", "driven", "crew")
    }
    return aimed(r, **plain, cover=inputs["cover"], dodge=inputs["dodge"], sniper=inputs["sniper_target"])


def headline(r: Reader, line: Shot) -> str:
    """A shot in one line."""
    die = r.dice("shooting.roll")
    if not line.dice:
        return "Cannot hit: the modifiers cost every die of the burst"
    if line.needed > max(die):
        return f"Cannot hit: it would need {line.needed} on a {r.text('shooting.roll')}"
    if line.needed <= min(die):
        return "Hits without fail" if line.dice == 1 else f"Hits without fail, with all {line.dice} dice"
    if line.dice == 1:
        return f"Hit on {line.needed}+: {line.chance}"
    return f"Hit on {line.needed}+ with {line.dice} dice: at least one hit {line.at_least_one}"


def _own_example(r: Reader, w: Working, aim: Aim) -> None:
    """Says so where the form stands on the example the source works out."""
    parts = ("distance", "modifiers", "number", "lost", "left")
    distance, modifiers, number, lost, left = (r.int("shooting.burst-overflow-example", part) for part in parts)
    plain = not (aim.cover or aim.sniper_target or aim.moved)
    novice = aim.troops in ("irr2", "irr3")
    if aim.weapon == "ar-burst" and novice and aim.dodge and plain and aim.distance == distance:
        words = (
            f"the source's own example: {number} with the {modifiers} of modifiers, so {lost} dice lost and {left} left"
        )
        w.note(words, "shooting.burst-overflow-example")


def _pictures(r: Reader, w: Working, aim: Aim, line: Shot) -> Iterable[Exhibit]:
    """The hits, the ladder of the number needed, and the chance at every distance."""
    limit = r.int("shooting.burst-overflow", "limit")
    parts = [(step.label, step.amount) for step in w.steps if step.op in ("start", "add")]
    ladder = [
        (label if place else "by the table", amount)
        for place, (label, amount) in enumerate(parts)
        if isinstance(amount, int)
    ]
    at = Mark(limit, "the highest face of the die", "at_most")
    yield Bars("How many hits the shot scores", "Hits", {"": line.hits}, Mark(1, "at least one hit"), name="hits")
    yield Stack("What makes up the number a die needs", "Number needed", ladder, at, name="ladder")
    yield Curves(
        f"The chance of at least one hit with this {spoken(r, aim.weapon)} by distance, all else equal",
        "Distance (cm)",
        "At least one hit",
        {spoken(r, aim.weapon): by_distance(r, aim)},
        here=aim.distance,
        name="range",
    )


def by_distance(r: Reader, aim: Aim) -> list[tuple[Number, Fraction]]:
    """The chance of at least one hit by whole centimetres, the ends of each step only; 0 where no shot is possible."""
    found: list[tuple[Number, Fraction]] = []
    before: tuple[object, ...] = ()
    last = max(bands(r).values())
    for distance in range(last + 1):
        step = place_of(r, aim.weapon, distance)
        if step != before:
            if found:
                found.append((distance - 1, found[-1][1]))
            line = shoot(r, Working(r), replace(aim, distance=distance))
            found.append((distance, line.at_least_one if isinstance(line, Shot) else Fraction(0)))
            before = step
    return [*found, (last, found[-1][1])]

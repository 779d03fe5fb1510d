"""Shooting: the number a shot needs, the dice it throws, and how many hits come of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Mark
from drillbook.maths import Number, Thrower, spoken
from drillbook.rulesets.breaking_news.common import firing
from drillbook.rulesets.breaking_news.common.firing import (
    AT_NO_MAN,
    NOT_AT_MEN,
    Aim,
    bands,
    behind_cover,
    check_cover,
    check_dodged,
    check_sniper,
    place_of,
)
from drillbook.rulesets.breaking_news.common.inputs import MOVED, Cover, Firer
from drillbook.rulesets.breaking_news.common.moving import FIXED, GROUND, MOUNTS, ON_WHEELS, check_moved
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot, tried

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
    "tank": "Tank gun",
}
MAN = "man"
STRUCTURE = "structure"
TARGETS = {MAN: "A man", "vehicle": "A vehicle", STRUCTURE: "A wall, a house, an obstacle"}
USUAL = "usual"
THINGS = {"target": ("vehicle", "structure")}

Weapon = Annotated[str, Choice({**ARMS, "mortar": "Mortar"}, default="ar", label="Weapon")]
Mode = Annotated[
    str,
    Choice(
        {"single": "Single shot", "burst": "Burst"},
        label="Fire",
        when={"weapon": ("ar",)},
        why_not="Only an assault rifle has the choice between a single shot and a burst.",
    ),
]
Mount = Annotated[
    str,
    Choice(
        MOUNTS,
        default=GROUND,
        label="The gun is",
        when={"weapon": ("lmg", "mmg", "hmg")},
        why_not="Only machine guns are mounted.",
    ),
]


@dataclass(frozen=True, slots=True)
class ShotTold:
    """The answer on a shot: the number each die needs, the dice, the chances, and the mean hits."""

    needed: int
    dice: int
    each: Fraction
    at_least_one: Fraction
    mean: Fraction


@question(
    "bn/shot?weapon=ar&mode=burst&distance=40&troops=irr2&dodge=yes",
    "bn/shot?weapon=lmg&distance=40&troops=r4&moved=0",
    "bn/shot?weapon=sniper&distance=60&troops=r1&moved=3&cover=yes&sniper-target=yes",
    "bn/shot?weapon=hmg&mount=ground&crew=1&distance=120&troops=r5&cover=yes",
    "bn/shot?weapon=mmg&mount=fixed&crew=1&distance=90&troops=r4",
    "bn/shot?weapon=lmg&mount=soft&driven=20&distance=40&troops=irr3",
    "bn/shot?weapon=heavy-at&distance=60&troops=r4&target=vehicle",
)
def shot(
    r: Reader,
    *,
    weapon: Weapon,
    mode: Mode,
    distance: Annotated[Number, Length(0, 160, default=20, label="Distance", bands=("shooting.table",))],
    troops: Firer,
    mount: Mount,
    driven: Annotated[
        Number,
        Length(
            0,
            45,
            label="Driven before firing",
            when={"mount": ON_WHEELS},
            why_not="The gun is not on a vehicle.",
            bands=MOVED,
        ),
    ],
    moved: Annotated[
        Number,
        Length(
            0,
            25,
            label="Moved before firing",
            unless={"mount": (FIXED, *ON_WHEELS)},
            why_not="A gun on a mount is fired by men who have stayed where they are.",
            bands=MOVED,
        ),
    ],
    crew: Annotated[
        int,
        Count(
            1,
            2,
            default=2,
            label="Crew",
            when={"weapon": ("mmg", "hmg")},
            why_not="Only an MMG or an HMG needs a crew.",
        ),
    ],
    target: Annotated[
        str,
        Choice(
            {USUAL: "What the weapon is for", **TARGETS},
            label="Aimed at",
            help="Tank guns and heavy anti-tank weapons are for vehicles and structures, everything else is for men too.",
        ),
    ],
    cover: Cover,
    dodge: Annotated[bool, Flag(label="Target dodges", unless=THINGS, why_not="Only a man dodges.")],
    sniper_target: Annotated[bool, Flag(label="Target is a sniper", unless=THINGS, why_not="Only a man is a sniper.")],
) -> Breakdown[ShotTold]:
    """What does this shot need to hit, how many dice does it throw, and how many hits come of it?"""
    w = Working(r)
    went = driven if mount in ON_WHEELS else moved
    row = row_in(weapon, mode)
    screened = behind_cover(r, row, cover) if target == STRUCTURE else cover
    aim = Aim(row, distance, troops, went, screened, dodge, sniper_target, crew <= 1, mount != GROUND)
    _check_target(r, w, aim, target)
    check_moved(r, w, aim.weapon, aim.moved, mount)
    line = shoot(r, w, aim)
    _own_example(r, w, aim)
    return w.answer(
        ShotTold(line.needed, line.dice, line.chance, line.at_least_one, line.hits.mean),
        headline=_headline(r, line),
        chance=line.at_least_one,
        distribution=line.hits,
        exhibits=_pictures(r, aim, line),
    )


@simulation
def throw_shot(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the shot and return the hits."""
    told = shot(r, **inputs).value
    return (dice.roll_each(r.text("shooting.roll"), count, told.dice) >= told.needed).sum(axis=1)


def row_in(weapon: str, mode: str) -> str:
    """Return the row of the firing table for a weapon and a kind of fire of the form."""
    return f"ar-{mode}" if weapon == "ar" else weapon


def _check_target(r: Reader, w: Working, aim: Aim, target: str) -> None:
    """Tank guns and heavy anti-tank weapons go for no man, and nothing but a man dodges."""
    at_man = target == MAN or (target == USUAL and aim.weapon not in NOT_AT_MEN)
    if not at_man:
        check_dodged(aim.weapon, aim.dodge)
        check_sniper(aim.weapon, aim.sniper_target)
    if aim.weapon not in NOT_AT_MEN:
        check_cover(r, w, aim.weapon, at_man and aim.cover)
        return
    w.forbid(AT_NO_MAN, "sighting.at-aim-point", when=at_man)
    w.note("it is not aimed at a man", "sighting.at-aim-point")


def _headline(r: Reader, line: Shot) -> str:
    """Return a shot in one line."""
    die = r.dice("shooting.roll")
    if not line.dice:
        return "Cannot hit: the modifiers cost every die of the burst"
    if line.needed > max(die):
        return f"Cannot hit: it would need {line.needed} on a {r.text('shooting.roll')}"
    if line.needed <= min(die):
        return "Hits without fail" if line.dice == 1 else f"Hits without fail, with all {line.dice} dice"
    if line.dice == 1:
        return f"Hit on {line.needed}+: {spoken(line.chance)}"
    return f"Hit on {line.needed}+ with {line.dice} dice: at least one hit {spoken(line.at_least_one)}"


def _own_example(r: Reader, w: Working, aim: Aim) -> None:
    """Add a note if the form matches the example that the source works out."""
    parts = ("distance", "modifiers", "number", "lost", "left")
    distance, modifiers, number, lost, left = (r.int("shooting.burst-overflow-example", part) for part in parts)
    plain = not (aim.cover or aim.sniper_target or aim.moved)
    novice = aim.troops in ("irr2", "irr3")
    if aim.weapon == "ar-burst" and novice and aim.dodge and plain and aim.distance == distance:
        words = (
            f"the source's own example: {number} with the {modifiers} of modifiers, so {lost} dice lost and {left} left"
        )
        w.note(words, "shooting.burst-overflow-example")


def _pictures(r: Reader, aim: Aim, line: Shot) -> Iterable[Exhibit]:
    """Yield the pictures: the hits, the ladder of the number needed, and the chance by distance."""
    name = firing.spoken(r, aim.weapon)
    yield Bars("How many hits the shot scores", "Hits", {"": line.hits}, Mark(1, "at least one hit"), name="hits")
    yield line.ladder
    yield Curves(
        f"The chance of at least one hit with this {name} by distance, all else equal",
        "Distance (cm)",
        "At least one hit",
        {name: by_distance(r, aim)},
        here=aim.distance,
        name="range",
        sets="distance",
    )


def by_distance(r: Reader, aim: Aim) -> list[tuple[Number, Fraction]]:
    """Return the chance of at least one hit by whole centimetres.

    Only the ends of each step are returned. The chance is 0 if no shot is possible.
    """
    places = [place_of(r, aim.weapon, distance) for distance in range(max(bands(r).values()) + 1)]
    known: dict[tuple[object, ...], Fraction] = {}
    for distance, place in enumerate(places):
        if place not in known:
            line = tried(r, replace(aim, distance=distance))
            known[place] = line.at_least_one if isinstance(line, Shot) else Fraction(0)
    steps = zip([None, *places], places, [*places[1:], None], strict=False)
    return [(cm, known[here]) for cm, (before, here, after) in enumerate(steps) if not before == here == after]

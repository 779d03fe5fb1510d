"""The weapon most likely to remove a man, at each distance of the firing table."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Choices, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number, percent, write_number
from drillbook.rulesets.breaking_news.common.casualties import REMOVED, explain_save, fate, name_of
from drillbook.rulesets.breaking_news.common.firing import (
    COLUMNS,
    EVERY_ARM,
    Aim,
    bands,
    check_cover,
    own_limit,
    row_of,
    spoken,
)
from drillbook.rulesets.breaking_news.common.inputs import Firer
from drillbook.rulesets.breaking_news.common.shot import Shot, tried

BRIEF = {
    "ar-single": "AR, single",
    "ar-burst": "AR, burst",
    "sniper": "Precision rifle",
    "lmg": "Light MG",
    "mmg": "Medium MG",
    "hmg": "Heavy MG",
    "grenade": "Grenade",
    "rpg": "RPG",
    "grenade-launcher": "Launcher",
    "heavy-at": "Heavy anti-tank",
}
#: The weapon that is never aimed at a man; the line of the tank gun is the mortar's too.
MISSILE = "heavy-at"
OFFERED = {key: name for key, name in EVERY_ARM.items() if key != "mortar"} | {"tank": "Tank gun or mortar"}
COMPARED = ("ar-single", "ar-burst", "sniper", "smg", "lmg", "mmg", "hmg", "rpg")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The weapon that removes the target most often in each column, with its chance."""

    close: str
    close_chance: Fraction | None
    medium: str
    medium_chance: Fraction | None
    long: str
    long_chance: Fraction | None
    extreme: str
    extreme_chance: Fraction | None


@dataclass(frozen=True, slots=True)
class Best:
    """The best weapon of one column: its row, and how often it removes the man."""

    reach: int
    weapon: str
    chance: Fraction


@question(
    "bn/weapon-comparator?weapons=ar-single,ar-burst,lmg,sniper&troops=r3&target=r4&cover=no",
    "bn/weapon-comparator?weapons=ar-single,ar-burst,sniper,smg,lmg,mmg,hmg,rpg&troops=irr3&target=r1&cover=yes",
    "bn/weapon-comparator?weapons=none&troops=r3&target=r4&cover=yes",
)
def weapon_comparator(
    r: Reader,
    *,
    weapons: Annotated[
        tuple[str, ...],
        Choices(OFFERED, default=COMPARED, label="Weapons", help="None chosen compares them all."),
    ],
    troops: Firer,
    target: Annotated[str, Choice(table="classes", default="r4", label="Target")],
    cover: Annotated[bool, Flag(label="Target behind cover", help="It makes him harder to hit and saves him better.")],
) -> Breakdown[Comparison]:
    """Which weapon is the most likely to put this man out of the game, at each distance?"""
    w = Working(r)
    check_cover(r, w, "", cover)
    how = explain_save(r, w, target, leader=False, protected=cover)
    chosen = weapons or tuple(OFFERED)
    shots = {weapon: [_at(r, Aim(weapon, end, troops, cover=cover)) for end in bands(r).values()] for weapon in chosen}
    removed = {
        weapon: [fate(shot.hits, how)[REMOVED] if shot else None for shot in line] for weapon, line in shots.items()
    }
    best = _best(r, removed)
    for one in best.values():
        words = f"to {one.reach} cm the best is the {spoken(r, one.weapon)}, which removes him"
        w.then(words, one.chance, r.cell("weapons", row_of(one.weapon), "dice").rule)
    names = {column: spoken(r, best[column].weapon) if column in best else "none" for column in COLUMNS}
    chances = {f"{column}_chance": best[column].chance if column in best else None for column in COLUMNS}
    who = f"{name_of(r, target)}{' behind cover' if cover else ' in the open'}"
    frame = "Weapon", "Distance up to", [_named(r, one) for one in chosen], [f"{end} cm" for end in bands(r).values()]
    means = [[shot.hits.mean if shot else None for shot in line] for line in shots.values()]
    caption = f"The chance that one shot or burst removes a man: {who}"
    return w.answer(
        Comparison(**names, **chances),  # type: ignore[arg-type]
        headline=_headline(r, best),
        exhibits=(
            Grid(caption, *frame, list(removed.values()), name="removed"),
            Grid(f"Hits on average: {who}", *frame, means, chance=False, name="hits"),
        ),
    )


def _at(r: Reader, aim: Aim) -> Shot | None:
    """Return the shot at the end of a column; None if it hits no man.

    In the first column the shot is at the weapon's own limit if that is nearer.
    """
    if aim.weapon == MISSILE:
        r.cite("sighting.at-aim-point")
        return None
    most = own_limit(r, aim.weapon, "max")
    near: Number = min(aim.distance, most.number) if most and aim.distance == min(bands(r).values()) else aim.distance
    line = tried(r, Aim(aim.weapon, near, aim.troops, cover=aim.cover))
    return line if isinstance(line, Shot) else None


def _named(r: Reader, weapon: str) -> str:
    """Return a weapon's name that is short enough for a map, with its own limit if it has one."""
    name = BRIEF.get(weapon, OFFERED[weapon])
    most = own_limit(r, weapon, "max")
    return f"{name} ({write_number(most.number)} cm)" if most else name


def _best(r: Reader, removed: Mapping[str, list[Fraction | None]]) -> dict[str, Best]:
    """Return the first weapon with the highest chance, by column.

    Columns that no weapon reaches are left out.
    """
    best: dict[str, Best] = {}
    for place, (column, reach) in enumerate(bands(r).items()):
        able = {weapon: chance for weapon, line in removed.items() if (chance := line[place]) is not None}
        if able:
            weapon = max(able, key=able.__getitem__)
            best[column] = Best(reach, weapon, able[weapon])
    return best


def _headline(r: Reader, best: Mapping[str, Best]) -> str:
    able = [one for one in best.values() if one.chance]
    if not able:
        return "None of these weapons can remove him"
    near, far = able[0], able[-1]
    first = f"To {near.reach} cm the {spoken(r, near.weapon)} removes him most often, {percent(near.chance)}"
    if near == far:
        return first
    still = "it is still the" if far.weapon == near.weapon else "the"
    return f"{first}; to {far.reach} cm {still} {spoken(r, far.weapon)}, {percent(far.chance)}"

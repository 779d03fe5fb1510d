"""Buildings: what a watchtower is worth, to the men on its platform and against them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import binomial
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Tabletop
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations._morale import GRADES
from drillbook.rulesets.breaking_of_nations._shooting import (
    hit_chance,
    hits,
    number_of,
    odds_of,
    shot_number,
    weapon_band,
)
from drillbook.rulesets.breaking_of_nations.buildings_sight import OUTSIDE, Armour, Distance, side_view, steep

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

RAILINGS = ("wooden-wall", "brick-wall", "clear")


@dataclass(frozen=True, slots=True)
class Tower:
    """A watchtower and an enemy below: turns on the ladder, whether they can shoot, and what each needs."""

    ladder: int
    free: bool
    needed_up: int
    chance_up: Fraction
    needed_down: int
    chance_down: Fraction
    hits_down: Fraction


@question(
    "breaking_of_nations",
    "watchtower",
    examples=[
        "bon/watchtower?men=4&height=4&distance=9&weapon=rifle&railing=wooden-wall&grade=regular&armour=minimal&enemy=regular"
        "&enemy-armour=minimal&enemy-cover=wooden-wall&behind=3",
        "bon/watchtower?men=4&height=4&distance=9&weapon=rifle&railing=wooden-wall&grade=regular&armour=minimal&enemy=regular"
        "&enemy-armour=minimal&enemy-cover=trenches&behind=3",
    ],
)
def watchtower(
    r: Reader,
    /,
    *,
    men: Annotated[int, Count(1, 6, default=4, label="Men on the tower")],
    height: Annotated[Distance, Length(1, 16, default=4, step=Fraction(1, 2), label="Height")],
    distance: Annotated[
        Distance, Length(0, 24, default=9, step=Fraction(1, 2), label="Distance", help="Of the enemy, along the table.")
    ],
    weapon: Annotated[
        str, Choice(table="weapons", only=("rifle", "pistol", "lmg"), default="rifle", label="Both sides fire")
    ],
    railing: Annotated[
        str, Choice(table="terrain", only=RAILINGS, default="wooden-wall", label="Railing", help="Clear: none.")
    ],
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="They are")],
    armour: Annotated[str, Armour],
    enemy: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Enemy")],
    enemy_armour: Annotated[str, Choice(table="armour", default="minimal", label="Enemy armour")],
    enemy_cover: Annotated[str, Choice(table="terrain", only=OUTSIDE, default="wooden-wall", label="Enemy's cover")],
    behind: Annotated[
        Distance,
        Length(0, 12, default=3, step=Fraction(1, 2), label="Behind it", help="From the cover back to the enemy."),
    ],
) -> Breakdown[Tower] | Refusal:
    """Is there space on this watchtower, and who can hit whom from up there?"""
    w = Working(r)
    w.start("who wants to go up, in men", Cited(men, "buildings.watchtower-capacity"))
    if men > r.int("buildings.watchtower-capacity"):
        most = r.int("buildings.watchtower-capacity")
        return w.refuse(
            f"{men} men are too many: a watchtower has space for about {most}.", "buildings.watchtower-capacity"
        )
    w.at_most("space at the top", "buildings.watchtower-capacity")
    w.then("time on the ladder, in whole turns", "buildings.watchtower-ladder")
    ladder = int(w.total)
    dead, free = steep(r, w, "buildings.watchtower-angle", height, distance)
    band = weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, "long")
        return w.refuse(f'Out of range: {write_number(distance)}" is beyond {reach.amount}".', "ranged-combat.in-range")
    up = _upward(r, w, railing, enemy, grade, armour, band)
    down = _downward(r, w, grade, enemy, enemy_armour, _cover_from_above(r, w, enemy_cover, behind), band)
    angle = r.num("buildings.angle-45", "angle")
    if not free:
        w.note("The line is too steep: neither side can shoot", "buildings.watchtower-angle")
        return w.answer(
            Tower(ladder, free, up, Fraction(0), down, Fraction(0), Fraction(0)),
            headline=f"Blocked by the {angle}° line: nobody can shoot",
            exhibits=[_tower_view(height, distance, dead, free, angle, (Fraction(0), Fraction(0)))],
        )
    chance_up, chance_down = hit_chance(r, up), hit_chance(r, down)
    w.then("upward: chance to hit", Cited(chance_up, "ranged-combat.die"))
    w.then("downward: chance to hit", Cited(chance_down, "ranged-combat.die"))
    volley = binomial(men, chance_down)
    return w.answer(
        Tower(ladder, free, up, chance_up, down, chance_down, volley.mean),
        headline=f"Free: from the tower they hit on {odds_of(r, down, chance_down)}; "
        f"they are hit on {odds_of(r, up, chance_up)}",
        chance=chance_down,
        distribution=volley,
        exhibits=[
            _tower_view(height, distance, dead, free, angle, (chance_up, chance_down)),
            Bars(
                "Hits from the tower, when every man up there fires a single shot.", "Hits", {"": volley}, name="volley"
            ),
        ],
    )


def _tower_view(
    height: Distance,
    distance: Distance,
    dead: Distance,
    free: bool,
    angle: Distance,
    touched: tuple[Fraction, Fraction],
) -> Tabletop:
    return side_view(height, distance, dead, free, f"{angle}° line", "on the tower", "enemy", touched=touched)


def _upward(r: Reader, w: Working, railing: str, enemy: str, grade: str, armour: str, band: str) -> int:
    """The number the enemy below needs against a man behind the railing."""
    rail = Cited(r.cell("terrain", railing, "cv").amount, "buildings.watchtower-cv")
    target = r.cell("soldiers", grade, "ds")
    return shot_number(
        r, w, ds=target, firer=enemy, band=band, armour=armour, cover=rail, what="upward: DS of the man up there"
    )


def _downward(r: Reader, w: Working, grade: str, enemy: str, enemy_armour: str, cover: Cited, band: str) -> int:
    """The number a man on the tower needs."""
    target = r.cell("soldiers", enemy, "ds")
    return shot_number(
        r, w, ds=target, firer=grade, band=band, armour=enemy_armour, cover=cover, what="downward: the enemy's DS"
    )


@simulation("breaking_of_nations", "watchtower")
def fire_down(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll a shot for every man on the tower and count the hits."""
    import numpy as np

    w = Working(r)
    _, free = steep(r, w, "buildings.watchtower-angle", inputs["height"], inputs["distance"])
    band = weapon_band(r, inputs["weapon"], inputs["distance"])
    if band is None or not free:
        return np.zeros(count, dtype=int)
    cover = _cover_from_above(r, w, inputs["enemy_cover"], inputs["behind"])
    needed = _downward(r, w, inputs["grade"], inputs["enemy"], inputs["enemy_armour"], cover, band)
    return hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, inputs["men"])).sum(axis=1)


def _cover_from_above(r: Reader, w: Working, kind: str, behind: Distance) -> Cited:
    """What the enemy's cover is worth against a shooter who stands higher."""
    cover = r.cell("terrain", kind, "cv")
    if not number_of(cover):
        return cover
    if kind == "trenches":
        w.note("A trench keeps its CV against a higher shooter", "terrain.high-shooter-trench")
        return cover
    limit = r.num("terrain.high-shooter", "distance")
    if behind <= limit:
        w.note(f'The cover is {write_number(behind)}" away, within {limit}": it keeps its CV', "terrain.high-shooter")
        return cover
    if r.reading("cover-distance") == "B":
        w.note(f'The cover is farther than {limit}" away and does not count', "terrain.high-shooter")
        return Cited(0, cover.rule)
    lowered = r.cited("terrain.high-shooter", "value")
    w.note(
        f'The cover is {write_number(behind)}" away, beyond {limit}": its CV is {lowered.amount}',
        "terrain.high-shooter",
    )
    return lowered

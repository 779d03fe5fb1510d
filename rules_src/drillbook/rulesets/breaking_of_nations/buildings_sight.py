"""Buildings: who may shoot from a window, who is hidden by the steep line, and what a watchtower is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import binomial
from drillbook.exact import exact, write_number
from drillbook.exhibits import Bars, Figure, Line, Tabletop
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations._shooting import hit_chance, hits, number_of, shot_number, weapon_band
from drillbook.rulesets.breaking_of_nations.buildings import BANDS, GRADES, Walls

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

#: Ground and obstacles a man outside may stand in: every row of the chart that has a CV of its own.
OUTSIDE = (
    "clear", "rubble", "barbed-wire", "light-forest", "dense-forest", "shallow-river", "deep-river", "wooden-wall", "brick-wall",
    "trenches",
)  # fmt: skip
RAILINGS = ("wooden-wall", "brick-wall", "clear")

Armour = Choice(table="armour", default="minimal", label="Their armour")
Distance = int | Fraction


@dataclass(frozen=True, slots=True)
class Exchange:
    """Fire from the windows and back: who may shoot, what each side needs, and the hits to expect."""

    firing: int
    idle: int
    needed_out: int
    chance_out: Fraction
    hits_out: Fraction
    needed_in: int
    chance_in: Fraction
    hits_in: Fraction


@question(
    "breaking_of_nations",
    "window",
    examples=[
        "bon/window?walls=wooden-building&windows=2&men=6&grade=regular&armour=minimal&outside=8&enemy=regular"
        "&enemy-armour=minimal&ground=clear&range=medium"
    ],
)
def window(
    r: Reader,
    /,
    *,
    walls: Walls,
    windows: Annotated[int, Count(0, 6, default=2, label="Windows")],
    men: Annotated[int, Count(1, 10, default=6, label="Men inside")],
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="They are")],
    armour: Annotated[str, Armour],
    outside: Annotated[int, Count(1, 20, default=8, label="Enemies outside")],
    enemy: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="These are")],
    enemy_armour: Annotated[str, Choice(table="armour", default="minimal", label="Enemy armour")],
    ground: Annotated[str, Choice(table="terrain", only=OUTSIDE, default="clear", label="Enemies stand in")],
    range: Annotated[str, Choice(BANDS, default="medium", label="Range")],
) -> Breakdown[Exchange] | Refusal:
    """How many may shoot from these windows, and what does the exchange of fire bring?"""
    w = Working(r)
    if not windows:
        return w.refuse("Without a window nobody sees in or out.", "buildings.closed")
    firing = _firing(r, w, windows, men)
    out = _outward(r, w, grade, enemy, enemy_armour, ground, range)
    into = _inward(r, w, walls, enemy, grade, armour, range)
    chance_out, chance_in = hit_chance(r, out), hit_chance(r, into)
    scored, suffered = binomial(firing, chance_out), binomial(outside, chance_in)
    return w.answer(
        Exchange(firing, men - firing, out, chance_out, scored.mean, into, chance_in, suffered.mean),
        headline=f"{firing} of {men} shoot and hit on {out}+, {chance_out}; they are hit on {into}+, {chance_in}",
        chance=chance_out,
        distribution=scored,
        exhibits=[
            Bars(
                "Hits of one round of fire, when every man fires a single shot.",
                "Hits", {"from the windows": scored, "at the windows": suffered}, name="exchange",
            )
        ],
    )  # fmt: skip


def _firing(r: Reader, w: Working, windows: int, men: int) -> int:
    """How many of the men find a place at a window."""
    w.start("windows", Cited(windows, "buildings.windows"))
    w.times("men to a window", "buildings.windows")
    w.at_most("no more than there are", Cited(men, "buildings.windows"))
    return int(w.total)


def _outward(r: Reader, w: Working, grade: str, enemy: str, enemy_armour: str, ground: str, band: str) -> int:
    """The number a man at the window needs."""
    target, cover = r.cell("soldiers", enemy, "ds"), r.cell("terrain", ground, "cv")
    return shot_number(
        r, w, ds=target, firer=grade, band=band, armour=enemy_armour, cover=cover, what="outward: the enemy's DS"
    )


def _inward(r: Reader, w: Working, walls: str, enemy: str, grade: str, armour: str, band: str) -> int:
    """The number an enemy outside needs against a man at the window."""
    r.cite("buildings.cover")
    cover = Cited(r.cell("terrain", walls, "cv").amount, r.cite("buildings.window-cover"))
    target = r.cell("soldiers", grade, "ds")
    return shot_number(
        r, w, ds=target, firer=enemy, band=band, armour=armour, cover=cover, what="inward: DS of the man inside"
    )


@simulation("breaking_of_nations", "window")
def fire_out(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll a shot for every man at a window and count the hits."""
    w = Working(r)
    firing = _firing(r, w, inputs["windows"], inputs["men"])
    names = ("grade", "enemy", "enemy_armour", "ground", "range")
    needed = _outward(r, w, *(inputs[name] for name in names))
    return hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, firing)).sum(axis=1)


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether the shot is free, and how far from the wall the dead ground reaches."""

    free: bool
    dead_ground: int | Fraction


@question(
    "breaking_of_nations",
    "sight-angle",
    examples=["bon/sight-angle?height=4&distance=5", "bon/sight-angle?height=4&distance=4"],
)
def sight_angle(
    r: Reader,
    /,
    *,
    height: Annotated[Distance, Length(0, 16, default=4, step=Fraction(1, 2), label="Difference in height")],
    distance: Annotated[
        Distance, Length(0, 24, default=5, step=Fraction(1, 2), label="Distance", help="Measured along the table.")
    ],
) -> Breakdown[Sight]:
    """Can two men on different levels shoot at each other, or is the line between them too steep?"""
    w = Working(r)
    dead, free = _steep(r, w, "buildings.angle-45", height, distance)
    angle = r.num("buildings.angle-45", "angle")
    verdict = "Free" if free else "Blocked"
    measured = f'{write_number(distance)}" along, {write_number(height)}" up'
    return w.answer(
        Sight(free, dead),
        headline=f'{verdict}: {measured}; the {angle}° line meets the ground at {write_number(dead)}"',
        exhibits=[_side_view(height, distance, dead, free, f"{angle}° line", "upper man", "lower man")],
    )


def _steep(r: Reader, w: Working, rule: str, height: Distance, distance: Distance) -> tuple[Distance, bool]:
    """How far the dead ground reaches, and whether a shot over that distance is free."""
    w.then("inches from one level to the other", Cited(height, rule))
    angle = r.num("buildings.angle-45", "angle")
    w.divide(f"climb for every inch along, on a line of {angle}°", r.cited("buildings.angle-45", "slope"))
    dead = exact(w.total)
    if not height:
        w.note("Both are on the same level, so the angle does not matter", rule)
        return dead, True
    match r.reading("bon.ruling.angle-45"):
        case "A":
            free = distance > dead
        case "B":
            free = distance <= dead
        case _:
            free = distance >= dead
    found = "is beyond" if distance > dead else "is on" if distance == dead else "is within"
    w.note(f'{write_number(distance)}" {found} the line: {"free" if free else "blocked"}', rule)
    return dead, free


def _side_view(
    height: Distance,
    distance: Distance,
    dead: Distance,
    free: bool,
    line: str,
    upper: str,
    lower: str,
    *,
    touched: Any = (None, None),
) -> Tabletop:
    """The wall, the line between two men and the steepest line, seen from the side."""
    return Tabletop(
        "The line between the men and the steepest line allowed, seen from the side.",
        "inches",
        figures=[
            Figure(0, height, upper, "own", touched=touched[0]),
            Figure(distance, 0, lower, "enemy", touched=touched[1]),
        ],
        lines=[
            Line([(0, 0), (0, height)], "wall", "wall"),
            Line([(0, height), (dead, 0)], line, "path"),
            Line([(0, height), (distance, 0)], "free line" if free else "blocked line", "sight" if free else "blocked"),
        ],
        side=True,
        name="side",
    )


@dataclass(frozen=True, slots=True)
class Tower:
    """A watchtower and an enemy below: turns on the ladder, whether they can shoot, and what each needs."""

    ladder: int
    free: bool
    needed_up: int
    chance_up: Fraction
    needed_down: int
    chance_down: Fraction


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
    w.start("men who want to go up", Cited(men, "buildings.watchtower-capacity"))
    if men > r.int("buildings.watchtower-capacity"):
        most = r.int("buildings.watchtower-capacity")
        return w.refuse(
            f"{men} men are too many: a watchtower has space for about {most}.", "buildings.watchtower-capacity"
        )
    w.at_most("space at the top", "buildings.watchtower-capacity")
    w.then("whole turns on the ladder", "buildings.watchtower-ladder")
    ladder = int(w.total)
    dead, free = _steep(r, w, "buildings.watchtower-angle", height, distance)
    band = weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, "long")
        return w.refuse(f'Out of range: {write_number(distance)}" is beyond {reach.amount}".', "ranged-combat.in-range")
    rail = Cited(r.cell("terrain", railing, "cv").amount, "buildings.watchtower-cv")
    up = shot_number(
        r,
        w,
        ds=r.cell("soldiers", grade, "ds"),
        firer=enemy,
        band=band,
        armour=armour,
        cover=rail,
        what="upward: DS of the man up there",
    )
    cover = _cover_from_above(r, w, enemy_cover, behind)
    down = shot_number(
        r,
        w,
        ds=r.cell("soldiers", enemy, "ds"),
        firer=grade,
        band=band,
        armour=enemy_armour,
        cover=cover,
        what="downward: the enemy's DS",
    )
    chance_up, chance_down = (hit_chance(r, up), hit_chance(r, down)) if free else (Fraction(0), Fraction(0))
    duel = f"they hit on {down}+, {chance_down}; they are hit on {up}+, {chance_up}"
    angle = r.num("buildings.angle-45", "angle")
    touched = (chance_up, chance_down)
    view = _side_view(height, distance, dead, free, f"{angle}° line", "on the tower", "enemy", touched=touched)
    return w.answer(
        Tower(ladder, free, up, chance_up, down, chance_down),
        headline=f"Free: {duel}" if free else f"Blocked by the {angle}° line: nobody can shoot",
        chance=chance_down if free else None,
        exhibits=[view],
    )


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

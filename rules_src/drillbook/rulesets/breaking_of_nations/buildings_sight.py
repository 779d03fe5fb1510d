"""Buildings: who may shoot from a window, and who is hidden by the steep line."""

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
from drillbook.rulesets.breaking_of_nations._morale import GRADES
from drillbook.rulesets.breaking_of_nations._shooting import (
    hit_chance,
    hits,
    odds_of,
    shot_number,
)
from drillbook.rulesets.breaking_of_nations.buildings import BANDS, Walls

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

#: Ground and obstacles a man outside may stand in: every row of the chart that has a CV of its own.
OUTSIDE = (
    "clear", "rubble", "barbed-wire", "light-forest", "dense-forest", "shallow-river", "deep-river", "wooden-wall", "brick-wall",
    "trenches",
)  # fmt: skip

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
    w.then("outward: chance to hit", Cited(chance_out, "ranged-combat.die"))
    w.then("inward: chance to hit", Cited(chance_in, "ranged-combat.die"))
    scored, suffered = binomial(firing, chance_out), binomial(outside, chance_in)
    return w.answer(
        Exchange(firing, men - firing, out, chance_out, scored.mean, into, chance_in, suffered.mean),
        headline=f"{firing} of {men} can shoot and hit on {odds_of(r, out, chance_out)}; "
        f"they are hit on {odds_of(r, into, chance_in)}",
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
    w.start("number of windows", Cited(windows, "buildings.windows"))
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
    name = r.ruleset.table("terrain").row(walls).name.lower()
    value = r.cell("terrain", walls, "cv").amount
    w.note(f"{name}: CV {value} for everybody inside", "buildings.cover")
    cover = Cited(value, r.cite("buildings.window-cover"))
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
    dead, free = steep(r, w, "buildings.angle-45", height, distance)
    angle = r.num("buildings.angle-45", "angle")
    verdict = "Free" if free else "Blocked"
    measured = f'{write_number(distance)}" along, {write_number(height)}" up'
    line = f'the {angle}° line meets the ground at {write_number(dead)}"' if height else "both on one level"
    return w.answer(
        Sight(free, dead),
        headline=f"{verdict}: {measured}; {line}",
        exhibits=[side_view(height, distance, dead, free, f"{angle}° line", "upper man", "lower man")],
    )


def steep(r: Reader, w: Working, rule: str, height: Distance, distance: Distance) -> tuple[Distance, bool]:
    """How far the dead ground reaches, and whether a shot over that distance is free."""
    w.then("from one level to the other, in inches", Cited(height, rule))
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


def side_view(
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

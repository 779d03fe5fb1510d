"""Buildings: who may shoot from windows and doors, and what the exchange of fire brings."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Thrower, binomial
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    Armour,
    EnemyArmour,
    Range,
    They,
    Walls,
    ground_of,
    soldiers,
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Fire from windows and doors and back: who may shoot, what they need, and the mean hits."""

    firing: int
    idle: int
    needed_out: int
    chance_out: Fraction
    hits_out: Fraction
    needed_in: int
    chance_in: Fraction
    hits_in: Fraction


@question(
    "bon/window?walls=wooden-building&windows=2&men=6&grade=regular&armour=minimal&outside=8&enemy=regular"
    "&enemy-armour=minimal&ground=clear&range=medium",
    "bon/window?walls=brick-building&windows=1&doors=1&men=6&outside=4",
)
def window(
    r: Reader,
    *,
    walls: Walls,
    windows: Annotated[int, Count(0, 6, default=2, label="Windows")],
    doors: Annotated[int, Count(0, 3, label="Doors they shoot from")],
    men: Annotated[int, Count(1, 10, default=6, label="Men inside")],
    grade: They,
    armour: Armour,
    outside: Annotated[int, Count(1, 20, default=8, label="Enemies outside")],
    enemy: Annotated[str, soldiers("These are")],
    enemy_armour: EnemyArmour,
    ground: Annotated[str, ground_of("Enemies stand in", "outdoors")],
    range: Range,
) -> Breakdown[Exchange]:
    """How many may shoot from these windows and doors, and what does the exchange of fire bring?"""
    w = Working(r)
    w.forbid("Without windows and doors nobody sees in or out.", "buildings.closed", when=not windows and not doors)
    firing = _firing(r, w, windows, doors, men)
    target = shooting.Man(enemy, enemy_armour, ground)
    out = shooting.man_number(r, w, target, grade, range, what="outward: the enemy's DS")
    into = _inward(r, w, shooting.Man(grade, armour, walls), enemy, range)
    chance_out = w.then("outward: chance to hit", shot_die.hit_chance(r, out), "ranged-combat.die")
    chance_in = w.then("inward: chance to hit", shot_die.hit_chance(r, into), "ranged-combat.die")
    scored, suffered = binomial(firing, chance_out), binomial(outside, chance_in)
    series = {"from the house": scored, "at the house": suffered}
    back = f"each shot back at them hits on {shot_die.needs(r, into, chance_in)}"
    return w.answer(
        Exchange(firing, men - firing, out, chance_out, scored.mean, into, chance_in, suffered.mean),
        headline=f"{firing} of {men} can shoot, and each hits on {shot_die.needs(r, out, chance_out)}; {back}",
        chance=chance_out,
        distribution=scored,
        exhibits=[
            Bars("Hits of one round of fire, when every man fires a single shot.", "Hits", series, name="exchange")
        ],
    )


def _firing(r: Reader, w: Working, windows: int, doors: int, men: int) -> int:
    """How many of the men find a place at a window or a door."""
    w.start("number of windows", windows, "buildings.windows")
    crowded = doors and men > (windows + doors) * r.int("buildings.windows")
    if crowded and r.holds("door-fire", "no-limit"):
        w.times("men to a window", "buildings.windows")
        w.add("at the doors, all the others", men - w.whole, "buildings.windows")
    else:
        w.add("number of doors", doors, "buildings.windows", when=doors)
        w.times("men to each" if doors else "men to a window", "buildings.windows")
    w.at_most("no more than there are", men, "buildings.windows")
    return w.whole


def _inward(r: Reader, w: Working, man: shooting.Man, enemy: str, band: str) -> int:
    """Return the number an enemy outside needs against a man at the window; add its step."""
    wall = r.cell("terrain", man.ground, "cv")
    name = r.name("terrain", man.ground).lower()
    w.note(f"{name}: CV {wall.amount} for everybody inside", "buildings.cover")
    cover = wall._replace(rule=r.cite("buildings.window-cover"))
    return shooting.man_number(r, w, man, enemy, band, cover=cover, what="inward: DS of the man inside")


@simulation
def fire_out(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll a shot for every man at a window or a door and count the hits."""
    w = Working(r)
    firing = _firing(r, w, inputs["windows"], inputs["doors"], inputs["men"])
    target = shooting.Man(inputs["enemy"], inputs["enemy_armour"], inputs["ground"])
    needed = shooting.man_number(r, w, target, inputs["grade"], inputs["range"])
    return shot_die.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, firing)).sum(axis=1)

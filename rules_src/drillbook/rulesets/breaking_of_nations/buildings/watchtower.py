"""Buildings: what a watchtower is worth, to the men on its platform and against them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Number, Thrower, binomial, np, write_number
from drillbook.rulesets.breaking_of_nations.buildings._steep import side_view, steep
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.cover import cover_worth
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    Armour,
    EnemyArmour,
    They,
    ground_of,
    half_inches,
    soldiers,
)

COVERED: dict[str, Any] = {
    "unless": {"enemy-cover": ("clear", "barbed-wire", "shallow-river", "deep-river")},
    "why_not": "There is no cover to be behind.",
}


@dataclass(frozen=True, slots=True)
class Tower:
    """A watchtower and an enemy below: the turns on the ladder and what shots need.

    free states whether they can shoot at each other. The numbers and chances are None if nobody can shoot.
    """

    ladder: int
    free: bool
    needed_up: int | None
    chance_up: Fraction | None
    needed_down: int | None
    chance_down: Fraction | None
    hits_down: Fraction | None


@question(
    "bon/watchtower?men=4&height=4&distance=9&weapon=rifle&railing=wooden-wall&grade=regular&armour=minimal&enemy=regular"
    "&enemy-armour=minimal&enemy-cover=wooden-wall&behind=3",
    "bon/watchtower?men=4&height=4&distance=9&weapon=rifle&railing=wooden-wall&grade=regular&armour=minimal&enemy=regular"
    "&enemy-armour=minimal&enemy-cover=trenches&behind=3",
)
def watchtower(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 5, default=4, label="Men on the tower")],
    height: Annotated[Number, half_inches("Height", 16, 4, low=1)],
    distance: Annotated[Number, half_inches("Distance", 24, 9, help="Of the enemy, along the table.")],
    weapon: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="Both sides fire")],
    railing: Annotated[str, ground_of("Railing", "railing", "wooden-wall", help="Clear: none.")],
    grade: They,
    armour: Armour,
    enemy: Annotated[str, soldiers("Enemy")],
    enemy_armour: EnemyArmour,
    enemy_cover: Annotated[str, ground_of("Enemy's cover", "outdoors", "wooden-wall")],
    behind: Annotated[Number, half_inches("Behind it", 12, 0, help="From the cover back to the enemy.", **COVERED)],
) -> Breakdown[Tower]:
    """Is there space on this watchtower, and who can hit whom from up there?"""
    if r.cell("terrain", enemy_cover, "cv").number and behind > distance:
        raise Contradiction("The enemy's cover cannot lie beyond the tower.", behind=distance)
    w = Working(r)
    capacity = "buildings.watchtower-capacity"
    w.start("who wants to go up, in men", men, capacity)
    w.forbid(
        f"{men} men are too many: a watchtower has space for about {r.int(capacity)}.",
        capacity,
        when=men > r.int(capacity),
    )
    w.at_most("space at the top", capacity)
    ladder = w.then("time on the ladder, in whole turns", "buildings.watchtower-ladder")
    line = steep(r, w, "buildings.watchtower-angle", height, distance)
    band = shooting.weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, "long").amount
        w.refuse(f'Out of range: {write_number(distance)}" is beyond {reach}".', "ranged-combat.in-range")
    if not line.free:
        w.note("The line is too steep: neither side can shoot", "buildings.watchtower-angle")
        return w.answer(
            Tower(ladder, False, None, None, None, None, None),
            headline=f"Blocked by the {line.angle}° line: nobody can shoot",
            exhibits=[side_view(line, "on the tower", "enemy", Fraction(0), Fraction(0))],
        )
    rail = r.cell("terrain", railing, "cv")._replace(rule=r.cite("buildings.watchtower-cv"))
    up = shooting.man_number(
        r, w, shooting.Man(grade, armour, railing), enemy, band, cover=rail, what="upward: DS of the man up there"
    )
    down = _downward(r, w, shooting.Man(enemy, enemy_armour, enemy_cover), behind, grade, band)
    chance_up = w.then("upward: chance to hit", shot_die.hit_chance(r, up), "ranged-combat.die")
    chance_down = w.then("downward: chance to hit", shot_die.hit_chance(r, down), "ranged-combat.die")
    volley = binomial(men, chance_down)
    caption = "Hits from the tower, when every man up there fires a single shot."
    back = f"each shot at them hits on {shot_die.needs(r, up, chance_up)}"
    return w.answer(
        Tower(ladder, True, up, chance_up, down, chance_down, volley.mean),
        headline=f"Free: each shot from the tower hits on {shot_die.needs(r, down, chance_down)}; {back}",
        chance=chance_down,
        distribution=volley,
        exhibits=[
            side_view(line, "on the tower", "enemy", chance_up, chance_down),
            Bars(caption, "Hits", {"": volley}, name="volley"),
        ],
    )


def _downward(r: Reader, w: Working, target: shooting.Man, behind: Number, firer: str, band: str) -> int:
    """Return the number a man on the tower needs against the enemy below."""
    cover = cover_worth(r, w, target.ground, behind, higher=True)
    return shooting.man_number(r, w, target, firer, band, cover=cover, what="downward: the enemy's DS")


@simulation
def fire_down(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll a shot for every man on the tower and count the hits."""
    w = Working(r)
    line = steep(r, w, "buildings.watchtower-angle", inputs["height"], inputs["distance"])
    band = shooting.weapon_band(r, inputs["weapon"], inputs["distance"])
    if band is None or not line.free:
        return np.zeros(count, dtype=int)
    target = shooting.Man(inputs["enemy"], inputs["enemy_armour"], inputs["enemy_cover"])
    needed = _downward(r, w, target, inputs["behind"], inputs["grade"], band)
    return shot_die.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, inputs["men"])).sum(axis=1)

"""Ranged combat: the number a shot needs, modifier by modifier, and the effect of each face."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Contradiction, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Number, Thrower
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die, wounds
from drillbook.rulesets.breaking_of_nations.common.cover import both_covers, cover_worth
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    FIREARM_BANDS,
    BehindWall,
    Charging,
    Formation,
    Higher,
    Mounted,
    Wall,
    Weapon,
    armour_of,
    ground_of,
    soldiers,
)
from drillbook.rulesets.breaking_of_nations.common.wounds import FirerWound, TargetWound


@dataclass(frozen=True, slots=True)
class ToHit:
    """One shot: the range band, the number needed, and the chances of a hit and a critical."""

    band: str
    needed: int
    hit: Fraction
    critical: Fraction


@question(
    "bon/to-hit?firer=green&weapon=rifle&distance=24&target=elite&armour=flak&ground=light-forest",
    "bon/to-hit?firer=veteran&mounted=yes&weapon=pistol&distance=5",
    "bon/to-hit?firer=regular&distance=10&formation=closed&charging=yes",
    "bon/to-hit?firer=regular&distance=10&ground=light-forest&wall=rubble&behind=1",
    "bon/to-hit?firer=elite&distance=9&wall=wooden-wall&behind=3&higher=yes",
)
def to_hit(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer")],
    weapon: Weapon,
    distance: Annotated[Number, Length(0, 30, step=Fraction(1, 2), default=10, label="Distance", bands=FIREARM_BANDS)],
    mounted: Mounted,
    firer_wound: FirerWound,
    target: Annotated[str, soldiers("Target")],
    armour: Annotated[str, armour_of("Its armour")],
    ground: Annotated[str, ground_of("Target stands in")],
    wall: Wall,
    behind: BehindWall,
    higher: Higher,
    formation: Formation,
    charging: Charging,
    target_wound: TargetWound,
) -> Breakdown[ToHit]:
    """What does this shot need, and how likely is it to hit?"""
    w = Working(r)
    if wall != "clear" and behind > distance:
        raise Contradiction("The cover cannot lie behind the firer.", behind=distance)
    shooting.check_firer(weapon, mounted)
    wounds.check_alive(r, firer_wound=firer_wound, target_wound=target_wound)
    man = shooting.Man(target, armour, ground, formation, charging)
    shooting.check_target(r, w, man)
    band = shooting.band_in_reach(r, w, weapon, distance)
    cover = both_covers(r, w, r.cell("terrain", ground, "cv"), cover_worth(r, w, wall, behind, higher=higher))
    shooting.man_number(r, w, man, firer, band, cover=cover, mounted=mounted, weapon=weapon, what="target's DS")
    needed = wounds.changed(r, w, firer_wound, target_wound)
    stack = w.stack("What the number needed is made of", "Number needed", name="sum")
    hit = w.then("chance to hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
    critical = w.then("of it, a critical hit", shot_die.critical_chance(r, needed), "ranged-combat.critical")
    w.note("a critical is a bloody death without a save", "ranged-combat.bloody-death")
    result = r.dice("ranged-combat.die").map(lambda face: shot_die.shot_result(r, needed, face))
    return w.answer(
        ToHit(band, needed, hit, critical),
        headline=shot_die.hits_on(r, needed, hit),
        chance=hit,
        distribution=result,
        exhibits=[
            stack,
            _faces(r, needed),
            Bars("What the shot does; a hit that is critical stands by itself", "Shot", {"": result}, name="shot"),
        ],
    )


def _faces(r: Reader, needed: int) -> Grid:
    """Return the grid of the faces of the die, and which of them hit."""
    faces = r.dice("ranged-combat.die").outcomes
    hits = [int(bool(shot_die.hits(r, needed, face))) for face in faces]
    critical = [int(bool(shot_die.hits(r, needed, face) & shot_die.is_critical(r, face))) for face in faces]
    return Grid(
        "Which faces of the die hit",
        "Score",
        "Face of the die",
        ("Hit", "Critical hit"),
        [str(face) for face in faces],
        (hits, critical),
        chance=False,
        name="faces",
        what="met",
    )


@simulation
def throw_shot(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw the shots and return what each does: miss, hit or critical."""
    w = Working(r)
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"], inputs["formation"], inputs["charging"])
    band = shooting.band_in_reach(r, w, inputs["weapon"], inputs["distance"])
    wall = cover_worth(r, w, inputs["wall"], inputs["behind"], higher=inputs["higher"])
    cover = both_covers(r, w, r.cell("terrain", man.ground, "cv"), wall)
    shooting.man_number(
        r, w, man, inputs["firer"], band, cover=cover, mounted=inputs["mounted"], weapon=inputs["weapon"]
    )
    needed = wounds.changed(r, w, inputs["firer_wound"], inputs["target_wound"])
    return [shot_die.shot_result(r, needed, int(face)) for face in dice.roll(r.text("ranged-combat.die"), count)]

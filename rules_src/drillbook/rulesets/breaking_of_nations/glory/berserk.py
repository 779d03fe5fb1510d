"""Panic: the target of a berserk man, and whether he hits it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Figure, Tabletop
from drillbook.asking.exhibits.gestures import Grip, ahead
from drillbook.maths import Number, Thrower, write_number
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, ground_of, half_inches, soldiers

HANDS = {"melee": "Melee weapon"}
FRIEND, ENEMY = "friend", "enemy"


@dataclass(frozen=True, slots=True)
class Berserk:
    """The target of a berserk man, the number he needs, and his chance to hit.

    needed and hit are None if he has nothing to shoot with.
    """

    target: str
    needed: int | None
    hit: Fraction | None


@question(
    "bon/berserk?grade=veteran&weapon=pistol&friend=7&enemy=5&mounted=yes",
    "bon/berserk?grade=regular&weapon=melee&friend=3&enemy=8",
    "bon/berserk?grade=regular&friend=3&enemy=8",
    "bon/berserk?grade=green&weapon=pistol&friend=10&enemy=4&cover=rubble",
)
def berserk(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Berserk man")],
    weapon: Annotated[str, Choice(HANDS, table="weapons", where="volley", default="rifle", label="Weapon")],
    friend: Annotated[Number, half_inches("Nearest friend at", 24, 3)],
    enemy: Annotated[Number, half_inches("Nearest enemy at", 24, 8)],
    friend_grade: Annotated[str, soldiers("The friend is")],
    enemy_grade: Annotated[str, soldiers("The enemy is")],
    armour: Annotated[str, armour_of("Target's armour")],
    cover: Annotated[str, ground_of("Target's cover", "cover")],
    mounted: Annotated[bool, Flag(label="The berserk man rides")],
) -> Breakdown[Berserk]:
    """A man has gone berserk: whom does he shoot at, and does he hit?"""
    w = Working(r)
    target = _nearest(r, w, friend, enemy)
    distance, victim = (friend, friend_grade) if target == FRIEND else (enemy, enemy_grade)
    picture = _field(friend, enemy, target)
    name = shooting.weapon_word(r, weapon)
    if not r.has_cell("weapons", weapon, "long"):
        w.then(f"how far a {name} reaches, in inches", r.cell("weapons", weapon, "short"))
        headline = f"No shot at the {target}: all he has in his hands is a {name}"
        return w.answer(Berserk(target, None, None), headline=headline, exhibits=[picture])
    band = shooting.weapon_band(r, weapon, distance)
    if band is None:
        reach = r.cell("weapons", weapon, "long").amount
        reason = f'Out of range: the nearest is {write_number(distance)}" away, and a {name} reaches {reach}".'
        w.refuse(reason, "ranged-combat.in-range", exhibits=[picture])
    man = shooting.Man(victim, armour, cover)
    number = shooting.man_number(r, w, man, grade, band, mounted=mounted, weapon=weapon, what="target's DS")
    chance = w.then("chance to hit", shot_die.hit_chance(r, number), "ranged-combat.die")
    result = r.dice("ranged-combat.die").map(lambda face: shot_die.shot_result(r, number, face))
    bars = Bars(
        caption=f"What his shot at the {target} does; a hit that is critical stands by itself",
        axis="Shot",
        series={"": result},
    )
    return w.answer(
        Berserk(target, number, chance),
        headline=f"He shoots at the {target} and hits on {shot_die.needs(r, number, chance)}",
        chance=chance,
        distribution=result,
        exhibits=[bars, picture],
    )


def _nearest(r: Reader, w: Working, friend: Number, enemy: Number) -> str:
    """Return the target: the nearest person, or the nearest enemy alone; add the note.

    friend and enemy are the distances in inches.
    """
    if r.holds("berserk-target", "nearest-enemy"):
        w.note("he shoots at the nearest enemy", "glory.berserk")
        return ENEMY
    if friend == enemy:
        target = FRIEND if r.holds("berserk-tie", "the-friend") else ENEMY
        w.note(f"a friend and an enemy are equally near: he shoots at the {target}", "glory.berserk")
        return target
    w.note(f"the nearest person is {'a friend' if friend < enemy else 'an enemy'}", "glory.berserk")
    return FRIEND if friend < enemy else ENEMY


def _field(friend: Number, enemy: Number, target: str) -> Tabletop:
    """Those about him; the enemy to one side where both are equally near."""
    x, y = (enemy, 0) if friend == enemy else (0, enemy)
    return Tabletop(
        caption=f"The berserk man and those about him; he shoots at the {target}",
        unit="inches",
        figures=[
            Figure(0, 0, "berserk man", "own"),
            Figure(0, friend, "friend", "friend", grip=ahead("friend")),
            Figure(x, y, "enemy", grip=Grip(away="enemy")),
        ],
    )


@simulation
def throw_berserk(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw the shots and return what each does: miss, hit or critical."""
    w = Working(r)
    target = _nearest(r, w, inputs["friend"], inputs["enemy"])
    armed = r.has_cell("weapons", inputs["weapon"], "long")
    band = shooting.weapon_band(r, inputs["weapon"], inputs[target]) if armed else None
    if band is None:
        return []
    man = shooting.Man(inputs[f"{target}_grade"], inputs["armour"], inputs["cover"])
    number = shooting.man_number(r, w, man, inputs["grade"], band, mounted=inputs["mounted"], weapon=inputs["weapon"])
    return [shot_die.shot_result(r, number, int(face)) for face in dice.roll(r.text("ranged-combat.die"), count)]

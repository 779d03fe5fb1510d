"""A tank assaults: its fire in step 6, then the melee with whoever is left."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import Dice, arms
from drillbook.rulesets.great_war_1418.common.inputs import (
    Carried,
    Enemy,
    EnemyCarried,
    EnemyGround,
    EnemyParent,
    Ground,
    units,
)
from drillbook.rulesets.great_war_1418.common.melee import FULL_FORT, NOBODY, Fight, Melee, pair, refuses, standing
from drillbook.rulesets.great_war_1418.common.rolling import scored, throw
from drillbook.rulesets.great_war_1418.common.steps import CHARGES, TANK, Acting, shots


@dataclass(frozen=True, slots=True)
class TankAssault:
    """The chances that its fire clears the ground, that the tank is lost, that the enemy is removed, and that neither ever is."""

    cleared: Fraction
    tank_lost: Fraction
    enemy_removed: Fraction
    never: Fraction


@dataclass(frozen=True, slots=True)
class Assault:
    """The dice of the fire, the enemy's Resilience under it, and the melee that follows."""

    dice: Dice
    resilience: int
    melee: Melee
    start: Fight


@question(
    "gw/tank-assault?tank=mother-tanks&ground=open&enemy=line-inf&enemy-ground=defensible-dug",
    "gw/tank-assault?tank=medium-whip&ground=rough&enemy=early-hmg&enemy-ground=dug-open",
    "gw/tank-assault?tank=mother-tanks&ground=open&enemy=seven-cm-field-guns&enemy-ground=open",
)
def tank_assault(
    r: Reader,
    *,
    tank: Annotated[str, units("Tank", "mother-tanks", where="tank")],
    ground: Ground,
    carried: Carried,
    enemy: Enemy,
    enemy_parent: EnemyParent,
    enemy_ground: EnemyGround,
    enemy_carried: EnemyCarried,
) -> Breakdown[TankAssault]:
    """What becomes of a tank that assaults?"""
    w = Working(r)
    assault = _assault(r, w, tank, ground, carried, (enemy, enemy_parent, enemy_ground), enemy_carried)
    fire = harm.counted(r, scored(r, assault.dice, assault.resilience))
    shot = harm.fates(r, fire, enemy_carried)
    for state in harm.FATES:
        w.then(f"after its fire the enemy is {state}", shot[state], "execution-order.step-6")
    dead = assault.melee.dead
    ends: dict[str, Fraction] = {}
    never = Fraction(0)
    for hits, chance in fire.items():
        fight = _after(assault, int(hits), dead)
        found, stuck = _melee(r, Working(r), assault.melee, fight)
        never += chance * stuck
        for end, part in found.items():
            name = _words(r, end)
            ends[name] = ends.get(name, Fraction(0)) + chance * part
    whole = Distribution.weighted(ends.items())
    if shot[harm.REMOVED] != 1:
        refuses(r, w, assault.melee, assault.start)
    lost = w.then("the tank is lost", _ends(r, whole, 0), "melee.deathmatch-repeat")
    gone = w.then("the enemy is removed", _ends(r, whole, 1), "melee.deathmatch-repeat")
    name, other = r.name("units", tank), r.name("units", enemy)
    told = TankAssault(shot[harm.REMOVED], lost, gone, never)
    stays = f"; neither, ever: {spoken(never)}" if never else ""
    return w.answer(
        told,
        headline=f"Its fire clears the ground: {spoken(told.cleared)}; {name} lost: {spoken(lost)}{stays}",
        chance=told.cleared,
        distribution=whole,
        exhibits=[
            Bars(f"How the tank's fire leaves {other.lower()}", other, {"": shot}, name="fire"),
            Bars("How it ends after the melee", f"{name} / {other}", {"": whole}, name="ends"),
        ],
    )


def _assault(
    r: Reader, w: Working, tank: str, ground: str, carried: int, enemy: tuple[str, str, str], hits: int
) -> Assault:
    """Everything that the assault needs, with the steps."""
    slots = shots(r, w, Acting(TANK, does=CHARGES, contact=True))
    w.forbid("A tank that assaults has moved, and is not dug in.", "cover.moving-not-dug", when=ground == FULL_FORT)
    dice = arms(r, w, tank) if slots else Dice(0, 0, 0)
    start = standing(carried, NOBODY), standing(hits, NOBODY)
    melee = pair(r, w, (tank, tank, ground), enemy, start, NOBODY)
    tough = melee.fighters[1].resilience
    if not r.holds("melee-cover", "ground-counts"):
        tough = w.then("its Resilience under fire", tough + r.cell("cover", enemy[-1], "change").whole, "cover.table")
    return Assault(dice, tough, melee, start)


def _after(assault: Assault, hits: int, dead: int) -> Fight:
    """The two as they meet in melee."""
    tank, enemy = assault.start
    return tank, enemy._replace(front=min(dead, enemy.front + hits))


def _melee(r: Reader, w: Working, melee: Melee, fight: Fight) -> tuple[Distribution[Fight], Fraction]:
    """How the melee ends, and the chance that it never does."""
    if melee.over(fight) or refuses(r, w, melee, fight):
        return Distribution.sure(fight), Fraction(int(not melee.over(fight)))
    return melee.to_the_end(fight)


def _words(r: Reader, fight: Fight) -> str:
    """What has become of both."""
    return " / ".join(harm.fate(r, side.front) for side in fight)


def _ends(r: Reader, ends: Distribution[str], number: int) -> Fraction:
    """The chance that this one of the two is removed."""
    return ends.chance(lambda name: name.split(" / ")[number] == harm.REMOVED)


@simulation
def throw_tank_assault(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Roll the fire, and then the melee with whoever is left."""
    enemy = inputs["enemy"], inputs["enemy_parent"], inputs["enemy_ground"]
    quiet = Working(r)
    assault = _assault(r, quiet, inputs["tank"], inputs["ground"], inputs["carried"], enemy, inputs["enemy_carried"])
    melee = assault.melee
    shots = throw(r, cup, count, assault.dice, assault.resilience)
    if r.holds("hits-per-die", "one-a-platoon"):
        shots = np.minimum(1, shots)
    rolls = melee.rolling(cup, count)
    found = []
    for number in range(count):
        fight = _after(assault, int(shots[number]), melee.dead)
        dull = melee.over(fight) or refuses(r, quiet, melee, fight) or all(melee.harmless)
        turn = 0
        while not dull and not melee.over(fight):
            after = melee.rolled(fight, rolls, number, turn)
            fight = after if melee.over(after) else melee.deeper(after)
            turn += 1
        found.append(_words(r, fight))
    return found

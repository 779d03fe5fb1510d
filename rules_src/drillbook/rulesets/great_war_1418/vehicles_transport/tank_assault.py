"""A tank assaults: the fire at it, its move, its own fire in step 6, then the melee."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Length, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, spoken
from drillbook.rulesets.great_war_1418.common import fighters, harm, inputs, melee
from drillbook.rulesets.great_war_1418.common.assault import Assault
from drillbook.rulesets.great_war_1418.common.assault_dice import throw_ends
from drillbook.rulesets.great_war_1418.common.assault_parts import (
    CLEARED,
    CONTACT,
    EMPTY,
    SHORT,
    SHOT_DOWN,
    Attack,
    Defence,
    End,
)
from drillbook.rulesets.great_war_1418.common.ground import FULL_FORT, OPEN_LINE, ROUGH_LINE, is_dug, same_ground


@dataclass(frozen=True, slots=True)
class TankAssault:
    """The chances of a tank that assaults.

    cleared: its fire clears the ground; tank_lost: the tank is lost; enemy_removed: the enemy is removed;
    never: neither is ever removed. shot: the tank is removed by the enemy's fire, before its own;
    short: it ends short of an enemy that lives; contact: it comes to melee.
    """

    cleared: Fraction
    tank_lost: Fraction
    enemy_removed: Fraction
    never: Fraction
    shot: Fraction
    short: Fraction
    contact: Fraction


@dataclass(frozen=True, slots=True)
class TankOnset:
    """A tank that assaults, as a form describes it: both stand on a line of the cover chart."""

    tank: Annotated[str, inputs.units("Tank", "mother-tanks", where="tank")]
    ground: inputs.Ground
    beneath: inputs.Beneath
    carried: inputs.Carried
    slowed: inputs.Slowed
    gap: Annotated[
        Number, Length(1, 20, default=4, step=Fraction(1, 2), label="From it to the enemy", help="Before its move.")
    ]
    enemy: inputs.Enemy
    enemy_parent: inputs.EnemyParent
    enemy_ground: inputs.EnemyGround
    enemy_beneath: inputs.EnemyBeneath
    enemy_carried: inputs.EnemyCarried
    enemy_moved: inputs.EnemyMoved

    def assault(self, r: Reader, w: Working) -> Assault:
        """Return the assault with all that it needs, with the steps.

        A unit that is dug in and cannot be is refused.
        """
        told = "A tank that assaults has moved, and is not dug in."
        w.forbid(told, "cover.moving-not-dug", when=self.ground == FULL_FORT)
        fighters.must_not_be_dug(r, w, self.tank, self.ground)
        fighters.must_not_be_dug(r, w, self.enemy, self.enemy_ground)
        going = self.ground if self.ground in (OPEN_LINE, ROUGH_LINE) else self.beneath
        attack = Attack(self.tank, self.tank, self.gap, going, (self.ground, self.beneath), self.carried, self.slowed)
        changes = not same_ground(self.ground, self.enemy_ground)
        defence = Defence(
            self.enemy,
            self.enemy_parent,
            (self.enemy_ground, self.enemy_beneath),
            is_dug(self.enemy_ground),
            changes,
            self.enemy_moved,
            self.enemy_carried,
        )
        return Assault(r, w, attack, defence)


@question(
    "gw/tank-assault?tank=mother-tanks&ground=open&enemy=line-inf&enemy-ground=defensible-dug",
    "gw/tank-assault?tank=medium-whip&ground=rough&enemy=early-hmg&enemy-ground=dug-open",
    "gw/tank-assault?tank=mother-tanks&ground=open&enemy=seven-cm-field-guns&enemy-ground=open",
)
def tank_assault(r: Reader, *, onset: TankOnset) -> Breakdown[TankAssault]:
    """What becomes of a tank that assaults?"""
    w = Working(r)
    assault = onset.assault(r, w)
    ends: dict[str, Fraction] = {}
    came: dict[str, Fraction] = {}
    after: dict[str, Fraction] = {}
    never = Fraction(0)
    for end, chance in assault.ends(1):
        for table, name in ((ends, _words(r, end)), (came, end.came), (after, harm.fate(r, end.at.foe))):
            table[name] = table.get(name, Fraction(0)) + chance
        never += chance * (end.came == CONTACT and assault.melee.end(end.fight) == melee.FIGHTING)
    whole = Distribution.weighted(ends.items())
    shot, short, contact = (came.get(name, Fraction(0)) for name in (SHOT_DOWN, SHORT, CONTACT))
    cleared = came.get(CLEARED, Fraction(0)) + came.get(EMPTY, Fraction(0))
    w.then("the tank is removed before it shoots", shot, "injuries.two-hits")
    w.then("its fire removes the enemy", cleared, "execution-order.step-6")
    w.then("it falls short of an enemy who lives", short, "injuries.half")
    w.then("it comes to melee", contact, "melee.contact")
    lost = w.then("the tank is lost, to fire or in melee", _ends(whole, 0), "melee.deathmatch-repeat")
    gone = w.then("the enemy is removed, by fire or in melee", _ends(whole, 1), "melee.deathmatch-repeat")
    name, other = r.name("units", onset.tank), r.name("units", onset.enemy)
    apart = never if never and assault.melee.parts() else Fraction(0)
    told = TankAssault(cleared, lost, gone, never - apart, shot, short, contact)
    return w.answer(
        told,
        headline=_headline(told, name) + (f"; drawn apart: {spoken(apart)}" if apart else ""),
        chance=cleared,
        distribution=whole,
        exhibits=[
            Bars(f"How fire leaves {other.lower()}", other, {"": _ordered(after)}, name="fire"),
            Bars("How it ends after the melee", f"{name} / {other}", {"": whole}, name="ends"),
        ],
    )


def _headline(told: TankAssault, name: str) -> str:
    """Say whether its fire clears the ground, and what becomes of the tank."""
    before = f"Removed before it shoots: {spoken(told.shot)}; its" if told.shot else "Its"
    short = f"; it falls short: {spoken(told.short)}" if told.short else ""
    never = f"; a melee that never ends: {spoken(told.never)}" if told.never else ""
    lost = f"{name} lost{' in all' if told.shot else ''}: {spoken(told.tank_lost)}"
    return f"{before} fire clears the ground: {spoken(told.cleared)}; {lost}{short}{never}"


def _words(r: Reader, end: End) -> str:
    """Say what has become of both."""
    return " / ".join(harm.fate(r, side.front) for side in end.fight)


def _ends(ends: Distribution[str], number: int) -> Fraction:
    """Work out the chance that this one of the two is removed."""
    return ends.chance(lambda name: name.split(" / ")[number] == harm.REMOVED)


def _ordered(chances: dict[str, Fraction]) -> Distribution[str]:
    """Give states from bad to worse."""
    return Distribution.weighted((state, chances[state]) for state in harm.FATES if state in chances)


@simulation
def throw_tank_assault(r: Reader, cup: Thrower, count: int, /, **given: Any) -> list[str]:
    """Throw `count` assaults, with the fire of both and the melee, and return each end."""
    assault = formed(TankOnset, given).assault(r, Working(r))
    return [_words(r, end) for end in throw_ends(r, cup, count, assault, 1)]

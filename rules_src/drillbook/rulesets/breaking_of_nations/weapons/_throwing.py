"""A grenade on its way: where it may land, and what it does to the men under its marker. No chapter of its own."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, Thrower, binomial, np, total, write_number
from drillbook.maths.dice import read_dice
from drillbook.maths.geometry import Point, landing
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.breaking_of_nations.common.wounds import fells

GRENADE = "grenade"
Place = Point | None


@dataclass(frozen=True, slots=True)
class Throw:
    """What lands: its radius, the number its dice need, and whether a hit kills.

    ordinary: the chance that a hit which is no critical fells the man it strikes.
    """

    radius: Number
    needed: int
    hit: Fraction
    critical: Fraction
    ordinary: Fraction

    @property
    def kills(self) -> Fraction:
        """The chance that a die fells one man whom it attacks."""
        return self.critical + (self.hit - self.critical) * self.ordinary


def ready(r: Reader, w: Working, thrower: str, distance: Number, man: shooting.Man) -> Throw:
    """The throw made ready, with its steps, or why it cannot be made."""
    reach = r.cell("weapons", GRENADE, shooting.BANDS[0])
    in_range, band = shooting.single_band(r, distance, reach.number, reach.rule)
    if not in_range:
        w.refuse(
            f'Out of range: a grenade flies {write_number(reach.number)}", not {write_number(distance)}".', reach.rule
        )
    r.cite("weapons.grenade-ignores")
    w.note("neither trench nor any other cover counts", "weapons.grenade-ignores")
    w.then("the marker, in inches across", r.cited("weapons.grenade-marker", "diameter"))
    needed = shooting.man_number(r, w, man, thrower, band, what="to hit: the target's DS")
    hit = w.then("chance of a die to hit", shooting.hit_chance(r, needed), "weapons.grenade-second-roll")
    critical = shooting.critical_chance(r, needed)
    w.note("a critical hit: no save", "weapons.grenade-critical-hit")
    damage = r.dice("weapons.grenade-damage")
    wounds = r.int("stats.infantry-wound")
    ordinary = damage.chance(lambda wounded: fells(r, wounded, wounds, 1))
    w.then("damage of a hit, to every figure", "weapons.grenade-damage")
    return Throw(r.num("weapons.grenade-marker", "radius"), needed, hit, critical, ordinary)


def places_of(r: Reader, w: Working, agreed: int) -> tuple[Distribution[Place], Fraction]:
    """Where the grenade may land (None where it does nothing), and the chance that it is where it was aimed."""
    die = r.dice("weapons.grenade-location-roll")
    deviates = w.then(
        "chance that it deviates", die.chance(lambda face: _strays(r, face)), "weapons.grenade-critical-miss"
    )
    on_spot = die.chance(lambda face: not _strays(r, face) and _stays(r, face, agreed))
    w.then("chance that it lands on the spot", on_spot, "weapons.grenade-location-roll")
    ahead = r.int("weapons.grenade-deviation", "ahead")
    hours = r.dice("weapons.grenade-deviation", "clock").map(lambda hour: hour - ahead)
    aim = Point(0, 0)
    astray = landing(aim, hours, r.dice("weapons.grenade-deviation", "distance"))
    far = r.text("weapons.grenade-deviation", "distance")
    w.note(f"astray: {far} inches by the clock, {ahead} straight ahead", "weapons.grenade-deviation")
    parts: list[tuple[Place, Fraction]] = [(aim, on_spot), (None, 1 - on_spot - deviates)]
    parts += [(place, chance * deviates) for place, chance in astray.items()]
    return Distribution.weighted([part for part in parts if part[1]]), on_spot


def _strays(r: Reader, face: Any) -> Any:
    """Whether a score sends the grenade astray; works on one score and on arrays of scores alike."""
    if r.holds("grenade-location", "always-strays"):
        return face > 0
    low, high = (r.int("weapons.grenade-critical-miss", end) for end in ("low", "high"))
    return (face >= low) & (face <= high)


def _stays(r: Reader, face: Any, agreed: int) -> Any:
    """Whether a score that does not send it astray lands it on the spot."""
    return shooting.hits(r, agreed, face) if r.holds("grenade-location", "agreed-number") else face > 0


def casualties(r: Reader, throw: Throw, men: int) -> Distribution[int]:
    """How many of so many men under the marker fall."""
    dice, _ = read_dice(r.text("weapons.grenade-class"))
    match r.read_as("grenade-dice"):
        case "die-each":
            return binomial(men, throw.kills)
        case "dice-each":
            return binomial(men, 1 - (1 - throw.kills) ** dice)
        case _:
            return total([_die(throw, many) for many in _attacked(r, dice, men)])


def _attacked(r: Reader, dice: int, men: int) -> list[int]:
    """How many men each of the dice attacks, where none is attacked twice."""
    each = r.int("artillery.direct-scatter")
    return [max(0, min(each, men - each * die)) for die in range(dice)]


def _die(throw: Throw, men: int) -> Distribution[int]:
    """How many of so many men one die fells, whose score is compared with all of them."""
    fate = {"miss": 1 - throw.hit, "hit": throw.hit - throw.critical, "critical": throw.critical}
    falls = {"miss": Distribution.sure(0), "hit": binomial(men, throw.ordinary), "critical": Distribution.sure(men)}
    return Distribution(fate).then(falls.__getitem__)


def throw_place(r: Reader, dice: Thrower, count: int, agreed: int) -> tuple[Any, Any, Any]:
    """Roll the place so often: across, beyond, and whether it lands at all."""
    face = dice.roll(r.text("weapons.grenade-location-roll"), count)
    astray = _strays(r, face)
    rule = "weapons.grenade-deviation"
    clock = r.text(rule, "clock")
    far = np.where(astray, dice.roll(r.text(rule, "distance"), count), 0)
    angle = (dice.roll(clock, count) - r.int(rule, "ahead")) * (np.pi + np.pi) / read_dice(clock)[-1]
    return far * np.sin(angle), far * np.cos(angle), astray | _stays(r, face, agreed)


def throw_casualties(r: Reader, dice: Thrower, throw: Throw, caught: Any) -> Any:
    """Roll the dice for the men under each marker: how many fall."""
    number, die = read_dice(r.text("weapons.grenade-class"))[0], r.text("ranged-combat.die")
    reading, wounds = r.read_as("grenade-dice"), r.int("stats.infantry-wound")
    harm = r.text("weapons.grenade-damage")
    each = r.int("artillery.direct-scatter")
    fallen = np.zeros(len(caught), dtype=int)
    for man in range(int(max(caught, default=0))):
        dead = np.zeros(len(caught), dtype=bool)
        if reading == "two-dice" and man % each == 0:
            shared = dice.roll(die, len(caught))
        for _ in range(number if reading == "dice-each" else 1):
            face = shared if reading == "two-dice" else dice.roll(die, len(caught))
            deadly = np.array([fells(r, int(one), wounds, 1) for one in dice.roll(harm, len(caught))])
            dead |= shooting.hits(r, throw.needed, face) & (deadly | shooting.is_critical(r, face))
        within_reach = reading != "two-dice" or man < number * each
        fallen += dead & (man < caught) & within_reach
    return fallen

"""A grenade on its way: where it may land, and what it does to the men under its marker.

The module has no chapter of its own.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Chain, Distribution, Number, Thrower, binomial, np, write_number
from drillbook.maths.dice import read_dice
from drillbook.maths.geometry import Point, landing
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.scattering import faces_of, throw_toll, toll
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
        """The chance that a die fells one man that it attacks."""
        return self.critical + (self.hit - self.critical) * self.ordinary


def ready(r: Reader, w: Working, thrower: str, distance: Number, man: shooting.Man) -> Throw:
    """Return the throw at men made ready, with its steps, or refuse it.

    distance is in inches.
    """
    band = _reached(r, w, distance)
    needed = shooting.man_number(r, w, man, thrower, band, cover=_no_cover(r, w), what="to hit: the target's DS")
    wounds = r.int("stats.infantry-wound")
    ordinary = r.dice("weapons.grenade-damage").chance(lambda wounded: fells(r, wounded, wounds, 1))
    return _thrown(r, w, needed, ordinary)


def ready_at_piece(r: Reader, w: Working, thrower: str, distance: Number) -> Throw:
    """Return the throw at a piece made ready; all the dice are for it.

    The function refuses a throw that cannot be made.
    """
    band = _reached(r, w, distance)
    ds = r.cited("artillery.ds")
    needed = shooting.shot_number(
        r, w, ds=ds, firer=thrower, band=band, cover=_no_cover(r, w), what="to hit: DS of a piece"
    )
    w.note("all the dice on one target", "artillery.direct-hard-target")
    return _thrown(r, w, needed, Fraction(0))


def _reached(r: Reader, w: Working, distance: Number) -> str | None:
    """Return the band in which the aimed point counts, or refuse a point out of range."""
    reach = r.cell("weapons", GRENADE, shooting.BANDS[0])
    in_range, band = shooting.single_band(r, distance, reach.number, reach.rule)
    if not in_range:
        w.refuse(
            f'Out of range: a grenade flies {write_number(reach.number)}", not {write_number(distance)}".', reach.rule
        )
    return band


def _no_cover(r: Reader, w: Working) -> Cited:
    """Return the cover against a grenade: 0 and its rule, with the steps.

    Nothing that the target is in protects it.
    """
    w.note("neither trench nor any other cover counts", "weapons.grenade-ignores")
    w.then("the marker, in inches across", r.cited("weapons.grenade-marker", "diameter"))
    return Cited(0, r.cite("weapons.grenade-ignores"))


def _thrown(r: Reader, w: Working, needed: int, ordinary: Fraction) -> Throw:
    """Return the throw, once what its dice need is known.

    ordinary is the chance that a hit that is not critical fells a man.
    """
    hit = w.then("chance of a die to hit", shot_die.hit_chance(r, needed), "weapons.grenade-second-roll")
    w.note("a critical hit: no save", "weapons.grenade-critical-hit")
    w.then("damage of a hit, to every figure", "weapons.grenade-damage")
    return Throw(r.num("weapons.grenade-marker", "radius"), needed, hit, shot_die.critical_chance(r, needed), ordinary)


def places_of(r: Reader, w: Working, agreed: int) -> tuple[Distribution[Place], Fraction]:
    """Return the distribution of landing places and the chance of the exact spot.

    The exact spot is the point aimed at. A place is None if the grenade does nothing. The steps go into `w`.
    """
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
    """Return whether a score sends the grenade astray.

    The function works on one score and on arrays of scores alike.
    """
    if r.holds("grenade-location", "always-strays"):
        return face > 0
    low, high = (r.int("weapons.grenade-critical-miss", end) for end in ("low", "high"))
    return (face >= low) & (face <= high)


def _stays(r: Reader, face: Any, agreed: int) -> Any:
    """Whether a score that does not send it astray lands it on the spot."""
    return shot_die.hits(r, agreed, face) if r.holds("grenade-location", "agreed-number") else face > 0


def casualties(r: Reader, throw: Throw, men: int) -> Distribution[int]:
    """How many of so many men under the marker fall."""
    dice, _ = read_dice(r.text("weapons.grenade-class"))
    match r.read_as("grenade-dice"):
        case "die-each":
            return binomial(men, throw.kills)
        case "dice-each":
            return binomial(men, 1 - (1 - throw.kills) ** dice)
        case _:
            return toll(r, dice, men, partial(_die, throw))


def _die(throw: Throw, men: int) -> Distribution[int]:
    """How many of so many men one die fells, whose score is compared with all of them."""
    fate = {"miss": 1 - throw.hit, "hit": throw.hit - throw.critical, "critical": throw.critical}
    falls = {"miss": Distribution.sure(0), "hit": binomial(men, throw.ordinary), "critical": Distribution.sure(men)}
    return Distribution(fate).then(falls.__getitem__)


def damage(r: Reader, throw: Throw, wounds: int) -> Distribution[tuple[int, bool]]:
    """Return the distribution of the wounds a piece loses, and whether they destroy it.

    wounds is the number of wounds of the piece.
    """
    dice, attacks = read_dice(r.text("weapons.grenade-class"))[0], _attacks(r)
    chance = throw.hit if attacks == dice else r.dice("weapons.grenade-class").at_least(throw.needed)
    harm = r.dice("weapons.grenade-damage")

    def after(state: tuple[int, bool]) -> Distribution[tuple[int, bool]]:
        taken, gone = state
        struck = harm.map(lambda more: (taken + more, fells(r, taken + more, wounds, 1)))
        if gone:
            return Distribution.sure(state)
        return Distribution({True: chance, False: 1 - chance}).then(
            lambda hit: struck if hit else Distribution.sure(state)
        )

    return Chain((0, False), after).after(attacks)


def throw_damage(r: Reader, dice: Thrower, throw: Throw, wounds: int) -> int:
    """Roll the dice at a piece: what they take off it."""
    cup, attacks, taken = r.text("weapons.grenade-class"), _attacks(r), 0
    for _ in range(attacks):
        alone = attacks == read_dice(cup)[0]
        face = int(dice.roll(r.text("ranged-combat.die") if alone else cup, 1)[0])
        if bool(shot_die.hits(r, throw.needed, face)) if alone else face >= throw.needed:
            taken += int(dice.roll(r.text("weapons.grenade-damage"), 1)[0])
            if fells(r, taken, wounds, 1):
                break
    return taken


def _attacks(r: Reader) -> int:
    """Return how many attacks the dice make on a piece.

    There is one for each of the dice, or a single one for their sum.
    """
    dice, _ = read_dice(r.text("weapons.grenade-class"))
    return dice if r.holds("emplacement-dice", "each-die-attacks") else 1


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
    number, reading = read_dice(r.text("weapons.grenade-class"))[0], r.read_as("grenade-dice")
    if reading == "two-dice":
        return throw_toll(r, caught, number, partial(_fallen, r, dice, throw))
    fallen = caught * 0
    for man in range(int(max(caught, default=0))):
        dead = _fallen(r, dice, throw, len(caught), number if reading == "dice-each" else 1, True)
        fallen += dead.any(axis=1) & (man < caught)
    return fallen


def _fallen(r: Reader, dice: Thrower, throw: Throw, throws: int, men: int, apart: bool) -> Any:
    """Throw for the men that a die attacks and return who falls, one column for each man.

    If apart, each man has a roll of his own. The damage is each man's own.
    """
    die, harm, wounds = r.text("ranged-combat.die"), r.text("weapons.grenade-damage"), r.int("stats.infantry-wound")
    face = faces_of(dice, die, throws, men, apart)
    deadly = np.vectorize(lambda one: fells(r, int(one), wounds, 1))(dice.roll_each(harm, throws, men))
    return shot_die.hits(r, throw.needed, face) & (deadly | shot_die.is_critical(r, face))

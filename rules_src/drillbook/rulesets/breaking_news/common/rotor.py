"""A helicopter as a target: the column that counts, its armour, and fire at it."""

from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Thrower, binomial, np
from drillbook.rulesets.breaking_news.common.firing import a_weapon, bands, row_of
from drillbook.rulesets.breaking_news.common.shot import Shot, shot_line
from drillbook.rulesets.breaking_news.common.vehicle_save import HEAVY, LIGHT, SAFE, TANK, VehicleSave, vehicle_save


class FireAtIt(NamedTuple):
    """A turn's fire at a helicopter: the shot of each firer, the hits of all, and its save."""

    shot: Shot
    hits: Distribution[int]
    save: VehicleSave

    @property
    def per_hit(self) -> Fraction:
        """The chance that one hit brings it down."""
        return 1 - self.save.each[SAFE]

    @property
    def survives(self) -> Fraction:
        """The chance that it is still up after the turn's fire."""
        return sum((chance * (1 - self.per_hit) ** many for many, chance in self.hits.items()), Fraction(0))


def fire_at_it(w: Working, weapon: str, troops: str, firers: int) -> FireAtIt:
    """Return the fire of `firers` men at a helicopter in a turn, with its steps in `w`.

    The fire is refused if the weapon cannot reach the helicopter.
    """
    r = w.reader
    w.forbid(
        "Only small arms and rockets can hit a helicopter.", "support.heli-target", when=weapon in (TANK, "mortar")
    )
    name, reach = a_weapon(r, weapon), far(r, weapon)
    if reach is None:
        w.refuse(f"A helicopter is always at long range, where {name} does not reach.", "support.heli-long")
    w.note("always at long range, however near it hovers", "support.heli-long")
    shot = shot_line(r, w, weapon=weapon, distance=reach, troops=troops)
    return FireAtIt(shot, binomial(shot.dice * firers, shot.chance), vehicle_save(r, armour(r), weapon))


def throw_down(r: Reader, dice: Thrower, count: int, fire: FireAtIt, firers: int) -> Any:
    """Throw a turn's fire and the saves with real dice: whether each helicopter is brought down."""
    hit, failed = throw_hits(r, dice, count, fire, firers)
    return (hit & failed).any(axis=1)


def throw_hits(r: Reader, dice: Thrower, count: int, fire: FireAtIt, firers: int) -> tuple[Any, Any]:
    """Throw a turn's dice and a save for each: which of them hit, and which of the saves fail."""
    thrown = fire.shot.dice * firers
    hit = dice.roll_each(r.text("shooting.roll"), count, thrown) >= fire.shot.needed
    safe = [face for face, what in fire.save.fates.items() if what == SAFE]
    return hit, ~np.isin(dice.roll_each(r.text("vehicles.knocked-out"), count, thrown), safe)


def tell_armour(w: Working, fire: FireAtIt) -> None:
    """Tell the steps from its armour to the chance that a hit brings it down."""
    name = str(w.reader.ruleset.table("vehicles").row(armour(w.reader)).name).lower()
    w.note(f"it saves as a {name}", "support.heli-target")
    if fire.save.number is None:
        w.note("which such a weapon does nothing to", fire.save.why)
    else:
        w.then("against this weapon that is on", fire.save.number)
        w.then("chance that a hit brings it down", fire.per_hit, "vehicles.knocked-out")


def far(r: Reader, weapon: str) -> int | None:
    """Return the distance of the longest shot between a weapon and a helicopter, by the ruling.

    This is None if there is none. A weapon with a limit of its own (a pistol, a hand grenade, a flamethrower) never
    reaches that far.
    """
    row = row_of(weapon)
    if r.has_cell("weapons", row, "max"):
        return None
    reach = bands(r)
    own = {column: far for column, far in reach.items() if r.has_cell("weapons", row, column)}
    longest = max(own.values())
    return None if r.holds("heli-range", "longest-column") and longest < max(reach.values()) else longest


def armour(r: Reader) -> str:
    """Return the row of the vehicles' table that a helicopter counts as, by the ruling."""
    return LIGHT if r.holds("heli-armour", "light") else HEAVY

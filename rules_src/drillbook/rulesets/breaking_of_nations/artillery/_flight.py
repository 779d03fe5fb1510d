"""The flight of a round: where it is laid, whether it deviates, and where it strikes.

The module covers how far and how widely the round strikes. It has no chapter of its own.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Cited, Contradiction, Reader, Working, procedure
from drillbook.maths import Distribution, Number, Thrower, np, roll, write_number
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, band_at
from drillbook.rulesets.breaking_of_nations.common.template import blast_radius

INDIRECT, DIRECT = "indirect", "direct"
CHAIN, ORDINARY, CRITICAL = "chain", "ordinary", "critical"


@dataclass(frozen=True, slots=True)
class Flight:
    """The flight of a round: its aim, its radius, and its deviation if it strays.

    critical is the chance of a critical miss. ordinary and wild are the dice for deviation, wild those of a critical
    miss; plus is added to the latter.
    """

    aim: Point
    radius: Number
    strays: bool = False
    critical: Fraction = Fraction(0)
    ordinary: str = ""
    wild: str = ""
    plus: int = 0

    @property
    def distances(self) -> Distribution[Any]:
        """How far it strays."""
        if not self.strays:
            return Distribution.sure(0)
        far = {False: roll(self.ordinary)}
        if self.critical:
            far[True] = roll(self.wild).map(lambda inches: inches + self.plus)
        return Distribution({True: self.critical, False: 1 - self.critical}).then(far.__getitem__)


def send(
    r: Reader, w: Working, piece: str, kind: str, fire: str, missed: bool, distance: Number, error: Number, how: str
) -> Flight:
    """Return the flight of a round and add its steps, or refuse the round and state why.

    Distances and the error of the guess are in inches; an error below 0 falls short. Raise Contradiction if the target is
    at the gun or if the guess falls short by more than the whole distance.
    """
    name = r.name("artillery", piece).lower()
    if not distance:
        raise Contradiction("A target does not stand where the gun stands.", distance=1)
    guns.check_round(r, w, piece, kind)
    far, near = guns.reach(r, w, piece), guns.nearest(r, piece)
    laid = distance + error
    w.then("distance to the target", distance, "artillery.indirect")
    w.add("error of the guess", error, "artillery.indirect", when=error)
    if laid < 0:
        raise Contradiction("A guess cannot fall short by more than the whole distance.", error=-distance)
    at = f'{write_number(laid)}".'
    if band_at(r, laid, {BANDS[-1]: Cited(far, r.cite("artillery.table"))}) is None:
        reached = f'the {name} reaches {write_number(far)}"'
        w.refuse(f"Out of range: {reached}, and the round is laid at {at}", "ranged-combat.in-range")
    if laid < near:
        reached = f'the {name} cannot be laid nearer than {write_number(near)}"'
        w.refuse(f"Too near: {reached}, and the guess is {at}", "artillery.mortar-range")
    flies = guns.flies_as(r, kind)
    if flies is None:
        rule = "artillery.deviation-shell" if r.has("artillery.deviation-shell") else "artillery.direction"
        w.refuse(f"No deviation and no radius are printed for {kind} on this reading.", rule)
    blast = blast_radius(r, flies)
    aim, radius = Point(0, error), blast.number
    flight = Flight(aim, radius)
    if _strays(r, w, fire, missed):
        critical = _critical(r, w, how, fire, missed)
        flight = Flight(aim, radius, True, critical, *_deviations(r, w, flies, critical))
        ahead = r.int("artillery.direction", "ahead")
        w.note(f"the direction by a clock: {ahead} is straight ahead", "artillery.direction")
    w.then("radius struck, in inches", blast)
    return flight


@procedure
def direct_scope(r: Reader) -> str:
    """Direct fire does not deviate, or does on other readings: `indirect-only`, `every-round`, `direct-misses`."""
    return r.read_as("deviation-scope")


def _strays(r: Reader, w: Working, fire: str, missed: bool) -> bool:
    """Whether the round deviates at all."""
    if fire == INDIRECT:
        w.note("laid at the guess, then it deviates", "artillery.indirect")
        return True
    scope = direct_scope(r)
    if scope == "every-round" or (scope == "direct-misses" and missed):
        w.note("direct fire that deviates as well", "artillery.direct")
        return True
    w.note(f"direct fire does not deviate{', even where it misses' if missed else ''}", "artillery.direct")
    return False


def _critical(r: Reader, w: Working, how: str, fire: str, missed: bool) -> Fraction:
    """Return the chance of a critical miss.

    The chance is 0 or 1 if how states what the roll was. Raise Contradiction if a direct shot that hits is stated as a
    critical miss, or if the die that missed already shows whether the miss is critical and how leaves that open.
    """
    rule = r.cite(critical_rule(r))
    none = "On this reading no round is a critical miss."
    w.forbid(none, rule, when=how == CRITICAL and r.holds("artillery-critical-miss", "none"))
    known = fire == DIRECT and shot_tells(r)
    if known and not missed:
        if how == CRITICAL:
            raise Contradiction("A round that hits is no critical miss.", roll=ORDINARY)
        return Fraction(0)
    if how != CHAIN:
        return Fraction(int(how == CRITICAL))
    chance = roll(place_die(r)).chance(lambda face: bool(misses_badly(r, face)))
    if known and chance:
        raise Contradiction("The die that has missed tells whether it is a critical miss: say which.", roll=ORDINARY)
    w.then("chance of a critical miss", chance, rule)
    return chance


@procedure
def critical_rule(r: Reader) -> str:
    """A critical miss is what it is for a grenade."""
    return "weapons.grenade-critical-miss"


@procedure
def place_die(r: Reader) -> str:
    """The die for the place is that of a grenade."""
    return r.text("weapons.grenade-location-roll")


@procedure
def shot_tells(r: Reader) -> bool:
    """The die of a direct shot tells nothing of a critical miss: another is rolled for it."""
    return False


@procedure
def misses_badly(r: Reader, face: Any) -> Any:
    """A score is a critical miss where it would be one for a grenade, or on another reading where it is a 1."""
    low, high = (r.int("weapons.grenade-critical-miss", end) for end in ("low", "high"))
    reading = r.read_as("artillery-critical-miss")
    if reading == "as-grenades":
        return (face >= low) & (face <= high)
    return (face <= 1) & (reading == "only-a-one")


def _deviations(r: Reader, w: Working, flies: str, critical: Fraction) -> tuple[str, str, int]:
    """Return the ordinary dice, the dice of a critical miss and the number added to the latter.

    The steps go into `w`. critical is the chance of a critical miss.
    """
    ordinary, wild, plus = deviation_dice(r, flies)
    w.then("it deviates by, in inches", ordinary, when=critical < 1)
    if critical:
        w.then("on a critical miss by", f"{wild.amount} + {plus}" if plus else wild.amount, wild.rule)
        w.note("in place of the other, never added to it", "artillery.no-add")
    return str(ordinary.amount), str(wild.amount), plus


@procedure
def deviation_dice(r: Reader, flies: str) -> tuple[Cited, Cited, int]:
    """How far a round strays, how far on a critical miss, and what is added to that, has a rule each for shot and shell."""
    rule = f"artillery.critmiss-{flies}"
    plain = r.rule(rule).value is not None
    wild, plus = (r.cited(rule), 0) if plain else (r.cited(rule, "dice"), r.int(rule, "plus"))
    return r.cited(f"artillery.deviation-{flies}"), wild, plus


def directions(r: Reader) -> Distribution[int]:
    """Return the distribution of the direction, in hours of the clock from straight ahead (0)."""
    ahead = r.int("artillery.direction", "ahead")
    return r.dice("artillery.direction", "dice").map(lambda face: face - ahead)


def throw_wild(r: Reader, dice: Thrower, count: int, how: str) -> Any:
    """Which of the throws are critical misses."""
    if how != CHAIN:
        return np.full(count, how == CRITICAL)
    return misses_badly(r, dice.roll(place_die(r), count))

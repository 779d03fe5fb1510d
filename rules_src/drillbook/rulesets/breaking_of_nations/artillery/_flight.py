"""A round on its way: where it is laid, whether it deviates, how far and how widely it strikes. No chapter of its own."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Contradiction, Reader, Working
from drillbook.maths import Distribution, Number, Thrower, np, roll, write_number
from drillbook.maths.geometry import Point
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns

INDIRECT, DIRECT = "indirect", "direct"
CHAIN, ORDINARY, CRITICAL = "chain", "ordinary", "critical"


@dataclass(frozen=True, slots=True)
class Flight:
    """A round on its way: where it is laid, its radius; the chance of a critical miss and its dice for deviation, where it strays."""

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
    """The round on its way, with its steps, or why it may not be fired."""
    name = r.name("artillery", piece).lower()
    guns.check_round(r, w, piece, kind)
    far, near = guns.reach(r, w, piece), guns.nearest(r, piece)
    laid = distance + error
    w.then("distance to the target", distance, "artillery.indirect")
    w.add("error of the guess", error, "artillery.indirect", when=error)
    if laid < 0:
        raise Contradiction("A guess cannot fall short by more than the whole distance.", error=-distance)
    at = f'{write_number(laid)}".'
    if not guns.band(r, laid, far, r.cite("artillery.table"))[0]:
        reached = f'the {name} reaches {write_number(far)}"'
        w.refuse(f"Out of range: {reached}, and the round is laid at {at}", "ranged-combat.in-range")
    if laid < near:
        reached = f'the {name} cannot be laid nearer than {write_number(near)}"'
        w.refuse(f"Too near: {reached}, and the guess is {at}", "artillery.mortar-range")
    flies = guns.ammunition(r, kind).flies
    if flies is None:
        w.refuse(f"No deviation and no radius are printed for {kind} on this reading.", "artillery.deviation-shell")
    aim, radius = Point(0, error), r.num(f"artillery.blast-{flies}")
    flight = Flight(aim, radius)
    if _strays(r, w, fire, missed):
        critical = _critical(r, w, how)
        flight = Flight(aim, radius, True, critical, *_deviations(r, w, flies, critical))
        ahead = r.int("artillery.direction", "ahead")
        w.note(f"the direction by a clock: {ahead} is straight ahead", "artillery.direction")
    w.then("radius struck, in inches", f"artillery.blast-{flies}")
    return flight


def _strays(r: Reader, w: Working, fire: str, missed: bool) -> bool:
    """Whether the round deviates at all."""
    if fire == INDIRECT:
        w.note("laid at the guess, then it deviates", "artillery.indirect")
        return True
    scope = r.read_as("deviation-scope")
    if scope == "every-round" or (scope == "direct-misses" and missed):
        w.note("direct fire that deviates as well", "artillery.direct")
        return True
    w.note(f"direct fire does not deviate{', even where it misses' if missed else ''}", "artillery.direct")
    return False


def _critical(r: Reader, w: Working, how: str) -> Fraction:
    """The chance of a critical miss."""
    w.forbid(
        "On this reading no round is a critical miss.",
        "weapons.grenade-critical-miss",
        when=how == CRITICAL and r.holds("artillery-critical-miss", "none"),
    )
    if how != CHAIN:
        return Fraction(int(how == CRITICAL))
    chance = r.dice("weapons.grenade-location-roll").chance(lambda face: bool(_misses_badly(r, face)))
    w.then("chance of a critical miss", chance, "weapons.grenade-critical-miss")
    return chance


def _misses_badly(r: Reader, face: Any) -> Any:
    """Whether a score is a critical miss; works on one score and on arrays of scores alike."""
    low, high = (r.int("weapons.grenade-critical-miss", end) for end in ("low", "high"))
    reading = r.read_as("artillery-critical-miss")
    if reading == "as-grenades":
        return (face >= low) & (face <= high)
    return (face <= 1) & (reading == "only-a-one")


def _deviations(r: Reader, w: Working, flies: str, critical: Fraction) -> tuple[str, str, int]:
    """The ordinary dice, the dice of a critical miss and what is added to these."""
    ordinary = r.cited(f"artillery.deviation-{flies}")
    rule = f"artillery.critmiss-{flies}"
    plain = r.rule(rule).value is not None
    wild, plus = (r.text(rule), 0) if plain else (r.text(rule, "dice"), r.int(rule, "plus"))
    w.then("it deviates by, in inches", ordinary, when=critical < 1)
    if critical:
        w.then("on a critical miss by", f"{wild} + {plus}" if plus else wild, rule)
        w.note("in place of the other, never added to it", "artillery.no-add")
    return str(ordinary.amount), wild, plus


def directions(r: Reader) -> Distribution[int]:
    """The hours of the clock, straight ahead being its top."""
    ahead = r.int("artillery.direction", "ahead")
    return r.dice("artillery.direction", "dice").map(lambda face: face - ahead)


def throw_wild(r: Reader, dice: Thrower, count: int, how: str) -> Any:
    """Which of the throws are critical misses."""
    if how != CHAIN:
        return np.full(count, how == CRITICAL)
    return _misses_badly(r, dice.roll(r.text("weapons.grenade-location-roll"), count))

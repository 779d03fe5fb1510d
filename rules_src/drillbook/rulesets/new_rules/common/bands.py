"""The bands of an attack: which band two totals fall into, and its effect on either side.

Melee, musketry and bombardment use this module.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution
from drillbook.maths.exact import sums_by_key
from drillbook.rules.remembered import remembered

BEATEN, HELD, PRESSED, BROKEN_INTO, RIDDEN_DOWN, NOTHING = (
    "beaten off",
    "held",
    "pressed",
    "double",
    "triple",
    "no band",
)
#: The rows of a table of bands, from the defender's best to the attacker's best; shooting has no first one.
ROWS: Mapping[str, str] = {
    BEATEN: "defender-double",
    HELD: "defender-ahead",
    PRESSED: "attacker-ahead",
    BROKEN_INTO: "attacker-double",
    RIDDEN_DOWN: "attacker-triple",
}
#: The tables of bands.
MELEE = "melee-bands"
DIE_PARTS = {"single-six": "six", "single-ten": "ten", "three-summed": "three"}


def combat_die(r: Reader) -> str:
    """Return what each side rolls in combat, such as d6."""
    return r.text("melee.both-roll", DIE_PARTS[r.read_as("combat-die")])


def combat_roll(r: Reader) -> Distribution[Any]:
    """Return the distribution of a side's roll in combat."""
    return r.dice("melee.both-roll", DIE_PARTS[r.read_as("combat-die")])


def even(number: int) -> bool:
    """Whether a number is even."""
    return not number & 1


@dataclass(frozen=True, slots=True)
class Result:
    """The effect of a pair of rolls.

    band: the band of the totals; attacker, defender: the points each side takes;
    recoil: whether the attacker recoils; critical: whether a critical event is rolled.
    """

    band: str
    attacker: int = 0
    defender: int = 0
    recoil: bool = False
    critical: bool = False


@dataclass(frozen=True)
class Scheme:
    """The numbers and readings by which a kind of attack is judged, read once.

    points: of each band; ratios: how many times the other total its limit is; equal: where a total that is just so many times the
    other belongs; natural: whether the die itself has to be even; floor: below what a total does not fall; faces: a side's rolls with
    their weights.
    """

    points: tuple[tuple[str, int], ...]
    ratios: tuple[tuple[str, int], ...]
    equal: tuple[tuple[str, str], ...]
    natural: bool
    floor: int | None
    faces: tuple[tuple[int, int], ...]

    @cached_property
    def limits(self) -> dict[str, int]:
        """The ratio of each band that has one."""
        return dict(self.ratios)

    @cached_property
    def just_so(self) -> dict[str, str]:
        """Where a total belongs that is just at a band's limit."""
        return dict(self.equal)

    @cached_property
    def worth(self) -> dict[str, int]:
        """The points of each band that has any."""
        return dict(self.points)

    def totals(self, attacker: int, defender: int) -> tuple[int, int]:
        """Both totals, as far down as totals go."""
        return (attacker, defender) if self.floor is None else (max(self.floor, attacker), max(self.floor, defender))

    def band(self, attacker: int, defender: int) -> str:
        """Return the band of two totals."""
        ratios = self.limits
        if defender >= attacker:
            if BEATEN not in ratios:
                return HELD
            limit = ratios[BEATEN] * attacker
            return self._placed(BEATEN, HELD, defender > limit, just=defender == limit and defender > attacker)
        if attacker >= (limit := ratios[RIDDEN_DOWN] * defender):
            return self._placed(RIDDEN_DOWN, BROKEN_INTO, attacker > limit, just=attacker == limit)
        limit = ratios[BROKEN_INTO] * defender
        return self._placed(BROKEN_INTO, PRESSED, attacker > limit, just=attacker == limit)

    def _placed(self, upper: str, lower: str, beyond: bool, *, just: bool) -> str:
        """Return the upper band if the total is beyond its limit, else the lower band.

        just: whether the total is exactly at the limit; the reading then decides the band.
        """
        if just:
            return {"lower-band": lower, "upper-band": upper, "no-effect": NOTHING}[self.just_so[upper]]
        return upper if beyond else lower


def _judged(scheme: Scheme, dice: tuple[int, int], adds: tuple[int, int]) -> tuple[str, bool]:
    """Return the band of a pair of natural rolls, and whether the roll that matters is even.

    Evenness matters only in the bands "held" and "pressed"; by the reading it is that of the die or of the total.
    """
    own, other = dice
    band = scheme.band(*scheme.totals(own + adds[0], other + adds[1]))
    if band == HELD:
        return band, even(other if scheme.natural else other + adds[1])
    return band, band == PRESSED and even(own if scheme.natural else own + adds[0])


def _result(scheme: Scheme, band: str, is_even: bool) -> Result:
    """Return the effect of a pair of rolls that fall into that band."""
    points = scheme.worth.get(band, 0)
    if band == HELD:
        return Result(band, attacker=points if is_even else 0)
    if band == PRESSED:
        return Result(band, defender=points if is_even else 0)
    if band == BEATEN:
        return Result(band, attacker=points, recoil=True)
    return Result(band, defender=points, critical=band in (BROKEN_INTO, RIDDEN_DOWN))


@remembered(maxsize=1024)
def _outcomes(scheme: Scheme, adds: tuple[int, int]) -> Distribution[Result]:
    """Return the distribution of the results of two rolls."""
    judged = sums_by_key(
        (_judged(scheme, (own, other), adds), weight * more)
        for own, weight in scheme.faces
        for other, more in scheme.faces
    )
    return Distribution.weighted((_result(scheme, *kind), weight) for kind, weight in judged.items())


@dataclass(frozen=True)
class Attack:
    """An attack of one kind: the table of its bands, and what either side adds to its roll."""

    r: Reader
    table: str
    attacker_adds: int
    defender_adds: int

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The bands that this kind of attack has, in order."""
        rows = self.r.table(self.table).rows
        return tuple(band for band, row in ROWS.items() if row in rows)

    def rule(self, band: str) -> str:
        """Return the rule that states a band; the rule of the gaps if the table has no such band."""
        if band not in self.known:
            return "melee.equality-gap"
        return self.r.table(self.table).row(ROWS[band]).rule or ""

    def _numbers(self, column: str) -> tuple[tuple[str, int], ...]:
        """Return a column of the table, band by band, without the bands that have no number."""
        filled = (band for band in self.known if self.r.has_cell(self.table, ROWS[band], column))
        return tuple((band, self.r.cell(self.table, ROWS[band], column).whole) for band in filled)

    @cached_property
    def scheme(self) -> Scheme:
        """The numbers and readings that it is judged by, the same for all attacks of its kind."""
        return self.r.once(_scheme, self.table)

    def _judged(self) -> Scheme:
        equal = {BROKEN_INTO: self.r.read_as("exact-double"), RIDDEN_DOWN: self.r.read_as("exact-triple")}
        if BEATEN in self.known:
            equal[BEATEN] = self.r.read_as("exact-double-defender")
        floor = {"plain": None, "floor-at-zero": 0, "floor-at-one": 1}[self.r.read_as("nonpositive")]
        chances = combat_roll(self.r)
        whole = lcm(*(chance.denominator for _, chance in chances.items()))
        return Scheme(
            self._numbers("points"), self._numbers("ratio"), tuple(equal.items()),
            natural=self.r.holds("even-roll", "natural-die"), floor=floor,
            faces=tuple((int(face), int(chance * whole)) for face, chance in chances.items()),
        )  # fmt: skip

    def totals(self, attacker: int, defender: int) -> tuple[int, int]:
        """Both totals of a pair of rolls, as far down as totals go."""
        return self.scheme.totals(attacker + self.attacker_adds, defender + self.defender_adds)

    def band(self, attacker: int, defender: int) -> str:
        """Return the band of two totals."""
        return self.scheme.band(attacker, defender)

    def result(self, attacker: int, defender: int) -> Result:
        """Return the effect of a pair of natural rolls."""
        return _result(
            self.scheme, *_judged(self.scheme, (attacker, defender), (self.attacker_adds, self.defender_adds))
        )

    @property
    def outcomes(self) -> Distribution[Result]:
        """The chances of everything that the two rolls may do."""
        return _outcomes(self.scheme, (self.attacker_adds, self.defender_adds))

    @property
    def bands(self) -> dict[str, Fraction]:
        """The chance of each band, in order; that of none where it can come about."""
        found = self.outcomes.map(lambda one: one.band)
        return {band: found[band] for band in (*self.known, NOTHING)}


def _scheme(r: Reader, table: str) -> Scheme:
    return Attack(r, table, 0, 0)._judged()


def event_of(r: Reader, rolled: int) -> str:
    """Return the critical event of a roll, as the row of its table."""
    return {
        sum_: row.key
        for row in r.rows("critical")
        for sum_ in range(r.cell("critical", row.key, "low").whole, r.cell("critical", row.key, "high").whole + 1)
    }[rolled]


def critical_events(r: Reader) -> Distribution[str]:
    """Return the chance of each critical event, by the row of its table."""
    return r.once(_events)


def _events(r: Reader) -> Distribution[str]:
    return r.dice("events.critical-dice").map(lambda rolled: event_of(r, rolled))

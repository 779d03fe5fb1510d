"""Fire of any kind: a shot at a target, the sums of both sides, and the chances of the shot.

The module adds the steps of the chances and draws their charts.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Cited, Reader, Working
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number, spoken, write_number
from drillbook.rulesets.new_rules.common.bands import (
    BROKEN_INTO,
    HELD,
    NOTHING,
    PRESSED,
    RIDDEN_DOWN,
    Attack,
    Result,
    combat_die,
    combat_roll,
)
from drillbook.rulesets.new_rules.common.unit import CAVALRY, COLUMN, SQUARE, Unit

STANDARD = "standard"
SHOT, CANISTER = "shot", "canister"
#: What a target that the fire removes has become, where its coloured dice are counted.
REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot: shooter and target with their figures, the distance in S, and the cover.

    reach: how far the weapon goes, in S; ammunition: what guns fire.
    engaged: whether the target is locked in melee with another unit.
    """

    shooter: Unit
    figure: int
    target: Unit
    target_figure: int
    distance: Number
    cover: str = "none"
    aimed: bool = False
    reach: str = STANDARD
    ammunition: str = SHOT
    engaged: bool = False

    @property
    def locked(self) -> bool:
        """Whether the target is locked in melee, with the shooter or with somebody else."""
        return self.engaged or not self.distance


@dataclass(frozen=True, slots=True)
class Weapon:
    """The words and rules for a kind of fire.

    shooter: what the shooter is called; total, bands, gap: the rules of its sums, its bands, and the gaps between them.
    """

    shooter: str
    total: str
    bands: str
    gap: str


def melee_stops(r: Reader) -> bool:
    """Return whether nobody shoots into a melee or out of it."""
    return not r.holds("multi-melee", "shooting-allowed")


def in_contact(r: Reader, w: Working, distance: Number) -> None:
    """Refuse a shot at a target that the shooter touches, if nobody shoots in a melee.

    distance: from shooter to target, in S.
    """
    told = "They touch, and that is a melee: nobody shoots into it or out of it."
    w.forbid(told, "melee.trigger", when=not distance and melee_stops(r))


def beyond(w: Working, shot: Shot, reach: Number, rule: str, told: str = "Out of range") -> None:
    """Refuses a shot that does not carry so far."""
    far = f"{write_number(shot.distance)} S is beyond {write_number(reach)} S"
    w.forbid(f"{told}: {far}.", rule, when=shot.distance > reach)


def defence_figure(r: Reader, unit: Unit, shooting: Cited, melee: Cited) -> Cited:
    """Return which of its figures a unit that is shot at adds to its roll."""
    if unit.arm != CAVALRY:
        return shooting
    match r.read_as("shooting-stat"):
        case "never-for-cavalry":
            return Cited(0, r.cite("units.statistics"))
        case "melee-instead":
            return melee
        case _:
            return shooting


def formation_penalty(w: Working, unit: Unit) -> None:
    """Add the step for what a formation takes off a unit's Shooting, if any."""
    if unit.formed in (COLUMN, SQUARE):
        w.add(f"in {unit.formed}", w.reader.cell("formations", f"{unit.formed}-shooting", "amount"))


def sums(
    w: Working, shot: Shot, weapon: Weapon, ranged: tuple[str, Cited], cover: tuple[str, Cited]
) -> tuple[int, int]:
    """Return what shooter and target add to their rolls, with the steps in `w`.

    ranged, cover: the name of the range and of the cover, each with its amount.
    """
    r = w.reader
    w.start(f"Shooting Combat of the {weapon.shooter}, {shot.shooter.name.lower()}", shot.figure, weapon.total)
    formation_penalty(w, shot.shooter)
    w.add(f"{ranged[0].lower()} range", ranged[1])
    w.add("crippled", "damage.crippled-modifier", when=shot.shooter.crippled(r))
    own = w.whole
    w.start(f"Shooting Combat of the target, {shot.target.name.lower()}", shot.target_figure, weapon.total)
    if r.holds("shooting-defence", "both-roles"):
        formation_penalty(w, shot.target)
    w.add(cover[0].lower(), cover[1], when=cover[1].whole and r.holds("terrain", "as-agreed"))
    crippled = shot.target.crippled(r) and r.holds("crippled-scope", "every-roll")
    w.add("crippled", "damage.crippled-modifier", when=crippled)
    w.add("aimed at", "actions.aimed-effect", when=shot.aimed)
    return own, w.whole


def tell_bands(w: Working, attack: Attack, weapon: Weapon) -> dict[str, Fraction]:
    """Return the chance of each band, with its steps."""
    bands = attack.bands
    w.reader.cite(weapon.bands)
    words = {
        HELD: "missed",
        PRESSED: f"the {weapon.shooter} is ahead",
        BROKEN_INTO: "more than double",
        RIDDEN_DOWN: "more than triple",
    }
    for band in attack.known:
        w.then(f"chance: {words[band]}", bands[band], attack.rule(band))
    w.then("chance of totals that no band names", bands[NOTHING], weapon.gap, when=bands[NOTHING])
    return bands


def hurt_by(attack: Attack) -> Fraction:
    """Return the chance that the target takes disorder from the shot itself."""
    return attack.outcomes.chance(lambda one: one.defender > 0)


def fire_map(attack: Attack, weapon: Weapon, events: Callable[[Result], int]) -> Grid:
    """Return a grid of what the target suffers for each pair of dice.

    Each critical event counts as a point. events: how many critical events a result brings.
    """
    faces = combat_roll(attack.r).outcomes
    results = [[attack.result(own, other) for other in faces] for own in faces]
    return Grid(
        f"Both {combat_die(attack.r)}: what the target suffers, a critical event counted as a point",
        weapon.shooter.capitalize(), "Target", [str(face) for face in faces], [str(face) for face in faces],
        [[one.defender + events(one) for one in row] for row in results], chance=False, name="map",
    )  # fmt: skip


def edges(step: Number, far: Number, stops: Iterable[Number]) -> list[Fraction]:
    """Return the distances at which a curve over the range is computed.

    They are every stop, and one step beyond each stop if that is within range. The first step and `far` are stops too.
    """
    every = {Fraction(step), Fraction(far), *map(Fraction, stops)}
    return sorted(at for stop in every for at in {stop, stop + Fraction(step)} if at <= far)


def blunders_told(shooter: Fraction, target: Fraction, who: str = "shooter") -> str:
    """Return the chances that each side blunders by its roll, for the end of a headline.

    The text is empty if neither side can blunder.
    """
    told = {f"the {who}": shooter, "the target": target}
    return "".join(f"; {side} blunders: {spoken(chance)}" for side, chance in told.items() if chance)


def dice_of(unit: Unit | None) -> int | str:
    """Return the coloured dice of a unit; a word if the unit is removed."""
    return REMOVED if unit is None else unit.coloured

"""Cavalry: a charge against volleys, turn by turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Choice,
    Contradiction,
    Count,
    Reader,
    Rows,
    Working,
    formed,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Event, Timeline
from drillbook.maths import Thrower, counted, lost_of, np, spoken, write_mean
from drillbook.rulesets.breaking_of_nations.artillery._burst import band_of, shots_of
from drillbook.rulesets.breaking_of_nations.artillery._guns import MACHINE_GUN, gunner
from drillbook.rulesets.breaking_of_nations.cavalry._approach import (
    START,
    Arm,
    Fire,
    Stage,
    by_turn,
    left_after,
    stages,
)
from drillbook.rulesets.breaking_of_nations.cavalry.gait import GROUND
from drillbook.rulesets.breaking_of_nations.common import riding
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, armour_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.riding import GAITS
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, band_limits
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE, check_spent
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, shots_by_turn, shots_each, throw_hits

LINES = {one: FORMATIONS[one] for one in ("open", "closed", "mass")}
PLAN: dict[str, Any] = {"default": (("walk",), ("canter",), ("gallop",), ("gallop",))}


@dataclass(frozen=True, slots=True)
class Charge:
    """Riders who come at men who fire: how they come, who they are, and what they ride into."""

    start: Annotated[int, START]
    approach: Annotated[
        tuple[tuple[str], ...],
        Rows({"gait": Choice(GAITS, label="Gait")}, low=1, high=8, noun="turn", label="Approach", **PLAN),
    ]
    moves: Annotated[int, Count(1, 3, default=3, label="Moves a turn")]
    ground: Annotated[str, GROUND]
    riders: Annotated[int, Count(1, 20, default=10, label="Riders")]
    rider: Annotated[str, soldiers("The riders are")]
    armour: Annotated[str, armour_of("Riders' armour")]
    formation: Annotated[str, Choice(LINES, label="Riders' formation")]
    rifles: Annotated[int, Count(0, 20, default=9, label="Men who fire")]
    firer: Annotated[str, soldiers("The firers are")]
    weapon: Annotated[str, Choice(table="weapons", where="volley", default="rifle", label="Their weapon")]
    actions: Annotated[int, Count(1, 3, label="AC each of them fires for", help="In every turn of the approach.")]
    lmgs: Annotated[int, Count(0, 2, label="LMGs among them", needs=("weapons.lmg-shots",))]
    guns: Annotated[int, Count(0, 2, label="Machine guns beside them", needs=("artillery.mg-roll",))]

    def ride(self, r: Reader, w: Working, weapon: str, arm: Arm | None = None) -> list[Stage]:
        """Return the approach, turn by turn, as it is to one weapon.

        arm states how the weapon shoots, if a crew serves it.
        """
        target = Man(self.rider, self.armour, formation=self.formation)
        gaits = [gait for (gait,) in self.approach]
        return stages(r, w, self.start, gaits, self.moves, self.ground, target, self.firer, weapon, arm)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The answer on a charge: the turn of contact, the volleys, the riders left and the chances.

    contact_in is None if the riders are still short of contact. short_by is the distance left, in inches. mean_hits and
    mean_left are mean numbers. anybody is the chance that anybody comes through, above_half the chance that they keep
    above half strength. rushes is the number of turns that shake the defenders.
    """

    contact_in: int | None
    short_by: int
    volleys: int
    mean_hits: Fraction
    mean_left: Fraction
    anybody: Fraction
    above_half: Fraction
    rushes: int


@question(
    "bon/charge-gauntlet?start=34&approach=walk;canter;gallop;gallop&moves=1&riders=10&rifles=9",
    "bon/charge-gauntlet?start=40&approach=walk;canter;gallop&moves=2&riders=10&rider=elite&armour=flak&rifles=12&firer=green",
    "bon/charge-gauntlet?start=24&approach=walk;canter;canter&moves=1&riders=6&rider=veteran&armour=heavy&formation=mass&rifles=6&firer=elite&weapon=pistol",
    "bon/charge-gauntlet?start=52&approach=walk;canter;gallop;gallop;gallop;gallop&moves=1&riders=20&rifles=0&guns=1",
)
def charge_gauntlet(
    r: Reader,
    *,
    charge: Charge,
) -> Breakdown[Gauntlet]:
    """What does a charge into fire cost the riders?"""
    w = Working(r)
    riders = charge.riders
    fires = _fires(r, w, charge)
    ride = fires[0].ride
    left, means = left_after(r, riders, fires)
    for place, (one, mean) in enumerate(zip(ride, means, strict=True), start=1):
        if any(fire.ride[place - 1].band for fire in fires):
            w.then(f'turn {place}, {one.distance}" away: hits on average', mean, "ranged-combat.die")
    mean = sum(means, Fraction(0))
    w.then("hits of all volleys, on average", mean, "ranged-combat.damage")
    last = ride[-1].distance
    share = r.num("glory.trigger-half")
    some = "is left" if last else "comes through"
    anybody = w.then(f"chance that somebody {some}", left.at_least(1), "ranged-combat.removal")
    half = w.then(
        "and that they keep above half strength", left.chance(lambda home: home > share * riders), "glory.trigger-half"
    )
    rushes = sum(one.rush for one in ride)
    volleys = sum(any(fire.ride[turn].band for fire in fires) for turn in range(len(ride)))
    w.note(f"{counted(rushes, 'turn')} in which the squad is shaken by the approach", "glory.trigger-charged")
    told = Gauntlet(
        None if last else len(ride),
        last,
        volleys,
        mean,
        left.mean,
        anybody,
        half,
        rushes,
    )
    return w.answer(
        told,
        headline=_headline(told, riders),
        chance=anybody,
        distribution=left,
        exhibits=[
            _timeline(r, ride, charge.start, means, charge.weapon),
            Bars("How many of them are left after the last volley", "Riders", {"": left}, name="left"),
        ],
    )


def _fires(r: Reader, w: Working, charge: Charge) -> list[Fire]:
    """Return the fires of the men with the ordinary weapon, the LMGs and the machine guns.

    The steps go into `w`. Raise Contradiction if there are more LMGs than men. The function forbids the charge if horses
    count as targets of their own, for which no number is printed.
    """
    men, lmgs, weapon = charge.rifles, charge.lmgs, charge.weapon
    if lmgs > men:
        raise Contradiction("There cannot be more LMGs than men to carry them.", lmgs=men)
    w.forbid(
        "No DS and no wounds are printed for a mount, so nothing can be said of its fate.",
        "stats.soldier-table",
        when=r.holds("mount-as-target", "hit-apart"),
    )
    if men > lmgs:
        check_spent(r, charge.firer, BARE, actions=charge.actions)
    if not riding.whole_turn(r):
        check_spent(r, charge.rider, charge.armour, moves=charge.moves)
    w.note("rider and mount are one model", "stats.infantry-wound")
    ride = charge.ride(r, w, weapon)
    turns = max(1, sum(bool(stage.band) for stage in ride))
    shots = shots_by_turn(r, w, weapon, charge.actions, turns) if men > lmgs else [0] * turns
    w.times("men who fire", men - lmgs, "ranged-combat.die", when=any(shots))
    fires = [Fire(weapon, men - lmgs, by_turn(ride, shots), ride)]
    if lmgs and r.has("weapons.lmg-shots"):
        each = shots_each(r, w, LMG, charge.actions)
        fires.append(Fire(LMG, lmgs, [each] * len(ride), charge.ride(r, Working(r), LMG)))
        w.times("men with an LMG", lmgs, "ranged-combat.die")
        if r.has("weapons.lmg-pin"):
            w.note("an LMG pins its target", "weapons.lmg-pin")
    if charge.guns and r.has("artillery.mg-roll") and r.has("ruling.crew-quality", "grade-counts"):
        arm = Arm(partial(band_of, r), gunner(r))
        _, each = shots_of(r, w, r.int("artillery.mg-rof", "salvoes"))
        w.times("machine guns", charge.guns, "artillery.mg-rof")
        fires.append(Fire(MACHINE_GUN, charge.guns, [each] * len(ride), charge.ride(r, Working(r), MACHINE_GUN, arm)))
    return fires


def _headline(told: Gauntlet, riders: int) -> str:
    came = (
        f"Contact in turn {told.contact_in}" if told.contact_in else f'Still {told.short_by}" short after the last turn'
    )
    some = "somebody comes through" if told.contact_in else "somebody is left by then"
    return f"{came}; {some}: {spoken(told.anybody)}; {lost_of(riders - told.mean_left, riders, 'rider', 'lost')}"


def _timeline(r: Reader, ride: Sequence[Stage], start: int, means: Sequence[Fraction], weapon: str) -> Timeline:
    """Return the timeline of the ride, with the bands of the fire and the hits of each volley."""
    return Timeline(
        "The ride, the bands of the fire it comes through, and the hits of each volley on average",
        "inches ridden",
        [*_way(ride, start), *_bands(r, start, weapon), *_volleys(ride, start, means)],
    )


def _way(ride: Sequence[Stage], start: int) -> Iterator[Event]:
    for one in ride:
        yield Event("Ride", start - one.came_from, start - one.distance, one.gait, "act" if one.rush else "wait")


def _bands(r: Reader, start: int, weapon: str) -> Iterator[Event]:
    limits = {band: limit.whole for band, limit in band_limits(r, weapon).items()}
    inner = dict(zip(limits, [0, *limits.values()], strict=False))
    far = max(limits.values())
    if start > far:
        yield Event("Range", 0, start - far, "beyond", "wait")
    for band, limit in reversed(limits.items()):
        if start > inner[band]:
            yield Event("Range", max(0, start - limit), start - inner[band], band, "danger")


def _volleys(ride: Sequence[Stage], start: int, means: Sequence[Fraction]) -> Iterator[Event]:
    for one, mean in zip(ride, means, strict=True):
        if mean:
            at = start - one.distance
            yield Event("Volley", at, at, write_mean(mean).removeprefix("about "), "stop")


@simulation
def throw_charge_gauntlet(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """How many riders are left, every shot thrown."""
    fires = _fires(r, Working(r), formed(Charge, inputs))
    left = np.full(count, inputs["riders"])
    for turn in range(len(fires[0].ride)):
        before = left.copy()  # one volley of all of them
        for fire in fires:
            needed = fire.ride[turn].needed
            if needed is None or not fire.men or not fire.each[turn]:
                continue
            for now in np.unique(before[before > 0]):
                who = np.flatnonzero(before == now)
                scored = throw_hits(r, dice, len(who), fire.weapon, fire.men, fire.each[turn], needed, int(now))
                left[who] = np.maximum(0, left[who] - scored)
    return left

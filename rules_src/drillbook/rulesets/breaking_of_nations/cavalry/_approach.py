"""Riders who approach a squad: their place after each turn, the band, and the number needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from drillbook.asking import Contradiction, Length, Reader, Working
from drillbook.maths import Distribution, Number, total
from drillbook.rulesets.breaking_of_nations.common import riding, shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.volley import felled, scored


@dataclass(frozen=True, slots=True)
class Stage:
    """One turn of the approach: its gait, the distances, the band, and what a volley needs.

    came_from and distance are the distances before and after, in inches. band is the band in which the volley falls, or
    None if there is none. needed and hit are the number and the chance of each shot. rush states whether the approach
    shakes the men who defend.
    """

    gait: str
    came_from: int
    distance: int
    band: str | None
    needed: int | None
    hit: Fraction
    rush: bool


START = Length(1, 60, default=54, label="They start at")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon with a crew: the band of each distance, and the grade that counts when it fires.

    grade is None if the grade does not count.
    """

    band: Callable[[Number], str | None]
    grade: str | None


def stages(
    r: Reader,
    w: Working,
    start: int,
    gaits: Sequence[str],
    moves: int,
    ground: str,
    target: shooting.Man,
    firer: str,
    weapon: str,
    arm: Arm | None = None,
) -> list[Stage]:
    """Return the approach, turn by turn, to contact or to the last gait given.

    arm states how a weapon shoots that is not a firearm in the hands of one of the men who fire. On the reading that
    riders charge, the whole approach is a charge: the gaits double, and a man who rides bunched is a cluster. Distances
    are in inches. Raise Contradiction if a gait covers more than the distance left. The function forbids a gait that may
    not follow the one before, and a gait whose least inches exceed its speed.
    """
    _check(r, gaits, target.armour)
    if r.holds("mount-charge", "doubles"):
        target = replace(target, charging=True)
    found: list[Stage] = []
    before, away = riding.STAND, start
    speeds: dict[str, int] = {}
    each: dict[str, int] = {}
    numbers: dict[str, int] = {}
    whole = moves > 1 and riding.whole_turn(r)
    for place, gait in enumerate(gaits, start=1):
        shut = not riding.may_follow(r, before, gait)
        w.forbid(f"Turn {place}: no {gait} straight after the gait before it.", "cavalry.momentum", when=shut)
        if gait not in speeds:
            each[gait] = riding.gait_speed(r, w, gait, target.armour, ground, charge=target.charging)
            speeds[gait] = each[gait]
            if not whole:
                speeds[gait] = riding.turn_inches(
                    r, w, gait, target.armour, ground, each=each[gait], moves=moves, charge=target.charging
                )
        covered = min(away, speeds[gait])
        needed = riding.owed(r, gait, covered, each[gait], ground)
        short = f'Turn {place}: no {gait}, with {speeds[gait]}" to go and {needed}" at least.'
        w.forbid(short, f"cavalry.min-{gait}", when=speeds[gait] < needed)
        if covered < needed:
            farther, nearer = start + needed - covered, start - covered
            raise Contradiction(
                f'Turn {place} cannot be ridden at a {gait}, which covers {needed}" at least: it is {covered}" to the enemy.',
                start=farther if farther <= START.high else nearer,
            )
        now = away - covered
        band = (arm.band(now) if arm else shooting.weapon_band(r, weapon, now)) if now else None
        if band and band not in numbers:
            numbers[band] = shooting.man_number(r, w, target, arm.grade if arm else firer, band)
        number = numbers[band] if band else None
        hit = shot_die.hit_chance(r, number) if number is not None else Fraction(0)
        found.append(Stage(gait, away, now, band, number, hit, riding.is_rush(r, gait, before, firer)))
        before, away = gait, now
        if not now:
            break
    return found


def _check(r: Reader, gaits: Sequence[str], armour: str) -> None:
    """Raise Contradiction if a gait is left out on the way up or if heavy armour gallops.

    The exception carries the nearest ride that is open.
    """
    ladder, before, good = riding.order(r), riding.standing_as(r), list[str]()
    barred = armour == riding.HEAVY and r.has("cavalry.heavy-no-gallop") and bool(r.cite("cavalry.heavy-no-gallop"))
    for gait in gaits:
        now = riding.CANTER if gait == riding.GALLOP and barred else gait
        before = ladder[min(ladder.index(now), ladder.index(before) + 1)]
        good.append(before)
    if list(gaits) != good:
        wrong = next(place for place, pair in enumerate(zip(gaits, good, strict=True)) if pair[0] != pair[1])
        last = riding.BEFORE[gaits[wrong - 1] if wrong else riding.STAND].lower()
        why = (
            f"the turn before it {last}"
            if good[wrong] != riding.CANTER or not barred
            else "nobody gallops in heavy armour"
        )
        reason = f"Turn {wrong + 1} cannot be ridden at a {gaits[wrong]}: {why}."
        raise Contradiction(reason, approach=tuple((one,) for one in good))


@dataclass(frozen=True, slots=True)
class Fire:
    """Men who fire with one weapon, the shots of each man in every turn, and the ride.

    The ride is the approach as that weapon meets it.
    """

    weapon: str
    men: int
    each: Sequence[int]
    ride: Sequence[Stage]

    def hits(self, r: Reader, turn: int, riders: int) -> Distribution[int]:
        """Return the distribution of the hits of their volley in a turn at a number of riders.

        The first turn is 0.
        """
        stage = self.ride[turn]
        return (
            scored(r, self.weapon, self.men, self.each[turn], stage.hit, riders) if stage.band else Distribution.sure(0)
        )


def by_turn(ride: Sequence[Stage], shots: Sequence[int]) -> list[int]:
    """Return the shots of every turn of a ride.

    shots holds the shots of the turns in which anybody fires.
    """
    fired = iter(shots)
    return [next(fired) if stage.band else 0 for stage in ride]


def left_after(r: Reader, riders: int, fires: Sequence[Fire]) -> tuple[Distribution[int], list[Fraction]]:
    """How many riders are left after all the volleys, and the hits of every turn on average."""
    left, means = Distribution.sure(riders), list[Fraction]()
    for turn in range(len(fires[0].ride)):
        hits = {now: total(fire.hits(r, turn, now) for fire in fires) for now, _ in left.items()}
        means.append(sum((chance * hits[now].mean for now, chance in left.items()), Fraction(0)))
        left = left.then(lambda now, hits=hits: felled(hits[now], now)[0].map(lambda fallen: now - fallen))  # type: ignore[misc]
    return left, means

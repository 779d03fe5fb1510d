"""Riders who come at a squad: where they are after each turn, in which band, and what a volley then needs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from drillbook.asking import Contradiction, Length, Reader, Working
from drillbook.maths import Distribution, Number, total
from drillbook.rulesets.breaking_of_nations.common import riding, shooting
from drillbook.rulesets.breaking_of_nations.common.volley import felled, scored


@dataclass(frozen=True, slots=True)
class Stage:
    """One turn of the approach: its gait, the distance before and after, the band in which the volley falls (None: none), the number
    and the chance of each shot, and whether the approach shakes those who stand there."""

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
    """A weapon with a crew: into which of its bands a distance falls, and the grade that counts when it fires."""

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
    """The approach, turn by turn, to contact or to the last gait given.

    arm: how a weapon shoots that is no firearm in the hands of one of those who fire.
    On the reading that riders charge, all of it is a charge: the gaits double, and whoever rides bunched is a cluster.
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
        hit = shooting.hit_chance(r, number) if number is not None else Fraction(0)
        found.append(Stage(gait, away, now, band, number, hit, riding.is_rush(r, gait, before, firer)))
        before, away = gait, now
        if not now:
            break
    return found


def _check(r: Reader, gaits: Sequence[str], armour: str) -> None:
    """Contradiction where a gait is left out on the way up, or heavy armour gallops, with the nearest ride that is open."""
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
    """Men who fire with one weapon, the shots that each of them has in every turn, and what the ride is to their weapon."""

    weapon: str
    men: int
    each: Sequence[int]
    ride: Sequence[Stage]

    def hits(self, r: Reader, turn: int, riders: int) -> Distribution[int]:
        """The hits of their volley in a turn, the first being 0, at so many riders."""
        stage = self.ride[turn]
        return (
            scored(r, self.weapon, self.men, self.each[turn], stage.hit, riders) if stage.band else Distribution.sure(0)
        )


def by_turn(ride: Sequence[Stage], shots: Sequence[int]) -> list[int]:
    """The shots of every turn of a ride, where those of the turns in which anybody fires are these."""
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

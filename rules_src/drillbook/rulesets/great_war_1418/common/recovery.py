"""How long an injured platoon is slow: who shoots at it, and its recovery die."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from drillbook.asking import Contradiction, Reader, Working
from drillbook.maths import Distribution, shown
from drillbook.rulesets.great_war_1418.common.rolling import die_of

NOBODY, INJURER, OTHER, THIRD, BOTH = "nobody", "same", "other", "third", "both"
#: Whoever injured the platoon could shoot at it, and holds his fire.
WATCHED = "watched"
#: Another battery of the battalion that has shelled the platoon.
SISTER = "sister"
MELEE, SHELLS = "melee", "shells"
#: Whose fire it is, where it is that of more than one.
SHOOTERS = {BOTH: {INJURER, OTHER}}


def check_ground(r: Reader, resilience: int, built_in: int) -> None:
    """Raise a Contradiction if no ground makes that Resilience of the built-in one."""
    changes = [r.cell("cover", row.key, "change").whole for row in r.rows("cover")]
    least, most = built_in + min(changes) + r.int("low-commands.dig-penalty"), built_in + max(changes)
    if not least <= resilience <= most:
        raise Contradiction(
            f"With R{built_in} built in, ground and spade leave R{shown(least)} to R{most}, not R{shown(resilience)}.",
            resilience=min(max(resilience, least), most),
        )


def recovers(r: Reader, w: Working, resilience: int, built_in: int) -> Fraction:
    """Return the chance that a recovery die succeeds, with the steps.

    resilience: with its ground; built_in: without.
    """
    check_ground(r, resilience, built_in)
    counts = must_not_pass(r, w, resilience, built_in)
    chance = die_of(r).chance(lambda face: passes(r, face, counts))
    six = r.int("injuries.recovery-six")
    return w.then(f"it succeeds, and a {six} never does", chance, "injuries.recovery-six")  # type: ignore[no-any-return]


def must_not_pass(r: Reader, w: Working, resilience: int, built_in: int) -> int:
    """Return the highest face with which a recovery die can succeed, with the steps."""
    counts = built_in if r.holds("recovery-r", "built-in") else resilience
    w.then("Resilience that the recovery die must not pass", counts, "injuries.recovery-target")
    if r.holds("low-r", "stops-at-one"):
        w.at_least("Resilience stops there", 1, "injuries.recovery-target")
    return w.whole


def passes(r: Reader, face: int, counts: int) -> bool:
    """Whether a recovery die succeeds with that face."""
    return face <= counts and face != r.int("injuries.recovery-six")


@dataclass(frozen=True, slots=True)
class Clock:
    """When an injured platoon is slow, as the rulings have it.

    at_once: in the bound of the hit too; ages: no longer than a bound; becomes: a second shooter counts as the same in time;
    late: the die is rolled when the bound is over; misses, watches: shots that miss are fire, and so is a shot that is not
    taken; frees: the chance that a recovery die succeeds.
    """

    at_once: bool
    ages: bool
    becomes: bool
    late: bool
    misses: bool = True
    watches: bool = False
    frees: Fraction = Fraction(0)

    def turn(self, age: int | None, same: bool | None) -> Distribution[tuple[bool, int | None]]:
        """Return the distribution of whether the platoon is slow and of its injury's age.

        Slow is meant when the platoon moves in this bound; the age is that in the bound after.
        age: bounds since the hit, 0 in the bound of the hit; None if nothing slows the platoon any more.
        same: True if the shooter that injured it, or one that counts as that shooter, shoots at it in this bound;
        False if only others do; None if nobody does. All these shots miss.
        """
        free = False, None
        if age is None:
            return Distribution.sure(free)
        if not age:
            return Distribution.sure((self.at_once, 1))
        if same is None or not self.misses or (age > 1 and self.ages):
            return Distribution.sure(free)
        stays = True, age + 1
        if same:
            return Distribution.sure(stays)
        freed = (True, None) if self.late else free
        return Distribution.weighted([(freed, self.frees), (stays, 1 - self.frees)])

    def counts_as_same(self, age: int | None) -> bool:
        """Tell whether another shooter, who has shot since the hit, counts as the same by now."""
        return self.becomes and age is not None and age > 1


def clock(r: Reader, frees: Fraction = Fraction(0)) -> Clock:
    """Read the rulings on how long an injury slows; frees: the chance of a recovery die."""
    return Clock(
        r.holds("injury-halving", "at-once"),
        r.holds("black-marker", "one-bound"),
        r.holds("recovery-when", "becomes-same"),
        r.holds("recovery-when", "end-of-bound"),
        not r.holds("under-fire", "was-hit"),
        r.holds("under-fire", "could-be-shot"),
        frees,
    )


def injured_by(r: Reader, source: str) -> set[str]:
    """Return the shooters that count as the one that injured a platoon.

    After melee there are none; after shells it may be a whole battalion of guns.
    """
    if source == MELEE:
        return set()
    if source == SHELLS:
        told = {"battalion": {INJURER, SISTER}, "nobody": set[str]()}
        return told.get(str(r.read_as("shell-shooter")), {INJURER})
    return {INJURER}


def slow(r: Reader, w: Working, source: str, fire: Sequence[str], chance: Fraction) -> list[Fraction]:
    """Return the chance that the platoon is slow when it moves, for each bound, with the steps.

    The first bound is that of its injury. source: shot, melee or shells; fire: who shoots at it in each later bound;
    chance: that of a recovery die.
    """
    if source == MELEE and r.holds("injury-source", "never-slows"):
        w.note("an injury of melee slows nobody", "injuries.half")
        return [Fraction(0)] * (1 + len(fire))
    runs, injurers = clock(r, chance), injured_by(r, source)
    found: list[Fraction] = []
    seen: set[str] = set()
    ages: Distribution[int | None] = Distribution.sure(0)
    for bound, who in enumerate((INJURER, *fire)):
        same: bool | None = None
        if who == WATCHED:
            who = INJURER if runs.watches else NOBODY
        shooters = SHOOTERS.get(who, {who})
        if who != NOBODY and (runs.misses or not bound):
            same = bool(shooters & injurers) or bool(shooters & seen and runs.becomes)
        before = 1 - ages[None]
        both = ages.then(partial(runs.turn, same=same))
        found.append(both.chance(lambda one: one[0]))
        ages = both.map(lambda one: one[1])
        if bound:
            _told(w, f"bound {bound} after it", bound, same, runs, (before, found[-1], 1 - ages[None]))
            seen |= shooters
    return found


def _told(
    w: Working, named: str, age: int, same: bool | None, runs: Clock, slowed: tuple[Fraction, Fraction, Fraction]
) -> None:
    """Add the step for what a later bound does to an injury.

    slowed: the chance to be slow before the bound, when the platoon moves, and after the bound.
    """
    before, _, after = slowed
    if not before:
        w.note(f"{named}: it is free already", "injuries.recovery-success")
    elif age > 1 and runs.ages:
        w.then(f"{named}: an injury of that age slows no longer", after, "injuries.half")
    elif same is None:
        told = "nobody shoots, so it is free" if runs.misses else "nothing hits it, so it is not under fire, and free"
        w.then(f"{named}: {told}", after, "injuries.same-shooter")
    elif same:
        w.note(f"{named}: the same shooter keeps it slow", "injuries.same-shooter")
    else:
        w.then(f"{named}: still slow after a recovery die", after, "injuries.recovery-trigger")

"""A platoon that walks up to the enemy under fire: when is it there, and is it there at all?"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Number, Thrower, exact, spoken, write_number
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import Dice
from drillbook.rulesets.great_war_1418.common.inputs import Going, Resilience, Speed
from drillbook.rulesets.great_war_1418.common.moving import March, distance, must_reach
from drillbook.rulesets.great_war_1418.common.rolling import scored, throw

THERE, UNDERWAY = "there", "still on its way"


class At(NamedTuple):
    """Where it is: cm to go, hits taken, bounds since the injury."""

    gap: Number
    hits: int = 0
    age: int = 0


@dataclass(frozen=True, slots=True)
class Approach:
    """The chances to be there and to be removed by the last bound shown, and the cm of a walk and of an assault, unhurt."""

    there: Fraction
    removed: Fraction
    unharmed: Fraction
    walk: Number
    assault: Number


@dataclass(frozen=True, slots=True)
class Way:
    """How it goes on: the fire of a bound, the cm of a walk and of an assault, unhurt and slowed, and when an injury slows it."""

    fire: Distribution[Any]
    paces: tuple[Number, Number]
    slowed: tuple[Number, Number]
    always: bool
    slow: Callable[[At], bool]
    state: Callable[[int], str]

    def goes(self, at: At) -> At:
        """Where it is after its move: it assaults where that brings it into contact, or always."""
        walk, assault = self.slowed if at.hits and self.slow(at) else self.paces
        step = assault if self.always or assault >= at.gap else walk
        return At(exact(max(0, at.gap - step)), at.hits, at.age + bool(at.hits))

    def bound(self, at: At) -> Distribution[At]:
        """One bound: the fire, then the move."""
        if not at.gap or self.state(at.hits) == harm.REMOVED:
            return Distribution.sure(at)
        return self.fire.map(lambda many: self.after(at, int(many)))

    def after(self, at: At, many: int) -> At:
        """The same where so many dice have hit."""
        hits = at.hits + many
        if self.state(hits) == harm.REMOVED:
            return At(at.gap, hits)
        return self.goes(At(at.gap, hits, at.age))


@question(
    "gw/approach?gap=14&speed=medium-inf&start=rough&resilience=4&dice=1&bonus=0&bounds=4",
    "gw/approach?gap=12&speed=medium-inf&start=rough&resilience=3&dice=3&bonus=1&bounds=3&always=yes",
)
def approach(
    r: Reader,
    *,
    gap: Annotated[Number, Length(1, 40, default=20, step=Fraction(1, 2), label="Distance to the enemy")],
    speed: Speed,
    start: Going,
    always: Annotated[bool, Flag(label="Assaults in every bound", help="Else it walks until an assault reaches the enemy.")],
    resilience: Resilience,
    dice: Annotated[int, Count(1, 6, label="Dice at it each bound", help="From the same shooters in every bound.")],
    bonus: Annotated[int, Count(0, 3, label="Bonus on one of them")],
    bounds: Annotated[int, Count(1, 8, default=4, label="Bounds shown")],
) -> Breakdown[Approach]:  # fmt: skip
    """Does it get there alive?"""
    w = Working(r)
    way = _way(r, w, speed, start, always, resilience, _dice(r, dice, bonus))
    if always:
        must_reach(r, w, gap, way.paces[1])
    w.note("the same shooters every bound: whoever is injured stays slow", "injuries.same-shooter")
    w.then("hits to expect each bound", way.fire.mean, "shooting.match-or-beat")
    flow = [Distribution.sure(At(gap))]
    for _ in range(bounds):
        flow.append(flow[-1].then(way.bound))
    ends = [one.map(lambda at: _end(way, at)) for one in flow]
    there = w.then(f"there by bound {bounds}", ends[-1][THERE], "movement.assault")
    removed = w.then(f"removed by bound {bounds}", ends[-1][harm.REMOVED], "injuries.two-hits")
    unharmed = flow[-1].chance(lambda at: not at.gap and not at.hits)
    told = Approach(there, removed, unharmed, *way.paces)
    lines = {
        THERE: [(n, one[THERE]) for n, one in enumerate(ends)],
        harm.REMOVED: [(n, one[harm.REMOVED]) for n, one in enumerate(ends)],
    }
    return w.answer(
        told,
        headline=f"There by bound {bounds}: {spoken(there)}; removed before: {spoken(removed)}",
        chance=there,
        distribution=ends[-1],
        exhibits=[
            Curves(
                f"{write_number(gap)} cm under fire, bound by bound",
                "Bound",
                "Chance",
                lines,
                step=True,
                here=bounds,
                sets="bounds",
            ),
            Bars(f"How it stands after bound {bounds}", "The platoon", {"": ends[-1]}, name="stands"),
        ],
    )


def _dice(r: Reader, dice: int, bonus: int) -> Dice:
    """The dice of a bound, the bonus on as many as carry one."""
    return Dice(dice, bonus, r.int("shooting.bonus-one-die") if bonus else 0)


def _way(r: Reader, w: Working, speed: str, start: str, always: bool, resilience: int, dice: Dice) -> Way:
    """Everything that a bound of the approach needs."""
    paces = distance(r, w, March(speed, start)), distance(r, w, March(speed, start, assault=True))
    slowed = (
        distance(r, w, March(speed, start, slowed=True)),
        distance(r, w, March(speed, start, assault=True, slowed=True)),
    )
    at_once = r.holds("injury-halving", "at-once")
    ages = r.holds("black-marker", "one-bound")
    fire = harm.counted(r, scored(r, dice, resilience))
    return Way(
        fire, paces, slowed, always,
        lambda at: (at_once or at.age > 0) and not (ages and at.age > 1), lambda hits: harm.fate(r, hits),
    )  # fmt: skip


def _end(way: Way, at: At) -> str:
    """What has become of it."""
    if way.state(at.hits) == harm.REMOVED:
        return harm.REMOVED
    return UNDERWAY if at.gap else THERE


@simulation
def throw_approach(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Roll the fire of every bound."""
    dice = _dice(r, inputs["dice"], inputs["bonus"])
    way = _way(r, Working(r), inputs["speed"], inputs["start"], inputs["always"], inputs["resilience"], dice)
    capped = r.holds("hits-per-die", "one-a-platoon")
    rolled = [throw(r, cup, count, dice, inputs["resilience"]) for _ in range(inputs["bounds"])]
    found = []
    for number in range(count):
        at = At(inputs["gap"])
        for bound in rolled:
            if not at.gap or way.state(at.hits) == harm.REMOVED:
                break
            many = int(bound[number])
            at = way.after(at, min(1, many) if capped else many)
        found.append(_end(way, at))
    return found

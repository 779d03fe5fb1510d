"""A platoon that walks up to the enemy under fire: when is it there, and is it there at all?"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Annotated, Any, NamedTuple

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, Number, Thrower, exact, spoken, write_number
from drillbook.rulesets.great_war_1418.common import harm, inputs
from drillbook.rulesets.great_war_1418.common.arms import Dice
from drillbook.rulesets.great_war_1418.common.firing import Fire, hits_of, thrown
from drillbook.rulesets.great_war_1418.common.moving import must_reach
from drillbook.rulesets.great_war_1418.common.rolling import die_of, die_text
from drillbook.rulesets.great_war_1418.common.under_way import OTHER, Pace, Wound, Wounds, pace, wounds

THERE, UNDERWAY = "there", "still on its way"


class At(NamedTuple):
    """Where it is: cm to go, hits taken, and what slows it."""

    gap: Number
    hits: int
    wound: Wound


@dataclass(frozen=True, slots=True)
class Approach:
    """The chances of an approach by the last bound shown.

    there, removed: the chance to arrive and to be removed; unharmed: to arrive without a new hit;
    walk, assault: the cm of a walk and of an assault, unhurt.
    """

    there: Fraction
    removed: Fraction
    unharmed: Fraction
    walk: Number
    assault: Number


@dataclass(frozen=True, slots=True)
class Way:
    """The figures of an approach.

    fire, hits: the fire of a bound; walk, assault: the pace of each;
    assaults_from: the bound from which it assaults, None if
    it assaults when that reaches the enemy; wounds: when an injury slows it.
    """

    fire: Fire
    hits: Distribution[Any]
    walk: Pace
    assault: Pace
    assaults_from: int | None
    wounds: Wounds
    dead: int

    def ordered(self, at: At, bound: int) -> Pace:
        """Return the pace that is ordered before anybody shoots.

        It is an assault from a given bound on, or if an assault reaches the enemy.
        bound: the number of the bound, counted from 1.
        """
        if self.assaults_from is not None:
            return self.assault if bound >= self.assaults_from else self.walk
        return self.assault if self.assault.cm(self.wounds.slows(at.wound)) >= at.gap else self.walk

    def hit(self, at: At, many: int) -> At:
        """Give the same where so many dice have hit."""
        return At(at.gap, min(self.dead, at.hits + many), Wound(0) if many else at.wound)

    def settled(self, at: At) -> bool:
        """Tell whether nothing more happens to it: it is there, or removed."""
        return not at.gap or at.hits >= self.dead

    def bound(self, at: At, number: int) -> Distribution[At]:
        """Work out a bound: the order, the fire, a recovery die if it rolls one, the move."""
        if self.settled(at):
            return Distribution.sure(at)
        far = self.ordered(at, number)
        return self.hits.map(lambda many: self.hit(at, int(many))).then(lambda one: self.moves(one, far))

    def moves(self, at: At, far: Pace) -> Distribution[At]:
        """Work out where it is after its move, as far as it still goes."""
        if self.settled(at):
            return Distribution.sure(at)
        return self.wounds.turn(at.wound, shot_at=True).map(lambda both: self.comes(at, far, *both))

    def comes(self, at: At, far: Pace, slow: bool, wound: Wound) -> At:
        """Give the same after a move, slow or not."""
        return At(exact(max(0, at.gap - far.cm(slow))), at.hits, wound)


@dataclass(frozen=True, slots=True)
class Going:
    """A platoon on its way, as a form describes it."""

    gap: Annotated[Number, Length(1, 40, default=20, step=Fraction(1, 2), label="Distance to the enemy")]
    speed: inputs.Speed
    start: inputs.Going
    road: inputs.Road
    always: Annotated[
        bool, Flag(label="Assaults, there or not", help="Else it walks until an assault reaches the enemy.")
    ]
    from_bound: Annotated[
        int,
        Count(
            1,
            8,
            label="From bound",
            help="It walks before that.",
            when={"always": ("yes",)},
            why_not="It assaults as soon as it gets there.",
        ),
    ]
    carried: inputs.Carried
    slowed: inputs.Slowed
    resilience: inputs.Resilience
    built_in: Annotated[
        int,
        Count(
            3,
            6,
            default=4,
            label="Its built-in Resilience",
            when={"slowed": (OTHER,)},
            why_not="It rolls no recovery die.",
        ),
    ]
    dice: Annotated[int, Count(1, 6, label="Dice at it each bound", help="From the same shooters in every bound.")]
    bonus: Annotated[int, Count(0, 3, label="Bonus on one of them")]

    def way(self, r: Reader, w: Working) -> Way:
        """Work out everything that a bound of the approach needs, with the steps."""
        walk = pace(r, w, self.speed, self.start, road=self.road)
        assault = pace(r, w, self.speed, self.start, assault=True, road=self.road)
        fire = Fire(Dice(self.dice, self.bonus, r.int("shooting.bonus-one-die") if self.bonus else 0), self.resilience)
        told = wounds(r, w, self.slowed, self.resilience, self.built_in)
        assaults_from = self.from_bound if self.always else None
        if not self.always and r.holds("orders-ahead", "in-advance"):
            slow = told.slows(told.start)
            left = Fraction(max(0, self.gap - assault.cm(slow)))
            assaults_from = 1 + ceil(left / Fraction(walk.cm(slow))) if walk.cm(slow) else 1
            w.then("orders are written ahead: it assaults from bound", assaults_from, "bound.sequence")
        way = Way(fire, hits_of(r, fire), walk, assault, assaults_from, told, r.int("injuries.two-hits"))
        if self.always:
            slow = told.slows(told.start)
            walked = (self.from_bound - 1) * walk.cm(slow)
            must_reach(r, w, exact(max(0, self.gap - walked)), assault.cm(slow))
        return way

    def start_at(self, way: Way) -> At:
        """Give where it begins."""
        return At(self.gap, self.carried, way.wounds.start)


@question(
    "gw/approach?gap=14&speed=medium-inf&start=rough&resilience=4&dice=1&bonus=0&bounds=4",
    "gw/approach?gap=12&speed=medium-inf&start=rough&resilience=3&dice=3&bonus=1&bounds=3&always=yes",
)
def approach(
    r: Reader, *, going: Going, bounds: Annotated[int, Count(1, 8, default=4, label="Bounds shown")]
) -> Breakdown[Approach]:
    """Does it get there alive?"""
    w = Working(r)
    way = going.way(r, w)
    w.note("what it is ordered is settled before the fire of the bound", "bound.sequence")
    w.note("the same shooters every bound: whoever is injured stays slow", "injuries.same-shooter")
    w.then("hits to expect each bound", way.hits.mean, "shooting.match-or-beat")
    flow = [Distribution.sure(going.start_at(way))]
    for number in range(1, bounds + 1):
        flow.append(flow[-1].then(partial(way.bound, number=number)))
    ends = [one.map(lambda at: _end(way, at)) for one in flow]
    there = w.then(f"there by bound {bounds}", ends[-1][THERE], "movement.assault")
    removed = w.then(f"removed by bound {bounds}", ends[-1][harm.REMOVED], "injuries.two-hits")
    unharmed = flow[-1].chance(lambda at: not at.gap and at.hits == going.carried)
    told = Approach(there, removed, unharmed, way.walk.unhurt, way.assault.unhurt)
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
                f"{write_number(going.gap)} cm under fire, bound by bound",
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


def _end(way: Way, at: At) -> str:
    """Tell what has become of it."""
    if at.hits >= way.dead:
        return harm.REMOVED
    return UNDERWAY if at.gap else THERE


@simulation
def throw_approach(r: Reader, cup: Thrower, count: int, /, **given: Any) -> list[str]:
    """Roll the fire of every bound, and the recovery die where there is one."""
    going = formed(Going, given)
    way = going.way(r, Working(r))
    faces = max(die_of(r).outcomes)
    rolled = [(thrown(r, cup, count, way.fire), cup.roll(die_text(r), count)) for _ in range(given["bounds"])]
    found = []
    for number in range(count):
        at = going.start_at(way)
        for bound, (hits, recovery) in enumerate(rolled, start=1):
            if way.settled(at):
                break
            far = way.ordered(at, bound)
            at = way.hit(at, int(hits[number]))
            if not way.settled(at):
                at = way.comes(at, far, *way.wounds.rolled(at.wound, recovery[number], faces, shot_at=True))
        found.append(_end(way, at))
    return found

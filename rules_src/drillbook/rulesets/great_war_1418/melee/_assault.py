"""An assault on a trench from the first shot to the last blow: what it needs, and how a bound of it goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, exact, total
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LMG, Dice, arms, built_in, kind_of
from drillbook.rulesets.great_war_1418.common.ground import DUG, MOVING, STANDING, Place, Stance, covered
from drillbook.rulesets.great_war_1418.common.melee import REAR, Fighter, Melee, Side, fighter, refuses
from drillbook.rulesets.great_war_1418.common.moving import March, distance, must_reach
from drillbook.rulesets.great_war_1418.common.reach import reach
from drillbook.rulesets.great_war_1418.common.rolling import scored
from drillbook.rulesets.great_war_1418.common.speed import speed_class
from drillbook.rulesets.great_war_1418.common.steps import CHARGES, Acting, Slot, number, shots
from drillbook.rulesets.great_war_1418.common.steps import MOVING as MOVING_STEP

#: How the way to the trench may end, and how the melee may.
SHOT_DOWN, SHORT, CLEARED, CONTACT = "shot down", "falls short", "cleared", "contact"
WINS, LOSES, BOTH, NEVER = "wins", "loses", "both lost", "no end"


@dataclass(frozen=True, slots=True)
class Attack:
    """The attacker and the ground: unit and parent, hits, cm to the trench, the ground before it, the works in it."""

    unit: str
    parent: str
    carried: int
    gap: Number
    ground: str
    works: str


@dataclass(frozen=True, slots=True)
class Defence:
    """The platoon that is assaulted: unit and parent, hits, whether it is dug in; and the others, each unit with whether it is dug in."""

    unit: str
    parent: str
    carried: int
    dug: bool
    others: Sequence[tuple[str, bool]]


class At(NamedTuple):
    """Where it stands: cm to go, hits of the attacker and of the enemy, bounds since the attacker was hit in this assault."""

    gap: Number
    hits: int
    foe: int
    age: int = 0


@dataclass(frozen=True, slots=True)
class Shooter:
    """One who shoots at the attacker, or the attacker: dice, what they have to reach, how far they carry (none: without limit)."""

    dice: Dice
    needs: int
    far: Number | None
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Shots that count together: the numbers of those that shoot at the attacker (the first, 0, is the enemy), whether it shoots."""

    theirs: tuple[int, ...]
    mine: bool


class Assault:
    """Everything that an assault needs; bound() and melee() tell how it goes."""

    def __init__(self, r: Reader, w: Working, attack: Attack, defence: Defence) -> None:
        self.r, self.attack, self.defence = r, attack, defence
        trench = Place(attack.ground, attack.works)
        mine = self._resilience(w, attack.unit, attack.parent, Stance(Place(attack.ground), MOVING, trench))
        theirs = self._resilience(w, defence.unit, defence.parent, Stance(trench, DUG if defence.dug else STANDING))
        firing = [(defence.unit, defence.dug), *defence.others]
        self.shooters = [self._shooter(w, unit, dug, mine[1]) for unit, dug in firing]
        self.own = {contact: self._own(w if contact else Working(r), theirs[1], contact) for contact in (False, True)}
        speed = speed_class(r, Working(r), attack.unit)
        self.paces = {
            slow: distance(r, Working(r) if slow else w, March(speed, attack.ground, assault=True, slowed=slow))
            for slow in (False, True)
        }
        must_reach(r, w, attack.gap, self.paces[False])
        self.melee = Melee(r, self._fighter(w, True, mine), self._fighter(w, False, theirs), REAR)
        self.dead, self.step = r.int("injuries.two-hits"), number(r, MOVING_STEP)
        self.together = r.holds("simultaneous-fire", "together")
        self.at_once, self.by_age = r.holds("injury-halving", "at-once"), r.holds("black-marker", "one-bound")
        self.midway = r.num("execution-order.half-way") if not r.holds("half-way-measuring", "from-the-start") else 0
        self.fire = cache(self._fire)
        self.start = At(attack.gap, attack.carried, defence.carried)

    def _resilience(self, w: Working, unit: str, parent: str, stance: Stance) -> tuple[int, int]:
        """What is built into a unit, and what the ground makes of it."""
        before = built_in(self.r, w, unit, parent)
        covered(self.r, w, stance)
        return before, w.whole

    def _kind(self, unit: str) -> str:
        """What sort of unit the order of steps takes it for."""
        return "lmg" if unit == LMG else kind_of(self.r, unit)

    def _shooter(self, w: Working, unit: str, dug: bool, needs: int) -> Shooter:
        """One of the defenders, none of whom has moved."""
        dice = arms(self.r, Working(self.r), unit)
        found = shots(self.r, w, Acting(self._kind(unit), dug))
        return Shooter(
            dice, needs, reach(self.r, Working(self.r), unit) if dice.count else 0, found if dice.count else ()
        )

    def _own(self, w: Working, needs: int, contact: bool) -> Shooter:
        """The attacker's shots, where its move brings it into contact and where it does not."""
        unit = self.attack.unit
        dice = arms(self.r, Working(self.r), unit)
        found = shots(self.r, w, Acting(self._kind(unit), does=CHARGES, contact=contact))
        far = reach(self.r, Working(self.r), unit, moving=True) if dice.count else 0
        return Shooter(dice, needs, far, found if dice.count else ())

    def _fighter(self, w: Working, mine: bool, tough: tuple[int, int]) -> Fighter:
        """One of the two as it fights hand to hand."""
        me, enemy = (self.attack, self.defence) if mine else (self.defence, self.attack)
        found = fighter(self.r, Working(self.r), me.unit, me.parent, next(iter(self.r.table("cover").rows)), enemy.unit)
        tougher = tough[self.r.holds("melee-cover", "ground-counts")]
        name = self.r.name("units", me.unit)
        w.then(f"{name}: Resilience in melee", tougher, "melee.arming")
        w.note(f"{name} rolls {found.dice.words} in melee", "melee.arming")
        w.note(f"{name} strikes in place {found.place}", "melee.order")
        return replace(found, resilience=tougher)

    def moments(self, contact: bool, *, after: bool) -> list[Moment]:
        """The shots of a bound, before the moves or after them."""
        own = self.own[contact].slots
        slots = {slot for one in (*(shooter.slots for shooter in self.shooters), own) for slot in one}
        return [
            Moment(tuple(n for n, one in enumerate(self.shooters) if slot in one.slots), slot in own)
            for slot in sorted(slots)
            if (slot.step > self.step) == after
        ]

    def slow(self, at: At) -> bool:
        """Whether the attacker goes half as far; all the same shooters keep it so."""
        hit = at.hits > self.attack.carried and (self.at_once or at.age > 0)
        return hit and not (self.by_age and at.age > 1)

    def here(self, at: At, after: bool) -> Number:
        """From where to where they shoot: before the moves it stands halfway, as far as it will go."""
        return at.gap if after else exact(at.gap - min(at.gap, self.paces[self.slow(at)]) * self.midway)

    def shoot(self, at: At, moment: Moment, after: bool) -> tuple[tuple[int, ...], bool]:
        """Who of them shoots indeed: those at the attacker, by their numbers, and whether it does."""
        if at.hits >= self.dead:
            return (), False
        far = self.here(at, after)
        theirs = tuple(
            n for n in moment.theirs
            if (n or at.foe < self.dead) and in_range(self.shooters[n], far)
        )  # fmt: skip
        own = self.own[not at.gap]
        return theirs, moment.mine and at.foe < self.dead and in_range(own, far)

    def hit(self, at: At, back: int, out: int) -> At:
        """The same after hits on the attacker and on the enemy."""
        hits = min(self.dead, at.hits + back)
        if not self.together and hits >= self.dead:
            out = 0
        return At(at.gap, hits, min(self.dead, at.foe + out), at.age)

    def _fire(self, shooters: tuple[int, ...], mine: bool) -> tuple[Distribution[Any], Distribution[Any]]:
        """The hits on the attacker of those, and the hits on the enemy."""
        back = total([self.scores(self.shooters[n]) for n in shooters]) if shooters else Distribution.sure(0)
        return back, self.scores(self.own[True]) if mine else Distribution.sure(0)

    def scores(self, one: Shooter) -> Distribution[Any]:
        """The hits of one's dice."""
        return harm.counted(self.r, scored(self.r, one.dice, one.needs))

    def exact_fire(self, at: At, moments: Sequence[Moment], after: bool) -> Distribution[At]:
        """Where it stands after these shots, with every chance."""
        now = Distribution.sure(at)
        for moment in moments:

            def on(one: At, moment: Moment = moment) -> Distribution[At]:
                back, out = self.fire(*self.shoot(one, moment, after))
                return back.combine(out, lambda hits, more: self.hit(one, hits, more))

            now = now.then(on)
        return now

    def goes(self, at: At) -> At:
        """The same after the move."""
        if at.hits >= self.dead:
            return at
        gap = exact(max(0, at.gap - self.paces[self.slow(at)]))
        return At(gap, at.hits, at.foe, at.age + (at.hits > self.attack.carried))

    def bound(self, at: At) -> Distribution[At]:
        """A bound without its melee: fire, the move, the shots of those who assault."""
        return self.exact_fire(at, self.moments(contact=False, after=False), False).then(
            lambda one: self.exact_fire(self.goes(one), self.moments(not self.goes(one).gap, after=True), True)
        )

    def outcome(self, at: At, last: bool) -> str:
        """How the way to the trench has ended; nothing where it goes on."""
        if at.hits >= self.dead:
            return SHOT_DOWN
        if at.foe >= self.dead:
            return CLEARED
        return CONTACT if not at.gap else SHORT if last else ""

    def fought(self, at: At) -> Distribution[str]:
        """How the melee ends."""
        start = Side(at.hits), Side(at.foe)
        if refuses(self.r, Working(self.r), self.melee, start):
            return Distribution.sure(NEVER)
        return self.melee.to_the_end(start)[0].map(lambda fight: self.verdict(fight[0].front, fight[1].front))

    def verdict(self, mine: int, theirs: int) -> str:
        """Who is left of a melee."""
        if mine >= self.dead:
            return BOTH if theirs >= self.dead else LOSES
        return WINS if theirs >= self.dead else NEVER

    def state(self, at: At) -> str:
        """Unharmed, injured or removed."""
        return harm.fate(self.r, at.hits)


def in_range(one: Shooter, far: Number) -> bool:
    """Whether its shot carries so far."""
    return one.far is None or far <= one.far


def ways(assault: Assault, bounds: int, through: Callable[[At], str]) -> dict[tuple[str, ...], Fraction]:
    """Every way that the assault may take: how it comes through the fire, what it comes to, the end; with its chance."""
    found: dict[tuple[str, ...], Fraction] = {}
    live = {assault.start: Fraction(1)}
    for number_of in range(1, bounds + 1):
        after: dict[At, Fraction] = {}
        for at, weight in live.items():
            for now, chance in assault.bound(at).items():
                came = assault.outcome(now, number_of == bounds)
                if not came:
                    after[now] = after.get(now, Fraction(0)) + weight * chance
                    continue
                ends = assault.fought(now) if came == CONTACT else Distribution.sure(came)
                for end, part in ends.items():
                    way = through(now), came, end
                    found[way] = found.get(way, Fraction(0)) + weight * chance * part
        live = after
    return found

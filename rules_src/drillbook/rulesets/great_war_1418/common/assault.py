"""An assault from the first shot to the last blow: shots, moves, and the melee at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, exact
from drillbook.maths import total as combined
from drillbook.rulesets.great_war_1418.common import under_way
from drillbook.rulesets.great_war_1418.common.arms import built_in, is_vehicle
from drillbook.rulesets.great_war_1418.common.assault_parts import (
    CLEARED,
    CONTACT,
    EMPTY,
    SHORT,
    SHOT_DOWN,
    At,
    Attack,
    Defence,
    End,
    Ground,
    Hardness,
    Moment,
    Other,
    Rear,
    Shooter,
    Shots,
)
from drillbook.rulesets.great_war_1418.common.fighters import armed
from drillbook.rulesets.great_war_1418.common.firing import fire_of, hits_of
from drillbook.rulesets.great_war_1418.common.ground import (
    DUG,
    LEAVING,
    NONE,
    STANDING,
    Place,
    Stance,
    covered,
    on_line,
    total,
    worth,
)
from drillbook.rulesets.great_war_1418.common.melee import NOBODY, Fight, Melee, refuses, standing
from drillbook.rulesets.great_war_1418.common.moving import hit_midway, midway, must_reach
from drillbook.rulesets.great_war_1418.common.reach import reach
from drillbook.rulesets.great_war_1418.common.speed import speed_class
from drillbook.rulesets.great_war_1418.common.steps import (
    CHARGES,
    EARLIER,
    LAST_BOUND,
    Acting,
    number,
    shots,
    sort_of,
)
from drillbook.rulesets.great_war_1418.common.steps import MOVING as MOVING_STEP
from drillbook.rulesets.great_war_1418.common.under_way import Wound


class Assault:
    """Everything that an assault needs; bound() and fought() tell how it goes."""

    def __init__(self, r: Reader, w: Working, attack: Attack, defence: Defence) -> None:
        self.r, self.attack, self.defence = r, attack, defence
        speed = speed_class(r, Working(r), attack.unit)
        self.pace = under_way.pace(r, w, speed, attack.going, assault=True, road=attack.road)
        mine = self._hardness(w)
        theirs = tough(r, w, defence.unit, defence.parent, defence.ground)
        firing = [Other(defence.unit, defence.dug, defence.moved), *defence.others]
        self.shooters = [self._shooter(w, one, mine) for one in firing]
        self.own = {contact: self._own(w if contact else Working(r), theirs[1], contact) for contact in (False, True)}
        later = under_way.wounds(r, w, attack.slowed, mine.on_the_way, mine.built_in)
        same = mine.setting_out == mine.on_the_way
        early = later if same else under_way.wounds(r, w, attack.slowed, mine.setting_out, mine.built_in)
        self.wounds = {True: early, False: later}
        must_reach(r, w, attack.gap, self.pace.cm(later.slows(later.start)))
        self.follows = any(one.at_rear for one in defence.others)
        rear = Rear(hits=standing(0, attack.behind).behind or 0) if self.follows else None
        self.depth = exact(r.num("scope.base-size", "deep") * r.num("shooting.range", "inch")) if self.follows else 0
        self.start = At(attack.gap, attack.carried, defence.carried, later.start, rear=rear)
        come = self.halfway(self.start, first=True)
        w.then(
            "cm between them while it is shot at" + (", set midway into other ground" if come else ""),
            exact(attack.gap - come),
            "execution-order.half-way" if defence.changes or self.leaves else "shooting.range",
        )
        self.melee = self._melee(w, (mine.built_in, mine.on_the_way), theirs)
        self.at_once = self.melee
        if mine.leaving != mine.on_the_way:
            self.at_once = self._melee(w, (mine.built_in, mine.leaving), theirs)
        self.dead, self.step = self.melee.dead, number(r, MOVING_STEP)
        self.fire = cache(self._fire)

    def _hardness(self, w: Working) -> Hardness:
        """Return the Resilience of the assaulter, bound by bound, with the steps.

        The function also sets whether the assaulter changes cover as it sets out.
        """
        r, attack = self.r, self.attack
        built, later = tough(r, w, attack.unit, attack.parent, attack.ground)
        self.leaves = attack.leaves is not None
        if attack.leaves is None:
            return Hardness(built, later, later, later)
        stance = attack.leaves
        slow = bool(attack.carried) and attack.slowed != under_way.FREE
        if self.pace.cm(slow) < attack.gap:  # it stops on the way, and touches no other ground
            stance = replace(stance, to=Place(attack.going))
        still = replace(stance, posture=DUG if stance.posture == LEAVING else STANDING)
        w.note("in its first bound it leaves the ground where it sets out", "cover.weaker")
        leaving = setting_out = tough(r, w, attack.unit, attack.parent, stance)[1]
        if (
            stance.posture == LEAVING
            and stance.place.works == NONE
            and leaving == built + total(worth(r, stance.place, dug=True))
        ):
            self.leaves = False  # it keeps the line of its hole, so it changes no cover
        if r.holds("moving-when", "from-its-move"):
            setting_out = tough(r, w, attack.unit, attack.parent, still)[1]
            w.note("until it moves it is what it was", "execution-order.mark")
        return Hardness(built, setting_out, leaving, later)

    def _shooter(self, w: Working, one: Other, mine: Hardness) -> Shooter:
        """Return the shots of a unit that stays where it is.

        After the first bound it has been still for one bound.
        """
        r, kind = self.r, sort_of(self.r, one.unit)
        fire = fire_of(r, Working(r), one.unit, mine.on_the_way, vehicle=is_vehicle(r, self.attack.unit))
        early = replace(fire, resilience=mine.setting_out)
        later = EARLIER if one.moved == LAST_BOUND else one.moved
        slots = (
            shots(r, w, Acting(kind, one.dug, moved=one.moved)),
            shots(r, Working(r), Acting(kind, one.dug, moved=later)),
        )
        far = reach(r, Working(r), one.unit) if fire.dice.count else 0
        return Shooter(fire, early, far, slots, one.at_rear)

    def _own(self, w: Working, needs: int, contact: bool) -> Shooter:
        """Return the assaulter's shots, either if its move brings it into contact or if not."""
        r, unit = self.r, self.attack.unit
        fire = fire_of(r, Working(r), unit, needs, vehicle=is_vehicle(r, self.defence.unit))
        found = shots(r, w, Acting(sort_of(r, unit), does=CHARGES, contact=contact))
        return Shooter(fire, fire, reach(r, Working(r), unit, moving=True) if fire.dice.count else 0, (found, found))

    def _melee(self, w: Working, mine: tuple[int, int], theirs: tuple[int, int]) -> Melee:
        """Work out how the two fight hand to hand, with the steps."""
        r, counts = self.r, self.r.holds("melee-cover", "ground-counts")
        units = self.attack.unit, self.defence.unit
        fighters = []
        for unit, enemy, both in zip(units, units[::-1], (mine, theirs), strict=True):
            w.then(f"{r.name('units', unit)}: Resilience in melee", both[counts], "melee.arming")
            fighters.append(armed(r, w, unit, enemy, both[counts]))
        melee = Melee(r, fighters[0], fighters[1], self.attack.gives_up)
        melee.told(self.meets(self.start))
        return melee

    def meets(self, at: At) -> Fight:
        """Give the two sides as they come to blows."""
        mine, theirs = standing(at.hits, self.attack.behind), standing(at.foe, self.defence.behind)
        if self.follows:
            there = at.rear is not None and not at.rear.lag and at.rear.hits < self.r.int("injuries.two-hits")
            mine = mine._replace(behind=at.rear.hits if at.rear and there else None)
        return mine, theirs

    def moments(self, contact: bool, *, first: bool, after: bool) -> list[Moment]:
        """Return the shots of a bound, before the moves or after them.

        first: whether it is the first bound of the assault.
        """
        theirs = [one.slots[not first] for one in self.shooters]
        own = self.own[contact].slots[not first]
        return [
            Moment(tuple(n for n, slots in enumerate(theirs) if slot in slots), slot in own)
            for slot in sorted({slot for slots in (*theirs, own) for slot in slots})
            if (slot.step > self.step) == after
        ]

    def halfway(self, at: At, *, first: bool) -> Number:
        """Return how far ahead the assaulter is set while it is shot at, in cm.

        It is set midway if its planned move takes it into other ground; otherwise the result is 0.
        """
        planned = self.pace.cm(self.wounds[first].slows(at.wound))
        changes = (first and self.leaves) or (self.defence.changes and planned >= at.gap)
        return midway(self.r, min(planned, at.gap)) if changes else 0

    def shoot(self, at: At, moment: Moment, far: Number) -> Shots:
        """Tell who of them shoots indeed over so many cm."""
        if at.hits >= self.dead:
            return Shots()
        able = [n for n in moment.theirs if n or at.foe < self.dead]
        marked = [n for n in able if at.rear is not None and self.shooters[n].at_rear]
        lost = at.rear is not None and at.rear.hits >= self.dead  # it has fallen in this very bound
        if lost and marked and self.r.holds("target-gone", "another"):
            marked = []
        theirs = tuple(n for n in able if n not in marked and self.shooters[n].carries(far))
        behind = tuple(n for n in marked if not lost and self.shooters[n].carries(exact(far + self.depth)))
        return Shots(theirs, behind, moment.mine and at.foe < self.dead and self.own[not at.gap].carries(far))

    def hit(self, at: At, shots: Shots, back: int, out: int, behind: int = 0) -> At:
        """Return the state after these shots.

        back: the hits on the assaulter; out: those on the enemy; behind: those on the platoon behind the assaulter.
        """
        hits = min(self.dead, at.hits + back)
        if out and hits >= self.dead and not self.r.holds("simultaneous-fire", "together"):
            out = 0
        wound = Wound(0) if back else at.wound
        rear = at.rear
        if rear is not None and shots.behind:
            hurt = Wound(0) if behind else rear.wound
            rear = rear._replace(hits=min(self.dead, rear.hits + behind), wound=hurt, shot_at=True)
        return At(at.gap, hits, min(self.dead, at.foe + out), wound, at.shot_at or bool(shots.theirs), rear)

    def _fire(self, shooters: tuple[int, ...], mine: bool, early: bool) -> tuple[Distribution[Any], Distribution[Any]]:
        """Return the distributions of hits on the assaulter, and of hits on the enemy.

        shooters: the numbers of those that shoot at the assaulter; mine: whether the assaulter shoots;
        early: the assaulter has not yet left the ground where it set out.
        """
        fires = [self.shooters[n].early if early else self.shooters[n].fire for n in shooters]
        back = combined([hits_of(self.r, one) for one in fires]) if fires else Distribution.sure(0)
        return back, hits_of(self.r, self.own[True].fire) if mine else Distribution.sure(0)

    def _fired(self, at: At, moments: Sequence[Moment], far: Number, *, early: bool = False) -> Distribution[At]:
        """Return the distribution of states after these shots.

        far: the range in cm; early: the assaulter has not yet left the ground where it set out.
        """
        now = Distribution.sure(at)
        for moment in moments:

            def on(one: At, moment: Moment = moment) -> Distribution[At]:
                shots = self.shoot(one, moment, far)
                back, out = self.fire(shots.theirs, shots.mine, early)
                if not shots.behind:
                    return back.combine(out, lambda hits, more: self.hit(one, shots, hits, more))
                behind, _ = self.fire(shots.behind, False, early)
                both = back.combine(out, lambda hits, more: (hits, more))
                return both.combine(behind, lambda pair, rear: self.hit(one, shots, *pair, rear))

            now = now.then(on)
        return now

    def _cm(self, slow: bool, wound: Wound, come: Number) -> Number:
        """Return how far a move goes, in cm.

        slow: whether the platoon is slow; wound: what slowed the platoon before the move;
        come: how far ahead it was set, in cm.
        """
        hurt_midway = come and slow and wound.age == 0
        return hit_midway(self.r, self.pace.unhurt, come) if hurt_midway else self.pace.cm(slow)

    def moved(self, at: At, slow: bool, wound: Wound, come: Number, rear: tuple[bool, Wound] | None = None) -> At:
        """Return the state after the move.

        come: how far ahead the assaulter was set before it was shot at, in cm.
        rear: whether the platoon behind it is slow, and its wound after the bound.
        """
        gap = exact(max(0, at.gap - self._cm(slow, at.wound, come)))
        follows = at.rear
        if follows is not None and rear is not None:
            left = at.gap + follows.lag - self._cm(rear[0], follows.wound, come)
            follows = Rear(exact(max(0, left - gap)), follows.hits, rear[1])
        return At(gap, at.hits, at.foe, wound, rear=follows)

    def goes(self, at: At, come: Number, *, first: bool) -> Distribution[At]:
        """Return the distribution of states after the recovery die, if one is rolled, and the move."""
        if at.hits >= self.dead:
            return Distribution.sure(at)
        mine = self.wounds[first].turn(at.wound, at.shot_at)
        if at.rear is None or at.rear.hits >= self.dead:
            return mine.map(lambda both: self.moved(at, *both, come))
        rear = self.wounds[first].turn(at.rear.wound, at.rear.shot_at)
        return mine.combine(rear, lambda both, other: self.moved(at, *both, come, other))

    def bound(self, at: At, first: bool) -> Distribution[At]:
        """Work out a bound without its melee: fire, the move, the shots of those who assault."""
        come = self.halfway(at, first=first)
        before = self.moments(contact=False, first=first, after=False)
        fired = self._fired(at, before, exact(at.gap - come), early=first)
        return fired.then(lambda one: self.goes(one, come, first=first)).then(
            lambda one: self._fired(one, self.moments(not one.gap, first=first, after=True), one.gap)
        )

    def outcome(self, at: At, last: bool) -> str:
        """Return what the way has come to; empty if it goes on.

        last: there is no bound after this one.
        """
        if at.hits >= self.dead:
            return SHOT_DOWN
        cleared = at.foe >= self.dead
        if cleared and self.defence.behind != NOBODY:
            return CLEARED
        if not at.gap:
            return EMPTY if cleared else CONTACT
        return "" if not last else CLEARED if cleared else SHORT

    def rested(self, at: At) -> At:
        """Return the state at the beginning of the next bound.

        Nobody has been shot at yet in that bound, and a platoon behind that is lost is taken off.
        """
        gone = at.rear is not None and at.rear.hits >= self.dead
        return at._replace(shot_at=False, rear=None if gone else at.rear)

    def fought(self, at: At, *, first: bool) -> Distribution[Fight]:
        """Return the distribution of how the melee ends.

        If no melee is fought, since one side cannot harm the other, the two stay as they are.
        first: contact comes in the first bound.
        """
        fight, melee = self.meets(at), self.at_once if first else self.melee
        if refuses(self.r, Working(self.r), melee, fight):
            return Distribution.sure(fight)
        return melee.to_the_end(fight)[0]

    def ends(self, bounds: int) -> Iterator[tuple[End, Fraction]]:
        """Give every end that the assault may come to in so many bounds, with its chance."""
        live = {self.start: Fraction(1)}
        for turn in range(bounds):
            after: dict[At, Fraction] = {}
            for at, weight in live.items():
                for now, chance in self.bound(at, not turn).items():
                    came = self.outcome(now, turn + 1 == bounds)
                    if not came:
                        now = self.rested(now)
                        after[now] = after.get(now, Fraction(0)) + weight * chance
                        continue
                    fights = self.fought(now, first=not turn) if came == CONTACT else Distribution.sure(self.meets(now))
                    for fight, part in fights.items():
                        yield End(came, now, fight), weight * chance * part
            live = after


def tough(r: Reader, w: Working, unit: str, parent: str, ground: Ground) -> tuple[int, int]:
    """Work out the Resilience of a unit without its ground and with it, with the steps."""
    before = built_in(r, w, unit, parent)
    if isinstance(ground, Stance):
        covered(r, w, ground)
    else:
        on_line(r, w, *ground)
    return before, w.whole

"""A firefight between two units, worked out exactly: every volley, answer and shaken nerve.

In each turn the first side tests its glory and fires, and those of its victims who may strike back do so; then the
other side does the same. On other readings both sides test after both have fired, in addition or instead. A side is
followed until nobody is left or it panics: from then on its men act each for himself. Chances are kept as whole
numbers over a common whole, so that no fraction has to be shortened on the way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor, lcm
from typing import TypeVar

from drillbook.asking import Reader
from drillbook.maths import Distribution, binomial
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, dice_of, scored
from drillbook.rulesets.breaking_of_nations.ranged_combat._nerve import Facts, Nerve, Tested
from drillbook.rulesets.breaking_of_nations.ranged_combat._sides import (
    Left,
    Pair,
    Side,
    State,
    Unit,
    guns_lost,
    tests_when,
)

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
#: Outcomes with whole weights, and what those add up to.
Weighted = tuple[Sequence[tuple[V, int]], int]


class Firefight:
    """Two sides that fire at each other, the first side always first."""

    def __init__(self, r: Reader, first: Side, second: Side, turns: int) -> None:
        self.r, self.sides, self.last = r, (first, second), turns - 1
        self.half = tuple(floor(side.men * r.num("glory.trigger-half")) for side in self.sides)
        self.allocation = r.read_as("casualty-allocation")
        self.tests = tests_when(r, self.sides)
        self.guns_lost = bool(first.lmgs or second.lmgs) and guns_lost(r)
        #: Whether a die of an LMG may hit several men, who are then hit alike.
        self.shared = bool(first.lmgs and second.answer) and r.holds("lmg-scatter", "two-each")
        #: A leader who falls before or after the gunners makes odds to them.
        self.keeps_leader = self.guns_lost and self.allocation != "by-lot"
        self.fallen = cache(self._fallen)
        self.scored = cache(self._scored)
        self.pins = cache(self._pins)
        self.struck = cache(self._struck)
        self.tolls = cache(self._tolls)
        self.back = cache(self._back)
        #: Of the fights that go on: what is left of the side that fires next, and of the other, with a whole weight.
        self.going: dict[Unit, dict[Unit, int]] = {self._fresh(first): {self._fresh(second): 1}}
        #: Of the fights that are over: what is left of both.
        self.over: dict[Pair, int] = defaultdict(int)

    @staticmethod
    def _fresh(side: Side) -> Unit:
        """Return a side before the first shot."""
        return Unit(side.men, side.lmgs, True, side.nerves.calm)

    def flow(self) -> list[Distribution[Pair]]:
        """Return the joint distributions of what is left of both sides, turn by turn.

        The first one is for the start, the others for the end of each turn.
        """
        told = [self._told()]
        for turn in range(self.last + 1):
            for by in (0, 1):
                if self.tests != "glory-phase":
                    self.going = self._tested(by, turn)
                self._volley(by, turn)
            if self.tests != "next-orders":
                self.going = self._glory_phase(turn)
            told.append(self._told())
        return told

    def _told(self) -> Distribution[Pair]:
        """Return the distribution of what is left of both, as it is before the first side fires."""
        standing = (
            ((own.left, other.left), weight) for own, row in self.going.items() for other, weight in row.items()
        )
        return Distribution.weighted((*self.over.items(), *standing))

    def _end(self, by: int, own: State, other: State, weight: int) -> None:
        """Add the weight of a fight that is over."""
        self.over[(own.left, other.left) if by == 0 else (other.left, own.left)] += weight

    def _grow(self, times: int) -> None:
        """Every weight of what is over, once those of what goes on have grown so many times."""
        for pair in self.over:
            self.over[pair] *= times

    def _volley(self, by: int, turn: int) -> None:
        """Fire the volley of one side and let those that it hits answer."""
        firing = self.going
        facing = {(own.men, own.guns, other) for own, row in firing.items() for other in row}
        hits, by_hits = _scaled({key: self._hit(by, *key, turn) for key in facing})
        struck: dict[tuple[Unit, int, int], dict[State, int]] = {}
        for own, row in firing.items():
            for other, weight in row.items():
                faced = other.men if self.shared and own.guns else 0
                for (lost, after), chance in hits[own.men, own.guns, other]:
                    rest = struck.setdefault((own, lost, faced), {})
                    rest[after] = rest.get(after, 0) + weight * chance
        answers, by_answers = _scaled({key: self._answered(by, *key) for key in struck})
        self._grow(by_hits * by_answers)
        self.going = {}
        for key, rest in struck.items():
            for left, chance in answers[key]:
                for after, weight in rest.items():
                    if isinstance(left, Left) or isinstance(after, Left):
                        self._end(by, left, after, weight * chance)
                    else:
                        turned = self.going.setdefault(after, {})  # now it is the other side's turn to fire
                        turned[left] = turned.get(left, 0) + weight * chance

    def _tested(self, by: int, turn: int) -> dict[Unit, dict[Unit, int]]:
        """Return the fights that go on after one side, which fires next, has tested its nerve."""
        table = self._table(by, first=by == 1)
        tested, grown = _scaled({own: table[own.nerve] for own in self.going})
        self._grow(grown)
        firing: dict[Unit, dict[Unit, int]] = {}
        for own, row in self.going.items():
            for nerve, chance in tested[own]:
                if nerve is None:
                    for other, weight in row.items():
                        self._end(by, Left(own.men, True), other, weight * chance)
                    continue
                rallied = own._replace(nerve=nerve)
                after = firing.setdefault(self._unshaken(by, rallied) if by and turn == self.last else rallied, {})
                for other, weight in row.items():
                    after[other] = after.get(other, 0) + weight * chance
        return firing

    def _glory_phase(self, turn: int) -> dict[Unit, dict[Unit, int]]:
        """Return the fights that go on after both sides, which have fired, have tested their nerve.

        Neither test waits for the other.
        """
        first, second = (self._table(by, first=by == 0) for by in (0, 1))
        ours, by_ours = _scaled({own: first[own.nerve] for own in self.going})
        theirs, by_theirs = _scaled({other: second[other.nerve] for row in self.going.values() for other in row})
        self._grow(by_ours * by_theirs)
        going: dict[Unit, dict[Unit, int]] = {}
        for own, row in self.going.items():
            for other, weight in row.items():
                for (nerve, chance), (their_nerve, their_chance) in product(ours[own], theirs[other]):
                    left, right = self._rallied(0, own, nerve, turn), self._rallied(1, other, their_nerve, turn)
                    both = weight * chance * their_chance
                    if isinstance(left, Left) or isinstance(right, Left):
                        self._end(0, left, right, both)
                    else:
                        after = going.setdefault(left, {})
                        after[right] = after.get(right, 0) + both
        return going

    def _rallied(self, by: int, unit: Unit, nerve: Nerve | None, turn: int) -> State:
        """Return a unit after its test in the glory phase; a nerve of None is panic."""
        if nerve is None:
            return Left(unit.men, True)
        tested = unit._replace(nerve=nerve)
        return self._unshaken(by, tested) if turn == self.last else tested

    def _table(self, by: int, *, first: bool) -> Mapping[Nerve, Tested]:
        """Return what tests leave of a side's nerves.

        If the side tests at two times, the result is that of the first or of the second test.
        """
        nerves = self.sides[by].nerves
        if self.tests != "both-tests" or not nerves.apart:
            return nerves.tested
        return nerves.first if first else nerves.second

    def _hit(self, by: int, firing: int, guns: int, unit: Unit, turn: int) -> Weighted[tuple[int, State]]:
        """How many of a unit fall to the volley of so many men, and what is left of it."""
        fallen, whole = self.fallen(by, firing, guns, unit.men).weights
        told: dict[tuple[int, State], int] = defaultdict(int)
        lots, pins = 1, self.pins(bool(guns), turn)
        for lost, weight in fallen.items():
            struck, lots = self.struck(1 - by, unit, lost, turn, pins)
            for after, chance in struck:
                told[0 if by else lost, after] += weight * chance  # nobody answers the second side
        return list(told.items()), whole * lots

    def _answered(self, by: int, firing: Unit, lost: int, faced: int) -> Weighted[State]:
        """Return the firers after the answers of those that they hit.

        Only men who have not acted in this turn answer. faced is the number of men that they fired at, if one die may have
        hit several of them; otherwise 0.
        """
        side = self.sides[by]
        if by or not lost or not side.hit:
            return [(firing, 1)], 1
        ordinary = (side.hit - side.critical) / side.hit
        apart = binomial(lost, ordinary * self.sides[1].answer)
        felled, whole = (self.back(firing.men, firing.guns, faced)[lost] if faced else apart).weights
        told: dict[State, int] = defaultdict(int)
        lots = 1
        for count, weight in felled.items():
            struck, lots = self.struck(by, firing, min(firing.men, count), None, False)
            for after, chance in struck:
                told[after] += weight * chance
        return list(told.items()), whole * lots

    def _back(self, firing: int, guns: int, faced: int) -> dict[int, Distribution[int]]:
        """Return the distribution of the answers that strike home, by the number of men who fell.

        The men who fell are those that the first side faced. Its dice are evaluated one by one. Men hit by the same die are
        killed outright together, or not at all.
        """
        side, answer = self.sides[0], self.sides[1].answer
        dice = [1] * ((firing - guns) * side.shots) + dice_of(
            self.r, LMG, self.r.int("weapons.lmg-shots"), faced
        ) * guns
        now = {(0, 0): Fraction(1)}
        for many in dice:
            after: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
            for (lost, back), weight in now.items():
                falling = min(many, faced - lost)
                after[lost, back] += weight * (1 - side.hit)
                after[lost + falling, back] += weight * side.critical
                for struck, chance in binomial(falling, answer).items():
                    after[lost + falling, back + struck] += weight * (side.hit - side.critical) * chance
            now = after
        return {
            count: Distribution.weighted([(back, weight) for (lost, back), weight in now.items() if lost == count])
            for count in {lost for lost, _ in now}
        }

    def _fallen(self, by: int, firing: int, guns: int, facing: int) -> Distribution[int]:
        """How many fall to a volley of so many men."""
        looked_at = facing if guns else 0  # only an LMG's shots depend on how many there are
        return self.scored(by, firing, guns, looked_at).map(lambda count: min(facing, count))

    def _scored(self, by: int, firing: int, guns: int, facing: int) -> Distribution[int]:
        """Return the distribution of the hits of a volley of so many men."""
        side = self.sides[by]
        hits = scored(self.r, "rifle", firing - guns, side.shots, side.hit, facing)
        return hits + scored(self.r, LMG, guns, self.r.int("weapons.lmg-shots"), side.hit, facing) if guns else hits

    def _pins(self, lmg: bool, turn: int) -> bool:
        """Whether fire in that turn, the first of all being 0, pins."""
        return pinned(self.r, LMG if lmg else "rifles", turn, 0).held

    def _struck(self, whose: int, unit: Unit, lost: int, turn: int | None, pins: bool) -> Weighted[State]:
        """Return a unit after it has lost so many men; the whole is the same for all losses.

        turn is that of the enemy's volley, or None for answers. Answers pin nobody, and no lasting state is counted twice in
        a turn.
        """
        tolls, whole = self.tolls(unit.men, unit.guns, unit.leader, lost)
        if turn is None and not lost:
            return [(unit, whole)], whole
        nerves, men = self.sides[whose].nerves, unit.men - lost
        if not men:
            return [(Left(0), whole)], whole
        was_half = unit.men <= self.half[whose]
        half = men <= self.half[whose] and (turn is not None or not was_half)
        after = []
        for (falls, guns), chance in tolls:
            facts = Facts(half, pins, falls, was_half, turn is not None and unit.pinned)
            nerve = nerves.shaken[unit.nerve, nerves.triggers[facts]]
            held = pins if turn is not None else unit.pinned
            left = Left(men, True) if nerve is None else Unit(men, guns, unit.leader and not falls, nerve, held)
            after.append((self._plain(whose, left, turn), chance))
        return after, whole

    def _tolls(self, men: int, guns: int, leader: bool, lost: int) -> Weighted[tuple[bool, int]]:
        """Return the ends of the loss of men: whether the leader falls, and how many LMGs fire on.

        The leader carries no LMG if that is possible.
        """
        at_risk = guns if self.guns_lost else 0
        left = min(guns, men - lost)
        match self.allocation:
            case "shooter-names":
                falls = leader and lost > 0
                return [((falls, min(left, guns - min(at_risk, lost - falls))), 1)], 1
            case "owner-chooses":
                spared = leader and 0 < at_risk < men  # the leader is the last to fall, the gunners before him
                return [((False, max(0, min(left, men - lost - spared))), 1)], 1
        told: dict[tuple[bool, int], int] = defaultdict(int)
        among, whole = men - leader, 0
        at_risk = 0 if guns == men else at_risk  # where all men have one, as many are left as men
        for falls in (True, False) if leader else (False,):
            places = (lost if falls else men - lost) if leader else 1
            for gone in range(at_risk + 1):
                ways = places and comb(lost - falls, gone) * comb(among - lost + falls, at_risk - gone)
                told[falls, left if not at_risk else at_risk - gone] += places * ways
                whole += places * ways
        return [(toll, weight) for toll, weight in told.items() if weight], whole

    def _plain(self, whose: int, left: State, turn: int | None) -> State:
        """Return what is left of a side, without what no longer makes a difference.

        A nerve makes no difference if nothing that can still happen would break it.
        """
        if isinstance(left, Left):
            return left
        if turn == self.last:  # the second side has its test before it, the first has nothing
            kept = left._replace(leader=left.leader and self.keeps_leader)
            return kept if whose or self.tests != "next-orders" else self._unshaken(whose, kept)
        nerves = self.sides[whose].nerves
        if nerves.morale.lasting_counts:
            return left
        to_come = left.leader + (left.men > self.half[whose]) + (not left.pinned or self.guns_lost)
        return self._unshaken(whose, left) if nerves.holds(left.nerve, to_come) else left

    def _unshaken(self, whose: int, unit: Unit) -> Unit:
        """Return the unit with the nerve it began with, for a nerve that makes no difference."""
        return unit._replace(leader=unit.leader and self.keeps_leader, nerve=self.sides[whose].nerves.calm)


def fought(r: Reader, first: Side, second: Side, turns: int) -> list[Distribution[Pair]]:
    """Return the distributions of what is left of both sides, turn by turn.

    The first one is for the start, the others for the end of each turn. The first side is always first.
    """
    return Firefight(r, first, second, turns).flow()


def _scaled(parts: Mapping[K, Weighted[V]]) -> tuple[dict[K, Sequence[tuple[V, int]]], int]:
    """Outcomes with weights that add up to the same for every key, and what that is."""
    common = lcm(*{whole for _, whole in parts.values()})
    scaled: dict[K, Sequence[tuple[V, int]]] = {}
    for key, (weights, whole) in parts.items():
        times = common // whole
        scaled[key] = weights if times == 1 else [(outcome, weight * times) for outcome, weight in weights]
    return scaled, common

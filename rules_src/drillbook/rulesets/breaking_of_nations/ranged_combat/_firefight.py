"""A firefight between two units, worked out exactly: every volley, every answer, every shaken nerve.

In each turn the first side tests its glory and fires, those of its victims who may strike back, and then the other side does the
same. A side is followed until nobody is left or it panics: from then on its men act each for himself. Chances are kept as whole
numbers over a common whole, so that no fraction has to be shortened on the way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple, TypeVar

from drillbook.asking import Reader
from drillbook.maths import Distribution, binomial
from drillbook.rulesets.breaking_of_nations.common.morale import Morale
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, scored


class Unit(NamedTuple):
    """What is left of one side: its men, its leader, its GL, the triggers it has not tested for, and whether it has panicked."""

    men: int
    leader: bool
    gl: int
    pending: int
    panicked: bool = False

    @property
    def out(self) -> bool:
        """Whether it fights no more."""
        return self.panicked or not self.men

    @property
    def spent(self) -> Unit:
        """What is told of it when the fight is over: its men, and whether it panicked."""
        return Unit(self.men, False, 0, 0, self.panicked)


@dataclass(frozen=True, slots=True)
class Side:
    """One side as it begins: its men, how many of them have an LMG, what its shots and its answers do, and its nerve.

    hit, critical: of each shot at the enemy; answer: the chance that a man who is hit, and not killed outright, fells a man before he
    goes (0 where nobody answers).
    """

    men: int
    lmgs: int
    hit: Fraction
    critical: Fraction
    answer: Fraction
    needed: int
    needed_back: int
    nerve: Morale


Pair = tuple[Unit, Unit]
Weights = dict[Pair, int]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Firefight:
    """Two sides that fire at each other, the first side always first."""

    def __init__(self, r: Reader, first: Side, second: Side) -> None:
        self.r, self.sides = r, (first, second)
        self.half = r.num("glory.trigger-half")
        self.allocation = r.read_as("casualty-allocation")
        self.each = r.int("stats.rof"), r.int("weapons.lmg-shots")
        self.struck = cache(self._struck)
        self.fallen = cache(self._fallen)
        self.scored = cache(self._scored)
        self.pins = cache(self._pins)
        self.answered = cache(self._answered)
        self.rallied = cache(self._rallied)

    def begin(self) -> Pair:
        """Both sides before the first shot."""
        first, second = (Unit(side.men, True, side.nerve.printed, 0) for side in self.sides)
        return first, second

    def events(self, by: int, turn: int) -> tuple[bool, bool]:
        """Whether the fire of one side pins the other in this turn, and whether it did so in the turn before."""
        return self.pins(by, turn), turn > 0 and self.pins(by, turn - 1)

    def _pins(self, by: int, turn: int) -> bool:
        """Whether the fire of a side pins in that turn, the first of all being 0."""
        return pinned(self.r, LMG if self.sides[by].lmgs else "rifles", turn, 0).held

    def flow(self, turns: int) -> list[Distribution[Pair]]:
        """What is left of both at the start and after each turn."""
        now, whole = {self.begin(): 1}, 1
        told = [Distribution.sure(self.begin())]
        for turn in range(turns):
            for by in (0, 1):
                now, whole = self._volley(now, whole, by, turn)
            told.append(Distribution.weighted(now.items()))
        return told

    def _volley(self, now: Weights, whole: int, by: int, turn: int) -> tuple[Weights, int]:
        """One side tests its glory and fires; the weights of all pairs afterwards, and what they add up to."""
        ended = {pair: weight for pair, weight in now.items() if pair[0].out or pair[1].out}
        going = [((pair[by], pair[1 - by]), weight) for pair, weight in now.items() if pair not in ended]
        tested, by_test = _scaled({one: self.rallied(by, one) for (one, _), _ in going})
        firing: dict[Pair, int] = defaultdict(int)
        broken: dict[Pair, int] = defaultdict(int)
        for (own, other), weight in going:
            for after, chance in tested[own]:
                (broken if after.out else firing)[after, other] += weight * chance
        volleys, by_volley = _scaled(
            {(own.men, other.men): self.fallen(by, own.men, other.men) for own, other in firing}
        )
        hit, by_hit = _scaled(
            {
                (other, lost): self.struck(1 - by, other, lost, turn)
                for own, other in firing
                for lost, _ in volleys[own.men, other.men]
            }
        )
        struck: dict[tuple[Unit, Unit, int], int] = defaultdict(int)
        for (own, other), weight in firing.items():
            for lost, chance in volleys[own.men, other.men]:
                both = weight * chance
                for after, luck in hit[other, lost]:
                    struck[own, after, lost] += both * luck
        answers, by_answer = _scaled({(own, lost): self.answered(by, own, lost) for own, _, lost in struck})
        grown = by_volley * by_hit * by_answer
        told: Weights = defaultdict(int)
        for pair, weight in ended.items():
            told[pair] += weight * by_test * grown
        for (own, other), weight in broken.items():
            told[(own.spent, other.spent) if by == 0 else (other.spent, own.spent)] += weight * grown
        for (own, other, lost), weight in struck.items():
            over = other.out
            for after, chance in answers[own, lost]:
                pair = (after.spent, other.spent) if over or after.out else (after, other)
                told[pair if by == 0 else pair[::-1]] += weight * chance
        return told, whole * by_test * grown

    def _answered(self, by: int, firing: Unit, lost: int) -> Distribution[Unit]:
        """What the firers are after the answers of those they have hit."""
        if by or not lost:
            return Distribution.sure(firing)
        return self._answers(by, lost, firing.men).then(
            lambda felled: self.struck(by, firing, felled, None) if felled else Distribution.sure(firing)
        )

    def _answers(self, by: int, lost: int, men: int) -> Distribution[int]:
        """How many of the firers fall to those whom they hit; only men who have not acted in this turn answer."""
        side = self.sides[by]
        if by or not lost or not side.hit:
            return Distribution.sure(0)
        ordinary = (side.hit - side.critical) / side.hit
        return binomial(lost, ordinary * self.sides[1].answer).map(lambda count: min(men, count))

    def _fallen(self, by: int, firing: int, facing: int) -> Distribution[int]:
        """How many fall to a volley of so many men."""
        looked_at = facing if self.sides[by].lmgs else 0  # only an LMG's shots depend on how many there are
        return self.scored(by, firing, looked_at).map(lambda count: min(facing, count))

    def _scored(self, by: int, firing: int, facing: int) -> Distribution[int]:
        """The hits of a volley of so many men; the men with an LMG are the last to fall."""
        side = self.sides[by]
        guns, (rifle, lmg) = min(side.lmgs, firing), self.each
        hits = scored(self.r, "rifle", firing - guns, rifle, side.hit, facing)
        return hits + scored(self.r, LMG, guns, lmg, side.hit, facing) if guns else hits

    def _struck(self, whose: int, unit: Unit, lost: int, turn: int | None) -> Distribution[Unit]:
        """What a unit is after losing so many men; turn: of the enemy's volley, None for answers, which pin nobody."""
        m, men = self.sides[whose].nerve, unit.men - lost
        if not men:
            return Distribution.sure(Unit(0, False, unit.gl, 0))
        half = self.sides[whose].men * self.half
        pins, before = (False, False) if turn is None else self.events(1 - whose, turn)
        now = [name for name, true in (("half", men <= half), ("pinned", pins)) if true]
        then = [name for name, true in (("half", unit.men <= half), ("pinned", before)) if true]
        if turn is None and unit.men <= half:
            now.remove("half")  # that it lasts is counted once in a turn, with the volley
        return Distribution.weighted(
            (
                self._plain(
                    whose, self._shaken(m, unit, men, leader, m.counted([*now, *(["leader"] * gone)], then)), turn
                ),
                chance,
            )
            for leader, gone, chance in self._leader(unit, lost)
            if chance
        )

    def _plain(self, whose: int, unit: Unit, turn: int | None) -> Unit:
        """The unit without what makes no odds any more: its nerve where nothing that can still happen would break it."""
        side = self.sides[whose]
        m = side.nerve
        if unit.out:
            return Unit(unit.men, False, m.panic, 0, unit.panicked)
        if m.tests(unit.pending, unit.gl) == m.tests(1, unit.gl) and not m.added_again:
            unit = unit._replace(pending=min(unit.pending, 1))
        if m.lasting_counts:
            return unit
        pins_later = turn is None or not self.pins(1 - whose, turn)
        to_come = unit.leader + (unit.men > side.men * self.half) + pins_later
        if m.raised(unit.gl, to_come) < m.panic:
            return Unit(unit.men, False, m.printed, 0)
        return unit

    def _leader(self, unit: Unit, lost: int) -> list[tuple[bool, int, Fraction]]:
        """Whether the leader still stands, whether he has just fallen, and the chance of it."""
        falls = {
            "shooter-names": Fraction(bool(lost)),
            "owner-chooses": Fraction(lost == unit.men),
            "by-lot": Fraction(lost, unit.men),
        }[self.allocation] * unit.leader
        return [(False, 1, falls), (unit.leader, 0, 1 - falls)]

    @staticmethod
    def _shaken(m: Morale, unit: Unit, men: int, leader: bool, triggers: tuple[str, ...]) -> Unit:
        """The unit with its triggers added; whether it panics at once."""
        gl = m.raised(unit.gl, len(triggers))
        if gl >= m.panic and not m.spared(unit.gl):
            return Unit(men, leader, m.panic, 0, True)
        return Unit(men, leader, gl, unit.pending + len(triggers))

    def _rallied(self, whose: int, unit: Unit) -> Distribution[Unit]:
        """A side once it has tested its glory for what has happened to it."""
        m = self.sides[whose].nerve
        if not unit.pending:
            return Distribution.sure(unit)
        tested = m.tested(unit.gl, unit.pending, spared=unit.gl >= m.panic)
        return tested.map(lambda gl: unit._replace(gl=gl, pending=0, panicked=gl >= m.panic))


def fought(r: Reader, first: Side, second: Side, turns: int) -> list[Distribution[Pair]]:
    """What is left of both sides, the first always first, at the start and after each turn."""
    return Firefight(r, first, second).flow(turns)


def _scaled(parts: Mapping[K, Distribution[V]]) -> tuple[dict[K, list[tuple[V, int]]], int]:
    """Distributions with whole numbers in place of chances, and what those of each add up to."""
    wholes = {key: one.weights for key, one in parts.items()}
    common = lcm(*{whole for _, whole in wholes.values()})
    scaled = {}
    for key, (weights, whole) in wholes.items():
        times = common // whole
        scaled[key] = [(outcome, weight * times) for outcome, weight in weights.items()]
    return scaled, common

"""Storming a building, section 11.1: dice, hits, who takes them, who rallies, and the exact fight over several rounds.

No chapter of its own: the questions about a single round and about the whole assault both come here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from drillbook.dice import binomial, total
from drillbook.rulesets.breaking_news._casualties import save
from drillbook.rulesets.breaking_news._steady import steadies

if TYPE_CHECKING:
    from drillbook.reader import Reader

ONE = Fraction(1)
ATTACKERS, DEFENDERS = "attackers", "defenders"
SIDES = {ATTACKERS: "Attackers", DEFENDERS: "Defenders"}


class Kind(NamedTuple):
    """Some men alike: their dice each, their chance to save a hit, to rally with so many leaders about, and if they lead."""

    melee: int
    saves: Fraction
    rallies: tuple[Fraction, ...] = ()
    leads: bool = False


class Men(NamedTuple):
    """How many of a kind are up and throw dice, and how many are down, suppressed."""

    up: int
    down: int

    @property
    def all(self) -> int:
        """All who are still in the fight."""
        return self.up + self.down


Side = tuple[Men, ...]


class Force(NamedTuple):
    """One side: its kinds of men, and how many of each there are."""

    kinds: tuple[Kind, ...]
    men: Side


class Weights(NamedTuple):
    """What may become of a side: whole numbers over one denominator, which is far quicker than fractions."""

    parts: tuple[tuple[Side, int], ...]
    under: int

    def chances(self) -> dict[Side, Fraction]:
        """The same as probabilities."""
        return {side: Fraction(part, self.under) for side, part in self.parts}


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of a side in the fight for a building."""

    hits: Fraction
    spread: bool
    printed_dice: bool

    @classmethod
    def read(cls, r: Reader, side: str, *, dice: bool = True, losses: bool = True) -> Rules:
        """What this side hits on, what its suppressed men cost it in dice, and how the hits on it fall, as far as asked."""
        return cls(
            hits=r.dice("close-combat.storm-dice").at_least(r.int(hit_rule(side))),
            spread=not losses or r.reading("storm-allocation") == "A",
            printed_dice=dice and r.reading("storm-21") == "B",
        )

    def dice_of_each(self, kinds: tuple[Kind, ...], side: Side) -> list[int]:
        """How many dice each kind of men throws."""
        if not self.printed_dice:
            return [kind.melee * men.up for kind, men in zip(kinds, side, strict=True)]
        down = sum(men.down for men in side)
        return [max(0, kind.melee - down) * men.all for kind, men in zip(kinds, side, strict=True)]

    def dice(self, kinds: tuple[Kind, ...], side: Side) -> int:
        """How many dice a side throws."""
        return sum(self.dice_of_each(kinds, side))


def hit_rule(side: str) -> str:
    """The rule that says what a die of this side hits on."""
    return f"close-combat.storm-{'attacker' if side == ATTACKERS else 'defender'}"


def melee_of(r: Reader, troops: str) -> int:
    """How many dice a man of the class throws in a building."""
    found: Any = r.cell("classes", troops, "melee").amount
    return int(found)


def kind_of(r: Reader, troops: str, side: str, *, leader: bool = False) -> Kind:
    """The men of a class on one side of a fight for a building."""
    behind = side == DEFENDERS and r.reading("storm-protection") == "B"
    return Kind(melee_of(r, troops), save(r, troops, leader=leader, protected=behind).chance, leads=leader)


def steadied(r: Reader, kind: Kind, troops: str, leaders: int, leadership: int) -> Kind:
    """The same men with their chances to rally, for every number of leaders who may still be there."""
    together = leaders > 1 and r.reading("supp-two-leaders") == "B"
    alone = kind.leads and r.reading("supp-leader-self") == "B"

    def helped(number: int) -> Fraction:
        others = number - 1 if alone and number else number
        return steadies(r, troops, leadership * (others if together else min(others, 1)))

    return kind._replace(rallies=tuple(helped(number) for number in range(leaders + 1)))


def taken(men: int, hits: int, spread: bool) -> list[int]:
    """How many hits each man takes, those first whom their owner names first."""
    if not men:
        return []
    if not spread:
        return [hits, *([0] * (men - 1))]
    each, over = divmod(hits, men)
    return [each + int(place < over) for place in range(men)]


def segments(side: Side) -> Iterator[tuple[int, bool]]:
    """The men in the order in which they take hits, as (kind, whether he is up): those who are down go first."""
    for place, men in enumerate(side):
        yield from [(place, False)] * men.down
        yield from [(place, True)] * men.up


@lru_cache(maxsize=50_000)
def struck(kinds: tuple[Kind, ...], side: Side, hits: int, spread: bool) -> Weights:
    """What so many hits leave of a side: the dead are gone, whoever has saved is down."""
    order = list(segments(side))
    shares = taken(len(order), hits, spread)
    result: dict[Side, Fraction] = {(): Fraction(1)}
    for place, kind in enumerate(kinds):
        own = [(up, share) for (kind_of_man, up), share in zip(order, shares, strict=True) if kind_of_man == place]
        standing = sum(up for up, share in own if not share)
        lying = sum(not up for up, share in own if not share)
        hit = Counter(share for _, share in own if share)
        saved = [binomial(men, kind.saves**share) for share, men in hit.items()]
        result = _joined(result, {Men(standing, lying + alive): part for alive, part in total(saved).items()})
    return _weights(result)


@lru_cache(maxsize=20_000)
def rallied(kinds: tuple[Kind, ...], side: Side) -> Weights:
    """A side after the suppression tests that open its turn."""
    result: dict[Side, Fraction] = {(): Fraction(1)}
    leaders = sum(men.all for kind, men in zip(kinds, side, strict=True) if kind.leads)
    for kind, men in zip(kinds, side, strict=True):
        tests = binomial(men.down, kind.rallies[leaders])
        result = _joined(result, {Men(men.up + back, men.down - back): part for back, part in tests.items()})
    return _weights(result)


@lru_cache(maxsize=50_000)
def _kernel(kinds: tuple[Kind, ...], side: Side, dice: int, hits: Fraction, spread: bool, toll: Fraction) -> Weights:
    """What so many enemy dice leave of a side, each hit weighing `toll`."""
    chances = {number: chance * toll**number for number, chance in binomial(dice, hits).items()}
    whole = lcm(*(chance.denominator for chance in chances.values()))
    after = {number: struck(kinds, side, number, spread) for number in chances}
    under = lcm(*(found.under for found in after.values()))
    gathered: dict[Side, int] = {}
    for number, chance in chances.items():
        weight = chance.numerator * (whole // chance.denominator) * (under // after[number].under)
        for left, part in after[number].parts:
            gathered[left] = gathered.get(left, 0) + weight * part
    return Weights(tuple(gathered.items()), whole * under)


def _joined(before: dict[Side, Fraction], one: dict[Men, Fraction]) -> dict[Side, Fraction]:
    return {(*side, men): first * second for side, first in before.items() for men, second in one.items()}


def _weights(chances: dict[Side, Fraction]) -> Weights:
    under = lcm(*(chance.denominator for chance in chances.values()))
    return Weights(
        tuple((side, chance.numerator * (under // chance.denominator)) for side, chance in chances.items()), under
    )


class Whole(NamedTuple):
    """Attackers and defenders as they stand."""

    attackers: Side
    defenders: Side

    @property
    def over(self) -> bool:
        """Whether a side has nobody left."""
        return not (count(self.attackers) and count(self.defenders))


def count(side: Side) -> int:
    """How many men of a side are still in the fight."""
    return sum(men.all for men in side)


@dataclass(frozen=True, slots=True)
class Assault:
    """The whole assault: both sides' kinds and rules. Weights are whole numbers over one denominator, for speed."""

    attackers: tuple[Kind, ...]
    defenders: tuple[Kind, ...]
    attack: Rules
    defend: Rules

    def rounds(self, start: Whole, number: int, toll: Fraction = Fraction(1)) -> list[dict[Whole, Fraction]]:
        """The weight of every state at the start and after each round; toll is what each hit of the attackers weighs.

        Whoever is down has tested already for the round to come, so that the state tells who will throw dice.
        """
        now, under, told = {start: 1}, 1, [{start: Fraction(1)}]
        for _ in range(number):
            now, under = self._fought(now, under, toll)
            now, under = self._steadied(now, under)
            told.append({state: Fraction(weight, under) for state, weight in now.items()})
        return told

    def _fought(self, now: dict[Whole, int], under: int, toll: Fraction) -> tuple[dict[Whole, int], int]:
        """One round's combined throw: first what the defenders' dice leave of the attackers, then the other way round.

        In between only the number of the attackers' dice is remembered of how they stood before, which keeps it short.
        """
        open_fights = {state: weight for state, weight in now.items() if not state.over}
        own = {
            state: _kernel(
                self.attackers, state.attackers, self._back(state), self.defend.hits, self.attack.spread, ONE
            )
            for state in open_fights
        }
        first = lcm(*(found.under for found in own.values()))
        between: dict[tuple[int, Side], dict[Side, int]] = {}
        for state, weight in open_fights.items():
            scaled = weight * (first // own[state].under)
            dice = self.attack.dice(self.attackers, state.attackers)
            _pour(between.setdefault((dice, state.defenders), {}), own[state], scaled)
        theirs = {
            key: _kernel(self.defenders, key[-1], key[0], self.attack.hits, self.defend.spread, toll) for key in between
        }
        second = lcm(*(found.under for found in theirs.values()))
        ends: dict[Side, dict[Side, int]] = {}
        for key, found in between.items():
            scale = second // theirs[key].under
            for mine, weight in found.items():
                _pour(ends.setdefault(mine, {}), theirs[key], weight * scale)
        after = {Whole(mine, other): weight for mine, rest in ends.items() for other, weight in rest.items()}
        for state, weight in now.items():
            if state.over:
                after[state] = after.get(state, 0) + weight * first * second
        return after, under * first * second

    def _back(self, state: Whole) -> int:
        """How many dice the defenders throw."""
        return self.defend.dice(self.defenders, state.defenders)

    def _steadied(self, now: dict[Whole, int], under: int) -> tuple[dict[Whole, int], int]:
        """The suppression tests of either side before the next round; where the fight is over nobody tests."""
        tests = {
            state: (rallied(self.attackers, state.attackers), rallied(self.defenders, state.defenders))
            for state in now
            if not state.over
        }
        first = lcm(*(own.under for own, _ in tests.values()))
        second = lcm(*(theirs.under for _, theirs in tests.values()))
        between: dict[Side, dict[Side, int]] = {}
        for state, (own, _) in tests.items():
            _pour(between.setdefault(state.defenders, {}), own, now[state] * (first // own.under))
        ends: dict[Side, dict[Side, int]] = {}
        for side, found in between.items():
            theirs = rallied(self.defenders, side)
            for mine, weight in found.items():
                _pour(ends.setdefault(mine, {}), theirs, weight * (second // theirs.under))
        after = {Whole(mine, other): weight for mine, rest in ends.items() for other, weight in rest.items()}
        for state, weight in now.items():
            if state.over:
                after[state] = after.get(state, 0) + weight * first * second
        return after, under * first * second


def _pour(into: dict[Side, int], weights: Weights, scale: int) -> None:
    """Adds what may become of a side, so many times over."""
    for side, part in weights.parts:
        into[side] = into.get(side, 0) + scale * part

"""Storming a building, section 11.1: dice, hits, who takes them, who rallies, one round of it.

No chapter of its own: the questions about a single round and about the whole assault both come here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from drillbook.rulesets.breaking_news._casualties import save
from drillbook.rulesets.breaking_news._steady import steadies

if TYPE_CHECKING:
    from drillbook.reader import Reader

ONE = Fraction(1)
ATTACKERS, DEFENDERS = "attackers", "defenders"
SIDES = {ATTACKERS: "Attackers", DEFENDERS: "Defenders"}


class Kind(NamedTuple):
    """Some men alike: their dice each, their chance to save a hit, to rally alone and beside a leader, and if they lead."""

    melee: int
    saves: Fraction
    rallies: tuple[Fraction, Fraction] = (ONE, ONE)
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
    """What may become of a side: whole numbers over one denominator."""

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


def steadied(r: Reader, kind: Kind, troops: str, leadership: int) -> Kind:
    """The same men with their chances to rally, alone and beside a leader of that leadership."""
    helps = 0 if kind.leads and r.reading("supp-leader-self") == "B" else leadership
    return kind._replace(rallies=(steadies(r, troops), steadies(r, troops, helps)))


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


def struck(kinds: tuple[Kind, ...], side: Side, hits: int, spread: bool) -> Weights:
    """What so many hits leave of a side: the dead are gone, whoever has saved is down."""
    shares = taken(count(side), hits, spread)
    under = lcm(*(kind.saves.denominator for kind in kinds))
    result: list[tuple[Side, int]] = [((), 1)]
    first = 0
    for kind, men in zip(kinds, side, strict=True):
        good = kind.saves.numerator * (under // kind.saves.denominator)
        own = tuple(shares[first : first + men.all])
        first += men.all
        after = _alike(men, own, good, under)
        result = [((*others, left), weight * part) for others, weight in result for left, part in after]
    return Weights(tuple(result), under ** sum(shares))


@lru_cache(maxsize=5_000)
def _alike(men: Men, shares: tuple[int, ...], good: int, under: int) -> tuple[tuple[Men, int], ...]:
    """What is left of some men alike, of whom each takes his share of the hits; those who are down come first."""
    standing = min(shares.count(0), men.up)
    result = {0: 1}
    for share, number in Counter(shares).items():
        lives, dies = good**share, under**share - good**share
        chances = [comb(number, saved) * lives**saved * dies ** (number - saved) for saved in range(number + 1)]
        after: dict[int, int] = {}
        for others, part in result.items():
            for saved, chance in enumerate(chances):
                after[others + saved] = after.get(others + saved, 0) + part * chance
        result = after
    return tuple((Men(standing, alive - standing), part) for alive, part in result.items() if part)


def count(side: Side) -> int:
    """How many men of a side are still in the fight."""
    return sum(men.all for men in side)

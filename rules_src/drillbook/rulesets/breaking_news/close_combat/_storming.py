"""Storming a building, section 11.1: the men of a side, their dice, and the effect of hits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import sums_by_key
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_news.common.casualties import name_of, save
from drillbook.rulesets.breaking_news.common.recovery import beside

ONE = Fraction(1)
ATTACKERS, DEFENDERS = "attackers", "defenders"
SIDES = {ATTACKERS: "Attackers", DEFENDERS: "Defenders"}


class Group(NamedTuple):
    """Men of one class in a form: their number, how many are down, and whether they lead.

    leadership is how well they lead.
    """

    men: int
    troops: str
    down: int = 0
    leads: bool = False
    leadership: int = 0

    def told(self, r: Reader) -> str:
        """Return the name of the group: its class, and that it leads if it does."""
        return f"{name_of(r, self.troops)}{' leading' if self.leads else ''}"


class Kind(NamedTuple):
    """Men who are alike: their dice each, their chances to save and to rally, and if they lead.

    saves is the chance to save one hit. rallies holds the chance to rally alone and the chance beside a leader.
    """

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
        """Return the weights as probabilities."""
        return {side: Fraction(part, self.under) for side, part in self.parts}


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of a side in the fight for a building.

    hits is the chance that one of its dice hits. The other fields say how its dice count and how hits on it fall.
    """

    hits: Fraction
    printed_dice: bool = False
    spread: bool = True
    down_first: bool = True

    def dice_each(self, melee: int, down: int) -> int:
        """Return the dice of one man who throws, if `down` men of his side are down."""
        return max(0, melee - down) if self.printed_dice else melee

    def dice(self, melees: Sequence[int], side: Side) -> int:
        """Return how many dice a side throws.

        All of its men throw if the ruling follows the printed example; otherwise only those who are up.
        """
        down = sum(men.down for men in side)
        throwing = [men.all if self.printed_dice else men.up for men in side]
        return sum(men * self.dice_each(melee, down) for men, melee in zip(throwing, melees, strict=True))


def chance_to_hit(r: Reader, side: str) -> Fraction:
    """Return the chance that one die of this side hits."""
    return r.dice("close-combat.storm-dice").at_least(r.int(hit_rule(side)))


def rules_of(r: Reader, side: str) -> Rules:
    """All that a side's fight over several rounds depends on."""
    return Rules(
        chance_to_hit(r, side),
        printed_dice=r.holds("storm-21", "die-from-each"),
        spread=r.holds("storm-allocation", "one-each"),
        down_first=r.holds("storm-down", "down-first"),
    )


def hit_rule(side: str) -> str:
    """Return the rule that states what a die of this side hits on."""
    return f"close-combat.storm-{'attacker' if side == ATTACKERS else 'defender'}"


def melee_of(r: Reader, troops: str) -> int:
    """How many dice a man of the class throws in a building."""
    return r.cell("classes", troops, "melee").whole


def protected(r: Reader, side: str) -> bool:
    """Whether the building gives this side a bonus on its saves."""
    return side == DEFENDERS and r.holds("storm-protection", "protected")


def force_of(r: Reader, side: str, groups: Sequence[Group], *, tested: bool = False) -> Force:
    """Return the men of one side as kinds and numbers.

    tested: include their chances to rally, alone and while a leader beside them is alive.
    """
    best = max(group.leadership for group in groups)
    behind = protected(r, side)
    kinds = []
    for group in groups:
        saves = save(r, group.troops, leader=group.leads, protected=behind).chance
        kind = Kind(melee_of(r, group.troops), saves, leads=group.leads)
        if tested:
            tests = beside(r, group.troops), beside(r, group.troops, help_for(r, group, best))
            kind = kind._replace(rallies=(tests[0].chance, tests[-1].chance))
        kinds.append(kind)
    return Force(tuple(kinds), tuple(Men(group.men - group.down, group.down) for group in groups))


def help_for(r: Reader, group: Group, best: int) -> int:
    """Return the leadership that helps these men to rally.

    A leader may not help himself if the ruling says so.
    """
    return 0 if group.leads and r.holds("supp-leader-self", "another-leader") else best


def taken(men: int, hits: int, spread: bool) -> list[int]:
    """Return how many hits each man takes, in the order in which their owner names them.

    If the hits spread, each man takes one before anybody takes a second; otherwise the first man takes all of them.
    """
    if not men:
        return []
    if not spread:
        return [hits, *([0] * (men - 1))]
    each, over = divmod(hits, men)
    return [each + 1] * over + [each] * (men - over)


def struck(force: Force, hits: int, rules: Rules) -> Weights:
    """Return the states of a side after a number of hits, with their weights.

    The dead are gone, and men who have saved are down.
    """
    shares = taken(count(force.men), hits, rules.spread)
    under = lcm(*(kind.saves.denominator for kind in force.kinds))
    result: list[tuple[Side, int]] = [((), 1)]
    first = 0
    for kind, men in zip(force.kinds, force.men, strict=True):
        good = kind.saves.numerator * (under // kind.saves.denominator)
        own = tuple(shares[first : first + men.all])
        first += men.all
        after = _alike(men, own, good, under, rules.down_first)
        result = [((*others, left), weight * part) for others, weight in result for left, part in after]
    return Weights(tuple(result), under ** sum(shares))


@remembered(maxsize=5_000)
def _alike(men: Men, shares: tuple[int, ...], good: int, under: int, down_first: bool) -> tuple[tuple[Men, int], ...]:
    """Return what is left of some men of one kind, each with a share of the hits, with weights.

    shares are in descending order. good over under is the chance to save one hit.
    """
    spared = shares.count(0)
    standing = min(spared, men.up) if down_first else max(0, spared - men.down)
    result = {0: 1}
    for share, number in Counter(shares).items():
        lives, dies = good**share, under**share - good**share
        chances = [comb(number, saved) * lives**saved * dies ** (number - saved) for saved in range(number + 1)]
        result = sums_by_key(
            (others + saved, part * chance) for others, part in result.items() for saved, chance in enumerate(chances)
        )
    return tuple((Men(standing, alive - standing), part) for alive, part in result.items() if part)


def count(side: Side) -> int:
    """How many men of a side are still in the fight."""
    return sum(men.all for men in side)


def tell_to_hit(r: Reader, w: Working, side: str, whose: str) -> None:
    """Add the step with the chance that one die of this side hits."""
    words = f"chance that a die of {whose} shows {r.int(hit_rule(side))} or more"
    w.then(words, chance_to_hit(r, side), hit_rule(side))


def hostage_save(r: Reader, special: bool) -> Cited:
    """Return the chance that a hostage makes one save, with the rule that gives the number."""
    rule = "close-combat.hostage-save-sf" if special else "close-combat.hostage-save"
    return Cited(r.dice("casualties.save-per-hit").at_least(r.int(rule)), r.cite(rule))

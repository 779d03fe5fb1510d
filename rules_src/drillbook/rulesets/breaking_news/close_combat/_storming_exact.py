"""The exact fight for a building over several rounds: every throw, save and test.

This module is not a chapter of its own. Each possible outcome of a side is a whole number over one denominator, and
a state of a side is known by its index in the list of all its states. The possible outcomes of the defenders are
packed into one long number, with a slot for each of their states, so that a single product weighs all of them.

A side's dice affect the other side only by the number of hits, and a side's own state affects the round only by the
number of its dice. So a round never goes through pairs of states. The round groups the attackers that throw equally
many dice and take equally many hits, then the defenders likewise, and joins the two groups by the chances of each
number of hits from each number of dice.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from operator import mul
from typing import NamedTuple

from drillbook.maths import sums_by_key
from drillbook.maths.binomial_sums import DicePool, sums_by_dice, sums_by_hits
from drillbook.maths.packed_integers import Slots
from drillbook.rulesets.breaking_news.close_combat._storming import ONE, Force, Rules
from drillbook.rulesets.breaking_news.close_combat._storming_party import NOBODY, Party, Vector, after_tests, party


class Standing(NamedTuple):
    """The possible states of the fight, over one denominator.

    Open fights are pairs: the possible states of the attackers, and those of the defenders, which are the same for each
    of these attackers. After the first round a single pair holds all of them. Fights that are over are given by the men
    left.
    """

    open: Sequence[tuple[Vector, Vector]]
    over: Mapping[tuple[int, int], int]
    under: int


class Stage(NamedTuple):
    """The result of the fight after a round: the men left on both sides, and the next dice.

    attack_dice and defend_dice are the mean numbers of dice in the round to come.
    """

    men: Mapping[tuple[int, int], Fraction]
    attack_dice: Fraction
    defend_dice: Fraction

    @property
    def going(self) -> Fraction:
        """The chance that the fight goes on."""
        return sum((chance for left, chance in self.men.items() if all(left)), Fraction(0))


class Assault:
    """The whole assault: both forces under their rules."""

    def __init__(self, attackers: Force, defenders: Force, attack: Rules, defend: Rules) -> None:
        self._hits = attack.hits
        self._sides = party(attackers, attack, defend.hits), party(defenders, defend, attack.hits)

    def rounds(self, number: int) -> list[Stage]:
        """Return the stage of the fight at the start and after each round."""
        own, other = self._sides
        now = _start(own, other)
        told = [_stage(now, own, other)]
        for left in reversed(range(number)):
            fought = _ended if not left else _fought if len(told) > 1 else _opened
            now = fought(now, own, other)
            told.append(_stage(now, own, other))
        return told

    def spared(self, number: int, toll: Fraction) -> list[Fraction]:
        """Return the chance that a person is alive at the start and after each round of the fight.

        Every hit of the attackers spares that person with the chance `toll`.
        """
        own, other = self._sides
        spares = 1 - self._hits * (1 - toll)
        start = now = _start(own, other)
        told = [ONE, spares ** own.dice[own.start]][: number + 1]
        for left in reversed(range(number - 1)):
            told.append(told[-1] - _taken(now, own, other, toll, spares))
            if left:
                fought = _opened if now is start else _fought
                now = fought(now, own, other, toll)
        return told


def _start(own: Party, other: Party) -> Standing:
    return Standing([({own.start: 1}, {other.start: 1})], {}, 1)


def _opened(start: Standing, own: Party, other: Party, toll: Fraction = ONE) -> Standing:
    """Return the state after the first round and its tests.

    In this round the losses of either side are independent of the other side's losses.
    """
    most, least = own.dice[own.start], other.dice[other.start]
    mine, theirs = own.after(least), other.after(most, toll)
    over = sums_by_key(
        ((own.men[place], other.men[end]), weight * part)
        for place, weight in mine.items()
        for end, part in theirs.items()
        if NOBODY in (place, end)
    )
    for side in (mine, theirs):
        side.pop(NOBODY, None)
    return Standing(
        [(mine, theirs)], over, start.under * own.under(least) * own.tests * other.under(most, toll) * other.tests
    )


def _taken(now: Standing, own: Party, other: Party, toll: Fraction, spares: Fraction) -> Fraction:
    """Return the chance that a person is lost in the round after the next.

    Each of the attackers' dice spares the person with the chance `spares`, and every hit weighs the toll. In that round
    only the number of the attackers' dice and whether any defender is left matter.
    """
    most, least = _most_dice(now, own, other)
    kept, over = spares.as_integer_ratio()
    each = [over ** max(own.dice) - kept**dice * over ** (max(own.dice) - dice) for dice in own.dice]
    later = [sum(part * each[end] for end, part in own.steadied(place)) for place in range(len(each))]
    all_hit = cache(lambda upright, hits: sum(part * later[end] for end, part in own.hit(upright, hits)))
    taken = 0
    for mine, theirs in now.open:
        losses = {
            dice: [
                sum(weight * later[end] for end, weight in struck.items())
                + sum(weight * all_hit(upright, hits) for upright, weight in felled.items())
                for hits, (struck, felled) in enumerate(rows)
            ]
            for dice, rows in own.met(mine, least).items()
        }
        left = {
            dice: [sum(weight * other.somebody(place, hits) for place, weight in some) for hits in range(most + 1)]
            for dice, some in other.by_dice(theirs).items()
        }
        for dice, us in losses.items():
            on_them = other.mixed(dice, most, toll)
            for against, them in left.items():
                taken += _products(own.mixed(against, least), us) * _products(on_them, them)
    under = now.under * own.under(least) * other.under(most, toll) * own.tests * over ** max(own.dice)
    return Fraction(taken, under)


def _products(weights: Iterable[int], values: Iterable[int]) -> int:
    return sum(map(mul, weights, values))


def _fought(now: Standing, own: Party, other: Party, toll: Fraction = ONE) -> Standing:
    """One round with the tests after it; every hit on the defenders weighs the toll."""
    most, least = _most_dice(now, own, other)
    scale = own.under(least) * other.under(most, toll) * own.tests * other.tests
    on_us, on_them = DicePool(own.faced, own.saves, least), DicePool(other.faced, other.saves, most, toll)
    spare = on_us.spare * on_them.spare
    slots = Slots.holding(len(other.men), now.under * scale * spare)
    joined: dict[int, int] = {}
    for mine, theirs in now.open:
        others = {
            dice: [slots.put(row.items()) for row in rows]
            for dice, rows in other.by_dice_and_hits(theirs, most).items()
        }
        thrown = [others.get(dice, [0] * (most + 1)) for dice in range(least + 1)]
        met = own.met(mine, least)
        # What the defenders may be after so many hits of theirs, for each number of hits on them.
        after = zip(*(sums_by_hits(on_us.by_dice, rows) for rows in zip(*thrown, strict=True)), strict=True)
        for hits, rows in enumerate(after):
            all_hit: dict[int, int] = {}
            for dice, mixed in enumerate(sums_by_dice(on_them.by_hits, rows)):
                if dice in met:
                    packed = mixed * (on_us.by_hits[hits] * on_them.by_dice[dice])
                    for vector, row in zip((joined, all_hit), met[dice][hits], strict=True):
                        for place, weight in row.items():
                            vector[place] = vector.get(place, 0) + weight * packed
            for upright, packed in all_hit.items():
                for place, part in own.hit(upright, hits):
                    joined[place] = joined.get(place, 0) + part * packed
    joined = {place: packed // spare for place, packed in joined.items()}
    over = {left: weight * scale for left, weight in now.over.items()}
    return _steadied(joined, over, now.under * scale, own, other, slots)


def _steadied(
    joined: Vector, over: dict[tuple[int, int], int], under: int, own: Party, other: Party, slots: Slots
) -> Standing:
    """Return the state at the round's end: finished fights apart, the others after their tests.

    joined: for each state of the attackers, the packed weights of the defenders' states.
    """
    tests = own.tests * other.tests
    still: dict[int, int] = {}
    for place, packed in joined.items():
        men, gone = own.men[place], slots.first(packed)
        over[men, 0] = over.get((men, 0), 0) + gone * tests
        if place != NOBODY:
            for up, part in own.steadied(place):
                still[up] = still.get(up, 0) + part * (packed - gone)
        else:
            for end, weight in slots.read(packed - gone).items():
                over[0, other.men[end]] = over.get((0, other.men[end]), 0) + weight * tests
    told = {place: after_tests(slots.read(packed), other) for place, packed in still.items()}
    return Standing([({place: 1}, side) for place, side in told.items()], over, under)


def _most_dice(now: Standing, own: Party, other: Party) -> tuple[int, int]:
    """Return the most dice that the attackers and the defenders may throw in the next round."""
    most = max((own.dice[place] for mine, _ in now.open for place in mine), default=0)
    return most, max((other.dice[place] for _, theirs in now.open for place in theirs), default=0)


def _ended(now: Standing, own: Party, other: Party) -> Standing:
    """Return the state after the last round, in which only the men left are recorded."""
    most, least = _most_dice(now, own, other)
    scale = own.under(least) * other.under(most)
    slots = Slots.holding(max(other.men) + 1, now.under * scale)
    rows = cache(lambda upright: other.men_left(upright, most, slots))
    packed = cache(lambda upright, dice: _products(other.mixed(dice, most), rows(upright)))
    struck: dict[tuple[int, int], int] = {}
    for mine, theirs in now.open:
        enemies = sums_by_key(((other.upright[place], other.dice[place]), weight) for place, weight in theirs.items())
        for thrown, some in own.by_dice(mine).items():
            against = sums_by_key((dice, part * packed(upright, thrown)) for (upright, dice), part in enemies.items())
            for place, weight in some:
                upright = own.upright[place]
                for dice, row in against.items():
                    both = (upright, dice)
                    struck[both] = struck.get(both, 0) + weight * row
    own_slots = Slots.holding(max(own.men) + 1, own.under(least))
    own_rows = cache(lambda upright: own.men_left(upright, least, own_slots))
    left = sums_by_key(
        (men, part * row)
        for (upright, dice), row in struck.items()
        for men, part in own_slots.read(_products(own.mixed(dice, least), own_rows(upright))).items()
    )
    ended = ((end, weight * scale) for end, weight in now.over.items())
    fallen = (((men, against), weight) for men, row in left.items() for against, weight in slots.read(row).items())
    return Standing([], sums_by_key(chain(ended, fallen)), now.under * scale)


def _stage(now: Standing, own: Party, other: Party) -> Stage:
    """Return the stage that describes the fight in its present state."""
    standing = dict(now.over)
    attack = defend = 0
    for mine, theirs in now.open:
        ours, others = _gathered(mine, own.men), _gathered(theirs, other.men)
        for left, weight in ours.items():
            for against, part in others.items():
                standing[left, against] = standing.get((left, against), 0) + weight * part
        attack += sum(others.values()) * sum(weight * own.dice[place] for place, weight in mine.items())
        defend += sum(ours.values()) * sum(weight * other.dice[place] for place, weight in theirs.items())
    chances = {left: Fraction(weight, now.under) for left, weight in standing.items() if weight}
    return Stage(chances, Fraction(attack, now.under), Fraction(defend, now.under))


def _gathered(side: Vector, words: Sequence[int]) -> dict[int, int]:
    return sums_by_key((words[place], weight) for place, weight in side.items())

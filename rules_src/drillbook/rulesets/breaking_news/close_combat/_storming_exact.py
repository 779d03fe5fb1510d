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
from itertools import chain, product
from math import comb, lcm
from operator import mul
from typing import NamedTuple

from drillbook.maths import lists_by_key, sums_by_key
from drillbook.maths.binomial_sums import DicePool, sums_by_dice, sums_by_hits
from drillbook.maths.packed_integers import Slots
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_news.close_combat._storming import ONE, Force, Men, Rules, Side, count, struck

#: States, or what is told of them, each with a whole number.
Vector = Mapping[int, int]
#: The place of the state in which nobody is left.
NOBODY = 0


class Party:
    """One side of the fight: all its states, and what hits make of them."""

    def __init__(self, force: Force, own: Rules, faced: Fraction) -> None:
        self._kinds, self._rules = force.kinds, own
        self.faced = faced
        ways = [[Men(up, down) for up in range(men.all + 1) for down in range(men.all + 1 - up)] for men in force.men]
        # By the men who are up: where everybody has been hit only the first states are left, and their slots are few.
        self._sides: list[Side] = sorted(product(*ways), key=lambda side: sum(men.up for men in side))
        self._places = {side: place for place, side in enumerate(self._sides)}
        self.start = self._places[force.men]
        self.men = [count(side) for side in self._sides]
        melees = [kind.melee for kind in force.kinds]
        self.dice = [own.dice(melees, side) for side in self._sides]
        #: Who of the men is up does not matter to their number: the state with the same men, all of them up.
        self.upright = [self._places[tuple(Men(men.all, 0) for men in side)] for side in self._sides]
        self.saves = lcm(*(kind.saves.denominator for kind in force.kinds))
        self._tests = lcm(*(chance.denominator for kind in force.kinds for chance in kind.rallies))
        self.tests = self._tests ** self.men[self.start]
        #: What is asked again and again is worked out once.
        self.hit, self.mixed, self.steadied = cache(self._hit), cache(self._weighed), cache(self._rallied)
        self._met, self.somebody = cache(self._told_apart), cache(self._lived)

    def _hit(self, place: int, hits: int) -> tuple[tuple[int, int], ...]:
        """Return the states after that number of hits, before the tests, each with its weight.

        The weights are over `saves` to the power of the hits.
        """
        if self._rules.spread and hits >= self.men[place] and place != self.upright[place]:
            return self.hit(self.upright[place], hits)  # everybody is hit: whoever lives is down
        parts = struck(Force(self._kinds, self._sides[place]), hits, self._rules).parts
        return tuple((self._places[side], part) for side, part in parts)

    def _lived(self, place: int, hits: int) -> int:
        """Return the weight that at least one of these men survives that number of hits.

        The weight is over `saves` to the power of the hits.
        """
        spared = self._rules.spread and hits < self.men[place]
        return int(self.saves**hits) - (
            0 if spared else next((part for end, part in self.hit(place, hits) if end == NOBODY), 0)
        )

    def under(self, most: int, toll: Fraction = ONE) -> int:
        """Return the denominator for the results of up to most enemy dice.

        Every hit weighs the toll.
        """
        return int((self.faced.denominator * toll.denominator * self.saves) ** most)

    def _weighed(self, dice: int, most: int, toll: Fraction = ONE) -> tuple[int, ...]:
        """Return, per number of hits, the factor of its states' weights for `dice` enemy dice.

        The weights are over `under` of most dice. Every hit weighs the toll.
        """
        good, faces = self.faced.as_integer_ratio()
        weighs, over = toll.as_integer_ratio()
        miss, spare = (faces - good) * over, (faces * over) ** (most - dice)
        return tuple(
            comb(dice, hits) * (good * weighs) ** hits * miss ** (dice - hits) * spare * self.saves ** (most - hits)
            for hits in range(dice + 1)
        )

    def _rallied(self, place: int) -> tuple[tuple[int, int], ...]:
        """Return the states after the suppression tests that open a round, each with its weight.

        The weights are over `tests`.
        """
        side = self._sides[place]
        led = any(men.all for kind, men in zip(self._kinds, side, strict=True) if kind.leads)
        ways: list[tuple[Side, int]] = [((), self.tests // self._tests ** sum(men.down for men in side))]
        for kind, men in zip(self._kinds, side, strict=True):
            good = int(kind.rallies[-1 if led else 0] * self._tests)
            own = [
                comb(men.down, back) * good**back * (self._tests - good) ** (men.down - back)
                for back in range(men.down + 1)
            ]
            ways = [
                ((*before, Men(men.up + back, men.down - back)), weight * part)
                for before, weight in ways
                for back, part in enumerate(own)
                if part
            ]
        return tuple((self._places[way], part) for way, part in ways)

    def after(self, dice: int, toll: Fraction = ONE) -> dict[int, int]:
        """Return the states after `dice` enemy dice at the starting men, and after the tests.

        The weights are over `under` of `dice`, times `tests`. Every hit weighs the toll.
        """
        left = sums_by_key(
            (place, weight * part)
            for hits, weight in enumerate(self.mixed(dice, dice, toll))
            for place, part in self.hit(self.start, hits)
        )
        return _after_tests(left, self)

    def by_dice(self, side: Vector) -> dict[int, list[tuple[int, int]]]:
        return lists_by_key((self.dice[place], (place, weight)) for place, weight in side.items())

    def by_dice_and_hits(self, side: Vector, most: int) -> dict[int, list[dict[int, int]]]:
        """Return the states after the hits and before the tests, by dice thrown and hits taken.

        The dice are those that the side itself throws; the hits run from 0 to most.
        """
        return {
            dice: [
                sums_by_key((end, weight * part) for place, weight in some for end, part in self.hit(place, hits))
                for hits in range(most + 1)
            ]
            for dice, some in self.by_dice(side).items()
        }

    def met(self, side: Vector, most: int) -> dict[int, list[tuple[Vector, Vector]]]:
        """Return the same as by_dice_and_hits, but with the states in which everybody is hit apart.

        Those states are given as they were before the hits, with all their men up.
        """
        by_dice = {dice: tuple(some) for dice, some in self.by_dice(side).items()}
        return {dice: [self._met(some, hits) for hits in range(most + 1)] for dice, some in by_dice.items()}

    def _told_apart(self, some: Sequence[tuple[int, int]], hits: int) -> tuple[Vector, Vector]:
        whole = [self._rules.spread and hits >= self.men[place] for place, _ in some]
        struck = [one for one, all_hit in zip(some, whole, strict=True) if not all_hit]
        felled = [one for one, all_hit in zip(some, whole, strict=True) if all_hit]
        after = sums_by_key((end, weight * part) for place, weight in struck for end, part in self.hit(place, hits))
        return after, sums_by_key((self.upright[place], weight) for place, weight in felled)

    def men_left(self, upright: int, most: int, slots: Slots) -> list[int]:
        """Return how many men are left after 0 to most hits, each packed by number of men.

        upright is the state before the hits, with all men up.
        """
        return [
            slots.put((self.men[place], part) for place, part in self.hit(upright, hits)) for hits in range(most + 1)
        ]


@remembered(maxsize=16)
def party(force: Force, own: Rules, faced: Fraction) -> Party:
    """Return the Party of a side from a cache, with all that it has already computed."""
    return Party(force, own, faced)


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
    told = {place: _after_tests(slots.read(packed), other) for place, packed in still.items()}
    return Standing([({place: 1}, side) for place, side in told.items()], over, under)


def _after_tests(side: Vector, other: Party) -> dict[int, int]:
    return sums_by_key((end, weight * part) for place, weight in side.items() for end, part in other.steadied(place))


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

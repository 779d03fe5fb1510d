"""One side of a fight for a building: its states, and what hits and saves make of them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, lcm

from drillbook.maths import lists_by_key, sums_by_key
from drillbook.maths.packed_integers import Slots
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_news.close_combat._storming import ONE, Force, Men, Rules, Side, count, struck

#: The weight of each state, or of a value of the states, as a whole number.
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
            return self.hit(self.upright[place], hits)  # everybody is hit: all survivors are down
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
        return after_tests(left, self)

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


def after_tests(side: Vector, other: Party) -> dict[int, int]:
    """Return the chances of a side's states after its tests, as whole weights.

    other: the party that tests.
    """
    return sums_by_key((end, weight * part) for place, weight in side.items() for end, part in other.steadied(place))

"""Two squads hand to hand: how they pair off in each round, and who is left.

Each man of the weaker side has an enemy of his own. The surplus of the stronger side joins these fights, evenly
spread.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Chain, Distribution
from drillbook.rulesets.breaking_of_nations.close_combat._melee import Fight, Melee
from drillbook.rulesets.breaking_of_nations.common.close_combat import Fighter

#: Losses of both sides as one number, ours times the stride and theirs, with whole weights; and what these add up to.
Losses = tuple[Mapping[int, int], int]
#: From where men get at one enemy; others wait for room.
SIDES = ("front", "left", "right", "rear")


class Lines(NamedTuple):
    """How many stand on either side."""

    own: int
    other: int

    @property
    def over(self) -> bool:
        """Whether one side has nobody left."""
        return not (self.own and self.other)


class Clash:
    """A fight of two squads: every man of a side is like the others, and `own` has attacked."""

    def __init__(
        self, r: Reader, w: Working, start: Lines, own: Fighter, other: Fighter, *, weapon: bool, other_weapon: bool
    ) -> None:
        self.stride = sum(start) + 1
        sides = "we", "they"
        self.crowd = Melee.read(r, w, own, other, weapon=weapon, lone_weapon=other_weapon, sides=sides)
        self.surrounded = Melee.read(r, Working(r), other, own, weapon=other_weapon, lone_weapon=weapon)
        self.one_each = r.read_as("melee-pairing") == "one-each"
        self._known: dict[tuple[int, bool, int], Losses] = {}

    @property
    def exchanges(self) -> tuple[Fraction, Fraction]:
        """The chances that a blow of ours, and one of theirs, strikes."""
        return self.crowd.exchanges

    def groups(self, lines: Lines) -> list[int]:
        """How many of the stronger side fight each man of the weaker one."""
        fewer, more = sorted(lines)
        each, extra = divmod(more, fewer)
        if self.one_each:
            return [1] * fewer
        return [min(len(SIDES), each + 1)] * extra + [min(len(SIDES), each)] * (fewer - extra)

    def after(self, lines: Lines) -> Distribution[Lines]:
        """Return the distribution of the two lines after a round."""
        if lines.over:
            return Distribution.sure(lines)
        ours = lines.own >= lines.other
        sizes = Counter(self.groups(lines))
        weights, _ = reduce(_together, (self._fights(many, ours, count) for many, count in sizes.items()))
        return Distribution.weighted(
            (Lines(lines.own - lost // self.stride, lines.other - lost % self.stride), weight)
            for lost, weight in weights.items()
        )

    def _fights(self, many: int, ours: bool, count: int) -> Losses:
        """Return the losses of count fights, each of many men against a single man.

        ours states whether the many are the own side.
        """
        key = many, ours, count
        if key not in self._known:
            if count > 1:
                self._known[key] = _together(self._fights(many, ours, count - 1), self._fights(many, ours, 1))
            else:
                melee = self.crowd if ours else self.surrounded
                left = melee.after(Fight(many, True)) if ours else melee.after_his_turn(Fight(many, True))
                weights, whole = left.weights
                losses: dict[int, int] = defaultdict(int)
                for fight, weight in weights.items():
                    crowd, lone = many - fight.many, int(not fight.lone)
                    losses[crowd * self.stride + lone if ours else lone * self.stride + crowd] += weight
                self._known[key] = losses, whole
        return self._known[key]

    def flow(self, start: Lines, rounds: int) -> tuple[Distribution[Lines], ...]:
        """How both stand at the start and after each round."""
        return Chain(start, self.after).flow(rounds)


def _together(one: Losses, other: Losses) -> Losses:
    """Return the losses of both together."""
    found: dict[int, int] = defaultdict(int)
    for lost, weight in one[0].items():
        for more, times in other[0].items():
            found[lost + more] += weight * times
    return found, one[1] * other[1]

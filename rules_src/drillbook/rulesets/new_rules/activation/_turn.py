"""A whole turn: the chance to reach each unit, and the best order and numbers of dice.

Backward induction finds the best order of the units and the best number of dice for each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import sums_by_key
from drillbook.rules.remembered import remembered
from drillbook.rulesets.new_rules.common.activation import Activation, fewest


class Go(NamedTuple):
    """One unit's go: its Quality, its coloured dice, and the dice rolled for it."""

    quality: int
    damage: int
    dice: int


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass through the list of units in their order.

    reached: for each unit the chance that the turn reaches it; actions: the actions to expect from it;
    lost: the chance that the turn ends with it.
    after: for each number of strikes, the chance that the pass ends with it and the turn goes on.
    """

    reached: tuple[Fraction, ...]
    actions: tuple[Fraction, ...]
    lost: tuple[Fraction, ...]
    after: dict[int, Fraction]


class Turn:
    """A player's turn under the readings in force; what equal units do is worked out once."""

    def __init__(self, r: Reader, pick: str = "white") -> None:
        self.r, self.pick = r, pick
        self.limit = Activation(r, 0).limit
        self.fewest = fewest(r)
        self.most = r.int("activation.max-dice")
        self.pairs = cache(self._pairs)
        self.parts = cache(self._parts)

    def _pairs(self, go: Go) -> dict[tuple[int, int], Fraction]:
        """Return the chance of each pair of actions and strikes of a go."""
        outcomes = Activation(self.r, go.quality).activate(go.damage, go.dice, self.pick)
        return sums_by_key(((one.actions, one.strikes), chance) for one, chance in outcomes.items())

    def once_through(self, goes: Sequence[Go], strikes: int = 0) -> Pass:
        """One pass through the units in that order, begun with so many strikes."""
        now = {strikes: Fraction(1)}
        reached, actions, lost = [], [], []
        for go in goes:
            here = sum(now.values(), Fraction(0))
            pairs = self.pairs(go)
            reached.append(here)
            actions.append(here * sum((many * chance for (many, _), chance in pairs.items()), Fraction(0)))
            then = sums_by_key(
                (before + more, chance * share) for before, chance in now.items() for (_, more), share in pairs.items()
            )
            lost.append(sum((chance for at, chance in then.items() if at >= self.limit), Fraction(0)))
            now = {at: chance for at, chance in then.items() if at < self.limit}
        return Pass(tuple(reached), tuple(actions), tuple(lost), now)

    def again_and_again(self, goes: Sequence[Go]) -> Fraction | None:
        """Return the actions to expect if the list is repeated until a turnover.

        The result is None if the turn need never end.
        """
        worth: dict[int, Fraction] = {}
        for strikes in range(self.limit - 1, -1, -1):
            one = self.once_through(goes, strikes)
            stays = one.after.get(strikes, Fraction(0))
            if stays == 1:
                return None
            later = sum((chance * worth[at] for at, chance in one.after.items() if at > strikes), Fraction(0))
            worth[strikes] = (sum(one.actions, Fraction(0)) + later) / (1 - stays)
        return worth[0]

    def gain(self, go: Go, worth: Callable[[int], int], strikes: int, later: Callable[[int], Fraction]) -> Fraction:
        """Return the worth of a go: that of its own actions plus that of the rest of the turn.

        worth: the worth of a number of actions; strikes: those before the go;
        later: the worth of the rest of the turn by the strikes after the go.
        """
        own, ways = self.parts(go, worth)
        going = ((more, chance) for more, chance in ways if strikes + more < self.limit)
        return own + sum((chance * later(strikes + more) for more, chance in going), Fraction(0))

    def _parts(self, go: Go, worth: Callable[[int], int]) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
        """Return what a go's own actions are worth, and the chances of its strikes."""
        pairs = self.pairs(go)
        own = sum((chance * worth(actions) for (actions, _), chance in pairs.items()), Fraction(0))
        return own, tuple(sums_by_key((more, chance) for (_, more), chance in pairs.items()).items())

    def best(
        self, units: Sequence[tuple[int, int]], worth: Callable[[int], int]
    ) -> tuple[Fraction, list[tuple[int, int]]]:
        """Return the worth of the best turn for these units, and its plan.

        units: the Quality and the coloured dice of each unit. The plan lists the place of each unit with its number of dice,
        in the best order. It holds as long as nothing has failed; after a strike the choice is made again.
        """

        @cache
        def value(left: frozenset[int], strikes: int) -> tuple[Fraction, int, int]:
            if not left:
                return Fraction(0), -1, 0
            choices = [
                (
                    self.gain(Go(*units[place], dice), worth, strikes, partial(later, left - {place})),
                    -place,
                    dice,
                )
                for place in sorted(left)
                for dice in range(self.fewest, self.most + 1)
            ]
            top, place, dice = max(choices)
            return top, -place, dice

        def later(left: frozenset[int], strikes: int) -> Fraction:
            return value(left, strikes)[0]

        left = frozenset(range(len(units)))
        total, plan = value(left, 0)[0], []
        while left:
            _, place, dice = value(left, 0)
            plan.append((place, dice))
            left -= {place}
        return total, plan


@remembered()
def worth_of(costly: int) -> Callable[[int], int]:
    """Return the function that gives the worth of a number of actions.

    A single action is worth 1. The first two actions that come together buy an order worth `costly`;
    each further action adds 1.
    """
    return lambda actions: actions if actions <= 1 else costly + actions - 1 - 1


def once_only(r: Reader, w: Working) -> None:
    """Refuse the question if units may be activated again and again: no plan is then the best."""
    w.forbid(
        "Where units may be activated again and again, a single die at a time never ends the turn: no plan is the best.",
        "activation.turn-ends-all",
        when=r.holds("once-per-turn", "again-and-again"),
    )


def letters(place: int) -> str:
    """Return the letter of the unit at that place of the list, counted from A."""
    return chr(ord("A") + place)

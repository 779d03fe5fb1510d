"""A whole turn: units in their order, the chance to reach each of them, and the best order and number of dice, worked out backwards."""

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
    """One pass through the list: for each unit the chance to be reached, its actions, the chance that the turn ends with it.

    after: how likely the pass ends with so many strikes and goes on.
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
        """The chances of actions and strikes of a go."""
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
        """The actions to expect where the list is gone through until a turnover; none where the turn need never end."""
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
        """What a go is worth: its own actions, and what comes later, which is worth so much after so many strikes."""
        own, ways = self.parts(go, worth)
        going = ((more, chance) for more, chance in ways if strikes + more < self.limit)
        return own + sum((chance * later(strikes + more) for more, chance in going), Fraction(0))

    def _parts(self, go: Go, worth: Callable[[int], int]) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
        """What a go's own actions are worth, and the chances of its strikes."""
        pairs = self.pairs(go)
        own = sum((chance * worth(actions) for (actions, _), chance in pairs.items()), Fraction(0))
        return own, tuple(sums_by_key((more, chance) for (_, more), chance in pairs.items()).items())

    def best(
        self, units: Sequence[tuple[int, int]], worth: Callable[[int], int]
    ) -> tuple[Fraction, list[tuple[int, int]]]:
        """The best turn for units of such Quality and coloured dice: what it is worth, and the units by place with their dice.

        The order and the dice are those while nothing has failed; what comes after a strike is chosen anew.
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
    """What so many actions are worth, where the first two that come together buy an order worth so much, and a single one is worth 1."""
    return lambda actions: actions if actions <= 1 else costly + actions - 1 - 1


def once_only(r: Reader, w: Working) -> None:
    """The rule's no where units may be activated for ever: there is then no best plan."""
    w.forbid(
        "Where units may be activated again and again, a single die at a time never ends the turn: no plan is the best.",
        "activation.turn-ends-all",
        when=r.holds("once-per-turn", "again-and-again"),
    )


def letters(place: int) -> str:
    """What the unit at that place of the list is called: A, B, C …"""
    return chr(ord("A") + place)

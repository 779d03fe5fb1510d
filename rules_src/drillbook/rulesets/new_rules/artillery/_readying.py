"""A battery on its way to its shot: the orders that may come next, the best use of a roll."""

from collections.abc import Mapping

from drillbook.asking import Reader
from drillbook.rulesets.new_rules.common.orders import CANISTER, LIMBER, PIVOT, cost_of, loading_fires, repeats

#: The orders that are still to come, the shot last.
Orders = tuple[str, ...]


class Readying:
    """What a battery does with its actions, turn by turn."""

    def __init__(self, r: Reader, orders: Orders) -> None:
        self.costs: Mapping[str, int] = {order: cost_of(r, order).whole for order in orders}
        self.once = frozenset(order for order in orders if not repeats(r, order))
        # where turning is movement, pivots wait for the limbering before them, and that after them for the pivots
        self.in_turn = PIVOT in orders and r.holds("pivot-static", "turning-is-movement")
        self.ready_first = {CANISTER, LIMBER} <= set(orders) and (
            loading_fires(r) or r.holds("canister-limbered", "ready-first")
        )

    def next(self, left: Orders) -> Orders:
        """Return the orders that may be given next, each once.

        The last order of the list comes last; the player chooses the sequence of the others, as far as the readings let him.
        """
        before = left[:-1] or left
        if self.in_turn:
            chain = [order for order in before if order in (LIMBER, PIVOT)]
            before = (*chain[:1], *(order for order in before if order not in chain))
        if self.ready_first and CANISTER in before:
            others = [order for order in before if order != CANISTER]
            limbered = left.count(LIMBER) & 1  # the guns end ready to fire
            before = (*others,) if limbered else (CANISTER, *others)
        return tuple(dict.fromkeys(before))

    def used(self, left: Orders, actions: int, given: frozenset[str] = frozenset()) -> Orders:
        """Return the orders still to come after the best use of that many actions.

        The best use leaves the fewest actions of orders to pay for; the most expensive order comes first.
        given: the orders of this activation so far, of which some may come only once.
        """
        ends = []
        for order in sorted(self.next(left), key=self.costs.__getitem__, reverse=True):
            if self.costs[order] <= actions and not (order in self.once and order in given):
                place = left.index(order)
                rest = (*left[:place], *left[place + 1 :])
                ends.append(self.used(rest, actions - self.costs[order], given | {order}))
        return min(ends, key=lambda end: sum(map(self.costs.__getitem__, end)), default=left)

    def fewest(self, left: Orders, most: int) -> int:
        """In how many turns with so many actions each all is done."""
        turns = 0
        while left:
            left, turns = self.used(left, most), turns + 1
        return turns

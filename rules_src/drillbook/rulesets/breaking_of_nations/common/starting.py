"""The start of a game: the throw for initiative, and the throws that have to be repeated.

The setup and the turn use this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drillbook.asking import Reader, procedure


@dataclass(frozen=True, slots=True)
class Order:
    """The order in which sides start, by their places in the row of scores.

    groups holds the places one after another; sides that tie are in one group. chooser is the side that may take any
    place, if there is one. agreed states that the sides that tie agree on their order and do not throw again.
    """

    groups: tuple[tuple[int, ...], ...]
    chooser: int | None = None
    agreed: bool = False

    @property
    def settled(self) -> bool:
        """Whether nobody has to throw again."""
        return all(len(group) == 1 for group in self.groups)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides, first to last."""
        return tuple(side for group in self.groups for side in group)

    def words(self) -> str:
        """Return the players by number in their order, with those who tie joined by a sign."""
        return ", ".join(" = ".join(number(side) for side in group) for group in self.groups)


def number(side: int) -> str:
    """Return what a player is called: his place in the row of scores, counted from one."""
    return str(side + 1)


@procedure
def starting_order(r: Reader, scores: Sequence[int]) -> Order:
    """The order that a throw gives, by the scores or round the table; the highest score may have its choice."""
    r.cite("setup.initiative")
    reading = r.read_as("initiative-order")
    if reading == "round-the-table":
        return round_the_table(scores)
    order = by_score(scores)
    last = order.groups[-1]
    return replace(order, chooser=last[0]) if reading == "free-choice" and len(last) == 1 else order


def by_score(scores: Sequence[int]) -> Order:
    """Return the order with the lowest score first; sides that tie are together."""
    return Order(tuple(tuple(side for side, one in enumerate(scores) if one == score) for score in sorted(set(scores))))


def round_the_table(scores: Sequence[int]) -> Order:
    """Return the order with the highest score last and the others as they sit.

    Sides that tie for the highest score are together.
    """
    highest = tuple(side for side, score in enumerate(scores) if score == max(scores))
    if len(highest) > 1:
        rest = tuple(side for side in range(len(scores)) if side not in highest)
        return Order((*((side,) for side in rest), highest))
    (last,) = highest
    return Order(tuple(((last + step) % len(scores),) for step in range(1, len(scores) + 1)))

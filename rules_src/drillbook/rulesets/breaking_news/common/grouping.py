"""Who is near enough to act as one group, and partitions of men into groups: section 6.4."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from drillbook.errors import listed
from drillbook.maths import Number

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grouped:
    """The answer on a grouping: one group or not, how many, the largest, and the reactions.

    groups is the number at best. reactions are those drawn by the groups, apart those drawn one by one.
    """

    one_group: bool
    groups: int
    largest: int
    reactions: int
    apart: int


class Standing(Protocol):
    """Anything with a place on the table."""

    @property
    def x(self) -> Number:
        """Across."""

    @property
    def y(self) -> Number:
        """Ahead."""


def near(one: Standing, other: Standing, reach: Number) -> bool:
    """Whether two are no farther apart than `reach`."""
    across, ahead = one.x - other.x, one.y - other.y
    return across * across + ahead * ahead <= reach * reach


def together(members: Sequence[Standing], reach: Number, chain: bool) -> bool:
    """Return whether the members are near each other.

    Without chain every pair has to be near; with chain each only near another, so that they form a chain.
    """
    if not chain:
        return all(near(one, other, reach) for one, other in combinations(members, 1 + 1))
    linked, waiting = [members[0]], list(members[1:])
    for man in linked:
        linked += [other for other in waiting if near(man, other, reach)]
        waiting = [other for other in waiting if other not in linked]
    return not waiting


def parted(groups: Sequence[Group], whole: str, alone: str) -> str:
    """Return how some men are partitioned, as the start of a headline.

    whole is the text for one group, alone the text if nobody is with another; otherwise the text gives the sizes.
    """
    sizes = sorted(map(len, groups), reverse=True)
    if len(groups) == 1:
        return whole
    return alone if sizes[0] == 1 else f"Not one group but {len(groups)}, of {listed(map(str, sizes), 'and')}"


def partitions(places: Sequence[int]) -> Iterator[list[Group]]:
    """Every way to part the men into groups."""
    if not places:
        yield []
        return
    first, *others = places
    for rest in partitions(others):
        yield [(first,), *rest]
        for spot, group in enumerate(rest):
            yield [*rest[:spot], (first, *group), *rest[spot + 1 :]]

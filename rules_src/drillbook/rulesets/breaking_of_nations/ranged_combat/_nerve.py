"""The nerve of a unit under fire: how triggers raise its GL and what its tests make of it.

The tables are drawn up once for a whole fight. Most readings of the rules of glory concern events that fire never
brings. Two tables of nerves are equal if fire moves both alike, so that a fight is worked out only once for all the
readings that make no difference to it.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_of_nations.common.morale import Morale


class Nerve(NamedTuple):
    """A unit's GL, and the triggers that it has not yet tested for."""

    gl: int
    pending: int


class Facts(NamedTuple):
    """The effects of fire on a unit: half strength, pinned, its leader fallen.

    was_half and was_pinned are the lasting effects that held before.
    """

    half: bool
    pins: bool
    leader: bool
    was_half: bool
    was_pinned: bool


#: What a test leaves, with whole weights, and what they add up to; none of a nerve is panic.
Tested = tuple[tuple[tuple[Nerve | None, int], ...], int]


class Nerves:
    """The nerves that a unit of one grade can reach within some turns of fire, and their ends."""

    def __init__(self, morale: Morale, turns: int) -> None:
        self.morale = morale
        self.calm = Nerve(morale.printed, 0)
        every = map(Facts._make, product((False, True), repeat=len(Facts._fields)))
        self.triggers = {facts: self._counted(facts) for facts in every}
        self.shaken: dict[tuple[Nerve, int], Nerve | None] = {}
        self.tested: dict[Nerve, Tested] = {}
        #: Where every trigger brings a test at two times, and it makes odds when: after the first of them, and after the second.
        self.first: dict[Nerve, Tested] = {}
        self.second: dict[Nerve, Tested] = {}
        self.apart = morale.tests_twice and morale.spared(morale.printed)
        met = {self.calm}
        for _ in range(turns):
            met = self._turn(met)
        tables = self.triggers, self.shaken, self.tested, self.first, self.second
        self._alike = self.calm, *(frozenset(table.items()) for table in tables)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nerves) and self._alike == other._alike

    def __hash__(self) -> int:
        return hash(self._alike)

    def _counted(self, facts: Facts) -> int:
        """How many points these facts add."""
        now = (("half", facts.half), ("pinned", facts.pins), ("leader", facts.leader))
        then = (("half", facts.was_half), ("pinned", facts.was_pinned))
        return len(self.morale.counted([name for name, true in now if true], [name for name, true in then if true]))

    def _turn(self, begun: set[Nerve]) -> set[Nerve]:
        """Return the nerves in which a turn may leave a unit, drawing up their tables.

        begun holds the nerves in which the unit may begin the turn.
        """
        counts, met = set(self.triggers.values()), set(begun)
        for _ in ("answers to its own fire", "the enemy's fire"):
            shaken = {(one, count): self._shaken(one, count) for one in met for count in counts}
            self.shaken |= shaken
            met.update(after for after in shaken.values() if after)
        if self.apart:
            self.first |= {one: self._tested(one, apart=True, left=one.pending) for one in met}
            met |= _left(self.first)
            self.second |= {one: self._tested(one, apart=True) for one in met}
            return _left(self.first) | _left(self.second)
        self.tested |= {one: self._tested(one) for one in met}
        return _left(self.tested)

    def _shaken(self, nerve: Nerve, count: int) -> Nerve | None:
        """Return the nerve after so many triggers, or None if the unit panics at once.

        A unit at the threshold of panic is one that may roll before it breaks: further triggers do not take that roll from
        it.
        """
        m, gl = self.morale, self.morale.raised(nerve.gl, count)
        if gl >= m.panic > nerve.gl and not m.spared(nerve.gl):
            return None
        pending = nerve.pending + count
        if m.tests(pending, gl) == m.tests(1, gl) and not m.added_again:
            pending = min(pending, 1)
        return Nerve(gl, pending)

    def _tested(self, nerve: Nerve, *, apart: bool = False, left: int = 0) -> Tested:
        """Return what the tests for its triggers, or those at one time of two, leave of a nerve.

        left is the number of triggers still to test for.
        """
        m, (gl, pending) = self.morale, nerve
        if not pending:
            return ((nerve, 1),), 1
        weights, whole = m.tested(gl, pending, spared=gl >= m.panic, apart=apart).weights
        return tuple((Nerve(after, left) if after < m.panic else None, each) for after, each in weights.items()), whole

    def holds(self, nerve: Nerve, to_come: int) -> bool:
        """Whether no more than so many further triggers, tested for or not, can break that nerve."""
        return self.morale.raised(nerve.gl, to_come) < self.morale.panic


def _left(tested: dict[Nerve, Tested]) -> set[Nerve]:
    """Every nerve that tests leave."""
    return {after for outcomes, _ in tested.values() for after, _ in outcomes if after}


nerves = remembered()(Nerves)

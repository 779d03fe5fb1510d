"""Exact finite Markov chains: morale tracks, several turns, fights to the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from drillbook.maths.dice import Distribution

S = TypeVar("S", bound=Hashable)


class Chain(Generic[S]):
    """A finite Markov chain: every state leads to a distribution of next states.

    Absorbing states lead to themselves.
    """

    def __init__(self, start: S, step: Callable[[S], Distribution[S]], *, absorbing: Collection[S] = ()) -> None:
        self.start = start
        self.absorbing = frozenset(absorbing)
        self._step = step
        self._known: dict[S, Distribution[S]] = {}

    def step(self, state: S) -> Distribution[S]:
        """Where one turn leads from `state`."""
        if state not in self._known:
            self._known[state] = Distribution.sure(state) if state in self.absorbing else self._step(state)
        return self._known[state]

    def flow(self, turns: int) -> tuple[Distribution[S], ...]:
        """Return the distribution of states at the start and after each of `turns` turns."""
        now = Distribution.sure(self.start)
        states = [now]
        for _ in range(turns):
            now = now.then(self.step)
            states.append(now)
        return tuple(states)

    def after(self, turns: int) -> Distribution[S]:
        """Return the distribution of states after `turns` turns."""
        return self.flow(turns)[-1]

    @cached_property
    def reachable(self) -> list[S]:
        """Every state that can be reached from the start, in order of discovery."""
        found = [self.start]
        for state in found:
            found += [nxt for nxt in self.step(state) if nxt not in found]
        return found

    def expected_turns(self) -> Fraction | None:
        """Return the expected number of turns until an absorbing state.

        Returns None if it is possible that the chain never reaches one.
        """
        passing = [state for state in self.reachable if state not in self.absorbing]
        if not all(self._can_end(state) for state in passing):
            return None
        turns = self._solve(passing, [Fraction(1)] * len(passing))
        return turns.get(self.start, Fraction(0))

    def absorbed(self) -> dict[S, Fraction]:
        """Return the probability of absorption in each absorbing state."""
        passing = [state for state in self.reachable if state not in self.absorbing and self._can_end(state)]
        result = {}
        for end in self.absorbing:
            if self.start == end:
                result[end] = Fraction(1)
                continue
            solved = self._solve(passing, [self.step(state)[end] for state in passing])
            result[end] = solved.get(self.start, Fraction(0))
        return result

    def _can_end(self, state: S) -> bool:
        seen = [state]
        for one in seen:
            if one in self.absorbing:
                return True
            seen += [nxt for nxt in self.step(one) if nxt not in seen]
        return False

    def _solve(self, states: list[S], right: list[Fraction]) -> dict[S, Fraction]:
        """Return x with x = right + P x over `states`, by Gauss-Jordan elimination in fractions."""
        size = len(states)
        rows = [
            [Fraction(i == j) - self.step(one)[other] for j, other in enumerate(states)] + [right[i]]
            for i, one in enumerate(states)
        ]
        for i in range(size):
            pivot = next(row for row in range(i, size) if rows[row][i])
            rows[i], rows[pivot] = rows[pivot], rows[i]
            rows[i] = [cell / rows[i][i] for cell in rows[i]]
            for j in range(size):
                if j != i and rows[j][i]:
                    factor = rows[j][i]
                    rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
        return {state: rows[i][size] for i, state in enumerate(states)}

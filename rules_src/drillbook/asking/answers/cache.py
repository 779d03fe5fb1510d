"""A memo of results worked out for one answer, so that its other readings can reuse them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple


class CachedResult(NamedTuple):
    """A result, the rules that it was read from, and the readings that it hangs on."""

    result: Any
    consulted: Mapping[str, None]
    readings: Mapping[str, str]


class Memo:
    """Results of one ruleset, keyed by the work and its arguments.

    The memo can hold several results of the same work, each under different readings.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, list[CachedResult]] = {}

    def find(self, work: Hashable, letter: Callable[[str], str]) -> CachedResult | None:
        """Return the result worked out under the readings now in force, or None.

        letter: gives the reading in force of a ruling.
        """
        for kept in self._known.get(work, ()):
            if all(letter(ruling) == used for ruling, used in kept.readings.items()):
                return kept
        return None

    def keep(self, work: Hashable, kept: CachedResult) -> None:
        """Keep a result for the readings to come."""
        self._known.setdefault(work, []).append(kept)

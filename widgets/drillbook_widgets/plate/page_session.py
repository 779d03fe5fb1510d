"""What do all plates of one page share? The link it was opened with, what its reader has settled for all of them, and his house rules.

A kernel has one page. The worker of an edition serves every page that a reader has open, and says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet


@dataclass(eq=False)
class Visit:
    """One page, as long as it is open.

    base: the site's origin, None where nobody has told it; wanted: the address that the next plate is wanted with, likewise; own: whether
    the reader has left that plate so himself, and no link asks for it; taken: those that a plate has taken; settled: inputs as an
    address writes them, by ruleset; house: readings by ruleset; overruled: sentences about those that can no longer be chosen.
    """

    base: str | None = None
    wanted: str | None = None
    own: bool = False
    taken: set[str] = field(default_factory=set)
    settled: dict[str, dict[str, str]] = field(default_factory=dict)
    house: dict[str, dict[str, str]] = field(default_factory=dict)
    overruled: dict[str, dict[str, str]] = field(default_factory=dict)
    plates: WeakSet[Any] = field(default_factory=WeakSet)


_turn: ContextVar[Visit] = ContextVar("visit", default=Visit())  # noqa: B039  a process without pages has one visit for good


def here() -> Visit:
    """The page whose turn it is; what is begun in its turn goes on in it."""
    return _turn.get()


@contextmanager
def turn(visit: Visit) -> Iterator[None]:
    """It is this page's turn meanwhile."""
    before = _turn.set(visit)
    try:
        yield
    finally:
        _turn.reset(before)

"""What all calculators of one page share: its link, settled inputs and house rules.

The settled inputs apply to all calculators of the page; the house rules are the reader's. A kernel has one page. The
worker of an edition serves every page that a reader has open, and states which page has its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakSet

from drillbook.rules.model import Ruleset


class PageMember(Protocol):
    """A calculator as the other calculators of its page know it."""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of its question."""

    @property
    def other(self) -> Ruleset | None:
        """The ruleset that answers beside it, if any."""

    @property
    def linked(self) -> bool:
        """Whether a link opened it."""

    def follow_shared_inputs(self, by_link: bool = False) -> None:
        """Answer with the inputs that are settled for all calculators of the page.

        by_link: whether to keep the inputs of the link that opened the calculator, and only name the settled ones.
        """

    def follow_house_rules(self) -> None:
        """Answer with the house rules in force."""


@dataclass(eq=False)
class Visit:
    """One page, as long as it is open.

    base: the site's origin, or None if it is not known. wanted: the address that the next plate should use, or None if it
    is not known. own: whether the reader has left that plate so, with no link asking for it. taken: the addresses that a
    plate has taken. settled: by ruleset, inputs as an address writes them. house: readings by ruleset. overruled:
    sentences about readings that can no longer be chosen. plates: the plates of the page.
    """

    base: str | None = None
    wanted: str | None = None
    own: bool = False
    taken: set[str] = field(default_factory=set)
    settled: dict[str, dict[str, str]] = field(default_factory=dict)
    house: dict[str, dict[str, str]] = field(default_factory=dict)
    overruled: dict[str, dict[str, str]] = field(default_factory=dict)
    plates: WeakSet[PageMember] = field(default_factory=WeakSet)


_turn: ContextVar[Visit] = ContextVar("visit", default=Visit())  # noqa: B039  a process without pages has one visit for good


def here() -> Visit:
    """Return the page whose turn it is.

    Tasks that start during a page's turn keep that page.
    """
    return _turn.get()


@contextmanager
def turn(visit: Visit) -> Iterator[None]:
    """Make it a page's turn while the `with` block runs."""
    before = _turn.set(visit)
    try:
        yield
    finally:
        _turn.reset(before)

"""Admission to live calculators: seats and the queue of pages that wait.

Seats are shared fairly between visitors' addresses. One address has at most a certain number of seats at once and a
certain number of starts over time, however many pages it opens. If seats are short, the next free seat goes to the
address with the fewest seats, and among equals to the first that came. A page without a seat waits for its turn: it
gets its place whenever the place changes, and becomes live by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import ipaddress
import itertools
import logging
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, MutableSet
from dataclasses import dataclass, field

from drillbook_widgets.site.rate_limit import Allowance

log = logging.getLogger(__name__)

MOST_WAITING = 400
MOST_WAITING_EACH = 24
WAIT_SECONDS = 1800.0
TELL_SECONDS = 20.0
STARTS_AT_ONCE = 4.0
STARTS_A_SECOND = 1 / 16
MOST_REMEMBERED = 10_000
"""An address may start four times as many pages as it has seats at once, and then each seat anew every 16 seconds."""
FULL = "The calculators on this site are all in use. This page is {place} in turn and wakes by itself. The text is complete."
OWN = (
    "You have as many pages with live calculators open as one visitor may have. "
    "This page wakes by itself when you close another one. The text is complete."
)


class TooManyWaiting(Exception):
    """So many pages wait for their turn already that no further one may."""


def visitor_of(address: str) -> str:
    """Return the visitor that an IP address stands for.

    The visitor is the address itself, or for IPv6 the network of its first 64 bits, because a house may have a whole
    network.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


@functools.lru_cache(maxsize=8)
def unheard_proxy(address: str) -> None:
    """Log that all visitors may look like one, because a proxy that is not trusted is in front.

    The warning is logged once per address.
    """
    log.warning(
        "A visitor at %s has all the seats one may have, and a proxy seems to stand before the site: "
        "set DRILLBOOK_TRUST_PROXY=yes if that is so, and visitors are told apart by what it says.",
        address,
    )


@dataclass(eq=False)
class Ticket:
    """One page that asks for a seat: its place in the queue (0: seated), and what holds it up.

    kernel_id: the name of its kernel; while it waits a name of its own, by which it can leave the queue.
    """

    visitor: str
    number: int
    kernel_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    place: int = 0
    own: bool = False
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def sentence(self) -> str:
        """The sentence for the page about its place in the queue."""
        if self.own:
            return OWN
        return FULL.format(place="the next" if self.place == 1 else f"number {self.place}")


class Seats(MutableSet[str]):
    """The kernels that belong to a page, each with its visitor; and the pages that wait for one.

    most, most_each: how many in all, and of one visitor. name: gives the kernel of a page that is just being seated.
    """

    def __init__(
        self,
        most: int,
        most_each: int,
        clock: Callable[[], float] = time.monotonic,
        name: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        self.most, self.most_each, self.clock, self.name = most, most_each, clock, name
        self.taken: dict[str, str] = {}
        self.waiting: list[Ticket] = []
        self.starts: dict[str, Allowance] = {}
        self.numbers = itertools.count()
        self.timer: asyncio.TimerHandle | None = None

    def __contains__(self, kernel_id: object) -> bool:
        return kernel_id in self.taken

    def __iter__(self) -> Iterator[str]:
        return iter(self.taken)

    def __len__(self) -> int:
        return len(self.taken)

    @classmethod
    def _from_iterable(cls, those: Iterable[str]) -> set[str]:  # type: ignore[override]
        return set(those)

    def add(self, kernel_id: str) -> None:
        """Take a seat for a kernel that no visitor asked for."""
        self.taken[kernel_id] = ""

    def discard(self, kernel_id: str) -> None:
        """Take back a seat or a place in the queue; the next page in the queue gets the seat."""
        self.waiting = [one for one in self.waiting if one.kernel_id != kernel_id]
        self.taken.pop(kernel_id, None)
        self.call()

    def ask(self, visitor: str) -> Ticket:
        """Return a ticket for one page of a visitor, which may be seated at once.

        `discard` gives the ticket back. Raises TooManyWaiting if too many pages wait.
        """
        own = sum(1 for one in self.waiting if one.visitor == visitor)
        if not self.most or len(self.waiting) >= MOST_WAITING or own >= MOST_WAITING_EACH:
            raise TooManyWaiting
        ticket = Ticket(visitor, next(self.numbers))
        self.waiting.append(ticket)
        self.call()
        return ticket

    async def turn(self, ticket: Ticket) -> AsyncGenerator[str, None]:
        """Wait for a page's turn, and yield the sentences that the page shows meanwhile.

        A sentence may be repeated. The generator ends with the turn. Raises TooManyWaiting after half an hour.
        """
        end = self.clock() + WAIT_SECONDS
        while ticket.place:
            ticket.moved.clear()
            yield ticket.sentence
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ticket.moved.wait(), TELL_SECONDS)
            if self.clock() > end:
                raise TooManyWaiting

    def call(self) -> None:
        """Seat every page that may be seated now, and give the others their places."""
        held = Counter(self.taken.values())
        while len(self.taken) < self.most:
            able = [one for one in self.in_turn(held) if held[one.visitor] < self.most_each]
            chosen = next((one for one in able if self.allowance(one.visitor).take()), None)
            if chosen is None:
                break
            self.waiting.remove(chosen)
            chosen.kernel_id = self.name()
            self.taken[chosen.kernel_id] = chosen.visitor
            held[chosen.visitor] += 1
            self.move(chosen, 0, False)
        for place, one in enumerate(self.in_turn(held), start=1):
            self.move(one, place, held[one.visitor] >= self.most_each)
        self.look_again()

    def in_turn(self, held: Mapping[str, int]) -> list[Ticket]:
        """Return the waiting pages, next ones first.

        The order is by the number of seats that the visitor would already have, and then by time of arrival.
        """
        before: Counter[str] = Counter(held)
        keyed = []
        for one in self.waiting:
            keyed.append((before[one.visitor], one.number, one))
            before[one.visitor] += 1
        return [one for *_, one in sorted(keyed, key=lambda found: found[:2])]

    def move(self, ticket: Ticket, place: int, own: bool) -> None:
        """Set a page's place in the queue and notify the page if the place has changed."""
        if (ticket.place, ticket.own) != (place, own):
            ticket.place, ticket.own = place, own
            ticket.moved.set()

    def allowance(self, visitor: str) -> Allowance:
        """How many pages a visitor may start now."""
        if len(self.starts) > MOST_REMEMBERED:  # those that have all their starts again need not be remembered
            self.starts = {one: had for one, had in self.starts.items() if had.seconds_to(had.most) > 0}
        if visitor not in self.starts:
            most, each_second = STARTS_AT_ONCE * self.most_each, STARTS_A_SECOND * self.most_each
            self.starts[visitor] = Allowance(most, each_second, self.clock)
        return self.starts[visitor]

    def look_again(self) -> None:
        """Where somebody waits only for time to pass, call again when it has."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        waits = [self.allowance(one.visitor).seconds_to() for one in self.waiting]
        if waits and len(self.taken) < self.most and any(waits):
            soon = min(wait for wait in waits if wait)
            self.timer = asyncio.get_running_loop().call_later(soon + 0.01, self.call)

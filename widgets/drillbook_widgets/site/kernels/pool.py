"""The reserve: a few kernels that are forked and answer before a page asks.

So a page gets a kernel at once.

These kernels belong to no page: they take no seat, do not count as readers, and are listed separately in `/health`.
There are never more of them than free seats, so the limit on kernels holds. A new one is made only if no page has
asked for a moment and none is still being prepared, because making one would need the processor that the page needs.
A kernel that ends by itself is replaced like one that was taken.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

log = logging.getLogger(__name__)

REST_SECONDS = 1.5
"""How long no page must have asked before another one is made."""


class Spares:
    """The kernels in reserve.

    most: how many there may be. room: how many seats are free. start: starts the kernel of that name and gives a client
    that it has answered. end: ends the kernel of that name. alive: does that kernel's process still run? One that was lost
    with the fork server is noticed a moment later only, and nobody should get it meanwhile. busy: are pages being served
    for which a further kernel would be in the way?
    """

    def __init__(
        self,
        most: int,
        room: Callable[[], int],
        start: Callable[[str], Awaitable[Any]],
        end: Callable[[str], Awaitable[None]],
        alive: Callable[[str], bool] = lambda _: True,
        clock: Callable[[], float] = time.monotonic,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self.most, self.room, self.start, self.end = most, room, start, end
        self.alive, self.clock, self.busy = alive, clock, busy
        self.ready: dict[str, Any] = {}
        self.given: dict[str, Any] = {}
        self.starting = ""
        self.asked = 0.0

    def __contains__(self, kernel_id: object) -> bool:
        return kernel_id in self.ready or (bool(kernel_id) and kernel_id == self.starting)

    def __iter__(self) -> Iterator[str]:
        yield from self.ready
        if self.starting:
            yield self.starting

    @property
    def wanted(self) -> int:
        """How many there should be now."""
        return max(0, min(self.most, self.room()))

    def name(self) -> str:
        """Return the name of the kernel for a page that is just being seated.

        The kernel is one in reserve, or otherwise one that must still be started.
        """
        self.asked = self.clock()
        for kernel_id in filter(self.alive, self.ready):
            self.given[kernel_id] = self.ready.pop(kernel_id)
            return kernel_id
        return str(uuid.uuid4())

    def take(self, kernel_id: str) -> Any:
        """Return the client of a kernel that was in reserve and now belongs to a page.

        The result is None if the kernel must still be started.
        """
        return self.given.pop(kernel_id, None)

    def forget(self, kernel_id: str) -> None:
        """Forget a kernel that has ended, and close its client."""
        for known in (self.ready, self.given):
            client = known.pop(kernel_id, None)
            if client is not None:
                client.stop_channels()

    def at_rest(self) -> bool:
        """Return whether no page has asked for a moment and no page still waits."""
        return not self.busy() and self.clock() - self.asked > REST_SECONDS

    async def tend(self) -> None:
        """Make one more, or end one too many, where that is due."""
        if len(self.ready) > self.wanted:
            await self.end(next(iter(self.ready)))
        elif len(self.ready) < self.wanted and not self.starting and self.at_rest():
            self.starting = kernel_id = str(uuid.uuid4())
            try:
                self.ready[kernel_id] = await self.start(kernel_id)
            except BaseException as problem:
                log.info("No kernel could be put in reserve: %s", problem)
                await self.end(kernel_id)
                if not isinstance(problem, Exception):
                    raise
            finally:
                self.starting = ""

    def close(self) -> None:
        """Close the clients when the site closes.

        The processes are ended by whatever started them.
        """
        for kernel_id in [*self.ready, *self.given]:
            self.forget(kernel_id)

"""The limits on the number and the lifetime of a site's kernels.

A page's calculators run in a kernel of their own, which is a separate process. So a page first takes a seat. The seat
has the kernel's name before the kernel exists. Giving the seat back at any moment ends what was started for it.
Starting and ending are never interrupted, because the underlying libraries cannot handle that: if a page leaves while
its kernel starts, the kernel finishes starting and then ends at once. A kernel without a seat ends, a kernel that
nobody is connected to ends soon, and a kernel that nobody has used for a while ends too (the page then offers to wake
it).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from jupyter_core.utils import ensure_async
from traitlets import Integer, TraitError

from drillbook_widgets.pages.content.catalogue import CatalogueChapter
from drillbook_widgets.site import jupyter_compat
from drillbook_widgets.site.kernels import provisioner
from drillbook_widgets.site.kernels.admission import Seats, Ticket, TooManyWaiting, visitor_of
from drillbook_widgets.site.kernels.cell_runner import KernelLost, Running, connect
from drillbook_widgets.site.kernels.lifetimes import Guests
from drillbook_widgets.site.kernels.pool import Spares

STARTS_AT_ONCE = 4
END_SECONDS = 10.0
CLOSE_SECONDS = 0.5
TEND_SECONDS = 1.0
SOCKET_SECONDS = 20.0
ENDED = "This kernel has ended."
"""What the page of one hears."""


class TooManyReaders(Exception):
    """No further kernel is started for the moment."""


class SiteKernelManager(jupyter_compat.WatchedKernelManager):
    """Kernels for visitors: bounded in number, ended when nobody needs them."""

    most_kernels = Integer(40, help="How many pages may have live calculators at once.").tag(config=True)
    seats_per_visitor = Integer(8, help="How many of them may be of one visitor's address.").tag(config=True)
    spare = Integer(4, help="How many kernels stand ready before anybody asks.").tag(config=True)
    lonely_seconds = Integer(90, help="A kernel that no page is connected to ends after so many seconds.").tag(
        config=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self.spares = Spares(self.spare, self.room, self._start_spare, self.end, provisioner.runs, busy=self.serving)
        self.seats = Seats(self.most_kernels, self.seats_per_visitor, name=self.spares.name)
        self.starting: dict[str, asyncio.Task[None]] = {}
        self.ending: dict[str, asyncio.Task[None]] = {}
        self.work: dict[str, Running] = {}
        self.listening: dict[str, asyncio.Event] = {}
        self.guests = Guests()
        self.refilling: asyncio.Task[None] | None = None
        self.gate = asyncio.Semaphore(STARTS_AT_ONCE)

    @property
    def full(self) -> bool:
        """Is there no room for one more?"""
        return len(self.seats) >= self.most_kernels

    def room(self) -> int:
        """Return the number of free seats for kernels in reserve.

        Without forking the result is 0, because an ordinary process would be expensive to keep for nobody.
        """
        return self.most_kernels - len(self.seats) if provisioner.forks() else 0

    def serving(self) -> bool:
        """Is a page's kernel just being started or prepared?"""
        return bool(self.starting) or any(not work.prepared.is_set() for work in self.work.values())

    def ask_seat(self, address: str) -> Ticket:
        """Return a ticket for one page of a visitor: a seat, or a place in the queue.

        `end` gives the seat or the place back. address: the visitor's IP address. Raises TooManyReaders if the queue is full.
        """
        try:
            return self.seats.ask(visitor_of(address))
        except TooManyWaiting:
            raise TooManyReaders from None

    async def start_for_page(self, kernel_id: str, chapter: CatalogueChapter) -> Running:
        """Return the kernel of a seat, started for a chapter.

        The caller may be cancelled, and then ends the kernel like any other. kernel_id: the seat. Raises KernelLost if the
        kernel of that seat has just ended.
        """
        client = self.spares.take(kernel_id)
        if client is None:
            start = asyncio.create_task(self._start(kernel_id))
            self.starting[kernel_id] = start
            start.add_done_callback(lambda done: self._started(kernel_id, done))
            await asyncio.shield(start)
        if kernel_id not in self:  # one in reserve that ended at the very moment in which it was given away
            raise KernelLost("It had ended before it could be used.")
        self.listening.setdefault(kernel_id, asyncio.Event())
        self.guests.of(kernel_id).expect()
        found = self.work[kernel_id] = Running(self.get_kernel(kernel_id), chapter, client)
        return found

    async def _start(self, kernel_id: str) -> None:
        async with self.gate:
            if kernel_id in self.seats:  # else its page has left while it waited for its turn
                await self._launch(kernel_id)

    async def _start_spare(self, kernel_id: str) -> Any:
        await self._launch(kernel_id)
        return await connect(self.get_kernel(kernel_id))

    async def _launch(self, kernel_id: str) -> None:
        env = {**os.environ, "SERVER_SOFTWARE": "drillbook"}
        started = self.start_kernel(kernel_name="drillbook", kernel_id=kernel_id, env=env, cwd=self.connection_dir)
        await cast(Awaitable[str], started)

    def _started(self, kernel_id: str, start: asyncio.Task[None]) -> None:
        self.starting.pop(kernel_id, None)
        if start.cancelled() or start.exception() is not None:
            self.forget(kernel_id)

    def forget(self, kernel_id: str) -> None:
        """Nothing is known any more of that kernel."""
        self.seats.discard(kernel_id)
        self.stop_work(kernel_id)
        self.wipe(kernel_id)

    def stop_work(self, kernel_id: str) -> None:
        """Nothing more is run in that kernel, and nobody waits for its page any more."""
        self.spares.forget(kernel_id)
        work = self.work.pop(kernel_id, None)
        if work is not None:
            work.rest()
        waited = self.listening.pop(kernel_id, None)
        if waited is not None:
            waited.set()

    def ends(self, kernel_id: str) -> bool:
        """Is that kernel ending, or has it ended, so that nobody should open a line to it any more?"""
        return kernel_id not in self or kernel_id in self.ending

    def heard(self, kernel_id: str) -> None:
        """Note that the page of that kernel hears everything that the kernel says from now on."""
        if kernel_id in self.listening:
            self.listening[kernel_id].set()

    async def page_listens(self, kernel_id: str) -> bool:
        """Wait until the page hears its kernel; False where it does not come."""
        waited = self.listening.get(kernel_id)
        if waited is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waited.wait(), SOCKET_SECONDS)
        return kernel_id in self.seats and waited is not None and waited.is_set()

    async def end(self, kernel_id: str) -> None:
        """Give a seat back, end its kernel, and close the sockets to the kernel.

        The kernel may not exist or may just be starting.
        """
        self.seats.discard(kernel_id)
        self.stop_work(kernel_id)
        known = kernel_id in self or kernel_id in self.starting or kernel_id in provisioner.running
        if known and kernel_id not in self.ending:
            task = asyncio.create_task(self._end(kernel_id))
            self.ending[kernel_id] = task
            task.add_done_callback(lambda _: self.ending.pop(kernel_id, None))
        if kernel_id in self.ending:
            await asyncio.shield(self.ending[kernel_id])

    async def _end(self, kernel_id: str) -> None:
        jupyter_compat.close_sockets(ENDED, kernel_id)
        if kernel_id in self.starting:
            await asyncio.wait([self.starting[kernel_id]])
        try:
            if kernel_id in self:
                async with asyncio.timeout(END_SECONDS):
                    await ensure_async(self.shutdown_kernel(kernel_id, now=True))  # type: ignore[no-untyped-call]
        except Exception:  # it may be ending already, which is what was wanted
            self.log.debug("Kernel %s could not be ended in order", kernel_id, exc_info=True)
        left = provisioner.running.get(kernel_id)
        try:
            if left is not None:
                await left.end_surely(END_SECONDS)
        except Exception:  # nobody who leaves can do anything about it; what still runs is ended by tend()
            self.log.exception("Kernel %s could not be ended", kernel_id)
        finally:
            self.forget(kernel_id)
            jupyter_compat.close_sockets(ENDED, kernel_id)  # those too that were being opened meanwhile

    async def end_all(self) -> None:
        """End every process when the site closes.

        This takes a bounded time, and skips the libraries' own shutdown.
        """
        for start in list(self.starting.values()):
            start.cancel()
        for kernel_id in list(self.work):
            self.stop_work(kernel_id)
        self.spares.close()
        if self.refilling is not None:
            self.refilling.cancel()
        jupyter_compat.close_sockets("the site is closing")
        await asyncio.gather(*(left.end_surely(CLOSE_SECONDS) for left in list(provisioner.running.values())))
        self.context.destroy(linger=0)  # else it waits a second for messages that nobody will read

    async def tend(self) -> None:
        """End every process that was started and belongs to no page, for as long as the site runs."""
        while True:
            await asyncio.sleep(TEND_SECONDS)
            with contextlib.suppress(Exception):
                if self.refilling is None or self.refilling.done():
                    self.refilling = asyncio.create_task(self.spares.tend())
                at_work = {one: found.pid for one, found in provisioner.running.items() if found.pid}
                for kernel_id, why in list(self.guests.overdue(at_work, self.seats)):
                    self.log.info("Kernel %s is ended: %s", kernel_id, why)
                    await self.end(kernel_id)
                for kernel_id in {*self.list_kernel_ids(), *provisioner.running} - self.seats - {*self.spares}:
                    if kernel_id not in self.starting and kernel_id not in self.ending:
                        self.log.warning("Kernel %s belongs to no page and is ended", kernel_id)
                        await self.end(kernel_id)

    def kernel_died(self, kernel_id: str) -> None:
        """Clean up after a kernel that has ended by itself or with the fork server.

        Its page is notified, its files are removed, and its seat becomes free.
        """
        self.log.warning("Kernel %s has ended by itself", kernel_id)
        asyncio.ensure_future(self.end(kernel_id))  # noqa: RUF006  it is kept in `ending`

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that has been idle for long, or that nobody is connected to."""
        kernel = self.known_kernel(kernel_id)
        try:
            seen = getattr(kernel, "last_activity", None)
        except TraitError:  # it is just starting, or ending
            seen = None
        if kernel is None or seen is None or kernel_id in self.spares:
            return
        idle = datetime.now(UTC) - seen
        lonely = not self.connections_to(kernel_id) and idle > timedelta(seconds=self.lonely_seconds)
        if lonely or idle > timedelta(seconds=self.cull_idle_timeout):
            self.log.info("Ending idle kernel %s", kernel_id)
            await self.end(kernel_id)

"""Who is a kernel's guest at the moment, and has it outstayed its welcome?

Of each kernel is kept how many sockets talk to it and since when none does, what its page has opened in it, and how
much of the processor it may still use. A kernel whose readers have gone is killed, however busy it is: soon where its
page said goodbye, a little later where the connection broke, since that comes back. So is one that computes on and on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

import psutil  # type: ignore[import-untyped]

from drillbook_widgets.site.rate_limit import Allowance

MOST_SOCKETS = 3
MOST_OPENED = 32
GONE_SECONDS = 2.0
LOST_SECONDS = 8.0
COME_SECONDS = 30.0
BUSY_SECONDS = 60.0
BUSY_SHARE = 0.25
LEAVING = frozenset({1000, 1001})
LONGEST_LOG = 2000
MOST_LOGGED = 20
"""A kernel may compute for a minute at a stretch, and for a quarter of the time in the long run."""


class Guest:
    """What is known of one kernel."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.sockets = 0
        self.due: float | None = None
        self.opened: set[str] = set()
        self.busy = Allowance(BUSY_SECONDS, BUSY_SHARE, clock)
        self.used = 0.0
        self.logged = 0

    def expect(self) -> None:
        """Note that the page knows of its kernel and will connect soon."""
        if not self.sockets:
            self.due = self.clock() + COME_SECONDS

    def come(self) -> bool:
        """One more socket; False where there are as many as may be."""
        if self.sockets >= MOST_SOCKETS:
            return False
        self.sockets += 1
        self.due = None
        return True

    def go(self, code: int | None) -> None:
        """One socket less. code: how the page closed it; None where the connection just broke."""
        self.sockets -= 1
        if self.sockets <= 0:
            self.due = self.clock() + (GONE_SECONDS if code in LEAVING else LOST_SECONDS)

    def may_open(self, comm: str) -> bool:
        """May the page open one more widget, or other line of talk, in the kernel?"""
        if comm not in self.opened and len(self.opened) >= MOST_OPENED:
            return False
        self.opened.add(comm)
        return True

    def may_log(self) -> bool:
        """May one more complaint of this kernel stand in the site's log?"""
        self.logged += 1
        return self.logged <= MOST_LOGGED

    def used_up(self, seconds: float) -> bool:
        """Has it computed for too long, now that it has for so many seconds in all?"""
        fresh, self.used = seconds - self.used, seconds
        return not self.busy.spend(fresh)


class Guests:
    """Every kernel's guest, by the kernel's id."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.known: dict[str, Guest] = {}

    def of(self, kernel_id: str) -> Guest:
        """Return what is known of that kernel."""
        return self.known.setdefault(kernel_id, Guest(self.clock))

    def overdue(self, processes: dict[str, int], seats: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the kernels that must end, each with the reason.

        Kernels without a seat are forgotten. processes: the process number of each kernel. seats: the kernels that belong to
        a page.
        """
        for kernel_id in [one for one in self.known if one not in seats]:
            del self.known[kernel_id]
        for kernel_id, pid in processes.items():
            if kernel_id not in seats:
                continue
            guest = self.of(kernel_id)
            if guest.due is not None and self.clock() >= guest.due:
                yield kernel_id, "its readers have gone"
            elif guest.used_up(processor_seconds(pid)):
                yield kernel_id, "it has computed for too long"


def processor_seconds(pid: int) -> float:
    """How long a process has computed, in seconds; nothing where there is none of that number."""
    with suppress(psutil.Error, OSError):
        times = psutil.Process(pid).cpu_times()
        return float(times.user + times.system)
    return 0.0

"""Who works out the answers on the pages? A few niced processes of the standard executor, never the serving one.

A thread would share the interpreter's lock with every reader, so that one dear address would keep all of them waiting.
Each process has an executor of its own, so that it can be told from the others: one that works on an address for too
long, or has ended, is replaced alone. Whoever asks waits for as long as his page may take and no longer; what has been
begun is finished all the same and remembered, and what nobody waits for any more is not begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TypeVar

from drillbook_widgets.site import preloading
from drillbook_widgets.site.discretion import be_discreet
from drillbook_widgets.site.still import Still, still_of

T = TypeVar("T")
log = logging.getLogger(__name__)

WORKERS = 2
NICENESS = 10
LONGEST_SECONDS = 5.0
"""How long one address may take before the process that works on it is replaced."""
START_SECONDS = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 15.0
WARM_SECONDS = 2.0
MOST_REMEMBERED = 2048


class Unanswered(Exception):
    """There is no answer in time; the plate will have it."""


class Desk:
    """One process that works out answers, replaced where it does not come back."""

    def __init__(self) -> None:
        self.lives = 0
        self.pause = FIRST_PAUSE
        self._pool: ProcessPoolExecutor | None = None
        self._begun: Future[int] | None = None
        self._processes: set[BaseProcess] = set()

    def open(self) -> None:
        """Start the process; it loads the rules while whoever calls goes on."""
        # Not forked, since the serving process has threads.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin)
        before = set(multiprocessing.active_children())
        with interrupts_held():
            self._begun = self._pool.submit(os.getpid)
        self._processes = set(multiprocessing.active_children()) - before
        self.lives += 1

    def close(self) -> None:
        """End the process at once, whatever it is working on."""
        pool, self._pool = self._pool, None
        for process in self._processes:
            process.kill()
        self._processes = set()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def do(self, work: Callable[..., T], *parts: str) -> T:
        """Let the process do it; raises Unanswered where it has ended or takes too long."""
        try:
            if self._pool is None:
                self.open()
            assert self._pool is not None
            assert self._begun is not None
            async with asyncio.timeout(START_SECONDS):
                await asyncio.shield(asyncio.wrap_future(self._begun))
            async with asyncio.timeout(LONGEST_SECONDS):
                found = await asyncio.wrap_future(self._pool.submit(work, *parts))
        except TimeoutError as problem:
            self.close()
            raise Unanswered("A process that works out answers took too long over one; it is replaced.") from problem
        except (BrokenProcessPool, OSError, RuntimeError) as problem:
            self.close()
            raise Unanswered("A process that works out answers has ended; it is replaced.") from problem
        self.pause = FIRST_PAUSE
        return found


class Answering:
    """The answers of the site's pages: those remembered, and those that are just being worked out."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.desks = [Desk() for _ in range(workers)]
        self._free: asyncio.Queue[Desk] = asyncio.Queue()
        self._asked: dict[str, asyncio.Task[Still | None]] = {}
        self._waiting: dict[str, int] = {}
        self._known: OrderedDict[str, Still] = OrderedDict()
        self._own: dict[str, Still] = {}
        self._open = False

    def open(self) -> None:
        """Start the processes."""
        self._open = True
        for desk in self.desks:
            desk.open()
            self._free.put_nowait(desk)

    def close(self) -> None:
        """End them all; nobody gets a new answer any more."""
        self._open = False
        for task in self._asked.values():
            task.cancel()
        for desk in self.desks:
            desk.close()

    async def warm_up(self) -> None:
        """Let every process answer an example of each question, so that a visitor's does not take it longer."""

        async def one() -> None:
            desk = await self._free.get()
            with contextlib.suppress(Unanswered):
                await desk.do(warm)
            self._free.put_nowait(desk)

        await asyncio.gather(*(one() for _ in self.desks))

    def state(self) -> dict[str, int]:
        """How many processes work out answers, how many have been started in all, and how many answers are awaited."""
        return {
            "workers": len(self.desks),
            "lives": sum(desk.lives for desk in self.desks),
            "asked": len(self._asked),
        }

    def known(self, address: str) -> Still | None:
        """The answer at that address, if it is remembered."""
        found = self._own.get(address)
        if found is None and (found := self._known.get(address)) is not None:
            self._known.move_to_end(address)
        return found

    async def own(self, address: str, seconds: float) -> Still:
        """The answer of one of the book's plates as it stands in its chapter, kept for good.

        There are few of these and none is dear: one that does not come within so many seconds is worked out here.
        """
        if address not in self._own:
            try:
                self._own[address] = await self.answer(address, seconds)
            except Unanswered:
                self._own[address] = still_of(address)
        return self._own[address]

    async def answer(self, address: str, seconds: float) -> Still:
        """The answer at an address that a visitor has brought; raises Unanswered where it takes longer.

        seconds: how long the page may wait for it.
        """
        found = self.known(address)
        if found is not None:
            return found
        if not self._open:
            raise Unanswered("Nobody works out answers here.")
        task = self._asked.get(address)
        if task is None:
            task = self._asked[address] = asyncio.create_task(self._work(address))
            task.add_done_callback(lambda _: self._asked.pop(address, None))
        self._waiting[address] = self._waiting.get(address, 0) + 1
        try:
            await asyncio.wait([task], timeout=seconds)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        found = task.result() if task.done() and not task.cancelled() else None
        if found is None:
            raise Unanswered("It takes longer than the page may.")
        return found

    async def _work(self, address: str) -> Still | None:
        """The answer, once a process is free; None where nobody waits any more by then, or the process is lost."""
        desk = await self._free.get()
        if not self._waiting.get(address):
            self._free.put_nowait(desk)
            return None
        pause = 0.0
        try:
            found = self._known[address] = await desk.do(still_of, address)
        except Unanswered as problem:
            if self._open:
                log.warning("%s", problem)
            pause, desk.pause = desk.pause, min(2 * desk.pause, LONGEST_PAUSE)
            return None
        finally:
            asyncio.get_running_loop().call_later(pause, self._free.put_nowait, desk)
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return found


def begin() -> None:
    """What such a process does first: it gives way to all others, ends with the site, and loads the rules."""
    threading.Thread(target=end_with_the_site, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    be_discreet()
    preloading.loaded()


def warm() -> None:
    """Fill what is remembered of dice and formulas."""
    for _ in preloading.warm_up(WARM_SECONDS):
        pass


def end_with_the_site() -> None:
    """Where the site was killed nobody ends this process, and its executor would never notice."""
    site = multiprocessing.parent_process()
    if site is not None:
        site.join()
        os._exit(0)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """What is started meanwhile never hears of Ctrl-C in the site's terminal: the site ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

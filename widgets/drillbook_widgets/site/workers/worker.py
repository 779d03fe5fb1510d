"""One worker process, seen from the site: it is started, given work, and replaced.

The process uses the standard executor. Each process has its own executor, so that one process can be distinguished from
the others: a process that works on an address for too long, or has ended, is replaced alone.

The time that a process works is measured by its processor time. On a crowded machine, a process that rarely gets the
processor would otherwise be replaced again and again by another that must load everything first.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import psutil  # type: ignore[import-untyped]

from drillbook_widgets.pages.answers import Unanswered
from drillbook_widgets.site.workers.tasks import begin, niced

T = TypeVar("T")

LONGEST_SECONDS = 5.0
"""How long one address may take before the process that works on it is replaced."""
CROWDED_SECONDS = 60.0
"""How long it may take where the process is not to blame, since others have the processor."""
START_SECONDS = 120.0
FIRST_PAUSE = 0.1


class WorkerProcess:
    """One process that works out answers, replaced where it does not come back."""

    def __init__(self) -> None:
        self.lives = 0
        self.pause = FIRST_PAUSE
        self._pool: ProcessPoolExecutor | None = None
        self._begun: Future[int] | None = None
        self._processes: set[BaseProcess] = set()

    def open(self) -> None:
        """Start the process, which loads the rules while the caller continues."""
        # Not forked, since the serving process has threads.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin)
        before = set(multiprocessing.active_children())
        with interrupts_held():
            self._begun = self._pool.submit(os.getpid)
        self._processes = set(multiprocessing.active_children()) - before
        self.lives += 1

    def close(self) -> None:
        """End the process at once, whatever it is working on."""
        pool, self._pool, self._begun = self._pool, None, None
        for process in self._processes:
            process.kill()
        self._processes = set()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def begun(self) -> None:
        """Wait until the process has loaded what it needs; it is started if there is none."""
        if self._pool is None:
            self.open()
        assert self._begun is not None
        begun = _wrapped(self._begun)
        async with asyncio.timeout(START_SECONDS):
            await asyncio.shield(begun)

    async def do(self, work: Callable[..., T], *parts: Any) -> T:
        """Let the process do it; raises Unanswered where it has ended or takes too long."""
        try:
            await self.begun()
            assert self._pool is not None
            found = await self._in_time(_wrapped(self._pool.submit(niced, work, *parts)))
        except TimeoutError as problem:
            self.close()
            raise Unanswered("A process that works out answers took too long over one; it is replaced.") from problem
        except (BrokenProcessPool, OSError, RuntimeError) as problem:
            self.close()
            raise Unanswered("A process that works out answers has ended; it is replaced.") from problem
        self.pause = FIRST_PAUSE
        return found

    async def _in_time(self, work: asyncio.Future[T]) -> T:
        """Return the result of the work; raise TimeoutError if the work takes too long.

        Both the clock and the process's own processor time count.
        """
        now = asyncio.get_running_loop().time
        began, used = now(), self._used()
        while not (await asyncio.wait([work], timeout=LONGEST_SECONDS))[0]:
            if (
                now() - began > CROWDED_SECONDS
                or self._used() - used > LONGEST_SECONDS / 2
                or not self._wants_its_turn()
            ):
                work.cancel()
                raise TimeoutError
        return work.result()

    def _used(self) -> float:
        """Return the processor time that the process has used, in seconds."""
        with contextlib.suppress(psutil.Error):
            times = [psutil.Process(process.pid).cpu_times() for process in self._processes]
            return float(sum(one.user + one.system for one in times))
        return 0.0

    def _wants_its_turn(self) -> bool:
        """Would the process work if it were let?"""
        with contextlib.suppress(psutil.Error):
            found = {psutil.Process(process.pid).status() for process in self._processes}
            return bool(found & {psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP})
        return False


def _wrapped(work: Future[T]) -> asyncio.Future[T]:
    """Return a future of the work that can be awaited.

    If nobody waits for it any more, its failure raises no warning.
    """
    wrapped = asyncio.wrap_future(work)
    wrapped.add_done_callback(lambda done: done.cancelled() or done.exception())
    return wrapped


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Hide Ctrl-C in the site's terminal from processes started in the `with` block.

    The site itself ends these processes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""The worker processes for pages and answers: a few niced processes, never the serving one.

The processes use the standard executor. A thread would share the interpreter's lock with every reader, so one
expensive address would make all readers wait. Each process has its own executor, so that one process can be
distinguished from the others: a process that works on an address for too long, or has ended, is replaced alone. A
caller waits only as long as its page may take. Work that has begun is finished and remembered all the same, and work
that nobody waits for any more is not begun.

The time that a process works is measured by its processor time. On a crowded machine, a process that rarely gets the
processor would otherwise be replaced again and again by another that must load everything first.
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
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, TypeVar

import psutil  # type: ignore[import-untyped]

from drillbook.rules.reload import follow
from drillbook_widgets.pages.answers import Unanswered
from drillbook_widgets.pages.content.static_answer import Still, still_of
from drillbook_widgets.pages.content.unused import leave_out
from drillbook_widgets.site.kernels import preload
from drillbook_widgets.site.log_filter import be_discreet

if TYPE_CHECKING:  # it imports what makes text, which the process that answers imports for itself
    from drillbook_widgets.pages.content.catalogue import CatalogueChapter
    from drillbook_widgets.pages.content.chapter import Made

T = TypeVar("T")
log = logging.getLogger(__name__)

WORKERS = 2
NICENESS = 10
LONGEST_SECONDS = 5.0
"""How long one address may take before the process that works on it is replaced."""
CROWDED_SECONDS = 60.0
"""How long it may take where the process is not to blame, since others have the processor."""
START_SECONDS = 120.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 15.0
WARM_SECONDS = 2.0
MOST_REMEMBERED = 2048


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


class Answering:
    """The pages and answers of the site: remembered ones, and those being computed."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.desks = [WorkerProcess() for _ in range(workers)]
        self._free: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        self._coming: set[asyncio.Task[None]] = set()
        self._asked: dict[Hashable, asyncio.Task[Any]] = {}
        self._waiting: dict[Hashable, int] = {}
        self._known: OrderedDict[str, Still] = OrderedDict()
        self._pages: dict[str, tuple[int, Made]] = {}
        self._own: dict[str, Still] = {}
        self._open = False

    def open(self) -> None:
        """Start the first process.

        The other processes start with `open_others`, because they would only take the processor from the first.
        """
        self._open = True
        self.desks[0].open()
        self._free.put_nowait(self.desks[0])

    def open_others(self) -> None:
        """Start the other processes."""
        for desk in self.desks[1:]:
            self._bring(desk)

    def _return(self, desk: WorkerProcess, lost: bool) -> None:
        """Take back a process that has finished its work or was lost.

        lost: whether the process was lost.
        """
        if not lost:
            self._free.put_nowait(desk)
        elif self._open:
            self._bring(desk, lost)

    def _bring(self, desk: WorkerProcess, lost: bool = False) -> None:
        """Make a process available as soon as it has started.

        lost: whether the process replaces a lost one; it then starts a little later.
        """
        coming = asyncio.create_task(self._replace(desk) if lost else self._begin(desk))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _begin(self, desk: WorkerProcess) -> None:
        while self._open:
            try:
                await desk.begun()
                break
            except (BrokenProcessPool, OSError, RuntimeError) as problem:  # a TimeoutError is an OSError
                log.warning("A process that works out answers could not begin: %s", problem)
                desk.close()
                await self._pause(desk)
        self._free.put_nowait(desk)

    async def _pause(self, desk: WorkerProcess) -> None:
        pause, desk.pause = desk.pause, min(2 * desk.pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)

    async def _replace(self, desk: WorkerProcess) -> None:
        await self._pause(desk)
        await self._begin(desk)

    def close(self) -> None:
        """End them all; nobody gets a new answer any more."""
        self._open = False
        for task in (*self._asked.values(), *self._coming):
            task.cancel()
        for desk in self.desks:
            desk.close()

    def forget(self) -> None:
        """Forget every page and answer: the rules that they went by have changed."""
        for kept in (self._known, self._pages, self._own):
            kept.clear()

    async def warm_up(self) -> None:
        """Let every process answer an example of each question.

        Without this, a visitor's question would take longer.
        """
        await self.each(warm_caches)

    def state(self) -> dict[str, int]:
        """Return the numbers of processes, of processes started in all, and of awaited answers."""
        return {
            "workers": len(self.desks),
            "lives": sum(desk.lives for desk in self.desks),
            "asked": len(self._asked),
        }

    def known(self, address: str) -> Still | None:
        """Return the answer at that address if it is remembered, otherwise None."""
        found = self._own.get(address)
        if found is None and (found := self._known.get(address)) is not None:
            self._known.move_to_end(address)
        return found

    async def page(self, chapter: CatalogueChapter, seconds: float) -> Made:
        """Return a chapter's text with the answers of its plates; cached until its notebook changes.

        No chapter is expensive: one that does not come within `seconds` is computed in the serving process.
        """
        changed = chapter.notebook.stat().st_mtime_ns
        kept = self._pages.get(chapter.path)
        if kept is not None and kept[0] == changed:
            return kept[1]
        try:
            found: Made = await self._ask((chapter.path, changed), seconds, page_of, chapter)
        except Unanswered:
            found = page_of(chapter)
        self._pages[chapter.path] = changed, found
        self._own |= {still.address: still for still in found.stills.values()}
        self._own |= {block.address: found.stills[block.cell] for block in found.reading.blocks if block.address}
        return found

    async def answer(self, address: str, seconds: float) -> Still:
        """Return the answer at a visitor's address; raise Unanswered if it takes too long.

        seconds: how long the page may wait for the answer.
        """
        found = self.known(address)
        return found if found is not None else await self._ask(address, seconds, still_of, address)

    async def have(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return the result of a cheap piece of work.

        If none of the processes delivers it within `seconds`, the work is done in the serving process.
        """
        try:
            return await self.within(seconds, work, *parts)
        except Unanswered:
            return work(*parts)

    async def within(self, seconds: float, work: Callable[..., T], *parts: Hashable) -> T:
        """Return the result of a piece of work done by one of the processes.

        Raises Unanswered if the work takes longer than `seconds`.
        """
        found: T = await self._ask((work.__name__, *parts), seconds, work, *parts)
        return found

    async def work(self, key: Hashable, seconds: float, work: Callable[..., T], *parts: Any) -> T:
        """Return the result of a piece of work that only the worker processes can do.

        key: the identity of the work. Raises Unanswered if the work takes longer than `seconds`.
        """
        found: T = await self._ask(key, seconds, work, *parts)
        return found

    async def each(self, work: Callable[..., T], *parts: Any) -> None:
        """Let every process do it once, while they have nothing else to do."""

        async def one() -> None:
            desk = await self._free.get()
            lost = True
            try:
                await desk.do(work, *parts)
                lost = False
            except Unanswered as problem:
                log.warning("%s", problem)
            finally:
                self._return(desk, lost)

        await asyncio.gather(*(one() for _ in self.desks))

    async def _ask(self, key: Hashable, seconds: float, work: Callable[..., T], *parts: Any) -> T:
        """Return what a process computes, once for all callers that ask at the same time.

        Raises Unanswered if the work takes longer than `seconds`.
        """
        if not self._open:
            raise Unanswered("Nobody works out answers here.")
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.create_task(self._work(key, work, *parts))
            task.add_done_callback(lambda _: self._asked.pop(key, None))
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            await asyncio.wait([task], timeout=seconds)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
        if not task.done() or task.cancelled() or task.result() is None:
            raise Unanswered("It takes longer than the page may.")
        found: T = task.result()[0]
        return found

    async def _work(self, key: Hashable, work: Callable[..., T], *parts: Any) -> tuple[T] | None:
        """Return the result as a tuple, once a process is free.

        The result is None if nobody waits any more by then, or the process is lost.
        """
        desk = await self._free.get()
        if not self._waiting.get(key):
            self._free.put_nowait(desk)
            return None
        lost = False
        try:
            found = await desk.do(work, *parts)
        except Unanswered as problem:
            lost = True
            if self._open:
                log.warning("%s", problem)
            return None
        finally:
            self._return(desk, lost)
        if isinstance(found, Still) and isinstance(key, str):
            self._known[key] = found
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        return (found,)


def _wrapped(work: Future[T]) -> asyncio.Future[T]:
    """Return a future of the work that can be awaited.

    If nobody waits for it any more, its failure raises no warning.
    """
    wrapped = asyncio.wrap_future(work)
    wrapped.add_done_callback(lambda done: done.cancelled() or done.exception())
    return wrapped


def begin() -> None:
    """Initialize a worker process: it ends with the site, and loads what makes pages."""
    threading.Thread(target=end_with_the_site, daemon=True).start()
    be_discreet()
    leave_out()
    follow()
    preload.bring("drillbook_widgets.pages.content.chapter")


_giving_way: set[int] = set()


def give_way() -> None:
    """Lower the priority of this process from now on, once.

    The process remembers that it has been lowered even if caches are cleared meanwhile.
    """
    if hasattr(os, "nice") and os.getpid() not in _giving_way:
        _giving_way.add(os.getpid())
        os.nice(NICENESS)


def niced(work: Callable[..., T], *parts: Any) -> T:
    """Return the result of work that is done at low priority.

    The first chapter is an exception, because a reader waits for it while the site starts.
    """
    if work is not page_of:
        give_way()
    follow()
    try:
        return work(*parts)
    finally:
        give_way()


def page_of(chapter: CatalogueChapter) -> Made:
    """Return a chapter's text and the answers of its plates."""
    from drillbook_widgets.pages.content.chapter import make_chapter

    return make_chapter(chapter)


def warm_caches() -> None:
    """Fill what is remembered of dice and formulas."""
    for _ in preload.warm_up(WARM_SECONDS):
        pass


def end_with_the_site() -> None:
    """Where the site was killed nobody ends this process, and its executor would never notice."""
    site = multiprocessing.parent_process()
    if site is not None:
        site.join()
        os._exit(0)


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

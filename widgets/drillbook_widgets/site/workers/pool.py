"""The pool of worker processes that compute pages and answers.

The pool is a few processes at low priority, and never includes the serving process. A thread would share the
interpreter's lock with every reader, so one expensive address would make all readers wait. A caller waits only as long
as its page may take. Work that has begun is finished all the same, and an answer is remembered. Work that nobody waits
for any more is not begun.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, TypeVar

from drillbook_widgets.pages.answers import Unanswered
from drillbook_widgets.pages.content.static_answer import Still, still_of
from drillbook_widgets.site.workers.tasks import page_of, warm_caches
from drillbook_widgets.site.workers.worker import WorkerProcess

if TYPE_CHECKING:  # it imports what makes text, which the process that answers imports for itself
    from drillbook_widgets.pages.content.catalogue import CatalogueChapter
    from drillbook_widgets.pages.content.chapter import Made

T = TypeVar("T")
log = logging.getLogger(__name__)

WORKERS = 2
LONGEST_PAUSE = 15.0
MOST_REMEMBERED = 2048


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

"""What happens when a page asks for its calculators?

The page is complete text when it arrives. Its script then posts here, and the answer is a stream of lines: the
kernel's name, what the preparing cells show, and an end, which is a sentence where something went wrong. The page opens
a socket to its kernel and asks for plates, those in view first; each one's output comes as a line as well, while its
widgets come over the socket. So a page without scripts, or a crawler, starts no kernel; and a site with no room left
still has all its text to read.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator
from typing import Any, cast

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook_widgets.pages.content.catalogue import CatalogueChapter, Shelf
from drillbook_widgets.site.kernels.admission import Ticket, TooManyWaiting, unheard_proxy
from drillbook_widgets.site.kernels.cell_runner import KernelLost, Output, Running
from drillbook_widgets.site.kernels.fork_client import ForkServerLost
from drillbook_widgets.site.kernels.manager import SiteKernelManager, TooManyReaders

FULL = "The calculators on this site are all in use. The text is complete; try again in a few minutes for live ones."
LOST = "The calculators on this page could not be started. The text and the answers shown are complete."
SLOW = "The calculators are being started; this takes a little longer than usual. The text is complete."
NOT_YET = "The calculators could not be started just now. The text is complete; try again in a minute for live ones."
NO_COOKIE = "The calculators need this site's cookie. Allow cookies for this site and load the page again."
NO_CHAPTER = "There is no such chapter."
LONGEST_ADDRESS = 4000
MOST_PLATES = 200
WHOLE_PAGE_SECONDS = 120
SLOW_SECONDS = 3
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")


class Spoken(JupyterHandler):
    """A handler whose replies to a page's script are lines of JSON, refusals included."""

    task: asyncio.Task[None] | None = None

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Send one line with a sentence and never a traceback."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(_line({"sorry": NO_COOKIE if status_code == 403 else LOST}))

    @property
    def kernels(self) -> SiteKernelManager:
        """The site's kernels."""
        return cast(SiteKernelManager, self.kernel_manager)

    def wish(self) -> dict[str, Any]:
        """Return the request's JSON object; a malformed body gives an empty dict."""
        try:
            found = json.loads(self.request.body.decode("utf-8"))
            json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be passed on to a kernel
        except (ValueError, RecursionError):  # the last where it is nested too deeply
            return {}
        return found if isinstance(found, dict) else {}

    def begin(self) -> None:
        """Start a stream of lines."""
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Accel-Buffering", "no")
        self.task = asyncio.current_task()

    async def say(self, line: dict[str, Any]) -> None:
        """Send one line now."""
        self.write(_line(line))
        await self.flush()

    async def say_cells(self, cells: AsyncGenerator[tuple[str, list[Output] | None], None]) -> None:
        """Send what each cell shows as soon as it does."""
        async with contextlib.aclosing(cells):
            async for cell, outputs in cells:
                await self.say({"cell": cell, **({"failed": True} if outputs is None else {"outputs": outputs})})

    async def give_back(self, kernel_id: str, sorry: str) -> None:
        """End the page's kernel and send the reason.

        A visitor who leaves meanwhile causes no error, and the ending continues. sorry: the reason, or empty to send nothing.
        """
        with contextlib.suppress(StreamClosedError, asyncio.CancelledError):
            await self.kernels.end(kernel_id)
            if sorry:
                await self.say({"sorry": sorry})

    @property
    def going(self) -> bool:
        """Has the visitor left?"""
        return self.task is not None and bool(self.task.cancelling())

    def on_connection_close(self) -> None:
        """Cancel the work of the request, because the visitor has left."""
        if self.task is not None and not self.task.done():
            self.task.cancel()


class LiveHandler(Spoken):
    """POST /live: start a kernel for this page, and prepare it for the chapter."""

    def initialize(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.ticket: Ticket | None = None

    @property
    def kernel_id(self) -> str:
        """The page's kernel, or its place in the queue; giving it back gives back either."""
        return self.ticket.kernel_id if self.ticket is not None else ""

    async def post(self) -> None:
        """Answer line by line; if the visitor leaves meanwhile, the kernel ends too."""
        self.begin()
        named = self.wish().get("chapter")
        chapter = self.shelf.chapter(named) if isinstance(named, str) else None
        if chapter is None:
            self.set_status(404)
            self.finish(_line({"sorry": NO_CHAPTER}))
            return
        try:
            self.ticket = self.kernels.ask_seat(self.request.remote_ip or "")
        except TooManyReaders:
            self.set_status(503)
            self.set_header("Retry-After", "60")
            self.finish(_line({"sorry": FULL}))
            return
        sorry = LOST
        try:
            await self.wait(self.ticket)
            async with asyncio.timeout(WHOLE_PAGE_SECONDS):
                await self.run(chapter)
            return
        except (StreamClosedError, asyncio.CancelledError):
            sorry = ""  # nobody listens any more
        except (TooManyWaiting, TooManyReaders):
            sorry = FULL
        except ForkServerLost:
            self.log.warning("A page got no calculators, since there was no fork server")
            sorry = NOT_YET
        except (KernelLost, TimeoutError) as problem:
            # A page that was left has given back its seat, or breaks a running cell off, which looks like a dead kernel.
            if self.kernel_id in self.kernels.seats and not self.going:
                self.log.warning("A page's kernel was lost: %s", problem)
        except Exception:
            self.log.exception("A page could not be brought to life")
        await self.give_back(self.kernel_id, sorry)  # and with the seat whatever was started for it

    async def wait(self, ticket: Ticket) -> None:
        """Wait for this page's turn and keep sending the page its place in the queue."""
        if ticket.own and "X-Forwarded-For" in self.request.headers:
            unheard_proxy(self.request.remote_ip or "")
        async with contextlib.aclosing(self.kernels.seats.turn(ticket)) as told:
            async for sentence in told:
                await self.say({"waiting": sentence})

    async def run(self, chapter: CatalogueChapter) -> None:
        """Start the kernel and prepare it for the chapter.

        A kernel that is lost before it has answered is replaced once.
        """
        try:
            work = await self.answering(chapter)
        except KernelLost as problem:
            if self.going:
                raise
            self.log.warning("A page gets another kernel, since its first was lost: %s", problem)
            await self.kernels.end(self.kernel_id)
            self.ticket = self.kernels.ask_seat(self.request.remote_ip or "")
            await self.wait(self.ticket)
            work = await self.answering(chapter)
        await self.say({"kernel": self.kernel_id})
        await self.say_cells(work.prepare())
        await self.say({"done": True})

    async def answering(self, chapter: CatalogueChapter) -> Running:
        """Return the started kernel of this page's seat, which knows the site's address.

        If the start takes longer than SLOW_SECONDS, the page gets a sentence about that.
        """
        starting = asyncio.ensure_future(self.kernels.start_for_page(self.kernel_id, chapter))
        try:
            await asyncio.wait([starting], timeout=SLOW_SECONDS)
            if not starting.done():
                await self.say({"slow": SLOW})
            work = await starting
        finally:
            starting.cancel()
        await work.visit(self.origin())
        return work

    def origin(self) -> str:
        """Return the site's address as the visitor sees it."""
        origin = self.request.headers.get("Origin", "")
        return origin if _ORIGIN.fullmatch(origin) else f"{self.request.protocol}://{self.request.host}"


class PlatesHandler(Spoken):
    """The handler of POST /live/KERNEL/plates, which makes the plates that the page asks for.

    The plates are made in the page's order, once the page hears its kernel.
    """

    async def post(self, kernel_id: str) -> None:
        """Each plate's output is a line; the end says whether all are there."""
        self.begin()
        wanted = self.wanted()
        work = self.kernels.work.get(kernel_id)
        try:
            if work is None or not await self.kernels.page_listens(kernel_id):
                await self.say({"sorry": LOST})
                return
            async with asyncio.timeout(WHOLE_PAGE_SECONDS):
                await self.say_cells(work.show(wanted))
            await self.say({"done": True})
        except (StreamClosedError, asyncio.CancelledError):
            pass  # nobody listens any more
        except Exception as problem:
            # A page that was left breaks a running cell off, which looks like a dead kernel.
            if not isinstance(problem, KernelLost | TimeoutError):
                self.log.exception("A page's plates could not be made")
            elif kernel_id in self.kernels.seats and not self.going:
                self.log.warning("A page's kernel was lost: %s", problem)
            await self.give_back(kernel_id, LOST)

    def wanted(self) -> list[dict[str, Any]]:
        """Return the plates that the page asks for; malformed entries are left out.

        Each entry has its cell, the address of the plate, and whether that address is the reader's own and not from a link.
        """
        said = self.wish().get("plates")
        found = []
        for one in said[:MOST_PLATES] if isinstance(said, list) else []:
            cell, address = (one.get("cell"), one.get("address", "")) if isinstance(one, dict) else (None, "")
            if isinstance(cell, str) and isinstance(address, str):
                clean = address.replace("\0", "") if len(address) <= LONGEST_ADDRESS else ""
                found.append({"cell": cell, "address": clean, "own": one.get("own") is True})
        return found


class KernelStateHandler(Spoken):
    """The handler of GET /live/KERNEL: whether this page's kernel is still running.

    The page asks when its socket has closed.
    """

    async def get(self, kernel_id: str) -> None:
        """Send whether the kernel is alive; always reply, so that the console shows no error.

        A kernel that has died is ended in the manager too.
        """
        self.set_header("Cache-Control", "no-store")
        alive = kernel_id in self.kernel_manager
        if alive and not await ensure_async(self.kernel_manager.get_kernel(kernel_id).is_alive()):
            alive = False
            await cast(SiteKernelManager, self.kernel_manager).end(kernel_id)
        self.finish({"alive": alive})


class LeaveHandler(Spoken):
    """The handler of POST /live/KERNEL/leave: the page is closed, and its kernel ends.

    The page sends the request as a beacon with the _xsrf field.
    """

    async def post(self, kernel_id: str) -> None:
        """End the kernel, whether or not it is still there."""
        await cast(SiteKernelManager, self.kernel_manager).end(kernel_id)
        self.set_status(204)
        self.finish()


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"

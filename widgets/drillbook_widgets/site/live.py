"""What happens when a page asks for its calculators?

The page is complete text when it arrives. Its script then posts here, and the answer is a stream of lines: the
kernel's name, each cell's output as it is ready, and an end, which is a sentence where something went wrong. So a
page without scripts, or a crawler, starts no kernel; and a site with no room left still has all its text to read.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
from typing import Any, cast

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook_widgets.site.fairness import Ticket, TooManyWaiting, unheard_proxy
from drillbook_widgets.site.fork_line import ForkServerLost
from drillbook_widgets.site.kernels import SiteKernelManager, TooManyReaders
from drillbook_widgets.site.running import KernelLost, run_cells
from drillbook_widgets.site.shelf import Chapter, Shelf

FULL = "The calculators on this site are all in use. The text is complete; try again in a few minutes for live ones."
LOST = "The calculators on this page could not be started. The text and the answers shown are complete."
SLOW = "The calculators are being started; this takes a little longer than usual. The text is complete."
NOT_YET = "The calculators could not be started just now. The text is complete; try again in a minute for live ones."
NO_COOKIE = "The calculators need this site's cookie. Allow cookies for this site and load the page again."
NO_CHAPTER = "There is no such chapter."
LONGEST_ADDRESS = 4000
WHOLE_PAGE_SECONDS = 120
SLOW_SECONDS = 3
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")


class Spoken(JupyterHandler):
    """A handler that a page's script talks to: even its refusals are one line of JSON."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A sentence, never a traceback."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(_line({"sorry": NO_COOKIE if status_code == 403 else LOST}))


class LiveHandler(Spoken):
    """POST /live: start a kernel for this page, run the chapter in it, stream the outputs."""

    def initialize(self, shelf: Shelf, traitlet_config: Any) -> None:
        self.shelf = shelf
        self.traitlet_config = traitlet_config
        self.ticket: Ticket | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def kernels(self) -> SiteKernelManager:
        """The site's kernels."""
        return cast(SiteKernelManager, self.kernel_manager)

    @property
    def kernel_id(self) -> str:
        """The page's kernel, or its place in the queue; giving it back gives back either."""
        return self.ticket.kernel_id if self.ticket is not None else ""

    async def post(self) -> None:
        """Answer line by line; whoever leaves meanwhile takes the kernel along."""
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Accel-Buffering", "no")
        wish = self.wish()
        chapter = self.shelf.chapter(wish["chapter"])
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
        self.task = asyncio.current_task()
        sorry = LOST
        try:
            await self.wait(self.ticket)
            async with asyncio.timeout(WHOLE_PAGE_SECONDS):
                await self.run(chapter, wish["address"])
            return
        except (StreamClosedError, asyncio.CancelledError):
            sorry = ""  # nobody listens any more
        except TooManyWaiting:
            sorry = FULL
        except ForkServerLost:
            self.log.warning("A page got no calculators, since there was no fork server")
            sorry = NOT_YET
        except (KernelLost, TimeoutError):
            # A page that was left has given back its seat, or breaks a running cell off, which looks like a dead kernel.
            if self.kernel_id in self.kernels.seats and not self.task.cancelling():  # type: ignore[union-attr]
                self.log.exception("A page's kernel was lost")
        except Exception:
            self.log.exception("A page could not be brought to life")
        await self.kernels.end(self.kernel_id)  # and with the seat whatever was started for it
        if sorry:
            with contextlib.suppress(StreamClosedError):
                await self.say({"sorry": sorry})

    async def wait(self, ticket: Ticket) -> None:
        """Wait until it is this page's turn, and keep telling it where it stands."""
        if ticket.own and "X-Forwarded-For" in self.request.headers:
            unheard_proxy(self.request.remote_ip or "")
        async with contextlib.aclosing(self.kernels.seats.turn(ticket)) as told:
            async for sentence in told:
                await self.say({"waiting": sentence})

    def wish(self) -> dict[str, str]:
        """What the page asked for: its chapter, and the address it was opened with; anything odd is no wish."""
        try:
            body = json.loads(self.request.body.decode("utf-8"))
            chapter, address = body["chapter"], body.get("address", "")
            f"{chapter}{address}".encode()  # half a character cannot be passed on to a kernel
        except (
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            RecursionError,
        ):  # the last where it is nested too deeply
            return {"chapter": "", "address": ""}
        if not isinstance(chapter, str) or not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
            return {"chapter": "", "address": ""}
        return {"chapter": chapter, "address": address}

    async def run(self, chapter: Chapter, address: str) -> None:
        """Start the kernel and run the chapter in it."""
        notebook = chapter.read()
        await self.start(self.environment(address), str(chapter.notebook.parent))
        await self.say({"kernel": self.kernel_id})
        manager = self.kernels.get_kernel(self.kernel_id)
        async with contextlib.aclosing(run_cells(manager, notebook, self.traitlet_config)) as cells:
            async for cell, outputs in cells:
                said: dict[str, Any] = {"failed": True} if outputs is None else {"outputs": outputs}
                await self.say({"cell": cell, **said})
        self.kernels.expect(self.kernel_id)
        await self.say({"done": True})

    async def start(self, env: dict[str, str], cwd: str) -> None:
        """Start the kernel of this page's seat; say so where it takes long."""
        starting = asyncio.ensure_future(self.kernels.start_for_page(self.kernel_id, env=env, cwd=cwd))
        try:
            await asyncio.wait([starting], timeout=SLOW_SECONDS)
            if not starting.done():
                await self.say({"slow": SLOW})
            await starting
        finally:
            starting.cancel()

    def environment(self, address: str) -> dict[str, str]:
        """What the kernel is told of the visit: the wanted address, and the site as the visitor sees it."""
        origin = self.request.headers.get("Origin", "")
        if not _ORIGIN.fullmatch(origin):
            origin = f"{self.request.protocol}://{self.request.host}"
        clean = address.replace("\0", "")
        path, _, query = clean.partition("?")
        return {
            **os.environ,
            "DRILLBOOK_ADDRESS": clean,
            "DRILLBOOK_BASE_URL": origin,
            "SCRIPT_NAME": "/" + path,
            "PATH_INFO": "",
            "QUERY_STRING": query,
            "SERVER_SOFTWARE": "drillbook",
        }

    async def say(self, line: dict[str, Any]) -> None:
        """Send one line now."""
        self.write(_line(line))
        await self.flush()

    def on_connection_close(self) -> None:
        """The visitor has left while the chapter was still being run."""
        if self.task is not None and not self.task.done():
            self.task.cancel()


class KernelStateHandler(Spoken):
    """GET /live/KERNEL: is this page's kernel still there? The page asks when its socket has closed."""

    async def get(self, kernel_id: str) -> None:
        """Always an answer, so that asking leaves no error in the console."""
        self.set_header("Cache-Control", "no-store")
        alive = kernel_id in self.kernel_manager
        if alive and not await ensure_async(self.kernel_manager.get_kernel(kernel_id).is_alive()):
            alive = False
            await cast(SiteKernelManager, self.kernel_manager).end(kernel_id)
        self.finish({"alive": alive})


class PlacedHandler(Spoken):
    """POST /live/KERNEL/placed: the page has put every output in its place."""

    def post(self, kernel_id: str) -> None:
        """Let its front end have the kernel."""
        cast(SiteKernelManager, self.kernel_manager).place(kernel_id)
        self.set_status(204)
        self.finish()


class LeaveHandler(Spoken):
    """POST /live/KERNEL/leave: the page is closed, its kernel may end. Sent as a beacon with the _xsrf field."""

    async def post(self, kernel_id: str) -> None:
        """End the kernel, whether or not it is still there."""
        await cast(SiteKernelManager, self.kernel_manager).end(kernel_id)
        self.set_status(204)
        self.finish()


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"

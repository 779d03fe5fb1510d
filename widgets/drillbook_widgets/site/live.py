"""What happens when a page asks for its calculators?

The page is complete text when it arrives. Its script then posts here, and the answer is a stream of lines: the
kernel's name, each cell's output as it is ready, and an end, which is a sentence where something went wrong. So a
page without scripts, or a crawler, starts no kernel; and a site with no room left still has all its text to read.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from typing import Any, cast

from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError

from drillbook_widgets.site.kernels import SiteKernelManager, TooManyReaders
from drillbook_widgets.site.running import KernelLost, run_cells
from drillbook_widgets.site.shelf import Chapter, Shelf

FULL = "The calculators on this site are all in use. The text is complete; try again in a few minutes for live ones."
LOST = "The calculators on this page could not be started. The text and the answers shown are complete."
NO_COOKIE = "The calculators need this site's cookie. Allow cookies for this site and load the page again."
NO_CHAPTER = "There is no such chapter."
LONGEST_ADDRESS = 4000
WHOLE_PAGE_SECONDS = 120
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
        self.kernel_id: str | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def kernels(self) -> SiteKernelManager:
        """The site's kernels."""
        return cast(SiteKernelManager, self.kernel_manager)

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
        if self.kernels.full:
            self.set_status(503)
            self.set_header("Retry-After", "60")
            self.finish(_line({"sorry": FULL}))
            return
        self.task = asyncio.current_task()
        try:
            async with asyncio.timeout(WHOLE_PAGE_SECONDS):
                await self.run(chapter, wish["address"])
        except TooManyReaders:
            await self.say({"sorry": FULL})
        except (KernelLost, TimeoutError):
            if self.kernel_id is None or self.kernel_id in self.kernels:  # else the page was left and has ended it
                self.log.exception("A page's kernel was lost")
            await self.give_up()
            await self.say({"sorry": LOST})
        except (StreamClosedError, asyncio.CancelledError):
            await self.give_up()
        except Exception:
            self.log.exception("A page could not be brought to life")
            await self.give_up()
            await self.say({"sorry": LOST})

    def wish(self) -> dict[str, str]:
        """What the page asked for: its chapter, and the address it was opened with; anything odd is no wish."""
        try:
            body = json.loads(self.request.body.decode("utf-8"))
            chapter, address = body["chapter"], body.get("address", "")
        except (UnicodeDecodeError, ValueError, KeyError, TypeError, AttributeError):
            return {"chapter": "", "address": ""}
        if not isinstance(chapter, str) or not isinstance(address, str) or len(address) > LONGEST_ADDRESS:
            return {"chapter": "", "address": ""}
        return {"chapter": chapter, "address": address}

    async def run(self, chapter: Chapter, address: str) -> None:
        """Start the kernel and run the chapter in it."""
        notebook = chapter.read()
        self.kernel_id = await self.kernels.start_for_page(
            env=self.environment(address), cwd=str(chapter.notebook.parent)
        )
        await self.say({"kernel": self.kernel_id})
        manager = self.kernels.get_kernel(self.kernel_id)
        async for cell, outputs in run_cells(manager, notebook, self.traitlet_config):
            await self.say({"cell": cell, "failed": True} if outputs is None else {"cell": cell, "outputs": outputs})
        await self.say({"done": True})

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

    async def give_up(self) -> None:
        """End the kernel, if there is one."""
        if self.kernel_id is not None:
            await self.kernels.end(self.kernel_id)

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

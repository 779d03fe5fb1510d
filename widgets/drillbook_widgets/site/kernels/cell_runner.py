"""The running of plates: each plate's cell runs in the page's own kernel on request.

First the cells that show no plate (the imports) run, once. After them no cell depends on another, so plates are made
in the order in which the reader sees them, each with its address, and only the requested ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from queue import Empty
from typing import Any

from jupyter_client.session import Session
from jupyter_core.utils import ensure_async

from drillbook_widgets.pages.content.catalogue import CatalogueChapter
from drillbook_widgets.pages.content.static_answer import plate_address

log = logging.getLogger(__name__)

START_SECONDS = 60
CELL_SECONDS = 60
LOOK_SECONDS = 1.0
REST_SECONDS = 4.0
VISIT = "from drillbook_widgets.plate.permalink import visit; visit({origin!r}, {folder!r}); del visit"
WANT = "from drillbook_widgets.plate.permalink import want; want({address!r}, {own!r}); del want"
Output = dict[str, Any]


class KernelLost(Exception):
    """The kernel died or never answered; the page stays as text."""


class Listener(Session):
    """A session that does not unpack the messages between widgets and their page.

    Nobody here reads these messages, and they are most of the traffic.
    """

    def deserialize(self, msg_list: list[Any], content: bool = True, copy: bool = True) -> dict[str, Any]:
        """Return a message as a dict of its parts.

        For a message between widgets and page, the dict shows only that it is one.
        """
        if b'"comm_' in bytes(memoryview(msg_list[1])):
            return {"msg_type": "comm", "header": {}, "parent_header": {}, "content": {}}
        found: dict[str, Any] = super().deserialize(msg_list, content, copy)
        return found


async def connect(manager: Any) -> Any:
    """Return a client of the kernel, as soon as the kernel answers.

    The stock client also waits for a fifth of a second of silence, to be sure that the subscription to the kernel's
    output works. Here the status message of the kernel's own answer, heard on that channel, shows it.
    """
    # The messaging context of all kernels, not one of its own with two threads each; and no heartbeat, which would be a
    # third thread: whether the kernel lives is asked of its process.
    session = Listener(key=manager.session.key, signature_scheme=manager.session.signature_scheme)
    client = manager.client(context=manager.context, session=session)
    client.start_channels(stdin=False, hb=False)
    try:
        async with asyncio.timeout(START_SECONDS):
            await _answered(client, manager)
    except (TimeoutError, KernelLost):
        client.stop_channels()
        raise KernelLost("The kernel did not answer.") from None
    except BaseException:  # the visitor has left
        client.stop_channels()
        raise
    return client


async def _answered(client: Any, manager: Any) -> None:
    asked = set()
    while True:
        asked.add(client.kernel_info())
        deadline = asyncio.get_running_loop().time() + 0.04
        while (left := deadline - asyncio.get_running_loop().time()) > 0:
            try:
                message = await ensure_async(client.iopub_channel.get_msg(timeout=left))
            except Empty:
                break
            parent = message["parent_header"].get("msg_id")
            if parent in asked and message["content"].get("execution_state") == "idle":
                return
        if not await ensure_async(manager.is_alive()):
            raise KernelLost("The kernel ended before it answered.")


class Running:
    """A page's kernel at work for one chapter.

    manager: of the kernel, which has been started. client: one that is connected to it already, where there is one.
    """

    def __init__(self, manager: Any, chapter: CatalogueChapter, client: Any = None) -> None:
        self.manager, self.client = manager, client
        self.folder = str(chapter.notebook.parent)
        cells = [cell for cell in chapter.read().cells if cell.cell_type == "code" and cell.source.strip()]
        self.plates = {cell.id: cell.source for cell in cells if plate_address(cell.source)}
        self.preparing = {cell.id: cell.source for cell in cells if cell.id not in self.plates}
        self.prepared = asyncio.Event()
        self.asked: set[str] = set()
        self.lock = asyncio.Lock()
        self.resting: asyncio.TimerHandle | None = None

    async def visit(self, origin: str) -> None:
        """Tell the kernel where it is; once it has heard that, it is known to answer.

        origin: the site's, as the visitor sees it.
        """
        async with self.at_work():
            await self.run(VISIT.format(origin=origin, folder=self.folder), silent=True)

    async def prepare(self) -> AsyncGenerator[tuple[str, list[Output] | None], None]:
        """Run the cells that show no plate; yields each one's id and outputs."""
        async with self.at_work():
            for cell, source in self.preparing.items():
                yield cell, await self.outputs(cell, source)
        self.prepared.set()

    async def show(self, wanted: Sequence[Mapping[str, Any]]) -> AsyncGenerator[tuple[str, list[Output] | None], None]:
        """Make the plates that the page asks for, each once, and yield each one's cell and outputs.

        The plates are made in the order of the request. wanted: for each plate the cell, the address, which may be empty, and
        whether the plate is the reader's own. Outputs are None if a cell failed. A page may ask while its kernel is still
        being prepared.
        """
        async with asyncio.timeout(START_SECONDS):
            await self.prepared.wait()
        for plate in wanted:
            cell, address = plate["cell"], plate["address"]
            if cell not in self.plates or cell in self.asked:
                continue
            self.asked.add(cell)
            async with self.at_work():
                if address:
                    await self.run(WANT.format(address=address, own=bool(plate.get("own"))), silent=True)
                yield cell, await self.outputs(cell, self.plates[cell])

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncGenerator[None, None]:
        """Hold the kernel exclusively, with a client that hears it.

        The client is kept for a moment, because plates are requested one after another.
        """
        async with self.lock:
            if self.resting is not None:
                self.resting.cancel()
            if self.client is None:
                self.client = await connect(self.manager)
            try:
                yield
            finally:
                self.resting = asyncio.get_running_loop().call_later(REST_SECONDS, self.rest)

    def rest(self) -> None:
        """Stop listening to the kernel until something must run.

        Otherwise everything that the kernel says to its page would pile up here.
        """
        if self.resting is not None:
            self.resting.cancel()
        client, self.client = self.client, None
        if client is not None:
            client.stop_channels()

    async def outputs(self, cell: str, source: str) -> list[Output] | None:
        """Return what a cell shows, or None if the cell failed.

        A failing cell does not stop the other cells.
        """
        try:
            async with asyncio.timeout(CELL_SECONDS):
                return await self.run(source)
        except TimeoutError:
            log.exception("Cell %s took longer than %s seconds", cell, CELL_SECONDS)
        except CellFailed as failed:
            log.error("Cell %s failed: %s", cell, failed)
        return None

    async def run(self, source: str, silent: bool = False) -> list[Output]:
        """Run code in the kernel; what it shows. Raises CellFailed, KernelLost."""
        client = self.client
        if client is None:
            raise KernelLost("The kernel has ended.")
        try:
            return await self._heard_out(client, source, silent)
        except (KernelLost, CellFailed):
            raise
        except (Exception, asyncio.CancelledError) as problem:
            # who waits for a message of a client that is taken away is told that his wait was cancelled
            task = asyncio.current_task()
            if self.client is client or (task is not None and task.cancelling()):
                raise
            raise KernelLost("The page has left, and its kernel has ended.") from problem

    async def _heard_out(self, client: Any, source: str, silent: bool) -> list[Output]:
        name = client.execute(source, silent=silent, store_history=False, allow_stdin=False)
        shown: list[Output] = []
        while True:
            try:
                message = await ensure_async(client.get_iopub_msg(timeout=LOOK_SECONDS))
            except Empty:
                if not await ensure_async(self.manager.is_alive()):
                    raise KernelLost("The kernel died while it ran the chapter.") from None
                continue
            if message["parent_header"].get("msg_id") != name:
                continue  # what the page and its widgets say to each other
            kind, content = message["msg_type"], message["content"]
            if kind in ("display_data", "execute_result"):
                shown.append({"data": content["data"]})
            elif kind == "error":
                raise CellFailed(json.dumps(content.get("evalue", ""))[:2000])
            elif kind == "status" and content["execution_state"] == "idle":
                await self.hear_replies()
                return shown

    async def hear_replies(self) -> None:
        """Take the answers that say no more than what has been heard."""
        while self.client is not None and await ensure_async(self.client.shell_channel.msg_ready()):
            await ensure_async(self.client.get_shell_msg(timeout=0))


class CellFailed(Exception):
    """A cell of the chapter ended with an error."""

"""How does a chapter come alive? Its cells are run in the page's own kernel, and each one's output handed on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from queue import Empty
from typing import Any

from jupyter_core.utils import ensure_async
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from drillbook_widgets.site.seam import executor as executor_of

log = logging.getLogger(__name__)

START_SECONDS = 60
CELL_SECONDS = 60
Output = dict[str, Any]


class KernelLost(Exception):
    """The kernel died or never answered; the page stays as text."""


async def connect(manager: Any) -> Any:
    """A client of the kernel, as soon as it answers.

    The stock client also waits for a fifth of a second of silence, to be sure that the subscription to the kernel's
    output stands; here the answer's own status message, heard on that channel, says so.
    """
    # The messaging context of all kernels, not one of its own with two threads each; and no heartbeat, which would be a
    # third thread: whether the kernel lives is asked of its process.
    client = manager.client(context=manager.context)
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


async def run_cells(
    manager: Any, notebook: NotebookNode, config: Any
) -> AsyncGenerator[tuple[str, list[Output] | None], None]:
    """Run the notebook's code cells in order; yield each one's id and outputs, None where it failed.

    A failing cell does not stop the others: every plate of a chapter stands in a cell of its own.
    """
    client = await connect(manager)
    executor = executor_of(notebook, manager, client, config, CELL_SECONDS)
    try:
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code" or not cell.source.strip():
                continue
            try:
                await executor.async_execute_cell(cell, index, store_history=False)
            except CellExecutionError:
                log.exception("Cell %s failed", cell.id)
                yield cell.id, None
            except CellTimeoutError:
                log.exception("Cell %s took longer than %s seconds", cell.id, CELL_SECONDS)
                yield cell.id, None
            except DeadKernelError as gone:
                raise KernelLost("The kernel died while it ran the chapter.") from gone
            else:
                yield cell.id, [dict(output) for output in cell.outputs if output.output_type != "stream"]
    finally:
        client.stop_channels()

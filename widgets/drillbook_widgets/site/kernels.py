"""How many kernels may a site run, and when does one end?

A page's calculators live in a kernel of their own, which is a process of its own: so they are counted, one that
nobody is connected to ends soon, one that nobody has used for a while ends too (the page then offers to wake it).
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer


class TooManyReaders(Exception):
    """No further kernel is started for the moment."""


class SiteKernelManager(AsyncMappingKernelManager):
    """Kernels for visitors: bounded in number, ended when nobody needs them."""

    most_kernels = Integer(40, help="How many pages may have live calculators at once.").tag(config=True)
    lonely_seconds = Integer(90, help="A kernel that no page is connected to ends after so many seconds.").tag(
        config=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self.promised = 0
        self.unplaced: dict[str, asyncio.Event] = {}

    @property
    def full(self) -> bool:
        """Is there no room for one more?"""
        return len(self.list_kernel_ids()) + self.promised >= self.most_kernels

    async def start_for_page(self, *, env: dict[str, str], cwd: str) -> str:
        """Start a kernel for one page; the count includes those that are just starting."""
        if self.full:
            raise TooManyReaders
        self.promised += 1
        try:
            kernel_id: str = await ensure_async(self.start_kernel(kernel_name="drillbook", env=env, cwd=cwd))
        finally:
            self.promised -= 1
        self.unplaced[kernel_id] = asyncio.Event()
        return kernel_id

    def place(self, kernel_id: str) -> None:
        """The page has every output in its place, so its front end may have the kernel."""
        waiting = self.unplaced.pop(kernel_id, None)
        if waiting is not None:
            waiting.set()

    async def placed(self, kernel_id: str) -> None:
        """Wait until the page has every output in its place."""
        waiting = self.unplaced.get(kernel_id)
        if waiting is not None:
            await waiting.wait()

    async def end(self, kernel_id: str) -> None:
        """End a kernel at once, if it is still there, and close the sockets of pages that talk to it."""
        self.place(kernel_id)
        for connection in list(ZMQChannelsWebsocketConnection._open_sockets):
            if connection.kernel_id == kernel_id:
                connection.websocket_handler.close(4001, "the kernel has ended")
        if kernel_id in self:
            try:
                await ensure_async(self.shutdown_kernel(kernel_id, now=True))  # type: ignore[no-untyped-call]
            except Exception:  # it may be ending already, which is what was wanted
                self.log.debug("Kernel %s could not be ended", kernel_id, exc_info=True)

    async def end_all(self) -> None:
        """End every kernel, as the site closes."""
        await asyncio.gather(*(self.end(kernel_id) for kernel_id in self.list_kernel_ids()))

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that has been idle for long, or that nobody is connected to."""
        kernel = self._kernels.get(kernel_id)
        seen = getattr(kernel, "last_activity", None)
        if kernel is None or seen is None:
            return
        idle = datetime.now(UTC) - seen
        lonely = not self._kernel_connections.get(kernel_id, 0) and idle > timedelta(seconds=self.lonely_seconds)
        if lonely or idle > timedelta(seconds=self.cull_idle_timeout):
            self.log.info("Ending idle kernel %s", kernel_id)
            await self.end(kernel_id)

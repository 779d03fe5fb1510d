"""Who starts a page's kernel? The forge, where there is one and it can; an ordinary process otherwise."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

log = logging.getLogger(__name__)

NAME = "drillbook-forge"
GROUP = "jupyter_client.kernel_provisioners"
READY_SECONDS = 20


class ForgeLost(Exception):
    """The forge is not there, or could not do what was asked."""


class ForgeLine:
    """The site's end of the line to the forge."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.lock = asyncio.Lock()
        self.ready: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the forge; it gets ready while the site already serves text."""
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "drillbook_widgets.site.forge", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self.reader, self.writer = await asyncio.open_connection(sock=ours)
        self.ready = asyncio.create_task(self._greet())

    async def _greet(self) -> None:
        if self.reader is None:
            raise ForgeLost
        greeting = json.loads(await self.reader.readline() or b"{}")
        if not greeting.get("ready"):
            raise ForgeLost("The forge ended before it was ready.")
        if greeting.get("threads", 1) > 1:
            log.warning("The forge runs %s threads and will not fork; kernels start slowly", greeting["threads"])

    async def ask(self, **request: Any) -> dict[str, Any]:
        """One request and its answer."""
        if self.ready is None or self.reader is None or self.writer is None:
            raise ForgeLost("There is no forge.")
        try:
            await asyncio.wait_for(asyncio.shield(self.ready), READY_SECONDS)
            async with self.lock:
                self.writer.write(json.dumps(request).encode() + b"\n")
                await self.writer.drain()
                answer: dict[str, Any] = json.loads(await self.reader.readline() or b'{"error": "no answer"}')
        except (OSError, ValueError, TimeoutError) as problem:
            raise ForgeLost(str(problem)) from problem
        if "error" in answer:
            raise ForgeLost(answer["error"])
        return answer

    def close(self) -> None:
        """End the forge and all it has started."""
        if self.ready is not None:
            self.ready.cancel()
        if self.writer is not None:
            self.writer.close()
        if self.process is not None:
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                self.process.kill()


_line: ForgeLine | None = None


async def open_forge() -> None:
    """Start the forge of this site, where the system can fork, and make the provisioner known."""
    global _line
    known = KernelProvisionerFactory.instance().provisioners
    known[NAME] = EntryPoint(NAME, f"{__name__}:ForgeProvisioner", GROUP)
    if not hasattr(os, "fork") or not sys.platform.startswith("linux"):
        return
    _line = ForgeLine()
    try:
        await _line.start()
    except OSError:
        log.exception("The forge could not be started; kernels start as ordinary processes")
        _line = None


def close_forge() -> None:
    """End the forge."""
    global _line
    if _line is not None:
        _line.close()
        _line = None


class ForgeProvisioner(LocalProvisioner):
    """A kernel forked by the forge; where that fails, an ordinary process with the same arguments."""

    forged: int | None = None

    @property
    def has_process(self) -> bool:
        """Is there a kernel to look after?"""
        return self.forged is not None or super().has_process

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Start it."""
        if _line is not None and "-f" in cmd:
            arguments = cmd[cmd.index("-f") :]
            request = {"argv": arguments, "env": kwargs.get("env", {}), "cwd": kwargs.get("cwd") or os.getcwd()}
            try:
                self.forged = (await _line.ask(do="fork", **request))["pid"]
            except ForgeLost as problem:
                log.warning("The forge did not start a kernel (%s); an ordinary process does", problem)
            else:
                self.pid = self.pgid = self.forged
                return self.connection_info
        return await super().launch_kernel(cmd, **kwargs)

    async def poll(self) -> int | None:
        """None while it runs, else how it ended."""
        if self.forged is None:
            return await super().poll()
        try:
            code: int | None = (await self._ask(do="poll", pid=self.forged))["code"]
        except ForgeLost:
            return 1
        return code

    async def wait(self) -> int | None:
        """Wait until it has ended."""
        if self.forged is None:
            return await super().wait()
        while (code := await self.poll()) is None:
            await asyncio.sleep(0.03)
        self.forged = None
        return code

    async def send_signal(self, signum: int) -> None:
        """Signal its process group, through the forge, which knows what still runs."""
        if self.forged is None:
            await super().send_signal(signum)
            return
        try:
            await self._ask(do="signal", pid=self.forged, signal=signum)
        except ForgeLost:
            log.info("The forge is gone, and its kernels with it")

    async def kill(self, restart: bool = False) -> None:
        """End it at once."""
        if self.forged is None:
            await super().kill(restart)
        else:
            await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        """Ask it to end."""
        if self.forged is None:
            await super().terminate(restart)
        else:
            await self.send_signal(signal.SIGTERM)

    async def _ask(self, **request: Any) -> dict[str, Any]:
        if _line is None:
            raise ForgeLost("There is no forge.")
        return await _line.ask(**request)

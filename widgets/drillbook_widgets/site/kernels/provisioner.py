"""The start of a page's kernel: by the fork server, or otherwise as an ordinary process.

Every process that was started for a page is listed here until it has ended, so that a process that belongs to no page
can be found and ended.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from typing import Any

import psutil  # type: ignore[import-untyped]
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from drillbook_widgets.site.jupyter_compat import make_known
from drillbook_widgets.site.kernels import resource_limits
from drillbook_widgets.site.kernels.fork_client import Forked, ForkLine, ForkRefused
from drillbook_widgets.site.settings import read_settings

log = logging.getLogger(__name__)

NAME = "drillbook-fork-server"

_line: ForkLine | None = None
_refused = False
running: dict[str, SiteProvisioner] = {}
"""Every kernel's process that has been started and is not known to have ended, by the kernel's id."""


def open_fork_server(line: ForkLine | None) -> None:
    """Make the provisioner known and watch the site's fork server.

    line: the link to the fork server, or None if the system cannot fork.
    """
    global _line, _refused
    make_known(NAME, f"{__name__}:SiteProvisioner")
    _refused = False
    _line = line
    if line is not None:
        line.open()


async def close_fork_server() -> None:
    """End the fork server and all that it has forked."""
    global _line
    line, _line = _line, None
    if line is not None:
        await line.close()


def fork_line() -> ForkLine | None:
    """Return the link to this site's fork server, or None if there is no forking."""
    return _line


def ordinary_serve() -> bool:
    """Return whether kernels are ordinary processes here.

    They are if there is no forking or the fork server has refused to fork.
    """
    return _line is None or _refused


def runs(kernel_id: str) -> bool:
    """Return whether that kernel's process is running.

    The operating system is asked, because it knows at once about a lost process.
    """
    found = running.get(kernel_id)
    try:
        return found is not None and psutil.Process(found.pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def forks() -> bool:
    """Are kernels forked here, and is the fork server there just now, with all that it shares?"""
    return not ordinary_serve() and _line is not None and _line.warm


class SiteProvisioner(LocalProvisioner):
    """A kernel forked by the fork server, or an ordinary process without forking.

    The ordinary process gets the same arguments.
    """

    forked: Forked | None = None

    @property
    def has_process(self) -> bool:
        """Is there a kernel to look after?"""
        return self.forked is not None or super().has_process

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Start it; raises ForkServerLost where the fork server does not come back in time."""
        global _refused
        if _line is not None and "-f" in cmd:
            arguments = cmd[cmd.index("-f") :]
            try:
                self.forked = await _line.fork(
                    argv=arguments, env=kwargs.get("env", {}), cwd=kwargs.get("cwd") or os.getcwd()
                )
            except ForkRefused as problem:
                log.warning("The fork server did not start a kernel (%s); an ordinary process does", problem)
                _refused = True
            else:
                _refused = False
                self.pid = self.pgid = self.forked.pid
                running[self.kernel_id] = self
                return self.connection_info
        info = await super().launch_kernel(cmd, **kwargs)
        if self.pid:
            resource_limits.put_on(self.pid, read_settings().kernel_megabytes)
        running[self.kernel_id] = self
        return info

    async def poll(self) -> int | None:
        """None while it runs, else how it ended."""
        return await super().poll() if self.forked is None else self.forked.code

    async def wait(self) -> int | None:
        """Wait until it has ended."""
        forked = (
            self.forked
        )  # of two who wait, such as Jupyter and a page that leaves, the first wakes and lets go of it
        if forked is None:
            code: int | None = await super().wait()
        else:
            await forked.ended.wait()
            code, self.forked = forked.code, None
        running.pop(self.kernel_id, None)
        return code

    async def send_signal(self, signum: int) -> None:
        """Signal its process group, through the fork server, which knows what still runs."""
        if self.forked is None:
            await super().send_signal(signum)
        else:
            self.forked.signal(signum)

    async def kill(self, restart: bool = False) -> None:
        """End it at once."""
        if self.forked is None:
            await super().kill(restart)
        else:
            await self.forked.kill()

    async def terminate(self, restart: bool = False) -> None:
        """Ask it to end."""
        if self.forked is None:
            await super().terminate(restart)
        else:
            await self.send_signal(signal.SIGTERM)

    async def end_surely(self, seconds: float) -> None:
        """End and reap the process, whatever its state; log an error if that takes too long.

        The method is for a process that belongs to no page. seconds: the time limit.
        """
        try:
            async with asyncio.timeout(seconds):
                await self.kill()
                await self.wait()
        except TimeoutError:
            log.exception("The process with number %s could not be ended", self.pid)

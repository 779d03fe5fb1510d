"""The site's side of the fork server: starting it, watching it and sending it requests.

Every request uses its own connection.

A request is made by handing one end of a new socket pair to the fork server. A caller that gives up a request closes
the other end, and the process that was forked for it is ended. Nothing here blocks, and everything has a time limit.

The fork server is checked every second. One that has ended is noticed at once, one that does not answer after
`HUNG_SECONDS`. It is then killed (its forked processes die with it, and each page is notified), reaped and started
again. Callers that ask meanwhile wait for the new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

log = logging.getLogger(__name__)

START_SECONDS = 60.0
PULSE_SECONDS = 1.0
HUNG_SECONDS = 5.0
CROWDED_SECONDS = 60.0
"""How long it may be silent where it would answer if others let it have the processor."""
REAP_SECONDS = 2.0
WAIT_SECONDS = 30.0
LONGEST_PAUSE = 15.0
LOST = -signal.SIGTERM.value
"""How a kernel has ended of which we only know that the fork server is gone, and it with it."""


class ForkServerLost(Exception):
    """There is no fork server that answers, though there should be one."""


class ForkRefused(Exception):
    """The fork server lives but must not fork."""


class Forked:
    """A forked kernel.

    It has its process number, its exit code once it has ended, and the connection that keeps it alive.
    """

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.code: int | None = None
        self.ended = asyncio.Event()
        self._writer = writer
        self._listening = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        code = LOST
        try:
            code = json.loads(await reader.readline() or b"{}").get("code", LOST)
        except (OSError, ValueError):
            log.info("The line to the kernel with number %s broke", self.pid)
        finally:
            self.code = code
            self.ended.set()
            self._writer.close()

    def signal(self, signum: int) -> None:
        """Signal it and what it has started; nothing happens where it has ended."""
        if self.code is None and not self._writer.is_closing():
            self._writer.write(_line({"do": "signal", "signal": signum}))

    async def kill(self) -> None:
        """Kill the kernel and wait until it is known to have ended.

        Closing its connection also ends it, but without an answer.
        """
        self.signal(signal.SIGKILL)
        try:
            await asyncio.wait_for(self.ended.wait(), HUNG_SECONDS + REAP_SECONDS)
        finally:
            self._writer.close()


class ForkLine:
    """The site's fork server, kept alive."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready = asyncio.Event()
        self.state: dict[str, Any] = {}
        self.in_step = True
        self.strangers: set[int] = set()
        self.lives = 0
        self.kernels: dict[int, Forked] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def warm(self) -> bool:
        """Does it fork, and has it worked out ahead what it should?"""
        return self.ready.is_set() and bool(self.state.get("warm"))

    def open(self) -> None:
        """Watch the fork server from now on, and start it if it has not been started.

        Text is served meanwhile.
        """
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """End it and all that it has forked."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait([self._keeping])
            self._keeping = None

    def abandon(self) -> None:
        """Kill it where the site could not be opened after all."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(REAP_SECONDS)

    async def fork(self, *, argv: list[str], env: dict[str, str], cwd: str) -> Forked:
        """Return a new forked kernel; wait for a fork server that is just starting.

        argv: the kernel application's own arguments. env: its whole environment. cwd: the folder in which it runs.
        """
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while True:
                    await self.ready.wait()
                    try:
                        return await self._forked({"do": "fork", "argv": argv, "env": env, "cwd": cwd})
                    except ForkServerLost as problem:
                        log.warning("A kernel must be asked for again: %s", problem)
                        await asyncio.sleep(0.1)
        except TimeoutError as problem:
            raise ForkServerLost("No fork server was there in time.") from problem

    async def _forked(self, request: dict[str, Any]) -> Forked:
        reader, writer = await self._connect()
        try:
            answer = await _asked(reader, writer, request, HUNG_SECONDS, self._wants_its_turn)
        except BaseException:  # whoever asked has gone, too: closing the line ends what may have been forked
            writer.close()
            raise
        if "pid" not in answer:
            writer.close()
            raise ForkRefused(answer.get("refused") or answer.get("error") or "The fork server did not say why.")
        kernel = Forked(answer["pid"], reader, writer)
        self.kernels[kernel.pid] = kernel
        return kernel

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._control is None:
            raise ForkServerLost("There is no fork server.")
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [b"."], [theirs.fileno()])
        except OSError as problem:  # it has ended, or takes no more since it hangs
            ours.close()
            raise ForkServerLost(f"The fork server takes no request: {problem}.") from problem
        return await asyncio.open_connection(sock=ours)

    async def _look(self, seconds: float) -> None:
        """Ask for its state, and compare what it has forked with what we know of."""
        known = {pid for pid, kernel in self.kernels.items() if kernel.code is None}
        reader, writer = await self._connect()
        try:
            self.state = await _asked(reader, writer, {"do": "state"}, seconds, self._wants_its_turn)
        finally:
            writer.close()
        self.kernels = {pid: kernel for pid, kernel in self.kernels.items() if kernel.code is None}
        theirs = set(self.state["kernels"])
        # Those that began or ended meanwhile may be on one side only, but not twice in a row.
        strangers = theirs - known - set(self.kernels)
        self.in_step = known & set(self.kernels) <= theirs and not strangers & self.strangers
        self.strangers = strangers

    def _wants_its_turn(self) -> bool:
        """Would it work if it were let?"""
        with contextlib.suppress(psutil.Error):
            if self._process is not None:
                found = psutil.Process(self._process.pid).status()
                return found in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)
        return False

    def launch(self) -> None:
        """Start the fork server.

        This needs no event loop, so the fork server can load while the site itself is still loading.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        with theirs:
            # In a process group of its own, so that Ctrl-C reaches it only through us; in our session, so that the
            # system wakes it up when it is stopped while we are killed.
            try:
                self._process = subprocess.Popen(
                    [
                        *(sys.executable, "-m", "drillbook_widgets.site.kernels.fork_server"),
                        *(str(theirs.fileno()), str(self.folder)),
                    ],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    process_group=0,
                )
            except OSError:
                ours.close()
                raise
        self._control = ours
        self.lives += 1

    async def _keep(self) -> None:
        pause = 0.1
        while True:
            loop = asyncio.get_running_loop()
            began = loop.time()
            try:
                if self._process is None:
                    self.launch()
                await self._live()
            except (ForkServerLost, OSError) as problem:
                log.warning("The fork server is started again: %s", problem)
            except Exception:
                log.exception("Looking after the fork server failed; it is started again")
            finally:
                self.ready.clear()
                await self._end()
            pause = 0.1 if loop.time() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _live(self) -> None:
        """One life of the fork server, from its start until it is lost."""
        gone = asyncio.Event()
        control = self._control
        assert control is not None
        loop = asyncio.get_running_loop()
        loop.add_reader(control, gone.set)  # nothing is ever said on it, so this is its end
        try:
            limit = START_SECONDS
            while True:
                look = asyncio.create_task(self._look(limit))
                ended = asyncio.create_task(gone.wait())
                try:
                    await asyncio.wait([look, ended], return_when=asyncio.FIRST_COMPLETED)
                    if not look.done():
                        raise ForkServerLost("It has ended.")
                    look.result()
                finally:
                    for task in (look, ended):
                        task.cancel()
                self.ready.set()
                limit = HUNG_SECONDS
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(gone.wait(), PULSE_SECONDS if self.warm else PULSE_SECONDS / 4)
                    raise ForkServerLost("It has ended.")
        finally:
            loop.remove_reader(control)

    async def _end(self) -> None:
        """Kill the fork server and reap it.

        Its forked processes die with it, and each kernel's own connection reports that.
        """
        process, self._process = self._process, None
        control, self._control = self._control, None
        self.state = {}
        try:
            if control is not None:
                control.close()
            if process is None:
                return
            process.kill()
            end = asyncio.get_running_loop().time() + REAP_SECONDS
            while process.poll() is None:
                if asyncio.get_running_loop().time() > end:
                    log.error("The fork server with number %s could not be ended", process.pid)
                    return
                await asyncio.sleep(0.005)
            if process.returncode not in (0, -signal.SIGKILL):
                log.warning("The fork server has ended with %s", process.returncode)
        finally:
            told = [asyncio.create_task(kernel.ended.wait()) for kernel in self.kernels.values()]
            if told:
                await asyncio.wait(told, timeout=REAP_SECONDS)
            self.kernels = {}


async def _asked(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: dict[str, Any],
    seconds: float = HUNG_SECONDS,
    excused: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """One request on a fresh connection, and its answer.

    seconds: how long that may take. excused: may it take longer, since the machine is crowded?
    """
    now = asyncio.get_running_loop().time
    began = now()
    listening: asyncio.Task[bytes] | None = None
    try:
        writer.write(_line(request))
        listening = asyncio.create_task(reader.readline())
        while not (await asyncio.wait([listening], timeout=seconds))[0]:
            if now() - began > CROWDED_SECONDS or not excused():
                raise ForkServerLost(f"It did not answer within {seconds:g} seconds.")
        answer = listening.result()
    except OSError as problem:
        raise ForkServerLost(str(problem)) from problem
    finally:
        if listening is not None:
            listening.cancel()
    if not answer:
        raise ForkServerLost("It has ended.")
    told: dict[str, Any] = json.loads(answer)
    return told


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def can_fork() -> bool:
    """Return whether forking is safe here and children can be made to die with their parent."""
    return sys.platform.startswith("linux") and hasattr(os, "fork")

"""The fork server: one process that imports everything once and forks a kernel per page.

Run as `python -m drillbook_widgets.site.kernels.fork_server CONTROL FOLDER`. The inherited socket CONTROL carries no
words, only connections: each request has its own, so that answers cannot be mixed up. The connection on which a
kernel was requested is that kernel's lifeline: signals come over it, the kernel's end is reported over it, and when
the caller closes it (a visitor leaves, a request is given up) the kernel is ended. The process has no event loop, no
sockets of the messaging library and no second thread, and that makes forking safe; it refuses to fork if a second
thread runs.

multiprocessing's own fork server with preloading was tried and rejected. Its one-connection-per-process design is
used here too. But its start() blocks, with no limit, while it preloads or is stopped (a stopped one held its caller
for as long as the test waited). If the site is killed, it and all its forks live on, because its children hold the
pipe whose end it waits for. If it is killed itself, its children live on and are reported as dead. It signals by
number a process that another process reaps, and it cannot say when it is warm. It would only save the loop below.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import selectors
import shutil
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, NoReturn

from drillbook_widgets.site.kernels import preload, resource_limits
from drillbook_widgets.site.settings import read_settings

PARTING_SECONDS = 1.0
ASIDE_SECONDS = 2.0
"""So long no further step of the warming up is made after a kernel was asked for: its page wants the processor."""
RESTS = 3.0
"""How much longer than a step the rest after it is: pages that take a kernel in reserve ask nothing of the fork server."""
_DIE_WITH_PARENT = 1
_LEAVE = (signal.SIGTERM, signal.SIGHUP)
_RESET = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGHUP, signal.SIGPROF)


def threads() -> int:
    """How many threads this process has, those of C libraries included."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))
    import threading

    return threading.active_count()


def end_with_parent(parent: int, signum: int) -> None:
    """Get that signal when the parent ends, so that nothing is left over where it was killed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signum)
    if os.getppid() != parent:
        os._exit(1)


def send(pid: int, signum: int) -> None:
    """Send a signal to a child and to the processes that the child has started.

    A child that does not have its own session yet gets the signal alone.
    """
    try:
        os.killpg(pid, signum)
    except (ProcessLookupError, PermissionError):
        with suppress(ProcessLookupError):
            os.kill(pid, signum)


class ForkRequest:
    """One request's connection, and the kernel that was forked for it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.heard = b""
        self.pid: int | None = None


class ForkServer:
    """The loop that takes connections, forks, signals and tells how a kernel ended."""

    def __init__(self, control: socket.socket, warming: Iterator[tuple[int, bool]]) -> None:
        self.control = control
        self.warming: Iterator[tuple[int, bool]] | None = warming
        self.asked, self.warm = 0, False
        self.resume = 0.0  # when the warming up goes on
        self.kernels: dict[int, ForkRequest | None] = {}
        self.lines: set[ForkRequest] = set()
        self.selector = selectors.DefaultSelector()
        self.bell, self.ringer = socket.socketpair()  # a child's end rings it, so that select returns
        for end in (self.bell, self.ringer, control):
            end.setblocking(False)
        self.open = True

    def work(self) -> None:
        """Answer until the site closes the control socket; while nobody asks, warm up."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.ringer.fileno(), warn_on_full_buffer=False)
        self.selector.register(self.control, selectors.EVENT_READ, self.take)
        self.selector.register(self.bell, selectors.EVENT_READ, self.hush)
        while self.open:
            for key, _ in self.selector.select(
                max(0.0, self.resume - monotonic()) if self.warming is not None else None
            ):
                todo: Callable[[], None] = key.data
                todo()
            self.reap()
            self.warm_on()

    def end_all(self) -> None:
        """End every child."""
        for pid in self.kernels:
            send(pid, signal.SIGKILL)

    def warm_on(self) -> None:
        """Do one step of the warming up, if it is due.

        Once the server is warm, each step is followed by a longer rest in which pages are served.
        """
        began = monotonic()
        if self.warming is None or began < self.resume:
            return
        step = next(self.warming, None)
        if step is None:
            self.warming = None
        else:
            self.asked, self.warm = step
            now = monotonic()
            self.resume = now + RESTS * (now - began) if self.warm else 0.0

    def hush(self) -> None:
        """Empty the bell."""
        with suppress(BlockingIOError):
            while self.bell.recv(4096):
                pass

    def take(self) -> None:
        """Accept a new connection, or stop if the site has closed its side."""
        with suppress(BlockingIOError):
            said, numbers, _, _ = socket.recv_fds(self.control, 1, 1)
            self.open = bool(said)
            for number in numbers:
                os.set_inheritable(number, False)
                line = ForkRequest(socket.socket(fileno=number))
                line.connection.setblocking(False)
                self.lines.add(line)
                self.selector.register(line.connection, selectors.EVENT_READ, lambda line=line: self.hear(line))

    def hear(self, line: ForkRequest) -> None:
        """Do what is asked on a connection; drop it where its asker has gone."""
        try:
            said = line.connection.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self.drop(line)
            return
        *requests, line.heard = (line.heard + said).split(b"\n")
        for request in requests:
            try:
                self.do(line, json.loads(request))
            except Exception as problem:  # no room for one more process, say: the asker is told, the loop goes on
                self.say(line, {"error": f"{type(problem).__name__}: {problem}"})

    def say(self, line: ForkRequest, answer: dict[str, Any]) -> None:
        """Send one line; an asker who cannot even take that is gone."""
        try:
            line.connection.sendall(json.dumps(answer).encode() + b"\n")
        except OSError:
            self.drop(line)

    def drop(self, line: ForkRequest) -> None:
        """Close a connection and end the kernel that hangs on it."""
        if line not in self.lines:
            return
        self.lines.discard(line)
        self.selector.unregister(line.connection)
        line.connection.close()
        if line.pid in self.kernels:
            self.kernels[line.pid] = None
            send(line.pid, signal.SIGKILL)

    def do(self, line: ForkRequest, request: dict[str, Any]) -> None:
        """Fork, signal, or tell the state."""
        match request["do"]:
            case "fork" if line.pid is None:
                self.fork(line, request)
            case "signal" if line.pid in self.kernels:  # never one that is reaped: its number may be another's by now
                send(line.pid, request["signal"])
            case "state":
                told = {"threads": threads(), "kernels": list(self.kernels), "asked": self.asked}
                self.say(line, told | {"warm": self.warm})

    def reap(self) -> None:
        """Tell of each child that has ended how it did."""
        while self.kernels:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            line = self.kernels.pop(pid, None)
            if line is not None:
                self.say(line, {"code": os.waitstatus_to_exitcode(status)})
                self.drop(line)

    def fork(self, line: ForkRequest, request: dict[str, Any]) -> None:
        """One more kernel; refused where a second thread runs."""
        if threads() > 1:
            self.say(line, {"refused": "a second thread runs"})
            return
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self.become_kernel(parent, request)
        self.kernels[pid] = line
        line.pid = pid
        self.resume = monotonic() + ASIDE_SECONDS if self.warm else 0.0
        self.say(line, {"pid": pid})

    def become_kernel(self, parent: int, request: dict[str, Any]) -> NoReturn:
        """Turn the child process into a kernel.

        The child gets its own session, none of the server's connections, the visit's environment, and then runs the kernel.
        """
        code = 1
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            for one in _RESET:
                signal.signal(one, signal.SIG_DFL)
            end_with_parent(parent, signal.SIGKILL)
            self.selector.close()
            for end in (self.control, self.bell, self.ringer, *(line.connection for line in self.lines)):
                end.close()
            os.environ.clear()
            os.environ.update(request["env"])
            os.chdir(request["cwd"])
            resource_limits.take_on(read_settings().kernel_megabytes)
            random.seed()
            numpy = sys.modules.get("numpy")
            if numpy is not None:
                numpy.random.seed()
            run_kernel(request["argv"])
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)


def run_kernel(argv: list[str]) -> None:
    """Be an IPython kernel with the widgets' message targets registered."""
    from ipykernel.kernelapp import IPKernelApp

    sys.argv = ["kernel", *argv]
    app = IPKernelApp.instance()
    app.initialize(argv)  # type: ignore[no-untyped-call]
    widgets = sys.modules.get("ipywidgets")
    if widgets is not None:  # imported before there was a shell, so its targets are not registered yet
        widgets.load_ipython_extension(app.shell)
    app.start()  # type: ignore[no-untyped-call]


def orphaned(parent: int) -> bool:
    """Return whether the parent has ended.

    The parent closes its sockets, and its first thread ends, a little before it is gone; so the function waits for at
    most PARTING_SECONDS.
    """
    end = monotonic() + PARTING_SECONDS
    while os.getppid() == parent and monotonic() < end:
        sleep(0.005)
    return os.getppid() != parent


def stop_working(*_: Any) -> NoReturn:
    """Stop working."""
    undisturbed()
    sys.exit(0)


def undisturbed() -> None:
    """Ignore signals from now on, so that they do not interrupt the cleaning up.

    A signal is certain to come if the site has just been killed.
    """
    for one in _LEAVE:
        signal.signal(one, signal.SIG_IGN)


def main() -> None:
    """Serve the control socket.

    The first command-line argument is the socket's number, the second is the site's folder.
    """
    parent = os.getppid()
    for one in _LEAVE:
        signal.signal(one, stop_working)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the site, which then closes the control socket
    end_with_parent(parent, signal.SIGTERM)  # not SIGKILL: there is a folder to remove
    server: ForkServer | None = None
    try:
        control = socket.socket(fileno=int(sys.argv[1]))
        control.set_inheritable(False)
        preload.import_shared()
        preload.freeze()
        ahead = preload.warm_up(longest=read_settings().ahead_seconds, then=preload.plate)
        server = ForkServer(control, ahead)
        server.work()
        undisturbed()
    finally:
        if server is not None:
            server.end_all()
        if orphaned(parent):
            shutil.rmtree(sys.argv[2], ignore_errors=True)  # the site was killed, so nobody else removes it


if __name__ == "__main__":
    main()

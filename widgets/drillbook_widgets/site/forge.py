"""How does a kernel start in a blink? One process imports everything once and forks for each page that asks.

Run as `python -m drillbook_widgets.site.forge FD`: requests come over the inherited socket FD, one JSON object a line,
and each is answered by one line. The process has no event loop, no sockets of the messaging library and no second
thread, which is what makes forking it safe; it refuses to fork as soon as that is no longer so.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import random
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import Any, NoReturn

PRELOADED = ("ipykernel.kernelapp", "ipywidgets", "bqplot", "anywidget", "drillbook", "drillbook_widgets.panel")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_DIE_WITH_PARENT = 1


def threads() -> int:
    """How many threads this process has, those of C libraries included."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))
    import threading

    return threading.active_count()


def preload() -> None:
    """Import what every page needs, and load the rules, so that forks share the memory."""
    # A public page needs no debugger; without one the kernel starts faster and smaller.
    sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]
    for name in PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    with suppress(Exception):  # a broken ruleset is complained about by the page that needs it
        from drillbook import ask, library, questions

        for ruleset in library().all():
            for spec in questions(ruleset).values():
                ask(spec.examples[0])  # fills what is remembered of dice and formulas
    gc.collect()
    gc.freeze()


def follow(parent: int) -> None:
    """Die when the parent does, so that nothing is left over where it was killed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def send(pid: int, signum: int) -> None:
    """Signal a child and what it has started; one that has not yet its own session is signalled alone."""
    try:
        os.killpg(pid, signum)
    except (ProcessLookupError, PermissionError):
        with suppress(ProcessLookupError):
            os.kill(pid, signum)


class Forge:
    """The loop that forks, reports and signals."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.ended: dict[int, int] = {}
        self.running: set[int] = set()

    def work(self) -> None:
        """Answer requests until the other end closes; then end every child."""
        with self.line.makefile("r", encoding="utf-8") as requests:
            self.say({"ready": True, "threads": threads()})
            for request in requests:
                self.say(self.answer(json.loads(request)))
        for pid in self.running:
            send(pid, signal.SIGKILL)

    def say(self, answer: dict[str, Any]) -> None:
        """Send one line."""
        self.line.sendall(json.dumps(answer).encode() + b"\n")

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked: fork, poll or signal."""
        self.reap()
        pid = request.get("pid", 0)
        match request["do"]:
            case "fork":
                return self.fork(request)
            case "poll":
                return {"code": None if pid in self.running else self.ended.get(pid, 0)}
            case "signal":
                if pid in self.running:  # never a process that has been reaped: its number may be another's by now
                    send(pid, request["signal"])
                return {}
        return {"error": "unknown request"}

    def reap(self) -> None:
        """Note which children have ended."""
        for pid in list(self.running):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                self.running.discard(pid)
                self.ended[pid] = os.waitstatus_to_exitcode(status)
        while len(self.ended) > 1000:
            self.ended.pop(next(iter(self.ended)))

    def fork(self, request: dict[str, Any]) -> dict[str, Any]:
        """One more kernel; refused where a second thread runs."""
        if threads() > 1:
            return {"error": "a second thread runs"}
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self.become_kernel(parent, request)
        self.running.add(pid)
        return {"pid": pid}

    def become_kernel(self, parent: int, request: dict[str, Any]) -> NoReturn:
        """The child: a session of its own, the visit's environment, fresh randomness, then the kernel."""
        code = 1
        try:
            os.setsid()
            follow(parent)
            for one in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGHUP):
                signal.signal(one, signal.SIG_DFL)
            self.line.close()
            os.environ.clear()
            os.environ.update(request["env"])
            os.chdir(request["cwd"])
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


def main() -> None:
    """Serve the socket whose number is the only argument."""
    parent = os.getppid()
    follow(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the site, which then closes the socket
    for name in ONE_THREAD:
        os.environ[name] = "1"
    # Read while ipykernel is imported: no thread that watches the parent (the system does that here), no greeting.
    os.environ["JPY_PARENT_PID"] = "1"
    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    preload()
    Forge(line).work()


if __name__ == "__main__":
    main()

"""Visitors without a browser: they ask for a page's calculators, and stay or leave.

The module also measures what a site has open meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.client
import json
import os
import threading
import time
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from drillbook_widgets.site.kernels.websocket import PROTOCOL

T = TypeVar("T")


def get(site: str, path: str) -> tuple[int, str, str]:
    """Status, text and cookie of a page."""
    link = http.client.HTTPConnection(urlsplit(site).netloc, timeout=10)
    try:
        link.request("GET", path)
        answer = link.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return answer.status, answer.read().decode(), cookie
    finally:
        link.close()


def health(site: str) -> dict[str, object]:
    """Return what the site says of itself at /health."""
    found: dict[str, object] = json.loads(get(site, "/health")[1])
    return found


@dataclass
class Visitor:
    """One who asks for the calculators of a chapter."""

    site: str
    chapter: str
    cookie: str
    said: list[dict[str, object]] = field(default_factory=list)
    forwarded: str = ""
    writer: asyncio.StreamWriter | None = None
    socket: WebSocketClientConnection | None = None

    async def ask(self, socket: bool = True) -> None:
        """Ask, hear everything the site says, and open the line to the kernel, as pages do."""
        where = urlsplit(self.site)
        reader, self.writer = await asyncio.open_connection(where.hostname, where.port)
        body = json.dumps({"chapter": self.chapter, "address": ""})
        self.writer.write(
            f"POST /live HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Type: application/json\r\n"
            f"X-Forwarded-For: {self.forwarded}\r\nCookie: {self.cookie}\r\nX-XSRFToken: {self.cookie.partition('=')[2]}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode()
        )
        rest = b""
        while part := await reader.read(1 << 16):
            *lines, rest = (rest + part).split(b"\n")
            self.said += [json.loads(line) for line in lines if line.startswith(b"{")]
        if socket and {"done": True} in self.said:
            self.socket = await open_socket(self)

    async def ask_and_leave(self, seconds: float) -> None:
        """Ask, and leave after so many seconds.

        A visitor who has everything by then says goodbye, as pages do.
        """
        asking = asyncio.create_task(self.ask())
        await asyncio.wait([asking], timeout=seconds)
        asking.cancel()
        await asyncio.wait([asking])
        if self.writer is not None:
            self.writer.transport.abort()
        if {"done": True} in self.said:
            await asyncio.to_thread(self.leave)

    def post(self, word: str, wish: object = None) -> list[dict[str, object]]:
        """Tell the site something about the page's kernel; the lines that it answers."""
        link = http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=30)
        token = self.cookie.partition("=")[2]
        headers = {"Cookie": self.cookie, "X-XSRFToken": token}
        link.request("POST", f"/live/{self.kernel}/{word}", json.dumps(wish), headers=headers)
        answer = link.getresponse()
        assert answer.status in (200, 204)
        said = [json.loads(line) for line in answer.read().splitlines()]
        link.close()
        return said

    async def show(self, cells: list[str]) -> list[dict[str, object]]:
        """Ask for plates; what the site says of them."""
        return await asyncio.to_thread(self.post, "plates", {"plates": [{"cell": cell} for cell in cells]})

    def leave(self) -> None:
        """Close a page that was live."""
        self.post("leave")

    @property
    def kernel(self) -> object:
        """The kernel it was given."""
        return next((line["kernel"] for line in self.said if "kernel" in line), None)

    @property
    def served(self) -> bool:
        """Did the page get its kernel?"""
        return {"done": True} in self.said and not any("failed" in line or "sorry" in line for line in self.said)

    @property
    def refused(self) -> list[object]:
        """The refusals that the visitor received instead of calculators."""
        return [line["sorry"] for line in self.said if "sorry" in line]


@functools.cache
def loop() -> asyncio.AbstractEventLoop:
    """Return an event loop that runs in a thread of its own.

    The browser of other tests keeps a loop in this thread; visitors' sockets live in the new one.
    """
    made = asyncio.new_event_loop()
    threading.Thread(target=made.run_forever, daemon=True).start()
    return made


def together(work: Coroutine[Any, Any, T]) -> T:
    """Do it, and wait until it is done."""
    return asyncio.run_coroutine_threadsafe(work, loop()).result()


async def open_socket(visitor: Visitor) -> WebSocketClientConnection:
    """Open and return a socket to a visitor's kernel."""
    where = urlsplit(visitor.site)
    address = f"ws://{where.netloc}/api/kernels/{visitor.kernel}/channels?session_id={uuid.uuid4().hex}"
    wish = HTTPRequest(address, headers={"Cookie": visitor.cookie, "Origin": visitor.site})
    return await websocket_connect(wish, subprotocols=[PROTOCOL], max_message_size=100_000_000)


def below(pid: int) -> list[int]:
    """Every process below one, its children first."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").glob("*/children"))
        children = [int(child) for task in tasks for child in task.read_text().split()]
    except OSError:
        return []
    return [*children, *(deeper for child in children for deeper in below(child))]


def running(pid: int) -> bool:
    """Is there a process of that number that has not ended?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def fork_servers(pid: int) -> list[int]:
    """Return the site's fork server, if it has one.

    The other processes below the site work out answers.
    """
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(OSError):
            if b"drillbook_widgets.site.kernels.fork_server" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def burden(pid: int) -> dict[str, int]:
    """Return the counts of processes below the site, and of descriptors and threads.

    Descriptors and threads are those of the site and of its fork server.
    """
    mine = below(pid)
    both = [pid, *fork_servers(pid)]
    return {
        "processes": len(mine),
        "descriptors": sum(len(os.listdir(f"/proc/{one}/fd")) for one in both),
        "threads": sum(len(os.listdir(f"/proc/{one}/task")) for one in both),
    }


SLOWER = 2
"""How many times slower a machine may be than the one for which the waiting times were set."""


def patience(seconds: float) -> float:
    """Return so many seconds on a quiet machine, and more if others want the same cores.

    The factor comes from how many processes want to run.
    """
    wanted = max(os.getloadavg()[0], int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0]))
    crowd = wanted / (os.cpu_count() or 1)
    return seconds * (2 * crowd if crowd > 1 else 1)


def until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    """Wait until a condition holds; return False if it does not in time.

    The time is `patience(seconds)`, and twice as long for a machine half as fast.
    """
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > SLOWER * patience(seconds):
            return False
        time.sleep(0.02)
    return True

"""Tests of odd, slow and hasty visitors as ordinary cases.

They cause no traceback, leave nothing of theirs in the log, and cannot fill the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import logging
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import tornado.web
from running_site import start_site, stop_site
from tornado.netutil import bind_sockets
from visitors import get, together, until

from drillbook_widgets.site import application
from drillbook_widgets.site.log_filter import LONGEST_MESSAGE, MOST_A_MINUTE, Discretion, without_addresses

NO_KERNEL = "/api/kernels/00000000-0000-0000-0000-000000000000"
ODD_PATHS = [
    "/assets/000000000000/site/" + "a" * 300 + ".js",
    "/assets/000000000000/site/" + "a/" * 3000 + "x.js",
    "/assets/000000000000/site/%ff%fe.js",
    "/bn/" + "x" * 5000,
    "/bn/%ED%A0%80",
    "/bn/storm?" + "a=1&" * 900,
    "/bn/storm?x=%ff&ruling.%ff=%ff",
    "/bn/storm?attackers=" + "9" * 3000,
    "/bn/storm?attackers=1e999999",
    NO_KERNEL,
]
ODD_BODIES = [
    b"[" * 100_000,
    b'{"chapter":' + b"[" * 100_000,
    b'{"chapter":"bn/basics","address":"\\ud800"}',
    b"\xff\xfe",
    b"[]",
]
ODD_REQUESTS = [
    b"NONSENSE\r\n\r\n",
    b"FOO / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"DELETE " + NO_KERNEL.encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Real-Ip: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.8\r\nCookie: \xff=;;\r\n\r\n",
    b"POST /live HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
    b"POST /live HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /bn/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
]


@dataclass
class Logged:
    """A site and what it has written."""

    address: str
    log: Path

    def asked(self, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
        """Return the status of one request."""
        link = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=20)
        try:
            link.request(method, path, body, {"X-Forwarded-For": "192.0.2.9", **headers})
            answer = link.getresponse()
            assert b"Traceback" not in answer.read()
            return answer.status
        finally:
            link.close()

    def sent(self, raw: bytes, *, leave: bool = False) -> bytes:
        """Send raw bytes and return the beginning of the answer.

        leave: close the connection at once instead, with a reset.
        """
        where = urlsplit(self.address)
        with socket.create_connection((where.hostname, where.port), 10) as link:
            link.sendall(raw)
            if leave:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
            return link.recv(100)

    def well(self) -> bool:
        """Is nothing in the log that should not be there?"""
        said = self.log.read_text(encoding="utf-8")
        return not any(word in said for word in ("Traceback", "127.0.0.1", "192.0.2", "Uncaught"))


@pytest.fixture(scope="module")
def logged() -> Iterator[Logged]:
    """Yield a site that writes its complaints to a file."""
    with tempfile.TemporaryDirectory() as folder, open(Path(folder) / "log", "w", encoding="utf-8") as log:
        process, address = start_site(variables={"TMPDIR": folder}, log=log)
        assert until(lambda: get(address, "/ready")[0] == 200, 120)
        yield Logged(address, Path(log.name))
        stop_site(process)


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.parametrize("path", ODD_PATHS, ids=lambda path: path[:30])
def test_an_odd_address_is_an_ordinary_case(logged: Logged, path: str) -> None:
    assert logged.asked("GET", path) < 500
    assert logged.asked("HEAD", path) < 500
    assert logged.well(), logged.log.read_text()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.parametrize("body", ODD_BODIES, ids=range(len(ODD_BODIES)))
def test_an_odd_wish_is_an_ordinary_case(logged: Logged, body: bytes) -> None:
    cookie = get(logged.address, "/")[2]
    headers = {"Cookie": cookie, "X-XSRFToken": cookie.partition("=")[2], "Content-Type": "application/json"}
    assert logged.asked("POST", "/live", body, **headers) == 404
    assert logged.well(), logged.log.read_text()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.parametrize("raw", ODD_REQUESTS, ids=range(len(ODD_REQUESTS)))
def test_an_odd_request_is_an_ordinary_case(logged: Logged, raw: bytes) -> None:
    assert not logged.sent(raw).startswith(b"HTTP/1.1 5")
    assert logged.well(), logged.log.read_text()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_who_leaves_early_leaves_no_trace(logged: Logged) -> None:
    for number in range(40):
        dear = f"/bn/storm?attackers=7&rounds=3&hostages={number % 6 + 1}".encode()
        for path in (b"/bn/close-combat", dear, b"/"):
            logged.sent(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n", leave=True)
    assert logged.asked("GET", "/") == 200
    assert logged.well(), logged.log.read_text()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_no_visitor_can_fill_the_log(logged: Logged) -> None:
    for number in range(100):
        logged.asked("GET", f"/bn/nothing-{number}")
        logged.asked("POST", "/live", b"{}")
        logged.sent(ODD_REQUESTS[0])
    assert logged.log.read_text().count("\n") < 12 * MOST_A_MINUTE
    assert logged.well(), logged.log.read_text()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.parametrize("path", ["/", "/bn/close-combat", "/health", "script", "style"])
def test_what_is_text_comes_compressed(logged: Logged, path: str) -> None:
    front = get(logged.address, "/")[1]
    assets = front.partition("/assets/")[2].partition("/")[0]
    path = {
        "script": f"/assets/{assets}/site/shared/page_frame.js",
        "style": f"/assets/{assets}/site/shared/page.css",
    }.get(path, path)
    link = http.client.HTTPConnection(urlsplit(logged.address).netloc, timeout=20)
    link.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = link.getresponse()
    body = answer.read()
    link.close()
    assert "Accept-Encoding" in answer.headers["Vary"]
    if answer.headers["Content-Encoding"] is None:
        assert len(body) < 1024  # would only become longer
    else:
        assert len(body) < len(gzip.decompress(body)) / 2


@pytest.mark.parametrize(
    "slowly",
    [
        pytest.param(b"GET / HTTP/1.1\r\nHost: x\r\n", id="headers"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n", id="body"),
    ],
)
def test_slow_senders_are_cut_off(monkeypatch: pytest.MonkeyPatch, slowly: bytes) -> None:
    """The limits are shortened for the test; a byte now and then does not put the end off."""
    monkeypatch.setattr(application, "HEADERS_SECONDS", 0.4)
    monkeypatch.setattr(application, "BODY_SECONDS", 0.4)

    async def cut_off() -> float:
        server = application.server_of(tornado.web.Application([]), trust_proxy=False)
        sockets = bind_sockets(0, "127.0.0.1")
        server.add_sockets(sockets)
        reader, writer = await asyncio.open_connection(*sockets[0].getsockname())
        began = time.monotonic()

        async def drip() -> None:
            while True:
                writer.write(b"x")
                await asyncio.sleep(0.05)

        writer.write(slowly)
        dripping = asyncio.create_task(drip())
        try:
            async with asyncio.timeout(20):
                with contextlib.suppress(ConnectionError):
                    while await reader.read(1000):
                        pass
            return time.monotonic() - began
        finally:
            dripping.cancel()
            writer.close()
            server.stop()
            await server.close_all_connections()

    assert 0.3 < together(cut_off()) < 15


def record(words: str, *parts: object, line: int = 1) -> logging.LogRecord:
    """Something that a library says."""
    return logging.LogRecord("tornado", logging.WARNING, "web.py", line, words, parts, None)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("GET / (127.0.0.1)", "GET / (a visitor)"),
        ("reader@192.0.2.9 left", "reader@a visitor left"),
        ("from 192.0.2.9:4711.", "from a visitor"),
        ("from [2001:db8::7], again", "from a visitor, again"),
        ("('::1', 4711, 0, 0)", "('a visitor', 4711, 0, 0)"),
        ("at 12:30:15 version 6.5.2 of abc", "at 12:30:15 version 6.5.2 of abc"),
    ],
)
def test_the_log_holds_no_address(said: str, told: str) -> None:
    assert without_addresses(said).rstrip(".") == told


def test_the_log_says_the_same_only_so_often() -> None:
    now = [0.0]
    discretion = Discretion(lambda: now[0])
    told = [one for one in (record("%s left", f"192.0.2.{number}") for number in range(100)) if discretion.filter(one)]
    assert len(told) == MOST_A_MINUTE
    assert discretion.filter(record("another", line=2))
    now[0] = 61
    after = record("left")
    assert discretion.filter(after)
    assert after.getMessage() == f"left (and {100 - MOST_A_MINUTE} more like this before, which were not told)"
    long = record("a\nb" * 100_000, line=3)
    assert discretion.filter(long)
    assert len(long.getMessage()) < 2 * LONGEST_MESSAGE
    assert "\n" not in long.getMessage()

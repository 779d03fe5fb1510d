"""Tests of a kernel as a bounded guest.

They cover its process, its sockets, how long it may compute, and that it ends with its readers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from running_site import start_site, stop_site
from site_shelf import cells_of, small_chapter
from socket_client import Socket
from tornado.httpclient import HTTPClientError
from visitors import Visitor, below, get, health, patience, running, together, until

from drillbook_widgets.site.kernels import lifetimes, resource_limits
from drillbook_widgets.site.kernels.lifetimes import (
    BUSY_SECONDS,
    GONE_SECONDS,
    LOST_SECONDS,
    MOST_OPENED,
    MOST_SOCKETS,
    Guests,
)

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
MEGABYTES = 400


class Clock:
    """A clock that moves only when a test sets it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def overdue(known: Guests) -> list[str]:
    """Which of the kernels a and b must end."""
    return [kernel for kernel, _ in known.overdue({"a": 1, "b": 2}, {"a", "b"})]


def test_a_kernel_ends_when_its_last_socket_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifetimes, "processor_seconds", lambda pid: 0.0)
    clock = Clock()
    known = Guests(clock)
    assert not overdue(known)  # nobody has come yet; that is looked after elsewhere
    for kernel in ("a", "b"):
        assert known.of(kernel).come()
    assert known.of("a").come()
    known.of("a").go(1001)
    clock.now = 1000.0
    assert not overdue(known)
    known.of("a").go(1001)
    known.of("b").go(None)
    clock.now += GONE_SECONDS
    assert overdue(known) == ["a"]
    known.of("b").come()  # the connection came back
    clock.now += LOST_SECONDS
    assert overdue(known) == ["a"]
    assert list(known.overdue({"a": 1, "b": 2}, {"b"})) == []
    assert set(known.known) == {"b"}


def test_sockets_and_widgets_of_a_kernel_are_bounded() -> None:
    guest = Guests().of("a")
    assert [guest.come() for _ in range(MOST_SOCKETS + 1)] == [True] * MOST_SOCKETS + [False]
    assert [guest.may_open(str(one)) for one in range(MOST_OPENED + 1)] == [True] * MOST_OPENED + [False]
    guest.opened.discard("0")
    assert guest.may_open("another")


def test_a_kernel_that_computes_on_and_on_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    known = Guests(clock)
    share = {1: 0.2, 2: 0.95}
    monkeypatch.setattr(lifetimes, "processor_seconds", lambda pid: share[pid] * clock.now)
    ended = 0.0
    while not ended and clock.now < 1000:
        clock.now += 1
        if found := overdue(known):
            assert found == ["b"]
            ended = clock.now
    assert BUSY_SECONDS < ended < 2 * BUSY_SECONDS


@linux
def test_a_process_that_takes_limits_on_cannot_fill_the_memory() -> None:
    code = f"from drillbook_widgets.site.kernels.resource_limits import take_on; take_on({MEGABYTES}); b'x' * ({MEGABYTES} << 20)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.rstrip().endswith("MemoryError")


@linux
def test_the_same_limits_are_put_on_an_ordinary_process() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        resource_limits.put_on(process.pid, MEGABYTES)
        bounded(process.pid)
        process.kill()


def bounded(pid: int) -> None:
    """Check that the process has the limits of a kernel."""
    assert f"Max data size             {MEGABYTES << 20}" in Path(f"/proc/{pid}/limits").read_text()
    assert os.getpriority(os.PRIO_PROCESS, pid) == resource_limits.NICER


@pytest.fixture(scope="module")
def guarded() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a site of the tests' own: its process and address."""
    with tempfile.TemporaryDirectory() as folder:
        process, address = start_site(
            variables={"TMPDIR": folder, "DRILLBOOK_KERNEL_MEMORY": str(MEGABYTES), "DRILLBOOK_SPARE": "0"}
        )
        try:
            assert until(lambda: get(address, "/ready")[0] == 200, 120)
            yield process, address
        finally:
            stop_site(process)


def kernel_process(process: subprocess.Popen[str]) -> int:
    """Return the process number of the only kernel."""
    return below(process.pid)[-1]


@linux
@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_a_kernel_is_bounded_from_its_first_message_to_its_last(guarded: tuple[subprocess.Popen[str], str]) -> None:
    process, address = guarded

    async def visit() -> None:
        visitor = Visitor(address, small_chapter(), get(address, "/")[2])
        await visitor.ask(socket=False)
        assert visitor.served, visitor.refused
        kernel = kernel_process(process)
        bounded(kernel)
        sockets = [await Socket.to(visitor) for _ in range(MOST_SOCKETS)]
        shown = await visitor.show([*cells_of(small_chapter()), "no such cell"])
        assert [line.get("cell") for line in shown] == [*cells_of(small_chapter()), None]
        with pytest.raises(HTTPClientError, match="429"):
            await Socket.to(visitor)
        page = sockets[0]
        found = await page.widgets()
        slider = next(
            comm for comm, state in found.items() if state["_model_name"] == "IntSliderModel" and state["max"] > 3
        )
        low, high = found[slider]["min"], found[slider]["max"]
        began = asyncio.get_running_loop().time()
        names = [await page.update(slider, value=low + turn % (high - low + 1)) for turn in range(900)]
        assert await page.until(lambda: page.idle(names[-1]))
        spent = asyncio.get_running_loop().time() - began
        assert all(page.idle(name) for name in names)
        state = (await page.widgets())[slider]
        assert state["value"] == low + 899 % (high - low + 1)
        assert spent < patience(2)
        assert page.open

        await page.update(slider, value=["no number"])  # the kernel complains with a traceback
        last = await page.update(slider, value=low)
        assert await page.until(lambda: page.idle(last))
        assert not any("raceback" in str(one) or one["kind"] in ("error", "stream") for one in page.heard)

        for turn in range(MOST_OPENED + 1):
            opened = {"comm_id": f"{turn:032}", "target_name": "jupyter.widget", "data": {"state": {}}}
            if sockets[1].open:
                await sockets[1].say("comm_open", opened)
        assert await sockets[1].until(lambda: not sockets[1].open)
        assert page.open

        os.kill(kernel, signal.SIGSTOP)  # as busy as can be: it hears nothing any more
        for turn in range(50):
            await page.tell(slider, do="pin", turn=turn)
        for one in sockets:
            await one.close()
        assert await asyncio.to_thread(until, lambda: not running(kernel), 8)
        assert await asyncio.to_thread(until, lambda: health(address)["kernels"] == 0)

    together(visit())


@linux
@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_a_connection_that_breaks_off_may_come_back(guarded: tuple[subprocess.Popen[str], str]) -> None:
    _, address = guarded

    async def visit() -> None:
        visitor = Visitor(address, small_chapter(), get(address, "/")[2])
        await visitor.ask(socket=False)
        first = await Socket.to(visitor)
        await visitor.show(cells_of(small_chapter())[:1])
        first.tear()
        again = await Socket.to(visitor)
        assert await again.widgets()
        again.tear()
        assert await asyncio.to_thread(until, lambda: health(address)["kernels"] == 0, LOST_SECONDS + 4)

    together(visit())

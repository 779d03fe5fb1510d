"""Tests that the site stays up.

They cover visitors who leave while their page starts, a fork server that is killed or hangs, and an orderly end.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from running_site import start_site, stop_site
from site_shelf import small_chapter
from tornado.httpclient import HTTPClientError
from tornado.simple_httpclient import HTTPTimeoutError
from turn import PARTS, turn
from visitors import Visitor, below, burden, fork_servers, get, health, open_socket, patience, running, together, until

from drillbook_widgets.site.kernels.lifetimes import COME_SECONDS
from drillbook_widgets.site.kernels.runtime_folder import sweep

FEW = 2
# Whoever leaves at the very moment when the last line was sent has neither come to its kernel nor said goodbye.
UNSAID_SECONDS = COME_SECONDS + 10
VIOLENT = ("killed", "killed while its fork server is stopped", "both killed")
"""How a site may end without being told to; each run tries one."""
ENDINGS = (signal.SIGKILL, signal.SIGTERM)
"""How its fork server may be ended; likewise."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]


@dataclass
class Watched:
    """A site whose processes are counted."""

    process: subprocess.Popen[str]
    address: str
    cookie: str = ""
    idle: dict[str, int] | None = None

    @classmethod
    def open(cls, temporary: Path, **variables: str) -> Watched:
        """Return a site that has come to rest after its first visitor."""
        watched = cls(*start_site(variables={"TMPDIR": str(temporary), **variables}))
        try:
            watched.come_to_rest()
        except BaseException:
            stop_site(watched.process)
            raise
        return watched

    def come_to_rest(self) -> None:
        """Have a first visitor, and count what is there when he has gone."""
        assert until(lambda: get(self.address, "/ready")[0] == 200, 120)
        self.cookie = get(self.address, "/")[2]
        first = self.visitor()
        together(first.ask())
        assert first.served, first.refused
        first.leave()
        assert until(lambda: health(self.address)["kernels"] == 0)
        assert until(self.has_reserve)
        time.sleep(1.2)  # the sockets of a page linger for a second
        self.idle = burden(self.process.pid)

    def visitor(self) -> Visitor:
        """Somebody who may ask."""
        return Visitor(self.address, small_chapter(), self.cookie)

    @property
    def fork_server(self) -> int:
        """The number of its fork server."""
        return fork_servers(self.process.pid)[0]

    def has_reserve(self) -> bool:
        """Are as many kernels in reserve as there should be?"""
        found = health(self.address)
        return found["spare"] == found["spare_wanted"]

    def at_rest(self) -> bool:
        """Return whether processes, descriptors and threads are no more than before any visit.

        Those of the kernels in reserve are included.
        """
        if not self.has_reserve():
            return False
        now, before = burden(self.process.pid), self.idle
        assert before is not None
        return all(now[what] <= before[what] for what in before)

    def well(self) -> bool:
        """Return whether the site's /health says that all is well and no kernel is in use."""
        found = health(self.address)
        server = found["fork_server"]
        forked = server["kernels"] if isinstance(server, dict) and server["in_step"] else -1
        return found["status"] == "ok" and found["kernels"] == 0 and forked == found["spare"] == found["spare_wanted"]


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    """Yield a site of the tests' own, with room for sixty and few kernels in reserve.

    Most visitors thus need the fork server.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = Watched.open(Path(folder), DRILLBOOK_KERNELS="60", DRILLBOOK_SPARE=str(FEW))
        yield made
        stop_site(made.process)


@pytest.fixture
def temporary() -> Iterator[Path]:
    """Yield a folder for temporary files whose path is short enough for sockets."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_it_says_when_it_is_warm_and_whether_it_is_well(watched: Watched) -> None:
    status, told, _ = get(watched.address, "/ready")
    assert status == 200, told
    found = health(watched.address)
    assert found["kernel_can_start"]
    assert found["spare"] == found["spare_wanted"] == FEW
    assert found["fork_server"] == {"alive": True, "in_step": True, "kernels": found["spare"], "lives": 1}


def test_visitors_who_leave_while_their_page_starts_leave_nothing_behind(watched: Watched) -> None:
    async def come_and_go() -> Visitor:
        stays, chance = watched.visitor(), random.Random(7)
        leaving = [watched.visitor().ask_and_leave(chance.uniform(0, 0.5)) for _ in range(24)]
        await asyncio.gather(stays.ask(), *leaving)
        return stays

    stays = together(come_and_go())
    assert stays.served, stays.refused
    assert until(lambda: health(watched.address)["kernels"] == 1, UNSAID_SECONDS)
    stays.leave()
    assert until(watched.at_rest), (burden(watched.process.pid), watched.idle)
    assert until(watched.well), health(watched.address)


def test_fifty_may_leave_at_once(watched: Watched) -> None:
    async def come_and_go() -> list[Visitor]:
        visitors = [watched.visitor() for _ in range(50)]
        await asyncio.gather(*(one.ask_and_leave(0.25) for one in visitors))
        return visitors

    assert not [one.refused for one in together(come_and_go()) if one.refused]
    after = watched.visitor()
    together(after.ask())
    assert after.served, after.refused
    after.leave()
    assert until(watched.at_rest, UNSAID_SECONDS), (burden(watched.process.pid), watched.idle)
    assert until(watched.well), health(watched.address)


def test_a_socket_that_opens_while_its_kernel_ends_is_closed(watched: Watched) -> None:
    """Sockets that open while their kernel ends are closed.

    The page keeps its socket, as a page does that never hears of the end; a page that is too late gets an answer at once.
    """

    async def come_and_go() -> None:
        visitors, chance = [watched.visitor() for _ in range(12)], random.Random(3)
        await asyncio.gather(*(one.ask(socket=False) for one in visitors))
        assert all(one.served for one in visitors), [one.refused for one in visitors]

        async def goodbye(one: Visitor) -> None:
            await asyncio.sleep(chance.uniform(0, 0.15))
            await asyncio.to_thread(one.leave)

        opening = [open_socket(one) for one in visitors]
        came = await asyncio.gather(*opening, *map(goodbye, visitors), return_exceptions=True)
        assert not [one for one in came if isinstance(one, HTTPTimeoutError)]

    together(come_and_go())
    assert until(watched.at_rest), (burden(watched.process.pid), watched.idle)
    assert until(watched.well), health(watched.address)


def test_a_socket_whose_kernel_never_answered_leaves_nothing_open(watched: Watched) -> None:
    """Sockets of a kernel that never answers leave nothing open.

    The test stops the kernel, so that the socket's request is still unanswered when the page leaves.
    """

    async def come_and_go() -> None:
        visitor = watched.visitor()
        await visitor.ask(socket=False)
        kernels = below(watched.fork_server)
        for kernel in kernels:
            os.kill(kernel, signal.SIGSTOP)
        opening = asyncio.create_task(open_socket(visitor))
        await asyncio.wait([opening], timeout=0.3)
        assert not opening.done()
        await asyncio.to_thread(visitor.leave)
        with pytest.raises(HTTPClientError, match="404"):
            await opening
        for kernel in filter(running, kernels):  # those in reserve
            os.kill(kernel, signal.SIGCONT)

    together(come_and_go())
    assert until(watched.at_rest), (burden(watched.process.pid), watched.idle)
    assert until(watched.well), health(watched.address)


@pytest.mark.parametrize("end", [ENDINGS[turn() // PARTS % len(ENDINGS)], None], ids=["ended", "only stopped"])
def test_pages_wait_for_the_next_fork_server(watched: Watched, end: signal.Signals | None) -> None:
    """It is stopped while three pages ask, so that it is lost in the middle of their requests."""
    had_page = watched.visitor()
    together(had_page.ask())
    lost = [watched.fork_server, *below(watched.fork_server)]
    lives = health(watched.address)["fork_server"]["lives"]  # type: ignore[index]

    async def meanwhile() -> list[Visitor]:
        visitors = [watched.visitor() for _ in range(3)]
        os.kill(lost[0], signal.SIGSTOP)
        asking = [asyncio.create_task(one.ask()) for one in visitors]
        await asyncio.sleep(0.3)  # the requests are on their way; nobody can tell from outside when
        if end is not None:
            os.kill(lost[0], end)
            os.kill(lost[0], signal.SIGCONT)
        assert await asyncio.to_thread(until, lambda: not any(running(one) for one in lost), 8)
        assert get(watched.address, "/")[0] == 200
        await asyncio.gather(*asking)
        return visitors

    visitors = together(meanwhile())
    assert all(one.served for one in visitors), [one.refused for one in visitors]
    assert end is not None or any("slow" in line for one in visitors for line in one.said)
    assert not get(watched.address, f"/live/{had_page.kernel}")[1].count("true")
    for one in visitors:
        one.leave()
    assert until(watched.at_rest), (burden(watched.process.pid), watched.idle)
    assert until(watched.well), health(watched.address)
    assert health(watched.address)["fork_server"]["lives"] == lives + 1  # type: ignore[index]


@pytest.mark.parametrize("how", ["stopped", VIOLENT[turn() // PARTS % len(VIOLENT)]])
def test_nothing_is_left_of_a_site(temporary: Path, how: str) -> None:
    process, address = start_site(variables={"TMPDIR": str(temporary), "DRILLBOOK_SPARE": str(FEW)})
    try:
        end_and_look(process, address, temporary, how)
    finally:
        stop_site(process)


def end_and_look(process: subprocess.Popen[str], address: str, temporary: Path, how: str) -> None:
    """End a site that has a visitor, in one way or another, and see that nothing of it is left."""
    visitor = Visitor(address, small_chapter(), get(address, "/")[2])
    together(visitor.ask())  # before it is warm: the page waits
    assert visitor.served, visitor.refused
    assert until(lambda: health(address)["spare"] == FEW and get(address, "/ready")[0] == 200, 120)
    everyone, (server,) = [process.pid, *below(process.pid)], fork_servers(process.pid)
    helpers = health(address)["answering"]["workers"]  # type: ignore[index]
    # The site, its fork server with the page's kernel and those in reserve, those who work out answers, and the standard
    # library's tracker.
    assert len(everyone) == 3 + FEW + helpers + 1
    assert len(list(temporary.glob("drillbook_*"))) == 1
    began = time.monotonic()
    if how == "stopped":
        process.terminate()
        process.wait(patience(5))
        assert time.monotonic() - began < patience(1)
    else:
        if "stopped" in how:
            os.kill(server, signal.SIGSTOP)
        process.kill()
        if "both" in how:
            os.kill(server, signal.SIGKILL)
        process.wait(patience(5))
    assert until(lambda: not any(running(one) for one in everyone), 3)
    if "both" in how:
        sweep(temporary)  # as the next site does when it starts
    assert until(lambda: not list(temporary.glob("drillbook_*"))), list(temporary.rglob("*"))


def test_ordinary_processes_serve_where_there_is_no_forking(temporary: Path) -> None:
    watched = Watched.open(temporary, DRILLBOOK_FORK="no")
    try:
        assert health(watched.address)["fork_server"] is None

        async def come_and_go() -> Visitor:
            stays = watched.visitor()
            await asyncio.gather(stays.ask(), *(watched.visitor().ask_and_leave(0.1 * turn) for turn in range(3)))
            return stays

        stays = together(come_and_go())
        assert stays.served, stays.refused
        kernels = below(watched.process.pid)
        watched.process.terminate()
        watched.process.wait(patience(5))
        assert until(lambda: not any(running(one) for one in kernels))
        assert not list(temporary.glob("drillbook_*"))
    finally:
        stop_site(watched.process)

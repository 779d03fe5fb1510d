"""Tests that what visitors do in the ordinary course is in no log and is nobody's mistake.

Above all this holds when they leave at the wrong moment.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from running_site import start_site, stop_site
from site_shelf import cells_of, chapters, small_chapter
from visitors import Visitor, get, health, together, until

from drillbook_widgets.site.handlers.kernels import LOST, Spoken
from drillbook_widgets.site.kernels.cell_runner import KernelLost, Running

LOUD = re.compile(r"Traceback|Uncaught|500 for|Unregistering|never retrieved|Got events|Cannot send")


class Leaving:
    """A client of a kernel whose page leaves while it listens.

    The libraries take its channels away while they are in use.
    """

    def __init__(self, problem: BaseException | None = None) -> None:
        self.leave: Callable[[], None] = lambda: None
        self.problem = problem or AssertionError("There is no socket.")

    def execute(self, *_: Any, **__: Any) -> str:
        return "message"

    async def get_iopub_msg(self, **_: Any) -> Any:
        self.leave()
        raise self.problem

    def stop_channels(self) -> None: ...


@pytest.mark.parametrize("problem", [None, asyncio.CancelledError()], ids=["no socket", "a wait that is cancelled"])
def test_a_page_that_leaves_while_a_plate_is_made_looks_like_a_lost_kernel(problem: BaseException | None) -> None:
    client = Leaving(problem)
    work = Running(SimpleNamespace(), chapters()[0], client)
    client.leave = work.rest
    with pytest.raises(KernelLost):
        together(work.run("1"))
    work.client = Leaving()
    with pytest.raises(AssertionError):  # a mistake stays one where nobody has left
        together(work.run("1"))


def test_whoever_leaves_while_his_kernel_is_ended_is_no_error() -> None:
    async def end(_: str) -> None:
        raise asyncio.CancelledError

    page: Any = SimpleNamespace(kernels=SimpleNamespace(end=end))
    together(Spoken.give_back(page, "a kernel", LOST))


async def ask_for_plates_and_leave(visitor: Visitor, seconds: float) -> None:
    """Ask for all plates of a page and be gone after so many seconds."""
    where = urlsplit(visitor.site)
    _, writer = await asyncio.open_connection(where.hostname, where.port)
    body = json.dumps({"plates": [{"cell": cell} for cell in cells_of(visitor.chapter)]})
    writer.write(
        f"POST /live/{visitor.kernel}/plates HTTP/1.1\r\nHost: {where.netloc}\r\nCookie: {visitor.cookie}\r\n"
        f"X-XSRFToken: {visitor.cookie.partition('=')[2]}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    await writer.drain()
    await asyncio.sleep(seconds)
    if seconds > 0.1:
        await asyncio.to_thread(visitor.leave)
    writer.transport.abort()
    if visitor.socket is not None:
        visitor.socket.close()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_nothing_is_logged_of_those_who_leave_at_any_moment() -> None:
    """And neither where the site is closed while pages listen to their kernels."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        process, site = start_site(variables={"TMPDIR": folder, "DRILLBOOK_SPARE": "0"}, log=log)
        try:
            assert until(lambda: get(site, "/ready")[0] == 200, 120)
            cookie = get(site, "/")[2]

            async def come_and_go() -> None:
                async def one(seconds: float) -> None:
                    visitor = Visitor(site, small_chapter(), cookie)
                    await visitor.ask()
                    assert visitor.served, visitor.refused
                    await ask_for_plates_and_leave(visitor, seconds)

                await asyncio.gather(*(one(0.04 * turn) for turn in range(6)))

            together(come_and_go())
            assert until(lambda: health(site)["kernels"] == 0, 30)
            stays = Visitor(site, small_chapter(), cookie)
            together(stays.ask())
            assert stays.served, stays.refused
        finally:
            stop_site(process)
        log.seek(0)
        said = log.read()
        assert not LOUD.search(said), said

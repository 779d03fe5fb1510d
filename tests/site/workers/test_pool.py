"""Tests that reading is never blocked.

They cover which process works out the answers, and what becomes of an answer that takes too long.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from running_site import start_site, stop_site
from site_shelf import example, questions_shown
from visitors import below, get, health, patience, running, together, until

from drillbook_widgets.pages.chapter import LATER
from drillbook_widgets.pages.content.static_answer import still_of
from drillbook_widgets.site.workers import worker
from drillbook_widgets.site.workers.pool import Answering, Unanswered

pytestmark = [
    pytest.mark.slow,
    pytest.mark.rotating("drillbook_widgets/site/", "tests/site/workers/"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="stops and kills processes"),
]
ADDRESS, OTHER = (example(question) for question in questions_shown()[:2])


def helpers(site: int) -> list[int]:
    """Return the processes of a site that work out answers."""
    return [pid for pid in below(site) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def with_one(work: Callable[[Answering, int], Awaitable[None]]) -> None:
    """Do it with one process that works out answers, which is ready; afterwards none is left."""

    async def done() -> None:
        before = set(multiprocessing.active_children())
        made = Answering(1)
        made.open()
        try:
            assert await made.answer(ADDRESS, patience(60)) == still_of(ADDRESS)
            (process,) = set(multiprocessing.active_children()) - before
            assert process.pid is not None
            await work(made, process.pid)
        finally:
            made.close()
        assert await asyncio.to_thread(until, lambda: not set(multiprocessing.active_children()) - before)

    together(done())


def test_an_answer_is_worked_out_by_a_process_that_gives_way() -> None:
    async def work(made: Answering, pid: int) -> None:
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert (await made.answer(f"{ADDRESS}&nonsense=1", patience(60))).complaint

    with_one(work)


def test_what_is_late_is_remembered_once_it_is_there() -> None:
    async def work(made: Answering, pid: int) -> None:
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(Unanswered):
            await made.answer(OTHER, 0.1)
        os.kill(pid, signal.SIGCONT)
        assert await asyncio.to_thread(until, lambda: made.known(OTHER) is not None)
        assert made.state()["lives"] == 1

    with_one(work)


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    async def work(made: Answering, pid: int) -> None:
        os.kill(pid, signal.SIGSTOP)
        for number in range(20):
            with pytest.raises(Unanswered):
                await made.answer(f"{OTHER}&nonsense={number}", 0.01)
        os.kill(pid, signal.SIGCONT)
        assert await made.answer(OTHER, patience(60)) == still_of(OTHER)
        assert made.known(f"{OTHER}&nonsense=19") is None
        assert made.state()["asked"] == 0

    with_one(work)


@pytest.mark.parametrize("end", [signal.SIGSTOP, signal.SIGKILL], ids=["hangs", "ends"])
def test_a_process_that_does_not_come_back_is_replaced(monkeypatch: pytest.MonkeyPatch, end: signal.Signals) -> None:
    async def work(made: Answering, pid: int) -> None:
        monkeypatch.setattr(
            worker, "LONGEST_SECONDS", 0.5
        )  # from now on: the first answer loads the rules, which takes longer
        os.kill(pid, end)
        with pytest.raises(Unanswered):
            await made.answer(OTHER, 20)
        monkeypatch.setattr(worker, "LONGEST_SECONDS", 20)
        assert await made.answer(OTHER, patience(60)) == still_of(OTHER)
        assert made.state()["lives"] == 2
        assert not running(pid)

    with_one(work)


@pytest.fixture(scope="module")
def own_site() -> Iterator[tuple[int, str]]:
    """Yield a warm site whose processes may be stopped: its process number and its address."""
    with tempfile.TemporaryDirectory() as folder:
        process, address = start_site(variables={"TMPDIR": folder})
        assert until(lambda: get(address, "/ready")[0] == 200, 120)
        yield process.pid, address
        stop_site(process)


def test_a_page_comes_without_an_answer_that_takes_too_long(own_site: tuple[int, str]) -> None:
    site, address = own_site
    stopped = helpers(site)
    assert len(stopped) == health(address)["answering"]["workers"]  # type: ignore[index]
    wanted = example("bn/storm")
    assert get(address, "/bn/close-combat")[0] == 200  # the chapter itself is there
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        status, page, _ = get(address, f"/{wanted}&ruling.hostage-hits=B")
        assert status == 200
        assert LATER in page
        assert page.count(" data-opened") == 1
        assert time.monotonic() - began < 5
        status, page, _ = get(address, "/" + wanted.partition("?")[0])
        assert status == 200
        assert LATER in page
        assert LATER not in get(address, "/bn/close-combat")[1]
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
    assert until(lambda: LATER not in get(address, f"/{wanted}&ruling.hostage-hits=B")[1])


def test_other_readers_do_not_wait_for_dear_answers(own_site: tuple[int, str]) -> None:
    """Readers do not wait for costly answers that others ask for.

    Eight clients ask for answers without a pause. A reader opens 60 pages before that and 60 pages meanwhile. The
    third-slowest time meanwhile is less than ten times the median before, or less than 0.05 s, with patience for a busy
    machine.
    """
    _, address = own_site

    def reading(times: int) -> list[float]:
        found = []
        for _ in range(times):
            began = time.perf_counter()
            assert get(address, "/bn/basics")[0] == 200
            found.append(time.perf_counter() - began)
        return sorted(found)

    async def crowd() -> list[float]:
        over = asyncio.Event()

        async def one(client: int) -> None:
            number = 0
            while not over.is_set():
                number += 1
                storm = f"attackers=7&defenders=4&rounds=3&hostages={number % 6 + 1}&attack-troops=r{client % 5 + 1}"
                await asyncio.to_thread(get, address, f"/bn/storm?{storm}&ruling.hostage-hits=B&x={client}.{number}")
                dear = f"/bn/storm?{storm}&attack-more=1&attack-leadership={number // 6 % 5}&ruling.hostage-hits=B"
                await asyncio.to_thread(get, address, dear)

        clients = [asyncio.create_task(one(client)) for client in range(8)]
        try:
            return await asyncio.to_thread(reading, 60)
        finally:
            over.set()
            await asyncio.gather(*clients)

    alone = reading(60)
    among = together(crowd())
    assert among[57] < patience(max(0.05, 10 * alone[30])), (alone[30], alone[57], among[30], among[57])

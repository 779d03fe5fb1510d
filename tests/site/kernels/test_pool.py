"""Kernels in reserve: how many there are, who gets one, and that none is lost or left over."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from running_site import start_site, stop_site
from site_shelf import small_chapter
from visitors import Visitor, below, fork_servers, get, health, running, together, until

from drillbook_widgets.site.kernels.pool import REST_SECONDS, Spares


class Client:
    """A client that knows whether it was stopped."""

    stopped = False

    def stop_channels(self) -> None:
        self.stopped = True


class House:
    """A simulated site around a reserve of kernels: time, seats, and what was started and ended.

    Time passes only when the test sets it.
    """

    def __init__(self, most: int, room: int) -> None:
        self.now, self.room, self.broken, self.busy = 100.0, room, False, False
        self.started: list[str] = []
        self.ended: list[str] = []
        self.lost: list[str] = []
        self.spares = Spares(
            *(most, lambda: self.room, self.start, self.end, lambda one: one not in self.lost, lambda: self.now),
            busy=lambda: self.busy,
        )

    async def start(self, kernel_id: str) -> Any:
        if self.broken:
            raise OSError("no room for a process")
        assert kernel_id in self.spares
        self.started.append(kernel_id)
        return Client()

    async def end(self, kernel_id: str) -> None:
        self.spares.forget(kernel_id)
        self.ended.append(kernel_id)

    def tend(self, times: int = 1) -> None:
        for _ in range(times):
            together(self.spares.tend())


def test_none_is_made_while_a_page_is_prepared() -> None:
    house = House(2, 10)
    house.busy = True
    house.tend(3)
    assert not house.started
    house.busy = False
    house.tend(3)
    assert len(house.started) == 2


def test_a_page_gets_the_one_that_has_waited_longest_and_the_next_is_made_when_it_is_quiet() -> None:
    house = House(2, 10)
    house.tend(4)
    assert [*house.spares] == house.started
    assert len(house.started) == 2
    given = house.spares.name()
    assert given == house.started[0]
    assert isinstance(house.spares.take(given), Client)
    assert house.spares.take(given) is None
    assert given not in house.spares
    house.tend(2)
    assert len(house.started) == 2
    house.now += REST_SECONDS + 0.1
    house.tend(2)
    assert len(house.spares.ready) == 2


def test_an_empty_reserve_gives_a_new_name() -> None:
    house = House(0, 10)
    house.tend(2)
    name = house.spares.name()
    assert name != house.spares.name()
    assert house.spares.take(name) is None
    assert not house.started


def test_a_lost_one_is_given_to_nobody() -> None:
    house = House(2, 10)
    house.tend(2)
    house.lost.append(house.started[0])
    assert house.spares.name() == house.started[1]
    assert house.spares.name() not in house.started


def test_there_are_never_more_than_free_seats() -> None:
    house = House(3, 1)
    house.tend(5)
    assert len(house.spares.ready) == 1
    house.room = 0
    house.tend()
    assert house.ended == house.started
    assert not house.spares.ready


def test_one_that_ends_or_does_not_start_is_replaced_and_its_client_stopped() -> None:
    house = House(1, 10)
    house.tend()
    client = house.spares.ready[house.started[0]]
    house.spares.forget(house.started[0])
    assert client.stopped
    house.broken = True
    house.tend()
    assert len(house.ended) == 1
    assert not [*house.spares]
    house.broken = False
    house.tend()
    assert len(house.spares.ready) == 1


@pytest.fixture(scope="module")
def stocked() -> Iterator[tuple[int, str]]:
    """Yield a site with three kernels in reserve and room for four: its process and address."""
    with tempfile.TemporaryDirectory() as folder:
        process, address = start_site(variables={"TMPDIR": folder, "DRILLBOOK_SPARE": "3", "DRILLBOOK_KERNELS": "4"})
        try:
            assert until(lambda: health(address)["spare"] == 3, 60)
            yield process.pid, address
        finally:
            stop_site(process)


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_a_page_gets_one_at_once_and_the_reserve_is_filled_up(stocked: tuple[int, str]) -> None:
    pid, address = stocked
    (server,) = fork_servers(pid)
    before = set(below(server))
    assert len(before) == 3
    first = Visitor(address, small_chapter(), get(address, "/")[2])
    together(first.ask())
    assert first.served, first.refused
    assert health(address)["kernels"] == 1
    assert len(before & set(below(server))) == 3  # its kernel is one of them
    assert until(lambda: health(address)["spare"] == 3)
    second = Visitor(address, small_chapter(), first.cookie)
    together(second.ask())
    assert until(lambda: health(address)["spare"] == health(address)["spare_wanted"] == 2)
    assert len(below(server)) == 4  # never more than there may be kernels
    for one in (first, second):
        one.leave()
    assert until(lambda: health(address)["spare"] == 3 and len(below(server)) == 3)


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_the_reserve_survives_the_fork_server(stocked: tuple[int, str]) -> None:
    pid, address = stocked
    (server,) = fork_servers(pid)
    assert until(lambda: health(address)["spare"] == 3)
    lost = below(server)
    os.kill(server, signal.SIGKILL)
    assert until(lambda: not any(running(one) for one in lost))
    assert until(lambda: health(address)["spare"] == 3 and fork_servers(pid) not in ([], [server]), 60)
    visitor = Visitor(address, small_chapter(), get(address, "/")[2])
    together(visitor.ask())
    assert visitor.served, visitor.refused
    visitor.leave()


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
def test_a_page_whose_kernel_is_lost_before_it_has_answered_gets_another(stocked: tuple[int, str]) -> None:
    pid, address = stocked
    (server,) = fork_servers(pid)
    assert until(lambda: health(address)["spare"] == 3)
    lost = below(server)
    visitor = Visitor(address, small_chapter(), get(address, "/")[2])

    async def meanwhile() -> None:
        for one in lost:
            os.kill(one, signal.SIGSTOP)  # so that none can have answered when it is killed
        asking = asyncio.create_task(visitor.ask())
        await asyncio.sleep(0.3)
        assert not any("kernel" in line for line in visitor.said)
        for one in lost:
            os.kill(one, signal.SIGKILL)
        await asking

    together(meanwhile())
    assert visitor.served, visitor.refused
    visitor.leave()
    assert until(
        lambda: health(address)["kernels"] == 0 and health(address)["spare"] == 3 and len(below(server)) == 3, 30
    )

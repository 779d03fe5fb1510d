"""Tests of seats that are shared fairly: a cap and a rate for each visitor.

Beyond them pages wait their turn and wake by themselves.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from typing import Any

import pytest
from running_site import start_site, stop_site
from site_shelf import small_chapter
from visitors import Visitor, get, health, together, until

from drillbook_widgets.site.kernels import admission
from drillbook_widgets.site.kernels.admission import MOST_WAITING_EACH, Seats, Ticket, TooManyWaiting, visitor_of


class Clock:
    """A clock that moves only when a test sets it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def within_loop(test: Callable[[], None]) -> Callable[[], None]:
    """Run it where there is an event loop."""

    def run() -> None:
        async def work() -> None:
            test()

        together(work())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8:1:2:3::4", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("nonsense", "", True),
    ],
)
def test_who_a_visitor_is(one: str, other: str, same: bool) -> None:
    assert (visitor_of(one) == visitor_of(other)) is same


def seated(*tickets: Ticket) -> list[bool]:
    """Which of them have a seat."""
    return [one.place == 0 for one in tickets]


@within_loop
def test_one_visitor_has_at_most_so_many() -> None:
    seats = Seats(10, 2, Clock())
    first, second, third = (seats.ask("a") for _ in range(3))
    assert seated(first, second, third) == [True, True, False]
    assert "You have as many pages" in third.sentence
    assert seated(seats.ask("b")) == [True]
    seats.discard(first.kernel_id)
    assert seated(third) == [True]
    assert third.kernel_id in seats
    assert {"stray", second.kernel_id} - seats == {"stray"}


@within_loop
def test_a_free_seat_goes_to_whoever_has_fewest_then_to_whoever_came_first() -> None:
    seats = Seats(3, 3, Clock())
    had = [seats.ask("a") for _ in range(3)]
    more, late, later = seats.ask("a"), seats.ask("b"), seats.ask("c")
    again = seats.ask("b")
    assert [one.place for one in (late, later, again, more)] == [1, 2, 3, 4]
    assert "is the next in turn" in late.sentence
    assert "is number 2 in turn" in later.sentence
    seats.discard(had[0].kernel_id)
    assert seated(more, late, later, again) == [False, True, False, False]
    seats.discard(later.kernel_id)  # it has left the queue
    seats.discard(had[1].kernel_id)
    assert seated(again, more) == [False, True]
    assert len(seats) == 3


@within_loop
def test_starts_over_time_are_bounded() -> None:
    clock = Clock()
    seats = Seats(1000, 2, clock)
    for _ in range(int(admission.STARTS_AT_ONCE * 2)):
        seats.discard(seats.ask("a").kernel_id)
    waits = seats.ask("a")
    assert seated(waits, seats.ask("b")) == [False, True]
    assert seats.timer is not None
    clock.now += 1 / (admission.STARTS_A_SECOND * 2)
    seats.call()
    assert seated(waits) == [True]


@within_loop
def test_too_many_waiting_are_refused() -> None:
    seats = Seats(1, 1, Clock())
    for _ in range(MOST_WAITING_EACH + 1):
        seats.ask("a")
    with pytest.raises(TooManyWaiting):
        seats.ask("a")
    seats.ask("b")


def test_what_a_page_hears_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "TELL_SECONDS", 0.02)

    async def work() -> list[str]:
        seats = Seats(1, 1)
        first, second, third = seats.ask("a"), seats.ask("b"), seats.ask("c")
        heard: list[str] = []
        async for sentence in seats.turn(third):
            heard.append(sentence)
            if len(heard) == 3:
                seats.discard(first.kernel_id)
            if "the next" in sentence:
                seats.discard(second.kernel_id)
        assert third.kernel_id in seats
        return heard

    heard = together(work())
    assert heard[:3] == [admission.FULL.format(place="number 2")] * 3
    assert heard[3] == admission.FULL.format(place="the next")


@pytest.mark.slow
@pytest.mark.rotating("drillbook_widgets/site/", "tests/site/kernels/")
@pytest.mark.parametrize("proxy", ["yes", "no"])
def test_pages_beyond_the_cap_wait_and_wake_by_themselves(proxy: str) -> None:
    async def visit(site: str) -> None:
        cookie = get(site, "/")[2]

        def visitor(address: str) -> Any:
            return Visitor(site, small_chapter(), cookie, forwarded=address)

        first, second = visitor("192.0.2.1"), visitor("192.0.2.1")
        await first.ask()
        assert first.served, first.refused
        asking = asyncio.create_task(second.ask())
        assert await asyncio.to_thread(until, lambda: health(site)["waiting"] == 1)
        third = visitor("192.0.2.3")
        if proxy == "yes":  # another visitor is not held up
            await third.ask()
            assert third.served, third.refused
        else:  # whoever says who he is without being asked is not believed
            await third.ask_and_leave(0.5)
            assert "You have" in str(third.said[0]["waiting"])
            assert await asyncio.to_thread(until, lambda: health(site)["waiting"] == 1)
        assert not second.kernel
        first.leave()
        await asyncio.wait_for(asking, 20)
        assert second.served, second.refused
        assert "You have" in str(second.said[0]["waiting"])

    with tempfile.TemporaryDirectory() as folder:
        wishes = {"TMPDIR": folder, "DRILLBOOK_SEATS_PER_VISITOR": "1", "DRILLBOOK_TRUST_PROXY": proxy}
        process, site = start_site(variables=wishes)
        try:
            together(visit(site))
        finally:
            stop_site(process)

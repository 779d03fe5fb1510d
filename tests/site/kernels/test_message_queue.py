"""Tests of the queue of messages that wait for a kernel.

The queue merges messages and is bounded in number and rate, and nothing that counts is lost.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from socket_client import packed
from visitors import together

from drillbook_widgets.site.kernels.message_queue import (
    AT_ONCE,
    BURST,
    EACH_SECOND,
    MOST_WAITING,
    UNHEARD_SECONDS,
    MessageQueue,
    Sent,
    read_sent,
)
from drillbook_widgets.site.kernels.websocket import finished, idle_after, kind_of, offsets_of


class Clock:
    """A clock that moves only when a test sets it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def sent(number: int, data: dict[str, Any], comm: str = "a") -> Sent:
    """Return a message of that number to a widget."""
    header = {"msg_id": str(number), "msg_type": "comm_msg", "session": "s"}
    raw = packed("shell", header, {"comm_id": comm, "data": data}, "2.1.0")
    return read_sent(raw, offsets_of(raw))


def value(number: int, comm: str = "a") -> Sent:
    """Return a slider's message."""
    return sent(number, {"method": "update", "state": {"value": number}}, comm)


def said(number: int, **content: str) -> Sent:
    """Return a message to a part of a plate."""
    return sent(number, {"method": "custom", "content": content})


class Kernel:
    """A kernel that handles messages only when the test says so.

    Everything runs within an event loop, since a flow may have to wait.
    """

    def __init__(self) -> None:
        self.clock = Clock()
        self.got: list[str] = []
        self.needless: list[str] = []
        self.flow = MessageQueue(
            lambda one: self.got.append(one.id), lambda one: self.needless.append(one.id), self.clock
        )

    def work(self) -> None:
        """Deal with everything that has come and still comes."""
        for one in self.got:  # grows meanwhile
            self.flow.done(one)


def within_loop(test: Any) -> Any:
    """Run it where there is an event loop."""

    def run() -> None:
        async def work() -> None:
            test(Kernel())

        together(work())

    run.__name__ = test.__name__
    return run


@within_loop
def test_of_a_drag_the_last_value_wins(kernel: Kernel) -> None:
    assert all(kernel.flow.take(value(number)) for number in range(900))
    assert len(kernel.got) == AT_ONCE
    kernel.work()
    assert kernel.got == ["0", "1", "2", "899"]
    assert len(kernel.needless) == 900 - 4


@within_loop
def test_each_control_has_its_own_last_value(kernel: Kernel) -> None:
    for number in range(0, 60, 3):
        kernel.flow.take(value(number, "a"))
        kernel.flow.take(value(number + 1, "b"))
        kernel.flow.take(said(number + 2, do="type", name="range"))
    kernel.work()
    assert kernel.got[AT_ONCE:] == ["57", "58", "59"]


@within_loop
def test_what_counts_by_itself_is_kept_with_what_it_was_said_of(kernel: Kernel) -> None:
    for number in range(AT_ONCE):
        kernel.flow.take(value(number))
    for one in (value(10), value(11), said(12, do="pin"), value(13), value(14), said(15, do="pin"), said(16, do="pin")):
        kernel.flow.take(one)
    kernel.work()
    assert kernel.got[AT_ONCE:] == ["11", "12", "14", "15", "16"]


@within_loop
def test_the_rate_is_bounded_and_nothing_is_lost(kernel: Kernel) -> None:
    whole = int(BURST) + 100
    for number in range(whole):
        assert kernel.flow.take(said(number, do="pin"))
        kernel.work()
    assert len(kernel.got) == BURST
    kernel.clock.now += 1.001
    kernel.flow.pump()
    kernel.work()
    assert len(kernel.got) == BURST + EACH_SECOND
    kernel.clock.now += 1
    kernel.flow.pump()
    kernel.work()
    assert kernel.got == [str(number) for number in range(whole)]


@within_loop
def test_too_much_waiting_is_refused(kernel: Kernel) -> None:
    taken = [kernel.flow.take(said(number, do="pin")) for number in range(MOST_WAITING + AT_ONCE + 1)]
    assert taken.index(False) == MOST_WAITING + AT_ONCE
    heavy = Kernel()
    for number in range(12):
        fits = heavy.flow.take(sent(number, {"method": "custom", "content": {"do": "pin", "x": "x" * 900_000}}))
    assert not fits


@within_loop
def test_an_answer_that_is_lost_stops_nothing_for_good(kernel: Kernel) -> None:
    for number in range(AT_ONCE + 1):
        kernel.flow.take(said(number, do="pin"))
    kernel.clock.now += UNHEARD_SECONDS + 0.1
    kernel.flow.pump()
    assert len(kernel.got) == AT_ONCE + 1
    kernel.flow.take(value(9))
    kernel.flow.end()
    kernel.work()
    assert "9" in kernel.got or not kernel.flow.waiting


def test_whoever_sent_what_became_needless_is_told_that_it_is_done() -> None:
    told = idle_after(value(7))
    assert kind_of(told) == b"status"
    assert finished(told) == "7"


@pytest.mark.parametrize(
    "parts", [("[]", "{}"), ("{}", "{}"), ('{"msg_id": 1, "msg_type": "comm_msg"}', "[]"), ("{", "{}")]
)
def test_what_cannot_be_read_is_no_message(parts: tuple[str, str]) -> None:
    pieces = [b"shell", parts[0].encode(), b"{}", b"{}", parts[1].encode()]
    offsets, at = [], 8 * (len(pieces) + 2)
    for piece in pieces:
        offsets.append(at)
        at += len(piece)
    offsets.append(at)
    raw = b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(pieces)
    with pytest.raises((ValueError, KeyError)):
        read_sent(raw, offsets_of(raw))


def test_odd_contents_are_messages_that_count_by_themselves() -> None:
    for data in (None, [], {"method": "update"}, {"method": "custom", "content": {"do": ["type"]}}, {"method": ["x"]}):
        header = {"msg_id": "1", "msg_type": "comm_msg"}
        raw = packed("shell", header, json.loads(json.dumps({"comm_id": {}, "data": data})), "2")
        assert read_sent(raw, offsets_of(raw)).says is None

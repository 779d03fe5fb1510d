"""What comes in over a page's socket is checked before the server reads it."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.websocket import WebSocketClosedError

from drillbook_widgets.site.kernels.websocket import (
    LONGEST_MESSAGE,
    MOST_FRAMES,
    SiteSocketHandler,
    kind_of,
    offsets_of,
    part_of,
    well_formed,
)


def message(*parts: bytes) -> bytes:
    """Return a message of the current protocol."""
    offsets, at = [], 8 * (len(parts) + 2)
    for part in parts:
        offsets.append(at)
        at += len(part)
    offsets.append(at)
    return b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(parts)


def test_where_the_parts_of_a_message_lie() -> None:
    whole = message(b"shell", b'{"msg_type":"execute_input"}', b"{}")
    offsets = offsets_of(whole)
    assert whole[offsets[1] : offsets[2]] == b'{"msg_type":"execute_input"}'
    assert part_of(whole, 1) == b'{"msg_type":"execute_input"}'
    assert kind_of(whole) == b"execute_input"
    assert offsets_of(b"\x01\x00\x00\x00" + b"old form" * 4) == []


def test_a_real_message_passes() -> None:
    assert well_formed(message(b"shell", b'{"msg_type":"comm_msg"}', b"{}", b"{}", b"{}"))


@pytest.mark.parametrize(
    "odd",
    [
        "text",
        b"",
        b"\xff" * 8,
        (2**40).to_bytes(8, "little") + b"x" * 64,
        message(*[b"x"] * (MOST_FRAMES + 1)),
        message(b"shell", b"{}")[:-1],
        message(b"x" * LONGEST_MESSAGE),
        (2).to_bytes(8, "little") + (900).to_bytes(8, "little") + (24).to_bytes(8, "little"),
    ],
    ids=[
        "text",
        "empty",
        "huge count",
        "count beyond the end",
        "many frames",
        "cut off",
        "too long",
        "falling offsets",
    ],
)
def test_anything_else_is_refused(odd: object) -> None:
    assert not well_formed(odd)


@pytest.mark.parametrize("late", [False, True], ids=["just closed", "leaving"])
def test_a_message_for_who_has_left_is_no_fault(monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    told: list[dict[str, Any]] = []

    def gone(*_: object) -> asyncio.Future[None]:
        if not late:
            raise WebSocketClosedError
        lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lost.set_exception(WebSocketClosedError())
        return lost

    async def send() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        SiteSocketHandler.__new__(SiteSocketHandler)._send(b"", binary=True)
        await asyncio.sleep(0)
        gc.collect()

    monkeypatch.setattr(KernelWebsocketHandler, "write_message", gone)
    with ThreadPoolExecutor(1) as apart:  # a browser of other tests keeps a loop in this thread
        apart.submit(asyncio.run, send()).result()
    assert not told

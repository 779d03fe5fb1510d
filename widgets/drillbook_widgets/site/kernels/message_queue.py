"""The queue of a page's messages to its kernel.

A kernel gets a few messages at a time. Waiting messages collapse, so that the last value wins.

A dragged slider sends many values, and only the last matters. So a kernel gets few messages at once, and a new
message that says the same thing (the same control of the same plate) replaces an older waiting one. The sender of the
older message is notified that it has been dealt with. The rate over time is limited too; this loses nothing, messages
only wait. A page with too many waiting messages is not one of our pages.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from drillbook_widgets.site.rate_limit import Allowance

AT_ONCE = 3
MOST_WAITING = 300
MOST_WAITING_BYTES = 8_000_000
EACH_SECOND = 60.0
BURST = 300.0
UNHEARD_SECONDS = 10.0
ALLOWED = frozenset({"comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"})
LAST_WINS = frozenset({"type", "tab", "picture", "how", "luck", "list", "rows", "read", "open", "ready"})


@dataclass(frozen=True, slots=True)
class Sent:
    """A page's message: its raw form, header, id, kind and content.

    says: what it says something about, so that a newer one of the same makes it needless; None where each one counts.
    """

    raw: bytes
    header: bytes
    id: str
    kind: str
    content: dict[str, Any]
    says: Hashable = None

    @property
    def comm(self) -> str:
        """The widget it is for."""
        return _comm(self.content)


def read_sent(raw: bytes, offsets: list[int]) -> Sent:
    """Return the content of a well-formed message; raise ValueError or KeyError otherwise.

    offsets: where the parts of the message begin and end.
    """
    parts = [raw[start:end] for start, end in itertools.pairwise(offsets)]
    if len(parts) < 5:
        raise ValueError("a message has a channel and four parts")
    header, content = json.loads(parts[1]), json.loads(parts[4])
    if not isinstance(header, dict) or not isinstance(content, dict):
        raise ValueError("a message's parts are objects")
    kind = str(header["msg_type"])
    plain = kind == "comm_msg" and len(parts) == 5  # one with arrays is no control's
    return Sent(raw, parts[1], str(header["msg_id"])[:200], kind, content, _says(content) if plain else None)


def _comm(content: dict[str, Any]) -> str:
    return str(content.get("comm_id", ""))[:64]


def _says(content: dict[str, Any]) -> Hashable:
    data = content.get("data")
    if not isinstance(data, dict):
        return None
    if data.get("method") == "update" and isinstance(data.get("state"), dict):
        return _comm(content), "update", tuple(sorted(data["state"]))
    said = data.get("content")
    if data.get("method") == "custom" and isinstance(said, dict) and str(said.get("do")) in LAST_WINS:
        return _comm(content), str(said["do"]), str(said.get("name", said.get("ruling", "")))[:80]
    return None


class MessageQueue:
    """The messages of one socket on their way.

    pass_on: gives a message to the kernel. settled: is called with each message that a newer one has made needless.
    """

    def __init__(
        self,
        pass_on: Callable[[Sent], None],
        settled: Callable[[Sent], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pass_on, self.settled, self.clock = pass_on, settled, clock
        self.waiting: list[Sent] = []
        self.under_way: dict[str, float] = {}
        self.rate = Allowance(BURST, EACH_SECOND, clock)
        self.timer: asyncio.TimerHandle | None = None

    def take(self, message: Sent) -> bool:
        """Queue a message from the page and return whether the queue is within its limits.

        The limits are on the number and on the bytes of the waiting messages.
        """
        self.collapse(message)
        self.waiting.append(message)
        self.pump()
        heavy = len(self.waiting) > 1 and sum(len(one.raw) for one in self.waiting) > MOST_WAITING_BYTES
        return len(self.waiting) <= MOST_WAITING and not heavy

    def collapse(self, message: Sent) -> None:
        """Drop the waiting message that this one replaces.

        The search stops at a waiting message that counts by itself.
        """
        if message.says is None:
            return
        for at in range(len(self.waiting) - 1, -1, -1):
            older = self.waiting[at]
            if older.says is None:
                return
            if older.says == message.says:
                self.settled(self.waiting.pop(at))
                return

    def done(self, message_id: str) -> None:
        """Note that the kernel has dealt with a message, and pass on the next ones."""
        if self.under_way.pop(message_id, None) is not None:
            self.pump()

    def pump(self) -> None:
        """Pass on what may be passed on now; look again when more may."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        while self.waiting:
            now = self.clock()
            if len(self.under_way) >= AT_ONCE:  # an answer may get lost on its way; that must not stop all others
                self.under_way = {one: since for one, since in self.under_way.items() if now - since < UNHEARD_SECONDS}
            if len(self.under_way) >= AT_ONCE:
                self.later(min(self.under_way.values()) + UNHEARD_SECONDS - now)
                return
            if not self.rate.take():
                self.later(self.rate.seconds_to())
                return
            message = self.waiting.pop(0)
            self.under_way[message.id] = now
            self.pass_on(message)

    def later(self, seconds: float) -> None:
        """Pump again after so many seconds."""
        self.timer = asyncio.get_running_loop().call_later(max(seconds, 0.005), self.pump)

    def end(self) -> None:
        """Nobody is there any more: nothing that waits reaches the kernel."""
        self.waiting.clear()
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

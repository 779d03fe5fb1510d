"""A page's socket to its kernel without a browser.

It finds plates, sends values, and hears what comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from tornado.websocket import WebSocketClientConnection
from visitors import Visitor, open_socket, patience

from drillbook_widgets.site.kernels.websocket import part_of


def packed(channel: str, header: dict[str, Any], content: dict[str, Any], about: str) -> bytes:
    """Return a message as a page sends it, in bytes."""
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, {"version": about}, content))]
    offsets, at = [], 8 * (len(parts) + 2)
    for part in parts:
        offsets.append(at)
        at += len(part)
    offsets.append(at)
    return b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(parts)


@dataclass
class Socket:
    """One open socket, and all that has been heard on it."""

    link: WebSocketClientConnection
    heard: list[dict[str, Any]] = field(default_factory=list)
    open: bool = True
    listening: asyncio.Task[None] | None = None

    @classmethod
    async def to(cls, visitor: Visitor) -> Socket:
        """Open a socket to a visitor's kernel and return it."""
        made = cls(await open_socket(visitor))
        made.listening = asyncio.create_task(made.listen())
        return made

    async def listen(self) -> None:
        """Hear everything until the socket closes."""
        while (message := await self.link.read_message()) is not None:
            assert isinstance(message, bytes)
            header, parent, content = (json.loads(part_of(message, number)) for number in (1, 2, 4))
            self.heard.append({"kind": header["msg_type"], "parent": parent.get("msg_id"), "content": content})
        self.open = False

    async def say(self, kind: str, content: dict[str, Any], channel: str = "shell", about: str = "2.1.0") -> str:
        """Send a message; its id."""
        name = uuid.uuid4().hex
        header = {"msg_id": name, "msg_type": kind, "session": "s", "username": "", "version": "5.3", "date": ""}
        await self.link.write_message(packed(channel, header, content, about), binary=True)
        return name

    async def update(self, comm: str, **state: Any) -> str:
        """Set traits of a widget."""
        return await self.say("comm_msg", {"comm_id": comm, "data": {"method": "update", "state": state}})

    async def tell(self, comm: str, **content: Any) -> str:
        """Say something to a widget of our own."""
        return await self.say("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": content}})

    async def widgets(self) -> dict[str, dict[str, Any]]:
        """Every widget of the page with its state, as the front end finds them."""
        control = uuid.uuid4().hex
        await self.say(
            "comm_open", {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}, about="1.0.0"
        )
        await self.say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})

        def found() -> dict[str, Any] | None:
            for one in self.heard:
                data = one["content"].get("data", {})
                if one["content"].get("comm_id") == control and data.get("method") == "update_states":
                    return dict(data["states"])
            return None

        assert await self.until(lambda: found() is not None)
        await self.say("comm_close", {"comm_id": control, "data": {}})
        return {comm: one["state"] for comm, one in (found() or {}).items()}

    def idle(self, name: str) -> bool:
        """Return whether the page has heard that a message is dealt with."""
        return any(
            one["parent"] == name and one["content"].get("execution_state") == "idle" for one in reversed(self.heard)
        )

    async def until(self, condition: Any, seconds: float = 10) -> bool:
        """Wait until something holds of what was heard; False where it does not in time."""
        end = asyncio.get_running_loop().time() + patience(seconds)
        while not condition():
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(0.005)
        return True

    def tear(self) -> None:
        """Break the connection off without a word."""
        protocol: Any = self.link.protocol
        protocol.stream.close()

    async def close(self) -> None:
        """Close it as a page does that is left."""
        self.link.close(1001)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.wait([self.listening]), 5)  # type: ignore[list-item]

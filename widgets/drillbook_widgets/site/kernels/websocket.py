"""What may come in over a page's socket, and what go out?

In: only well-formed messages of the current protocol, of the kinds that widgets need, of bounded size, number and rate.
Out: only what widgets say and whether the kernel is busy; no code, no printed lines, no traceback.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import uuid
from datetime import UTC, datetime
from typing import Any, cast

from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado import web
from tornado.websocket import WebSocketClosedError

from drillbook_widgets.site import jupyter_compat
from drillbook_widgets.site.kernels.lifetimes import LONGEST_LOG, Guest
from drillbook_widgets.site.kernels.manager import ENDED, SiteKernelManager
from drillbook_widgets.site.kernels.message_queue import ALLOWED, MessageQueue, Sent, read_sent

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_FRAMES = 64
LONGEST_MESSAGE = 1_000_000
LOOK_SECONDS = 0.1
"""How soon it is seen that a kernel ends while a page's socket to it is opened."""
SHOWN = frozenset(
    {
        *(b"comm_open", b"comm_msg", b"comm_close", b"comm_info_reply", b"kernel_info_reply", b"status"),
        *(b"display_data", b"update_display_data", b"execute_result", b"clear_output"),
    }
)
COMPLAINTS = frozenset({b"error", b"stream"})
_KIND = re.compile(rb'"msg_type":\s*"([a-z_]+)"')


def offsets_of(message: object) -> list[int]:
    """Return where the parts of a message of the current protocol begin and end.

    The offsets are a short table of rising numbers at the head of the message. The list is empty if it is no such
    message.
    """
    if not isinstance(message, bytes) or len(message) < 8:
        return []
    count = int.from_bytes(message[:8], "little")
    if not 2 <= count <= MOST_FRAMES or len(message) < 8 * (count + 1):
        return []
    offsets = [int.from_bytes(message[8 * at : 8 * at + 8], "little") for at in range(1, count + 1)]
    rising = offsets == sorted(offsets) and offsets[0] >= 8 * (count + 1) and offsets[-1] <= len(message)
    return offsets if rising else []


def well_formed(message: object) -> bool:
    """Is this a message of the current protocol, and of bearable length?"""
    return isinstance(message, bytes) and len(message) <= LONGEST_MESSAGE and bool(offsets_of(message))


def part_of(message: bytes, number: int) -> bytes:
    """Return a part of a message that our own kernel sends.

    The message may have any number of parts (each array of a picture is one).

    number: 0 for the channel, 1 for the header, 2 for the header of the message that it answers, 3 for the metadata, 4
    for the content.
    """
    start, end = (int.from_bytes(message[8 * at : 8 * at + 8], "little") for at in (number + 1, number + 2))
    return message[start:end]


def kind_of(message: bytes) -> bytes:
    """Return the kind of a message that our own kernel sends."""
    found = _KIND.search(part_of(message, 1))
    return found[1] if found else b""


def finished(message: bytes) -> str | None:
    """Return the id of the message that the kernel reports as dealt with, or None."""
    if json.loads(part_of(message, 4)).get("execution_state") != "idle":
        return None
    answered = json.loads(part_of(message, 2)).get("msg_id")
    return answered if isinstance(answered, str) else None


def idle_after(message: Sent) -> bytes:
    """Return the message that a kernel sends when it has dealt with a message.

    The site sends it for the kernel if a newer message has replaced the message.
    """
    header = json.loads(message.header)
    own = {"msg_id": uuid.uuid4().hex, "msg_type": "status", "username": "", "session": header.get("session", "")}
    own |= {"date": datetime.now(UTC).isoformat(), "version": "5.3"}
    parts = [json.dumps(part).encode() for part in (own, header, {}, {"execution_state": "idle"})]
    whole: bytes = serialize_msg_to_ws_v1(parts, "iopub")  # type: ignore[no-untyped-call]
    return whole


class SiteSocketHandler(KernelWebsocketHandler):
    """A page's socket to its kernel, which rejects the old protocol and malformed messages.

    Voilà's own handler replaces Jupyter's to hide the code of the cells from the visitor. Voilà's handler reads the
    length of a table from the message itself. A message in the old form, which Jupyter writes to a socket that is just
    closing, sends it into an endless loop. So this class does the same work with limits.
    """

    connection: Any = None
    guest: Guest | None = None
    flow: MessageQueue | None = None

    async def get(self, kernel_id: str) -> None:
        """Open the socket for a kernel that exists, in the current protocol."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400, "This socket speaks only the current protocol.")
        kernels = cast(SiteKernelManager, self.kernel_manager)
        if kernels.ends(kernel_id):
            raise web.HTTPError(404, ENDED)
        guest = kernels.guests.of(kernel_id)
        if not guest.come():
            raise web.HTTPError(429, "This kernel has as many sockets as it may have.")
        self.guest = guest
        self.flow = MessageQueue(self.pass_on, self.settle)
        try:
            await super().get(kernel_id=kernel_id)  # type: ignore[no-untyped-call]
        finally:
            if self.ws_connection is None:  # it was no upgrade, say, and will never be closed
                self.go()

    async def open(self, kernel_id: str) -> None:
        """Open the socket; from then on the page hears its kernel, and its plates may be made."""
        if self.connection is None:  # its page left while it was opened
            return
        kernels = cast(SiteKernelManager, self.kernel_manager)
        if kernels.ends(kernel_id):  # while it was opened, and nothing would ever close it
            self.close(4001, ENDED)
            return
        await super().open(kernel_id)  # type: ignore[no-untyped-call]
        kernels.heard(kernel_id)

    def go(self) -> None:
        """Note that the page no longer talks to its kernel over this socket."""
        guest, self.guest = self.guest, None
        if guest is not None:
            guest.go(self.close_code)
        if self.flow is not None:
            self.flow.end()

    def select_subprotocol(self, subprotocols: list[str]) -> str:
        """Return the current protocol; get() has refused all others."""
        return PROTOCOL

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message, if it is one for the visitor's eyes and somebody listens."""
        if self.ws_connection is None:
            return None
        kind = kind_of(message)
        if kind == b"status" and self.flow is not None:
            done = finished(message)
            if done is not None:
                self.flow.done(done)
        if kind in COMPLAINTS:
            self.complain(part_of(message, 4))
        return self._send(message, binary) if kind in SHOWN else None

    def _send(self, message: Any, binary: bool) -> Any:
        """Send a message without waiting for it.

        If the visitor leaves meanwhile, on_close() handles that.
        """
        with contextlib.suppress(WebSocketClosedError):
            going = super().write_message(message, binary)
            going.add_done_callback(lambda gone: gone.cancelled() or gone.exception())
            return going
        return None

    def complain(self, content: bytes) -> None:
        """Write a kernel's traceback to the site's log instead of the page.

        Their number is limited, so that they do not fill the log.
        """
        if b"raceback" in content and self.guest is not None and self.guest.may_log():
            self.log.warning("Kernel %s: %s", self.kernel_id, content[:LONGEST_LOG].decode("utf-8", "replace"))

    def on_close(self) -> None:
        """Handle a page that has left, perhaps before the connection was open."""
        self.go()
        if self.connection is not None:
            super().on_close()  # type: ignore[no-untyped-call]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Send one plain line for a socket that cannot be opened."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("This socket cannot be opened.\n")

    def on_message(self, ws_message: object) -> None:
        """Let a message wait for its turn, or close the socket."""
        if not well_formed(ws_message) or self.flow is None or self.guest is None:
            self.close(1003, "not a message")
            return
        assert isinstance(ws_message, bytes)
        try:
            sent = read_sent(ws_message, offsets_of(ws_message))
        except (ValueError, KeyError, RecursionError):  # the visitor's mistake, not ours
            self.close(1003, "not a message")
            return
        if sent.kind not in ALLOWED:
            return
        if sent.kind == "comm_open" and not self.guest.may_open(sent.comm):
            self.close(1008, "too many widgets")
        elif not self.flow.take(sent):
            self.close(1008, "too many messages")
        elif sent.kind == "comm_close":
            self.guest.opened.discard(sent.comm)

    def pass_on(self, sent: Sent) -> None:
        """Give a message to the kernel."""
        try:
            super().on_message(sent.raw)  # type: ignore[no-untyped-call]
        except Exception:
            self.log.info("A message could not be passed on; the socket is closed", exc_info=True)
            self.close(1003, "not a message")

    def settle(self, sent: Sent) -> None:
        """Tell the page that a message has been dealt with, since a newer one says the same."""
        self._send(idle_after(sent), binary=True)


class SiteConnection(ZMQChannelsWebsocketConnection):
    """The connection to a kernel that has already answered.

    The connection only waits until its subscription is heard.
    """

    @property
    def subprotocol(self) -> str:
        """The current protocol.

        The stock class falls back to the old protocol once the socket is closing; this class has only the current one.
        """
        return PROTOCOL

    async def prepare(self) -> None:
        """Wait until the kernel answers; raise a 404 error if the kernel has ended meanwhile.

        The stock version waits a minute for a kernel that has ended.
        """
        kernels = cast(SiteKernelManager, self.multi_kernel_manager)
        answering = asyncio.ensure_future(super().prepare())  # type: ignore[no-untyped-call]
        while not answering.done() and not kernels.ends(self.kernel_id):
            await asyncio.wait([answering], timeout=LOOK_SECONDS)
        if kernels.ends(self.kernel_id):
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
            self.disconnect()
            raise web.HTTPError(404, ENDED)
        answering.result()

    def disconnect(self) -> None:  # type: ignore[override]  # as stock does, though its base would have it awaited
        """Release the kernel.

        The stock version counts a connection that never connected as lost, and may buffer messages for it.
        """
        if jupyter_compat.connected(self):
            super().disconnect()  # type: ignore[no-untyped-call]
        else:
            jupyter_compat.withdraw(self)

    def nudge(self) -> asyncio.Future[None]:
        """Ask on the control channel until something arrives on iopub.

        The question is sent every 30 ms; the stock version waits 500 ms.
        """
        return asyncio.ensure_future(self._heard())

    async def _heard(self) -> None:
        heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        iopub = self.channels.get("iopub")
        if iopub is None:  # the kernel has just ended
            return
        control = self.kernel_manager.connect_control()

        def on_iopub(_: Any) -> None:
            if not heard.done():
                heard.set_result(None)

        iopub.on_recv(on_iopub)
        control.on_recv(lambda _: None)
        try:
            for _ in range(1000):
                if heard.done() or self.kernel_id not in self.multi_kernel_manager or control.closed():
                    break
                self.session.send(control, "kernel_info_request")
                await asyncio.wait([heard], timeout=0.03)
        finally:
            asyncio.get_running_loop().call_later(1, control.close)  # late answers find it open
            if not iopub.closed():
                iopub.stop_on_recv()

"""What may come in over a page's socket? Only well-formed messages of the current protocol, of bounded size."""

from __future__ import annotations

import asyncio
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado import web

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_FRAMES = 64
LONGEST_MESSAGE = 1_000_000


def offsets_of(message: object) -> list[int]:
    """Where the parts of a message of the current protocol begin and end: a short table of rising numbers at its head.

    Nothing where it is no such message.
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


def header_of(message: bytes) -> bytes:
    """The header of a message that our own kernel sends, however many parts it has (each array of a picture is one)."""
    second, third = (int.from_bytes(message[8 * at : 8 * at + 8], "little") for at in (2, 3))
    return message[second:third]


class SiteSocketHandler(KernelWebsocketHandler):
    """A page's socket to its kernel, closed to the old protocol and to nonsense.

    Voilà's own handler stands in for Jupyter's to keep the code of the cells from the visitor. It reads the length of
    a table from the message itself, and a message in the old form, which is what Jupyter writes to a socket that is
    just closing, sends it into an endless loop; so the same is done here with bounds.
    """

    connection: Any = None

    async def get(self, kernel_id: str) -> None:
        """Open the socket for a kernel that exists, in the current protocol."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400, "This socket speaks only the current protocol.")
        if kernel_id not in self.kernel_manager:
            raise web.HTTPError(404, "This kernel has ended.")
        await super().get(kernel_id=kernel_id)  # type: ignore[no-untyped-call]

    def select_subprotocol(self, subprotocols: list[str]) -> str:
        """Always the current protocol: get() has refused all others."""
        return PROTOCOL

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message, unless it would show the visitor a cell's code, or nobody listens any more."""
        if self.ws_connection is None or b'"execute_input"' in header_of(message):
            return None
        return super().write_message(message, binary)

    def on_close(self) -> None:
        """The page has gone, perhaps before the connection stood."""
        if self.connection is not None:
            super().on_close()  # type: ignore[no-untyped-call]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A socket that cannot be opened is one plain line."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("This socket cannot be opened.\n")

    def on_message(self, ws_message: object) -> None:
        """Pass a message on, or close the socket."""
        if not well_formed(ws_message):
            self.close(1003, "not a message")
            return
        try:
            super().on_message(ws_message)  # type: ignore[no-untyped-call]
        except Exception:  # a header that is no JSON, say: the visitor's mistake, not ours
            self.log.info("A message could not be read; the socket is closed", exc_info=True)
            self.close(1003, "not a message")


class SiteConnection(ZMQChannelsWebsocketConnection):
    """The connection to a kernel that has already answered: it only waits until the subscription is heard."""

    @property
    def subprotocol(self) -> str:
        """Stock falls back to the old protocol once the socket is closing; here there is only the current one."""
        return PROTOCOL

    def nudge(self) -> asyncio.Future[None]:
        """Ask on the control channel until something arrives on iopub; every 30 ms, where stock waits 500."""
        return asyncio.ensure_future(self._heard())

    async def _heard(self) -> None:
        heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        iopub = self.channels["iopub"]
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

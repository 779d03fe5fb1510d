"""What may come in over a page's socket? Only well-formed messages of the current protocol, of bounded size."""

from __future__ import annotations

import asyncio
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado import web
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_FRAMES = 64
LONGEST_MESSAGE = 1_000_000


def well_formed(message: object) -> bool:
    """Is this a message of the current protocol: a short table of rising offsets, then that many parts?"""
    if not isinstance(message, bytes) or not 8 <= len(message) <= LONGEST_MESSAGE:
        return False
    count = int.from_bytes(message[:8], "little")
    if not 2 <= count <= MOST_FRAMES or len(message) < 8 * (count + 1):
        return False
    offsets = [int.from_bytes(message[8 * at : 8 * at + 8], "little") for at in range(1, count + 1)]
    return offsets == sorted(offsets) and offsets[0] >= 8 * (count + 1) and offsets[-1] <= len(message)


class SiteSocketHandler(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """Voilà's socket, closed to the old protocol (which can send the server into an endless loop) and to nonsense."""

    async def get(self, kernel_id: str) -> None:
        """Open the socket for a kernel that exists, in the current protocol."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise web.HTTPError(400, "This socket speaks only the current protocol.")
        if kernel_id not in self.kernel_manager:
            raise web.HTTPError(404, "This kernel has ended.")
        await super().get(kernel_id=kernel_id)

    def on_message(self, ws_message: object) -> None:
        """Pass a message on, or close the socket."""
        if not well_formed(ws_message):
            self.close(1003, "not a message")
            return
        try:
            super().on_message(ws_message)
        except Exception:  # a header that is no JSON, say: the visitor's mistake, not ours
            self.log.info("A message could not be read; the socket is closed", exc_info=True)
            self.close(1003, "not a message")


class SiteConnection(ZMQChannelsWebsocketConnection):
    """The connection to a kernel that has already answered: it only waits until the subscription is heard."""

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
            if not control.closed():
                control.close()
            if not iopub.closed():
                iopub.stop_on_recv()

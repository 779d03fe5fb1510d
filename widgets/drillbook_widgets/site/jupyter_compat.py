"""The only module that reaches into private names of Voilà, Tornado and Jupyter.

Jupyter here is jupyter_server and jupyter_client. PRIVATE lists names with their purposes, including names that other
modules override. A test looks up every listed name, so that an upgrade that removes one fails with that name. In the
front end, widget_manager.js is the only script that uses the widget libraries' own code.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

_CHANNELS = "jupyter_server.services.kernels.connection.channels:ZMQChannelsWebsocketConnection"
_MANAGER = "jupyter_server.services.kernels.kernelmanager:AsyncMappingKernelManager()"
PRIVATE = {
    f"{_CHANNELS}._open_sockets": "the sockets of a kernel that ends are closed with a reason",
    f"{_CHANNELS}._open_sessions": "one that never came to connect is forgotten",
    f"{_CHANNELS}.kernel_info_channel": "likewise, with what it has asked its kernel",
    f"{_CHANNELS}._kernel_info_future": "likewise; whoever waits for the same answer waits no longer",
    f"{_CHANNELS}.nudge": "a connection asks every 30 ms whether its subscription is heard, where stock waits 500",
    f"{_CHANNELS}.subprotocol": "the old protocol is never fallen back to",
    f"{_MANAGER}._kernels": "a kernel that could not be ended in order is forgotten",
    f"{_MANAGER}._pending_kernels": "likewise",
    f"{_MANAGER}._kernel_connections": "a kernel that no page is connected to ends",
    f"{_MANAGER}._kernel_ports": "a kernel that could not be ended in order is forgotten",
    f"{_MANAGER}._handle_kernel_died": "a kernel that ends by itself gives its seat back",
    f"{_MANAGER}.start_watching_activity": "any word of a kernel's is a sign of life, and none is unpacked to learn its kind",
    f"{_MANAGER}.cull_kernel_if_idle": "kernels that nobody needs end by our own clock",
    "jupyter_client.provisioning.factory:KernelProvisionerFactory.instance().provisioners": "our provisioner needs no entry point",
    "jupyter_client.provisioning.local_provisioner:LocalProvisioner.launch_kernel": "where there is no forking, a kernel starts as usual",
    "voila.app:Voila.init_settings": "Voilà's settings under our own routes",
    "tornado.web:RequestHandler._log": "whoever asks for /ready again and again fills no log",
    "tornado.web:RequestHandler.flush": "an error page begins with nothing written",
}  # fmt: skip


class WatchedKernelManager(AsyncMappingKernelManager):
    """Jupyter's kernel manager with a hook for kernels that end by themselves.

    The manager also leaves no trace of a kernel that could not be ended.
    """

    def kernel_died(self, kernel_id: str) -> None:
        """Handle a kernel that has ended by itself."""
        raise NotImplementedError

    def _handle_kernel_died(self, kernel_id: str) -> None:
        self.kernel_died(kernel_id)

    def start_watching_activity(self, kernel_id: str) -> None:
        """Record when a kernel last sent anything.

        The stock version unpacks each message, and a plate's widgets send hundreds.
        """
        super().start_watching_activity(kernel_id)  # type: ignore[no-untyped-call]
        kernel = self._kernels[kernel_id]
        kernel.execution_state = "idle"  # it is asked by its own client whether it answers

        def alive(_: object) -> None:
            kernel.last_activity = datetime.now(UTC)

        kernel._activity_stream.on_recv(alive)

    def known_kernel(self, kernel_id: str) -> Any:
        """Return the manager of one kernel, or None."""
        return self._kernels.get(kernel_id)

    def connections_to(self, kernel_id: str) -> int:
        """How many sockets are connected to a kernel."""
        return int(self._kernel_connections.get(kernel_id, 0))

    def wipe(self, kernel_id: str) -> None:
        """Leave no trace of a kernel in Jupyter's own books."""
        for known in (self._kernels, self._pending_kernels, self._kernel_connections, self._kernel_ports):
            known.pop(kernel_id, None)


def sockets() -> Iterator[Any]:
    """Every open connection between a page and a kernel."""
    yield from list(ZMQChannelsWebsocketConnection._open_sockets)


def close_sockets(why: str, kernel_id: str | None = None) -> None:
    """Close the sockets of one kernel, or of all kernels, with a reason.

    Messages that were still to be sent to the kernel are dropped.
    """
    for connection in sockets():
        if kernel_id in (None, connection.kernel_id):
            streams, connection.channels = connection.channels, {}  # what is just being connected finds nothing more
            for stream in streams.values():
                # now, since its context closes sockets without telling their streams; and without a last word, for which
                # the site would wait a second as it closes
                stream.close(linger=0)
            connection.websocket_handler.close(4001, why)


def connected(connection: Any) -> bool:
    """Return whether that connection counts as one of its kernel's connections."""
    return connection in ZMQChannelsWebsocketConnection._open_sockets


def withdraw(connection: Any) -> None:
    """Forget a connection that never connected or has been closed already.

    The connection's question to its kernel is forgotten too.
    """
    known = ZMQChannelsWebsocketConnection._open_sessions
    if known.get(connection.session_key) is connection.websocket_handler:
        known.pop(connection.session_key)
    asking, connection.kernel_info_channel = connection.kernel_info_channel, None
    if asking is None or asking.closed():
        return
    asking.close(linger=0)
    kernel, answer = connection.kernel_manager, connection._kernel_info_future
    if getattr(kernel, "_kernel_info_future", None) is answer:  # whoever comes next asks anew
        del kernel._kernel_info_future
    if not answer.done():  # others of the same page may wait for it
        answer.set_result({})


def make_known(provisioner: str, target: str) -> None:
    """Let Jupyter find a provisioner of ours by its name. target: `module:Class`."""
    known = KernelProvisionerFactory.instance().provisioners
    known[provisioner] = EntryPoint(provisioner, target, "jupyter_client.kernel_provisioners")


def unwrite(handler: Any) -> None:
    """Forget what a handler has written and not yet sent."""
    handler._write_buffer = []

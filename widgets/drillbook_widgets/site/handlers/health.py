"""The two answers for a monitor: whether the site is healthy and whether it is warm.

Both answers are cheap and never wait for anything.
"""

from __future__ import annotations

from typing import Any, cast

from drillbook_widgets.site.handlers.base import Page
from drillbook_widgets.site.kernels.manager import SiteKernelManager
from drillbook_widgets.site.kernels.provisioner import fork_line, ordinary_serve


class HealthHandler(Page):
    """GET /health: is the site up, how full is it, and can a kernel be started?

    The status is `ok`; `full`, where every seat is taken; or `waiting`, where kernels cannot be started just now
    (pages that ask are kept waiting for the fork server). The text is served all the same, so it is always a 200.
    """

    def get(self) -> None:
        """Send the site's state as a few numbers in JSON."""
        kernels = cast(SiteKernelManager, self.kernel_manager)
        line = fork_line()
        can_start = ordinary_serve() or (line is not None and line.ready.is_set() and line.in_step)
        found: dict[str, Any] = {
            "status": "waiting" if not can_start else "full" if kernels.full else "ok",
            "kernels": len(kernels.seats),
            "kernels_most": kernels.most_kernels,
            "spare": len(kernels.spares.ready),
            "spare_wanted": kernels.spares.wanted,
            "waiting": len(kernels.seats.waiting),
            "kernel_can_start": can_start and not kernels.full,
            "chapters": len(self.site.shelf.chapters),
            "answering": self.site.answering.state(),
            "fork_server": None,
        }
        if line is not None:
            found["fork_server"] = {
                "alive": line.ready.is_set(),
                "in_step": line.in_step,
                "kernels": len([kernel for kernel in line.kernels.values() if kernel.code is None]),
                "lives": line.lives,
            }
        self.set_header("Cache-Control", "no-store")
        self.finish(found)

    head = get


class ReadyHandler(Page):
    """GET /ready: 200 as soon as text and calculators come at their usual speed, 503 before."""

    def _log(self) -> None:
        """Write nothing to the log.

        A program that waits for the site asks again and again; the console need not show these requests.
        """

    def get(self) -> None:
        """Send as JSON which parts of the site are warm."""
        line = fork_line()
        found = {
            "text": self.site.text_is_warm.is_set(),
            "fork_server": ordinary_serve() or (line is not None and line.warm),
        }
        self.set_status(200 if all(found.values()) else 503)
        self.set_header("Cache-Control", "no-store")
        self.finish({"ready": all(found.values()), **found})

    head = get

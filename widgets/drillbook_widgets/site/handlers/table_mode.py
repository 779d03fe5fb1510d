"""Handlers of a ruleset's page for the table, of its manifest, and of its offline script.

The page's answers come without a kernel (/answer.json). Once the page has been opened, the browser keeps it for use
without a network. The browser can do so only over https or on the reader's own machine. service_worker.js describes
what the browser then does.
"""

from __future__ import annotations

from drillbook_widgets.pages.table_mode import table, table_manifest
from drillbook_widgets.pages.templating import STATIC
from drillbook_widgets.site.handlers.assets import load_asset
from drillbook_widgets.site.handlers.base import Page

OFFLINE = STATIC / "table" / "service_worker.js"


class TableHandler(Page):
    """GET /SHORT/table: the tools of a ruleset for a phone, and its quick reference."""

    async def get(self, short: str) -> None:
        """One screen a tool; the last holds the tables."""
        self.send(await table(self.context, short))

    head = get


class ManifestHandler(Page):
    """GET /SHORT/table.webmanifest: what a phone needs to put the page on its home screen."""

    def get(self, short: str) -> None:
        """Its name, its colours and where it begins."""
        self.send(table_manifest(self.context, short))

    head = get


class OfflineHandler(Page):
    """The handler of GET /offline.js, the script that keeps pages for use without a network.

    The pages are those for the table and the sheets. The script must be at the root.
    """

    def get(self) -> None:
        """Send the script, which the browser checks on every request.

        So a new book brings a new script.
        """
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish(load_asset(OFFLINE, OFFLINE.stat().st_mtime_ns).body)

    head = get

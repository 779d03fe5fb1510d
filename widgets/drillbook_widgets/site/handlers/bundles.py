"""The handler of the script bundles of a page; their addresses contain a content hash."""

from __future__ import annotations

from collections.abc import Mapping

from tornado import web

from drillbook_widgets.pages.content.bundles import Bundle
from drillbook_widgets.site.handlers.assets import FOR_GOOD


class BundleHandler(web.RequestHandler):
    """The handler of GET /bundles/NAME-FINGERPRINT.js.

    A request with an old fingerprint also gets the file, but the browser may not keep it.
    """

    def initialize(self, bundles: Mapping[str, Bundle]) -> None:
        self.bundles = bundles

    def set_default_headers(self) -> None:
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Server", "Drillbook")

    async def get(self, name: str, seal: str) -> None:
        """Send the file, compressed if the browser can take it."""
        bundle = self.bundles.get(name)
        if bundle is None:
            raise web.HTTPError(404)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", FOR_GOOD if seal == bundle.seal else "no-cache")
        self.set_header("Vary", "Accept-Encoding")
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(await bundle.pack())
        else:
            self.finish(bundle.body)

    head = get

    def write_error(self, status_code: int, **kwargs: object) -> None:
        """Send one plain line for a missing file."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is no such file here.\n")

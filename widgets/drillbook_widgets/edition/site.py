"""The site as an edition asks it for its pages: in the same process, without kernels, with a page for each question."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import tornado.web
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from drillbook import library
from drillbook_widgets.edition.pack import seal_of
from drillbook_widgets.edition.pages import AtOnce, HostingHandler, QuestionHandler
from drillbook_widgets.edition.pictures import pictures
from drillbook_widgets.edition.toolchain import HERE, Part
from drillbook_widgets.pages.catalogue import Shelf
from drillbook_widgets.plate.assets import script, style
from drillbook_widgets.site.application import HERE as SITE
from drillbook_widgets.site.application import TEMPLATE, Site, make
from drillbook_widgets.site.handlers.base import Edition, PageHandler, Parts
from drillbook_widgets.site.handlers.bundles import OWN, Bundle
from drillbook_widgets.site.settings import Settings
from drillbook_widgets.views.theme import PALETTE, STRIP, accents

OF_KERNELS = frozenset({"wake.js", "kernel.js", "seam.js", "plates.js", "live.js", "address.js"})
"""What of the page's own scripts is there for a kernel."""
PLATES = ("edition/controls", "edition/plate")
"""The scripts of a page with plates, by their places among the assets."""
PAGE_SECONDS = 600.0
STATIC = SITE / "jupyter" / "voila" / "templates" / TEMPLATE / "static"
OWN_STATIC = HERE / "static"


@dataclass(frozen=True, slots=True)
class Sent:
    """What the site sends to a request."""

    status: int
    kind: str
    body: bytes


class Asked:
    """A site that can be asked for its pages."""

    def __init__(self, parts: Parts, address: str) -> None:
        self.parts = parts
        self.address = address
        self._client = AsyncHTTPClient()

    async def get(self, path: str) -> Sent:
        """What it sends for that path."""
        reply = await self._client.fetch(
            self.address + path, raise_error=False, request_timeout=PAGE_SECONDS, connect_timeout=PAGE_SECONDS
        )
        return Sent(reply.code, reply.headers.get("Content-Type", ""), reply.body or b"")


def edition_parts(usual: Parts, machinery: str) -> Parts:
    """What the pages of an edition are made from. machinery: where the answers' machinery is."""
    assets = f"/assets/{seal_of(STATIC)[:6]}{seal_of(OWN_STATIC)[:6]}"
    page = "\n".join((STATIC / name).read_text("utf-8") for name in OWN if name not in OF_KERNELS)
    sheets = (OWN_STATIC / "edition.css", OWN_STATIC / "pictures.css")
    plate = "\n".join([*(path.read_text("utf-8") for path in sheets), of_pictures()])
    return replace(
        usual,
        assets=assets,
        bundles={"page": Bundle("page", page.encode()), "plates": Bundle("plates", plate_script().encode())},
        styles={**usual.styles, "plate": plate},
        edition=Edition(machinery, PLATES, pictures),
    )


def plate_script() -> str:
    """The script of every plate, which brings the plates' style sheet along."""
    worn = f"document.head.append(Object.assign(document.createElement('style'), {{ textContent: {json.dumps(style())} }}));"
    return f"{worn}\n{script()}"


def of_pictures() -> str:
    """The colours of pictures and the looks of what stands under them, as plates have them."""
    usual = [PALETTE.read_text("utf-8"), STRIP.read_text("utf-8"), accents(library().all())]
    return "\n".join(usual).replace(".drillbook-plate", ".pictures")


@asynccontextmanager
async def asked(shelf: Shelf, machinery: str, parts: tuple[Part, ...]) -> AsyncIterator[Asked]:
    """The site of a shelf, on a port of this machine that is free, until it is left."""
    with tempfile.TemporaryDirectory(prefix="drillbook_edition_") as folder:
        site: Site = make(
            shelf,
            folder=Path(folder),
            line=None,
            answering=AtOnce(),
            host="127.0.0.1",
            port=0,
            open_browser=False,
            settings=Settings(),
        )
        app = tornado.web.Application(**site.init_settings())
        own = edition_parts(site.page_parts(), machinery)
        site.text_is_warm.set()
        site.page_parts = lambda: own  # type: ignore[method-assign]
        usual = [
            (form, QuestionHandler if one is PageHandler else one, *rest) for form, one, *rest in site.init_handlers()
        ]
        app.add_handlers(".*$", [(r"/hosting", HostingHandler, {"site": own, "parts": parts}), *usual])
        sockets = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(app)
        server.add_sockets(sockets)
        try:
            yield Asked(own, f"http://127.0.0.1:{sockets[0].getsockname()[1]}")
        finally:
            server.stop()
            await server.close_all_connections()
            await asyncio.sleep(0)

"""The site as a Voilà application: its settings, its routes, its start and its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
import webbrowser
from pathlib import Path
from typing import Any

import tornado.web
from jupyter_core.paths import jupyter_path
from jupyter_events import EventLogger
from jupyter_server.auth.identity import IdentityProvider, User
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from traitlets import Any as AnyTrait
from traitlets.config import Config
from voila.app import Voila

from drillbook_widgets.pages.content.bundles import make_bundles
from drillbook_widgets.pages.content.catalogue import Shelf
from drillbook_widgets.pages.content.styles import styles_in
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.templating import STATIC
from drillbook_widgets.site import reload
from drillbook_widgets.site.handlers import (
    about,
    base,
    compare,
    download,
    glossary,
    health,
    home,
    icons,
    kernels,
    quiz,
    rulings,
    search,
    share,
    table_mode,
)
from drillbook_widgets.site.handlers.assets import AssetHandler, fingerprint
from drillbook_widgets.site.handlers.bundles import BundleHandler
from drillbook_widgets.site.kernels.fork_client import ForkLine
from drillbook_widgets.site.kernels.manager import SiteKernelManager
from drillbook_widgets.site.kernels.provisioner import close_fork_server, open_fork_server
from drillbook_widgets.site.kernels.websocket import LONGEST_MESSAGE, SiteConnection, SiteSocketHandler
from drillbook_widgets.site.log_filter import be_discreet, tell_of_request
from drillbook_widgets.site.settings import Settings
from drillbook_widgets.site.warm import warm_site
from drillbook_widgets.site.workers.pool import Answering

TEMPLATE = "drillbook"
MOST_BODY, MOST_HEADERS = 1_000_000, 32_768
HEADERS_SECONDS, BODY_SECONDS = 30.0, 20.0
"""Who sends more slowly than that is cut off: the headers, counted from the end of the page before, and the body."""
KERNEL = r"(?P<kernel_id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'"
)


class PortTaken(Exception):
    """The error when the site cannot listen on its address; the message says what to do."""


class Readers(IdentityProvider):
    """Everybody is the same reader: no login, no name, no cookie about it."""

    def get_user(self, handler: Any) -> User:
        """Return the reader, who is the same for every request."""
        return User("reader")


def configuration() -> Config:
    """Voilà's and the server's settings for a public, read-only site."""
    config = Config()
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.theme = "light"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.multi_kernel_manager_class = SiteKernelManager
    config.Voila.identity_provider_class = Readers
    config.Voila.kernel_websocket_connection_class = SiteConnection
    config.KernelManager.transport = "ipc" if os.name == "posix" else "tcp"
    config.KernelRestarter.restart_limit = 0  # a new kernel would know nothing of the page; the page offers to wake it
    config.SiteKernelManager.cull_idle_timeout = 1800
    config.SiteKernelManager.cull_interval = 30
    config.SiteKernelManager.cull_connected = True
    config.SiteKernelManager.buffer_offline_messages = False
    return config


def server_of(app: tornado.web.Application, trust_proxy: bool) -> HTTPServer:
    """Return the server of the site, with limits on the size and the duration of requests.

    trust_proxy: whether the server accepts a proxy's statement about where visitors come from.
    """
    return HTTPServer(
        app,
        xheaders=trust_proxy,
        max_body_size=MOST_BODY,
        max_header_size=MOST_HEADERS,
        idle_connection_timeout=HEADERS_SECONDS,
        body_timeout=BODY_SECONDS,
    )


class Site(Voila):  # type: ignore[misc]
    """Voilà, serving the book under its own addresses instead of a directory of notebooks."""

    shelf = AnyTrait()
    line: ForkLine | None
    trust_proxy = False
    answering: Answering
    warming: asyncio.Task[None]
    text_is_warm: asyncio.Event
    parts: base.Parts

    def init_settings(self) -> dict[str, Any]:
        """Voilà's settings, with ours for a site that strangers may visit."""
        settings: dict[str, Any] = super().init_settings()
        self.event_logger = EventLogger()  # which the kernels share, else each makes its own and reads its schemas
        self.shelves = {"site": (STATIC,)}
        self.seal = fingerprint([STATIC])
        self.bundles = make_bundles(STATIC, (Path(path) / "nbextensions" for path in jupyter_path()))
        self.parts = self.make_parts()
        settings |= {
            "headers": {
                "Content-Security-Policy": POLICY,
                "Referrer-Policy": "same-origin",
                "X-Content-Type-Options": "nosniff",
            },
            "websocket_max_message_size": LONGEST_MESSAGE,
            # Tornado's own pings; Jupyter's stand beside them and only warn about each other.
            "websocket_ping_interval": 20,
            "ws_ping_interval": 0,
            "xsrf_cookie_kwargs": {"samesite": "Lax"},
            "log_function": tell_of_request,
            "compress_response": True,  # pages; files are compressed once and for all, and a page's stream of lines never
        }
        return settings

    def make_parts(self) -> base.Parts:
        """Return what every handler needs to know of the site."""
        context = Context(self.shelf, f"/assets/{self.seal}", self.bundles, styles_in(STATIC), self.answering)
        return base.Parts(context, self.answering, self.text_is_warm, search.Searches())

    def init_handlers(self) -> list[Any]:
        """Return the book's routes, without Voilà's own directory, file and execution routes."""
        site = {"site": self.parts}
        wanted = {"shelf": self.shelf}
        return [
            (r"/", home.FrontHandler, site),
            (r"/about", about.AboutHandler, site),
            (r"/changes\.xml", about.FeedHandler, site),
            (r"/health", health.HealthHandler, site),
            (r"/ready", health.ReadyHandler, site),
            (r"/search", search.SearchHandler, site),
            (r"/search\.json", search.HitsHandler, site),
            (r"/answer\.json", search.AnswerHandler, site),
            (r"/assets/([0-9a-f]+)/([a-z]+)/(.+)", AssetHandler, {"shelves": self.shelves, "seal": self.seal}),
            (r"/bundles/([a-z]+)-([0-9a-f]+)\.js", BundleHandler, {"bundles": self.bundles}),
            (r"/compare", compare.CompareHandler, site),
            (r"/([a-z0-9]+)/compare", compare.ComparedBookHandler, site),
            (r"/quiz", quiz.QuizHandler, site),
            (r"/([a-z0-9]+)/quiz", quiz.QuizHandler, site),
            (r"/live", kernels.LiveHandler, wanted),
            (rf"/live/{KERNEL}", kernels.KernelStateHandler),
            (rf"/live/{KERNEL}/plates", kernels.PlatesHandler),
            (rf"/live/{KERNEL}/leave", kernels.LeaveHandler),
            (rf"/api/kernels/{KERNEL}/channels", SiteSocketHandler),
            (r"/([a-z0-9]+)/words\.json", glossary.WordsHandler, site),
            (r"/([a-z0-9]+)/piece\.json", share.PieceHandler, site),
            (r"/([a-z0-9]+)/([a-z0-9-]+)/house\.json", share.HouseHandler, site),
            (r"/([a-z0-9]+)/glossary", glossary.GlossaryHandler, site),
            (r"/offline\.js", table_mode.OfflineHandler, site),
            (r"/([a-z0-9]+)/table", table_mode.TableHandler, site),
            (r"/([a-z0-9]+)/table\.webmanifest", table_mode.ManifestHandler, site),
            (r"/([a-z0-9]+)/icon-([0-9]{2,4})\.png", icons.IconHandler, site),
            (r"/([a-z0-9]+)/rulings", rulings.RulingsHandler, site),
            (r"/([a-z0-9]+)/about", about.AboutHandler, site),
            (r"/([a-z0-9]+)/changes\.xml", about.FeedHandler, site),
            (r"/([a-z0-9]+)/([a-z0-9-]+)\.ipynb", download.NotebookHandler, site),
            (r"/([a-z0-9]+)/([A-Za-z0-9_.~-]+)", base.ChapterHandler, site),
            (r"/([a-z0-9]+)/?", home.TitleHandler, site),
            (r"/.*", base.NotFoundHandler, site),
        ]

    def start(self) -> None:
        """Serve until a signal stops the site; then end every kernel."""
        asyncio.run(self.serve())

    async def serve(self) -> None:
        """Listen, say where, and wait; then leave no process."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            with contextlib.suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(getattr(signal, name), stop.set)
        tasks: list[asyncio.Task[None]] = []
        try:
            self.app = tornado.web.Application(**self.init_settings())
            self.app.add_handlers(".*$", self.init_handlers())
            server = self.listen_once()
            self.announce()
            open_fork_server(self.line)  # only now: what it loads would keep the first page from its processor
            self.warming = asyncio.create_task(warm_site(self.parts))
            tasks += [self.warming, asyncio.create_task(self.kernel_manager.tend())]
            tasks.append(asyncio.create_task(reload.keep_following(self.parts)))
            await stop.wait()
            server.stop()
        finally:
            for task in tasks:
                task.cancel()
            self.answering.close()
            await close_fork_server()  # and with it every kernel that it has forked
            if hasattr(self, "kernel_manager"):
                await self.kernel_manager.end_all()

    def listen_once(self) -> HTTPServer:
        """Listen at exactly the requested address and return the server.

        Another port would be another site than the announced one. Raises PortTaken if the address is not available.
        """
        wanted: int = self.port  # type: ignore[has-type]
        try:
            sockets = bind_sockets(wanted, self.ip)
        except OSError as problem:
            raise PortTaken(
                f"Cannot listen on {self.ip}, port {wanted}: {problem.strerror or problem}. "
                "Choose another with --port; --port 0 takes any that is free."
            ) from problem
        self.port = sockets[0].getsockname()[1]
        server = server_of(self.app, self.trust_proxy)
        server.add_sockets(sockets)
        return server

    def announce(self) -> None:
        """Print where the site is, and open it in a browser if wanted."""
        shown = f"[{self.ip}]" if ":" in self.ip else self.ip or "127.0.0.1"
        address = f"http://{shown.replace('0.0.0.0', '127.0.0.1')}:{self.port}/"
        print(f"Drillbook is open at {address}   (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def make(
    shelf: Shelf,
    *,
    folder: Path,
    line: ForkLine | None,
    answering: Answering,
    host: str,
    port: int,
    open_browser: bool,
    settings: Settings,
) -> Site:
    """Return the application, ready to be started.

    folder: the site's own folder, for its connection files. line: the link to its fork server, or None if there is none.
    answering: the processes that make its pages.
    """
    config = configuration()
    config.SiteKernelManager.most_kernels = settings.most_kernels
    config.SiteKernelManager.seats_per_visitor = settings.seats_per_visitor
    config.SiteKernelManager.spare = settings.spare if line is not None else 0
    site = Site(config=config, shelf=shelf, config_file_paths=[], open_browser=open_browser, ip=host, port=port)
    site.connection_dir = str(folder)
    site.line = line
    site.trust_proxy = settings.trust_proxy
    site.answering = answering
    site.text_is_warm = asyncio.Event()
    site.log_level = logging.WARNING
    site.initialize([])
    be_discreet(site.log, *(logging.getLogger(f"tornado.{name}") for name in ("access", "application", "general")))
    return site

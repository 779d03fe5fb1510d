"""An edition of few chapters as the tests of it have it."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "club/rules"
SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  const watch = new PerformanceObserver((seen) => { for (const one of seen.getEntries()) sum += one.value; });
  watch.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})"""
MOST_SHIFTED = 0.005
"""How far what a page shows has moved by itself, in the browser's measure, and how far it may."""


@dataclass(frozen=True)
class Built:
    """An edition as it was built: its folder under a prefix, and the build's complaints.

    served: the folder above the prefix.
    """

    served: Path
    complaints: str

    @property
    def folder(self) -> Path:
        """The edition's own folder."""
        return self.served / PREFIX

    @property
    def machinery(self) -> Path:
        """What runs the answers."""
        return next((self.folder / "machinery").iterdir())


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files as `python -m http.server` does, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Write no line for a request."""
        pass


@contextmanager
def serving(built: Built) -> Iterator[tuple[str, http.server.ThreadingHTTPServer]]:
    """Where the edition is served, and the host, which serves only files, until it is left."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(built.served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{PREFIX}/", server
    finally:
        server.shutdown()
        server.server_close()

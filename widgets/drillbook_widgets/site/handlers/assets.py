"""Which files may a browser have, and how does it get them quickly?

Our own styles, scripts and pictures stand under one address that carries a fingerprint of what is installed (what the
widgets need is one file, see bundles.py), so a browser keeps each file for good and never asks again;
each is compressed once and kept in memory. Only scripts, styles, fonts and the like are handed out; SVG never,
since a browser runs scripts inside it.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tornado import web

ALLOWED = frozenset({".js", ".css", ".json", ".map", ".woff", ".woff2", ".ttf", ".png", ".ico"})
PACKED = frozenset({".js", ".css", ".json", ".map"})
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it goes over the wire."""

    body: bytes
    packed: bytes | None
    kind: str


@functools.lru_cache(maxsize=1024)
def load_asset(path: Path, changed: int) -> Asset:
    """Return the bytes of a file, compressed once if compression saves something.

    changed: the file's time of change, so that an edited file is a new entry in the cache.
    """
    body = path.read_bytes()
    packed = gzip.compress(body, 6, mtime=0) if path.suffix in PACKED and len(body) > 1000 else None
    kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
    return Asset(body, packed, kind or "application/octet-stream")


def fingerprint(folders: Iterable[Path]) -> str:
    """Return a hash that changes when a file in the folders changes its name, size or time."""
    seal = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                state = path.stat()
                seal.update(f"{path.relative_to(folder)}:{state.st_size}:{state.st_mtime_ns}\n".encode())
    return seal.hexdigest()[:12]


def find_file(folders: Iterable[Path], name: str) -> Path | None:
    """Return the file of that name in the first folder that has it, or None.

    The result is also None for a name that leads outside the folder, is hidden, or has a suffix that is not allowed.
    """
    parts = name.split("/")
    if any(part in {"", ".", ".."} or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    with suppress(OSError, ValueError):  # a name that no file can have: too long, or not to be written
        for folder in folders:
            path = folder.joinpath(*parts)
            if path.suffix in ALLOWED and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
    return None


class AssetHandler(web.RequestHandler):
    """The handler of GET /assets/FINGERPRINT/SHELF/FILE.

    A request with an old fingerprint also gets the file, but the browser may not keep it.
    """

    def initialize(self, shelves: Mapping[str, tuple[Path, ...]], seal: str) -> None:
        self.shelves = shelves
        self.seal = seal

    def set_default_headers(self) -> None:
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Server", "Drillbook")

    def get(self, seal: str, shelf: str, name: str) -> None:
        """Send the file, compressed if the browser can take it."""
        path = find_file(self.shelves.get(shelf, ()), name)
        if path is None:
            raise web.HTTPError(404)
        asset = load_asset(path, path.stat().st_mtime_ns)
        self.set_header("Content-Type", asset.kind + ("; charset=utf-8" if path.suffix in PACKED else ""))
        self.set_header("Cache-Control", FOR_GOOD if seal == self.seal else "no-cache")
        if asset.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(asset.packed)
        else:
            self.finish(asset.body)

    head = get

    def write_error(self, status_code: int, **kwargs: object) -> None:
        """Send one plain line for a missing file.

        A script cannot read more anyway.
        """
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is no such file here.\n")

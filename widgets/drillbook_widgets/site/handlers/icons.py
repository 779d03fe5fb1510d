"""The icon of a ruleset for a phone's home screen: a book in its own colour, as large as the phone wants it."""

from __future__ import annotations

import functools
import struct
import zlib

from drillbook import library
from drillbook_widgets.pages.titles import shown
from drillbook_widgets.site.handlers.base import Page

SIZES = (192, 512)
"""Pixels across: what a home screen shows, and what is shown while the page begins."""
PAPER, LEAF, INK = "#fbf9f4", "#fffefa", "#23211c"
GRID = 32
BOOK = (7, 6, 25, 26)
LEAVES = (11, 7, 24, 25)
LINES = ((13, 11, 22, 12), (13, 14, 22, 15), (13, 17, 22, 18), (13, 20, 22, 21))
"""From left and top to right and bottom, in parts of the whole; phones cut round pieces out, and leave the middle four fifths."""


@functools.lru_cache(maxsize=64)
def icon(size: int, colour: str) -> bytes:
    """A PNG file. size: pixels across. colour: of the cover, such as `#2c5fa1`."""
    rows = []
    for y in range(size):
        row = bytearray(_bytes(PAPER) * size)
        for (left, top, right, bottom), ink in ((BOOK, colour), (LEAVES, LEAF), *((line, INK) for line in LINES)):
            if top * size <= y * GRID < bottom * size:
                first, last = left * size // GRID, right * size // GRID
                row[3 * first : 3 * last] = _bytes(ink) * (last - first)
        rows.append(b"\0" + row)
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _bytes(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))


def _chunk(kind: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held))


class IconHandler(Page):
    """GET /SHORT/icon-SIZE.png."""

    def get(self, short: str, size: str) -> None:
        """The book in the ruleset's colour on light paper."""
        if self.site.shelf.book(short) is None or int(size) not in SIZES:
            self.sorry(404, f"There is no icon of “{shown(short)}” {shown(size)} pixels across.")
            return
        cover = next(one for one in library().covers() if one.short == short)
        self.set_header("Content-Type", "image/png")
        self.set_header("Cache-Control", "public, max-age=86400")
        self.finish(icon(int(size), cover.look.light))

    head = get

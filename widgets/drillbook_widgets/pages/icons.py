"""The icon of a ruleset for a phone's home screen: a book in its own colour."""

from __future__ import annotations

import functools
import struct
import zlib

from drillbook import library
from drillbook_widgets.pages.content.titles import quoted_name
from drillbook_widgets.pages.context import Context
from drillbook_widgets.pages.errors import error
from drillbook_widgets.pages.reply import Reply

SIZES = (192, 512)
"""Pixels across: what a home screen shows, and what is shown while the page begins."""
PNG = "image/png"
PAPER, LEAF, INK = "#fbf9f4", "#fffefa", "#23211c"
GRID = 32
BOOK = (7, 6, 25, 26)
LEAVES = (11, 7, 24, 25)
LINES = ((13, 11, 22, 12), (13, 14, 22, 15), (13, 17, 22, 18), (13, 20, 22, 21))
"""From left and top to right and bottom, in parts of the whole; phones cut round pieces out, and leave the middle four fifths."""


@functools.lru_cache(maxsize=64)
def icon(size: int, colour: str) -> bytes:
    """Return a book as a PNG file. size: pixels across. colour: of the cover, such as `#2c5fa1`."""
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


def ruleset_icon(context: Context, short: str, size: str) -> Reply:
    """Return the book in the ruleset's colour on light paper. size: pixels across, one of SIZES."""
    if context.shelf.book(short) is None or int(size) not in SIZES:
        return error(context, 404, f"There is no icon of “{quoted_name(short)}” {quoted_name(size)} pixels across.")
    cover = next(one for one in library().covers() if one.short == short)
    return Reply(200, PNG, icon(int(size), cover.accent.light))

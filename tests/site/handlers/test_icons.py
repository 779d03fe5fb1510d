"""Tests of the icons of the page for the table.

What the manifest promises is there, as large and in the colour that it should be.
"""

from __future__ import annotations

import json
import struct
import urllib.request
import zlib

import pytest
from fetched import fetch
from site_shelf import shelf

from drillbook import library
from drillbook_widgets.pages.icons import BOOK, GRID, PAPER, SIZES, icon


def pixels(picture: bytes) -> tuple[int, list[bytes]]:
    """How large a PNG is, and its rows without their filters."""
    wide, high = struct.unpack(">II", picture[16:24])
    at = picture.index(b"IDAT")
    (long,) = struct.unpack(">I", picture[at - 4 : at])
    held = zlib.decompress(picture[at + 4 : at + 4 + long])
    assert wide == high
    return wide, [held[row * (3 * wide + 1) + 1 : (row + 1) * (3 * wide + 1)] for row in range(high)]


@pytest.mark.parametrize("size", SIZES)
def test_the_icon_is_a_book_in_its_colour_within_what_a_phone_leaves(size: int) -> None:
    found, rows = pixels(icon(size, "#2c5fa1"))
    assert found == size
    spine = (BOOK[0] + 1) * size // GRID
    assert rows[size // 2][3 * spine : 3 * spine + 3] == bytes.fromhex("2c5fa1")
    edge = size // 10
    paper = bytes.fromhex(PAPER.removeprefix("#"))
    assert all(row == paper * size for row in (*rows[:edge], *rows[-edge:]))
    assert all(row[: 3 * edge] == paper * edge == row[-3 * edge :] for row in rows)


@pytest.mark.slow
def test_every_icon_of_a_manifest_is_there(site: str) -> None:
    books = [book for book in shelf().books if book.written]
    seen = set()
    for book in books:
        _, text, _ = fetch(f"{site}/{book.short}/table.webmanifest")
        for one in json.loads(text)["icons"]:
            with urllib.request.urlopen(site + one["src"]) as reply:
                held = reply.read()
            wide, high = struct.unpack(">II", held[16:24])
            assert f"{wide}x{high}" == one["sizes"]
            seen.add((one["sizes"], held))
    large = [held for sizes, held in seen if sizes == f"{SIZES[-1]}x{SIZES[-1]}"]
    assert len(large) == len({one.accent.light for one in library().covers()})
    assert fetch(f"{site}/{books[0].short}/icon-64.png")[0] == 404

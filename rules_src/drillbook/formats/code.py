"""A link as a QR code: its squares, as data for drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

QUIET = 4
"""The empty squares that a reader needs round the code."""
LONGEST = 1200
"""Letters of a link beyond which the squares of a code on paper grow too small for a telephone's camera."""


@dataclass(frozen=True, slots=True)
class Code:
    """The squares of a QR code.

    size: the squares along each side, with the quiet zone. path: the dark squares as an SVG path.
    """

    size: int
    path: str


@lru_cache(maxsize=64)
def code(link: str) -> Code | None:
    """Return the QR code of a link.

    Returns None if the link is longer than LONGEST characters, or if a telephone cannot open it.
    """
    if len(link) > LONGEST or "://" not in link:
        return None
    import segno  # what reads and writes every kind of picture comes with it

    rows = tuple(segno.make(link, micro=False, error="l").matrix)
    parts = []
    for y, row in enumerate(rows, start=QUIET):
        x = 0
        while x < len(row):
            run = 1
            while x + run < len(row) and bool(row[x + run]) == bool(row[x]):
                run += 1
            if row[x]:
                parts.append(f"M{x + QUIET} {y}h{run}v1h-{run}z")
            x += run
    return Code(len(rows) + 2 * QUIET, "".join(parts))

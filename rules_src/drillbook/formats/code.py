"""A link as a QR code: its squares, for whoever draws them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

QUIET = 4
"""The empty squares that a reader needs round the code."""
LONGEST = 1200
"""Letters of a link beyond which the squares of a code on paper grow too small for a telephone's camera."""


@dataclass(frozen=True, slots=True)
class Code:
    """size: squares along each side, the quiet ones included. path: the dark ones as an SVG path."""

    size: int
    path: str


@lru_cache(maxsize=64)
def code(link: str) -> Code | None:
    """The code of a link; None for one that is too long, or is no link that a telephone could open."""
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

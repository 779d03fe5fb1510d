"""The stack picture: what a sum is made of.

Each contribution has its own row and begins where the one before ended, down to the total and its limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Stack
from drillbook.maths.number_words import shown
from drillbook_widgets.views.histogram import ROW_LETTERS
from drillbook_widgets.views.labels import side_letters, write_side
from drillbook_widgets.views.scene import LETTER, Margin, Scene
from drillbook_widgets.views.theme import ACCENT, INK, LINE, MISS, PIN, QUIET, SMALL, TALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

BOLD = 1.1  # how much wider than other letters bold ones are


def draw(exhibit: Stack, look: Look) -> Scene:
    """Return the contributions of a sum as a scene."""
    parts = [(label, amount) for label, amount in exhibit.parts]
    total = sum((amount for _, amount in parts), start=0)
    before = sum((amount for _, amount in look.pinned.parts), start=0) if look.pinned else None
    reached = [0.0]
    for _, amount in parts:
        reached.append(reached[-1] + float(amount))
    limit = float(exhibit.limit.at) if exhibit.limit else 0.0
    low, high = min(*reached, 0.0), max(*reached, limit, float(before or 0), 1.0)
    rows = len(parts) + 1
    high_row = (TALL - 34) / rows
    names = [label for label, _ in [*parts, (exhibit.axis, 0)]]
    letters = max(
        side_letters(names, ROW_LETTERS, high_row, 24),
        round(BOLD * side_letters(names[-1:], ROW_LETTERS, high_row, 24)),
    )
    below = 8 if before is None else 22  # where the pinned sum is named
    left = 14 + round(letters * SMALL * LETTER)
    scene = Scene((low, high), (-0.5, rows - 0.5), Margin(26 if exhibit.limit else 8, 40, below, left))
    for row, (label, amount) in enumerate(parts):
        up = rows - 1 - row
        start, end = reached[row], reached[row + 1]
        write_side(scene, low, up, label, letters, high_row, size=SMALL, color=INK, rank=0)
        scene.box(min(start, end), up - 0.34, max(start, end), up + 0.34, ACCENT if amount >= 0 else MISS, 0.8)
        scene.line((end, up - 0.34), (end, up - 1.34), LINE, 1.0)
        words = shown(amount) if row == 0 or amount < 0 else f"+{shown(amount)}"
        scene.write(max(start, end), up, words, align="start", dx=5, size=SMALL, color=QUIET, rank=1)
    write_side(scene, low, 0, exhibit.axis, letters, high_row, size=SMALL, color=INK, bold=True, rank=0)
    _total(scene, exhibit, float(total), shown(total))
    if before is not None:
        at = float(before)
        scene.line((at, -0.46), (at, 0.46), PIN, 2.5)
        scene.write(at, -0.5, f"{look.pinned_as}: {shown(before)}", dy=10, size=SMALL, color=PIN, rank=0)
    scene.line((0, -0.5), (0, rows - 0.5), QUIET, 1.0)
    return scene


def _total(scene: Scene, exhibit: Stack, total: float, words: str) -> None:
    """Draw the total; the part that a limit cuts off has the colour of a miss."""
    counted = total
    if exhibit.limit is not None:
        limit = float(exhibit.limit.at)
        counted = max(total, limit) if exhibit.limit.side == "at_least" else min(total, limit)
        scene.line((limit, scene.y[0]), (limit, scene.y[1]), PIN, 1.25, "dashed")
        scene.write(limit, scene.y[1], exhibit.limit.label, align="end", dx=4, dy=-10, color=INK, size=SMALL, rank=0)
    scene.box(min(0.0, counted), -0.34, max(0.0, counted), 0.34, ACCENT)
    if counted < total:
        scene.box(counted, -0.34, total, 0.34, MISS)
    scene.write(max(total, counted, 0.0), 0, words, align="start", dx=5, color=INK, bold=True, size=SMALL, rank=0)

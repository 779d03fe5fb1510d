"""The tree picture: what a whole is made of.

Its parts are on lines that step to the right, each with a bar as long as its share of the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Tree
from drillbook.maths.number_words import write_number
from drillbook_widgets.views.scene import LETTER, LINE_HEIGHT, Margin, Scene, cut
from drillbook_widgets.views.theme import ACCENT, INK, LINE, NARROW, PIN, SMALL, TALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

STEP = 0.06  # how far a part stands to the right of its whole, as a share of the width


def draw(exhibit: Tree, look: Look) -> Scene:
    """Return the lines of a tree as a scene, the whole on top."""
    lines = exhibit.lines()
    margin = Margin(6, 8, 6, 8)
    scene = Scene((0.0, 1.0), (-0.5, len(lines) - 0.5), margin)
    whole = float(exhibit.root.amount or 0)
    wide, high = NARROW - margin.left - margin.right, (TALL - margin.top - margin.bottom) / len(lines)
    tall = min(0.4, LINE_HEIGHT * 0.75 / high)
    above: dict[int, int] = {}
    for row, (depth, branch, many) in enumerate(lines):
        up, left = len(lines) - 1 - row, depth * STEP
        above[depth] = up
        if depth:
            corner = left - STEP / 2
            scene.line((corner, above[depth - 1] - tall), (corner, up), LINE)
            scene.line((corner, up), (left, up), LINE)
        share = float(branch.amount or 0) * many / whole if whole else 0.0
        scene.box(left, up - tall, 1.0, up + tall, LINE, 0.25, LINE)
        if share:
            scene.box(left, up - tall, left + (1.0 - left) * share, up + tall, ACCENT, 0.35)
        words = _amount(branch.amount, many, exhibit.unit)
        room = (1.0 - left) * wide - (len(words) + 2) * SMALL * LETTER
        title = branch.label if branch.times == 1 else f"{branch.times} × {branch.label}"
        title = cut(title, max(4, int(room / (SMALL * LETTER)) - 1))
        scene.write(left, up, title, align="start", dx=5, size=SMALL, color=INK, rank=0, bold=not depth)
        scene.write(1.0, up, words, align="end", dx=-5, size=SMALL, color=INK, rank=1)
    _pinned(scene, look.pinned, look.pinned_as)
    return scene


def _amount(amount: object, many: int, unit: str) -> str:
    """Return what a line holds in total, and in one item if there are several."""
    if amount is None:
        return "not given"
    each = write_number(amount)  # type: ignore[arg-type]
    if many == 1:
        return each if amount == 1 else f"{each} {unit}"
    return f"{each} each, {write_number(amount * many)}"  # type: ignore[operator]


def _pinned(scene: Scene, pinned: Tree | None, name: str) -> None:
    """Write what the pinned whole held, in rust at the top line."""
    if pinned is not None and pinned.root.amount is not None:
        words = f"{name}: {write_number(pinned.root.amount)} {pinned.unit}"
        scene.write(1.0, scene.y[1], words, align="end", dx=-5, dy=-2, size=SMALL, color=PIN, rank=2)

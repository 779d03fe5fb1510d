"""Where do words stand among lines so that they cover none? In pixels of the narrowest picture, where there is the least room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from drillbook_widgets.theme import NARROW, SMALL, TALL
from drillbook_widgets.views.scene import Place, Point, Scene, Text, place

DENSE = 8.0  # pixels between two points that are looked at along a line
PLACES = 12  # along a line at which its name is tried
EDGES = ("left", "top", "right", "bottom")
FAR = 40.0  # pixels from other lines beyond which it is far enough
SIDES = [(align, dx, dy) for align, dx in (("middle", 0), ("start", 5), ("end", -5)) for dy in (-9, 10, -14, 15)]


def name_line(scene: Scene, label: str, color: str, corners: list[Point], own: Any, others: Any) -> None:
    """Name a line beside it, as far from the others as can be; where every place covers a line it has no name here.

    own, others: points along it and along the others, as along() gives them.
    """
    xs = np.linspace(*scene.x, PLACES + 1)[1:-1]
    tried = [
        Text(float(x), y, label, align, dx, dy, color, SMALL, False, 1)
        for x in xs
        if (y := _height(corners, float(x))) is not None
        for align, dx, dy in SIDES
    ]
    if not tried:
        return
    boxes = [place(scene, text) for text in tried]
    taken = [place(scene, one) for one in scene.texts]
    aside, above = _apart(boxes, np.concatenate((others, own)))
    covers = ((aside == 0) & (above == 0)).any(axis=1)
    far = np.hypot(aside, above)[:, : len(others)].min(axis=1, initial=FAR)
    best = min(
        (
            (abs(text.dy) - far[index], index)
            for index, (text, box) in enumerate(zip(tried, boxes, strict=True))
            if not covers[index] and _fits(scene, box) and not any(box.meets(other) for other in taken)
        ),
        default=None,
    )
    if best is not None:
        scene.texts.append(tried[best[1]])


def clearest(scene: Scene, tried: Sequence[Text], points: Any) -> Text:
    """Of several places for the same words the one that covers the least."""
    boxes = [place(scene, text) for text in tried]
    taken = [place(scene, one) for one in scene.texts]
    aside, above = _apart(boxes, points)
    covered = ((aside == 0) & (above == 0)).sum(axis=1)

    def bad(index: int) -> float:
        box = boxes[index]
        outside = box.right > NARROW or box.top < 0 or box.left < scene.margin.left
        return float(covered[index]) + FAR * sum(box.meets(other) for other in taken) + PLACES * FAR * outside

    return tried[min(range(len(tried)), key=bad)]


def _fits(scene: Scene, box: Place) -> bool:
    inside = box.left >= scene.margin.left and box.right <= NARROW
    return inside and box.top >= scene.margin.top - 12 and box.bottom <= TALL - scene.margin.bottom


def along(scene: Scene, corners: list[Point]) -> Any:
    """Points along a line, so close together that no word fits between them."""
    boxes = [place(scene, Text(x, y, "")) for x, y in corners]
    spots = np.array([(box.left, (box.top + box.bottom) / 2) for box in boxes]).reshape(-1, 2)
    if len(spots) < 2:
        return spots
    lengths = np.hypot(*np.diff(spots, axis=0).T)
    reached = np.concatenate(([0.0], np.cumsum(lengths)))
    at = np.concatenate((np.arange(0.0, reached[-1], DENSE), reached))
    return np.column_stack((np.interp(at, reached, spots[:, 0]), np.interp(at, reached, spots[:, 1])))


def _apart(boxes: list[Place], points: Any) -> tuple[Any, Any]:
    """How far every point is beside and above or below every box, zero where it is not."""
    left, top, right, bottom = (np.array([getattr(box, edge) for box in boxes])[:, None] for edge in EDGES)
    x, y = points[:, 0], points[:, 1]
    return np.maximum(0, np.maximum(left - x, x - right)), np.maximum(0, np.maximum(top - y, y - bottom))


def _height(corners: list[Point], x: float) -> float | None:
    """How high a drawn line is at x."""
    for (left, low), (right, high) in pairwise(corners):
        if left <= x <= right and left < right:
            return low + (high - low) * (x - left) / (right - left)
    return None

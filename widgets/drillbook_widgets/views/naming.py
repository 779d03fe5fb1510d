"""The placing of words among lines so that they cover none.

Places are calculated in pixels of the narrowest picture, which has the least space.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from drillbook_widgets.views.scene import Place, Point, Scene, Text, ring, word_box
from drillbook_widgets.views.theme import NARROW, SMALL, TALL

DENSE = 8.0  # pixels between two points that are looked at along a line
PLACES = 12  # along a line at which its name is tried
FAR = 40.0  # pixels from other lines beyond which it is far enough
SIDES = [(align, dx, dy) for align, dx in (("middle", 0), ("start", 5), ("end", -5)) for dy in (-9, 10, -14, 15)]


def name_line(
    scene: Scene, label: str, color: str, corners: list[Point], own: Sequence[Point], others: Sequence[Point]
) -> None:
    """Write a line's name beside it, as far from the other lines as possible.

    If every place covers a line, the line gets no name here. own, others: points along the line and along the others, as
    along() returns them.
    """
    each = (scene.x[1] - scene.x[0]) / PLACES
    tried = [
        Text(x, y, label, align, dx, dy, color, SMALL, False, 1)
        for x in (scene.x[0] + each * step for step in range(1, PLACES))
        if (y := _height(corners, x)) is not None
        for align, dx, dy in SIDES
    ]
    taken = [*(word_box(scene, one) for one in scene.texts), *(ring(scene, one) for one in scene.holds)]
    best: tuple[float, int] | None = None
    for index in sorted(range(len(tried)), key=lambda one: abs(tried[one].dy)):
        lift = abs(tried[index].dy)
        if best is not None and best[0] <= lift - FAR:
            break  # no other is nearer to its line and as far from the rest
        box = word_box(scene, tried[index])
        if not _fits(scene, box) or any(box.meets(other) for other in taken) or any(map(box.covers, own)):
            continue
        far = min((_apart(box, point) for point in others), default=FAR)
        if far > 0:
            found = lift - min(far, FAR), index
            best = found if best is None else min(best, found)
    if best is not None:
        scene.texts.append(tried[best[1]])


def clearest(scene: Scene, tried: Sequence[Text], points: Sequence[Point]) -> Text:
    """Of several places for the same words the one that covers the least."""
    taken = [word_box(scene, one) for one in scene.texts]

    def bad(text: Text) -> float:
        box = word_box(scene, text)
        outside = box.right > NARROW or box.top < 0 or box.left < scene.margin.left
        covered = sum(map(box.covers, points))
        return covered + FAR * sum(box.meets(other) for other in taken) + PLACES * FAR * outside

    return min(tried, key=bad)


def _fits(scene: Scene, box: Place) -> bool:
    inside = box.left >= scene.margin.left and box.right <= NARROW
    return inside and box.top >= scene.margin.top - 12 and box.bottom <= TALL - scene.margin.bottom


def along(scene: Scene, corners: list[Point]) -> list[Point]:
    """Points along a line in pixels, so close together that no word fits between them."""
    boxes = [word_box(scene, Text(x, y, "")) for x, y in corners]
    spots = [(box.left, (box.top + box.bottom) / 2) for box in boxes]
    found = list(spots)
    ahead = 0.0  # pixels to the next point that is looked at
    for (x, y), (to_x, to_y) in pairwise(spots):
        long = hypot(to_x - x, to_y - y)
        while ahead < long:
            found.append((x + (to_x - x) * ahead / long, y + (to_y - y) * ahead / long))
            ahead += DENSE
        ahead -= long
    return found


def _apart(box: Place, point: Point) -> float:
    """How far a point is from a box, zero where it is covered."""
    x, y = point
    return hypot(max(0.0, box.left - x, x - box.right), max(0.0, box.top - y, y - box.bottom))


def _height(corners: list[Point], x: float) -> float | None:
    """How high a drawn line is at x."""
    for (left, low), (right, high) in pairwise(corners):
        if left <= x <= right and left < right:
            return low + (high - low) * (x - left) / (right - left)
    return None

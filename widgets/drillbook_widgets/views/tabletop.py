"""Where is everything on the table? Seen from above (or from the side) at true scale: templates, arcs, lines, men and scatter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Disc, Fan, Figure, Tabletop
from drillbook.asking.exhibits import Line as TableLine
from drillbook_widgets.theme import ACCENT, AMBER, GREEN, INK, LINE, MISS, PIN, QUIET, SMALL
from drillbook_widgets.views.histogram import short_percent
from drillbook_widgets.views.scene import Dot, Fill, Hold, Margin, Point, Scene, Stroke, ticks

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

LARGEST = 9  # pixels of the likeliest spot; the area of a spot goes with its chance
CROWD = 24  # from so many spots on they are drawn smaller, so that the figures among them are seen
FAR = 0.8  # how far out an arc is named, as a share of its reach
KNOB = 0.5  # and how far out a hand takes hold of it
SHAPE = 1.55  # width by height of the stretch of table that is drawn
KINDS = {"own": ACCENT, "enemy": INK, "friend": GREEN, "aim": PIN, "marker": QUIET}
LINES = {
    "sight": (ACCENT, "solid", 1.75),
    "blocked": (PIN, "dashed", 1.75),
    "wall": (QUIET, "solid", 3.0),
    "path": (AMBER, "dashed", 1.75),
}


def draw(exhibit: Tabletop, look: Look) -> Scene:
    """The table-top of an exhibit."""
    scene = _stretch(exhibit, look)
    for fan in exhibit.fans:
        scene.fills.append(Fill(sector(fan), ACCENT, 0.1, ACCENT))
        if fan.label:
            middle = radians(float(fan.facing))
            far = float(fan.reach) * FAR
            scene.write(
                float(fan.x) + far * sin(middle), float(fan.y) + far * cos(middle), fan.label, size=SMALL, rank=3
            )
    for disc in sorted(exhibit.discs, key=lambda one: -float(one.radius)):
        _disc(scene, disc, PIN if disc.kind == "template" else QUIET)
    for disc in look.pinned.discs if look.pinned else ():
        _trace(scene, _closed(circle(float(disc.x), float(disc.y), float(disc.radius))), PIN, 1.75, "dashed")
    for line in exhibit.lines:
        _path(scene, line)
    largest = max((float(spot.chance) for spot in exhibit.spots), default=1.0)
    most, least = (LARGEST, 3) if len(exhibit.spots) < CROWD else (LARGEST * 0.6, 2)
    for spot in exhibit.spots:
        pixels = max(least, round(most * (float(spot.chance) / largest) ** 0.5))
        scene.dots.append(Dot(float(spot.x), float(spot.y), AMBER, pixels))
    for figure in exhibit.figures:
        _figure(scene, figure)
    _scale(scene, exhibit.unit)
    scene.holds += _holds(exhibit)
    return scene


def _holds(exhibit: Tabletop) -> Iterable[Hold]:
    """Everything on the table that can be moved: an arc by its far end, all else by its middle."""
    for disc in exhibit.discs:
        if disc.grip:
            yield Hold(float(disc.x), float(disc.y), disc.label or "template", disc.grip)
    for figure in exhibit.figures:
        if figure.grip:
            yield Hold(float(figure.x), float(figure.y), figure.label or figure.kind, figure.grip)
    for fan in exhibit.fans:
        if fan.grip:
            turn, far = radians(float(fan.facing)), float(fan.reach) * KNOB
            yield Hold(float(fan.x) + far * sin(turn), float(fan.y) + far * cos(turn), "arc", fan.grip)


def circle(x: float, y: float, radius: float, corners: int = 40) -> list[Point]:
    """A circle as a polygon."""
    return [(x + radius * cos(2 * pi * i / corners), y + radius * sin(2 * pi * i / corners)) for i in range(corners)]


def sector(fan: Fan) -> list[Point]:
    """An arc of fire as a polygon; degrees go clockwise from straight up the table."""
    x, y, reach = float(fan.x), float(fan.y), float(fan.reach)
    first = float(fan.facing) - float(fan.width) / 2
    steps = max(2, round(float(fan.width) / 6))
    turns = [radians(first + float(fan.width) * i / steps) for i in range(steps + 1)]
    rim = [(x + reach * sin(turn), y + reach * cos(turn)) for turn in turns]
    return rim if float(fan.width) >= 360 else [(x, y), *rim]


def _closed(points: list[Point]) -> list[Point]:
    return [*points, points[0]]


def _extent(exhibit: Tabletop) -> Iterable[Point]:
    for disc in exhibit.discs:
        if disc.kind == "range" and disc.label and exhibit.spots:
            continue  # where things may come to lie is seen; a ring around it may run out of the picture
        x, y, r = float(disc.x), float(disc.y), float(disc.radius)
        yield from ((x - r, y - r), (x + r, y + r))
    for fan in exhibit.fans:
        yield from sector(fan)
        yield float(fan.x), float(fan.y)
    for spot in exhibit.spots:
        yield float(spot.x), float(spot.y)
    for figure in exhibit.figures:
        x, y, r = float(figure.x), float(figure.y), float(figure.radius)
        yield from ((x - r, y - r), (x + r, y + r))
    if not exhibit.spots:  # a line that leads to where they are may run out of the picture as well
        for line in exhibit.lines:
            yield from ((float(x), float(y)) for x, y in line.points)


def within(points: Sequence[Point], scene: Scene) -> list[list[Point]]:
    """The pieces of a line that are inside the picture."""
    pieces: list[list[Point]] = [[]]
    for (x, y), (to_x, to_y) in pairwise(points):
        first, last = 0.0, 1.0
        for at, step, (low, high) in ((x, to_x - x, scene.x), (y, to_y - y, scene.y)):
            if step == 0:
                first = first if low <= at <= high else 2.0
                continue
            ends = sorted(((low - at) / step, (high - at) / step))
            first, last = max(first, ends[0]), min(last, ends[1])
        if first > last:
            continue
        start, end = ((x + (to_x - x) * part, y + (to_y - y) * part) for part in (first, last))
        if not pieces[-1] or pieces[-1][-1] != start:
            pieces.append([start])
        pieces[-1].append(end)
    return [piece for piece in pieces if len(piece) > 1]


def _trace(scene: Scene, points: Sequence[Point], color: str, width: float, style: str) -> None:
    """A line as far as it is inside the picture."""
    scene.strokes += [Stroke(piece, color, width, style) for piece in within(points, scene)]


def _stretch(exhibit: Tabletop, look: Look) -> Scene:
    """An empty stretch of table of the right shape around everything that is on it."""
    if look.frame is not None:
        west, east, south, north = look.frame
        return Scene((west, east), (south, north), Margin(0, 0, 0, 0), aspect=SHAPE)
    pinned = look.pinned
    points = [*_extent(exhibit), *(_extent(pinned) if pinned else ())] or [(-1.0, -1.0), (1.0, 1.0)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    wide, tall = max(right - left, 1e-6), max(high - low, 1e-6)
    wide, tall = wide * 1.14 + tall * 0.05, tall * 1.26 + wide * 0.03
    wide, tall = max(wide, tall * SHAPE), max(tall, wide / SHAPE)
    across, up = (left + right) / 2, (low + high) / 2 - tall * 0.03  # a little more room below, for the scale
    return Scene(
        (across - wide / 2, across + wide / 2), (up - tall / 2, up + tall / 2), Margin(0, 0, 0, 0), aspect=SHAPE
    )


def _disc(scene: Scene, disc: Disc, edge: str) -> None:
    x, y, radius = float(disc.x), float(disc.y), float(disc.radius)
    if disc.kind == "range":
        _trace(scene, _closed(circle(x, y, radius, 72)), QUIET, 1.25, "dashed")
    else:
        color, opacity = (PIN, 0.16) if disc.kind == "template" else (MISS, 0.3)
        scene.fills.append(Fill(circle(x, y, radius), color, opacity, edge))
    if disc.label:
        top = min(y + radius, scene.y[1])
        scene.write(x, top, disc.label, dy=9, size=SMALL, color=INK, rank=3)


def _path(scene: Scene, line: TableLine) -> None:
    color, style, width = LINES.get(line.kind, LINES["sight"])
    corners = [(float(x), float(y)) for x, y in line.points]
    _trace(scene, corners, color, width, style)
    pieces = within(corners, scene)
    if line.label and pieces:
        points = max(pieces, key=len)
        middle = len(points) // 2
        (x, y), (to_x, to_y) = points[max(0, middle - 1)], points[min(middle, len(points) - 1)]
        scene.write((x + to_x) / 2, (y + to_y) / 2, line.label, dy=-9, size=SMALL, color=INK, rank=2)


def _figure(scene: Scene, figure: Figure) -> None:
    color = KINDS.get(figure.kind, INK)
    x, y = float(figure.x), float(figure.y)
    if figure.kind == "aim":
        reach = (scene.x[1] - scene.x[0]) * 0.018
        scene.line((x - reach, y), (x + reach, y), color, 1.75)
        scene.line((x, y - reach), (x, y + reach), color, 1.75)
    elif figure.radius:
        scene.fills.append(Fill(circle(x, y, float(figure.radius), 24), color, 0.75, color))
    else:
        scene.dots.append(Dot(x, y, color, 9))
    words = figure.label if figure.touched is None else f"{figure.label} {short_percent(float(figure.touched))}".strip()
    rank = 1 if figure.touched else 2
    scene.write(x, y, words, align="start", dx=8, dy=-7, size=SMALL, color=INK, rank=rank, loose=True)


def _scale(scene: Scene, unit: str) -> None:
    """A bar of a round length, bottom left."""
    wide = scene.x[1] - scene.x[0]
    length = next((x for x in reversed(ticks(0, wide * 0.25, 4)) if x > 0), wide * 0.2)
    left, low = scene.x[0] + wide * 0.03, scene.y[0] + (scene.y[1] - scene.y[0]) * 0.06
    tick = (scene.y[1] - scene.y[0]) * 0.012
    scene.line((left, low), (left + length, low), QUIET, 1.25)
    for at in (left, left + length):
        scene.line((at, low - tick), (at, low + tick), QUIET, 1.25)
    scene.write(left + length, low, f"{length:g} {unit}", align="start", dx=5, size=SMALL, rank=1)
    (west, east), (south, north) = scene.x, scene.y
    rim = [(west, south), (east, south), (east, north), (west, north)]
    scene.strokes.append(Stroke(_closed(rim), LINE, 1.0))

"""The table-top picture: where everything on the table is.

The table is drawn from above (or from the side) at true scale, with templates, arcs, lines, men and scatter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING, Any

from drillbook.asking.exhibits import Disc, Fan, Figure, Tabletop
from drillbook.asking.exhibits import Line as TableLine
from drillbook.asking.inputs.numbers import SINGULAR
from drillbook.maths.number_words import other_tape, short_percent
from drillbook_widgets.views.scene import (
    LETTER,
    LINE_HEIGHT,
    RING,
    Dot,
    Fill,
    Hold,
    Margin,
    Point,
    Scene,
    Stroke,
    axis_ticks,
)
from drillbook_widgets.views.theme import ACCENT, AMBER, GREEN, INK, LINE, MISS, NARROW, PIN, QUIET, SMALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

LARGEST = 9  # pixels of the likeliest spot; the area of a spot goes with its chance
CROWD = 24  # from so many spots on they are drawn smaller, so that the figures among them are seen
FAR = 0.8  # how far out an arc is named, as a share of its reach
DIAGONAL = 0.6  # where a figure's name begins, as a share of its radius across and up
TURN = 360.0
BESIDE_AIM = (
    0.3  # how far off straight ahead an arc is pulled longer, as a share of its width: ahead stands what he aims at
)
INNER = 0.85  # half the side of a square that stands for a figure's base, as a share of its radius
CLEAR = 2.0  # and how far from a figure a circle is named, in its radii
STEEP = 2  # a line that climbs so much more than it goes across is named beside itself, not above
SHAPE = 1.55  # width by height of the stretch of table that is drawn
LANE = 2.6  # and of a stretch so much longer than it is deep, which has a lower room
BESIDE, ABOVE = (
    0.4,
    0.15,
)  # how much farther lines run on to each side, for a room of another shape, as shares of the stretch
KINDS = {"own": ACCENT, "enemy": INK, "friend": GREEN, "aim": PIN, "marker": QUIET}
GROUNDS = {"plain": (MISS, 0.3), "rough": (AMBER, 0.28), "wild": (QUIET, 0.45)}
LINES = {
    "sight": (ACCENT, "solid", 1.75),
    "blocked": (PIN, "dashed", 1.75),
    "wall": (QUIET, "solid", 3.0),
    "path": (AMBER, "dashed", 1.75),
    "thin": (LINE, "solid", 1.0),
}


def draw(exhibit: Tabletop, look: Look) -> Scene:
    """Return the table-top of an exhibit as a scene."""
    scene = _stretch(exhibit, look)
    for fan in exhibit.fans:
        scene.fills.append(Fill(sector(fan), ACCENT, 0.1, ACCENT))
        if fan.label:
            middle = radians(float(fan.facing))
            far = float(fan.reach) * FAR
            at = float(fan.x) + far * sin(middle), float(fan.y) + far * cos(middle)
            scene.write(*at, fan.label, dy=-12, size=SMALL, rank=3, loose=True)
    for disc in sorted(exhibit.discs, key=lambda one: -float(one.radius)):
        _disc(scene, disc, PIN if disc.kind == "template" else QUIET, exhibit.figures)
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
    """Yield everything on the table that can be moved.

    An arc is held by its rim, everything else by its middle. A disc is held by its rim if figures can be moved too. A
    circle whose size is an input is held anywhere on its rim.
    """
    crowded = any(one.grip for one in exhibit.figures)
    for disc in exhibit.discs:
        if disc.grip:
            rim = (float(disc.x), float(disc.y), float(disc.radius), 0.0, TURN) if disc.grip.away else None
            yield Hold(*_handle(disc, crowded or bool(rim)), disc.label or "template", disc.grip, rim)
    for figure in exhibit.figures:
        if figure.grip:
            yield Hold(float(figure.x), float(figure.y), figure.label or figure.kind, figure.grip)
    for fan in exhibit.fans:
        if fan.grip:
            x, y, far = float(fan.x), float(fan.y), float(fan.reach)
            facing, width = float(fan.facing), float(fan.width)
            pulled = bool(fan.grip.away and not fan.grip.turn)
            turn = radians(facing + width * BESIDE_AIM * pulled)
            rim = (x, y, far, facing, width) if pulled else None
            yield Hold(x + far * sin(turn), y + far * cos(turn), "arc", fan.grip, rim)


def _handle(disc: Disc, crowded: bool) -> Point:
    """Return where a disc is held: in its middle, or on its rim if figures can be moved too.

    The place never changes between the two: while the disc is moved below the men, its handle stays where it is.
    """
    x, y = float(disc.x), float(disc.y)
    return (x + float(disc.radius), y) if crowded else (x, y)


def circle(x: float, y: float, radius: float, corners: int = 40) -> list[Point]:
    """Return a circle as a polygon."""
    return [(x + radius * cos(2 * pi * i / corners), y + radius * sin(2 * pi * i / corners)) for i in range(corners)]


def reach_of(figure: Figure) -> Point:
    """How far a figure's base reaches from its middle, across and ahead."""
    return float(figure.wide or figure.radius * 2) / 2, float(figure.deep or figure.radius * 2) / 2


def sector(fan: Fan) -> list[Point]:
    """Return an arc of fire as a polygon; degrees go clockwise from straight up the table."""
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
        x, y = float(figure.x), float(figure.y)
        wide, deep = reach_of(figure)
        yield from ((x - wide, y - deep), (x + wide, y + deep))
    if not exhibit.spots:  # a line that leads to where they are may run out of the picture as well
        for line in exhibit.lines:
            yield from ((float(x), float(y)) for x, y in line.points)


def clip_line(points: Sequence[Point], scene: Scene, beside: float = 0.0, above: float = 0.0) -> list[list[Point]]:
    """Return the pieces of a line that are inside the picture or a little beyond it.

    beside, above: how far beyond, as shares of the picture's width and height.
    """
    (west, east), (south, north) = scene.x, scene.y
    wide, tall = beside * (east - west), above * (north - south)
    bounds = (west - wide, east + wide), (south - tall, north + tall)
    pieces: list[list[Point]] = [[]]
    for (x, y), (to_x, to_y) in pairwise(points):
        first, last = 0.0, 1.0
        for at, step, (low, high) in ((x, to_x - x, bounds[0]), (y, to_y - y, bounds[1])):
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
    """Draw a line as far as it can be seen.

    A space that is wider or taller than the stretch shows more of the table around it.
    """
    scene.strokes += [Stroke(piece, color, width, style) for piece in clip_line(points, scene, BESIDE, ABOVE)]


def _stretch(exhibit: Tabletop, look: Look) -> Scene:
    """Return an empty scene with a stretch of table of the right shape around everything on it."""
    if look.frame is not None:
        west, east, south, north = look.frame
        return Scene((west, east), (south, north), Margin(0, 0, 0, 0), aspect=(east - west) / (north - south))
    pinned = look.pinned
    points = [*_extent(exhibit), *(_extent(pinned) if pinned else ())] or [(-1.0, -1.0), (1.0, 1.0)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    wide, tall = max(right - left, 1e-6), max(high - low, 1e-6)
    wide, tall = wide * 1.14 + tall * 0.05, tall * 1.26 + wide * 0.03
    shape = LANE if wide > tall * LANE else SHAPE
    wide, tall = max(wide, tall * shape), max(tall, wide / shape)
    across, up = (left + right) / 2, (low + high) / 2 - tall * 0.03  # a little more room below, for the scale
    return Scene(
        (across - wide / 2, across + wide / 2), (up - tall / 2, up + tall / 2), Margin(0, 0, 0, 0), aspect=shape
    )


def _disc(scene: Scene, disc: Disc, edge: str, figures: Sequence[Figure]) -> None:
    x, y, radius = float(disc.x), float(disc.y), float(disc.radius)
    if disc.kind == "range":
        _trace(scene, _closed(circle(x, y, radius, 72)), QUIET, 1.25, "dashed")
    else:
        color, opacity = (PIN, 0.16) if disc.kind == "template" else (MISS, 0.3)
        scene.fills.append(Fill(circle(x, y, radius), color, opacity, edge))
    top = min(y + radius, scene.y[1])
    if disc.label and not any(_stands_at(one, x, top) for one in figures):
        low, east, west = max(y - radius, scene.y[0]), min(x + radius, scene.x[1]), max(x - radius, scene.x[0])
        inside = ((x, low, "middle", 0, -9), (east, y, "end", -5, 0), (west, y, "start", 5, 0))
        outside = (
            (x, top, "middle", 0, -9),
            (x, low, "middle", 0, 9),
            (east, y, "start", 5, 0),
            (west, y, "end", -5, 0),
        )
        scene.write(x, top, disc.label, dy=9, size=SMALL, color=INK, rank=3, elsewhere=inside + outside)


def _stands_at(figure: Figure, x: float, y: float) -> bool:
    """Whether a figure's base covers the words at a place, or nearly."""
    return hypot(float(figure.x) - x, float(figure.y) - y) <= CLEAR * float(figure.radius or 0)


def _path(scene: Scene, line: TableLine) -> None:
    color, style, width = LINES.get(line.kind, LINES["sight"])
    corners = [(float(x), float(y)) for x, y in line.points]
    _trace(scene, corners, color, width, style)
    pieces = clip_line(corners, scene)
    if line.label and pieces:
        points = max(pieces, key=len)
        middle = len(points) // 2
        (x, y), (to_x, to_y) = points[max(0, middle - 1)], points[min(middle, len(points) - 1)]
        steep = abs(to_y - y) > STEEP * abs(to_x - x)
        beside: dict[str, Any] = {"align": "end", "dx": -6} if steep else {"dy": -9}
        scene.write((x + to_x) / 2, (y + to_y) / 2, line.label, size=SMALL, color=INK, rank=2, **beside)


def _figure(scene: Scene, figure: Figure) -> None:
    color = KINDS.get(figure.kind, INK)
    x, y = float(figure.x), float(figure.y)
    if figure.kind == "aim":
        reach = (scene.x[1] - scene.x[0]) * 0.018
        scene.line((x - reach, y), (x + reach, y), color, 1.75)
        scene.line((x, y - reach), (x, y + reach), color, 1.75)
        scene.bodies.append(((x - reach, y - reach), (x + reach, y + reach)))
    elif figure.wide:
        wide, deep = reach_of(figure)
        corners = [(x - wide, y - deep), (x + wide, y - deep), (x + wide, y + deep), (x - wide, y + deep)]
        color, opacity = GROUNDS.get(figure.kind, (color, 0.5))
        scene.fills.append(Fill(corners, color, opacity, color))
        if figure.kind in GROUNDS:
            return
        scene.bodies.append((corners[0], corners[2]))
    elif figure.radius:
        scene.fills.append(Fill(circle(x, y, float(figure.radius), 24), color, 0.75, color))
        half = float(figure.radius) * INNER  # words may reach over a corner of the square around it
        scene.bodies.append(((x - half, y - half), (x + half, y + half)))
    else:
        scene.dots.append(Dot(x, y, color, 9))
    words = figure.label
    if figure.touched is not None:
        named = figure.label.rstrip(":")
        words = f"{named}: {short_percent(float(figure.touched))}".removeprefix(": ")
    rank = 1 if figure.touched else 2
    if _has_room(scene, figure, words):
        scene.write(x, y, words, size=SMALL, color=INK, rank=rank)
        return
    rim = min(reach_of(figure)) * DIAGONAL
    if figure.grip and not rim:  # beside its ring, or above it
        around = (("middle", 0, -RING - 7), ("end", -RING, -9), ("start", RING, 11), ("end", -RING, 11))
        elsewhere = tuple((x, y, *one) for one in around)
        scene.write(
            x, y, words, align="start", dx=RING, dy=-9, size=SMALL, color=INK, rank=rank, elsewhere=elsewhere
        )  # fmt: skip
        return
    aside = RING if figure.grip else 8
    scene.write(x, y, words, align="start", dx=aside, dy=-7, size=SMALL, color=INK, rank=rank, loose=True, rim=rim)


def _has_room(scene: Scene, figure: Figure, words: str) -> bool:
    """Whether a name fits into its base, which no handle covers."""
    wide, deep = (2 * reach * NARROW / (scene.x[1] - scene.x[0]) for reach in reach_of(figure))
    return bool(figure.wide) and figure.grip is None and len(words) * SMALL * LETTER < wide * 0.9 and deep > LINE_HEIGHT


def _scale(scene: Scene, unit: str) -> None:
    """Draw a scale bar of a round length at the bottom left."""
    wide = scene.x[1] - scene.x[0]
    length = next((x for x in reversed(axis_ticks(0, wide * 0.25, 4)) if x > 0), wide * 0.2)
    left, low = scene.x[0] + wide * 0.03, scene.y[0] + (scene.y[1] - scene.y[0]) * 0.06
    tick = (scene.y[1] - scene.y[0]) * 0.012
    scene.line((left, low), (left + length, low), QUIET, 1.25)
    for at in (left, left + length):
        scene.line((at, low - tick), (at, low + tick), QUIET, 1.25)
    other = other_tape(Fraction(length), unit)
    scene.write(
        left + length,
        low,
        f"{length:g} {SINGULAR.get(unit, unit) if length == 1 else unit}{f' ({other})' if other else ''}",
        align="start",
        dx=5,
        size=SMALL,
        rank=1,
    )

"""The curves: how something changes with distance, value or number.

Curves are named lines with round ticks and a mark at the current value of the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Curves
from drillbook.asking.exhibits.gestures import across
from drillbook.maths.exact import Number, exact
from drillbook.maths.number_words import short_percent
from drillbook_widgets.views.naming import along, clearest, name_line
from drillbook_widgets.views.scene import (
    Dot,
    Hold,
    Margin,
    Point,
    Scene,
    Stroke,
    Text,
    axis_number,
    axis_ticks,
    word_box,
)
from drillbook_widgets.views.theme import INK, LINE, PIN, QUIET, SERIES, SMALL

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

HEADROOM = 1.1
CLOSE = 0.05  # of the picture's height: of two points nearer than that one alone has its number
TREAD = 0.4  # how much of the last stair is drawn, of one step


def draw(exhibit: Curves, look: Look) -> Scene:
    """Return the lines of an exhibit as a scene."""
    shown_lines = list(exhibit.lines.values()) + (list(look.pinned.lines.values()) if look.pinned else [])
    xs = [float(x) for line in shown_lines for x, _ in line] or [0.0, 1.0]
    ys = [float(y) for line in shown_lines for _, y in line] or [0.0, 1.0]
    low, high = min(0.0, *ys), max(ys)
    high = high if high > low else low + 1.0
    if exhibit.chance and high > 0.6:
        high = 1.0
    left, right = min(xs), max(xs)
    right = right if right > left else left + 1.0
    if exhibit.step and not exhibit.edges:
        right += (right - left) * TREAD / max(1, len(set(xs)) - 1)
    scene = Scene((left, right), (low, low + (high - low) * HEADROOM), Margin(26, 16, 38, 44))
    _frame(scene, exhibit)
    for x, label in exhibit.marks:
        if left <= float(x) <= right:
            scene.line((float(x), low), (float(x), scene.y[1]), LINE, 1.25, "dashed")
            scene.write(
                float(x),
                scene.y[1],
                label,
                align="start" if float(x) < (left + right) / 2 else "end",
                dy=-9,
                size=SMALL,
                rank=2,
            )
    if look.pinned:
        for points in look.pinned.lines.values():
            _line(scene, points, look.pinned, PIN, "dashed")
        last = next(iter(look.pinned.lines.values()))
        if last:
            scene.write(
                float(last[-1][0]),
                float(last[-1][1]),
                look.pinned_as,
                align="end",
                dx=-4,
                dy=9,
                size=SMALL,
                color=PIN,
                rank=3,
            )
    drawn: list[list[Point]] = []
    for number, points in enumerate(exhibit.lines.values()):
        style = "solid" if number < len(SERIES) else "dashed"  # a colour that comes again is told by its dashes
        drawn.append(_line(scene, points, exhibit, SERIES[number % len(SERIES)], style, drawn))
        if len(drawn[-1]) == 1:
            words = _height_words(drawn[-1][0][1], exhibit)
            scene.write(*drawn[-1][0], words, align="start", dx=8, size=SMALL, color=INK, rank=1, loose=True)
    tracks = [along(scene, corners) for corners in drawn]
    _here(scene, exhibit, [*chain(*tracks)])
    if len(exhibit.lines) > 1:
        for number, label in enumerate(exhibit.lines):
            others = [*chain(*tracks[:number], *tracks[number + 1 :])]
            name_line(scene, label, SERIES[number % len(SERIES)], drawn[number], tracks[number], others)
    return scene


def _height_words(y: float, exhibit: Curves) -> str:
    """Return the height of one point as text."""
    return short_percent(y) if exhibit.chance else axis_number(round(y, 2))


def _written(y: float, exhibit: Curves) -> str:
    if exhibit.chance:
        return f"{y * 100:.0f} %" if abs(y * 100 - round(y * 100)) < 1e-6 else f"{y * 100:.1f} %"
    return axis_number(y)


def _frame(scene: Scene, exhibit: Curves) -> None:
    for y in axis_ticks(scene.y[0], scene.y[0] + (scene.y[1] - scene.y[0]) / HEADROOM, 5):
        scene.rule((scene.x[0], y), (scene.x[1], y), LINE)
        scene.write(scene.x[0], y, _written(y, exhibit), align="end", dx=-6, size=SMALL, rank=1)
    whole = all(exact(x) == int(x) for points in exhibit.lines.values() for x, _ in points)
    for x in axis_ticks(*scene.x, 7, whole):
        scene.write(x, scene.y[0], axis_number(x), dy=11, size=SMALL, rank=1)
    scene.line((scene.x[0], scene.y[0]), (scene.x[1], scene.y[0]), QUIET, 1.0)
    scene.write(scene.x[1], scene.y[0], exhibit.x_axis, align="end", dy=28, size=SMALL, rank=1)
    scene.write(
        scene.x[0],
        scene.y[1],
        exhibit.y_axis,
        align="start",
        dx=-40,
        dy=-18 if exhibit.marks else -10,
        size=SMALL,
        rank=1,
    )


def _points(points: Sequence[tuple[Number, Number]], exhibit: Curves, last: float) -> list[Point]:
    """Return the corners of a line; the tread of the last stair is visible as well."""
    if not exhibit.step:
        return [(float(x), float(y)) for x, y in points]
    stairs: list[Point] = []
    for number, (x, y) in enumerate(points):
        start = riser(points[number - 1][0], x, exhibit.edges) if number else x
        end = riser(x, points[number + 1][0], exhibit.edges) if points[number + 1 :] else max(float(x), last)
        stairs += [(float(start), float(y)), (float(end), float(y))]
    return list(dict.fromkeys(stairs))


def riser(start: Number, end: Number, edges: Sequence[Number]) -> Number:
    """Return where stairs rise or fall between two of their points.

    This is at the first edge of a band between them, otherwise at the second point.
    """
    return min((edge for edge in edges if start <= edge <= end), default=end)


def _line(
    scene: Scene,
    points: Sequence[tuple[Number, Number]],
    exhibit: Curves,
    color: str,
    style: str,
    earlier: Sequence[list[Point]] = (),
) -> list[Point]:
    """Draw a line, or a dot if there is only one point; return the line's corners.

    Where the line runs along an earlier one, both are visible.
    """
    corners = _points(points, exhibit, scene.x[1])
    if len(corners) == 1:
        scene.dots.append(Dot(*corners[0], color, 7))
    width = 2.25 if style == "solid" else 1.75
    covered = {piece for line in earlier for piece in pairwise(line)}
    for both, pieces in groupby(pairwise(corners), covered.__contains__):
        run = list(pieces)
        shape = [run[0][0], *(end for _, end in run)]
        scene.strokes.append(Stroke(shape, color, width, "dashed" if both else style))
    return corners


def _here(scene: Scene, exhibit: Curves, tracks: Sequence[Point]) -> None:
    """Draw the current value of the form: a dot on every line, with its height as text.

    The text is on the side where it covers the least.
    """
    if exhibit.here is None:
        return
    found = [value_at(points, exhibit.here, exhibit.step, exhibit.edges) for points in exhibit.lines.values()]
    heights = [float(y) for y in found if y is not None]
    own = list(exhibit.lines).index(exhibit.own) if exhibit.own in exhibit.lines else 0
    named: set[Number] = set()
    for number in sorted(range(len(found)), key=lambda one: one != own):
        y = found[number]
        if y is None:
            continue
        at = (float(exhibit.here), float(y))
        scene.dots.append(Dot(*at, SERIES[number % len(SERIES)], 9))
        if exhibit.sets and not scene.holds:
            scene.holds.append(Hold(*at, "", across(exhibit.sets)))
            scene.jumps = True
        words = _height_words(float(y), exhibit)
        ways = [("start", 8), ("end", -8)]
        ways = ways[::-1] if at[0] > sum(scene.x) / 2 else ways
        tried = [
            Text(*at, words, align, dx, dy, INK, SMALL, True, 0 if number == own else 1)
            for align, dx in ways
            for dy in _sides(scene, float(y), heights)
        ]
        if any(abs(float(y - other)) < CLOSE * (scene.y[1] - scene.y[0]) for other in named):
            continue
        named.add(y)
        best = clearest(scene, tried, tracks)
        if number == own or not any(word_box(scene, best).meets(word_box(scene, one)) for one in scene.texts):
            scene.texts.append(best)


def value_at(
    points: Sequence[tuple[Number, Number]], x: Number, step: bool, edges: Sequence[Number] = ()
) -> Number | None:
    """Return the value of a line at x.

    This is the point at x, the stair at x, or the straight line between two points. The result is None if the line has no
    value at x.
    """
    before: tuple[Number, Number] | None = None
    for at, y in points:
        if at == x:
            return y
        if at > x:
            if before is None:
                return None
            if step:
                return before[1] if x <= riser(before[0], at, edges) else y
            share = Fraction(x - before[0]) / Fraction(at - before[0])
            return before[1] + (y - before[1]) * share
        before = (at, y)
    return before[1] if before is not None and step else None


def _sides(scene: Scene, y: float, heights: Sequence[float]) -> tuple[int, ...]:
    """Return the sides on which a height may be named, as offsets above or below the dot.

    The highest of several is named above its dot, the lowest below it, unless it is close to the axis.
    """
    if len(heights) > 1 and y == max(heights):
        return (-10,)
    if len(heights) > 1 and y == min(heights) and y - scene.y[0] > (scene.y[1] - scene.y[0]) / 10:
        return (11,)
    return (-10, 11)

"""How does something change with distance, value or number? Named lines with round ticks and the place where the form stands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.asking.exhibits import Curves
from drillbook.asking.gestures import across
from drillbook.maths.exact import Number, exact
from drillbook_widgets.theme import ACCENT, INK, LINE, PIN, QUIET, SERIES, SMALL
from drillbook_widgets.views.histogram import short_percent
from drillbook_widgets.views.scene import Dot, Hold, Margin, Point, Scene, Stroke, plain, ticks

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

HEADROOM = 1.1


def draw(exhibit: Curves, look: Look) -> Scene:
    """The lines of an exhibit."""
    shown_lines = list(exhibit.lines.values()) + (list(look.pinned.lines.values()) if look.pinned else [])
    xs = [float(x) for line in shown_lines for x, _ in line] or [0.0, 1.0]
    ys = [float(y) for line in shown_lines for _, y in line] or [0.0, 1.0]
    low, high = min(0.0, *ys), max(ys)
    high = high if high > low else low + 1.0
    if exhibit.chance and high > 0.6:
        high = 1.0
    left, right = min(xs), max(xs)
    right = right if right > left else left + 1.0
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
            _line(scene, points, exhibit.step, PIN, "dashed")
        last = next(iter(look.pinned.lines.values()))
        if last:
            scene.write(
                float(last[-1][0]),
                float(last[-1][1]),
                "pinned",
                align="end",
                dx=-4,
                dy=9,
                size=SMALL,
                color=PIN,
                rank=3,
            )
    for number, points in enumerate(exhibit.lines.values()):
        _line(scene, points, exhibit.step, ACCENT if number == 0 else SERIES[number % len(SERIES)], "solid")
        if len(exhibit.lines) > 1 and points:
            _name(scene, exhibit, number)
    _here(scene, exhibit)
    return scene


def _written(y: float, exhibit: Curves) -> str:
    if exhibit.chance:
        return f"{y * 100:.0f} %" if abs(y * 100 - round(y * 100)) < 1e-6 else f"{y * 100:.1f} %"
    return plain(y)


def _frame(scene: Scene, exhibit: Curves) -> None:
    for y in ticks(scene.y[0], scene.y[0] + (scene.y[1] - scene.y[0]) / HEADROOM, 5):
        scene.rule((scene.x[0], y), (scene.x[1], y), LINE)
        scene.write(scene.x[0], y, _written(y, exhibit), align="end", dx=-6, size=SMALL, rank=1)
    whole = all(exact(x) == int(x) for points in exhibit.lines.values() for x, _ in points)
    for x in ticks(*scene.x, 7, whole):
        scene.write(x, scene.y[0], plain(x), dy=11, size=SMALL, rank=1)
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


def _points(points: list[Point], step: bool) -> list[Point]:
    if not step:
        return points
    stairs: list[Point] = []
    for (x, y), (after, _) in zip(points, [*points[1:], points[-1]], strict=True):
        stairs += [(x, y), (after, y)]
    return stairs


def _line(scene: Scene, points: object, step: bool, color: str, style: str) -> None:
    plain = [(float(x), float(y)) for x, y in points]  # type: ignore[attr-defined]
    if plain:
        scene.strokes.append(Stroke(_points(plain, step), color, 2.25 if style == "solid" else 1.75, style))


def _name(scene: Scene, exhibit: Curves, number: int) -> None:
    """A line is named where it runs farthest from the others, on the side that is free and away from its own slope."""
    label, points = list(exhibit.lines.items())[number]
    others = [line for index, line in enumerate(exhibit.lines.values()) if index != number]
    best: tuple[float, int, bool] | None = None
    for index, (x, y) in enumerate(points):
        if not 0.1 < (float(x) - scene.x[0]) / (scene.x[1] - scene.x[0]) < 0.9:
            continue
        beside = [
            float(other - y) for other in (value_at(line, x, exhibit.step) for line in others) if other is not None
        ]
        above = min((gap for gap in beside if gap >= 0), default=scene.y[1] - float(y))
        below = min((-gap for gap in beside if gap <= 0), default=float(y) - scene.y[0])
        nearest = min((abs(gap) for gap in beside), default=0.0)
        if best is None or nearest > best[0]:
            best = (nearest, index, above >= below)
    if best is None:
        return
    _, index, over = best
    before, after = points[max(0, index - 1)][1], points[min(len(points) - 1, index + 1)][1]
    leans = 0 if before == after or exhibit.step else 1 if after > before else -1
    align = "middle" if not leans else "end" if (leans > 0) == over else "start"
    shift = {"middle": 0, "end": -5, "start": 5}[align]
    color = ACCENT if number == 0 else SERIES[number % len(SERIES)]
    x_at, y_at = (float(part) for part in points[index])
    scene.write(x_at, y_at, label, align=align, dx=shift, dy=-9 if over else 10, size=SMALL, color=color, rank=1)


def _here(scene: Scene, exhibit: Curves) -> None:
    if exhibit.here is None:
        return
    for number, points in enumerate(exhibit.lines.values()):
        y = value_at(points, exhibit.here, exhibit.step)
        if y is None:
            continue
        at = (float(exhibit.here), float(y))
        scene.dots.append(Dot(*at, ACCENT if number == 0 else SERIES[number % len(SERIES)], 9))
        words = short_percent(float(y)) if exhibit.chance else exhibit.shown(y)
        if exhibit.sets and not scene.holds:
            scene.holds.append(Hold(*at, "", across(exhibit.sets)))
            scene.jumps = True
        side = at[0] > sum(scene.x) / 2
        scene.write(
            *at,
            words,
            align="end" if side else "start",
            dx=-7 if side else 7,
            dy=-10,
            color=INK,
            bold=True,
            rank=0 if number == 0 else 1,
        )


def value_at(points: object, x: Number, step: bool) -> Number | None:
    """What a line says at x: the point there, the stair it is on, or the straight way between two points."""
    before: tuple[Number, Number] | None = None
    for at, y in points:  # type: ignore[attr-defined]
        if at == x:
            return y  # type: ignore[no-any-return]
        if at > x:
            if before is None:
                return None
            share = Fraction(x - before[0]) / Fraction(at - before[0])
            return before[1] if step else before[1] + (y - before[1]) * share
        before = (at, y)
    return before[1] if before is not None and step else None

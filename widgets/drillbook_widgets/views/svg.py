"""The second canvas: a scene as SVG text, for pages on which no kernel draws.

The canvas needs no library, so a browser's Python has it.

Areas and lines are in a field of 1000 by 1000 units that is stretched over the plotted area. Words and dots are
placed by shares of that area and keep their size at any width. The style sheet that adds the space around it is
edition/static/pictures.css.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import pi

from drillbook_widgets.views.scene import Dot, Fill, Point, Scene, Stroke, Text
from drillbook_widgets.views.theme import NONE, QUIET, SMALL

FIELD = 1000  # units of the stretched field, each way
LARGE = 20  # fields beyond which nothing is seen, so that a line without end stays a line


def svg(scene: Scene, caption: str) -> str:
    """Return a scene whose words are settled as one <svg>.

    caption: the sentence for readers who do not see the picture.
    """
    within = (
        *(_stroke(scene, one) for one in scene.strokes if one.under),
        *(_fill(scene, one) for one in scene.fills if one.points),
        *(_stroke(scene, one) for one in scene.strokes if not one.under),
    )
    over = (*(_dot(scene, one) for one in scene.dots), *(_text(scene, one) for one in scene.texts))
    return (
        f'<svg class="scene" role="img" style="{_room(scene)}"><title>{escape(caption)}</title>'
        f'<svg viewBox="0 0 {FIELD} {FIELD}" preserveAspectRatio="none" overflow="visible">{"".join(within)}</svg>'
        f"{''.join(over)}</svg>"
    )


def _room(scene: Scene) -> str:
    """Return the space around the plotted area in pixels, as a style.

    If both axes have the same scale, the result is the shape of the picture instead.
    """
    if scene.aspect is not None:
        return f"--aspect:{scene.aspect:.4g}"
    room = scene.margin
    return f"--top:{room.top}px;--right:{room.right}px;--bottom:{room.bottom}px;--left:{room.left}px"


def _across(scene: Scene, x: float) -> float:
    """How far to the right a place is, as a share of the plotted area."""
    return max(-LARGE, min(LARGE, (x - scene.x[0]) / (scene.x[1] - scene.x[0])))


def _down(scene: Scene, y: float) -> float:
    """How far down a place is, as a share of the plotted area."""
    return max(-LARGE, min(LARGE, (scene.y[1] - y) / (scene.y[1] - scene.y[0])))


def _short(number: float) -> str:
    """Return a number with no more digits than can be seen."""
    return f"{number:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"


def _path(scene: Scene, points: Sequence[Point]) -> str:
    places = [(_short(FIELD * _across(scene, x)), _short(FIELD * _down(scene, y))) for x, y in points]
    return "M" + "L".join(f"{x} {y}" for x, y in places)


def _attributes(**told: object) -> Iterator[str]:
    for name, value in told.items():
        if value is not None:
            yield f' {name.replace("_", "-")}="{value}"'


def _element(name: str, **told: object) -> str:
    return f"<{name}{''.join(_attributes(**told))}/>"


def _fill(scene: Scene, one: Fill) -> str:
    return _element(
        "path",
        d=_path(scene, one.points) + "Z",
        fill=None if one.color == NONE else one.color,
        fill_opacity=None if one.opacity == 1.0 else _short(one.opacity),
        stroke=None if one.edge == NONE else one.edge,
    )


def _stroke(scene: Scene, one: Stroke) -> str:
    return _element(
        "path",
        d=_path(scene, one.points),
        stroke=one.color,
        stroke_width=None if one.width == 1.0 else _short(one.width),
        stroke_dasharray=None if one.style == "solid" else "4 4",
    )


def _dot(scene: Scene, one: Dot) -> str:
    return _element(
        "circle",
        cx=_percent(_across(scene, one.x)),
        cy=_percent(_down(scene, one.y)),
        r=_short(one.pixels / pi**0.5),
        fill=one.color,
    )


def _text(scene: Scene, one: Text) -> str:
    told = "".join(
        _attributes(
            x=_percent(_across(scene, one.x)),
            y=_percent(_down(scene, one.y)),
            dx=one.dx or None,
            dy=one.dy or None,
            text_anchor=None if one.align == "middle" else one.align,
            fill=None if one.color == QUIET else one.color,
            font_size=None if one.size == SMALL else _short(one.size),
            font_weight="bold" if one.bold else None,
            stroke="none" if one.bare else None,
        )
    )
    return f"<text{told}>{escape(one.words, quote=False)}</text>"


def _percent(share: float) -> str:
    return f"{_short(100 * share)}%"

"""The one figure of a plate: puts scenes on the page with few and small messages.

bqplot's marks are made once per style and reused; a scene that draws fewer things empties the marks it does not need. Areas are drawn
by closed Lines, because one such mark holds any number of shapes, each of its own colour, at any place of a linear scale.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from bqplot import Figure, Label, LinearScale, Lines, Scatter
from ipywidgets import Layout

from drillbook_widgets.notebook.comm_batching import shared_widget
from drillbook_widgets.views.scene import Dot, Fill, Point, Scene, Stroke, Text, settle_words
from drillbook_widgets.views.theme import ACCENT, INK, NONE

BARE = "bolder"  # bqplot's third weight, by which the style sheet knows words that need no rim; it draws them as any others
LAYERS = {"under": 0, "fill": 1, "stroke": 2, "dot": 3, "text": 4}


def _layout() -> Any:
    return Layout(width="100%", height="100%", min_width="200px", min_height="120px")


class Canvas:
    """A bqplot figure that shows one scene after another."""

    def __init__(self) -> None:
        self.x = LinearScale(min=0.0, max=1.0, allow_padding=False)
        self.y = LinearScale(min=0.0, max=1.0, allow_padding=False)
        self.marks: dict[tuple[str, Hashable], Any] = {}
        self.figure = Figure(
            scale_x=self.x,
            scale_y=self.y,
            marks=[],
            axes=[],
            layout=shared_widget(_layout),
            animation_duration=0,
            display_toolbar=False,
            padding_y=0.0,
        )
        self.figure.add_class("drillbook-figure")

    def show(self, scene: Scene) -> None:
        """Draw the scene in place of the one before."""
        scene = settle_words(scene)
        self._frame(scene)
        used: set[tuple[str, Hashable]] = set()
        if scene.fills:
            used.add(self._fills(scene.fills))
        for pen in dict.fromkeys(_pen(one) for one in scene.strokes):
            used.add(self._strokes(pen, [one for one in scene.strokes if _pen(one) == pen]))
        for pixels in dict.fromkeys(one.pixels for one in scene.dots):
            used.add(self._dots(pixels, [one for one in scene.dots if one.pixels == pixels]))
        for face in dict.fromkeys(_face(one) for one in scene.texts):
            used.add(self._texts(face, [one for one in scene.texts if _face(one) == face]))
        for key, mark in self.marks.items():
            if mark.visible != (key in used):
                mark.visible = key in used
        ordered = [mark for _, mark in sorted(self.marks.items(), key=lambda item: LAYERS[item[0][0]])]
        if [id(mark) for mark in ordered] != [id(mark) for mark in self.figure.marks]:
            self.figure.marks = ordered

    def _frame(self, scene: Scene) -> None:
        for scale, (low, high) in ((self.x, scene.x), (self.y, scene.y)):
            with scale.hold_sync():
                scale.min, scale.max = float(low), float(high)
        room = scene.margin
        margin = {"top": room.top, "right": room.right, "bottom": room.bottom, "left": room.left}
        least, most = (scene.aspect, scene.aspect) if scene.aspect else (0.01, 100.0)
        figure = self.figure
        if (figure.fig_margin, figure.min_aspect_ratio, figure.max_aspect_ratio) != (margin, least, most):
            with figure.hold_sync():
                figure.min_aspect_ratio = min(least, figure.max_aspect_ratio)
                figure.max_aspect_ratio = most
                figure.min_aspect_ratio = least
                figure.fig_margin = margin

    def _mark(self, layer: str, style: Hashable, make: Any, **how: Any) -> Any:
        key = (layer, style)
        if key not in self.marks:
            self.marks[key] = make(
                scales={"x": self.x, "y": self.y}, interactions={}, enable_hover=False, apply_clip=False, **how
            )
        return self.marks[key]

    def _fills(self, areas: Sequence[Fill]) -> tuple[str, Hashable]:
        mark = self._mark(
            "fill",
            "area",
            Lines,
            x=np.zeros(1),
            y=np.zeros(1),
            close_path=True,
            fill="inside",
            stroke_width=1.0,
            colors=[NONE],
        )
        x, y = _arrays(one.points for one in areas)
        _put(
            mark,
            x=x,
            y=y,
            colors=[one.edge for one in areas],
            fill_colors=[one.color for one in areas],
            fill_opacities=[round(one.opacity, 3) for one in areas],
        )
        return "fill", "area"

    def _strokes(self, pen: tuple[float, str, bool], lines: Sequence[Stroke]) -> tuple[str, Hashable]:
        width, style, under = pen
        layer = "under" if under else "stroke"
        mark = self._mark(
            layer, pen, Lines, x=np.zeros(1), y=np.zeros(1), stroke_width=width, line_style=style, colors=[INK]
        )
        x, y = _arrays(one.points for one in lines)
        _put(mark, x=x, y=y, colors=[one.color for one in lines])
        return layer, pen

    def _dots(self, pixels: int, dots: Sequence[Dot]) -> tuple[str, Hashable]:
        mark = self._mark(
            "dot", pixels, Scatter, x=np.zeros(1), y=np.zeros(1), default_size=pixels * pixels, colors=[ACCENT]
        )
        _put(
            mark,
            x=np.array([one.x for one in dots], float),
            y=np.array([one.y for one in dots], float),
            colors=[d.color for d in dots],
        )
        return "dot", pixels

    def _texts(self, face: tuple[Any, ...], texts: Sequence[Text]) -> tuple[str, Hashable]:
        align, dx, dy, letters, weight = face
        mark = self._mark(
            "text",
            face,
            Label,
            x=np.zeros(1),
            y=np.zeros(1),
            text=[" "],
            align=align,
            x_offset=dx,
            y_offset=dy,
            default_size=letters,
            font_weight=weight,
            colors=[INK],
        )
        _put(
            mark,
            x=np.array([one.x for one in texts], float),
            y=np.array([one.y for one in texts], float),
            text=np.array([one.words for one in texts]),
            colors=[one.color for one in texts],
        )
        return "text", face


def _pen(line: Stroke) -> tuple[float, str, bool]:
    return line.width, line.style, line.under


def _face(text: Text) -> tuple[Any, ...]:
    return text.align, text.dx, text.dy, text.size, "bold" if text.bold else BARE if text.bare else "normal"


def _arrays(shapes: Iterable[Sequence[Point]]) -> tuple[Any, Any]:
    """All shapes as two tables of numbers; shorter ones stay at their last point."""
    all_points = [list(points) for points in shapes]
    longest = max(len(points) for points in all_points)
    full = np.array([points + [points[-1]] * (longest - len(points)) for points in all_points], float)
    return full[:, :, 0], full[:, :, 1]


def _put(mark: Any, **traits: Any) -> None:
    """Set what has changed, in one message."""
    with mark.hold_sync():
        for name, value in traits.items():
            old = getattr(mark, name)
            same = (
                np.array_equal(old, np.squeeze(value)) or np.array_equal(old, value)
                if isinstance(value, np.ndarray)
                else old == value
            )
            if not same:
                setattr(mark, name, value)

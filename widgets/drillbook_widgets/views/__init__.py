"""The pictures: one file per kind of exhibit, each with a function that makes a scene.

A picture that is a table is made as a table instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from drillbook.asking.exhibits import (
    Bars,
    Card,
    Curves,
    Decision,
    Exhibit,
    Flow,
    Grid,
    Stack,
    Tabletop,
    Timeline,
    Track,
    Tree,
)
from drillbook_widgets.views.scene import Scene

HOWS = ("=", "≥", "≤")
"""How bars are read: the chance of exactly an outcome, of that or more, of that or less."""
LANE = 2
"""A picture so much wider than it is high has a lower room."""


@dataclass(frozen=True, slots=True)
class Look:
    """The way in which an exhibit is shown.

    how: bars as =, ≥ or ≤. pinned: a pinned exhibit beside it. pinned_as: the name of the pinned one. rolled: the rolled
    outcomes over it. frame: the range (left, right, low, high) that stays visible while a mark is moved.
    """

    how: str = "="
    pinned: Any = None
    pinned_as: str = "pinned"
    rolled: Mapping[Any, Fraction] | None = None
    frame: tuple[float, float, float, float] | None = None


def is_sheet(exhibit: Exhibit) -> bool:
    """Whether the exhibit is shown as a table of words, not as a drawn picture."""
    return isinstance(exhibit, Decision | Card)


def scene(exhibit: Exhibit, look: Look | None = None) -> Scene:
    """Return the drawn picture of an exhibit."""
    look = look or Look()
    if look.pinned is not None and type(look.pinned) is not type(exhibit):
        look = replace(look, pinned=None)
    return _drawer(exhibit)(exhibit, look)


def _drawer(exhibit: Exhibit) -> Callable[[Any, Look], Scene]:
    from drillbook_widgets.views import curve, flow, heatmap, histogram, stack, tabletop, timeline, track, tree

    match exhibit:
        case Bars():
            return histogram.draw
        case Curves():
            return curve.draw
        case Grid():
            return heatmap.draw
        case Tabletop():
            return tabletop.draw
        case Track():
            return track.draw
        case Timeline():
            return timeline.draw
        case Stack():
            return stack.draw
        case Tree():
            return tree.draw
        case Flow():
            return flow.draw
        case _:
            raise AssertionError(
                f"{type(exhibit).__name__} has no picture here; register its file's draw() in views/__init__.py"
            )


def room_of(drawn: Scene) -> str:
    """Return the shape of a picture's space: `table`, `lane`, or empty for neither.

    A table or a lane continues to the edges of its space.
    """
    return "" if drawn.aspect is None else "lane" if drawn.aspect > LANE else "table"


def can_cumulate(exhibit: Exhibit) -> bool:
    """Whether "at least" and "at most" mean anything for the outcomes shown."""
    if not isinstance(exhibit, Bars) or exhibit.stacked:
        return False
    outcomes = exhibit.outcomes()
    return len(outcomes) > 1 and all(isinstance(one, int | Fraction) and not isinstance(one, bool) for one in outcomes)

"""The layout of a plate, chosen so that its form is about as tall as its picture.

The layout is estimated from the controls before anything is drawn.

A form of medium height is beside the answer and the picture, which grows with the form (`tall`). A short form is
above the answer, and both are beside the picture (`low`). A long form, or one with a broad table, is in columns
between answer and picture (`wide`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices
from drillbook.asking.inputs.rows import Rows
from drillbook_widgets.plate.input_shapes import marks

# heights in pixels, as the style sheet draws them with a mouse
LINE, TWO_LINES, TICKS = 37, 60, 12  # a control beside its label; under it; the numbers under a track
LIST_LINE, TABLE, TABLE_ROW = 26, 74, 34
LOW, TALL, WIDE = 200, 430, 530  # a form no taller, or taller, than these
BROAD = 5  # columns of a table of rows, a menu counting double, that no longer fit beside the picture
COLUMNS, COLUMN_LINE, COLUMN_TRACK = 3, 67, 24  # of a form above its picture, with a mouse; the track under a number
ASIDE = 30  # the line that names the inputs which do not apply
# and as it draws them for a finger
TOUCH_LINE, TOUCH_UNDER, TOUCH_TRACK, TOUCH_LIST_LINE, TOUCH_TABLE, TOUCH_ROW, TOUCH_ASIDE = 54, 74, 96, 46, 126, 46, 58
TOUCH_ACROSS, TOUCH_BROKEN = 4, 70  # columns of a phone, in which a broader row breaks into lines of such a height


def breadth(kind: Rows) -> int:
    """How much room a table of rows takes, in columns of numbers."""
    return sum(2 if isinstance(field, Choice) else 1 for field in kind.fields.values())


def height(kind: Kind) -> int:
    """How tall a control is, in pixels, with a mouse."""
    match kind:
        case Rows():
            return TABLE + TABLE_ROW * len(kind.first)
        case Choices():
            return LINE + LIST_LINE * ceil(len(kind.options) / 2)
        case Numeric():
            return LINE if "tap" in marks(kind) else TWO_LINES + (TICKS if kind.ticks else 0)
        case _:
            return TWO_LINES if "long" in marks(kind) else LINE


def touch_row(kind: Rows) -> int:
    """Return the height of a table row in pixels on a phone.

    A broad row takes several lines, with its cross beside them.
    """
    return TOUCH_ROW if breadth(kind) <= BROAD else TOUCH_BROKEN * ceil(breadth(kind) / TOUCH_ACROSS)


def touch_height(kind: Kind) -> int:
    """How tall a control is, in pixels, on a phone."""
    match kind:
        case Rows():
            return TOUCH_TABLE + touch_row(kind) * len(kind.first) if kind.first else TOUCH_UNDER
        case Choices():
            return TOUCH_LINE + TOUCH_LIST_LINE * ceil(len(kind.options) / 2)
        case Numeric():
            return TOUCH_LINE if "few" in marks(kind) else TOUCH_TRACK
        case _:
            return TOUCH_UNDER if "long" in marks(kind) else TOUCH_LINE


def arrangement(kinds: Mapping[str, Kind], shown: Iterable[str]) -> str:
    """Return the layout: `wide`, `low`, `tall`, or empty for a form beside its picture.

    shown: the inputs that apply when the plate starts.
    """
    if any(isinstance(kind, Rows) and breadth(kind) >= BROAD for kind in kinds.values()):
        return "wide"
    tall = sum(height(kinds[name]) for name in shown)
    return "wide" if tall > WIDE else "tall" if tall > TALL else "low" if tall <= LOW else ""


def _has_track(kind: Kind) -> bool:
    return isinstance(kind, Numeric) and "tap" not in marks(kind)


def form_heights(kinds: Mapping[str, Kind], values: Mapping[str, Any], shown: Iterable[str]) -> tuple[int, int]:
    """Return the estimated height of a plate's form in pixels, with a mouse and on a phone.

    values: the values of the form. shown: the inputs that apply.
    """
    names = list(shown)
    mouse = touch = 0
    cells: list[Kind] = []  # of a form in columns
    wide = arrangement(kinds, names) == "wide"
    for name in names:
        kind = kinds[name]
        more = len(values[name]) - len(kind.first) if isinstance(kind, Rows) else 0
        touch += touch_height(kind) + (touch_row(kind) * more if isinstance(kind, Rows) else 0)
        if wide and not (isinstance(kind, Rows) and values[name]):
            cells += [kind] * (2 if "broad" in marks(kind) else 1)
        else:
            mouse += (
                height(kind) + TABLE_ROW * more + COLUMN_LINE * wide
            )  # a table across all columns leaves a line unfilled
    aside = len(names) < len(kinds)
    for first in range(0, len(cells), COLUMNS):
        mouse += COLUMN_LINE + COLUMN_TRACK * any(map(_has_track, cells[first : first + COLUMNS]))
    return mouse + ASIDE * aside, touch + TOUCH_ASIDE * aside

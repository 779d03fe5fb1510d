"""How is a plate laid out? So that its form is about as tall as its picture, reckoned from the controls before anything is drawn.

A form of middling height stands beside the answer and the picture, which grows with it (`tall`); a short one stands with the answer
beside the picture (`low`); a long one, or one with a broad table, stands above them in columns (`wide`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from drillbook.asking.kinds import Choice, Choices, Kind, Numeric, Rows
from drillbook_widgets.controls import Control

# heights in pixels, as the style sheet draws them with a mouse
LINE, TWO_LINES, TICKS = 37, 60, 12  # a control beside its label; under it; the numbers under a track
LIST_LINE, TABLE, TABLE_ROW = 26, 74, 34
LOW, TALL, WIDE = 200, 430, 530  # a form no taller, or taller, than these
BROAD = 5  # columns of a table of rows, a menu counting double, that no longer fit beside the picture


def breadth(kind: Rows) -> int:
    """How much room a table of rows takes, in columns of numbers."""
    return sum(2 if isinstance(field, Choice) else 1 for field in kind.fields.values())


def height(kind: Kind, control: Control) -> int:
    """How tall a control is, in pixels."""
    match kind:
        case Rows():
            return TABLE + TABLE_ROW * len(kind.first)
        case Choices():
            return LINE + LIST_LINE * ceil(len(kind.options) / 2)
        case Numeric():
            return LINE if "tap" in control.marks else TWO_LINES + (TICKS if kind.ticks else 0)
        case _:
            return TWO_LINES if "long" in control.marks else LINE


def arrangement(kinds: Mapping[str, Kind], controls: Mapping[str, Control], shown: Iterable[str]) -> str:
    """`wide`, `low`, `tall`, or nothing for a form beside its picture. shown: the inputs that apply as the plate begins."""
    if any(isinstance(kind, Rows) and breadth(kind) >= BROAD for kind in kinds.values()):
        return "wide"
    tall = sum(height(kinds[name], controls[name]) for name in shown)
    return "wide" if tall > WIDE else "tall" if tall > TALL else "low" if tall <= LOW else ""

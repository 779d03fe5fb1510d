"""The controls for each kind of input: ipywidgets, and our own tables and check lists.

A control passes on exact values of its kind or the sentence of an AskError. A control never asks a question itself.
The limits come from the kind and are checked here: whatever a visitor does with a widget, only values of the domain
come out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import ipywidgets

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Count, Length, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError
from drillbook_widgets.notebook.comm_batching import shared_widget
from drillbook_widgets.notebook.widgets import PlatePart
from drillbook_widgets.plate import input_shapes
from drillbook_widgets.plate.form import Control, list_heard, list_told, table_heard, table_rows, table_told

Changed = Callable[[str, Any], None]
Wrong = Callable[[str, str], None]


class Slider:
    """A number: a slider, and a field (drawn by the page) that takes exact numbers."""

    shape = "slider"

    def __init__(self, name: str, kind: Numeric, changed: Changed) -> None:
        self.name, self.kind, self._changed, self._quiet = name, kind, changed, False
        self.marks = input_shapes.of_number(kind)
        whole = all(Fraction(one).denominator == 1 for one in (kind.low, kind.step))
        number: Callable[[Any], Any] = int if whole else float
        make = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
        self.widget = make(
            value=number(kind.first),
            min=number(kind.low),
            max=number(kind.high),
            step=number(kind.step),
            readout=False,
            layout=shared_widget(ipywidgets.Layout),
            style=shared_widget(ipywidgets.widgets.widget_int.SliderStyle),
        )
        self._number = number
        self.widget.observe(self._moved, "value")

    def _moved(self, change: Any) -> None:
        if not self._quiet:
            self._changed(self.name, self.kind.nearest(Fraction(change["new"]).limit_denominator(10_000)))

    def put(self, value: Any) -> None:
        """Move the handle."""
        self._quiet = True
        try:
            self.widget.value = self._number(value)
        finally:
            self._quiet = False


class Options:
    """One of several: segments where they are few and short, else a menu."""

    def __init__(self, name: str, options: Mapping[str, Any], first: Any, changed: Changed) -> None:
        self.name, self._changed, self._quiet = name, changed, False
        self.shape, self.marks = input_shapes.of_options(list(options))
        few = self.shape == "segments"
        make = ipywidgets.ToggleButtons if few else ipywidgets.Dropdown
        style = (
            ipywidgets.widgets.widget_selection.ToggleButtonsStyle
            if few
            else ipywidgets.widgets.widget_description.DescriptionStyle
        )
        self.widget = make(
            options=list(options.items()),
            value=first,
            layout=shared_widget(ipywidgets.Layout),
            style=shared_widget(style),
        )
        self.widget.observe(self._picked, "value")

    def _picked(self, change: Any) -> None:
        if not self._quiet and change["new"] is not None:
            self._changed(self.name, change["new"])

    def put(self, value: Any) -> None:
        """Choose this option."""
        self._quiet = True
        try:
            self.widget.value = value
        finally:
            self._quiet = False


class CheckList:
    """Any number of options: a list of boxes to tick."""

    shape = "list"
    marks: tuple[str, ...] = ()

    def __init__(self, name: str, kind: Choices, changed: Changed, wrong: Wrong) -> None:
        self.name, self.kind, self._changed, self._wrong = name, kind, changed, wrong
        self.widget = PlatePart("list", list_told(kind), self._heard)
        self.put(kind.first)

    def _heard(self, said: Mapping[str, Any]) -> None:
        try:
            value = list_heard(self.kind, said)
        except AskError as problem:
            self._wrong(self.name, str(problem))
        else:
            self._changed(self.name, value)

    def put(self, value: Any) -> None:
        """Tick these boxes."""
        self.widget.rows = {"chosen": list(value), "set": self.widget.rows.get("set", 0) + 1}


class RowTable:
    """Rows of fields: a small table to fill in."""

    shape = "table"
    marks: tuple[str, ...] = ()

    def __init__(self, name: str, kind: Rows, changed: Changed, wrong: Wrong) -> None:
        self.name, self.kind, self._changed, self._wrong = name, kind, changed, wrong
        self.widget = PlatePart("table", table_told(kind), self._heard)
        self.put(kind.first)

    def _heard(self, said: Mapping[str, Any]) -> None:
        try:
            value = table_heard(self.kind, said)
        except AskError as problem:
            self._wrong(self.name, str(problem))
        else:
            self._changed(self.name, value)

    def put(self, value: Any) -> None:
        """Fill the table with these rows."""
        self.widget.rows = {"rows": table_rows(self.kind, value), "set": self.widget.rows.get("set", 0) + 1}


def control_for(name: str, kind: Kind, changed: Changed, wrong: Wrong) -> Control:
    """Return the control for an input."""
    match kind:
        case Count() | Length():
            return Slider(name, kind, changed)
        case Choices():
            return CheckList(name, kind, changed, wrong)
        case Choice():
            return Options(name, input_shapes.option_words(kind), kind.first, changed)
        case Flag():
            return Options(name, input_shapes.YES_OR_NO, kind.first, changed)
        case Rows():
            return RowTable(name, kind, changed, wrong)
        case _:
            raise AssertionError(f"{kind!r} is no kind of input")

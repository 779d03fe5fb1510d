"""Which control goes with which kind of input? Ordinary ipywidgets; tables and check lists are parts of our own.

A control hands on exact values of its kind or an AskError's sentence, and never asks anything itself. Limits are the kind's, checked
here: whatever a visitor sets on a widget, only values of the domain come out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import ipywidgets

from drillbook.asking.kinds import Choice, Choices, Count, Flag, Kind, Length, Numeric, Rows
from drillbook.errors import AskError, quoted
from drillbook.maths.exact import Number
from drillbook_widgets import shapes
from drillbook_widgets.opening import shared
from drillbook_widgets.parts import Part

Changed = Callable[[str, Any], None]
Wrong = Callable[[str, str], None]
FAR = 10  # steps of a great leap, where no rule changes on the way
LONGEST = 200  # letters of one typed number


class Control(Protocol):
    """One input on the page: its widget, and a way to set it without its being taken for the visitor's doing.

    marks: what else the style sheet must know, see shapes.py.
    """

    widget: Any
    shape: str
    marks: tuple[str, ...]

    def put(self, value: Any) -> None:
        """Show this value."""


class Slider:
    """A number: a slider, and a field (drawn by the page) that takes exact numbers."""

    shape = "slider"

    def __init__(self, name: str, kind: Numeric, changed: Changed) -> None:
        self.name, self.kind, self._changed, self._quiet = name, kind, changed, False
        self.marks = shapes.of_number(kind)
        whole = all(Fraction(one).denominator == 1 for one in (kind.low, kind.step))
        number: Callable[[Any], Any] = int if whole else float
        make = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
        self.widget = make(
            value=number(kind.first),
            min=number(kind.low),
            max=number(kind.high),
            step=number(kind.step),
            readout=False,
            layout=shared(ipywidgets.Layout),
            style=shared(ipywidgets.widgets.widget_int.SliderStyle),
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
        self.shape, self.marks = shapes.of_options(list(options))
        few = self.shape == "segments"
        make = ipywidgets.ToggleButtons if few else ipywidgets.Dropdown
        style = (
            ipywidgets.widgets.widget_selection.ToggleButtonsStyle
            if few
            else ipywidgets.widgets.widget_description.DescriptionStyle
        )
        self.widget = make(
            options=list(options.items()), value=first, layout=shared(ipywidgets.Layout), style=shared(style)
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
        options = [{"key": key, "words": words} for key, words in kind.options.items()]
        self.widget = Part("list", {"options": options, "label": kind.label}, self._heard)
        self.put(kind.first)

    def _heard(self, said: Mapping[str, Any]) -> None:
        try:
            value = self.kind.check([one for one in said.get("chosen", ()) if isinstance(one, str)])
        except (AskError, TypeError) as problem:
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
        fields = [_field(field, inner) for field, inner in kind.fields.items()]
        fixed = {"fields": fields, "noun": kind.noun, "low": kind.low, "high": kind.high, "label": kind.label}
        self.widget = Part("table", fixed, self._heard)
        self.put(kind.first)

    def _heard(self, said: Mapping[str, Any]) -> None:
        try:
            self._changed(
                self.name,
                self.kind.check(tuple(self._row(n, row) for n, row in enumerate(said.get("rows", ()), start=1))),
            )
        except AskError as problem:
            self._wrong(self.name, str(problem))
        except (TypeError, ValueError):
            self._wrong(self.name, f"{self.kind.label} could not be read; change a field of the table.")

    def _row(self, number: int, row: Any) -> tuple[Any, ...]:
        if not isinstance(row, list) or len(row) != len(self.kind.fields):
            raise AskError(f"{self.kind.label}, {self.kind.noun} {number} must have all its fields.")
        values = []
        for inner, text in zip(self.kind.fields.values(), row, strict=True):
            try:
                values.append(inner.parse(str(text)[:LONGEST]))
            except AskError as problem:
                raise AskError(f"{self.kind.label}, {self.kind.noun} {number}: {problem}") from None
        return tuple(values)

    def put(self, value: Any) -> None:
        """Fill the table with these rows."""
        kinds = list(self.kind.fields.values())
        rows = [[kind.format(one) for kind, one in zip(kinds, row, strict=True)] for row in value]
        self.widget.rows = {"rows": rows, "set": self.widget.rows.get("set", 0) + 1}


def _field(name: str, kind: Numeric | Choice | Flag) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": name,
        "label": kind.label,
        "help": kind.help,
        "first": kind.format(kind.first),
        "unit": "",
    }
    if isinstance(kind, Numeric):
        return told | {
            "shape": "number",
            "unit": kind.unit,
            "counts": isinstance(kind, Count),
            "low": kind.format(kind.low),
            "high": kind.format(kind.high),
        }
    if isinstance(kind, Choice):
        return told | {
            "shape": "menu",
            "options": [{"key": key, "words": words} for key, words in kind.options.items()],
        }
    return told | {"shape": "box"}


SIGNS = {"inches": "in", "degrees": "°", "percent": "%"}  # units that are too long for a field


def brief(kind: Numeric, value: Any) -> str:
    """A number with its unit, as short as it can be."""
    unit = SIGNS.get(kind.unit, kind.unit)
    return f"{kind.format(value)}{'' if unit == '°' else ' '}{unit}".strip().replace("-", "−")


def about(name: str, kind: Kind, control: Control) -> dict[str, Any]:
    """What the page must know of an input to dress its control: its words, its range, where the rules change on its track."""
    told: dict[str, Any] = {"name": name, "label": kind.label, "help": kind.help, "shape": control.shape}
    if not isinstance(kind, Numeric):
        return told
    whole = Fraction(kind.high) - kind.low
    return told | {
        "unit": kind.unit,
        "range": kind.range_words,
        "letters": max(len(brief(kind, kind.low)), len(brief(kind, kind.high))),
        "ticks": [
            {
                "at": float((one - kind.low) / whole * 100),
                "words": kind.format(one).replace("-", "−"),
                "said": kind.words(one),
            }
            for one in kind.ticks
        ],
    }


def stepped(kind: Numeric, value: Number, by: int, far: bool) -> Number:
    """The value a step up (by 1) or down (by -1), within the bounds; far: to where the rules change next, else ten steps."""
    if not far:
        return kind.nearest(value + by * Fraction(kind.step))
    ends = [one for one in (kind.low, *kind.ticks, kind.high) if (one - value) * by > 0]
    if not kind.ticks:
        return kind.nearest(value + by * FAR * Fraction(kind.step))
    return kind.nearest(min(ends, key=lambda one: abs(one - value), default=value))


def typed(kind: Kind, text: object) -> Any:
    """The exact number a visitor typed, with or without its unit; AskError with the sentence, and the nearest value where it is off."""
    plain = str(text)[:LONGEST].strip()
    assert isinstance(kind, Numeric)
    for unit in (kind.unit, SIGNS.get(kind.unit, "")):
        if unit and plain.endswith(unit):
            plain = plain.removesuffix(unit).rstrip()
    if plain == "":
        raise AskError(f"{kind.label} must be a number {kind.range_words}, not {quoted(plain)}.")
    return kind.parse(plain.replace(",", ".").replace("−", "-"))


def control_for(name: str, kind: Kind, changed: Changed, wrong: Wrong) -> Control:
    """The control for an input."""
    match kind:
        case Count() | Length():
            return Slider(name, kind, changed)
        case Choices():
            return CheckList(name, kind, changed, wrong)
        case Choice():
            return Options(name, shapes.option_words(kind), kind.first, changed)
        case Flag():
            return Options(name, shapes.YES_OR_NO, kind.first, changed)
        case Rows():
            return RowTable(name, kind, changed, wrong)
        case _:
            raise AssertionError(f"{kind!r} is no kind of input")

"""The data of a form's inputs, to and from the page.

The module uses plain data and exact values, independent of what draws the controls.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Count, Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook.errors import AskError, quoted
from drillbook.maths.exact import Number
from drillbook.rules.model import Ruleset
from drillbook_widgets.plate.permalink import with_nearest

FAR = 10  # steps of a great leap, where no rule changes on the way
LONGEST = 200  # letters of one typed number


class Control(Protocol):
    """One input on the page.

    A control can be set without the setting being taken for the visitor's action.

    widget: what draws the control, if a widget does. marks: further facts for the style sheet, see input_shapes.py.
    """

    widget: Any
    shape: str
    marks: tuple[str, ...]

    def put(self, value: Any) -> None:
        """Show this value."""


SIGNS = {"inches": "in", "degrees": "°", "percent": "%"}  # units that are too long for a field


def short_number(kind: Numeric, value: Any) -> str:
    """Return a number with its unit in the shortest form."""
    unit = SIGNS.get(kind.unit, kind.unit)
    return f"{kind.format(value)}{'' if unit == '°' else ' '}{unit}".strip().replace("-", "−")


def input_data(name: str, kind: Kind, shape: str) -> dict[str, Any]:
    """Return what the page must know to draw an input's control: its words and its range."""
    told: dict[str, Any] = {"name": name, "label": kind.label, "help": kind.help, "shape": shape}
    if not isinstance(kind, Numeric):
        return told
    return told | {
        "unit": kind.unit,
        "range": kind.range_words,
        "letters": max(len(short_number(kind, kind.low)), len(short_number(kind, kind.high))),
    }


def rule_ticks(kind: Numeric) -> list[dict[str, Any]]:
    """Where the rules change along a track, in hundredths of it, in short and in words."""
    whole = Fraction(kind.high) - kind.low
    return [
        {
            "at": float((one - kind.low) / whole * 100),
            "words": kind.format(one).replace("-", "−"),
            "said": kind.words(one),
        }
        for one in kind.ticks
    ]


def ticked(kind: Numeric, ruleset: Ruleset, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> Numeric:
    """Return a number's kind with the ticks that apply to the rest of the form.

    For example, these are the ticks of the chosen weapon, not those of every weapon.
    """
    return kind.beside(ruleset, [values[name] for name, one in kinds.items() if isinstance(one, Choice)])


def stepped(kind: Numeric, value: Number, by: int, far: bool) -> Number:
    """Return the value one step up (by = 1) or down (by = -1), within the bounds.

    far: go to the next place where the rules change; if the input has no such place, go ten steps.
    """
    if not far:
        return kind.nearest(value + by * Fraction(kind.step))
    ends = [one for one in (kind.low, *kind.ticks, kind.high) if (one - value) * by > 0]
    if not kind.ticks:
        return kind.nearest(value + by * FAR * Fraction(kind.step))
    return kind.nearest(min(ends, key=lambda one: abs(one - value), default=value))


def typed(kind: Kind, text: object) -> Any:
    """Return the exact number that a visitor typed, with or without its unit.

    Raises AskError with the reason if the text is not a number of the domain. The sentence states the nearest value if
    the number does not fit the steps of the input.
    """
    plain = str(text)[:LONGEST].strip()
    assert isinstance(kind, Numeric)
    for unit in (kind.unit, SIGNS.get(kind.unit, "")):
        if unit and plain.endswith(unit):
            plain = plain.removesuffix(unit).rstrip()
    if plain == "":
        raise AskError(f"{kind.label} must be a number {kind.range_words}, not {quoted(plain)}.")
    return kind.parse(plain.replace(",", ".").replace("−", "-"))


def list_told(kind: Choices) -> dict[str, Any]:
    """Return the data from which a list of boxes to tick is drawn."""
    return {"options": [{"key": key, "words": words} for key, words in kind.options.items()], "label": kind.label}


def list_heard(kind: Choices, said: Mapping[str, Any]) -> Any:
    """Return the ticked options; raise AskError with the reason if they are not in the domain."""
    try:
        return kind.check([one for one in said.get("chosen", ()) if isinstance(one, str)])
    except TypeError as problem:
        raise AskError(str(problem)) from None


def table_told(kind: Rows) -> dict[str, Any]:
    """Return the data from which a table to fill in is drawn."""
    fields = [_field(field, inner) for field, inner in kind.fields.items()]
    return {"fields": fields, "noun": kind.noun, "low": kind.low, "high": kind.high, "label": kind.label}


def table_rows(kind: Rows, value: Any) -> list[list[str]]:
    """Return the rows of a table in written form."""
    kinds = list(kind.fields.values())
    return [[_written(one, cell) for one, cell in zip(kinds, row, strict=True)] for row in value]


def table_heard(kind: Rows, said: Mapping[str, Any]) -> Any:
    """Return the rows that were filled in; raise AskError with the reason if a row is wrong."""
    try:
        return kind.check(tuple(_row(kind, n, row) for n, row in enumerate(said.get("rows", ()), start=1)))
    except AskError:
        raise
    except (TypeError, ValueError):
        raise AskError(f"{kind.label} could not be read; change a field of the table.") from None


def _row(kind: Rows, number: int, row: Any) -> tuple[Any, ...]:
    if not isinstance(row, list) or len(row) != len(kind.fields):
        raise AskError(f"{kind.label}, {kind.noun} {number} must have all its fields.")
    values = []
    for inner, text in zip(kind.fields.values(), row, strict=True):
        try:
            values.append(typed(inner, text) if isinstance(inner, Numeric) else inner.parse(str(text)[:LONGEST]))
        except AskError as problem:
            raise AskError(f"{kind.label}, {kind.noun} {number}: {with_nearest(str(problem), inner, text)}") from None
    return tuple(values)


def _written(kind: Numeric | Choice | Flag, value: Any) -> str:
    """Return a cell's value as text: a number with a printed minus, an option by its key."""
    text = kind.format(value)
    return text.replace("-", "−") if isinstance(kind, Numeric) else text


def _field(name: str, kind: Numeric | Choice | Flag) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": name,
        "label": kind.label,
        "help": kind.help,
        "first": _written(kind, kind.first),
        "unit": "",
    }
    if isinstance(kind, Numeric):
        return told | {
            "shape": "number",
            "unit": kind.unit,
            "counts": isinstance(kind, Count),
            "low": _written(kind, kind.low),
            "high": _written(kind, kind.high),
        }
    if isinstance(kind, Choice):
        return told | {
            "shape": "menu",
            "options": [{"key": key, "words": words} for key, words in kind.options.items()],
        }
    return told | {"shape": "box"}

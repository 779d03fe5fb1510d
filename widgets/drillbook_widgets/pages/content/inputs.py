"""The inputs of a question on a page without a kernel, and in the form that addresses use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows
from drillbook_widgets.plate.input_shapes import option_words, steps

LONGEST_ADDRESS = 4000
"""Letters of an address that are read."""
LETTERS = 26
"""So many letters of all options fit beside each other on a phone, as segments; more are a menu."""
TAPPED = 12
"""So many steps of a number are tapped; more have a track as well, to be dragged over."""


@dataclass(frozen=True, slots=True)
class FormInput:
    """One input of a tool as its page draws it.

    A list has the inputs of one row, and its rows in written form.
    """

    name: str
    label: str
    shape: str
    value: str
    help: str = ""
    unit: str = ""
    low: str = ""
    high: str = ""
    step: str = ""
    track: bool = False
    options: tuple[tuple[str, str], ...] = ()
    fields: tuple[FormInput, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    noun: str = ""
    shown: bool = True

    def at(self, value: str) -> FormInput:
        """Return the same input with another value."""
        return replace(self, value=value)

    @property
    def firsts(self) -> tuple[str, ...]:
        """What a new row of a list holds."""
        return tuple(one.value for one in self.fields)


def input_of(name: str, kind: Kind, value: Any) -> FormInput:
    """Return an input as the page draws it."""
    written = kind.format(value)
    common: dict[str, Any] = {"name": name, "label": kind.label, "help": kind.help, "value": written}
    match kind:
        case Numeric():
            common |= {"low": kind.format(kind.low), "high": kind.format(kind.high), "step": kind.format(kind.step)}
            return FormInput(shape="number", unit=kind.unit, track=steps(kind) > TAPPED, **common)
        case Choices():
            return FormInput(shape="choices", options=tuple(kind.options.items()), **common)
        case Choice():
            options = tuple((key, words) for words, key in option_words(kind).items())
            few = len(options) <= 4 and sum(len(words) for _, words in options) <= LETTERS
            return FormInput(shape="segments" if few else "menu", options=options, **common)
        case Flag():
            return FormInput(shape="flag", **common)
        case Rows():
            fields = tuple(input_of(one, inner, inner.first) for one, inner in kind.fields.items())
            rows = tuple(
                tuple(inner.format(cell) for inner, cell in zip(kind.fields.values(), row, strict=True))
                for row in value
            )
            common |= {"low": str(kind.low), "high": str(kind.high)}
            return FormInput(shape="rows", fields=fields, rows=rows, noun=kind.noun, **common)


def form_of(answer: Answer) -> tuple[FormInput, ...]:
    """Return the form of an answered question, filled in with the values of the question.

    Inputs that apply are marked as shown.
    """
    shown_now = answer.spec.visible(answer.ruleset, answer.inputs)
    return tuple(
        replace(input_of(one.name, one.kind, answer.inputs[one.name]), shown=one.name in shown_now)
        for one in answer.spec.listed(answer.ruleset)
    )

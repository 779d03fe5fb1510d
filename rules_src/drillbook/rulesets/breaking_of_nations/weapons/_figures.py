"""Figures on the table whom a marker or a stream may strike: their rows in a form, and their marks in a picture."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Choice, Flag, Length, Rows
from drillbook.asking.exhibits import Figure
from drillbook.asking.gestures import in_row
from drillbook.maths import Number

ENEMY, FRIEND = "enemy", "friend"
Row = tuple[Number, Number, Number, str, bool]


class Target(NamedTuple):
    """A figure, as a row of the form has it."""

    x: Number
    y: Number
    base: Number
    side: str
    prone: bool


def rows(spot: Length, ahead: str, first: Number, default: tuple[Row, ...], **told: Any) -> Rows:
    """The table of a form for them: where they may stand, how the way ahead is called, and where a new one stands."""
    fields: dict[str, Length | Choice | Flag] = {
        "x": replace(spot, label="Across"),
        "y": replace(spot, label=ahead, default=first),
        "base": Length(0, 2, default=Fraction(1, 2), step=Fraction(1, 10), label="Base radius"),
        "side": Choice(options={ENEMY: "Enemy", FRIEND: "Friend"}, default=ENEMY, label="Side"),
        "prone": Flag(label="Prone"),
    }
    return Rows(fields, low=1, high=8, noun="figure", label="Figures", late=1, default=default, **told)


def marks(figures: Sequence[Row], chances: Sequence[Fraction]) -> list[Figure]:
    """Their marks on the table-top, each with its chance to be struck; a mark that is moved moves its row."""
    return [
        Figure(x, y, f"{side} {number}{', prone' if prone else ''}", side, base, chance, in_row("figures", number))
        for number, ((x, y, base, side, prone), chance) in enumerate(zip(figures, chances, strict=True), start=1)
    ]

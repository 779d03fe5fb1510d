"""Gestures: which mark of a picture sets which input of the form, and to what value.

The gestures are data beside the exhibits and name no drawing library.
A gesture gives values for inputs, as if their controls had been moved; the picture then follows the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import atan2, degrees, hypot
from typing import Any

from drillbook.asking.inputs.kinds import Kind
from drillbook.asking.inputs.numbers import Numeric
from drillbook.asking.inputs.rows import Rows
from drillbook.maths.exact import Number
from drillbook.rules.entities import EMPTY

FINEST = 10_000  # a pointer's place is rounded to parts of so many
TURN = 360


@dataclass(frozen=True, slots=True)
class Grip:
    """The movement of a mark as values for inputs of the form.

    An input can be a field of a row: men.2.x is x of the second of the men.

    straight: input → how much the input grows with one unit across and with one unit ahead
    away, turn: the inputs that are the mark's distance (units) and bearing (degrees clockwise) from the centre
    ground: the mark is the origin of all measurements, so that the table moves under the mark
    """

    straight: Mapping[str, tuple[Number, Number]] = field(default_factory=lambda: EMPTY)
    away: str = ""
    turn: str = ""
    centre: tuple[Number, Number] = (0, 0)
    ground: bool = False

    @property
    def sets(self) -> tuple[str, ...]:
        """Every input that it sets."""
        return (*self.straight, *(name for name in (self.away, self.turn) if name))


def across(name: str, each: Number = 1, *, ground: bool = False) -> Grip:
    """Return the grip of a mark that moves only across the table.

    each: how much the input grows with one unit.
    """
    return Grip({name: (each, 0)}, ground=ground)


def ahead(name: str, each: Number = 1, *, ground: bool = False) -> Grip:
    """Return the grip of a mark that moves only ahead and back.

    each: how much the input grows with one unit.
    """
    return Grip({name: (0, each)}, ground=ground)


def in_row(rows: str, number: int, fields: Sequence[str] = ("x", "y")) -> Grip:
    """Return the grip of the mark of one row (the first is 1).

    fields: the fields of the row that are its place across and ahead.
    """
    x, y = fields
    return Grip({f"{rows}.{number}.{x}": (1, 0), f"{rows}.{number}.{y}": (0, 1)})


def beneath(rows: str, many: int, fields: Sequence[str] = ("x", "y")) -> Grip:
    """Return the grip of the mark from which the places of the first `many` rows are measured.

    When the mark moves, the rows keep their places on the table.
    """
    x, y = fields
    sets: dict[str, tuple[Number, Number]] = {}
    for number in range(1, many + 1):
        sets |= {f"{rows}.{number}.{x}": (-1, 0), f"{rows}.{number}.{y}": (0, -1)}
    return Grip(sets, ground=True)


def number_input(name: str, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> tuple[Numeric, Number] | None:
    """Return the kind and the value of a numeric input, or of a numeric field of a row.

    Returns None if there is no such number.
    """
    rows, number, part = ([*name.split("."), "", ""])[:3]
    kind: Any = kinds.get(rows)
    value = values.get(rows)
    if part and isinstance(kind, Rows) and number.isdigit() and 0 < int(number) <= len(value or ()):
        kind, value = kind.fields.get(part), (value or ())[int(number) - 1][list(kind.fields).index(part)]
    return (kind, value) if isinstance(kind, Numeric) and value is not None else None


def nearest_values(name: str, value: Any, kinds: Mapping[str, Kind], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with an input, or a field of a row, set to its kind's nearest value."""
    found = number_input(name, kinds, values)
    if found is None:
        return dict(values)
    near = found[0].nearest(Fraction(value).limit_denominator(FINEST))
    rows, _, rest = name.partition(".")
    if not rest:
        return {**values, name: near}
    number, _, part = rest.partition(".")
    kind = kinds[rows]
    assert isinstance(kind, Rows)
    row = list(values[rows][int(number) - 1])
    row[list(kind.fields).index(part)] = near
    lines = list(values[rows])
    lines[int(number) - 1] = tuple(row)
    return {**values, rows: tuple(lines)}


def values_after_drag(
    grip: Grip,
    start: tuple[float, float],
    to: tuple[float, float],
    kinds: Mapping[str, Kind],
    values: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the values of the form after a mark is moved from start to another place.

    start, to: places on the table, in units. values: the values at the start.
    """
    wanted = dict(values)
    step = (to[0] - start[0], to[1] - start[1])
    for name, (right, up) in grip.straight.items():
        found = number_input(name, kinds, values)
        if found:
            wanted = nearest_values(name, float(found[1]) + float(right) * step[0] + float(up) * step[1], kinds, wanted)
    middle = (float(grip.centre[0]), float(grip.centre[1]))
    far = (start[0] - middle[0], start[1] - middle[1]), (to[0] - middle[0], to[1] - middle[1])
    distance = number_input(grip.away, kinds, values)
    if distance:
        wanted = nearest_values(grip.away, float(distance[1]) + hypot(*far[1]) - hypot(*far[0]), kinds, wanted)
    bearing = number_input(grip.turn, kinds, values)
    if bearing:
        turned = degrees(atan2(*far[1]) - atan2(*far[0]))
        value = float(bearing[1]) + turned
        value -= TURN * round(value / TURN)  # the short way round
        # an angle that has no side is the same to the left
        wanted = nearest_values(grip.turn, abs(value) if bearing[0].low >= 0 else value, kinds, wanted)
    return wanted


def values_after_keys(
    grip: Grip, right: int, up: int, kinds: Mapping[str, Kind], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of the form after presses of the arrow keys.

    right, up: the number of steps to the right and up. A mark with only one input follows every arrow.
    """
    wanted = dict(values)
    alone = len(grip.sets) == 1
    ways: dict[str, Number] = {name: each[0] * right + each[1] * up for name, each in grip.straight.items()}
    if grip.away:
        ways[grip.away] = up
    if grip.turn:
        ways[grip.turn] = right
    for name, way in ways.items():
        found = number_input(name, kinds, values)
        steps = max(abs(right), abs(up)) * ((way > 0) - (way < 0)) if way else (right + up) * alone
        if found and steps:
            wanted = nearest_values(name, found[1] + steps * Fraction(found[0].step), kinds, wanted)
    return wanted

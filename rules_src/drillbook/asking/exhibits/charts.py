"""The forms of an answer's data beside its number, as sources of pictures and tables.

Every exhibit has a caption (a sentence that says what the picture shows) and a table (headings and rows of text) with
the same content. Numbers are exact; only the picture converts them to floats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from drillbook.asking.exhibits.gestures import Grip
from drillbook.asking.exhibits.trees_and_flows import Flow, TableText, Tree
from drillbook.maths.dice import Distribution
from drillbook.maths.exact import Number
from drillbook.maths.number_words import cell_text, chance_text, number_text, percent, printed
from drillbook.rules.entities import EMPTY


@dataclass(frozen=True, slots=True)
class Mark:
    """A decisive line in a picture: the outcome at which it is drawn, and its label.

    side: which outcomes count, at_least or at_most.
    sets: the input that grows with the outcome of the line, so that a bar can be chosen for the input.
    """

    at: Number
    label: str
    side: str = "at_least"
    sets: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """Probability of each outcome, as one or several named distributions over the same outcomes."""

    caption: str
    axis: str
    series: Mapping[str, Distribution[Any]]
    mark: Mark | None = None
    stacked: bool = False
    name: str = "chances"

    def outcomes(self) -> list[Any]:
        """Every outcome of any series, in order."""
        seen = {outcome: None for one in self.series.values() for outcome in one.outcomes}
        numeric = all(isinstance(outcome, int | Fraction) for outcome in seen)
        return sorted(seen) if numeric else list(seen)

    def table(self) -> TableText:
        """Headings and rows."""
        head = (self.axis, *(name or "Probability" for name in self.series))
        rows = [(cell_text(x), *(chance_text(one[x]) for one in self.series.values())) for x in self.outcomes()]
        return head, tuple(rows)


@dataclass(frozen=True, slots=True)
class Curves:
    """Named lines of (x, y) points.

    step: draw the lines as stairs. chance: y is a probability. here: the x that the form has now. sets: the input that
    grows with x.
    own: the line that the answer is about, else the first.
    edges: where bands of x end, so that the stairs rise and fall there and not at the first point beyond; without edges
    every point begins a stair.
    """

    caption: str
    x_axis: str
    y_axis: str
    lines: Mapping[str, Sequence[tuple[Number, Number]]]
    marks: Sequence[tuple[Number, str]] = ()
    step: bool = False
    chance: bool = True
    here: Number | None = None
    name: str = "curve"
    sets: str = ""
    own: str = ""
    edges: Sequence[Number] = ()

    def table(self) -> TableText:
        """Headings and rows."""
        xs = sorted({x for points in self.lines.values() for x, _ in points})
        by_line = [dict(points) for points in self.lines.values()]

        return (self.x_axis, *self.lines), tuple(
            (printed(x), *(self.shown(line.get(x)) for line in by_line)) for x in xs
        )

    def shown(self, y: Number | None) -> str:
        """How the height of a point is printed."""
        return "–" if y is None else (percent(y) if self.chance else number_text(y))


@dataclass(frozen=True, slots=True)
class Grid:
    """A heat map: one number per row and column (None if nothing is possible).

    here: the cell that the form has now. by_row, by_column: inputs, each with the value that it takes from each row or
    column.
    what: the meaning of numbers that are not chances: number, change (with its sign), or met (no for zero, else yes).
    """

    caption: str
    row_axis: str
    column_axis: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Number | None]]
    chance: bool = True
    here: tuple[int, int] | None = None
    name: str = "grid"
    by_row: Mapping[str, Sequence[Any]] = field(default_factory=lambda: EMPTY)
    by_column: Mapping[str, Sequence[Any]] = field(default_factory=lambda: EMPTY)
    what: str = "number"

    def sets(self, row: int, column: int) -> dict[str, Any]:
        """Return the inputs of the form, with their values, when this cell is chosen."""
        rows = {name: values[row] for name, values in self.by_row.items()}
        return rows | {name: values[column] for name, values in self.by_column.items()}

    def shown(self, value: Number | None) -> str:
        """How one cell is printed."""
        if value is None:
            return "–"
        if self.chance:
            return percent(value)
        if self.what == "met":
            return "yes" if value else "no"
        return f"+{number_text(value)}" if self.what == "change" and value > 0 else number_text(value)

    def table(self) -> TableText:
        """Headings and rows."""
        body = tuple((row, *(self.shown(c) for c in cells)) for row, cells in zip(self.rows, self.cells, strict=True))
        return (self.row_axis, *self.columns), body


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle on the table-top: a template, a marker or a range limit.

    kind: template, range or zone.
    """

    x: Any
    y: Any
    radius: Number
    label: str = ""
    kind: str = "template"
    grip: Grip | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A point where something may come to lie, with its chance."""

    x: Any
    y: Any
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure (man, gun, building corner) on the table-top.

    touched: the figure's chance to be hit, if there is one.
    kind: own, enemy, friend, aim or marker; plain, rough or wild for a piece of ground.
    radius: of a round base; wide, deep: of a base with corners.
    """

    x: Any
    y: Any
    label: str
    kind: str = "enemy"
    radius: Number = 0
    touched: Fraction | None = None
    grip: Grip | None = None
    wide: Number = 0
    deep: Number = 0


@dataclass(frozen=True, slots=True)
class Fan:
    """An arc of fire: centre, facing, width and reach.

    facing: the direction straight ahead, in degrees clockwise from up the table. width: the whole arc in degrees.
    """

    x: Number
    y: Number
    facing: Number
    width: Number
    reach: Number
    label: str = ""
    grip: Grip | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line on the table-top or in a side view: a line of sight, a wall or a path.

    kind: sight, blocked, wall, path or thin.
    """

    points: Sequence[tuple[Any, Any]]
    label: str = ""
    kind: str = "sight"


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A stretch of table seen from above, or a side view where side is true, at true scale.

    Coordinates are exact (int, Fraction, or anything float() takes such as a + b√3), y up the table, in the ruleset's unit.
    """

    caption: str
    unit: str
    discs: Sequence[Disc] = ()
    spots: Sequence[Spot] = ()
    figures: Sequence[Figure] = ()
    fans: Sequence[Fan] = ()
    lines: Sequence[Line] = ()
    side: bool = False
    name: str = "tabletop"

    def table(self) -> TableText:
        """Headings and rows."""
        head = ("What", f"Across ({self.unit})", f"Ahead ({self.unit})", "Chance to be touched")
        if self.side:
            head = ("What", f"Along ({self.unit})", f"Up ({self.unit})", "Chance to be touched")
        rows = [
            (
                f.label,
                _place(f.x),
                _place(f.y),
                "–" if f.touched is None else chance_text(f.touched),
            )
            for f in self.figures
        ]
        rows += [(d.label, _place(d.x), _place(d.y), "–") for d in self.discs if d.label]
        rows += [(line.label, "–", "–", "–") for line in self.lines if line.label]
        return head, tuple(rows)


def _place(along: Any) -> str:
    """Return a coordinate as text for a table, rounded to 6 decimal places.

    The rounding removes the tiny remainders of sines.
    """
    return f"{round(float(along), 6) + 0.0:g}"


@dataclass(frozen=True, slots=True)
class Track:
    """A chain of boxes (morale, damage) with its distribution at the start and after each turn.

    notes: what happened in each turn, as labels (one per turn after the start, or empty).
    """

    caption: str
    states: Sequence[Any]
    turns: Sequence[Distribution[Any]]
    labels: Mapping[Any, str] = field(default_factory=dict)
    absorbing: Sequence[Any] = ()
    notes: Sequence[str] = ()
    turn_word: str = "Turn"
    name: str = "track"

    def label(self, state: Any) -> str:
        """Return the label of a state."""
        return self.labels.get(state, str(state))

    def table(self) -> TableText:
        """Headings and rows."""
        head = (self.turn_word, *(self.label(s) for s in self.states))
        rows = [
            ("Start" if i == 0 else str(i), *(chance_text(d[s]) if d[s] else "–" for s in self.states))
            for i, d in enumerate(self.turns)
        ]
        return head, tuple(rows)


@dataclass(frozen=True, slots=True)
class Event:
    """One bar of a timeline: its lane, its start and end on the axis, and its label.

    kind: act, wait, danger or stop.
    """

    lane: str
    start: Number
    end: Number
    label: str
    kind: str = "act"


@dataclass(frozen=True, slots=True)
class Timeline:
    """Events in lanes along a named axis (turns, AC, cm of a run …).

    chance: the axis is one of probabilities.
    whole: fractions on the axis show only what comes first, so the axis is numbered by whole numbers alone.
    """

    caption: str
    axis: str
    events: Sequence[Event]
    name: str = "timeline"
    chance: bool = False
    whole: bool = False

    def table(self) -> TableText:
        """Headings and rows."""
        told = percent if self.chance else printed
        rows = [(e.lane, told(e.start), told(e.end), e.label) for e in self.events]
        return ("Lane", f"From ({self.axis})", f"To ({self.axis})", "What happens"), tuple(rows)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One line of a decision table: the question, whether it is met, the finding, the rule.

    ok: whether the condition is met (None: it does not matter here).
    """

    question: str
    ok: bool | None
    finding: str
    rule: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision table: each condition, what was found, and whether it lets the thing happen."""

    caption: str
    verdicts: Sequence[Verdict]
    name: str = "decision"

    def table(self) -> TableText:
        """Headings and rows."""
        words = {True: "yes", False: "no", None: "–"}
        return ("Condition", "Met", "Found"), tuple((v.question, words[v.ok], v.finding) for v in self.verdicts)


@dataclass(frozen=True, slots=True)
class Stack:
    """Contributions piled into one sum, with a limit line; parts may be negative."""

    caption: str
    axis: str
    parts: Sequence[tuple[str, Number]]
    limit: Mark | None = None
    name: str = "stack"

    def table(self) -> TableText:
        """Headings and rows."""
        return ("Contribution", self.axis), tuple((label, printed(amount)) for label, amount in self.parts)


@dataclass(frozen=True, slots=True)
class Card:
    """A data card: label and content, in reading order."""

    caption: str
    entries: Sequence[tuple[str, str]]
    name: str = "card"

    def table(self) -> TableText:
        """Headings and rows."""
        return ("Item", "Value"), tuple(self.entries)


Exhibit = Bars | Curves | Grid | Tabletop | Track | Timeline | Decision | Stack | Card | Tree | Flow

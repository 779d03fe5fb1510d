"""The short length S that the players choose, its measure, and what S, M and L are in it."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated

from drillbook.asking import Choice, Contradiction, Length, Reader
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, write_number

MEDIUM, LONG = "medium", "long"
SQUARES = "squares"
MEASURES = {"inches": "Inches", "cm": "Centimetres", SQUARES: "Squares"}

Short = Annotated[
    Number,
    Length(Fraction(1, 2), 30, step=Fraction(1, 2), default=4, unit="units", label="S", help="The short length, in your measure."),
]  # fmt: skip
Measure = Annotated[str, Choice(MEASURES, label="Measure")]


@dataclass(frozen=True, slots=True)
class Scale:
    """S, M and L of a table in its measure."""

    short: Number
    medium: Number
    long: Number
    measure: str

    def of(self, length: str) -> Number:
        """Return a length of the table in its measure; S if the name is neither M nor L."""
        return {MEDIUM: self.medium, LONG: self.long}.get(length, self.short)

    def line(self) -> str:
        """S, M and L in a line: `S 4 · M 8 · L 12 inches`."""
        told = " · ".join(f"{name} {write_number(length)}" for name, length in self._entries())
        return f"{told} {self.measure}"

    def _entries(self) -> list[tuple[str, Number]]:
        return [("S", self.short), ("M", self.medium), ("L", self.long)]

    def words(self, lengths: Number) -> str:
        """So many S, with what that is on the table: `2.5 S (10 inches)`."""
        return f"{write_number(lengths)} S ({write_number(lengths * self.short)} {self.measure})"

    def card(self) -> Card:
        """S, M, L and the measure."""
        return Card(
            f"The lengths of this table, in {self.measure}",
            [(name, f"{write_number(length)} {self.measure}") for name, length in self._entries()],
            name="lengths",
        )


def scale(r: Reader, short: Number, measure: str) -> Scale:
    """Return the lengths of a table from its short length and its measure.

    On a grid of squares the short length must be a whole number; else a Contradiction is raised.
    """
    r.cite("setup.short-free")
    if measure == SQUARES and Fraction(short).denominator != 1:
        raise Contradiction("On a grid S is a whole number of squares.", short=ceil(short))
    medium, long = (r.cell("lengths", row, "short").whole for row in (MEDIUM, LONG))
    return Scale(short, short * medium, short * long, MEASURES[measure].lower())

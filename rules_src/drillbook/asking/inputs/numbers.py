"""Inputs that are numbers: how many, and how far."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Any, Self

from drillbook.asking.inputs.declaration import Common
from drillbook.asking.inputs.slider_ticks import band_ends
from drillbook.errors import AskError, quoted
from drillbook.maths.exact import Number, exact, parse_number
from drillbook.maths.number_words import printed, write_number
from drillbook.rules.model import Ruleset

SINGULAR = {
    "men": "man",
    "turns": "turn",
    "points": "point",
    "inches": "inch",
    "squares": "square",
    "spaces": "space",
}
DEGREES = ("degrees", "°")


@dataclass(frozen=True, slots=True)
class Numeric(Common):
    """A number between two bounds, in whole steps from the lower bound.

    bands names the rules (or a table's column) at whose numbers the answer changes, see band_ends(); ticks are those numbers.
    """

    low: Number
    high: Number
    default: Number | None = field(default=None, kw_only=True)
    step: Number = field(default=1, kw_only=True)
    unit: str = field(default="", kw_only=True)
    bands: tuple[str, ...] = field(default=(), kw_only=True)
    ticks: tuple[Number, ...] = field(default=(), kw_only=True)

    def bound_to(self, ruleset: Ruleset) -> Self:
        """Return the same kind with what it takes from the ruleset filled in."""
        return self.beside(ruleset, ())

    def beside(self, ruleset: Ruleset, chosen: Collection[str]) -> Self:
        """Return the same kind with the ticks that apply beside the chosen options.

        The ticks are the band ends between the two bounds.
        """
        if not self.bands:
            return self
        ends = band_ends(self.bands, ruleset, chosen)
        return replace(self, ticks=tuple(end for end in ends if self.low < end < self.high))

    @property
    def first(self) -> Number:
        """The default."""
        return exact(self.low if self.default is None else self.default)

    @property
    def range_words(self) -> str:
        """The accepted range in words."""
        return f"from {printed(self.low)} to {printed(self.high)}{self._behind(self.unit)}"

    def parse(self, text: str) -> Number:
        """Return the number that the text writes.

        Raises AskError if the text is not a number, or if the number is outside the domain.
        """
        try:
            value = parse_number(text)
        except ValueError:
            raise AskError(f"{self.label} must be a number {self.range_words}, not {quoted(text)}.") from None
        return self.check(value)

    def check(self, value: Any) -> Number:
        """Return the value if it is in the domain; raise AskError if it is not."""
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise AskError(f"{self.label} must be a number {self.range_words}, not {quoted(str(value))}.")
        if not self.low <= value <= self.high:
            raise AskError(f"{self.label} must be {self.range_words}, not {printed(value)}.")
        if (Fraction(value) - self.low) % self.step:
            near = self.nearest(value)
            kind = (
                "whole number"
                if self.step == 1 and exact(self.low) == int(self.low)
                else "multiple of " + write_number(self.step)
            )
            raise AskError(
                f"{self.label} must be a {kind} {self.range_words}, not {printed(value)}; the nearest is {printed(near)}."
            )
        return exact(value)

    def nearest(self, value: Number) -> Number:
        """Return the nearest value of the domain; of two equally near, the greater."""
        steps = floor((Fraction(value) - self.low) / self.step + Fraction(1, 2))
        most = int((Fraction(self.high) - self.low) / self.step)
        return exact(Fraction(self.low) + max(0, min(most, steps)) * Fraction(self.step))

    def format(self, value: Any) -> str:
        """How the value is written in an address."""
        return write_number(value)

    def words(self, value: Any) -> str:
        """How the value reads in a sentence."""
        return f"{printed(value)}{self._behind(SINGULAR.get(self.unit, self.unit) if value == 1 else self.unit)}"

    def _behind(self, unit: str) -> str:
        """Return the unit as text to follow a number; degrees become their sign, without a space."""
        return "°" if self.unit in DEGREES else f" {unit}" if unit else ""


@dataclass(frozen=True, slots=True)
class Count(Numeric):
    """How many: a whole number of things."""


@dataclass(frozen=True, slots=True)
class Length(Numeric):
    """A distance in the ruleset's unit (or the unit declared)."""

    def bound_to(self, ruleset: Ruleset) -> Self:
        """With the ruleset's own unit where none is declared, and with its bands."""
        bound = Numeric.bound_to(self, ruleset)
        return bound if bound.unit else replace(bound, unit=ruleset.unit)

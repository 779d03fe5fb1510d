"""The kinds of input: a closed union; each kind parses, formats and bounds one input.

The meaning of an input (unit, range, label) is declared here; its appearance belongs to the widgets.
Every complaint is a sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Any, Self

from drillbook.asking.inputs.slider_ticks import band_ends
from drillbook.errors import AskError, RulesError, listed, quoted
from drillbook.maths.exact import Number, exact, parse_number
from drillbook.maths.number_words import counted, plural, printed, write_number
from drillbook.rules.entities import EMPTY
from drillbook.rules.model import Ruleset
from drillbook.rules.removed import dropped_rows, dropped_rule

SINGULAR = {
    "men": "man",
    "turns": "turn",
    "points": "point",
    "inches": "inch",
    "squares": "square",
    "spaces": "space",
}
DEGREES = ("degrees", "°")
LONGEST = 200  # characters of one written value; longer ones are no honest input


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every kind declares: its label, help, and when it applies.

    when maps another input's name to the written values with which this one applies, unless to those with which it does not
    (of inputs that apply themselves); why_not says it in words. needs names what a ruleset must have for it to be asked, as
    Reader.has() takes it: a rule or a ruling, and a part or a reading of it.
    opens: it is the first of several that belong together, with which a form in columns begins a new line.
    once_asked: it was once asked where it does not apply; links that still give it there keep answering, and the value is left out.
    kept_where_set: it is not asked where it does not apply, but a value other than the default, as in an old link, applies there too.
    """

    label: str = ""
    help: str = ""
    when: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    unless: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: EMPTY)
    why_not: str = ""
    needs: tuple[str, ...] = ()
    opens: bool = False
    once_asked: bool = False
    kept_where_set: bool = False

    def bound_to(self, ruleset: Ruleset) -> Self:
        """Return the same kind with what it takes from the ruleset filled in.

        Most kinds take nothing from the ruleset.
        """
        return self


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


@dataclass(frozen=True, slots=True)
class Choice(Common):
    """One of several named options.

    The options are given here, or come from the rows of a table, after those given. The column `where` selects the rows.
    rules: maps an option to the rule that it depends on (with `ruling.` before the name of a ruling, and a part after it).
    If a layer drops that rule, the option is not offered.
    former: maps the former name of an option to its present name, so that old links still work.
    """

    options: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    table: str | None = field(default=None, kw_only=True)
    where: str | None = field(default=None, kw_only=True)
    default: str | None = field(default=None, kw_only=True)
    rules: Mapping[str, str] = field(default_factory=lambda: EMPTY, kw_only=True)
    former: Mapping[str, str] = field(default_factory=lambda: EMPTY, kw_only=True)
    gone: Mapping[str, str] = field(default_factory=lambda: EMPTY, kw_only=True, repr=False)
    """What a layer has dropped of them, each with the sentence that says so."""

    def bound_to(self, ruleset: Ruleset) -> Self:
        """Return the same kind with its options read from the ruleset's table.

        Without a table, return the kind without the options whose rule the ruleset has dropped.
        Raises RulesError if the table has no row to choose.
        """
        if self.table is None:
            missing = {one: rule.split()[0] for one, rule in self.rules.items() if not ruleset.has(*rule.split())}
            if not missing:
                return self
            kept = self._of({key: name for key, name in self.options.items() if key not in missing})
            return replace(kept, gone={one: dropped_rule(ruleset, rule) for one, rule in missing.items()})
        table = ruleset.table(self.table)
        rows = table.where(self.where) if self.where else tuple(table.rows.values())
        if not rows:
            raise RulesError(
                f"Table {self.table} of {ruleset.title} has no row to choose ({self.where or 'it is empty'})."
            )
        return replace(
            self._of({**self.options, **{row.key: row.name for row in rows}}), gone=dropped_rows(ruleset, self.table)
        )

    def _of(self, options: Mapping[str, str]) -> Self:
        """With these options; a default that a layer has dropped gives way to the first."""
        return replace(self, options=options, default=self.default if self.default in options else None)

    @property
    def first(self) -> str:
        """The default."""
        return self.default if self.default is not None else next(iter(self.options))

    def parse(self, text: str) -> str:
        """Return the option that the text names; raise AskError if there is no such option."""
        plain = text.strip()
        return self.check(self.former.get(plain, plain))

    def check(self, value: Any) -> str:
        """Return the value if it is one of the options; raise AskError if it is not."""
        if not isinstance(value, str) or value not in self.options:
            problem = f"{self.label} must be {listed(self.options)}, not {quoted(str(value))}."
            raise AskError(f"{problem} {self.gone.get(str(value), '')}".rstrip())
        return value

    def format(self, value: Any) -> str:
        """How the option is written in an address."""
        return str(value)

    def words(self, value: Any) -> str:
        """How the option reads."""
        return self.options[value]


@dataclass(frozen=True, slots=True)
class Choices(Choice):
    """Any number of the named options, each at most once, in their order.

    Addresses write them as `a,b`, and `none` if no option is chosen.
    """

    default: tuple[str, ...] = field(default=(), kw_only=True)  # type: ignore[assignment]

    def _of(self, options: Mapping[str, str]) -> Self:
        return replace(self, options=options, default=tuple(one for one in self.default if one in options))

    @property
    def first(self) -> tuple[str, ...]:  # type: ignore[override]
        """The default."""
        return self.default

    def parse(self, text: str) -> tuple[str, ...]:  # type: ignore[override]
        """Return the options that the text lists, in their order.

        Raises AskError if an option is unknown or is named twice.
        """
        plain = text.strip()
        return self.check(tuple(part.strip() for part in plain.split(",")) if plain not in ("", "none") else ())

    def check(self, value: Any) -> tuple[str, ...]:  # type: ignore[override]
        """Return the options in their order.

        Raises AskError if an option is unknown or is named twice.
        """
        if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
            raise AskError(f"{self.label} must be a list of {listed(self.options)}, not {quoted(str(value))}.")
        for one in value:
            if one not in self.options:
                raise AskError(f"{self.label} may hold {listed(self.options)}, not {quoted(str(one))}.")
        if len(set(value)) != len(value):
            raise AskError(f"{self.label} names {quoted(','.join(value))}: each may stand there only once.")
        return tuple(option for option in self.options if option in value)

    def format(self, value: Any) -> str:
        """How the options are written in an address."""
        return ",".join(value) or "none"

    def words(self, value: Any) -> str:
        """How the options read."""
        return listed((self.options[one] for one in value), "and") or "none"


@dataclass(frozen=True, slots=True)
class Flag(Common):
    """Yes or no."""

    default: bool = field(default=False, kw_only=True)

    @property
    def first(self) -> bool:
        """The default."""
        return self.default

    def parse(self, text: str) -> bool:
        """Return True for `yes` and False for `no`; raise AskError for anything else."""
        plain = text.strip().lower()
        if plain not in ("yes", "no"):
            raise AskError(f"{self.label} must be yes or no, not {quoted(text)}.")
        return plain == "yes"

    def check(self, value: Any) -> bool:
        """Return the truth value itself; raise AskError if the value is not a truth value."""
        if not isinstance(value, bool):
            raise AskError(f"{self.label} must be yes or no, not {quoted(str(value))}.")
        return value

    def format(self, value: Any) -> str:
        """How it is written in an address."""
        return "yes" if value else "no"

    def words(self, value: Any) -> str:
        """How it reads."""
        return self.format(value)


def _fits(kind: Any, value: Any) -> bool:
    return not isinstance(kind, Choice) or value in kind.options


@dataclass(frozen=True, slots=True)
class Rows(Common):
    """A list of rows of fields; each field has its own kind.

    Addresses write it as `0,0;2.5,1`, and `none` if there is no row.
    late: this many of the last fields are newer than some links; a row without them has their defaults.
    per: another list; each of its rows matches one of the first fields, so that a form need not show the other fields.
    """

    fields: Mapping[str, Count | Length | Choice | Flag]
    low: int = field(default=0, kw_only=True)
    high: int = field(default=12, kw_only=True)
    default: tuple[tuple[Any, ...], ...] = field(default=(), kw_only=True)
    noun: str = field(default="row", kw_only=True)
    late: int = field(default=0, kw_only=True)
    per: str = field(default="", kw_only=True)

    def bound_to(self, ruleset: Ruleset) -> Self:
        """With every field bound."""
        bound = {name: replace(kind, label=kind.label or name).bound_to(ruleset) for name, kind in self.fields.items()}
        known = [  # a row whose option a layer has dropped gives that field's default
            tuple(one if _fits(kind, one) else kind.first for kind, one in zip(bound.values(), row, strict=True))
            for row in self.default
        ]
        return replace(self, fields=bound, default=tuple(known))

    @property
    def first(self) -> tuple[tuple[Any, ...], ...]:
        """The default."""
        return self.default

    def parse(self, text: str) -> tuple[tuple[Any, ...], ...]:
        """Return the rows that the text writes.

        Raises AskError, which names the row and the field that are wrong.
        """
        plain = text.strip()
        if plain in ("", "none"):
            return self.check(())
        rows = []
        for number, line in enumerate(plain.split(";"), start=1):
            parts = line.split(",")
            if not len(self.fields) - self.late <= len(parts) <= len(self.fields):
                raise AskError(
                    f"{self.label}, {self.noun} {number} must hold {counted(len(self.fields), 'field')} ({listed(self.fields, 'and')})"
                    f" between commas, not {quoted(line)}."
                )
            kinds = zip(self.fields.values(), parts, strict=False)
            rows.append(tuple(self._field(number, kind.parse, part) for kind, part in kinds))
        return self.check(tuple(rows))

    def needed(self, rows: Sequence[Sequence[Any]], others: Sequence[Any], most: int) -> int:
        """Return how many of the first `most` fields a form must show.

        The form shows one field for each row of the other list, and every field up to the last that is not empty.
        """
        told = [place for row in rows for place, one in enumerate(row[:most], start=1) if one]
        return max([len(others), *told])

    def check(self, value: Any) -> tuple[tuple[Any, ...], ...]:
        """Return the rows, each completed with the defaults of its missing late fields.

        Raises AskError if the number of rows is not allowed, or if a field is wrong.
        """
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise AskError(f"{self.label} must be a list of rows, not {quoted(str(value))}.")
        if not self.low <= len(value) <= self.high:
            raise AskError(
                f"{self.label} must hold from {self.low} to {self.high} {plural(self.noun)}, not {len(value)}."
            )
        rows = []
        kinds = list(self.fields.values())
        for number, row in enumerate(value, start=1):
            if not len(kinds) - self.late <= len(row) <= len(kinds):
                raise AskError(f"{self.label}, {self.noun} {number} must hold {listed(self.fields, 'and')}.")
            whole = (*row, *(kind.first for kind in kinds[len(row) :]))
            rows.append(tuple(self._field(number, kind.check, one) for kind, one in zip(kinds, whole, strict=True)))
        return tuple(rows)

    def _field(self, number: int, read: Any, one: Any) -> Any:
        try:
            return read(one)
        except AskError as error:
            raise AskError(f"{self.label}, {self.noun} {number}: {error}") from None

    def format(self, value: Any) -> str:
        """How the rows are written in an address."""
        kinds = list(self.fields.values())
        return ";".join(",".join(k.format(one) for k, one in zip(kinds, row, strict=True)) for row in value) or "none"

    def words(self, value: Any) -> str:
        """How the rows read."""
        told = (f"{self.noun} {number}: {self._row_words(row)}" for number, row in enumerate(value, start=1))
        return "; ".join(told) or "none"

    def _row_words(self, row: tuple[Any, ...]) -> str:
        """Return one row in words: flags by their label where they are set, no options called none.

        Later counts, and lengths beside other lengths, have their names: `across 3 cm, ahead −3 cm`.
        """
        parts: list[str] = []
        lengths = [kind for kind in self.fields.values() if isinstance(kind, Length)]
        for kind, one in zip(self.fields.values(), row, strict=True):
            if isinstance(kind, Flag):
                parts += [kind.label] if one else []
            elif parts and isinstance(kind, Count) and not kind.unit and not kind.label[-1:].isdigit():
                parts += [f"{kind.label.lower()} {kind.words(one)}"] if one else []
            elif isinstance(kind, Length) and len(lengths) > 1:
                parts.append(f"{kind.label.lower()} {kind.words(one)}")
            elif one != "none":
                parts.append(kind.words(one))
        return ", ".join(parts) or "–"


Kind = Count | Length | Choice | Choices | Flag | Rows

"""Inputs that are lists of rows; each field of a row has its own kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from drillbook.asking.inputs.declaration import Common
from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.options import Choice, Flag
from drillbook.errors import AskError, listed, quoted
from drillbook.maths.number_words import counted, plural
from drillbook.rules.model import Ruleset


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

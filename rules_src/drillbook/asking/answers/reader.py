"""Reader, the view of a ruleset that a question reads.

It gives out numbers, dice and tables, and remembers which rules and rulings were used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from drillbook.asking.answers.cache import CachedResult, Memo
from drillbook.errors import RulesError, listed
from drillbook.maths.dice import Distribution, roll
from drillbook.maths.exact import Number, exact
from drillbook.maths.formulas import Formula
from drillbook.rules.entities import Row, Rule, Table, Value, formula
from drillbook.rules.model import Ruleset

T = TypeVar("T")


class Cited(NamedTuple):
    """A number (or dice, or a word) together with the id of the rule it comes from."""

    amount: Number | str
    rule: str

    @property
    def number(self) -> Number:
        """The amount, which is a number; RulesError where it is a word."""
        if isinstance(self.amount, str):
            raise RulesError(f"{self.rule} gives the text '{self.amount}' where a number is wanted.")
        return self.amount

    @property
    def whole(self) -> int:
        """The amount, which is a whole number; RulesError where it is none."""
        if not isinstance(self.amount, int):
            raise RulesError(f"{self.rule} gives {self.amount} where a whole number is wanted.")
        return self.amount


class Reader:
    """One question's view of a ruleset; reading a number cites its rule.

    draws: whether the answer's pictures are wanted.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        readings: Mapping[str, str] | None = None,
        memo: Memo | None = None,
        *,
        draws: bool = True,
    ) -> None:
        self.ruleset = ruleset
        self.draws = draws
        self._chosen = dict(readings or {})
        self._memo = memo or Memo()
        self._letters: dict[str, tuple[str, str]] = {}
        self._consulted: dict[str, None] = {}
        self._readings: dict[str, str] = {}

    @property
    def consulted(self) -> tuple[str, ...]:
        """The ids of the rules read so far, in order."""
        return tuple(self._consulted)

    @property
    def readings(self) -> dict[str, str]:
        """The rulings met so far and the reading used of each."""
        return dict(self._readings)

    @property
    def chosen(self) -> dict[str, str]:
        """The readings that were asked for, by the names of their rulings."""
        return dict(self._chosen)

    def cite(self, name: str) -> str:
        """Return the id of a rule and count the rule as consulted."""
        rule = self.ruleset.rule(name)
        self._consulted[rule.id] = None
        return rule.id

    def rule(self, name: str) -> Rule:
        """Return the whole rule and count it as consulted."""
        self.cite(name)
        return self.ruleset.rule(name)

    def _value(self, name: str, part: str | None) -> Value:
        rule = self.rule(name)
        if part is None:
            if rule.value is None:
                raise RulesError(
                    f"Rule {rule.id} has {len(rule.values)} values; name one of {', '.join(rule.values) or 'none'}."
                )
            return rule.value
        if part not in rule.values:
            raise RulesError(f"Rule {rule.id} has no value '{part}'; it has {', '.join(rule.values) or 'none'}.")
        return rule.values[part]

    def num(self, name: str, part: str | None = None) -> Number:
        """Return the number of a rule: its only value, or the part named.

        Raises RulesError if the rule has no such value, or if the value is text.
        """
        value = self._value(name, part)
        if isinstance(value, str):
            raise RulesError(f"The value of {self.ruleset.rule(name).id} is the text '{value}', not a number.")
        return exact(value)

    def int(self, name: str, part: str | None = None) -> int:
        """Return the whole number of a rule: its only value, or the part named.

        Raises RulesError if the value is not a whole number.
        """
        value = self.num(name, part)
        if not isinstance(value, int):
            raise RulesError(f"The value of {self.ruleset.rule(name).id} is {value}, not a whole number.")
        return value

    def text(self, name: str, part: str | None = None) -> str:
        """Return the word or dice text of a rule: its only value, or the part named."""
        return str(self._value(name, part))

    def dice(self, name: str, part: str | None = None) -> Distribution[Any]:
        """Return the exact distribution of the sum of the dice that a rule names."""
        return roll(self.text(name, part))

    def cited(self, name: str, part: str | None = None) -> Cited:
        """Return the value of a rule together with the rule's id."""
        value = self._value(name, part)
        return Cited(exact(value) if isinstance(value, Fraction) else value, self.cite(name))

    def table(self, name: str) -> Table:
        """Return a table by its file's name; every rule that shows it counts as consulted."""
        for rule in self._table_rules(name):
            self.cite(rule.key)
        return self.ruleset.table(name)

    def rows(self, name: str) -> Sequence[Row]:
        """Return the rows of a table, in order."""
        return tuple(self.table(name).rows.values())

    def has(self, name: str, part: str | None = None) -> bool:
        """Return whether a rule, and the part of it if one is named, is in force.

        A question that checks this first still works when a layer drops the rule.
        name: a rule, or a ruling with `ruling.` before its name; part: one of its values, or the name of one of its readings.
        """
        return self.ruleset.has(name, part)

    def has_cell(self, table: str, row: str, column: str) -> bool:
        """Return whether a cell of a table holds anything.

        An empty cell, or a row that the table does not have, means that the thing is not possible.
        """
        rows = self.ruleset.table(table).rows
        return row in rows and rows[row].cells.get(column) is not None

    def name(self, table: str, row: str) -> str:
        """Return the name of a row of a table."""
        return self.ruleset.table(table).row(row).name

    def cell(self, table: str, row: str, column: str) -> Cited:
        """One cell with the rule that states it (the row's own, else the table's).

        The row's, the column's and the table's rule count as consulted. RulesError where the cell is empty: ask has_cell first.
        """
        line = self.ruleset.table(table).row(row)
        value = line.cells.get(column)
        if value is None:
            raise RulesError(f"Table {table} has nothing in row {row}, column {column}.")
        shown_by = [rule for rule in self._table_rules(table) if rule.table_rows is None or row in rule.table_rows]
        stating = self._telling(line, column) or (shown_by[0].key if shown_by else None)
        if stating is None:
            raise RulesError(f"No rule states row {row} of table {table}.")
        for rule in shown_by:
            self.cite(rule.key)
            for shown in rule.columns:
                if shown.field == column and shown.rule:
                    self.cite(shown.rule)
        return Cited(exact(value) if isinstance(value, Fraction) else value, self.cite(stating))

    def _telling(self, line: Row, column: str) -> str | None:
        """Return the key of the rule, among those stating a row, that states the column's value.

        That is the first of them that has the column's value in its words. Returns the row's first rule if only one rule states
        the row, or if no rule has the value in its words.
        """
        for name in line.stated_by if line.also else ():
            if f"{{{column}" in "".join(self.ruleset.rule(name).words):
                return name
        return line.rule

    def _table_rules(self, name: str) -> list[Rule]:
        return self.ruleset.table_rules.get(name, [])

    def reading(self, ruling: str) -> str:
        """Return the letter of the reading in force and count the ruling as met."""
        name, letter = self._in_force(ruling)
        self._readings[name] = letter
        return letter

    def _in_force(self, ruling: str) -> tuple[str, str]:
        """Return a ruling's own name and the letter of its reading in force."""
        known = self._letters.get(ruling)
        if known is None:
            found = self.ruleset.ruling(ruling)
            letter = found.default if found.settled else self._chosen.get(found.name, found.default)
            known = self._letters[ruling] = found.name, letter
        return known

    def read_as(self, ruling: str) -> str:
        """Return the name of the reading in force and count the ruling as met.

        Raises RulesError if that reading has no name.
        """
        found, letter = self.ruleset.ruling(ruling), self.reading(ruling)
        if letter not in found.names:
            raise RulesError(f"Ruling {found.id} has no name for its reading {letter}; give one under reading_names.")
        return found.names[letter]

    def holds(self, ruling: str, name: str) -> bool:
        """Whether the reading in force is the one of that name; it counts as met."""
        found = self.ruleset.ruling(ruling)
        if name not in found.names.values() and name not in found.lost:
            known = listed(found.names.values()) or "none with a name"
            raise RulesError(f"Ruling {found.id} has no reading named '{name}'; it has {known}.")
        return self.read_as(ruling) == name

    def once(self, work: Callable[..., T], *given: Hashable) -> T:
        """Return the result of `work(r, *given)`, worked out once for all readings it does not meet.

        The rules and rulings that the work reads count as consulted and met.
        The result must not hold a Reader, or anything that reads later.
        """
        kept = self._memo.find((work, given), lambda ruling: self._in_force(ruling)[1])
        if kept is None:
            r = Reader(self.ruleset, self._chosen, self._memo)
            r._letters = self._letters
            try:
                kept = CachedResult(work(r, *given), r._consulted, r._readings)
            finally:
                self._consulted |= r._consulted
                self._readings |= r._readings
            self._memo.keep((work, given), kept)
        else:
            self._consulted |= kept.consulted
            self._readings |= kept.readings
        result: T = kept.result
        return result

    def formula(self, name: str) -> Formula:
        """Return the formula of a rule, with the rule's numbers filled in."""
        return formula(self.rule(name))

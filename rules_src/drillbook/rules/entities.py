"""The parts of a ruleset: citations, rules, tables, rulings.

They are frozen values that do not depend on files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from drillbook.errors import RulesError, listed
from drillbook.maths.exact import exact
from drillbook.maths.formulas import Formula, FormulaText

Value = int | Fraction | str
Cell = int | Fraction | str | None
EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a source says it."""

    document: str
    section: str
    lines: str

    def __str__(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class Column:
    """One shown column of a table: its field, its heading, its format and its rule.

    field: the field of the file. format: how a cell is printed. rule: the rule that defines the column.
    """

    field: str
    label: str
    format: str = "{}"
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class RetiredInput:
    """An input that a question no longer has.

    was: the value that old links may still give it. why: the reason why no other value is answered.
    """

    accepted_value: str
    refusal: str


@dataclass(frozen=True, slots=True)
class InputChange:
    """The changes that a layer makes to an input that it inherits.

    default: as an address writes it. low, high: the bounds of a number. help: the help text.
    """

    default: str | None = None
    low: int | None = None
    high: int | None = None
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One atomic rule of a source, restated in our own words.

    `text` and `clause` are ready to read (placeholders filled); `values` are the numbers, dice and words that filled them.
    `words` are text and clause before filling, so that a layer can fill them with its own numbers.
    `replaces` is the key of the parent's rule that this rule replaces; `same` means that it does so in the parent's words;
    `agrees` means that it states a parent's rule in its own words.
    `name` is what players call the rule. An `essential` rule is in its chapter's *In short*.
    `ruling` is the name of the ruling that is needed to play the rule.
    """

    id: str
    key: str
    chapter: str
    kind: str
    text: str
    cite: Citation
    clause: str = ""
    name: str = ""
    essential: bool = False
    ruling: str = ""
    values: Mapping[str, Value] = field(default_factory=lambda: EMPTY)
    unit: str | None = None
    printed: str | None = None
    note: str | None = None
    replaces: str | None = None
    same: bool = False
    agrees: bool = False
    removed: bool = False
    words: tuple[str, str] = ("", "")
    table: str | None = None
    table_rows: tuple[str, ...] | None = None
    columns: tuple[Column, ...] = ()
    formula: FormulaText | None = None

    @property
    def value(self) -> Value | None:
        """The rule's only value, where it has just one."""
        if len(self.values) == 1:
            return next(iter(self.values.values()))
        return None


def formula(rule: Rule) -> Formula:
    """Return the formula of a rule, with the rule's own numbers as constants.

    Raises RulesError if the rule has no formula.
    """
    if rule.formula is None:
        raise RulesError(f"Rule {rule.id} has no formula.")
    constants = {name: exact(value) for name, value in rule.values.items() if not isinstance(value, str)}
    return Formula(rule.id, rule.formula.result, rule.formula.expression, rule.formula.symbols, constants)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its key, its printed name, its cells, its rule and its marks.

    rule: the rule that states the row, if it has one.
    also: further rules that state parts of the row, if the source states them one by one.
    """

    key: str
    name: str
    cells: Mapping[str, Cell]
    rule: str | None = None
    marks: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()

    @property
    def stated_by(self) -> tuple[str, ...]:
        """Every rule that states something of it."""
        return (self.rule, *self.also) if self.rule else ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its file's name, with its rows by key.

    chapter: the folder whose tables/ holds the file.
    """

    name: str
    fields: tuple[str, ...]
    rows: Mapping[str, Row]
    marks: frozenset[str] = frozenset()
    chapter: str = ""

    def row(self, key: str) -> Row:
        """Return the row of that key; raise RulesError if there is none."""
        try:
            return self.rows[key]
        except KeyError:
            raise RulesError(f"Table {self.name} has no row '{key}'; it has {listed(self.rows)}.") from None

    def where(self, column: str) -> tuple[Row, ...]:
        """Return the rows that a column selects.

        These are the rows with that mark, else the rows with a cell in that column that is not `no`.
        Raises RulesError if the table has neither such a mark nor such a column.
        """
        if column in self.marks:
            return tuple(row for row in self.rows.values() if column in row.marks)
        if column not in self.fields:
            known = listed((*sorted(self.marks), *self.fields), "and")
            raise RulesError(f"Table {self.name} has no column '{column}' to choose rows by; it has {known}.")
        return tuple(row for row in self.rows.values() if row.cells.get(column) not in (None, "no"))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A place where the source can be read in more than one way, or an optional rule.

    The readings of an optional rule are A (unused) and B (used).
    `readings` and `names` are by letter: what a reading says, and the name by which the questions ask for it.
    `ask` is the ruling's title, a question in players' words.
    `own_default` is false if a layer has taken over the ruling with the parent's default.
    `settled_by` is the sentence that settles the ruling; `retired` has such a sentence for each single reading that no
    longer counts, by letter.
    """

    id: str
    name: str
    ruleset: str
    chapter: str
    kind: str
    problem: str
    readings: Mapping[str, str]
    names: Mapping[str, str]
    default: str
    why: str
    cite: Citation
    switchable: bool
    example: str | None = None
    also: tuple[str, ...] = ()
    reason: str | None = None
    settled: bool = False
    replaces: str | None = None
    removed: bool = False
    letters: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    lost: frozenset[str] = frozenset()
    ask: str = ""
    take: str = ""
    own_default: bool = True
    settled_by: str = ""
    retired: Mapping[str, str] = field(default_factory=lambda: EMPTY)

    @property
    def taken(self) -> str:
        """What the book takes, in a short sentence: `take`, else its reading's own words."""
        return self.take or self.readings[self.default]

    @property
    def free(self) -> bool:
        """Whether its reading may be chosen: it can be switched, and it is not settled."""
        return self.switchable and not self.settled

    @property
    def examples(self) -> tuple[str, ...]:
        """The addresses whose answers tell its readings apart, between them."""
        return ((self.example,) if self.example else ()) + self.also

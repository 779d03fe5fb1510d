"""What a ruleset is made of: citations, rules, tables, rulings; frozen values that know nothing of files."""

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
    """One shown column of a table: the field of the file, its heading, how a cell is printed, the rule that defines it."""

    field: str
    label: str
    format: str = "{}"
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class RetiredInput:
    """An input that a question no longer has: the value that links of old may give it, and why no other is answered."""

    accepted_value: str
    refusal: str


@dataclass(frozen=True, slots=True)
class InputChange:
    """What a layer changes of an input that it inherits: its default as an address writes it, the bounds of a number, its help."""

    default: str | None = None
    low: int | None = None
    high: int | None = None
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One atomic rule of a source, restated in our own words.

    `text` and `clause` are ready to read (placeholders filled); `values` are the numbers, dice and words they were filled from;
    `words` are text and clause before that, so that a layer may fill them with numbers of its own. `replaces` is the key of the
    parent's rule that it stands for; `same` says that it does so in the parent's words,
    `agrees` that it says in words of its own what a parent's rule says. `name` is what players call it;
    what is `essential` stands in its chapter's *In short*. `ruling` is the name of the ruling without which it cannot be played.
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
    """The formula of a rule, with the rule's own numbers as constants; RulesError where it has none."""
    if rule.formula is None:
        raise RulesError(f"Rule {rule.id} has no formula.")
    constants = {name: exact(value) for name, value in rule.values.items() if not isinstance(value, str)}
    return Formula(rule.id, rule.formula.result, rule.formula.expression, rule.formula.symbols, constants)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its key, its printed name, its cells, the rule that states it, if it has one, and its marks.

    also: further rules that state parts of it, where the source tells of them one by one.
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
    """A table by its file's name; rows by key; chapter is the folder whose tables/ holds the file."""

    name: str
    fields: tuple[str, ...]
    rows: Mapping[str, Row]
    marks: frozenset[str] = frozenset()
    chapter: str = ""

    def row(self, key: str) -> Row:
        """The row of that key; RulesError where there is none."""
        try:
            return self.rows[key]
        except KeyError:
            raise RulesError(f"Table {self.name} has no row '{key}'; it has {listed(self.rows)}.") from None

    def where(self, column: str) -> tuple[Row, ...]:
        """The rows that a column chooses: those with that mark, else those with a cell there that is not `no`.

        RulesError where the table has neither such a mark nor such a column.
        """
        if column in self.marks:
            return tuple(row for row in self.rows.values() if column in row.marks)
        if column not in self.fields:
            known = listed((*sorted(self.marks), *self.fields), "and")
            raise RulesError(f"Table {self.name} has no column '{column}' to choose rows by; it has {known}.")
        return tuple(row for row in self.rows.values() if row.cells.get(column) not in (None, "no"))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A place where the source can be read in more than one way, or an optional rule (readings A unused, B used).

    `readings` and `names` go by letter: what a reading says, and the name by which the questions ask for it. `ask` is its title,
    a question in players' words. `own_default` is false where a layer has taken it over with the parent's default.
    `settled_by` is the sentence that settles it, `retired` the same for single readings that are none any more, by letter.
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

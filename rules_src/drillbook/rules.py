"""What a ruleset is made of: citations, rules, tables, rulings; frozen values that know nothing of files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from drillbook.errors import RulesError, listed

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
class FormulaText:
    """A formula as it stands on disk: its result, its expression and what each symbol means."""

    result: str
    expression: str
    symbols: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """One shown column of a table: the field of the file, its heading, how a cell is printed, the rule that defines it."""

    field: str
    label: str
    format: str = "{}"
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One atomic rule of a source, restated in our own words.

    `text` and `clause` are ready to read (placeholders filled); `values` are the numbers, dice and words they were filled from.
    """

    id: str
    key: str
    chapter: str
    kind: str
    text: str
    cite: Citation
    clause: str | None = None
    values: Mapping[str, Value] = field(default_factory=lambda: EMPTY)
    unit: str | None = None
    printed: str | None = None
    note: str | None = None
    replaces: str | None = None
    removed: bool = False
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


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its key, its printed name, its cells and the rule that states it, if it has one."""

    key: str
    name: str
    cells: Mapping[str, Cell]
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its file's name; rows by key."""

    name: str
    fields: tuple[str, ...]
    rows: Mapping[str, Row]

    def row(self, key: str) -> Row:
        """The row of that key; RulesError where there is none."""
        try:
            return self.rows[key]
        except KeyError:
            raise RulesError(f"Table {self.name} has no row '{key}'; it has {listed(self.rows)}.") from None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A place where the source can be read in more than one way, or an optional rule (readings A unused, B used)."""

    id: str
    name: str
    ruleset: str
    kind: str
    problem: str
    readings: Mapping[str, str]
    default: str
    why: str
    cite: Citation
    switchable: bool
    example: str | None = None
    also: tuple[str, ...] = ()
    reason: str | None = None
    settled: bool = False

    @property
    def examples(self) -> tuple[str, ...]:
        """The addresses whose answers tell its readings apart, between them."""
        return ((self.example,) if self.example else ()) + self.also


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of a ruleset, in reading order."""

    ruleset: str
    stem: str
    title: str
    summary: str

    @property
    def slug(self) -> str:
        """The chapter's name in an address."""
        return self.stem.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Document:
    """The source a ruleset restates."""

    title: str
    author: str
    edition: str
    year: str
    credit: str


@dataclass(frozen=True)
class Ruleset:
    """A whole ruleset; names resolve through its own layer first, then through the parent's."""

    slug: str
    short: str
    title: str
    unit: str
    document: Document
    chapters: tuple[Chapter, ...]
    own_rules: Mapping[str, Rule]
    own_tables: Mapping[str, Table]
    own_rulings: Mapping[str, Ruling]
    parent: "Ruleset | None" = None
    dropped_questions: frozenset[str] = frozenset()

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule in force, by the key it answers to (a replacement answers to the replaced key as well)."""
        found = dict(self.parent.rules) if self.parent else {}
        for rule in self.own_rules.values():
            for key in (rule.replaces or rule.key, rule.key):
                if rule.removed:
                    found.pop(key, None)
                else:
                    found[key] = rule
        return found

    @cached_property
    def table_rules(self) -> Mapping[str, list[Rule]]:
        """The rules that show each table, by the table's name."""
        found: dict[str, list[Rule]] = {}
        for rule in {rule.id: rule for rule in self.rules.values()}.values():
            if rule.table:
                found.setdefault(rule.table, []).append(rule)
        return found

    def rule(self, name: str) -> Rule:
        """The rule in force under a key (`reaction.cover-cap`) or a whole id (`bn.reaction.cover-cap`)."""
        layer: Ruleset | None = self
        while layer:
            key = name.removeprefix(f"{layer.short}.")
            if key in self.rules:
                return self.rules[key]
            layer = layer.parent
        raise RulesError(f"{self.title} has no rule '{name}'.")

    def table(self, name: str) -> Table:
        """The table of that name, with this layer's rows laid over the parent's."""
        if name in self.own_tables:
            return self.own_tables[name]
        if self.parent:
            return self.parent.table(name)
        raise RulesError(f"{self.title} has no table '{name}'.")

    def rulings(self) -> dict[str, Ruling]:
        """Every ruling in force, by name."""
        return {**(self.parent.rulings() if self.parent else {}), **self.own_rulings}

    def ruling(self, name: str) -> Ruling:
        """The ruling of that name (with or without `bn.ruling.`)."""
        short = name.rsplit(".ruling.", 1)[-1]
        found = self.own_rulings.get(short)
        if found is None and self.parent:
            return self.parent.ruling(short)
        if found is None:
            raise RulesError(f"{self.title} has no ruling '{name}'.")
        return found

    def chapter(self, slug: str) -> Chapter | None:
        """The chapter of that name in an address, if there is one."""
        return next((chapter for chapter in self.chapters if chapter.slug == slug), None)

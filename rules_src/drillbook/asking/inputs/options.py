"""Inputs with named options: one of them, any number of them, or yes and no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from drillbook.asking.inputs.declaration import Common
from drillbook.errors import AskError, RulesError, listed, quoted
from drillbook.rules.entities import EMPTY
from drillbook.rules.model import Ruleset
from drillbook.rules.removed import dropped_rows, dropped_rule


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

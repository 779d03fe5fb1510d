"""The ends of the bands along a number, at which a rule or a table's column changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from drillbook.errors import RulesError
from drillbook.maths.exact import Number, exact
from drillbook.rules.entities import Value
from drillbook.rules.model import Ruleset


def band_ends(names: Iterable[str], ruleset: Ruleset, chosen: Collection[str] = ()) -> tuple[Number, ...]:
    """Return the numbers at which the rules change, in order, each once.

    names: a rule (`shooting.table`: all its numbers), one part of it (`reaction.opp-arc side`), or a column of a table
    (`sighting/upto`), for all its rows or for the rows with a mark (`weapons/short firearm`).
    chosen: options that are chosen beside the number; if a table has rows of these names, only these rows count.
    A layer may lack a rule or table that its parent has; a ruleset without a parent that lacks it raises RulesError.
    """
    found = {exact(one) for name in names for one in _values(name, ruleset, chosen) if isinstance(one, int | Fraction)}
    return tuple(sorted(found))


def _values(name: str, ruleset: Ruleset, chosen: Collection[str]) -> Iterable[Value | None]:
    table, slash, column = name.partition("/")
    if slash:
        known = ruleset.tables().get(table)
        column, _, marked = column.partition(" ")
        if known is not None and column in known.fields and (not marked or marked in known.marks):
            rows = known.where(marked) if marked else known.rows.values()
            own = [known.rows[key] for key in chosen if key in known.rows]
            return [row.cells.get(column) for row in own or rows]
        return _missing(f"no table '{table}' with a column '{column}'", ruleset)
    key, _, part = name.partition(" ")
    rule = ruleset.rule_if_any(key)
    if rule is not None and (not part or part in rule.values):
        return [value for own, value in rule.values.items() if part in ("", own)]
    return _missing(f"no rule '{key}'{f' with a part {part!r}' if part else ''}", ruleset)


def _missing(what: str, ruleset: Ruleset) -> tuple[()]:
    if ruleset.parent is None:
        raise RulesError(f"{ruleset.title} has {what} from which an input could take its bands.")
    return ()

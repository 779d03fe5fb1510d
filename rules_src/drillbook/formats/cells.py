"""The cells of a rule's table as they are printed, in any form."""

from __future__ import annotations

import re
from typing import Any

from drillbook.errors import AskError
from drillbook.rules.entities import Column, Row, Rule
from drillbook.rules.model import Ruleset
from drillbook.rules.schema.placeholders import fill


def cells(ruleset: Ruleset, rule: Rule) -> tuple[list[str], list[tuple[Row, list[str]]]]:
    """Return the heads of a rule's table, and each row with its printed cells.

    Raises AskError if the rule shows no table.
    """
    if rule.table is None:
        raise AskError(f"rule {rule.id} has no table.")
    rows = ruleset.table(rule.table).rows
    chosen = [rows[key] for key in rule.table_rows or rows if key in rows]
    return [column.label for column in rule.columns], [
        (row, [_cell(row, one) for one in rule.columns]) for row in chosen
    ]


def _cell(row: Row, column: Column) -> str:
    value = row.name if column.field == "name" else row.cells.get(column.field)
    return "–" if value is None else _printed(column.format, value)


def _printed(form: str, value: Any) -> str:
    """Return a cell in its column's format.

    form: such as `{}+` or, with a placeholder's format, `{signed}`.
    """
    if isinstance(value, str):
        return value
    return re.sub(r"\{(\w*)\}", lambda found: fill(f"{{value:{found[1]}}}", {"value": value}), form)

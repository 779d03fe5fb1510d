"""A rule's table as Markdown: stated in its chapter, with an anchor on each row that is a rule, or repeated elsewhere."""

from __future__ import annotations

import re
from typing import Any

from drillbook.book.parts import anchor, emboldened, escaped, find
from drillbook.errors import AskError
from drillbook.rules.library import Library
from drillbook.rules.model import Rule, Ruleset
from drillbook.rules.placeholders import fill


def stated(lib: Library, identity: str) -> str:
    """The table with its caption, as the one place that states it and the rules of its rows."""
    ruleset, rule = find(lib, identity)
    caption = f"{anchor(rule.id)}*{emboldened(escaped(rule.text), rule.name)}*"
    return f"{caption}\n\n{_rows(ruleset, rule, stating=True)}"


def repeated(ruleset: Ruleset, rule: Rule) -> str:
    """The table alone, which states nothing."""
    return _rows(ruleset, rule, stating=False)


def _printed(form: str, value: Any) -> str:
    """A cell in its column's format: `{}+` or, with a placeholder's format, `{signed}`."""
    if isinstance(value, str):
        return value
    return re.sub(r"\{(\w*)\}", lambda found: fill(f"{{value:{found[1]}}}", {"value": value}), form)


def _rows(ruleset: Ruleset, rule: Rule, stating: bool) -> str:
    if rule.table is None:
        raise AskError(f"rule {rule.id} has no table.")
    rows = ruleset.table(rule.table).rows
    chosen = [rows[key] for key in rule.table_rows or rows if key in rows]
    numeric = [
        all(not isinstance(row.cells.get(column.field), str) for row in chosen) and column.field != "name"
        for column in rule.columns
    ]
    out = ["| " + " | ".join(escaped(column.label) for column in rule.columns) + " |"]
    out.append("|" + "|".join(" ---: " if right else " :--- " for right in numeric) + "|")
    told: set[str] = set()
    for row in chosen:
        cells = []
        for i, column in enumerate(rule.columns):
            value = row.name if column.field == "name" else row.cells.get(column.field)
            text = escaped("–" if value is None else _printed(column.format, value))
            if stating and i == 0 and row.rule and row.rule not in told:
                told.add(row.rule)
                own = f"{ruleset.rule(row.rule).id}"
                text = f"{anchor(own)}<!--rule {own} -->{text}<!--/rule-->"
            cells.append(text)
        out.append("| " + " | ".join(cells) + " |")
    return "\n".join(out)

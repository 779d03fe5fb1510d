"""A rule's table as Markdown.

The table is stated in its chapter, with an anchor on each row that is a rule, or is repeated elsewhere.
"""

from __future__ import annotations

from drillbook.book.markdown_parts import anchor, escaped, find_rule, with_bold_name
from drillbook.formats.cells import cells
from drillbook.rules.entities import Rule
from drillbook.rules.library import Library
from drillbook.rules.model import Ruleset


def table_with_caption(lib: Library, identity: str) -> str:
    """Return the table with its caption and anchors.

    This is the one place that states the table and the rules of its rows.
    """
    ruleset, rule = find_rule(lib, identity)
    caption = f"{anchor(rule.id)}*{with_bold_name(escaped(rule.text), rule.name)}*"
    return f"{caption}\n\n{_rows(ruleset, rule, stating=True)}"


def table_alone(ruleset: Ruleset, rule: Rule) -> str:
    """Return the table alone, which states nothing."""
    return _rows(ruleset, rule, stating=False)


def _rows(ruleset: Ruleset, rule: Rule, stating: bool) -> str:
    heads, rows = cells(ruleset, rule)
    numeric = [
        all(not isinstance(row.cells.get(column.field), str) for row, _ in rows) and column.field != "name"
        for column in rule.columns
    ]
    out = ["| " + " | ".join(map(escaped, heads)) + " |"]
    out.append("|" + "|".join(" ---: " if right else " :--- " for right in numeric) + "|")
    told = {rule.key}
    for row, words in rows:
        first, *rest = map(escaped, words)
        if stating and row.rule and row.rule not in told:
            told.add(row.rule)
            own = f"{ruleset.rule(row.rule).id}"
            first = f"{anchor(own)}<!--rule {own} -->{first}<!--/rule-->"
        out.append("| " + " | ".join([first, *rest]) + " |")
    return "\n".join(out)

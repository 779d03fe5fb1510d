"""The things that a layer no longer has: rows of tables, and rules that choices depend on.

Each has the sentence that names the parent's rule.
"""

from __future__ import annotations

from drillbook.rules.model import Ruleset


def dropped_rows(ruleset: Ruleset, table: str) -> dict[str, str]:
    """Return the rows that a layer, or one below it, has dropped from a table, by key.

    Each row has its sentence.
    """
    parent = ruleset.parent
    theirs = parent.tables().get(table) if parent else None
    if parent is None or theirs is None:
        return {}
    found, kept = dropped_rows(parent, table), ruleset.table(table).rows
    shown_by = parent.table_rules.get(table, [])
    for key, row in theirs.rows.items():
        stating = (
            [row.rule] if row.rule else [one.id for one in shown_by if one.table_rows is None or key in one.table_rows]
        )
        if key not in kept and stating:
            found[key] = _told(ruleset, parent, stating[0])
    return found


def dropped_rule(ruleset: Ruleset, name: str) -> str:
    """Return the sentence for a rule that a layer, or one below it, has dropped.

    name: a rule, or a ruling with `ruling.` before its name. The result is empty if no parent has it.
    """
    parent = ruleset.parent
    if parent is None:
        return ""
    return _told(ruleset, parent, name) if parent.has(name) else dropped_rule(parent, name)


def _told(layer: Ruleset, parent: Ruleset, name: str) -> str:
    if name.startswith("ruling."):
        stated = f"{parent.short}.{name}: {parent.ruling(f'.{name}').problem}"
    else:
        stated = f"{(rule := parent.rule(name)).id}: {rule.text}"
    return f"{layer.title} has dropped it; {parent.title} has it in {stated}"

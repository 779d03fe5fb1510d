"""Which pictures are tables of words? Decisions (is each condition met?) and data cards; the page draws them as tables."""

from __future__ import annotations

from typing import Any

from drillbook.asking.exhibits import Card, Decision
from drillbook.printing.sheet import page, section
from drillbook.rules.model import Ruleset


def sheet_of(exhibit: Decision | Card, ruleset: Ruleset) -> dict[str, Any]:
    """What the page needs to draw the table."""
    if isinstance(exhibit, Card):
        return {"kind": "card", "rows": [{"label": label, "words": words} for label, words in exhibit.entries]}
    return {"kind": "decision", "rows": [_verdict(verdict, ruleset) for verdict in exhibit.verdicts]}


def _verdict(verdict: Any, ruleset: Ruleset) -> dict[str, Any]:
    rule = ruleset.rule(verdict.rule)
    return {
        "label": verdict.question,
        "ok": verdict.ok,
        "words": verdict.finding,
        "rule": rule.id,
        "section": section(rule),
        "page": page(ruleset, rule),
    }

"""The pictures that are tables of words: decisions and data cards.

A decision shows whether each condition is met. The page draws these pictures as tables.
"""

from __future__ import annotations

from typing import Any

from drillbook.asking.exhibits import Card, Decision, Exhibit
from drillbook.formats.sheet import page, section
from drillbook.rules.model import Ruleset

CARD, DECISION = 4, 3
"""Rows of words that are few: a short form's answer has room above them."""


def is_brief(exhibit: Exhibit) -> bool:
    """Return whether a picture has only a few words.

    A plate that begins with such a picture is laid out for it.
    """
    match exhibit:
        case Card():
            return len(exhibit.entries) <= CARD
        case Decision():
            return len(exhibit.verdicts) <= DECISION
    return False


def sheet_of(exhibit: Decision | Card, ruleset: Ruleset) -> dict[str, Any]:
    """Return what the page needs to draw the table."""
    told = {"brief": is_brief(exhibit)}
    if isinstance(exhibit, Card):
        return told | {"kind": "card", "rows": [{"label": label, "words": words} for label, words in exhibit.entries]}
    return told | {"kind": "decision", "rows": [_verdict(verdict, ruleset) for verdict in exhibit.verdicts]}


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

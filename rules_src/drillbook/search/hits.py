"""What a search finds: one place of the book, or a question filled in, each with its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

KINDS = {
    "question": "calculator",
    "chapter": "chapter",
    "asked": "asked at the table",
    "term": "word",
    "rule": "rule",
    "table": "table",
    "row": "row of a table",
    "ruling": "ruling",
    "course": "first game",
    "sheet": "quick reference",
}
"""Every kind of hit, and what a reader calls it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found.

    address: where it stands, `bn/shooting#bn.shooting.roll`, or the question, `bn/shot?weapon=lmg`. chapter: the title of the
    chapter that it belongs to. score: from 0 to about 1, how well it fits. answer: the headline of a question, where it has
    been asked. filled: whether what was typed has set an input of it. rulings: those that its text hangs on.
    """

    kind: str
    title: str
    address: str
    ruleset: str
    snippet: str
    chapter: str = ""
    answer: str | None = None
    score: float = 0.0
    filled: bool = False
    rulings: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """It as JSON-ready data, the contract of `drillbook search --json`."""
        return {
            "kind": self.kind,
            "title": self.title,
            "address": self.address,
            "ruleset": self.ruleset,
            "snippet": self.snippet,
            "answer": self.answer,
        }

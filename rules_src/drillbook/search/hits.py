"""The hits of a search: a place of the book, or a filled question, each with its address."""

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
    """One thing that a search finds.

    address: the place, `bn/shooting#bn.shooting.roll`, or the question, `bn/shot?weapon=lmg`.
    chapter: the title of the chapter that the hit belongs to. score: from 0 to about 1, how well it fits.
    answer: the headline of a question, if it has been asked. filled: whether the search has set an input of the question.
    rulings: the rulings that the text depends on.
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
        """Return the hit as JSON-ready data, as `drillbook search --json` promises."""
        return {
            "kind": self.kind,
            "title": self.title,
            "address": self.address,
            "ruleset": self.ruleset,
            "snippet": self.snippet,
            "answer": self.answer,
        }

"""The comparison in a notebook: the view that `compare(…)` shows.

Once the view is shown, it needs no kernel.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from html import escape
from pathlib import Path

from drillbook.asking.uses.comparison import Comparison, asked_for
from drillbook.errors import AskError
from drillbook.formats.compared import html, nowhere
from drillbook.formats.compared_text import text

STYLE = Path(__file__).resolve().parents[1] / "pages/static/compare/comparison.css"
CALL = "compare"


class ComparisonView:
    """A comparison that a notebook shows under its cell."""

    def __init__(self, asked: Sequence[str]) -> None:
        self.complaint = ""
        self.made: Comparison | None = None
        try:
            self.made = asked_for(asked)
        except AskError as problem:
            self.complaint = str(problem)

    def __repr__(self) -> str:
        return text(self.made) if self.made else self.complaint

    def _repr_html_(self) -> str:
        if self.made is None:
            return f'<p class="drillbook-complaint">{escape(self.complaint)}</p>'
        return f"<style>{STYLE.read_text('utf-8')}</style>{html(self.made, nowhere)}"


def asked_in(source: str) -> tuple[str, ...]:
    """Return what a code cell compares; empty if the cell does not call `compare`."""
    try:
        tree = ast.parse(source.strip())
    except SyntaxError:
        return ()
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr) or not isinstance(tree.body[0].value, ast.Call):
        return ()
    call = tree.body[0].value
    if not isinstance(call.func, ast.Name) or call.func.id != CALL:
        return ()
    return tuple(one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str))

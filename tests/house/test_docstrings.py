"""Tests of docstrings: a first line is short, and no word of the old style comes back.

Ruff checks their form. The first lines of questions and procedures are titles that readers see; tests of the book read those.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = "rules_src/drillbook", "widgets/drillbook_widgets", "tests"
LONGEST_FIRST_LINE = 90
TITLES = {"question", "procedure", "replacing"}
OLD_WORDS = re.compile(
    r"\b(anew|aught|betimes|by and by|hence|hereof|herein|lest|nought|therein|thereof|whence|wherein|whereof|whoever|whom|whosoever)\b",
    re.IGNORECASE,
)


def decorators(node: ast.AST) -> set[str]:
    """Return the names of a definition's decorators."""
    return {ast.unparse(one).split("(")[0] for one in getattr(node, "decorator_list", ())}


@cache
def docstrings() -> tuple[tuple[str, str], ...]:
    """Return each docstring with its place, `path:line`."""
    return tuple(
        found for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) for found in of_file(path)
    )


def of_file(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a file that are no titles."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and not decorators(node) & TITLES
        ):
            text = ast.get_docstring(node)
            if text is not None:
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", text


def test_there_are_docstrings() -> None:
    assert len(docstrings()) > 5000


def test_first_lines_are_short() -> None:
    long = {place: first for place, text in docstrings() if len(first := text.split("\n")[0]) > LONGEST_FIRST_LINE}
    assert not long, f"put the details into a paragraph of their own: {long}"


def test_words_of_the_old_style_stay_away() -> None:
    old = {place: found[0] for place, text in docstrings() if (found := OLD_WORDS.search(text))}
    assert not old, f"use a plain modern word: {old}"

"""A quiz as text with the answers at its end, and as JSON-ready data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drillbook.quiz.builder import Quiz
from drillbook.quiz.items import Item

LETTERS = "ABCD"


def text(made: Quiz) -> str:
    """Return a quiz as plain text: all items first, then the right answers and the reasons."""
    out: list[str] = []
    for number, one in enumerate(made.items, 1):
        out += [f"{number}. {one.asked}", f"   {item_line(one)}"]
        out += [f"   By {named}: {words}" for named, words in one.readings]
        out += [f"   {letter}  {option.words}" for letter, option in zip(LETTERS, one.options, strict=False)] + [""]
    out += ["Answers"]
    for number, one in enumerate(made.items, 1):
        out += [f"{number}. {LETTERS[one.right]}  {one.options[one.right].words}  /{one.address}"]
        slips = zip(LETTERS, one.options, strict=False)
        out += [f"     {letter}: {option.why}" for letter, option in slips if option.why]
    return "\n".join([*out, "", f"Quiz {made.seed}, {made.about or 'the whole book'}"])


def item_line(one: Item) -> str:
    """Return the situation of an item in one line."""
    return " · ".join(f"{label}: {words}" for label, words in one.situation)


def data(made: Quiz) -> dict[str, Any]:
    """Return a quiz as plain data."""
    return asdict(made)

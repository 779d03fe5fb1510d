"""Which pictures does an answer have? Those that it brings, else one of what it is."""

from __future__ import annotations

from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.exhibits import Bars, Card, Exhibit
from drillbook.maths.number_words import shown
from drillbook_widgets.views.sheets import is_brief


def exhibits(answer: Answer) -> tuple[Exhibit, ...]:
    """Return the exhibits of an answer.

    An answer without exhibits is drawn from its outcome: as bars of its distribution, or as a card.
    """
    found = answer.outcome.exhibits
    if found or not isinstance(answer.outcome, Breakdown):
        return tuple(found)
    spread = answer.outcome.distribution
    if spread is not None:
        return (Bars("How likely each outcome is.", "outcome", {"": spread}),)
    value = answer.outcome.flat()
    entries = tuple((_plain(name), _written(one)) for name, one in value.items()) if isinstance(value, dict) else ()
    return (Card("What the answer comes to.", entries),) if entries else ()


def opens_with_few_words(answer: Answer) -> bool:
    """Is the first picture no more than a few words?"""
    return any(is_brief(first) for first in exhibits(answer)[:1])


def _plain(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(_written(one) for one in value) or "–"
    return shown(value)

"""The text of an answer inside a sentence: its value, a field, its headline or its chance."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.errors import AskError, listed
from drillbook.maths.number_words import odds, percent
from drillbook.rules.schema.placeholders import FORMATS, fill


def field_of(found: Answer, field: str) -> Any:
    """Return a field of an answer's value, or its first value if no field is named.

    Raises AskError if there is no such field, or if the answer is a refusal.
    """
    outcome = found.outcome
    if not isinstance(outcome, Breakdown):
        raise AskError(f"{found.spec.name} refuses this: {outcome.reason}")
    flat = outcome.flat()
    if not field:
        return next(iter(flat.values())) if isinstance(flat, dict) else flat
    if not isinstance(flat, dict) or field not in flat:
        raise AskError(
            f"{found.spec.name} has no '{field}'; it has {listed(flat) if isinstance(flat, dict) else 'one value'}."
        )
    return flat[field]


def chance_of(found: Answer) -> Fraction:
    """Return the chance that an answer's headline is about; raise AskError if it has none."""
    chance = getattr(found.outcome, "chance", None)
    if chance is None:
        raise AskError(f"{found.spec.name} has no chance to print.")
    return Fraction(chance)


def answer_text(found: Answer, form: str = "") -> str:
    """Return the text that an answer prints inside a sentence.

    form: empty for the value, a field of it, `headline`, or one of three forms of the chance (`chance`, `percent`, `odds`).
    """
    if form == "headline" or not isinstance(found.outcome, Breakdown):
        return found.headline
    if form in ("chance", "percent", "odds"):
        ways: dict[str, Callable[[Fraction], str]] = {"chance": str, "percent": percent, "odds": odds}
        return ways[form](chance_of(found))
    field, _, look = form.partition(":")
    value = field_of(found, field)
    if look == "percent" and isinstance(value, int | Fraction):
        return percent(Fraction(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return looking(value, look)


def looking(value: Any, look: str) -> str:
    """Return a value in the format of a placeholder.

    Raises AskError if there is no such format, or if it does not suit the value.
    """
    try:
        return fill(f"{{value:{look}}}" if look else "{value}", {"value": value})
    except (KeyError, TypeError, ValueError):
        raise AskError(f"there is no way to print {value} as '{look}'; known are {listed(FORMATS, 'and')}.") from None

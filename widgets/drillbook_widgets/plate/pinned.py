"""The difference between an answer and the pinned answer, in words.

The words are for the line under the picture and for the Pin tab.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.exhibits import Exhibit
from drillbook.maths.number_words import shown
from drillbook_widgets.views.of_answer import exhibits


def difference(before: Answer, now: Answer) -> str:
    """How the answer now compares with the pinned one."""
    if str(before.address) == str(now.address):
        return "This is the pinned answer; change something to compare."
    old, new = before.outcome, now.outcome
    if not isinstance(old, Breakdown) or not isinstance(new, Breakdown):
        if isinstance(old, Breakdown):
            return "The pinned answer was possible; this one is refused."
        return (
            "The pinned one was refused; this one is possible." if isinstance(new, Breakdown) else "Both are refused."
        )
    if old.chance is not None and new.chance is not None:
        return points(new.chance - old.chance)
    if is_number(old.value) and is_number(new.value):
        change = new.value - old.value
        return (
            "The same number as pinned."
            if not change
            else f"{shown(abs(change))} {'more' if change > 0 else 'less'} than pinned."
        )
    means = mean_of(old), mean_of(new)
    if means[0] is not None and means[1] is not None and means[0] != means[1]:
        change = means[1] - means[0]
        return f"On average {rough(abs(change))} {'more' if change > 0 else 'less'} than pinned."
    return "The same answer as pinned." if before.headline == now.headline else f"Pinned was: {before.headline}"


def points(change: Fraction) -> str:
    """Return a change of probability in words, in percentage points."""
    if not change:
        return "Exactly as likely as pinned."
    size = abs(float(change)) * 100
    amount = f"{size:.1f}" if size >= 0.05 else "under 0.1"
    return f"{amount} percentage points {'more' if change > 0 else 'less'} likely than pinned."


def is_number(value: Any) -> bool:
    """Whether a difference of it means anything."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def mean_of(outcome: Breakdown[Any]) -> Fraction | None:
    """Return the expected outcome if outcomes are numbers, otherwise None."""
    spread = outcome.distribution
    return spread.mean if spread is not None and all(is_number(one) for one in spread) else None


def rough(value: Fraction) -> str:
    """Return a mean as text; a fraction is rounded to two decimals."""
    return shown(value) if value.denominator == 1 else f"{float(value):.2f}"


def changed_inputs(before: Answer, now: Answer) -> list[str]:
    """Which inputs and readings differ, each as `Distance: 32 cm → 40 cm`."""
    kinds = now.spec.kinds(now.ruleset)
    lines = [
        f"{kind.label}: {kind.words(before.inputs[name])} → {kind.words(now.inputs[name])}"
        for name, kind in kinds.items()
        if before.inputs[name] != now.inputs[name]
    ]
    for name, letter in now.readings.items():
        if before.readings.get(name, letter) != letter:
            lines.append(f"ruling {name}: {before.readings[name]} → {letter}")
    return lines


def twin(pinned: Answer | None, exhibit: Exhibit) -> Exhibit | None:
    """Return the pinned answer's picture of the same kind and name, or None.

    The picture is drawn on the same axes.
    """
    for one in exhibits(pinned) if pinned else ():
        if type(one) is type(exhibit) and one.name == exhibit.name:
            return one
    return None


def pin_topic(pinned: Answer | None, now: Answer) -> dict[str, Any]:
    """Return the two answers side by side in words; empty if no answer is pinned."""
    if pinned is None:
        return {}
    return {
        "pinned": pinned.headline,
        "now": now.headline,
        "difference": difference(pinned, now),
        "changed": changed_inputs(pinned, now),
        "addresses": [str(pinned.address), str(now.address)],
    }

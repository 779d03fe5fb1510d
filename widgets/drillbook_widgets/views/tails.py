"""The tails of a distribution: outcomes too rare for a bar of their own.

The outcomes at either end are gathered in one bar, so that the rest is visible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any

from drillbook.asking.exhibits import Bars
from drillbook.maths.dice import Distribution

if TYPE_CHECKING:
    from drillbook_widgets.views import Look

RARE = Fraction(1, 1000)  # a tail as rare as this is one bar
FEW = 5  # so few outcomes are never gathered
FINGERS = 12  # bars that a finger can choose from on the narrowest page


def gather_tails(exhibit: Bars, look: Look) -> tuple[Bars, Look, Mapping[Any, str]]:
    """Return the exhibit and the look with rare tails gathered, and the names of these bars."""
    shown = [*exhibit.series.values(), *(look.pinned.series.values() if look.pinned else ())]
    outcomes = sorted({outcome for one in shown for outcome in one} | set(look.rolled or ())) if _counts(shown) else []
    if len(outcomes) <= FEW:
        return exhibit, look, {}
    low, high = outcomes[0], outcomes[-1]
    for outcome in outcomes:
        if any(one.at_most(outcome) > RARE for one in shown):
            break
        low = outcome
    for outcome in reversed(outcomes):
        if any(one.at_least(outcome) > RARE for one in shown):
            break
        high = outcome
    if exhibit.mark is not None and exhibit.mark.sets:
        low, high = _for_fingers(outcomes, low, high, shown)
    if exhibit.mark is not None:
        low, high = min(low, exhibit.mark.at - 1), max(high, exhibit.mark.at + 1)
    below, above = sum(1 for one in outcomes if one <= low), sum(1 for one in outcomes if one >= high)
    low = low if below > 1 else outcomes[0]
    high = high if above > 1 else outcomes[-1]
    names = {low: f"≤{low}"} if below > 1 else {}
    names |= {high: f"≥{high}"} if above > 1 else {}
    if not names:
        return exhibit, look, {}

    def within(outcome: Any) -> Any:
        return max(low, min(high, outcome))

    rolled: dict[Any, Fraction] | None = None if look.rolled is None else {}
    for outcome, part in (look.rolled or {}).items():
        assert rolled is not None
        rolled[within(outcome)] = rolled.get(within(outcome), Fraction(0)) + part
    pinned = _within(look.pinned, within) if look.pinned else None
    return _within(exhibit, within), replace(look, pinned=pinned, rolled=rolled), names


def _for_fingers(outcomes: list[Any], low: Any, high: Any, shown: list[Distribution[Any]]) -> tuple[Any, Any]:
    """Return the last outcome of the lower tail and the first of the upper tail.

    While the bars are too thin for a finger, the rarer of the two tails grows.
    """
    inner = [one for one in outcomes if low <= one <= high]
    while len(evenly(inner)) > FINGERS and len(inner) > FEW:
        below = max(one.at_most(inner[1]) for one in shown)
        above = max(one.at_least(inner[-2]) for one in shown)
        inner = inner[1:] if below < above else inner[:-1]
    return inner[0], inner[-1]


def evenly(outcomes: list[int]) -> list[int]:
    """Return whole outcomes without gaps, in the step that they all have in common.

    A few outcomes that are far apart are returned as they are, sorted.
    """
    low, high = min(outcomes), max(outcomes)
    step = gcd(*(one - low for one in outcomes)) or 1
    many = (high - low) // step
    return list(range(low, high + 1, step)) if many <= min(60, 4 + 3 * len(outcomes)) else sorted(outcomes)


def _within(exhibit: Bars, within: Any) -> Bars:
    return replace(exhibit, series={name: one.map(within) for name, one in exhibit.series.items()})


def _counts(shown: list[Distribution[Any]]) -> bool:
    """Whether all outcomes are whole numbers."""
    return all(isinstance(outcome, int) and not isinstance(outcome, bool) for one in shown for outcome in one)

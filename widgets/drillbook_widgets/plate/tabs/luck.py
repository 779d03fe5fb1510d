"""The rarity of a roll: its chances, and a word for how rare it is.

The chances are those of exactly the rolled outcome, of that or more, and of that or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.results import Breakdown
from drillbook.asking.exhibits import Bars
from drillbook.errors import listed, quoted
from drillbook.maths.dice import Distribution, total
from drillbook.maths.exact import parse_number
from drillbook.maths.number_words import odds, write_number
from drillbook_widgets.plate.tabs.pasted_dice import NotByDice, Odd, come_to, numbers
from drillbook_widgets.views.histogram import name

LONGEST = 200
MOST_SUMS = 400
RARE = (
    (Fraction(1, 1000), "Hardly ever seen: keep the dice as a souvenir."),
    (Fraction(1, 100), "Very rare."),
    (Fraction(1, 20), "Rare: it happens, but it will be remembered."),
    (Fraction(1, 5), "Uncommon, nothing to write home about."),
    (Fraction(1, 2), "Quite ordinary."),
)


def spread_of(answer: Answer) -> Distribution[Any] | None:
    """Return the distribution that luck is measured against, or None.

    The answer must have a distribution with more than one outcome.
    """
    outcome = answer.outcome
    if not isinstance(outcome, Breakdown) or outcome.distribution is None or len(outcome.distribution) < 2:
        return None
    return outcome.distribution


def in_order(spread: Distribution[Any]) -> bool:
    """Whether more and less mean anything for these outcomes."""
    return all(isinstance(one, int | Fraction) and not isinstance(one, bool) for one in spread)


def noun(answer: Answer) -> str:
    """Return what the outcomes are called on the picture that shows them."""
    spread = spread_of(answer)
    for exhibit in answer.outcome.exhibits:
        if isinstance(exhibit, Bars) and spread in exhibit.series.values():
            return exhibit.axis
    return "outcome"


def luck(answer: Answer, given: str) -> dict[str, Any]:
    """Return what the page shows for a roll.

    given: the rolled outcome or dice as typed. The text may be empty or nonsense; a sentence then says what is wrong.
    """
    spread = spread_of(answer)
    if spread is None:
        return {}
    told: dict[str, Any] = {"noun": noun(answer), "given": given[:LONGEST], "ordered": in_order(spread)}
    if not told["ordered"]:
        told["options"] = [name(one) for one in spread][:100]
    told["dice"] = answer.spec.simulate is not None
    if not given.strip():
        return told
    if (shown := numbers(given)) and not any(name(one) == given for one in spread):
        return told | of_dice(answer, spread, shown)
    if not told["ordered"]:
        rolled = next((one for one in spread if name(one) == given), None)
        if rolled is None:
            return told | {"wrong": f"There is no outcome {quoted(given)}; choose one of the list."}
        return told | {"lines": [["exactly this", odds(spread[rolled])]], "words": rarity(spread, rolled)}
    try:
        number = parse_number(given.replace("−", "-"))
    except ValueError:
        low, high = spread.outcomes[0], spread.outcomes[-1]
        return told | {
            "wrong": f"Enter a number such as {write_number(low)} or {write_number(high)}, not {quoted(given)}."
        }
    return told | measured(spread, number)


def measured(spread: Distribution[Any], number: Any) -> dict[str, Any]:
    """How rare an outcome is: itself and, where outcomes have an order, with all beyond it."""
    if not in_order(spread):
        return {"lines": [[name(number), odds(spread[number])]], "words": rarity(spread, number)}
    lines = [
        [f"exactly {write_number(number)}", odds(spread[number])],
        [f"{write_number(number)} or more", odds(spread.at_least(number))],
        [f"{write_number(number)} or less", odds(spread.at_most(number))],
    ]
    return {"lines": lines, "words": rarity(spread, number)}


def of_dice(answer: Answer, spread: Distribution[Any], shown: Sequence[int]) -> dict[str, Any]:
    """Return the outcome that the rules make of the rolled dice, and how rare that outcome is.

    If the rules have no throw, each die is an outcome of its own.
    """
    told = listed(map(str, shown), "and")
    try:
        outcome = come_to(answer, shown)
    except Odd as problem:
        return {"wrong": str(problem)}
    except NotByDice:
        return _apart(spread, shown, told)
    return {"read": f"{told}: {noun(answer)} {name(outcome)}"} | measured(spread, outcome)


def _apart(spread: Distribution[Any], shown: Sequence[int], told: str) -> dict[str, Any]:
    if not in_order(spread) or not all(spread[one] for one in shown) or len(spread) * len(shown) > MOST_SUMS:
        return {"wrong": f"Here dice alone do not tell. Enter one outcome, not {told}."}
    if len(shown) == 1:
        return measured(spread, shown[0])
    sums = total([spread] * len(shown))
    return {"read": f"{told}: {sum(shown)} in {len(shown)} throws"} | measured(sums, sum(shown))


def rarity(spread: Distribution[Any], rolled: Any) -> str:
    """Return how rare an outcome is, in words.

    Outcomes with an order are measured by the smaller tail probability, others by their own probability. An outcome that
    cannot happen gets a sentence with the possible outcomes.
    """
    if not spread[rolled]:
        shown = (
            listed(name(one) for one in spread)
            if len(spread) <= 8
            else f"{name(spread.outcomes[0])} to {name(spread.outcomes[-1])}"
        )
        return f"That cannot happen here; possible is {shown}."
    if in_order(spread):
        above, below = spread.at_least(rolled), spread.at_most(rolled)
        tail = min(above, below)
        side = "high" if above < below else "low" if below < above else ""
    else:
        tail, side = spread[rolled], ""
    for bound, words in RARE:
        if tail < bound:
            return words + (f" ({side} end)" if side and bound <= Fraction(1, 5) else "")
    return "As ordinary as it gets."

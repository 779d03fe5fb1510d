"""The seeded simulation of an answer's dice, in batches.

Between the batches the page stays responsive.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from fractions import Fraction
from typing import Any

from drillbook.asking.answers.ask import Answer
from drillbook.asking.answers.simulation import simulate
from drillbook.asking.exhibits import Bars, Exhibit
from drillbook.maths.number_words import short_percent
from drillbook_widgets.plate.tabs.luck import spread_of
from drillbook_widgets.plate.view_model import count_text
from drillbook_widgets.views.histogram import name

THROWS = (100, 1_000, 10_000, 100_000)
USUAL = 10_000
BATCH = 2_000
ROWS = 30
LARGEST_SEED = 2**31 - 1
PAUSE = 0.04  # seconds between two reports; more often only keeps the page busy


def wanted(throws: object, seed: object) -> tuple[int, int]:
    """Return the number of throws and the seed that a visitor asked for.

    Values that are not possible are replaced by the nearest possible ones; text that is no number is replaced by the
    defaults.
    """
    try:
        count = int(str(throws)[:12])
    except ValueError:
        count = USUAL
    try:
        start = int(str(seed)[:12])
    except ValueError:
        start = 1
    return min(THROWS, key=lambda one: abs(one - count)), max(0, min(LARGEST_SEED, start))


async def simulate_in_batches(answer: Answer, throws: int, seed: int) -> AsyncIterator[tuple[int, Counter[Any]]]:
    """Throw an answer's dice in batches; yield the number thrown and the counts by outcome.

    throws: how many throws in all. seed: the seed of the dice. The page gets its turn after each batch. Results come more
    than PAUSE seconds apart, except for the last one.
    """
    last = 0.0
    batch = max(1, min(BATCH, throws // 10))
    for progress in simulate(answer, throws, seed, batch):
        if progress.done == throws or time.monotonic() - last > PAUSE:
            yield progress.done, progress.counts
            last = time.monotonic()
        await asyncio.sleep(0.001)


def belongs(answer: Answer, exhibit: Exhibit) -> bool:
    """Whether a picture shows the very distribution that is rolled, alone."""
    return isinstance(exhibit, Bars) and list(exhibit.series.values()) == [spread_of(answer)]


def shares(counts: Mapping[Any, int]) -> dict[Any, Fraction]:
    """How often each outcome was seen, as a share."""
    total = sum(counts.values()) or 1
    return {outcome: Fraction(seen, total) for outcome, seen in counts.items()}


def simulation_topic(answer: Answer, done: int, throws: int, seed: int, counts: Mapping[Any, int]) -> dict[str, Any]:
    """Return what the page shows of a simulation, running or finished."""
    state: dict[str, Any] = {"seed": seed, "throws": throws, "choices": list(THROWS), "done": done}
    if not counts:
        return state
    spread = spread_of(answer)
    seen = shares(counts)
    outcomes = list(dict.fromkeys([*(spread or ()), *seen]))
    if all(isinstance(one, int | Fraction) for one in outcomes):
        outcomes.sort()
    if done == throws:
        outcomes = sorted(sorted(outcomes, key=lambda one: -seen.get(one, 0))[:ROWS], key=outcomes.index)
        state["rows"] = [
            [
                name(one),
                short_percent(float(seen.get(one, 0))),
                short_percent(float(spread[one])) if spread is not None else "–",
            ]
            for one in outcomes
        ]
        state["words"] = simulation_sentence(done, seen, spread)
    return state


def simulation_sentence(done: int, seen: Mapping[Any, Fraction], spread: Any) -> str:
    """Return the result of a simulation in a sentence."""
    words = f"{count_text(done)} throws"
    if all(isinstance(one, int | Fraction) and not isinstance(one, bool) for one in [*seen, *(spread or ())]):
        mean = sum((one * share for one, share in seen.items()), Fraction(0))
        words += f": on average {float(mean):.2f}"
        if spread is not None:
            words += f" (exactly {float(spread.mean):.2f})"
    if spread is not None:
        worst = max(dict.fromkeys([*spread, *seen]), key=lambda one: abs(seen.get(one, 0) - spread[one]))
        gap = abs(float(seen.get(worst, 0) - spread[worst])) * 100
        words += f". Farthest from the exact chance: {name(worst)}, by {gap:.1f} points"
    return words + "."

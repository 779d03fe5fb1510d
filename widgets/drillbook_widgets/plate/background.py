"""Work of a calculator that takes time: the nearest lawful case, the other readings, dice.

Each is an asynchronous iterator over its results, which gives the page its turn between two of them; BackgroundTasks runs one
of each name at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Mapping
from typing import Any, Literal

from drillbook.asking.answers.ask import Answer, Otherwise, ask_otherwise, other_readings
from drillbook.asking.answers.cache import Memo
from drillbook.asking.uses.nearest_lawful import lawful
from drillbook.asking.uses.nondefault_readings import departures, usually
from drillbook_widgets.plate.tabs.other_readings import readings

log = logging.getLogger(__name__)
REST = 0.15  # seconds without a change after which other readings are worked out


class BackgroundTasks:
    """The tasks that are under way for a calculator, by name."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Start a task in place of the one under that name."""
        self.stop(name)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel: nobody is looking
            work.close()
            return
        self.tasks[name] = loop.create_task(work)

    def stop(self, name: str) -> None:
        """Cancel the task under that name, if there is one."""
        task = self.tasks.pop(name, None)
        if task is not None:
            task.cancel()

    def stop_all(self) -> None:
        """Cancel all tasks."""
        for name in list(self.tasks):
            self.stop(name)

    def under_way(self, name: str) -> bool:
        """Whether there is a task under that name."""
        return name in self.tasks

    def done(self, name: str) -> None:
        """Note that the task under that name has ended."""
        self.tasks.pop(name, None)


async def nearest_cases(refused: Answer, touched: str) -> AsyncIterator[Answer | None]:
    """Yield None after each failed try, and at the end the nearest lawful case, if any.

    refused: the answer that the rules refuse. touched: the input that was changed last. An unexpected error is logged and
    ends the search.
    """
    try:
        for found in lawful(refused, touched):
            yield found
            await asyncio.sleep(0.001)
    except Exception:
        log.exception("Nothing near %s", refused.address)


async def reading_topics(now: Answer, rest: float) -> AsyncIterator[tuple[Literal["head", "foot"], Mapping[str, Any]]]:
    """Yield what other readings give, as topics for the head and the foot of the page.

    rest: how long to wait first, in seconds. The head gets the headline under the book's own readings if the answer departs
    from them. The foot gets the results of all other readings, at the end. A reading that fails is logged and left out.
    """
    await asyncio.sleep(rest)
    if departures(now):
        yield "head", {"usual": {"address": str(now.address), "headline": usually(now)}}
    found: list[Otherwise] = []
    memo = Memo()
    for ruling, letter in other_readings(now):
        try:
            found.append(ask_otherwise(now, ruling, letter, memo))
        except Exception:
            log.exception("%s under %s %s", now.address, ruling, letter)
        await asyncio.sleep(0.002)
    yield "foot", {"otherwise": readings(now, tuple(found))}

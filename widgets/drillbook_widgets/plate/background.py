"""What of a plate takes its time: the nearest lawful case, the other readings, dice; each done beside the page, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from drillbook.asking.answers.ask import Answer, Otherwise, ask_otherwise, other_readings
from drillbook.asking.answers.cache import Memo
from drillbook.asking.uses.nearest_lawful import lawful
from drillbook.asking.uses.nondefault_readings import departures, usually
from drillbook_widgets.plate import simulation
from drillbook_widgets.plate.other_readings import readings

if TYPE_CHECKING:
    from drillbook_widgets.plate.controller import Controller

log = logging.getLogger(__name__)
REST = 0.15  # seconds without a change after which other readings are worked out


class Errands:
    """What is under way for a plate, by name."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, name: str, work: Any) -> None:
        """Do something beside the page, in place of what went before under that name."""
        self.stop(name)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel: nobody is looking
            work.close()
            return
        self.tasks[name] = loop.create_task(work)

    def stop(self, name: str) -> None:
        """Give up what is under way under that name, if anything is."""
        task = self.tasks.pop(name, None)
        if task is not None:
            task.cancel()

    def stop_all(self) -> None:
        """Give up all that is under way."""
        for name in list(self.tasks):
            self.stop(name)

    def under_way(self, name: str) -> bool:
        """Whether something is being done under that name."""
        return name in self.tasks

    def done(self, name: str) -> None:
        """What was under way under that name is done."""
        self.tasks.pop(name, None)


async def look_nearby(plate: Controller, refused: Answer) -> None:
    """Look for the nearest case that the rules allow, and show its picture."""
    try:
        for found in lawful(refused, plate.touched):
            plate.near = found
            await asyncio.sleep(0.001)
    except Exception:
        log.exception("Nothing near %s", refused.address)
    plate.errands.done("near")
    plate.draw()


async def ask_others(plate: Controller, rest: float) -> None:
    """Tell what every other reading gives, once nothing has changed for so many seconds."""
    now = plate.answer
    if now is None:
        return
    await asyncio.sleep(rest)
    if departures(now):
        plate.head.tell(usual={"address": str(now.address), "headline": usually(now)})
    found: list[Otherwise] = []
    memo = Memo()
    for ruling, letter in other_readings(now):
        try:
            found.append(ask_otherwise(now, ruling, letter, memo))
        except Exception:
            log.exception("%s under %s %s", now.address, ruling, letter)
        await asyncio.sleep(0.002)
    plate.foot.tell(otherwise=readings(now, tuple(found)))


async def roll_dice(plate: Controller) -> None:
    """Roll the answer's dice, and show the counts as they come."""
    now = plate.answer
    if now is None or plate.spec.simulate is None:
        return

    def report(done: int, counts: Mapping[Any, int]) -> None:
        plate.rolled_counts = counts
        plate.foot.tell(roll=simulation.simulation_topic(now, done, plate.throws, plate.seed, counts))
        plate.draw()

    try:
        await simulation.simulate_in_batches(now, plate.throws, plate.seed, report)
    except Exception:
        log.exception("Rolling %s failed", now.address)
        state = simulation.simulation_topic(now, 0, plate.throws, plate.seed, {})
        state["wrong"] = "The dice could not be rolled for these inputs; that is a mistake of ours."
        plate.foot.tell(roll=state)

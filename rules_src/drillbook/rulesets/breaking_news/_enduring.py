"""A man under fire over several turns: what a shot makes of him, and what his test makes of him, whatever state he is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from drillbook.dice import Distribution
from drillbook.rulesets.breaking_news._casualties import REMOVED as OUT
from drillbook.rulesets.breaking_news._casualties import SUPPRESSED as HIT
from drillbook.rulesets.breaking_news._casualties import UNHURT as MISSED
from drillbook.rulesets.breaking_news._casualties import Save, fate, throw_saves

if TYPE_CHECKING:
    from drillbook.reader import Reader
    from drillbook.simulate import Thrower

#: What a man can be: fit to act, or suppressed, in the open or in cover; suppressed in cover by a hit he is hidden.
READY, SHELTERED = "fit", "fit, in cover"
PRONE, COVERED, HIDDEN = "down", "down, in cover", "hidden"
GONE = "removed"
STATES = (READY, SHELTERED, PRONE, COVERED, HIDDEN, GONE)
FIT = (READY, SHELTERED)
IN_COVER = (SHELTERED, COVERED, HIDDEN)


@dataclass(frozen=True, slots=True)
class Fire:
    """One volley at a man in some state: how many hits it scores, how he saves them, and the dice it throws."""

    hits: Distribution[int]
    save: Save
    dice: int
    needed: int


@dataclass(frozen=True, slots=True)
class Man:
    """A man for several turns: the fire at him by state, his test, whether he can crawl into cover, and who sees him."""

    fire: Mapping[str, Fire]
    passes: Fraction
    number: int
    crawls: bool
    found: bool

    def shot_at(self, state: str) -> bool:
        """Whether a later volley can be fired at a man in that state."""
        return state != GONE and (state != HIDDEN or self.found)

    def volley(self, state: str, seen: bool = False) -> Distribution[str]:
        """What a volley makes of him; seen: the enemy sees him in any case."""
        if not seen and not self.shot_at(state):
            return Distribution.sure(state)
        volley = self.fire[state]
        fates = fate(volley.hits, volley.save)
        return Distribution.weighted(
            ((state, fates[MISSED]), (struck(state), fates[HIT]), (GONE, fates[OUT])),
        )

    def tries(self, state: str, active: bool) -> Distribution[str]:
        """What his test makes of him; only where his side is active does a failure let him crawl into cover."""
        if state in FIT or state == GONE:
            return Distribution.sure(state)
        return Distribution.weighted(
            ((recovered(state), self.passes), (self.failed(state, active), 1 - self.passes)),
        )

    def failed(self, state: str, active: bool) -> str:
        """Where a failed test leaves him."""
        return COVERED if state == PRONE and self.crawls and active else state


def struck(state: str) -> str:
    """What a hit that he saves makes of him: hidden if he was in cover, flat on his face if not."""
    return HIDDEN if state in IN_COVER else PRONE


def recovered(state: str) -> str:
    """What a passed test makes of him."""
    return SHELTERED if state in IN_COVER else READY


def flow(man: Man, start: str, schedule: list[tuple[bool, bool, bool]]) -> list[Distribution[str]]:
    """His state after the first volley and after the test of each turn.

    schedule: for each turn whether he tests, whether his side is active, and whether a volley falls before the next.
    """
    states = [man.volley(start, seen=True)]
    now = states[0]
    for tests, active, volley in schedule:
        now = now.then(partial(man.tries, active=active)) if tests else now
        states.append(now)
        now = now.then(man.volley) if volley else now
    return states


def throw(r: Reader, dice: Thrower, count: int, man: Man, start: str, schedule: list[tuple[bool, bool, bool]]) -> Any:
    """The same with real dice: the state each man ends in."""
    import numpy as np

    place = {state: index for index, state in enumerate(STATES)}
    now = _volley(r, dice, np.full(count, place[start]), man, seen=True)
    turned = np.array([place[recovered(state)] for state in STATES])
    for tests, active, volley in schedule:
        if tests:
            passed = dice.roll(r.text("casualties.supp-roll"), count) <= man.number
            failed = np.array([place[man.failed(state, active)] for state in STATES])
            down = np.isin(now, [place[state] for state in (PRONE, COVERED, HIDDEN)])
            now = np.where(down, np.where(passed, turned[now], failed[now]), now)
        if volley:
            now = _volley(r, dice, now, man, seen=False)
    return np.array(STATES)[now]


def _volley(r: Reader, dice: Thrower, now: Any, man: Man, seen: bool) -> Any:
    import numpy as np

    after = now.copy()
    for index, state in enumerate(STATES):
        here = now == index
        if state not in man.fire or not here.any() or not (seen or man.shot_at(state)):
            continue
        volley, count = man.fire[state], int(here.sum())
        thrown = dice.roll_each(r.text("shooting.roll"), count, max(volley.dice, 1)) >= volley.needed
        hits = thrown.sum(axis=1) * (volley.dice > 0)
        lives = throw_saves(r, dice, count, hits, volley.save)
        ended = np.where(hits > 0, STATES.index(struck(state)), index)
        after[here] = np.where(lives, ended, STATES.index(GONE))
    return after

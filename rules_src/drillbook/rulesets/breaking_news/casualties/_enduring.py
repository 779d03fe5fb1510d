"""A man under fire over several turns: what a shot makes of him, and what his test makes of him, whatever state he is in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Distribution, Number, Thrower, np
from drillbook.rulesets.breaking_news.casualties._suppression import RecoveryTest
from drillbook.rulesets.breaking_news.common.casualties import FATES, SUPPRESSED
from drillbook.rulesets.breaking_news.common.man import GONE, Man
from drillbook.rulesets.breaking_news.common.volley import Volley


class Turn(NamedTuple):
    """One turn: whether he tests, whether his side is active, and whether he is shot at before the next."""

    tests: bool
    active: bool
    shot_at: bool


@dataclass(frozen=True, slots=True)
class Ordeal:
    """What a man goes through: the volley at him and his crawl by the state he is in, his test, and whether the enemy finds him."""

    start: Man
    crawls: Mapping[Man, Number]
    volleys: Mapping[Man, Volley]
    test: RecoveryTest
    found: bool

    def shot_at(self, man: Man) -> bool:
        """Whether a volley can be aimed at him: whoever is hidden must have been sighted."""
        return man.can_be_aimed_at or (man.in_play and self.found)

    def volley(self, man: Man) -> Distribution[Man]:
        """What a volley makes of him."""
        return self.volleys[man].leaves(man) if self.shot_at(man) else Distribution.sure(man)

    def tries(self, man: Man, active: bool) -> Distribution[Man]:
        """What his test makes of him; only where his side is active does a failure let him crawl towards cover."""
        if not man.suppressed:
            return Distribution.sure(man)
        failed = man.crawled(self.crawls[man]) if active else man
        return Distribution.weighted(((man.recovered(), self.test.chance), (failed, 1 - self.test.chance)))

    def flow(self, turns: Sequence[Turn]) -> list[Distribution[Man]]:
        """His state after the first volley and after the test of each turn."""
        now = self.volley(self.start)
        states = [now]
        for turn in turns:
            now = now.then(partial(self.tries, active=turn.active)) if turn.tests else now
            states.append(now)
            now = now.then(self.volley) if turn.shot_at else now
        return states

    def throw(self, r: Reader, dice: Thrower, count: int, turns: Sequence[Turn]) -> list[Man]:
        """The same with real dice: the state each man ends in."""
        states = [*self.volleys, GONE]
        now = self._throw_volley(r, dice, np.full(count, states.index(self.start)), states)
        up = np.array([states.index(man.recovered() if man.suppressed else man) for man in states])
        for turn in turns:
            if turn.tests:
                passed = dice.roll(r.text("casualties.supp-roll"), count) <= self.test.number
                ways = [self.crawls.get(man, 0) if turn.active and man.suppressed else 0 for man in states]
                failed = [states.index(man.crawled(way)) for man, way in zip(states, ways, strict=True)]
                now = np.where(passed, up[now], np.array(failed)[now])
            if turn.shot_at:
                now = self._throw_volley(r, dice, now, states)
        return [states[index] for index in now]

    def _throw_volley(self, r: Reader, dice: Thrower, now: Any, states: Sequence[Man]) -> Any:
        after = now.copy()
        for index, man in enumerate(states):
            here = now == index
            if self.shot_at(man) and here.any():
                leads = np.array([states.index(man.after(fate)) for fate in FATES])
                after[here] = leads[self.volleys[man].throw(r, dice, int(here.sum()))]
        return after


def crawls_from(r: Reader, start: Man) -> dict[Man, Number]:
    """Every state that shots, tests and crawls can leave him in, in order of discovery, with the crawl a failed test allows there."""
    found = {start: start.crawl(r)}
    todo = [start]
    for man in todo:
        for after in (man.after(SUPPRESSED), man.recovered(), man.crawled(man.crawl(r)) if man.suppressed else man):
            if after not in found:
                found[after] = after.crawl(r)
                todo.append(after)
    return found

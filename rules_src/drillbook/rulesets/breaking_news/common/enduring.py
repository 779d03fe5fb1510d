"""A man under fire over several turns: the effect of shots and tests in every state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, Thrower, np
from drillbook.rulesets.breaking_news.common.casualties import FATES, REMOVED, SUPPRESSED, UNHURT
from drillbook.rulesets.breaking_news.common.man import GONE, Man
from drillbook.rulesets.breaking_news.common.recovery import RecoveryTest
from drillbook.rulesets.breaking_news.common.volley import Volley

FIT, DOWN, IN_COVER, HIDDEN, OUT = "fit", "suppressed", "in cover", "hidden", "removed"
#: How a man may stand, in words, as pictures and distributions tell it.
SHOWN = (FIT, DOWN, IN_COVER, HIDDEN, OUT)


class Turn(NamedTuple):
    """One turn: whether the man tests, whether his side is active, and whether he is shot at.

    shot_at is about the time before the next turn.
    """

    tests: bool
    active: bool
    shot_at: bool


@dataclass(frozen=True, slots=True)
class Ordeal:
    """All that a man goes through: the volleys at him, his crawls, his test, and sighting.

    volleys and crawls are given by the state he is in. found: the enemy finds him if he is hidden. bursts: the number
    of volleys fired at him each time, one after the other. opening: the first of them if he dodges it; it leaves him in
    the cover he has dodged into. barred: cover keeps every aimed volley from him, seen or not.
    """

    start: Man
    crawls: Mapping[Man, Number]
    volleys: Mapping[Man, Volley]
    test: RecoveryTest
    found: bool
    bursts: int = 1
    opening: Volley | None = None
    barred: bool = False

    def shot_at(self, man: Man) -> bool:
        """Return whether a volley can be aimed at the man.

        A hidden man must have been sighted, and cover may bar the volley by the ruling.
        """
        if self.barred and man.in_cover:
            return False
        return man.can_be_aimed_at or (man.in_play and self.found)

    def volley(self, man: Man) -> Distribution[Man]:
        """Return the distribution of the man's state after a volley."""
        return self.volleys[man].leaves(man) if self.shot_at(man) else Distribution.sure(man)

    def tries(self, man: Man, active: bool) -> Distribution[Man]:
        """Return the distribution of the man's state after his test.

        After a failure he crawls towards cover only if his side is active.
        """
        if not man.suppressed:
            return Distribution.sure(man)
        failed = man.crawled(self.crawls[man]) if active else man
        return Distribution.weighted(((man.recovered(), self.test.chance), (failed, 1 - self.test.chance)))

    def flow(self, turns: Sequence[Turn]) -> list[Distribution[Man]]:
        """His state after the first volley and after the test of each turn."""
        now = self.opened if self.opening else self._volleys(Distribution.sure(self.start))
        states = [now]
        for turn in turns:
            now = now.then(partial(self.tries, active=turn.active)) if turn.tests else now
            states.append(now)
            now = self._volleys(now) if turn.shot_at else now
        return states

    @property
    def dodged(self) -> Mapping[str, Man]:
        """What each fate of the shot that he dodges makes of him: he is in cover then, and in sight."""
        here = Man(0, suppressed=self.start.suppressed)
        return {UNHURT: here, SUPPRESSED: Man(0, suppressed=True), REMOVED: GONE}

    @property
    def opened(self) -> Distribution[Man]:
        """His state after the first shot, which he has dodged."""
        return (self.opening or self.volleys[self.start]).fates.map(self.dodged.__getitem__)

    def _volleys(self, now: Distribution[Man]) -> Distribution[Man]:
        for _ in range(self.bursts):
            now = now.then(self.volley)
        return now

    def throw(self, r: Reader, dice: Thrower, count: int, turns: Sequence[Turn]) -> list[Man]:
        """Throw the same course with dice, and return the state in which each man ends."""
        states = [*self.volleys, GONE]
        if self.opening:
            ends = np.array([states.index(self.dodged[fate]) for fate in FATES])
            now = ends[self.opening.throw(r, dice, count)]
        else:
            now = self._throw_volleys(r, dice, np.full(count, states.index(self.start)), states)
        up = np.array([states.index(man.recovered() if man.suppressed else man) for man in states])
        for turn in turns:
            if turn.tests:
                passed = dice.roll(r.text("casualties.supp-roll"), count) <= self.test.number
                ways = [self.crawls.get(man, 0) if turn.active and man.suppressed else 0 for man in states]
                failed = [states.index(man.crawled(way)) for man, way in zip(states, ways, strict=True)]
                now = np.where(passed, up[now], np.array(failed)[now])
            if turn.shot_at:
                now = self._throw_volleys(r, dice, now, states)
        return [states[index] for index in now]

    def _throw_volleys(self, r: Reader, dice: Thrower, now: Any, states: Sequence[Man]) -> Any:
        for _ in range(self.bursts):
            now = self._throw_volley(r, dice, now, states)
        return now

    def _throw_volley(self, r: Reader, dice: Thrower, now: Any, states: Sequence[Man]) -> Any:
        after = now.copy()
        for index, man in enumerate(states):
            here = now == index
            if self.shot_at(man) and here.any():
                leads = np.array([states.index(man.after(fate)) for fate in FATES])
                after[here] = leads[self.volleys[man].throw(r, dice, int(here.sum()))]
        return after


def ordeal(
    r: Reader,
    start: Man,
    volley: Callable[[Man], Volley],
    test: RecoveryTest,
    *,
    found: bool,
    bursts: int = 1,
    opening: Volley | None = None,
    aimed: bool = True,
) -> Ordeal:
    """Return what a man goes through from that state on.

    Every question about a man under fire over several turns uses this function.

    volley: the shot at him in a given state. test: his suppression test. found: the enemy sights him again whenever he
    is hidden. bursts: volleys each time he is shot at, 1 or more. opening: the first shot, if he dodges it into cover.
    aimed: the volleys are shots, which cover may bar by the ruling hidden-cover-words.
    """
    crawls = crawls_from(r, start)
    for man in (Man(0), Man(0, suppressed=True)) if opening else ():
        crawls |= crawls_from(r, man)
    barred = aimed and any(man.in_cover for man in crawls) and r.holds("hidden-cover-words", "any-in-cover")
    return Ordeal(start, crawls, {state: volley(state) for state in crawls}, test, found, bursts, opening, barred)


def turns_of(r: Reader, every: int, turns: int, *, again: bool) -> list[Turn]:
    """Return the turns one by one, with activity, tests and shots.

    The man's side is active in the last of each `every` turns, and he tests as the ruling suppression-when states.
    again: he is shot at between the turns as well, not only before the first.
    """
    always = r.holds("suppression-when", "every-turn")
    active = {turn: turn % every == 0 for turn in range(1, turns + 1)}
    return [Turn(always or one, one, again and turn < turns) for turn, one in active.items()]


def shown(man: Man) -> str:
    """Return the man's state in one word of SHOWN."""
    if not man.suppressed:
        return FIT if man.in_play else OUT
    return HIDDEN if man.hidden else IN_COVER if man.in_cover else DOWN


def tell_staying_down(w: Working, ordeal: Ordeal, *, again: bool) -> None:
    """Add notes on the rules for a man who stays down: his crawl, and hiding in cover.

    again: he is shot at more than once.
    """
    man, reach = ordeal.start, w.reader.int("casualties.supp-fail-move")
    way = ordeal.crawls[man.put_down()]
    if not man.in_cover:
        crawl = f"crawls into cover, up to {reach} cm" if way else f"stays: cover is more than {reach} cm away"
        crawl = f"crawls {reach} cm towards cover" if way and man.to_cover != way else crawl
        w.note(f"when he fails, he {crawl}", "casualties.supp-fail-move")
    if man.in_cover or (way and again):
        w.note("suppressed in cover he is hidden", "casualties.supp-hidden")
        if again:
            seen = (
                "the enemy sights him again each time"
                if ordeal.found and not ordeal.barred
                else "and is not shot at while he is"
            )
            w.note(seen, "casualties.supp-hidden")


def crawls_from(r: Reader, start: Man) -> dict[Man, Number]:
    """Return all states that shots, tests and crawls can leave a man in, with his crawl in each.

    The states are in order of discovery. The crawl is the distance that a failed test allows there.
    """
    found = {start: start.crawl(r)}
    todo = [start]
    for man in todo:
        for after in (man.after(SUPPRESSED), man.recovered(), man.crawled(man.crawl(r)) if man.suppressed else man):
            if after not in found:
                found[after] = after.crawl(r)
                todo.append(after)
    return found

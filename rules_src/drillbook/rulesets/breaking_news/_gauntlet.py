"""A run under fire, branch by branch: who of the watchers shoots, and what is left of the men who cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from drillbook.dice import Distribution
from drillbook.rulesets.breaking_news._casualties import FATES, REMOVED, SUPPRESSED, UNHURT, Save, fate, throw_saves

if TYPE_CHECKING:
    from drillbook.reader import Reader
    from drillbook.rulesets.breaking_news._shot import Shot
    from drillbook.rulesets.breaking_news._watcher import Nerve
    from drillbook.simulate import Thrower

READY, TESTED, OUT = "ready", "tested", "out"


@dataclass(frozen=True, slots=True)
class Watcher:
    """One enemy who watches the run: his shot (none if he may not react), what he faces when he tries it, and his name.

    once: he has a single opportunity shot a turn. why_not: what keeps him from reacting, and the rule that does.
    """

    name: str
    shot: Shot | None
    nerve: Nerve | None
    once: bool
    why_not: tuple[str, str] | None = None

    def tries(self, cleared: bool) -> Iterator[tuple[Fraction, bool, str, bool]]:
        """The branches of one attempt: chance, whether he shoots, how he stands afterwards, whether he is lost."""
        after = OUT if self.once else TESTED if self.nerve and self.nerve.once_a_turn else READY
        if cleared or self.nerve is None or not self.nerve.caught:
            yield Fraction(1), True, after, False
            return
        caught, saved = self.nerve.caught, self.nerve.save.survives(self.nerve.hits)
        yield 1 - caught, True, after, False
        yield caught * saved, self.nerve.shoots_when_saved, OUT, False
        yield caught * (1 - saved), False, OUT, True


@dataclass(frozen=True, slots=True)
class Run:
    """How the men cross: how many passages, how many reactions each watcher has to one, whether watchers wait, and the save."""

    passages: int
    rounds: int
    waits: bool
    save: Save


class State(NamedTuple):
    """Where a run stands: each watcher, the man who is shot at in this passage, and the worst that has come to anyone."""

    posts: tuple[str, ...]
    man: str = UNHURT
    worst: str = UNHURT


@dataclass(slots=True)
class Told:
    """What the walk through every branch has gathered; shots and losses by the watcher's place."""

    fates: Distribution[str]
    shots: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    first: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    lost: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    removed: Fraction = Fraction(0)
    track: list[Distribution[str]] = field(default_factory=list)


def walk(run: Run, watchers: Sequence[Watcher]) -> Told:
    """Every branch of the run with its exact chance."""
    told = Told(Distribution.sure(UNHURT), track=[Distribution.sure(UNHURT)])
    now = {State(tuple(READY if one.shot else OUT for one in watchers)): Fraction(1)}
    for passage in range(run.passages):
        now = _gathered((state._replace(man=UNHURT), chance) for state, chance in now.items())
        for turn in range(run.rounds):
            for place, watcher in enumerate(watchers):
                if watcher.shot is None:
                    continue
                fates = fate(watcher.shot.hits, run.save)
                branches = [
                    (after, chance * weight, fired, lost, state.man)
                    for state, chance in now.items()
                    for after, weight, fired, lost in _react(run, watcher, place, state, fates)
                ]
                for after, part, fired, lost, before in branches:
                    told.shots[place] += part * fired
                    told.first[place] += part * fired * (passage + turn == 0)
                    told.lost[place] += part * lost
                    told.removed += part * (after.man == REMOVED != before)
                now = _gathered((after, part) for after, part, *_ in branches)
                if passage + turn == 0:
                    told.track.append(Distribution.weighted((state.man, chance) for state, chance in now.items()))
    told.fates = Distribution.weighted((state.worst, chance) for state, chance in now.items())
    return told


def _react(
    run: Run, watcher: Watcher, place: int, state: State, fates: dict[str, Fraction]
) -> Iterator[tuple[State, Fraction, bool, bool]]:
    """One watcher's chance to react: the state after it, its probability, whether he fired, whether he was lost."""
    post = state.posts[place]
    if post == OUT or (run.waits and state.man != UNHURT):
        yield state, Fraction(1), False, False
        return
    for chance, shoots, stands, lost in watcher.tries(post == TESTED):
        posts = (*state.posts[:place], stands, *state.posts[place + 1 :])
        for struck, weight in fates.items() if shoots else ((UNHURT, Fraction(1)),):
            if chance * weight:
                man = max(state.man, struck, key=FATES.index)
                yield (State(posts, man, max(state.worst, man, key=FATES.index)), chance * weight, shoots, lost)


def _gathered(parts: Iterable[tuple[State, Fraction]]) -> dict[State, Fraction]:
    result: dict[State, Fraction] = defaultdict(Fraction)
    for state, chance in parts:
        result[state] += chance
    return dict(result)


def throw(r: Reader, dice: Thrower, count: int, run: Run, watchers: Sequence[Watcher]) -> Any:
    """The same run with real dice: the worst that has come to anyone, one for each throw."""
    import numpy as np

    ready = [np.full(count, one.shot is not None) for one in watchers]
    tested = [np.zeros(count, bool) for _ in watchers]
    worst = np.zeros(count, int)
    for _ in range(run.passages):
        man = np.zeros(count, int)
        for _ in range(run.rounds):
            for place, one in enumerate(watchers):
                if one.shot is None or not one.shot.dice:
                    continue
                trying = ready[place] & ((man == 0) | (not run.waits))
                fires = trying.copy()
                if one.nerve and one.nerve.value:
                    testing = trying & ~(tested[place] & one.nerve.once_a_turn)
                    caught = testing & (dice.roll(one.nerve.dice, count) <= one.nerve.value)
                    saved = throw_saves(r, dice, count, caught * one.nerve.hits, one.nerve.save)
                    fires &= ~caught | (saved & one.nerve.shoots_when_saved)
                    ready[place] &= ~caught
                    tested[place] |= trying
                ready[place] &= ~(fires & one.once)
                rolled = dice.roll_each(r.text("shooting.roll"), count, one.shot.dice)
                hits = (rolled >= one.shot.needed).sum(axis=1) * fires
                survives = throw_saves(r, dice, count, hits, run.save)
                struck = np.where(~survives, FATES.index(REMOVED), np.where(hits > 0, FATES.index(SUPPRESSED), 0))
                man = np.maximum(man, struck)
        worst = np.maximum(worst, man)
    return np.array(FATES)[worst]

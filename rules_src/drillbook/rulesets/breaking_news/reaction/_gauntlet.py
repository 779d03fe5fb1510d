"""A run under fire, branch by branch: who of the watchers shoots, and what is left of the men who cross."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Distribution, Thrower, gathered, np
from drillbook.rulesets.breaking_news.common.casualties import FATES, REMOVED, SUPPRESSED, UNHURT, throw_saves
from drillbook.rulesets.breaking_news.common.man import Man
from drillbook.rulesets.breaking_news.common.volley import Volley
from drillbook.rulesets.breaking_news.reaction._watcher import Nerve

READY, TESTED, OUT = "ready", "tested", "out"


@dataclass(frozen=True, slots=True)
class Watcher:
    """One enemy who watches the run: his shot at the runner by the state he finds him in, and what he faces when he tries it.

    No shots where he may not react; why_not is then the reason and its rule. once: he has a single opportunity shot a turn.
    """

    name: str
    volleys: Mapping[Man, Volley]
    nerve: Nerve | None = None
    once: bool = False
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
    """How the men cross: the runner as he sets out, how many of them run, and who shoots at each of them when.

    A moment holds the places of the watchers who shoot at once (8.2): none of their shots sees what another has done. waits: nobody
    shoots at a man who is down.
    """

    runner: Man
    passages: int
    moments: Sequence[Sequence[int]]
    waits: bool

    def targets(self, man: Man) -> bool:
        """Whether the watchers shoot at him as he is."""
        return man.can_be_aimed_at and not (self.waits and man.suppressed)


class State(NamedTuple):
    """Where a run stands: the watchers, the man shot at, the same as this moment's shots find him, the worst come to anyone.

    The man stands by his number in the walk's list of men, since a fraction and four flags are slow to look up.
    """

    posts: tuple[str, ...]
    man: int
    seen: int
    worst: str = UNHURT


class Way(NamedTuple):
    """One way an attempt may go: its weight, how the watcher stands after it, the man after it, and what it tells."""

    weight: int
    stands: str
    man: int
    fired: bool
    lost: bool


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
    walked = Walk(run, watchers)
    for _ in range(run.passages):
        walked.change(lambda state: state._replace(man=0))
        for moment in run.moments:
            walked.change(lambda state: state._replace(seen=state.man))
            for place in moment:
                walked.shoot(place)
    walked.told.fates = Distribution.weighted((state.worst, part) for state, part in walked.now.items())
    return walked.told


class Walk:
    """The walk through every branch; chances are whole numbers over one denominator, since fractions are slow."""

    def __init__(self, run: Run, watchers: Sequence[Watcher]) -> None:
        self.run, self.watchers = run, watchers
        self.told = Told(Distribution.sure(UNHURT), track=[Distribution.sure(UNHURT)])
        self.men = [run.runner]
        self.now = {State(tuple(READY if one.volleys else OUT for one in watchers), 0, 0): 1}
        self._under = 1
        self._parts = [lcm(*_denominators(one)) for one in watchers]
        self._ways_of = cache(self._ways)

    def change(self, made: Callable[[State], State]) -> None:
        """Make something else of every state."""
        self.now = gathered((made(state), part) for state, part in self.now.items())

    def shoot(self, place: int) -> None:
        """What one watcher's chance to react makes of every branch, and what it tells."""
        told, opens = self.told, place not in self.told.shots
        fates = [man.fate for man in self.men]
        shots = lost = removed = 0
        branches: list[tuple[State, int]] = []
        for state, chance in self.now.items():
            post, seen = state.posts[place], self.men[state.seen]
            if post == OUT or not self.run.targets(seen):
                branches.append((state, chance * self._parts[place]))
                continue
            for way in self._ways_of(place, post == TESTED, state.seen, state.man):
                fates += [man.fate for man in self.men[len(fates) :]]
                part = chance * way.weight
                shots += part * way.fired
                lost += part * way.lost
                removed += part * (fates[way.man] == REMOVED != fates[state.man])
                posts = (*state.posts[:place], way.stands, *state.posts[place + 1 :])
                worst = max(state.worst, fates[way.man], key=FATES.index)
                branches.append((State(posts, way.man, state.seen, worst), part))
        self._under *= self._parts[place]
        told.shots[place] += Fraction(shots, self._under)
        told.lost[place] += Fraction(lost, self._under)
        told.removed += Fraction(removed, self._under)
        self.now = gathered(branches)
        if opens:
            told.first[place] = told.shots[place]
            told.track.append(Distribution.weighted((fates[state.man], part) for state, part in self.now.items()))

    def _ways(self, place: int, cleared: bool, seen: int, man: int) -> list[Way]:
        """The ways of one watcher's attempt at the man as he finds him and as he is by now."""
        watcher, before = self.watchers[place], self.men[seen]
        ways: dict[tuple[str, int, bool, bool], Fraction] = defaultdict(Fraction)
        for chance, shoots, stands, lost in watcher.tries(cleared):
            for fate, weight in watcher.volleys[before].fates.items() if shoots else [(UNHURT, Fraction(1))]:
                after = max(self.men[man], before.after(fate), key=lambda one: FATES.index(one.fate))
                if after not in self.men:
                    self.men.append(after)
                ways[stands, self.men.index(after), shoots, lost] += chance * weight
        return [Way(int(chance * self._parts[place]), *way) for way, chance in ways.items()]


def _denominators(watcher: Watcher) -> Iterator[int]:
    """The denominators of all that may come of his attempts."""
    for volley in watcher.volleys.values():
        for cleared in (False, True):
            for chance, *_ in watcher.tries(cleared):
                yield chance.denominator
                yield from ((chance * weight).denominator for _, weight in volley.fates.items())


def throw(r: Reader, dice: Thrower, count: int, run: Run, watchers: Sequence[Watcher]) -> Any:
    """The same run with real dice: the worst that has come to anyone, one for each throw."""
    states = [run.runner, run.runner.after(SUPPRESSED), run.runner.after(REMOVED)]
    targets = np.array([run.targets(man) for man in states])
    ready = [np.ones(count, bool) for _ in watchers]
    tested = [np.zeros(count, bool) for _ in watchers]
    worst = np.zeros(count, int)
    for _ in range(run.passages):
        man = np.zeros(count, int)
        for moment in run.moments:
            seen = man
            for place in moment:
                one = watchers[place]
                trying = ready[place] & targets[seen]
                fires = trying.copy()
                if one.nerve and one.nerve.value:
                    testing = trying & ~(tested[place] & one.nerve.once_a_turn)
                    caught = testing & (dice.roll(one.nerve.dice, count) <= one.nerve.value)
                    saved = throw_saves(r, dice, count, caught * one.nerve.hits, one.nerve.save)
                    fires &= ~caught | (saved & one.nerve.shoots_when_saved)
                    ready[place] &= ~caught
                    tested[place] |= trying
                ready[place] &= ~(fires & one.once)
                for index, state in enumerate(states):
                    if run.targets(state):
                        fate = one.volleys[state].throw(r, dice, count)
                        man = np.where(fires & (seen == index), np.maximum(man, fate), man)
        worst = np.maximum(worst, man)
    return np.array(FATES)[worst]

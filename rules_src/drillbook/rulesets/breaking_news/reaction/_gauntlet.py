"""A run under fire, branch by branch: the watchers who shoot, and what happens to the men."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Distribution, Thrower, np, sums_by_key
from drillbook.rulesets.breaking_news.common.casualties import (
    FATES,
    REMOVED,
    SUPPRESSED,
    UNHURT,
    Save,
    throw_saves,
)
from drillbook.rulesets.breaking_news.common.man import Man
from drillbook.rulesets.breaking_news.common.volley import Volley
from drillbook.rulesets.breaking_news.reaction._watcher import Nerve, Post


class Stand(NamedTuple):
    """The state of a watcher's post: men able to shoot, whether it has tested, or is spent.

    spent: its only shot of the turn is used.
    """

    able: int
    tested: bool = False
    spent: bool = False


class Try(NamedTuple):
    """One end of an attempt: its chance, the men who serve the shot, the post, the men lost.

    serving is 0 if there is no shot.
    """

    chance: Fraction
    serving: int
    stand: Stand
    lost: int


@dataclass(frozen=True, slots=True)
class Watcher:
    """A post that watches the run: its shots at the runner, and the test it faces.

    volleys gives its shot by the state in which it finds the runner, and nerve what it faces when it tries the shot.
    There are no volleys if it may not react; why_not is then the reason and its rule. once: it has a single opportunity
    shot a turn. crew: its men. lone: its shots while one man alone serves the gun. bursts: a hit reaches men beside the
    target.
    """

    name: str
    volleys: Mapping[Man, Volley]
    nerve: Nerve | None = None
    once: bool = False
    why_not: tuple[str, str] | None = None
    crew: int = 1
    lone: Mapping[Man, Volley] = field(default_factory=dict)
    bursts: bool = False

    def shots(self, serving: int) -> Mapping[Man, Volley]:
        """Its shots with so many men at the gun."""
        return self.lone if serving == 1 and self.lone else self.volleys

    def tries(self, stand: Stand) -> Iterator[Try]:
        """Yield the possible ends of one attempt."""
        post = Post(stand.able, stand.tested)
        ways = (
            self.nerve.attempt(post).items()
            if self.nerve
            else [(post._replace(fired=1, served=post.able), Fraction(1))]
        )
        for after, chance in ways:
            serving = after.served if after.fired else 0
            tested = after.tested and self.nerve is not None and self.nerve.once_a_turn
            yield Try(chance, serving, Stand(after.able, tested, self.once and serving > 0), after.lost)


@dataclass(frozen=True, slots=True)
class Run:
    """A crossing: the runner at the start, how many men run, and who shoots at them when.

    A moment holds the indexes of the watchers who shoot at once (8.2): none of their shots sees what another has done.
    waits: nobody shoots at a man who is down. near: the number of others of the group within a burst at the man who is
    named; beside is their save.
    """

    runner: Man
    passages: int
    moments: Sequence[Sequence[int]]
    waits: bool
    near: int = 0
    beside: Save | None = None

    def targets(self, man: Man) -> bool:
        """Whether the watchers shoot at him as he is."""
        return man.can_be_aimed_at and not (self.waits and man.suppressed)


class State(NamedTuple):
    """The state of a run: the watchers, the man shot at, and the worst result so far.

    seen is the man as this moment's shots find him. blasts: how many bursts have hit; each of them also reaches the men
    beside him. The man is given by his index in the walk's list of men, since a fraction and four flags are slow to
    look up.
    """

    posts: tuple[Stand, ...]
    man: int
    seen: int
    worst: str = UNHURT
    blasts: int = 0


class Way(NamedTuple):
    """One way an attempt may go: its weight, the watcher after it, the man after it, its record.

    fired, lost and blast state whether a shot was fired, the men the watcher lost, and whether a burst has hit.
    """

    weight: int
    stands: Stand
    man: int
    fired: bool
    lost: int
    blast: bool


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
    walked.finish()
    return walked.told


class Walk:
    """The walk through every branch of a run.

    Chances are whole numbers over one denominator, since fractions are slow.
    """

    def __init__(self, run: Run, watchers: Sequence[Watcher]) -> None:
        self.run, self.watchers = run, watchers
        self.told = Told(Distribution.sure(UNHURT), track=[Distribution.sure(UNHURT)])
        self.men = [run.runner]
        self.now = {State(tuple(Stand(one.crew if one.volleys else 0) for one in watchers), 0, 0): 1}
        self._under = 1
        self._parts = [lcm(*_denominators(one)) for one in watchers]
        self._ways_of = cache(self._ways)

    def change(self, made: Callable[[State], State]) -> None:
        """Make something else of every state."""
        self.now = sums_by_key((made(state), part) for state, part in self.now.items())

    def shoot(self, place: int) -> None:
        """Apply one watcher's chance to react to every branch, and record what it does.

        place is the index of the watcher.
        """
        told, opens = self.told, place not in self.told.shots
        fates = [man.fate for man in self.men]
        shots = lost = removed = 0
        branches: list[tuple[State, int]] = []
        for state, chance in self.now.items():
            post, seen = state.posts[place], self.men[state.seen]
            if not post.able or post.spent or not self.run.targets(seen):
                branches.append((state, chance * self._parts[place]))
                continue
            for way in self._ways_of(place, post, state.seen, state.man):
                fates += [man.fate for man in self.men[len(fates) :]]
                part = chance * way.weight
                shots += part * way.fired
                lost += part * way.lost
                removed += part * (fates[way.man] == REMOVED != fates[state.man])
                posts = (*state.posts[:place], way.stands, *state.posts[place + 1 :])
                worst = max(state.worst, fates[way.man], key=FATES.index)
                blasts = state.blasts + (way.blast and self.run.near > 0)
                branches.append((State(posts, way.man, state.seen, worst, blasts), part))
        self._under *= self._parts[place]
        told.shots[place] += Fraction(shots, self._under)
        told.lost[place] += Fraction(lost, self._under)
        told.removed += Fraction(removed, self._under)
        self.now = sums_by_key(branches)
        if opens:
            told.first[place] = told.shots[place]
            told.track.append(Distribution.weighted((fates[state.man], part) for state, part in self.now.items()))

    def _ways(self, place: int, stand: Stand, seen: int, man: int) -> list[Way]:
        """Return the ways of one watcher's attempt.

        The watcher shoots at the man as he finds him (seen); the result applies to the man as he is by now (man).
        """
        watcher, before = self.watchers[place], self.men[seen]
        ways: dict[tuple[Stand, int, bool, int, bool], Fraction] = defaultdict(Fraction)
        for chance, serving, stands, lost in watcher.tries(stand):
            shots = watcher.shots(serving)[before].fates.items() if serving else [(UNHURT, Fraction(1))]
            for fate, weight in shots:
                after = max(self.men[man], before.after(fate), key=lambda one: FATES.index(one.fate))
                if after not in self.men:
                    self.men.append(after)
                blast = watcher.bursts and fate != UNHURT
                ways[stands, self.men.index(after), serving > 0, lost, blast] += chance * weight
        return [Way(int(chance * self._parts[place]), *way) for way, chance in ways.items()]

    def finish(self) -> None:
        """Tell the worst that has come to anyone, those beside the man who was named included."""
        ends: list[tuple[str, Fraction]] = []
        for state, part in self.now.items():
            chance = Fraction(part, self._under)
            lives = self.run.beside.survives(state.blasts) ** self.run.near if self.run.beside else Fraction(1)
            if self.run.beside:
                self.told.removed += chance * self.run.near * (1 - self.run.beside.survives(state.blasts))
            worst = max(state.worst, SUPPRESSED if state.blasts else UNHURT, key=FATES.index)
            ends += [(worst, chance * lives), (REMOVED, chance * (1 - lives))]
        self.told.fates = Distribution.weighted(ends)


def _denominators(watcher: Watcher) -> Iterator[int]:
    """Yield the denominators of all possible results of a watcher's attempts."""
    for able in range(1, watcher.crew + 1):
        for tested in (False, True):
            for one in watcher.tries(Stand(able, tested)):
                yield one.chance.denominator
                for volley in watcher.shots(one.serving).values():
                    yield from ((one.chance * weight).denominator for _, weight in volley.fates.items())


def throw(r: Reader, dice: Thrower, count: int, run: Run, watchers: Sequence[Watcher]) -> Any:
    """Throw the same run with dice, and return the worst that happens to anyone in each throw."""
    states = [run.runner, run.runner.after(SUPPRESSED), run.runner.after(REMOVED)]
    targets = np.array([run.targets(man) for man in states])
    able = [np.full(count, one.crew if one.volleys else 0) for one in watchers]
    spent, tested = ([np.zeros(count, bool) for _ in watchers] for _ in range(1 + 1))
    worst, blasts = np.zeros(count, int), np.zeros(count, int)
    for _ in range(run.passages):
        man = np.zeros(count, int)
        for moment in run.moments:
            seen = man
            for place in moment:
                one = watchers[place]
                trying = (able[place] > 0) & ~spent[place] & targets[seen]
                serving = np.where(trying, able[place], 0)
                if one.nerve and one.nerve.value:
                    testing = trying & ~(tested[place] & one.nerve.once_a_turn)
                    caught = testing & (dice.roll(one.nerve.dice, count) <= one.nerve.value)
                    concerned = np.where(caught, able[place] if one.nerve.whole_crew else 1, 0)
                    alive = np.zeros(count, int)
                    for place_in_crew in range(one.crew):
                        hits = (concerned > place_in_crew) * one.nerve.hits
                        alive += throw_saves(r, dice, count, hits, one.nerve.save) & (hits > 0)
                    left = able[place] - concerned
                    serving = np.where(caught, left + alive * one.nerve.shoots_when_saved, serving)
                    able[place] = np.where(caught, left, able[place])
                    tested[place] |= trying
                spent[place] |= (serving > 0) & one.once
                for crew in range(1, one.crew + 1):
                    for index, state in enumerate(states):
                        if run.targets(state):
                            fate = one.shots(crew)[state].throw(r, dice, count)
                            fires = (serving == crew) & (seen == index)
                            man = np.where(fires, np.maximum(man, fate), man)
                            blasts += fires & (fate > 0) & one.bursts & (run.near > 0)
        worst = np.maximum(worst, man)
    for _ in range(run.near if run.beside else 0):
        saved = throw_saves(r, dice, count, blasts, run.beside)  # type: ignore[arg-type]
        worst = np.maximum(worst, np.where(saved, blasts > 0, FATES.index(REMOVED)))
    return np.array(FATES)[worst]

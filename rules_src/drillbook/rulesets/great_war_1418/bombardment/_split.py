"""The split of a salvo over its targets that does most, worked out exactly."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, lcm

from drillbook.asking import Reader
from drillbook.rules.remembered import remembered
from drillbook.rulesets.great_war_1418.bombardment._salvo import (
    AIMS,
    REMOVALS,
    Laid,
    Salvo,
    Split,
    Target,
    boosts,
    cap,
    effect,
    pools,
    told,
)

#: What may be laid on each target, with what it is worth there.
Options = tuple[tuple[tuple[Laid, Fraction], ...], ...]
Free = tuple[int, ...]
#: The best that is left, by the shots and by the bonuses that are free.
Table = dict[tuple[int, Free], int]


def splits(r: Reader, salvo: Salvo, targets: int) -> int:
    """Count the ways in which all shots can be laid on so many targets."""
    if r.holds("bombard-allocation", "one-or-all"):
        return int(salvo.shots == targets or (targets == 1 and cap(r, salvo.shots) >= salvo.shots))
    most, ways = cap(r, salvo.shots), [1] + [0] * salvo.shots
    for _ in range(targets):
        ways = [sum(ways[max(0, n - most) : n + 1]) for n in range(salvo.shots + 1)]
    return ways[-1]


@remembered(maxsize=256)
def _plan(options: Options, shots: int, free: Free) -> tuple[Laid, ...]:
    """Choose what to lay on each target so that the total worth is greatest.

    options: what may be laid on each target, with its worth; shots: how many there are;
    free: how many bonuses of each kind there are.
    Of equal choices the first is taken (dynamic programming over the targets).
    """
    scale = lcm(*(worth.denominator for target in options for _, worth in target))
    every = list(product(range(shots + 1), product(*(range(most + 1) for most in free))))
    table: Table = dict.fromkeys(every, 0)
    choices: list[dict[tuple[int, Free], Laid]] = []
    for target in reversed(options):
        whole = [(laid, int(worth * scale)) for laid, worth in target]
        picked = {state: _pick(whole, *state, table) for state in every}
        table = {state: worth for state, (_, worth) in picked.items()}
        choices.append({state: laid for state, (laid, _) in picked.items()})
    found, left = [], shots
    for choice in reversed(choices):
        laid = choice[left, free]
        found.append(laid)
        left, free = left - laid.shots, _less(free, laid.boosts)
    return tuple(found)


def _less(free: Free, taken: Sequence[int]) -> Free:
    """Give what is left of the bonuses."""
    return tuple(many - less for many, less in zip(free, taken or (0,) * len(free), strict=True))


def _pick(options: list[tuple[Laid, int]], left: int, free: Free, rest: Table) -> tuple[Laid, int]:
    """Find what is best laid on one target, and what it and the targets after it are then worth."""
    best = Laid(), -1
    for laid, worth in options:
        after = _less(free, laid.boosts)
        if laid.shots <= left and min(after, default=0) >= 0:
            whole = worth + rest[left - laid.shots, after]
            if whole > best[1]:
                best = laid, whole
    return best


def _boosts(shots: int, free: Free) -> Iterator[Free]:
    """Give every way to let some of so many shots carry bonuses, the fewest first."""
    return (found for found in product(*(range(min(shots, most) + 1) for most in free)) if sum(found) <= shots)


def laid_best(r: Reader, salvo: Salvo, targets: Sequence[Target], shots: Sequence[int]) -> tuple[Laid, ...]:
    """Lay these shots on these targets, with the bonuses where they remove most."""
    free = pools(r, salvo)
    if free is None:
        return tuple(Laid(many, boosts(r, salvo, Laid(many))) for many in shots)
    options = tuple(
        tuple(
            (Laid(many, plus), effect(r, salvo, target, Laid(many, plus))[REMOVALS])
            for plus in sorted(_boosts(many, free), reverse=True)
        )
        for target, many in zip(targets, shots, strict=True)
    )
    return _plan(options, sum(shots), free)


def best(r: Reader, salvo: Salvo, targets: Sequence[Target]) -> dict[str, Split]:
    """Return the best split for each aim, with its average effect.

    Of equal splits the one that does more for the other aim is taken. No shot is wasted, with one exception:
    if one target may have at most half of the shots that are laid, other shots have to be laid beside it.
    """
    most, free = cap(r, salvo.shots), pools(r, salvo) or ()
    by_budget = r.holds("half-of-shots", "of-the-budget")
    if len(targets) == 1 and not by_budget:
        most = min(most, r.int("bombardment.one-each"))
    if r.holds("bombard-allocation", "one-or-all"):
        return {aim: told(r, salvo, targets, _one_or_all(r, salvo, targets, aim, most)) for aim in AIMS}
    ways = [Laid(n, plus) for n in range(most + 1) for plus in _boosts(n, free)]
    known = {target: [(laid, effect(r, salvo, target, laid)) for laid in ways] for target in dict.fromkeys(targets)}
    finest = lcm(*(worth.denominator for found in known.values() for _, chances in found for worth in chances.values()))
    second = Fraction(1, finest * (1 + len(targets)))  # so little that it decides only between equals

    def options(aim: str) -> Options:
        (other,) = set(AIMS) - {aim}
        return tuple(
            tuple((laid, worth[aim] + second * worth[other]) for laid, worth in known[target])
            for target in reversed(targets)  # fewest shots on the last of equals: the first named are shelled first
        )

    found = {aim: _plan(options(aim), salvo.shots, free)[::-1] for aim in AIMS}
    if not by_budget:
        half = Fraction(r.num("bombardment.half-cap"))
        found = {aim: _filled(laid, most, salvo.shots, half) for aim, laid in found.items()}
    return {aim: told(r, salvo, targets, laid) for aim, laid in found.items()}


def _filled(laid: Sequence[Laid], most: int, shots: int, half: Fraction) -> tuple[Laid, ...]:
    """Add shots that do nothing, until no target has more than half of all that are laid."""
    found = list(laid)
    for place, one in enumerate(found):
        used = sum(other.shots for other in found)
        lacks = ceil(max(other.shots for other in found) / half) - used
        more = max(0, min(lacks, most - one.shots, shots - used))
        found[place] = Laid(one.shots + more, one.boosts)
    return tuple(found)


def _one_or_all(r: Reader, salvo: Salvo, targets: Sequence[Target], aim: str, most: int) -> tuple[Laid, ...]:
    """Find the best where the shots go on one target, or one on each."""
    free, thin = pools(r, salvo) or (), r.int("bombardment.one-each")
    heavy = []
    for place in range(len(targets)):
        plus, left = [], most
        for many in free:
            plus.append(min(left, many))
            left -= plus[-1]
        heavy.append(tuple(Laid(most, tuple(plus)) if place == here else Laid() for here in range(len(targets))))
    single = (Laid(), *(Laid(thin, plus) for plus in _boosts(thin, free)))
    options = tuple(
        tuple((laid, effect(r, salvo, target, laid)[aim]) for laid in single) for target in reversed(targets)
    )
    spread = _plan(options, salvo.shots, free)[::-1]

    def worth(laid: tuple[Laid, ...]) -> Fraction:
        split = told(r, salvo, targets, laid)
        return split.removed if aim == REMOVALS else split.harmed

    return max((*heavy, spread), key=worth)

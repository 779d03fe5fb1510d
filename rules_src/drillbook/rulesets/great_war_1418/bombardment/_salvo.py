"""Shots on targets: what a salvo may lay on whom, what it does there, and the split that does most."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor, lcm
from typing import Any, NamedTuple

from drillbook.asking import Checks, Reader
from drillbook.maths import Distribution, counted, exact, total
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import Dice
from drillbook.rulesets.great_war_1418.common.rolling import scored

REMOVALS, HARM = "removals", "harm"
AIMS = {REMOVALS: "Most platoons removed", HARM: "Most platoons injured or removed"}


class Salvo(NamedTuple):
    """The shots of a bombardment, the batteries that fire them, and the bonus of their guns."""

    shots: int
    batteries: int
    bonus: int


class Target(NamedTuple):
    """A platoon under the circle: its Resilience, the hits it carries, and whether it lies in the outer ring."""

    resilience: int
    carried: int
    outer: bool


class Laid(NamedTuple):
    """What is laid on a target: shots, and those of them that carry the bonus."""

    shots: int = 0
    boosted: int = 0


@dataclass(frozen=True, slots=True)
class Split:
    """A split of the shots, and the platoons that it removes and that it hits, on average."""

    laid: tuple[Laid, ...]
    removed: Fraction
    harmed: Fraction


def cap(r: Reader, shots: int) -> int:
    """The most shots that one target may have."""
    part = floor(shots * r.num("bombardment.half-cap"))
    least = r.int("bombardment.one-each") if r.holds("bombard-allocation", "any-split") else 0
    return min(shots, max(part, least))


def pool(r: Reader, salvo: Salvo) -> int | None:
    """The shots that may carry the bonus, to be shared out among the targets; None: each target has its own."""
    if not salvo.bonus:
        return 0
    return salvo.batteries if r.holds("bombard-bonus", "one-a-battery") else None


def boosted(r: Reader, salvo: Salvo, laid: Laid) -> int:
    """How many of the shots on a target carry the bonus, as the ruling has it; none where the guns have no bonus."""
    if not salvo.bonus:
        return 0
    match r.read_as("bombard-bonus"):
        case "none":
            return 0
        case "every-shot":
            return laid.shots
        case "one-a-target":
            return min(1, laid.shots)
        case _:
            return min(laid.boosted, laid.shots)


def volleys(r: Reader, salvo: Salvo, laid: Laid) -> list[Dice]:
    """The shots on a target, as dice that are counted together.

    Shots are rolled like any attack on that target: where a platoon's volley hits once at most, each battery that has a share
    in them is such a platoon, their shares are as even as can be, and the bonus goes to the smallest of them.
    """
    shots, plus = laid.shots, boosted(r, salvo, laid)
    if not shots or not r.holds("hits-per-die", "one-a-platoon"):
        return [Dice(shots, salvo.bonus, plus)] if shots else []
    firing = min(shots, salvo.batteries)
    least, more = divmod(shots, firing)
    shares = [least] * (firing - more) + [least + 1] * more
    return [
        Dice(share, salvo.bonus, share if plus == shots else int(place < plus)) for place, share in enumerate(shares)
    ]


def hits(r: Reader, salvo: Salvo, target: Target, laid: Laid) -> Distribution[Any]:
    """How many hits a target takes."""
    rolled = [scored(r, dice, target.resilience, ring=target.outer) for dice in volleys(r, salvo, laid)]
    return total(harm.counted(r, one) for one in rolled)


def check(r: Reader, checks: Checks, salvo: Salvo, laid: Sequence[int]) -> None:
    """Ask whether the shots may be laid so."""
    most, used, thin = cap(r, salvo.shots), sum(laid), r.int("bombardment.one-each")
    checks.ask(
        f"No more than {salvo.shots} shots?", used <= salvo.shots, f"{counted(used, 'shot')} laid", "bombardment.max"
    )
    heaviest = max(laid)
    found = f"{counted(heaviest, 'shot')} on one target"
    checks.ask(f"No more than {most} on one target?", heaviest <= max(most, thin), found, "bombardment.half-cap")
    if r.holds("bombard-allocation", "one-or-all"):
        alone = heaviest <= thin or sum(map(bool, laid)) == 1
        found = f"shots on {counted(sum(map(bool, laid)), 'target')}"
        checks.ask("All on one target, or one on each?", alone, found, "bombardment.one-each")


def splits(r: Reader, salvo: Salvo, targets: int) -> int:
    """In how many ways all shots can be laid on so many targets."""
    if r.holds("bombard-allocation", "one-or-all"):
        return int(salvo.shots == targets or (targets == 1 and cap(r, salvo.shots) >= salvo.shots))
    most, ways = cap(r, salvo.shots), [1] + [0] * salvo.shots
    for _ in range(targets):
        ways = [sum(ways[max(0, n - most) : n + 1]) for n in range(salvo.shots + 1)]
    return ways[-1]


#: What may be laid on each target, with what it is worth there.
Options = tuple[tuple[tuple[Laid, Fraction], ...], ...]


@lru_cache(maxsize=256)
def _plan(options: Options, shots: int, boosts: int) -> tuple[Laid, ...]:
    """The choice of most worth among so many shots, so many of them with the bonus; of equals the one that comes first."""
    scale = lcm(*(worth.denominator for target in options for _, worth in target))
    table = [[0] * (boosts + 1) for _ in range(shots + 1)]
    choices: list[list[list[Laid]]] = []
    for target in reversed(options):
        whole = [(laid, int(worth * scale)) for laid, worth in target]
        picked = [[_pick(whole, left, free, table) for free in range(boosts + 1)] for left in range(shots + 1)]
        table = [[worth for _, worth in row] for row in picked]
        choices.append([[laid for laid, _ in row] for row in picked])
    found, left, free = [], shots, boosts
    for choice in reversed(choices):
        laid = choice[left][free]
        found.append(laid)
        left, free = left - laid.shots, free - laid.boosted
    return tuple(found)


def _pick(options: list[tuple[Laid, int]], left: int, free: int, rest: list[list[int]]) -> tuple[Laid, int]:
    """What is best laid on one target, and what it and the targets after it are then worth."""
    best = Laid(), -1
    for laid, worth in options:
        if laid.shots <= left and laid.boosted <= free:
            whole = worth + rest[left - laid.shots][free - laid.boosted]
            if whole > best[1]:
                best = laid, whole
    return best


def laid_best(r: Reader, salvo: Salvo, targets: Sequence[Target], shots: Sequence[int]) -> tuple[Laid, ...]:
    """These shots on these targets, with the bonus where it removes most."""
    boosts = pool(r, salvo)
    if boosts is None:
        return tuple(Laid(many, boosted(r, salvo, Laid(many))) for many in shots)
    options = tuple(
        tuple(
            (Laid(many, b), effect(r, salvo, target, Laid(many, b))[REMOVALS]) for b in range(min(many, boosts), -1, -1)
        )
        for target, many in zip(targets, shots, strict=True)
    )
    return _plan(options, sum(shots), boosts)


def effect(r: Reader, salvo: Salvo, target: Target, laid: Laid) -> dict[str, Fraction]:
    """The chances that a target is removed, and that it is hit at all."""
    found = hits(r, salvo, target, laid)
    return {REMOVALS: found.at_least(r.int("injuries.two-hits") - target.carried), HARM: 1 - found[0]}


def best(r: Reader, salvo: Salvo, targets: Sequence[Target]) -> dict[str, Split]:
    """The split that does most, by what is wanted, and what it does; of equals the one that does more of the other, with no shot wasted."""
    most, boosts = cap(r, salvo.shots), pool(r, salvo) or 0
    if r.holds("bombard-allocation", "one-or-all"):
        return {aim: told(r, salvo, targets, _one_or_all(r, salvo, targets, aim, most)) for aim in AIMS}
    ways = [Laid(n, b) for n in range(most + 1) for b in range(min(n, boosts) + 1)]
    known = {target: [(laid, effect(r, salvo, target, laid)) for laid in ways] for target in dict.fromkeys(targets)}
    finest = lcm(*(worth.denominator for found in known.values() for _, chances in found for worth in chances.values()))
    second = Fraction(1, finest * (1 + len(targets)))  # so little that it decides only between equals

    def options(aim: str) -> Options:
        (other,) = set(AIMS) - {aim}
        return tuple(
            tuple((laid, worth[aim] + second * worth[other]) for laid, worth in known[target])
            for target in reversed(targets)  # fewest shots on the last of equals: the first named are shelled first
        )

    return {aim: told(r, salvo, targets, _plan(options(aim), salvo.shots, boosts)[::-1]) for aim in AIMS}


def _one_or_all(r: Reader, salvo: Salvo, targets: Sequence[Target], aim: str, most: int) -> tuple[Laid, ...]:
    """The best where the shots go on one target, or one on each."""
    free, thin = pool(r, salvo) or 0, r.int("bombardment.one-each")
    heavy = [
        tuple(Laid(most, min(most, free)) if place == here else Laid() for here in range(len(targets)))
        for place in range(len(targets))
    ]
    single = (Laid(), *(Laid(thin, plus) for plus in range(min(thin, free) + 1)))
    options = tuple(
        tuple((laid, effect(r, salvo, target, laid)[aim]) for laid in single) for target in reversed(targets)
    )
    spread = _plan(options, salvo.shots, free)[::-1]
    return max((*heavy, spread), key=lambda laid: _sum(r, salvo, targets, laid, aim))


def _sum(r: Reader, salvo: Salvo, targets: Sequence[Target], laid: Sequence[Laid], aim: str) -> Fraction:
    """What a split comes to, on average."""
    pairs = zip(targets, laid, strict=True)
    return exact(sum((effect(r, salvo, target, one)[aim] for target, one in pairs), Fraction(0)))  # type: ignore[return-value]


def told(r: Reader, salvo: Salvo, targets: Sequence[Target], laid: Sequence[Laid]) -> Split:
    """A split with what it does on average."""
    removed, harmed = (_sum(r, salvo, targets, laid, aim) for aim in AIMS)
    return Split(tuple(laid), Fraction(removed), Fraction(harmed))


def words(split: Sequence[Laid]) -> str:
    """A split as it is said: 4 + 4 + 0."""
    return " + ".join(str(one.shots) for one in split)

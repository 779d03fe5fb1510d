"""Shots on targets: what a salvo may lay on which target, and what it does there."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from drillbook.asking import Checks, Reader
from drillbook.maths import Distribution, counted, total
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.rolling import scored_mixed

REMOVALS, HARM = "removals", "harm"
AIMS = {REMOVALS: "Most platoons removed", HARM: "Most platoons injured or removed"}


class Kind(NamedTuple):
    """Batteries of a bombardment whose guns have the same bonus.

    batteries: how many they are; bonus: that of their guns; shots: the shots that are theirs.
    """

    batteries: int
    bonus: int
    shots: int


class Salvo(NamedTuple):
    """The shots of a bombardment and the batteries that fire them, by kind.

    The kind with the greatest bonus comes first.
    """

    shots: int
    kinds: tuple[Kind, ...]

    @property
    def batteries(self) -> int:
        """Give how many batteries fire."""
        return sum(kind.batteries for kind in self.kinds)

    @property
    def helped(self) -> tuple[Kind, ...]:
        """Give the kinds whose guns have a bonus."""
        return tuple(kind for kind in self.kinds if kind.bonus)


class Target(NamedTuple):
    """A platoon under the circle.

    resilience: its Resilience; carried: the hits it carries; outer: whether it lies in the outer ring.
    """

    resilience: int
    carried: int
    outer: bool


class Laid(NamedTuple):
    """What is laid on a target.

    shots: how many; boosts: how many of them carry the bonus of each kind of battery that has one.
    """

    shots: int = 0
    boosts: tuple[int, ...] = ()

    @property
    def boosted(self) -> int:
        """Give how many of the shots carry a bonus."""
        return sum(self.boosts)


class Volley(NamedTuple):
    """Shots whose hits are counted together, and the bonuses that some of them carry."""

    shots: int
    bonuses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """A split of the shots, and the platoons that it removes and that it hits, on average."""

    laid: tuple[Laid, ...]
    removed: Fraction
    harmed: Fraction


def salvo(shots: int, kinds: Sequence[tuple[int, int, int]]) -> Salvo:
    """Put a salvo together from kinds of batteries.

    kinds: the number of batteries, the bonus and the own shots of each kind. Kinds with the same bonus become one.
    """
    found: dict[int, Kind] = {}
    for batteries, bonus, own in kinds:
        known = found.get(bonus, Kind(0, bonus, 0))
        found[bonus] = Kind(known.batteries + batteries, bonus, known.shots + own)
    return Salvo(shots, tuple(found[bonus] for bonus in sorted(found, reverse=True)))


def cap(r: Reader, shots: int) -> int:
    """Work out the most shots that one target may have of so many."""
    part = floor(shots * r.num("bombardment.half-cap"))
    least = r.int("bombardment.one-each") if r.holds("bombard-allocation", "any-split") else 0
    return min(shots, max(part, least))


def pools(r: Reader, salvo: Salvo) -> tuple[int, ...] | None:
    """Return how many shots may carry the bonus of each kind, shared out among the targets.

    The result is None if each target has bonuses of its own.
    """
    if not salvo.helped:
        return ()
    match r.read_as("bombard-bonus"):
        case "one-a-battery":
            return tuple(kind.batteries for kind in salvo.helped)
        case "every-shot" if len(salvo.kinds) > 1:
            return tuple(kind.shots for kind in salvo.helped)
        case _:
            return None


def boosts(r: Reader, salvo: Salvo, laid: Laid) -> tuple[int, ...]:
    """Return how many of the shots on a target carry the bonus of each kind, by the ruling."""
    if pools(r, salvo) is not None:
        return laid.boosts
    many = {"none": 0, "every-shot": laid.shots}.get(r.read_as("bombard-bonus"), min(1, laid.shots))
    return (many, *[0] * (len(salvo.helped) - 1))


def volleys(r: Reader, salvo: Salvo, laid: Laid) -> list[Volley]:
    """Sort the shots on a target into volleys whose hits are counted together.

    Shots are rolled like any attack on that target: where a platoon's volley hits once at most, each battery that has a share
    in them is such a platoon, their shares are as even as can be, and the bonuses go to the smallest of them.
    """
    plus = boosts(r, salvo, laid)
    bonuses = tuple(kind.bonus for kind, many in zip(salvo.helped, plus, strict=False) for _ in range(many))
    if not laid.shots or not r.holds("hits-per-die", "one-a-platoon"):
        return [Volley(laid.shots, bonuses)] if laid.shots else []
    firing = min(laid.shots, salvo.batteries)
    least, more = divmod(laid.shots, firing)
    shares = [least] * (firing - more) + [least + 1] * more
    if len(bonuses) == laid.shots:
        starts = [sum(shares[:place]) for place in range(firing)]
        return [Volley(share, bonuses[start : start + share]) for share, start in zip(shares, starts, strict=True)]
    return [Volley(share, bonuses[place : place + 1]) for place, share in enumerate(shares)]


def hits(r: Reader, salvo: Salvo, target: Target, laid: Laid) -> Distribution[Any]:
    """Work out how many hits a target takes."""
    rolled = [
        scored_mixed(r, one.shots, one.bonuses, target.resilience, ring=target.outer) for one in volleys(r, salvo, laid)
    ]
    return total(harm.counted(r, one) for one in rolled)


def check(r: Reader, checks: Checks, salvo: Salvo, laid: Sequence[int]) -> None:
    """Ask whether the shots may be laid so."""
    used, thin = sum(laid), r.int("bombardment.one-each")
    by_budget = r.holds("half-of-shots", "of-the-budget")
    most = cap(r, salvo.shots if by_budget else used)
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


def effect(r: Reader, salvo: Salvo, target: Target, laid: Laid) -> dict[str, Fraction]:
    """Work out the chances that a target is removed, and that it is hit at all."""
    found = hits(r, salvo, target, laid)
    return {REMOVALS: found.at_least(r.int("injuries.two-hits") - target.carried), HARM: 1 - found[0]}


def told(r: Reader, salvo: Salvo, targets: Sequence[Target], laid: Sequence[Laid]) -> Split:
    """Give a split with what it does on average."""
    removed, harmed = (
        sum((effect(r, salvo, target, one)[aim] for target, one in zip(targets, laid, strict=True)), Fraction(0))
        for aim in AIMS
    )
    return Split(tuple(laid), removed, harmed)


def words(split: Sequence[Laid]) -> str:
    """Say a split: 4 + 4 + 0."""
    return " + ".join(str(one.shots) for one in split)


def plus_words(r: Reader, salvo: Salvo, laid: Laid) -> str:
    """Say how many of the shots on a target carry which bonus; nothing where none does."""
    plus = zip(salvo.helped, boosts(r, salvo, laid), strict=False)
    return " and ".join(f"{many} with +{kind.bonus}" for kind, many in plus if many)

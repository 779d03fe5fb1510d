"""Removed or free first: an injured platoon under the fire of others."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Chain, Distribution, Thrower, averaged, np, spoken
from drillbook.rulesets.great_war_1418.common.arms import Dice
from drillbook.rulesets.great_war_1418.common.inputs import Resilience
from drillbook.rulesets.great_war_1418.common.recovery import recovers
from drillbook.rulesets.great_war_1418.common.rolling import die_text, scored, throw

SLOW, OLD, FREE, REMOVED = "slow", "slow, and no longer new", "free", "removed"
SHOWN = (SLOW, FREE, REMOVED)


@dataclass(frozen=True, slots=True)
class RecoveryRace:
    """The chances that an injured platoon is removed or free first.

    removed, free: the chances in the end; mean_bounds: the bounds it takes on average, None if it can go on for ever;
    removed_by, free_by: the chances after the bounds asked for.
    """

    removed: Fraction
    free: Fraction
    mean_bounds: Fraction | None
    removed_by: Fraction
    free_by: Fraction


@question(
    "gw/recovery-race?resilience=3&built-in=4&dice=1&bonus=0&bounds=3",
    "gw/recovery-race?resilience=6&built-in=4&dice=3&bonus=1&bounds=4",
    "gw/recovery-race?resilience=0&built-in=3&dice=1&bonus=0&bounds=2&changing=yes",
)
def recovery_race(
    r: Reader,
    *,
    resilience: Resilience,
    built_in: Annotated[int, Count(3, 6, default=4, label="Its built-in Resilience")],
    dice: Annotated[int, Count(1, 6, default=1, label="Dice at it each bound", help="Not those of the platoon that injured it.")],
    bonus: Annotated[int, Count(0, 3, label="Bonus on one of them")],
    changing: Annotated[bool, Flag(label="Each bound another shooter")],
    bounds: Annotated[int, Count(1, 8, default=3, label="Bounds shown")],
) -> Breakdown[RecoveryRace]:  # fmt: skip
    """Which comes first: the last hit or the recovery die?"""
    w = Working(r)
    w.then("injured as it is, hits that finish it", "injuries.last-hit")
    struck = w.then("chance of a hit in a bound", _struck(r, dice, bonus, resilience), "shooting.match-or-beat")
    chance = recovers(r, w, resilience, built_in)
    chain = _chain(r, struck, chance, changing)
    ends = chain.absorbed()
    removed = w.then("removed in the end", ends[REMOVED], "injuries.two-hits")
    free = w.then("free in the end", ends[FREE], "injuries.recovery-success")
    flow = [one.map(_shown) for one in chain.flow(bounds)]
    mean = chain.expected_turns()
    told = RecoveryRace(removed, free, mean, flow[-1][REMOVED], flow[-1][FREE])
    w.note(
        "it can go on so for ever: nothing hits it, and no die frees it", "injuries.recovery-target", when=mean is None
    )
    length = "" if mean is None else f"; {averaged(mean, 'bound')} on average"
    return w.answer(
        told,
        headline=f"Removed before it is free: {spoken(removed)}; free first: {spoken(free)}{length}",
        chance=removed,
        distribution=flow[-1],
        exhibits=[
            Track("How it stands after each bound", SHOWN, flow, absorbing=(FREE, REMOVED), turn_word="Bound"),
            Bars(f"How it stands after bound {bounds}", "The platoon", {"": flow[-1]}, name="stands"),
        ],
    )


def _struck(r: Reader, dice: int, bonus: int, resilience: int) -> Fraction:
    """Return the chance that one bound's dice hit at least once."""
    return 1 - scored(r, _dice(r, dice, bonus), resilience)[0]


def _dice(r: Reader, dice: int, bonus: int) -> Dice:
    """Return the dice of a bound, with the bonus on the dice that carry one."""
    return Dice(dice, bonus, r.int("shooting.bonus-one-die") if bonus else 0)


def _chain(r: Reader, struck: Fraction, chance: Fraction, changing: bool) -> Chain[str]:
    """Return the Markov chain of bounds: first the shots, then the recovery die.

    There is no die if the shooter has become the same one. By one reading an old injury slows nobody.
    """
    no_more = r.holds("recovery-when", "becomes-same") and not changing
    ages = r.holds("black-marker", "one-bound")
    missed = r.holds("under-fire", "was-hit")  # then a shot that misses is no fire, and nothing keeps it slow

    def bound(state: str) -> Distribution[str]:
        if state == OLD and ages:
            return Distribution.sure(FREE)
        helped = Fraction(1) if missed else Fraction(0) if state == OLD else chance
        stays = OLD if no_more or ages else SLOW
        return Distribution({REMOVED: struck, FREE: (1 - struck) * helped, stays: (1 - struck) * (1 - helped)})

    return Chain(SLOW, bound, absorbing=(FREE, REMOVED))


def _shown(state: str) -> str:
    """Return the name of a state."""
    return SLOW if state == OLD else state


@simulation
def throw_race(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the shots and the recovery dice of every bound."""
    resilience, counts = inputs["resilience"], inputs["resilience"]
    if r.holds("recovery-r", "built-in"):
        counts = inputs["built_in"]
    if r.holds("low-r", "stops-at-one"):
        counts = max(1, counts)
    once_only = r.holds("recovery-when", "becomes-same") and not inputs["changing"]
    left = np.full(count, SLOW, dtype=object)
    for bound in range(inputs["bounds"]):
        if bound and r.holds("black-marker", "one-bound"):
            left[left == SLOW] = FREE
        hit = throw(r, cup, count, _dice(r, inputs["dice"], inputs["bonus"]), resilience) > 0
        die = cup.roll(die_text(r), count)
        well = (die <= counts) & (die != r.int("injuries.recovery-six")) & (not (bound and once_only))
        well = well | r.holds("under-fire", "was-hit")
        here = left == SLOW
        left[here & hit] = REMOVED
        left[here & ~hit & well] = FREE
    return left.tolist()

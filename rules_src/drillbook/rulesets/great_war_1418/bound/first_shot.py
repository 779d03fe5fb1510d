"""Two platoons that shoot at each other in a bound: what is it worth to be a step earlier?"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LINE, is_vehicle
from drillbook.rulesets.great_war_1418.common.firing import Fire, fire_of, hits_of, thrown

MINE, SAME, THEIRS = "mine", "same", "theirs"
ORDER = {MINE: "Mine, a step earlier", SAME: "Both in the same step", THEIRS: "The enemy, a step earlier"}
Both = tuple[str, str]


@dataclass(frozen=True, slots=True)
class FirstShot:
    """The chances of two platoons that shoot at each other.

    enemy_lost, own_lost, both_lost: the chance that the enemy's, that mine and that both are removed;
    own_lost_if_last: the chance that mine is removed if the enemy shoots first.
    """

    enemy_lost: Fraction
    own_lost: Fraction
    both_lost: Fraction
    own_lost_if_last: Fraction


def _unit(label: str) -> Choice:
    return Choice(table="units", where="shoots", default=LINE, label=label)


@question(
    "gw/first-shot?mine=early-hmg&my-resilience=3&my-carried=0&enemy=early-hmg&enemy-resilience=3&enemy-carried=0&first=mine",
    "gw/first-shot?mine=line-inf&my-resilience=3&my-carried=1&enemy=line-inf&enemy-resilience=3&enemy-carried=1&first=same",
)
def first_shot(
    r: Reader,
    *,
    mine: Annotated[str, _unit("Mine")],
    my_resilience: Annotated[int, Count(-1, 10, default=4, label="My Resilience")],
    my_carried: Annotated[int, Count(0, 1, label="Hits mine carries")],
    enemy: Annotated[str, _unit("The enemy")],
    enemy_resilience: Annotated[int, Count(-1, 10, default=4, label="The enemy's Resilience")],
    enemy_carried: Annotated[int, Count(0, 1, label="Hits the enemy carries")],
    first: Annotated[str, Choice(ORDER, label="Who shoots first")],
) -> Breakdown[FirstShot]:
    """What is it worth to shoot first?"""
    w = Working(r)
    w.note("all of it is at about the same time; only the effect has an order", "bound.simultaneous")
    shots = (
        hits_of(r, _fire(r, w, mine, enemy, enemy_resilience)),
        hits_of(r, _fire(r, w, enemy, mine, my_resilience)),
    )
    carried = my_carried, enemy_carried
    w.note("whoever is lost in an earlier step is gone, and does not answer", "bound.casualties", when=first != SAME)
    ends = {one: _end(r, shots, carried, one) for one in ORDER}
    found = ends[first]
    own, enemys = (_lost(found, at) for at in (0, 1))
    w.then("the enemy is removed", enemys, "injuries.two-hits")
    w.then("mine is removed", own, "injuries.two-hits")
    both = w.then("and both of them", found[(harm.REMOVED, harm.REMOVED)], "bound.casualties")
    late = _lost(ends[THEIRS], 0)
    w.then("mine is removed, if the enemy shoots first", late, "bound.casualties")
    told = FirstShot(enemys, own, both, late)
    return w.answer(
        told,
        headline=f"The enemy removed: {spoken(enemys)}; mine removed: {spoken(own)}, and {spoken(late)} if he were first",
        chance=enemys,
        distribution=found.map(" / ".join),
        exhibits=[
            _grid(found),
            Bars("What becomes of mine, by who shoots first", "Mine", _by_order(ends), name="orders"),
        ],
    )  # fmt: skip


def _lost(found: Distribution[Both], at: int) -> Fraction:
    """Return the chance that one of the two is removed.

    at: 0 for mine, 1 for the enemy.
    """
    return found.chance(lambda both: both[at] == harm.REMOVED)


def _fire(r: Reader, w: Working, unit: str, target: str, resilience: int) -> Fire:
    """Work out a platoon's shot at the other."""
    return fire_of(r, w, unit, resilience, vehicle=is_vehicle(r, target))


def _end(
    r: Reader, shots: tuple[Distribution[Any], Distribution[Any]], carried: tuple[int, int], first: str
) -> Distribution[Both]:
    """How both are left."""
    mine, theirs = shots
    if first == SAME and r.holds("simultaneous-fire", "one-by-one"):
        first = MINE
    if first == SAME:
        return mine.combine(theirs, lambda out, back: (harm.fate(r, carried[0] + back), harm.fate(r, carried[1] + out)))
    if first == MINE:
        return mine.then(lambda out: _answered(r, theirs, carried, int(out)))
    return theirs.then(lambda back: _answered(r, mine, carried[::-1], int(back))).map(lambda both: (both[1], both[0]))


def _answered(r: Reader, back: Distribution[Any], carried: tuple[int, ...], out: int) -> Distribution[Both]:
    """Return the distribution of the states of the first shooter and its target.

    The target shoots back if it is not removed.
    """
    target = harm.fate(r, carried[1] + out)
    if target == harm.REMOVED:
        return Distribution.sure((harm.fate(r, carried[0]), target))
    return back.map(lambda many: (harm.fate(r, carried[0] + many), target))


def _by_order(ends: Mapping[str, Distribution[Both]]) -> dict[str, Distribution[str]]:
    """Return the distribution of states of mine, under each order of shots."""
    return {ORDER[one]: _ordered(found.map(lambda both: both[0])) for one, found in ends.items()}


def _ordered(states: Distribution[str]) -> Distribution[str]:
    """Return the same distribution, sorted from unharmed to removed."""
    return Distribution.weighted((one, states[one]) for one in harm.FATES if states[one])


def _grid(found: Distribution[Both]) -> Grid:
    """Return a grid of the states of both platoons."""
    return Grid(
        "Mine beside, the enemy above", "Mine", "The enemy", harm.FATES, harm.FATES,
        [[found[(mine, theirs)] or None for theirs in harm.FATES] for mine in harm.FATES], name="joint",
    )  # fmt: skip


@simulation
def throw_first_shot(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw both shots `count` times and return the states of both platoons.

    A platoon that is removed before its step does not shoot.
    """
    w = Working(r)
    mine, enemy = inputs["mine"], inputs["enemy"]
    out = thrown(r, cup, count, _fire(r, w, mine, enemy, inputs["enemy_resilience"]))
    back = thrown(r, cup, count, _fire(r, w, enemy, mine, inputs["my_resilience"]))
    first = inputs["first"]
    if first == SAME and r.holds("simultaneous-fire", "one-by-one"):
        first = MINE
    dead = r.int("injuries.two-hits")
    if first == MINE:
        back = np.where(inputs["enemy_carried"] + out >= dead, 0, back)
    if first == THEIRS:
        out = np.where(inputs["my_carried"] + back >= dead, 0, out)
    pairs = zip(out.tolist(), back.tolist(), strict=True)
    return [
        " / ".join((harm.fate(r, inputs["my_carried"] + hit), harm.fate(r, inputs["enemy_carried"] + shot)))
        for shot, hit in pairs
    ]

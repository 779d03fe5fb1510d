"""Shots at a target that others shoot at in an earlier step: it may be gone before them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, np, spoken, total
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.firing import Fire, fire_of, hits_of, thrown
from drillbook.rulesets.great_war_1418.common.inputs import Carried, Resilience

Shooters = tuple[tuple[str, int], ...]
#: Both targets as they are left, that on which all are marked before the other one.
Both = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TargetGone:
    """The chances when a target may be gone before the later shots.

    gone: it is gone before them; removed: it is removed in all; other_removed: the other target is removed.
    """

    gone: Fraction
    removed: Fraction
    other_removed: Fraction


@question(
    "gw/target-gone?earlier=early-hmg,1&unit=line-inf&platoons=2&resilience=2&carried=1",
    "gw/target-gone?earlier=line-inf,2&unit=gren-squad&platoons=1&resilience=4&carried=0&other=yes&other-resilience=2&other-carried=1",
)
def target_gone(
    r: Reader,
    *,
    earlier: Annotated[
        Shooters,
        Rows(
            fields={
                "unit": Choice(table="units", where="shoots", default="early-hmg", label="Unit"),
                "platoons": Count(1, 6, label="Platoons"),
            },
            low=1, high=4, default=(("early-hmg", 1),), noun="shooter", label="Who shoot at it before",
            help="In an earlier step of the bound.",
        ),
    ],
    unit: Annotated[str, Choice(table="units", where="shoots", default=LINE, label="Mine, in a later step")],
    platoons: Annotated[int, Count(1, 6, label="Platoons of mine")],
    resilience: Resilience,
    carried: Carried,
    vehicle: Annotated[bool, Flag(label="The target is a vehicle")],
    other: Annotated[bool, Flag(default=True, label="Mine could shoot at another", help="At an enemy in range of them.")],
    other_resilience: Annotated[
        int, Count(-1, 10, default=4, label="The other's Resilience", when={"other": ("yes",)}, why_not="There is no other.")
    ],
    other_carried: Annotated[
        int, Count(0, 1, label="Hits the other carries", when={"other": ("yes",)}, why_not="There is no other.")
    ],
) -> Breakdown[TargetGone]:  # fmt: skip
    """The target may be gone before my step: what are my shots worth?"""
    w = Working(r)
    w.note("all are marked with their target before anybody shoots", "shooting.mark-target")
    before = total([hits for one, many in earlier for hits in [hits_of(r, _at(r, w, one, resilience, vehicle))] * many])
    mine = total([hits_of(r, _at(r, w, unit, resilience, vehicle))] * platoons)
    turns = other and r.holds("target-gone", "another")
    elsewhere = total([hits_of(r, _at(r, w, unit, other_resilience, False))] * platoons) if turns else None
    carries, dead = other_carried if other else 0, r.int("injuries.two-hits")

    in_turn = None
    if elsewhere and r.holds("simultaneous-fire", "one-by-one"):
        quiet = Working(r)
        in_turn = (
            hits_of(r, _at(r, quiet, unit, resilience, vehicle)),
            hits_of(r, _at(r, quiet, unit, other_resilience, False)),
        )

    def on(hits: int) -> Distribution[Both]:
        if in_turn:
            return _one_by_one(r, in_turn, (carried + hits, carries), platoons)
        left = harm.fate(r, carried + hits)
        if left == harm.REMOVED:
            states = elsewhere.map(lambda more: harm.fate(r, carries + more)) if elsewhere else None
            return (
                states.map(lambda state: (left, state)) if states else Distribution.sure((left, harm.fate(r, carries)))
            )
        return mine.map(lambda more: (harm.fate(r, carried + hits + more), harm.fate(r, carries)))

    ends = before.then(on)
    gone = w.then(
        "the target is gone before their step",
        before.at_least(dead - carried),
        "bound.casualties",
    )
    w.note("then they turn to the other" if turns else "then their shots are lost", "shooting.mark-target", when=gone)
    removed = w.then("the target is removed, by the ones or by the others", _lost(ends, 0), "injuries.two-hits")
    also = w.then("the other is removed", _lost(ends, 1), "injuries.two-hits")
    told = TargetGone(gone, removed, also)
    return w.answer(
        told,
        headline=_headline(told, turns),
        chance=gone,
        distribution=ends.map(" / ".join) if other else ends.map(lambda both: both[0]),
        exhibits=[
            Bars("How all shots leave the target", "The target", {"": _ordered(ends.map(lambda both: both[0]))}, name="target"),
        ],
    )  # fmt: skip


def _one_by_one(
    r: Reader, hits: tuple[Distribution[Any], Distribution[Any]], start: tuple[int, int], platoons: int
) -> Distribution[Both]:
    """Return the distribution of states if platoons shoot one after the other.

    A platoon that finds the first target gone turns to the other. hits: those of one platoon on either target;
    start: the hits that both carry.
    """
    dead, now = r.int("injuries.two-hits"), Distribution.sure(start)

    def shot(both: tuple[int, int]) -> Distribution[tuple[int, int]]:
        first, other = both
        if first >= dead:
            return hits[1].map(lambda more: (first, min(dead, other + more)))
        return hits[0].map(lambda more: (min(dead, first + more), other))

    for _ in range(platoons):
        now = now.then(shot)
    return now.map(lambda both: (harm.fate(r, both[0]), harm.fate(r, both[1])))


def _at(r: Reader, w: Working, unit: str, resilience: int, vehicle: bool) -> Fire:
    """Work out a platoon's fire at one of the targets, with the steps."""
    return fire_of(r, w, unit, resilience, vehicle=vehicle)


def _lost(ends: Distribution[Both], which: int) -> Fraction:
    """Return the chance that a target is removed.

    which: 0 for the target on which all are marked, 1 for the other.
    """
    return ends.chance(lambda both: both[which] == harm.REMOVED)


def _ordered(states: Distribution[str]) -> Distribution[str]:
    """Give states from bad to worse."""
    return Distribution.weighted((one, states[one]) for one in harm.FATES if states[one])


def _headline(told: TargetGone, turns: bool) -> str:
    """Say how often the later shots find nobody, and what comes of them."""
    what = "and mine turn to the other" if turns else "and mine are lost"
    rest = f"; the other removed: {spoken(told.other_removed)}" if turns else ""
    return f"Gone before my step, {what}: {spoken(told.gone)}; removed in all: {spoken(told.removed)}{rest}"


@simulation
def throw_target_gone(r: Reader, cup: Thrower, count: int, /, **given: Any) -> list[str]:
    """Throw the earlier shots, then the later ones at what they find, and return the states."""
    w, vehicle, needs = Working(r), given["vehicle"], given["resilience"]

    def rolled(unit: str, many: int, resilience: int, armoured: bool) -> list[Any]:
        fire = _at(r, w, unit, resilience, armoured)
        return [thrown(r, cup, count, fire) for _ in range(many)]

    none, dead = np.zeros(count, dtype=int), r.int("injuries.two-hits")
    first = sum((one for unit, many in given["earlier"] for one in rolled(unit, many, needs, vehicle)), none)
    later = rolled(given["unit"], given["platoons"], needs, vehicle)
    target = given["carried"] + first
    if not given["other"]:
        return [harm.fate(r, int(hits)) for hits in target + np.where(target >= dead, 0, sum(later, none))]
    turned = rolled(given["unit"], given["platoons"], given["other_resilience"], False)
    turns, other = r.holds("target-gone", "another"), given["other_carried"] + none
    if not turns or not r.holds("simultaneous-fire", "one-by-one"):  # all of them shoot at the same moment
        later, turned = [sum(later, none)], [sum(turned, none)]
    for shot, elsewhere in zip(later, turned, strict=True):
        gone = target >= dead
        target, other = target + np.where(gone, 0, shot), other + np.where(gone & turns, elsewhere, 0)
    return [f"{harm.fate(r, int(one))} / {harm.fate(r, int(two))}" for one, two in zip(target, other, strict=True)]

"""A bombardment as the player lays it: what the shots do to every platoon under the circle."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Count, Length, Reader, Rows, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Grid, Tabletop
from drillbook.asking.exhibits.gestures import beneath
from drillbook.maths import Distribution, Number, Thrower, binomial, counted, np, spoken, total, write_mean
from drillbook.rulesets.great_war_1418.bombardment import _salvo as salvos
from drillbook.rulesets.great_war_1418.bombardment import _split as splitting
from drillbook.rulesets.great_war_1418.bombardment._circle import CLEAR, OUTER, WHERE, circles, inner_radius, place
from drillbook.rulesets.great_war_1418.bombardment._salvo import REMOVALS, Laid, Salvo, Target
from drillbook.rulesets.great_war_1418.bombardment._shots import Budget
from drillbook.rulesets.great_war_1418.common import harm
from drillbook.rulesets.great_war_1418.common.bases import Base, drawn, fields_at, keep_apart
from drillbook.rulesets.great_war_1418.common.inputs import TARGETS
from drillbook.rulesets.great_war_1418.common.rolling import throw_mixed

#: Where the middle of a base may be.
SPOT = Length(-4, 4, default=0, step=Fraction(1, 20), unit="inches")
Rowed = tuple[tuple[Number, Number, bool, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Shelling:
    """Whether a bombardment is allowed, and what it does on average.

    allowed: whether it is; removed, harmed: the platoons removed and hit, on average;
    best_removed: those that the best split removes on average; spared: the chance that none is removed.
    """

    allowed: bool
    removed: Fraction
    harmed: Fraction
    best_removed: Fraction
    spared: Fraction


@dataclass(frozen=True, slots=True)
class Fall:
    """The salvo, the inner circle's radius, and the bases with their places and shots.

    bases: the bases; where: where each lies; targets: what each is; laid: the shots that fall on each.
    """

    salvo: Salvo
    inner: Number
    bases: tuple[Base, ...]
    where: tuple[str, ...]
    targets: tuple[Target, ...]
    laid: tuple[Laid, ...]


@question(
    "gw/shelling?shots=8&batteries=4&bonus=2&targets=0,0.6,no,6,0,4;0,-0.6,no,6,0,2;0,2.2,no,6,0,2;2.2,0,yes,6,0,0",
    "gw/shelling?shots=3&batteries=1&bonus=2&others=twelve-cm-howitzers,1&targets=0,0,no,8,1,1;2.5,1,no,7,1,1",
    "gw/shelling?shots=2&batteries=1&bonus=2&targets=0,0,no,4,0,1;2.5,1,no,4,1,1",
)
def shelling(
    r: Reader,
    *,
    budget: Budget,
    targets: Annotated[
        Rowed,
        Rows(
            fields={
                **fields_at(SPOT),
                "resilience": TARGETS,
                "carried": Count(0, 1, label="Hits it carries"),
                "shots": Count(0, 8, label="Shots on it"),
            },
            low=1, high=6, noun="platoon", label="Platoons", help="Their middles, from the middle of the circle.",
            default=(
                (0, Fraction(3, 5), False, 6, 0, 4), (0, Fraction(-3, 5), False, 6, 0, 2),
                (0, Fraction(11, 5), False, 6, 0, 2), (Fraction(11, 5), 0, True, 6, 0, 0),
            ),
        ),
    ],
) -> Breakdown[Shelling]:  # fmt: skip
    """What do the shots do, laid like this?"""
    w = Working(r)
    keep_apart(r, SPOT, "platoon", targets=targets)
    fall = _fall(r, w, budget.salvo(r), targets)
    checks = Checks(w)
    salvos.check(r, checks, fall.salvo, [row[-1] for row in targets])
    for number, (row, at) in enumerate(zip(targets, fall.where, strict=True), start=1):
        missed = bool(row[-1]) and at == CLEAR
        checks.ask(f"Platoon {number} under the circle?", not missed if row[-1] else None,
            f"platoon {number} is {WHERE[at]}", "bombardment.under-circle")  # fmt: skip
    checks.tell()
    fates = _fates(r, w, fall)
    split = salvos.told(r, fall.salvo, fall.targets, fall.laid)
    reached = [target for target, at in zip(fall.targets, fall.where, strict=True) if at != CLEAR]
    best = splitting.best(r, fall.salvo, reached)[REMOVALS] if reached else split
    w.then("platoons removed, on average", split.removed, "injuries.two-hits")
    w.then("and by the best split of the shots", best.removed, "bombardment.max")
    gone = total([binomial(1, fate[harm.REMOVED]) for fate in fates])
    told = Shelling(checks.passed, split.removed, split.harmed, best.removed, gone[0])
    return w.answer(
        told,
        headline=_headline(told, checks, len(fates)),
        chance=1 - gone[0],
        distribution=gone,
        exhibits=[
            _map(r, fall, fates),
            _grid(fates, fall),
            Bars("How many platoons are removed", "Platoons", {"": gone}, name="removed"),
            checks.decision("May the shots be laid so?"),
        ],
    )


def _headline(told: Shelling, checks: Checks, many: int) -> str:
    """Return the headline: what is not allowed, or the chance to remove at least one platoon.

    If the split is allowed, the headline also states what the best split would do.
    """
    if not told.allowed:
        return f"Not allowed: {checks.failed[0].finding}"
    better = "" if told.best_removed <= told.removed else f" ({write_mean(told.best_removed)} if best split)"
    somebody = f"Somebody removed: {spoken(1 - told.spared)}"
    return f"{somebody}; removed on average: {write_mean(told.removed)} of {counted(many, 'platoon')}{better}"


def _fall(r: Reader, w: Working, salvo: Salvo, rows: Rowed) -> Fall:
    """Return where every platoon is and which shots fall on it.

    Shots laid on a platoon that is not under the circle fall on nobody.
    """
    inner = inner_radius(r, w)
    bases = tuple(Base(x, y, turned) for x, y, turned, *_ in rows)
    where = tuple(place(r, base, inner) for base in bases)
    targets = tuple(
        Target(resilience, carried, at == OUTER)
        for (_, _, _, resilience, carried, _), at in zip(rows, where, strict=True)
    )
    shots = [0 if at == CLEAR else row[-1] for row, at in zip(rows, where, strict=True)]
    return Fall(salvo, inner, bases, where, targets, splitting.laid_best(r, salvo, targets, shots))


def _fates(r: Reader, w: Working, fall: Fall) -> list[Distribution[str]]:
    """Return the distribution of fates of every platoon, with the steps."""
    fates = []
    for number, (target, laid) in enumerate(zip(fall.targets, fall.laid, strict=True), start=1):
        hits = salvos.hits(r, fall.salvo, target, laid)
        fates.append(harm.fates(r, hits, target.carried))
        told = salvos.plus_words(r, fall.salvo, laid)
        plus = f", of its {counted(laid.shots, 'shot')} {told}" if told else ""
        w.then(f"platoon {number}{plus}: hits to expect", hits.mean, "bombardment.normal-roll")
        again = fall.where[number - 1] == OUTER and laid.shots
        w.note("every one of them rolled again", "bombardment.outer-reroll", when=again)
        w.then("chance that it is removed", fates[-1][harm.REMOVED], "injuries.two-hits")
    return fates


def _grid(fates: Sequence[Distribution[str]], fall: Fall) -> Grid:
    """Every platoon and what may become of it."""
    rows = [f"{number}: {counted(laid.shots, 'shot')}" for number, laid in enumerate(fall.laid, start=1)]
    return Grid(
        "What becomes of each platoon", "Platoon", "It is left", rows, [one.capitalize() for one in harm.FATES],
        [[fate[one] for one in harm.FATES] for fate in fates], name="fates",
    )  # fmt: skip


def _map(r: Reader, fall: Fall, fates: Sequence[Distribution[str]]) -> Tabletop:
    """Return a plan of the circle with the platoons, each with its chance to be removed."""
    figures = [
        drawn(r, base, "targets", number, touched=fate[harm.REMOVED])
        for number, (base, fate) in enumerate(zip(fall.bases, fates, strict=True), start=1)
    ]
    return Tabletop(
        "Under the circle, with each platoon's chance to be removed", "inches",
        discs=circles(r, fall.inner, grip=beneath("targets", len(fall.bases))),
        figures=figures,
    )  # fmt: skip


@simulation
def throw_shelling(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot, and count the platoons removed."""
    fall = _fall(r, Working(r), formed(Budget, inputs).salvo(r), inputs["targets"])
    gone = np.zeros(count, dtype=int)
    for target, laid in zip(fall.targets, fall.laid, strict=True):
        hits = np.zeros(count, dtype=int)
        for dice in salvos.volleys(r, fall.salvo, laid):
            scores = throw_mixed(r, cup, count, dice.shots, dice.bonuses, target.resilience, ring=target.outer)
            hits += np.minimum(1, scores) if r.holds("hits-per-die", "one-a-platoon") else scores
        gone += hits + target.carried >= r.int("injuries.two-hits")
    return gone

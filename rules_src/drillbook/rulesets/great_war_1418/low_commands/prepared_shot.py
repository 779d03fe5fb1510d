"""A platoon kept prepared: does it get its shot, and at what?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Distribution, shown, spoken
from drillbook.rulesets.great_war_1418.common import harm, steps
from drillbook.rulesets.great_war_1418.common.arms import LINE
from drillbook.rulesets.great_war_1418.common.firing import Fire, die_of, fire_of, hits_of
from drillbook.rulesets.great_war_1418.common.rolling import as_rolled

MARKED, ARRIVES, LATER, NEVER = "marked", "arrives", "later", "never"
APPEARS = {
    MARKED: "He is marked as a mover",
    ARRIVES: "With the moves, as he arrives",
    LATER: "As he shoots from there",
    NEVER: "Not in this bound",
}
#: The steps that each may have, however the steps are read; those of a naval or railway gun are its own.
EVER = {
    steps.INFANTRY: (steps.DUG, steps.OTHERS, steps.CHARGING),
    steps.SKIRMISHER: (steps.DUG, steps.CHARGING),
    steps.LMG: (steps.FIRST, steps.SECOND, steps.DUG, steps.OTHERS, steps.CHARGING),
    steps.HEAVY: (steps.FIRST, steps.SECOND, steps.OTHERS, steps.CHARGING),
    steps.GUN: (steps.FIRST, steps.SECOND, steps.OTHERS, steps.CHARGING),
    steps.CAVALRY: (steps.OTHERS, steps.CHARGING),
    steps.TANK: (steps.OTHERS, steps.CHARGING),
}


@dataclass(frozen=True, slots=True)
class PreparedShot:
    """Whether a prepared platoon shoots in this bound, and its chances.

    hit: the chance of at least one hit; removed: that of two, which remove the target.
    """

    shoots: bool
    hit: Fraction
    removed: Fraction


@question(
    "gw/prepared-shot?unit=line-inf&step=3&appears=marked&resilience=2",
    "gw/prepared-shot?unit=early-hmg&step=1&appears=arrives&resilience=2",
    "gw/prepared-shot?unit=line-inf&step=4&appears=never&resilience=7",
    "gw/prepared-shot?unit=late-hmg&step=1&appears=marked&resilience=4&vehicle=yes",
)
def prepared_shot(
    r: Reader,
    *,
    unit: Annotated[str, Choice(table="units", where="shoots", default=LINE, label="Unit")],
    step: Annotated[int, Count(1, 7, default=3, label="It shoots in step")],
    appears: Annotated[str, Choice(APPEARS, label="The enemy shows himself")],
    resilience: Annotated[int, Count(-1, 10, default=2, label="His Resilience then")],
    vehicle: Annotated[bool, Flag(label="He is a vehicle")],
) -> Breakdown[PreparedShot]:
    """We wait for something to come: do we shoot at it?"""
    w = Working(r)
    _in_step(r, w, unit, step)
    w.note("no order keeps it from shooting", "high-commands.no-shooting")
    w.note("a dotted arrow: it shoots at whatever comes that it can shoot at", "low-commands.prepared")
    answers = r.holds("prepared-timing", "any-moment")
    seen = {
        MARKED: True,
        ARRIVES: step >= steps.number(r, steps.CHARGING),
        LATER: step > steps.number(r, steps.CHARGING),
    }
    in_time = appears != NEVER and (answers or seen[appears])
    w.note(
        _why(appears, step, in_time, answers), "execution-order.mark" if appears == MARKED else "execution-order.list"
    )
    fire = fire_of(r, w, unit, resilience, vehicle=vehicle)
    hits = hits_of(r, fire) if in_time else Distribution.sure(0)
    chance = w.then("chance of at least one hit", hits.chance(lambda many: many > 0), "shooting.match-or-beat")
    removed = w.then("chance of two, which removes him", harm.fates(r, hits, 0)[harm.REMOVED], "injuries.two-hits")
    barred = in_time and not chance
    w.note(
        "he is too well covered; it stays prepared for the moment when he leaves",
        "low-commands.prepared-use",
        when=barred,
    )
    told = PreparedShot(in_time and bool(chance), chance, removed)
    return w.answer(
        told,
        headline=_headline(told, in_time),
        chance=chance,
        exhibits=[_grid(r, fire)],
    )  # fmt: skip


def _in_step(r: Reader, w: Working, unit: str, step: int) -> None:
    """Check whether the unit can shoot in that step.

    A Contradiction is raised for a step in which it never shoots;
    a step in which it does not shoot by the readings is refused.
    """
    kind = steps.sort_of(r, unit)
    name, ever = r.name("units", unit), [steps.number(r, key) for key in EVER[kind]]
    if step not in ever:
        nearest = min(sorted(_steps(r, kind)) or ever, key=lambda one: abs(one - step))
        raise Contradiction(f"{name}: it never shoots in step {step}.", step=nearest)
    w.forbid(
        f"{name}: as the steps are read, it does not shoot in step {step}.",
        "execution-order.list",
        when=step not in _steps(r, kind),
    )


def _steps(r: Reader, kind: str) -> Iterator[int]:
    """Yield the steps in which such a unit shoots, whatever it does and however it is placed."""
    for does, dug, moved in product((steps.STAYS, steps.CHARGES, steps.MOVES), (True, False), steps.MOVED):
        unit = steps.Acting(kind, dug and kind not in steps.NO_HOLES, does, moved)
        yield from (slot.step for slot in steps.shots(r, Working(r), unit))


def _why(appears: str, step: int, in_time: bool, answers: bool) -> str:
    """Why it sees its target in time, or does not."""
    if appears == NEVER:
        return "nobody shows himself"
    if appears == MARKED:
        return "movers are marked, and targets, before anybody shoots"
    if answers:
        return "it answers as soon as something shows itself"
    return f"its own step, {step}, comes {'late enough' if in_time else 'too early'}"


def _headline(told: PreparedShot, in_time: bool) -> str:
    """Whether there is a shot, and what it is worth."""
    if not in_time:
        return "No shot in this bound: nothing to shoot at when its step comes"
    if not told.hit:
        return "A shot would be impossible: it stays prepared"
    return f"It shoots, and hits: {spoken(told.hit)}"


def _grid(r: Reader, fire: Fire) -> Grid:
    """Show what the shot is worth as the enemy's cover goes."""
    dice, resilience = as_rolled(r, fire.dice), fire.resilience
    kinds = (False, True) if dice.boosted else (False,)
    levels = sorted({resilience - 1, resilience, resilience + 1} | {r.int("unit-table.line-inf", "resilience")})
    return Grid(
        "The chance that one die hits, by his Resilience", "Die", "His Resilience",
        ["Plain", f"With +{dice.bonus}"] if dice.boosted else ["Plain"], [f"R{shown(one)}" for one in levels],
        [[die_of(r, replace(fire, resilience=one), boosted=boosted) for one in levels] for boosted in kinds],
        here=(0, levels.index(resilience)), name="dice",
    )  # fmt: skip

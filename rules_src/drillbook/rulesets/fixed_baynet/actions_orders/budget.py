"""A soldier's turn in AC: is the plan legal, what does it take, and what is left?"""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, Weapon
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of
from drillbook.rulesets.fixed_baynet.actions_orders._acts import (
    ACTS,
    CHARGE,
    FIRE,
    MOVE,
    MOVES,
    STARTS,
    STRIKE,
    Plan,
    check,
    planned,
)


@dataclass(frozen=True, slots=True)
class Budget:
    """The result of a plan.

    The result states whether the plan is legal, the AC that it takes and leaves, the shots and blows in it, and whether
    the man ends prone.
    """

    legal: bool
    cost: int
    left: int
    shots: int
    blows: int
    prone: bool


@question(
    "fb/budget?acts=move;move;fire",
    "fb/budget?weapon=musket&acts=move;fire;fire",
    "fb/budget?acts=charge;strike;strike",
    "fb/budget?weapon=musket&acts=answer;answer;fire",
    replaces="orders",
)
def budget(
    r: Reader,
    *,
    grade: Grade,
    weapon: Weapon,
    start: Annotated[str, Choice(STARTS, label="He begins")],
    acts: Annotated[
        tuple[tuple[str], ...],
        Rows(
            {"act": Choice(ACTS, label="Act")},
            low=1, high=6, default=(("move",), ("move",), ("fire",)), noun="act", label="Plan",
        ),
    ],
) -> Breakdown[Budget]:  # fmt: skip
    """May he do all this in a turn?"""
    w = Working(r)
    checks = Checks(w)
    told = [act for (act,) in acts]
    ac = actions_of(r, w, grade, "", CHARGE if CHARGE in told else MOVE)
    w.start("AC spent so far", 0, "actions-orders.cost")
    plan = planned(r, w, checks, told, weapon, start, ac)
    check(r, checks, plan, weapon, ac)
    result = Budget(
        checks.passed,
        plan.cost,
        max(0, ac - plan.cost),
        plan.acts.count(FIRE),
        plan.acts.count(STRIKE),
        plan.prone,
    )
    return w.answer(
        result,
        headline=_headline(result, checks, ac),
        exhibits=[_timeline(plan, ac), checks.decision("What the limits of a turn say of this plan", "limits")],
    )


def _headline(told: Budget, checks: Checks, ac: int) -> str:
    """Return the headline: whether the plan is allowed, and its AC; or what forbids it."""
    if checks.failed:
        return f"Not allowed: {'; '.join(one.finding for one in checks.failed)}"
    left = f"{told.left} left" if told.left else "none left"
    shots = f", {counted(told.shots, 'shot')}" if told.shots else ""
    return f"Allowed: {told.cost} of {ac} AC, {left}{shots}{', and he is prone' if told.prone else ''}"


def _timeline(plan: Plan, ac: int) -> Timeline:
    """Return the timeline of the acts along the man's AC; acts beyond his AC are in red."""
    events, at = [], 0
    for act, cost in plan.done:
        kind = "danger" if at + cost > ac else "act" if act in MOVES else "wait"
        events.append(Event("Moves" if act in MOVES else "Other acts", at, at + cost, ACTS[act].lower(), kind))
        at += cost
    return Timeline("What each AC of the turn is spent on", "AC", events)

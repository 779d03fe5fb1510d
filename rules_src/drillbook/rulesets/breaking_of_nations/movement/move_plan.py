"""A soldier's turn, act by act: whether the plan is legal, its reach, and what is left."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Contradiction, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, armour_of
from drillbook.rulesets.breaking_of_nations.movement._planned import ACTS, FIRE, MOVES, STARTS, Mover, Turn, check, play
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of

LOADS = {"rifle": "Rifle or pistol", "lmg": "LMG", "lft": "LFT"}


@dataclass(frozen=True, slots=True)
class MovePlan:
    """A plan: whether it is legal, its inches, the AC spent and left, and the shots.

    prone states whether the man ends prone.
    """

    legal: bool
    inches: int
    spent: int
    left: int
    shots: int
    prone: bool


@question(
    "bon/move-plan?grade=regular&armour=minimal&load=rifle&start=up&charge=no&plan=flat;flat;fire",
    "bon/move-plan?grade=elite&armour=flak&load=lmg&start=up&charge=no&plan=flat;bumpy;fire",
    "bon/move-plan?grade=veteran&armour=minimal&load=lft&start=prone&charge=no&plan=jagged;fire;flat",
    "bon/move-plan?grade=regular&armour=minimal&load=rifle&start=up&charge=yes&bends=no&plan=flat;flat;fight",
)
def move_plan(
    r: Reader,
    *,
    grade: Grade,
    armour: Annotated[str, armour_of("Armour")],
    load: Annotated[str, Choice(LOADS, label="Carries")],
    start: Annotated[str, Choice(STARTS, label="He begins")],
    charge: Annotated[bool, Flag(label="His moves are a charge")],
    bends: Annotated[bool, Flag(label="The way bends", when={"charge": ("yes",)}, why_not="Only a charge must go straight.")],
    plan: Annotated[
        tuple[tuple[str], ...],
        Rows(
            {"act": Choice(ACTS, label="Act")},
            low=1, high=6, default=(("flat",), ("flat",), ("fire",)), noun="act", label="Plan",
        ),
    ],
) -> Breakdown[MovePlan]:  # fmt: skip
    """Can he do all this in a turn, and how far does it take him?"""
    if charge and not any(act in MOVES for (act,) in plan):
        raise Contradiction("A charge takes a move at least.", charge=False)
    w = Working(r)
    checks = Checks(w)
    mover = Mover(grade, armour, load, start, charge, bends)
    ac = actions_of(r, w, grade, armour, CHARGE if charge else "move")
    turn = play(r, w, checks, mover, [act for (act,) in plan])
    w.pile((ACTS[one.act].lower(), one.inches, "movement.allowance") for one in turn.done if one.act in MOVES)
    check(r, checks, mover, turn, ac)
    checks.note()
    told = MovePlan(checks.passed, turn.inches, turn.ac(), max(0, ac - turn.ac()), turn.count((FIRE,)), turn.prone)
    return w.answer(
        told,
        headline=_headline(told, checks, ac),
        exhibits=[_timeline(turn, ac), checks.decision("What the turn's limits say of this plan", "limits")],
    )


def _headline(told: MovePlan, checks: Checks, ac: int) -> str:
    if checks.failed:
        return f"Not allowed: {checks.failed[0].finding}"
    ends = ", and he is prone" if told.prone else ""
    return f'Allowed: {told.inches}" for {told.spent} of {ac} AC{ends}'


def _timeline(turn: Turn, ac: int) -> Timeline:
    """Return the timeline of the acts along his AC; acts beyond the AC that he has are in red."""
    return Timeline("What each AC of the turn is spent on, and how far it takes him", "AC", list(_events(turn, ac)))


def _events(turn: Turn, ac: int) -> Iterator[Event]:
    at = 0
    for one in turn.done:
        moves = one.act in MOVES
        label = f'{one.inches}"' if moves else ACTS[one.act].lower()
        kind = "stop" if at + one.cost > ac else "act" if moves else "wait"
        yield Event("Moves" if moves else "Other acts", at, at + one.cost, label, kind)
        at += one.cost

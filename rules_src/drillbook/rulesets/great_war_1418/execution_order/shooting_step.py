"""In which step of the bound a unit shoots, and when it moves."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Decision, Grid, Verdict
from drillbook.errors import listed
from drillbook.rulesets.great_war_1418.common.steps import (
    BOMBARDS,
    CANNON,
    CHARGES,
    DOES,
    FIRST,
    GREAT,
    GROUPS,
    GUN,
    HEAVY,
    KINDS,
    MOVED,
    NO_HOLES,
    SECOND,
    SELF_PROPELLED,
    Acting,
    Slot,
    number,
    shots,
    walk,
)

OFF_TABLE = "It stands off the table."


@dataclass(frozen=True, slots=True)
class ShootingStep:
    """The steps in which a unit shoots, and its group among the movers.

    step, again: the steps of its first and second shot, None if there is none; shots: how many shots it has;
    early: whether the shots of dug-in units go first; moves: its group among its like that move, None if it stays.
    """

    step: int | None
    again: int | None
    shots: int
    early: bool
    moves: int | None


@question(
    "gw/shooting-step?kind=heavy&dug=yes&does=stays&moved=never",
    "gw/shooting-step?kind=infantry&dug=no&does=assaults&contact=no",
    "gw/shooting-step?kind=gun&dug=no&does=stays&moved=last",
)
def shooting_step(
    r: Reader,
    *,
    kind: Annotated[
        str, Choice(KINDS, label="Unit", help="A command platoon is a Heavy Weapon; armoured cars act as cavalry.")
    ],
    dug: Annotated[
        bool, Flag(label="Dug in when the bound begins", unless={"kind": NO_HOLES}, why_not="It never digs in.")
    ],
    does: Annotated[str, Choice(DOES, label="In this bound it", unless={"kind": (GREAT,)}, why_not=OFF_TABLE)],
    moved: Annotated[
        str,
        Choice(
            MOVED,
            label="It has moved",
            when={"kind": (HEAVY, GUN, SELF_PROPELLED, "lmg")},
            why_not="It does not matter.",
        ),
    ],
    contact: Annotated[
        bool, Flag(label="Its assault reaches the enemy", when={"does": (CHARGES,)}, why_not="It does not assault.")
    ],
) -> Breakdown[ShootingStep]:
    """When does it shoot?"""
    w = Working(r)
    unit = Acting(kind, dug, does, moved, contact)
    fire, move = shots(r, w, unit), walk(r, w, unit)
    for slot in fire:
        w.then("it shoots in step", slot.step, "execution-order.list", when=slot.step)
    ordered = [Slot(number(r, key)) for key in (FIRST, SECOND)]  # the steps in which the dug-in go first
    early = bool(fire) and fire[0] in ordered
    told = ShootingStep(
        fire[0].step if fire else None,
        fire[1].step if fire[1:] else None,
        len(fire),
        early,
        1 + move.place % GROUPS if move else None,
    )
    return w.answer(told, headline=_headline(told, fire), exhibits=[_grid(r, unit), _track(r, fire, move)])


def _headline(told: ShootingStep, fire: tuple[Slot, ...]) -> str:
    """Return the headline: the step, or that there is none."""
    if not fire:
        return "It does not shoot in this bound"
    if not fire[0].step:
        return "Before all steps"
    steps = listed([str(one.step) for one in fire], "and")
    early = ", before those who are not dug in" if told.early else ""
    return f"{'Steps' if fire[1:] else 'Step'} {steps}{early}"


def _grid(r: Reader, unit: Acting) -> Grid:
    """Return a grid of the step of every kind of unit on the table, for every action.

    Everything else is the same as for this unit.
    """

    def cell(kind: str, does: str) -> int | None:
        dug = unit.dug and kind not in NO_HOLES
        found = attempt(lambda: shots(r, Working(r), Acting(kind, dug, does, unit.moved, unit.contact)))
        return None if isinstance(found, Refusal) or not found else found[0].step

    rows = [kind for kind in KINDS if kind != GREAT]
    columns = [does for does in DOES if does != BOMBARDS or unit.kind in CANNON]
    return Grid(
        "The step in which each shoots; an empty field is no shot. Naval and railway guns come last", "Unit", "It",
        [KINDS[kind] for kind in rows], [DOES[one] for one in columns],
        [[cell(kind, does) for does in columns] for kind in rows], chance=False, name="steps",
        here=(rows.index(unit.kind), columns.index(unit.does)) if unit.kind in rows else None,
        by_row={"kind": rows}, by_column={"does": columns},
    )  # fmt: skip


def _track(r: Reader, fire: tuple[Slot, ...], move: Slot | None) -> Decision:
    """Return the steps of the bound, with what this unit does in them."""
    lines = []
    for row in r.rows("steps"):
        step = number(r, row.key)
        told = ["it shoots"] * (step in [one.step for one in fire]) + ["it moves"] * bool(move and move.step == step)
        rule = r.cell("steps", row.key, "who").rule
        lines.append(
            Verdict(
                f"{step}. {row.name}" if step else row.name, True if told else None, listed(told, "and") or "–", rule
            )
        )
    return Decision("Its bound, step by step", lines, "track")

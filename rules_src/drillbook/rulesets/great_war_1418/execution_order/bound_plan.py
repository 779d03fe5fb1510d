"""The planner of a bound: several units, sorted by the step in which they act.

Units that act at one moment are shown together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Group, Paper, PaperLine, Timeline
from drillbook.errors import Contradiction, listed
from drillbook.maths import exact
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.common.steps import (
    BOMBARDS,
    CANNON,
    DOES,
    GREAT,
    KINDS,
    MOVED,
    MOVES,
    NO_HOLES,
    STAYS,
    Acting,
    Slot,
    number,
    shots,
    walk,
)

SHOOTS = "shoots"
LOOKS = {SHOOTS: ("fire", "danger"), MOVES: ("move", "act")}
Units = tuple[tuple[str, bool, str, str], ...]
START: Units = (
    ("heavy", True, "stays", "never"),
    ("gun", False, "bombards", "never"),
    ("infantry", True, "stays", "never"),
    ("infantry", False, "assaults", "never"),
)


@dataclass(frozen=True, slots=True)
class BoundPlan:
    """The moments of a bound and who acts in them.

    moments: how many there are; first, last: who acts first and last, by their numbers; shots: how many shots there are;
    silent: who has none.
    """

    moments: int
    first: str
    last: str
    shots: int
    silent: str


@dataclass(frozen=True, slots=True, order=True)
class Act:
    """What one unit does at one moment."""

    slot: Slot
    unit: int
    what: str


@question(
    "gw/bound-plan?units=heavy,yes,stays,never;gun,no,bombards,never;infantry,yes,stays,never;infantry,no,assaults,never",
    "gw/bound-plan?units=skirmisher,no,moves,never;infantry,no,moves,never;infantry,yes,moves,never;tank,no,assaults,never;great,no,stays,never",
    "gw/bound-plan?units=heavy,no,moves,never;heavy,no,stays,last;gun,yes,stays,earlier",
)
def bound_plan(
    r: Reader,
    *,
    units: Annotated[
        Units,
        Rows(
            {
                "kind": Choice(KINDS, label="Unit"),
                "dug": Flag(label="Dug in"),
                "does": Choice(DOES, label="It"),
                "moved": Choice(MOVED, label="Moved"),
            },
            low=1, high=10, default=START, noun="unit", label="Units of both sides",
        ),
    ],
) -> Breakdown[BoundPlan]:  # fmt: skip
    """In which order do they act?"""
    w = Working(r)
    _possible(units)
    acts, silent = [], []
    for place, row in enumerate(units, start=1):
        unit = Acting(*row)
        line = Working(r)
        fire = shots(r, line, unit)
        why = line.steps[-1]
        w.note(f"unit {place}, {KINDS[unit.kind]}: {why.label}", why.rule)
        move = walk(r, line, unit)
        acts += [Act(slot, place, SHOOTS) for slot in fire] + ([Act(move, place, MOVES)] if move else [])
        silent += [] if fire else [str(place)]
    acts.sort()
    moments = [
        (slot, part)
        for slot, together in groupby(acts, key=lambda act: act.slot)
        for part in _parts(r, w, list(together))
    ]
    for slot, together in moments:
        who = listed((f"unit {act.unit} {act.what}" for act in together), "and")
        w.note(f"{_step(slot)}: {who}{', together' if len(together) > 1 else ''}", "execution-order.list")
    w.note("what happens at the same moment counts together", "bound.simultaneous", when=len(acts) > len(moments))
    told = BoundPlan(
        w.then("moments of the bound", len(moments), "execution-order.list"),
        _named(moments[0][1]) if moments else "none",
        _named(moments[-1][1]) if moments else "none",
        sum(act.what == SHOOTS for act in acts),
        listed(silent, "and") or "none",
    )
    return w.answer(told, headline=_headline(told), exhibits=[_lanes(units, moments)], paper=_paper(r, units, moments))


def _parts(r: Reader, w: Working, together: list[Act]) -> list[list[Act]]:
    """Split the acts of one moment.

    By one reading even shots of the same moment come one after the other.
    """
    shot = together[0].what == SHOOTS and len(together) > 1
    if not shot or r.holds("simultaneous-fire", "together"):
        return [together]
    w.note("the players say who of them shoots before whom; here it is the order of the list", "bound.simultaneous")
    return [[act] for act in together]


def _possible(units: Units) -> None:
    """Raise a Contradiction if a unit cannot be dug in or cannot act as its row states."""
    instead = tuple(_fitting(Acting(*row)) for row in units)
    for place, (row, fit) in enumerate(zip(units, instead, strict=True), start=1):
        if row == fit:
            continue
        kind, dug, does, _ = row
        why = "it never digs in" if dug and not fit[1] else "only guns bombard"
        if kind == GREAT and does not in fit:
            why = "it stands off the table, and does not move there"
        raise Contradiction(f"Unit {place}, {KINDS[kind]}: {why}.", units=instead)


def _fitting(unit: Acting) -> tuple[str, bool, str, str]:
    """Return the row of a unit, corrected to what the unit can be and do."""
    does = unit.does
    if (unit.kind == GREAT and unit.goes) or (does == BOMBARDS and unit.kind not in CANNON):
        does = STAYS
    return unit.kind, unit.dug and unit.kind not in NO_HOLES, does, unit.moved


def _step(slot: Slot) -> str:
    """Return the name of a moment."""
    return f"step {slot.step}" if slot.step else "before all steps"


def _named(together: Sequence[Act]) -> str:
    """Return the numbers of the units of a moment."""
    return listed(dict.fromkeys(str(act.unit) for act in together), "and")


def _headline(told: BoundPlan) -> str:
    """Who begins, who ends, who is silent."""
    if not told.moments:
        return "Nobody shoots and nobody moves"
    silent = "" if told.silent == "none" else f"; no shot for {told.silent}"
    ends = f"{_units(told.first, 'begin')}, {_units(told.last, 'end')}"
    return f"{counted(told.moments, 'moment')}: {ends}{silent}"


def _units(named: str, does: str) -> str:
    """Return what units do, by their numbers: unit 1 begins, units 2 and 3 end."""
    return f"unit {named} {does}s" if named.isdigit() else f"units {named} {does}"


def _lanes(units: Units, moments: Sequence[tuple[Slot, Sequence[Act]]]) -> Timeline:
    """Return the timeline of the units in lanes, with the steps along the axis.

    The moments of a step share its width.
    """
    events: list[tuple[int, Event]] = []
    for step, parts in groupby(moments, key=lambda one: one[0].step):
        shared = [together for _, together in parts]
        ends = [exact(step + Fraction(place, len(shared))) for place in range(len(shared) + 1)]
        for together, span in zip(shared, pairwise(ends), strict=True):
            events += [(act.unit, Event(_lane(units, act), *span, *LOOKS[act.what])) for act in together]
    lanes = [event for _, event in sorted(events, key=lambda one: one[0])] or [Event("Nobody", 0, 1, "", "wait")]
    return Timeline("Who acts in which step, each moment on its own", "step", lanes, name="lanes", whole=True)


def _lane(units: Units, act: Act) -> str:
    """Return the name of the unit that acts: its number and its kind."""
    return f"{act.unit} {KINDS[units[act.unit - 1][0]]}"


def _paper(r: Reader, units: Units, moments: Sequence[tuple[Slot, Sequence[Act]]]) -> Paper:
    """Return the bound as a list on paper to tick off, step by step."""
    groups = []
    for row in r.rows("steps"):
        step = number(r, row.key)
        lines = [
            PaperLine(_lane(units, act), act.what, boxes=1)
            for slot, together in moments
            for act in together
            if slot.step == step
        ]
        groups += [Group(f"Step {step}: {row.name}" if step else row.name, lines, ("Target or goal",))] if lines else []
    return Paper("Order of the bound", groups or [Group("Nobody acts", [])])

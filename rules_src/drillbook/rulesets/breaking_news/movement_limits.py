"""Firing after a move, section 6.1: every weapon side by side, after a move of so many cm."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown
from drillbook.errors import listed
from drillbook.exact import write_number
from drillbook.exhibits import Grid
from drillbook.kinds import Flag, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._actions import (
    ACTIONS,
    CAUTIOUS,
    CLEAR,
    SHOOT,
    WAIST,
    Shooting,
    Went,
    reach_of,
    shot_of,
)
from drillbook.rulesets.breaking_news._firing import spoken, weapon_name
from drillbook.rulesets.breaking_news._moving import limit_of
from drillbook.rulesets.breaking_news.movement import ON_FOOT

Number = int | Fraction

ROWS = tuple("ar-single" if weapon == "ar" else weapon for weapon in ON_FOOT)


@dataclass(frozen=True, slots=True)
class FireAfterMove:
    """How many kinds of weapon still fire freely, how many at a penalty, and how many not at all."""

    free: int
    penalised: int
    silent: int
    firing: str


@question(
    "breaking_news",
    "fire-after-move",
    examples=[
        "bn/fire-after-move?moved=0",
        "bn/fire-after-move?moved=5",
        "bn/fire-after-move?moved=6",
        "bn/fire-after-move?moved=4&wall=yes",
    ],
)
def fire_after_move(
    r: Reader,
    /,
    *,
    moved: Annotated[Number, Length(0, 25, default=6, label="He has moved")],
    wall: Annotated[bool, Flag(default=False, label="Over an obstacle of level 1")],
) -> Breakdown[FireAfterMove]:
    """Which weapons may a man still fire after such a move?"""
    w = Working(r)
    w.start("moved", Cited(moved, r.cite("movement.fire-after-move")))
    found = {row: _worst(r, row, Went(moved, WAIST if wall else CLEAR)) for row in ROWS}
    free = [row for row, change in found.items() if change == 0]
    pays = [row for row, change in found.items() if change]
    for row in ROWS:
        limit = limit_of(r, row)
        far = f"after {limit.reach} {r.ruleset.unit} at most" if limit.reach else "only from where it stands"
        told = {None: "no", 0: "yes"}.get(found[row], f"yes, at +{found[row]}")
        w.note(f"{told}: {spoken(r, row).partition(',')[0]}, {far}", limit.rule)
    answer = FireAfterMove(
        len(free),
        len(pays),
        len(ROWS) - len(free) - len(pays),
        listed((_name(r, row).lower() for row in (*free, *pays)), "and") or "none",
    )
    return w.answer(answer, headline=_headline(answer), exhibits=[_grid(r, wall)])


def _worst(r: Reader, weapon: str, went: Went) -> int | None:
    """What the shot at the end of this move adds to the number needed; None where there is no shot."""
    for action in (CAUTIOUS, SHOOT):
        shot = shot_of(r, weapon, action, went)
        if isinstance(shot, Shooting):
            change = r.cell("modifiers", "moved", "change").amount if shot.penalised else 0
            assert isinstance(change, int)
            return change
    return None


def _headline(answer: FireAfterMove) -> str:
    if not answer.free and not answer.penalised:
        return "No weapon fires after such a move"
    kinds = [f"{count} {how}" for count, how in ((answer.free, "freely"), (answer.penalised, "at a penalty")) if count]
    silent = f", {answer.silent} not at all" if answer.silent else ", none is silent"
    return f"Kinds of weapon that fire: {' and '.join(kinds)}{silent}"


def _name(r: Reader, weapon: str) -> str:
    return "Milan" if weapon == "heavy-at" else weapon_name(r, weapon).partition(",")[0]


def _grid(r: Reader, wall: bool) -> Grid:
    """Every weapon against the lengths of move at which something changes."""
    edges = sorted({0, *(int(reach_of(r, action).amount) for action in ACTIONS)})
    went = WAIST if wall else CLEAR
    cells = [[_worst(r, row, Went(edge, went)) for edge in edges] for row in ROWS]
    names = [_name(r, row) for row in ROWS]
    return Grid(
        "What each weapon adds to the number it needs, after a move of so far",
        "Weapon",
        f"Moved, {r.ruleset.unit}",
        names,
        [f"{'to ' if edge else ''}{write_number(edge)}" for edge in edges],
        cells,
        chance=False,
    )

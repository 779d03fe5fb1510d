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
    Bar,
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
    went = Went(moved, WAIST if wall else CLEAR)
    found = {row: _adds(r, row, went) for row in ROWS}
    free = [row for row, change in found.items() if change == 0]
    pays = [row for row, change in found.items() if change]
    for row, change in found.items():
        words, rule = _why(r, row, went)
        told = {None: "no", 0: "yes"}.get(change, f"yes, at +{change}")
        w.note(f"{told}: {spoken(r, row).partition(',')[0]}, {words}", rule)
    answer = FireAfterMove(
        len(free),
        len(pays),
        len(ROWS) - len(free) - len(pays),
        listed((_name(r, row).lower() for row in (*free, *pays)), "and") or "none",
    )
    return w.answer(answer, headline=_headline(answer), exhibits=[_grid(r, wall)])


def _shot(r: Reader, weapon: str, went: Went) -> Shooting | Bar:
    """The shot at the end of this move, at a penalty only where there is no other."""
    careful = shot_of(r, weapon, CAUTIOUS, went)
    return careful if isinstance(careful, Shooting) else shot_of(r, weapon, SHOOT, went)


def _adds(r: Reader, weapon: str, went: Went) -> int | None:
    """What that shot adds to the number needed; None where there is no shot."""
    shot = _shot(r, weapon, went)
    if isinstance(shot, Bar):
        return None
    change = r.cell("modifiers", "moved", "change").amount if shot.penalised else 0
    assert isinstance(change, int)
    return change


def _why(r: Reader, weapon: str, went: Went) -> tuple[str, str]:
    """The limit that the weapon keeps to, or what the obstacle does to it, and the rule."""
    shot = _shot(r, weapon, went)
    if went.obstacle != CLEAR and isinstance(shot, Bar):
        return f"for {shot.reason}", shot.rule
    limit = limit_of(r, weapon)
    return f"after {limit.reach} {r.ruleset.unit} at most" if limit.reach else "only from where it stands", limit.rule


def _headline(answer: FireAfterMove) -> str:
    if not answer.free and not answer.penalised:
        return "No weapon fires after such a move"
    kinds = [f"{count} {how}" for count, how in ((answer.free, "freely"), (answer.penalised, "at a penalty")) if count]
    silent = f", {answer.silent} not at all" if answer.silent else ", and none is silent"
    return f"Kinds of weapon that fire: {' and '.join(kinds)}{silent}"


def _name(r: Reader, weapon: str) -> str:
    return "Milan" if weapon == "heavy-at" else weapon_name(r, weapon).partition(",")[0]


def _grid(r: Reader, wall: bool) -> Grid:
    """Every weapon against the lengths of move at which something changes."""
    edges = sorted({0, *(int(reach_of(r, action).amount) for action in ACTIONS)})
    went = WAIST if wall else CLEAR
    cells = [[_adds(r, row, Went(edge, went)) for edge in edges] for row in ROWS]
    names = [_name(r, row) for row in ROWS]
    return Grid(
        "What each weapon adds to the number it needs, by the length of the move; empty where it is silent",
        "Weapon",
        f"Moved, {r.ruleset.unit}",
        names,
        [f"{'to ' if edge else ''}{write_number(edge)}" for edge in edges],
        cells,
        chance=False,
    )

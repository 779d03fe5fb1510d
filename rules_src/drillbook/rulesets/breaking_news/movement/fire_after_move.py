"""Firing after a move, section 6.1: every weapon side by side, after a move of so many cm."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import listed
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_news.common.firing import spoken, weapon_name
from drillbook.rulesets.breaking_news.common.inputs import MOVED
from drillbook.rulesets.breaking_news.common.moving import limit_of
from drillbook.rulesets.breaking_news.movement import _actions as actions
from drillbook.rulesets.breaking_news.movement.action import ON_FOOT

ROWS = tuple("ar-single" if weapon == "ar" else weapon for weapon in ON_FOOT)


@dataclass(frozen=True, slots=True)
class FireAfterMove:
    """The answer on fire after a move: kinds of weapon that fire freely, at a penalty, or not."""

    free: int
    penalised: int
    silent: int
    firing: str


@question(
    "bn/fire-after-move?moved=0",
    "bn/fire-after-move?moved=5",
    "bn/fire-after-move?moved=6",
    "bn/fire-after-move?moved=4&wall=yes",
)
def fire_after_move(
    r: Reader,
    *,
    moved: Annotated[Number, Length(0, 30, default=6, label="He has moved", bands=MOVED)],
    wall: Annotated[bool, Flag(label="Over an obstacle of level 1")],
) -> Breakdown[FireAfterMove]:
    """Which weapons may a man still fire after such a move?"""
    w = Working(r)
    w.start("moved", moved, "movement.fire-after-move")
    change = r.cell("modifiers", "moved", "change").whole
    went = actions.Went(moved, actions.WAIST if wall else actions.CLEAR)
    shots = {row: _shot(r, row, went) for row in ROWS}
    for row, shot in shots.items():
        words, rule = _why(r, row, went, shot)
        told = "no" if not shot.open else f"yes, at +{change}" if shot.penalised else "yes"
        w.note(f"{spoken(r, row).partition(',')[0]}: {told}, {words}", rule)
    free = [row for row, shot in shots.items() if shot.open and not shot.penalised]
    pays = [row for row, shot in shots.items() if shot.open and shot.penalised]
    names = listed((_name(r, row).lower() for row in (*free, *pays)), "and") or "none"
    answer = FireAfterMove(len(free), len(pays), len(ROWS) - len(free) - len(pays), names)
    return w.answer(answer, headline=_headline(answer), exhibits=[_grid(r, went.obstacle, change)])


def _shot(r: Reader, weapon: str, went: actions.Went) -> actions.Option:
    """Return the shot at the end of this move, at a penalty only if there is no other."""
    options = actions.options_of(r, weapon, went, actions.SHOTS)
    return actions.best_shot(options) or options[actions.SHOOT]


def _why(r: Reader, weapon: str, went: actions.Went, shot: actions.Option) -> tuple[str, str]:
    """Return the weapon's limit, or what the obstacle does to it, in words, and the rule."""
    if went.obstacle != actions.CLEAR and not shot.open:
        return f"for {shot.reason}", shot.rule
    limit = limit_of(r, weapon)
    return f"after {limit.reach} {r.ruleset.unit} at most" if limit.reach else "only from where it stands", limit.rule


def _headline(answer: FireAfterMove) -> str:
    if not answer.free and not answer.penalised:
        return "No weapon fires after such a move"
    kinds = [f"{count} {how}" for count, how in ((answer.free, "freely"), (answer.penalised, "at a penalty")) if count]
    silent = f"{answer.silent} not at all" if answer.silent else "and none is silent"
    return f"Kinds of weapon that fire: {' and '.join(kinds)}, {silent}"


def _name(r: Reader, weapon: str) -> str:
    return "Milan" if weapon == "heavy-at" else weapon_name(r, weapon).partition(",")[0]


def _grid(r: Reader, obstacle: str, change: int) -> Grid:
    """Every weapon against the lengths of move at which something changes."""
    edges = sorted({0, *(actions.reach_of(r, action).whole for action in actions.ACTIONS)})
    shots = [[_shot(r, row, actions.Went(edge, obstacle)) for edge in edges] for row in ROWS]
    return Grid(
        "What each weapon adds to the number it needs, by the length of the move; empty where it is silent",
        "Weapon",
        f"Moved, {r.ruleset.unit}",
        [_name(r, row) for row in ROWS],
        [f"{'to ' if edge else ''}{write_number(edge)}" for edge in edges],
        [[(change if one.penalised else 0) if one.open else None for one in line] for line in shots],
        chance=False,
        what="change",
        by_column={"moved": edges},
    )

"""A path of moves and pivots: its cost in one activation, its length, and what forbids it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from drillbook.asking import Checks, Reader, Working
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.new_rules.common.marching import March, Marcher, march_of
from drillbook.rulesets.new_rules.common.orders import DOUBLE, MOVE, cost_of
from drillbook.rulesets.new_rules.common.prices import free_steps, loses_action

PIVOT = "pivot"
LEGS = {MOVE: "Move", DOUBLE: "Double time", PIVOT: "Pivot"}


class Leg(NamedTuple):
    """A part of a path: a stretch of `far` S at a slant, or a pivot by `turn` degrees.

    Above zero is to the right.
    """

    what: str
    far: Number
    turn: int


@dataclass(frozen=True, slots=True)
class Path:
    """The cost and length of a path.

    cost: its actions; length: its length, in S; limit: the greatest length allowed, in S, None without a limit;
    facing: where the unit faces in the end, in degrees.
    """

    cost: int
    length: Number
    limit: Number | None
    facing: int


def check_path(r: Reader, w: Working, marcher: Marcher, legs: Sequence[Leg], checks: Checks) -> Path:
    """Return the cost and length of the path; what forbids it goes into `checks`."""
    reach = march_of(r, w, marcher)
    stretches = [leg for leg in legs if leg.what != PIVOT]
    for number, leg in enumerate(legs, start=1):
        if leg.what == PIVOT:
            _check_pivot(r, marcher, leg, f"Part {number}: the pivot?", checks)
        else:
            _check_stretch(r, marcher, leg, reach, f"Part {number}: the stretch?", checks)
    length = exact(sum((Fraction(leg.far) for leg in stretches), Fraction(0)))
    limit = _limit(r, stretches, reach)
    if limit is not None:
        told = f"{write_number(length)} S in all, of {write_number(limit)} S"
        checks.ask("Together?", length <= limit, told, "movement.split-cap")
    cost = _stretches(r, w, marcher, stretches, reach) + _pivots(r, w, marcher, legs)
    turns = sum(leg.turn for leg in legs if leg.what == PIVOT)
    return Path(cost, length, limit, turns % full_turn(r))


def full_turn(r: Reader) -> int:
    """Return the degrees of a full turn."""
    return r.int("movement.about-face", "degrees") * (1 + 1)


def _check_stretch(r: Reader, marcher: Marcher, leg: Leg, reach: March, question: str, checks: Checks) -> None:
    if rule := marcher.stands():
        checks.ask(question, False, "it stays where it is", rule)
        return
    slant, most = abs(leg.turn), r.int("movement.oblique")
    back = slant > r.int("movement.about-face", "degrees") - slant
    if back:
        checks.ask(question, False, "no unit moves backwards of its own will", "movement.forward-only")
        return
    if slant > most:
        checks.ask(question, False, f"a slant of {slant} degrees is more than {most}", "movement.oblique")
        return
    if leg.what == MOVE and r.holds("move-total", "interrupted"):
        return
    far = reach.double if leg.what == DOUBLE else reach.move
    told = f"{write_number(leg.far)} S, of {write_number(far)} S"
    checks.ask(
        question, leg.far <= far, told, "actions.double-time-effect" if leg.what == DOUBLE else "actions.move-effect"
    )


def _check_pivot(r: Reader, marcher: Marcher, leg: Leg, question: str, checks: Checks) -> None:
    step = r.int("movement.pivot-rate", "degrees")
    if (rule := marcher.stands()) and r.holds("pivot-static", "turning-is-movement"):
        checks.ask(question, False, "it may not even turn", rule)
    elif leg.turn % step and r.holds("pivot-part", "whole-steps"):
        checks.ask(question, False, f"{leg.turn} degrees are no whole steps of {step}", "movement.pivot-rate")
    else:
        checks.ask(question, True, f"{leg.turn} degrees about its middle", "movement.pivot-centre")


def _limit(r: Reader, stretches: Sequence[Leg], reach: March) -> Number | None:
    """How long a path may be in all, in S; none where there is no limit."""
    if not r.holds("move-total", "speed-in-all"):
        return None
    return reach.double if any(leg.what == DOUBLE for leg in stretches) else reach.move


def _stretches(r: Reader, w: Working, marcher: Marcher, stretches: Sequence[Leg], reach: March) -> int:
    """Return the actions that all stretches cost; add the steps."""
    plain = [leg for leg in stretches if leg.what == MOVE]
    moves = len(plain)
    if plain and reach.move and r.holds("move-total", "interrupted"):
        moves = ceil(sum((Fraction(leg.far) for leg in plain), Fraction(0)) / Fraction(reach.move))
    doubles = len(stretches) - len(plain)
    w.then(f"{counted(moves, 'Move')}, in actions", moves * cost_of(r, MOVE).whole, "actions.move-cost")
    w.add(f"{doubles} at Double time", doubles * cost_of(r, DOUBLE).whole, "actions.double-time-cost", when=doubles)
    slow = bool(stretches) and loses_action(r, marcher.unit)
    if slow:
        w.subtract("in line, an action lost", r.cell("formations", "line-movement", "amount"))
    return w.whole


def _pivots(r: Reader, w: Working, marcher: Marcher, legs: Sequence[Leg]) -> int:
    """Return the actions that all pivots cost, without a column's free steps; add the steps."""
    steps = [step_count(r, leg.turn) for leg in legs if leg.what == PIVOT]
    every = sum(steps)
    w.then(
        "steps of pivots, in actions", every * r.int("movement.pivot-rate", "cost"), "movement.pivot-rate", when=steps
    )
    free = free_steps(r, marcher.unit, steps, len(legs) - len(steps))
    w.subtract("free for a column", free, "infantry.column-turn", when=free)
    return every - free


def step_count(r: Reader, degrees: int) -> int:
    """How many steps a pivot has, the last perhaps not whole."""
    return int(r.formula("movement.pivot-formula")(t=abs(degrees), f=0))

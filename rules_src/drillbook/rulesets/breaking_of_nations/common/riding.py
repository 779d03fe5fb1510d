"""A mount's gaits: speed, the cost of turning, which may follow which, and the rush.

The questions on cavalry and on the men who are ridden at use this module.
"""

from fractions import Fraction
from math import ceil

from drillbook.asking import Cited, Reader, Working, procedure
from drillbook.maths import Number, exact
from drillbook.rulesets.breaking_of_nations.common.ground import (
    armour_first,
    ground_last,
    kind_bars_charge,
    later_charge,
)
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE, armour_change

STAND, WALK, CANTER, GALLOP = "stand", "walk", "canter", "gallop"
GAITS = {WALK: "Walk", CANTER: "Canter", GALLOP: "Gallop"}
BEFORE = {STAND: "Stood", WALK: "Walked", CANTER: "Cantered", GALLOP: "Galloped"}
HEAVY, FLAK = "heavy", "flak"


def order(r: Reader) -> list[str]:
    """Return the gaits from standing to the fastest."""
    r.cite("cavalry.gaits")
    return [STAND, *sorted(GAITS, key=lambda gait: r.cell("gaits", gait, "speed").number)]


@procedure
def in_armour(r: Reader, w: Working, gait: str, armour: str) -> None:
    """Armour in the saddle takes inches off a gait; its steps go into `w`."""
    if gait == GALLOP:
        w.add("in Kevlar, that is flak", "cavalry.kevlar", when=armour == FLAK and r.holds("kevlar", "is-flak"))
    if gait == CANTER and armour == HEAVY:
        if r.holds("heavy-eight", "minus-applies"):
            w.add("in heavy armour", "cavalry.heavy-canter")
        else:
            w.at_most("in heavy armour, as the text sums up", "cavalry.heavy-limit")
    penalty = armour_change(r, armour, "sp")
    if penalty.number and r.holds("mount-armour-sp", "added"):
        w.add("and what armour costs in SP", penalty)


def gait_speed(r: Reader, w: Working, gait: str, armour: str, ground: str, *, charge: bool) -> int:
    """Return the inches that one move at a gait covers before turning; its steps go into `w`."""
    w.then(f"speed at the {gait}", r.cell("gaits", gait, "speed"))
    part = r.cell("speed-by-ground", ground, "fraction")
    doubled = charge and doubles(r)
    barred = kind_bars_charge(r, ground) if doubled else None
    w.forbid(f"A charge does not go over {ground} ground.", barred or "", when=barred)
    armour_last = doubled and armour != BARE and not armour_first(r)
    ground_first = doubled and part.number != 1 and not ground_last(r)
    if not armour_last:
        in_armour(r, w, gait, armour)
    if ground_first:
        _over(r, w, ground, part)
    w.times("a mounted charge", "movement.charge-double", when=doubled)
    if armour_last:
        in_armour(r, w, gait, armour)
    if part.number != 1 and not ground_first:
        _over(r, w, ground, part)
    return w.whole


def _over(r: Reader, w: Working, ground: str, part: Cited) -> None:
    """Add the step for what the ground leaves of a speed, a part of an inch counted as a whole."""
    w.times(f"the ground is {r.name('speed-by-ground', ground).lower()}", part)
    w.then("rounded up", ceil(w.total), part.rule, when=exact(w.total) != ceil(w.total))


def doubles(r: Reader) -> bool:
    """Whether a mount that charges doubles its gait."""
    return r.holds("mount-charge", "doubles")


def turn_inches(
    r: Reader, w: Working, gait: str, armour: str, ground: str, *, each: int, moves: int, charge: bool
) -> int:
    """Return the inches of a number of moves at a gait.

    each is the inches of the first move, whose steps are in `w`. If a charge doubles the gait, the later moves are worth
    what a man's are.
    """
    if moves == 1:
        return each
    share = later_charge(r) if charge and doubles(r) else "same"
    if share == "same":
        return int(w.times("moves in a turn", moves, "turn-sequence.movement-cap"))
    if share == "nothing":
        w.note("a charge is one move", "movement.charge-double")
        return each
    plain = gait_speed(r, Working(r), gait, armour, ground, charge=False)
    return int(w.add("the moves that follow, not doubled", (moves - 1) * plain, "movement.charge-double"))


@procedure
def whole_turn(r: Reader) -> bool:
    """A gait's inches are those of a move, or on the other reading of a whole turn."""
    return r.holds("mount-per-action", "whole-turn")


@procedure
def standing_as(r: Reader) -> str:
    """A halt is a step below the walk."""
    return STAND


def turn_price(r: Reader, gait: str, degrees: int) -> Number:
    """Return the inches of speed that turning by so many degrees costs at a gait.

    Turning is free at the walk.
    """
    rule = f"cavalry.turn-{gait}"
    if not r.has(rule) or not degrees:
        return 0
    price = r.num(rule, "cost")
    if not price:
        return 0
    each = r.int(rule, "degrees")
    quarters: dict[str, Number] = {
        "begun-counts": -(-degrees // each),
        "in-proportion": Fraction(degrees, each),
        "free-below": degrees // each,
    }
    return exact(price * quarters[r.read_as("turn-partial")])


def least(r: Reader, gait: str) -> int:
    """Return the least inches that a gait has to cover; 0 at the walk."""
    return r.int(f"cavalry.min-{gait}") if gait in (CANTER, GALLOP) else 0


@procedure
def least_of_turn(r: Reader, gait: str, moves: int, ground: str) -> int:
    """The least distance of a gait is one for all the moves of a turn, or on the other reading one for each."""
    each = least(r, gait)
    return each * moves if moves > 1 and each and r.holds("gait-minimum-span", "in-each-move") else each


def moves_made(spent: Number, each: int) -> int:
    """Return the number of moves a mount makes that spends so many inches of speed in a turn.

    each is the inches of one move.
    """
    return max(1, ceil(exact(Fraction(spent) / each)))


def owed(r: Reader, gait: str, spent: Number, each: int, ground: str) -> int:
    """Return the least inches that a gait has to cover in a turn.

    spent is the speed of the turn in inches, each the inches of one move.
    """
    return least_of_turn(r, gait, moves_made(spent, each), ground)


@procedure
def turning_counts(r: Reader) -> bool:
    """Inches spent on turning do not count towards the least distance, but on the other reading."""
    return r.holds("gait-minimum", "turning-counts")


@procedure
def gait_change(r: Reader) -> str:
    """Which gait may follow is read in three ways: `free-slowing`, `never-kept`, `step-by-step`."""
    return r.read_as("gait-change")


def may_follow(r: Reader, before: str, gait: str) -> bool:
    """Whether a gait may follow that of the turn before."""
    r.cite("cavalry.momentum")
    ladder = order(r)
    step = ladder.index(gait) - ladder.index(standing_as(r) if before == STAND else before)
    match gait_change(r):
        case "never-kept" if gait in (CANTER, GALLOP):
            return step == 1
        case "step-by-step":
            return abs(step) <= 1
        case _:
            return step <= 1


@procedure
def is_rush(r: Reader, gait: str, before: str, grade: str) -> bool:
    """Whether whoever is ridden at, who is of that grade, faces a higher gear."""
    ladder = order(r)
    return {
        "canter-or-gallop": ladder.index(gait) > ladder.index(WALK),
        "gallop-only": gait == ladder[-1],
        "faster-gait": ladder.index(gait) > ladder.index(before),
    }[r.read_as("higher-gear")]

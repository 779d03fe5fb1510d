"""A unit that gives way: its recoil, its rout, and the effect of a critical event on it.

The module finds whether and how far a unit recoils, and whether it runs when it routs.
"""

from dataclasses import replace

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, Unit, after_points, square_stays

RECOILS, ROUTS, REMOVED = "recoils", "routs", "removed"
#: A unit that routs and cannot run: it stays where it is, and in its melee.
ROUTS_HERE = "routs where it stands"
#: The ways in which a unit leaves a fight.
GONE = (RECOILS, ROUTS, REMOVED)


def suffer(r: Reader, unit: Unit, points: int) -> Unit | None:
    """Return a unit after so many points of an attack; none where they remove it."""
    coloured = after_points(r, unit.coloured, points)
    return None if coloured is None else replace(unit, coloured=coloured)


def kept_by(r: Reader, unit: Unit, *, engaged: bool) -> str:
    """Return the rule by which a unit that has to recoil stays where it is.

    engaged: whether it is locked in melee. The result is empty where the unit goes back, or is removed instead.
    """
    if unit.arm == ARTILLERY and engaged:
        return "artillery.no-recoil" if r.holds("artillery-recoil", "stays") else ""
    if unit.arm == ARTILLERY:
        held = not unit.limbered and r.holds("unlimbered-recoil", "stays")
        return "artillery.unlimbered-static" if held else ""
    return "infantry.square-movement" if square_stays(r, unit) else ""


def recoiling(r: Reader, unit: Unit, *, engaged: bool) -> str:
    """Return what becomes of a unit that has to recoil: nothing, it recoils, or it is removed."""
    if kept_by(r, unit, engaged=engaged):
        return ""
    lost = unit.arm == ARTILLERY and engaged and r.holds("artillery-recoil", "removed")
    return REMOVED if lost else RECOILS


def runs(r: Reader, unit: Unit) -> bool:
    """Return whether a unit that routs runs.

    It always runs, or only if its formation or its guns allow it, by the reading.
    """
    fixed = Marcher(unit, 0).stands()
    return not (fixed and r.holds("rout-formation", "both-count"))


def rout_far(r: Reader, w: Working, marcher: Marcher) -> Number:
    """Return how far a unit that routs runs in a turn, in S; the steps go into `w`."""
    if r.holds("rout-formation", "both-count"):
        return march_of(r, w, marcher).move
    return w.then("it runs its full Speed, in S", marcher.speed, "movement.speed")  # type: ignore[no-any-return]


def befall(r: Reader, unit: Unit, event: str, *, engaged: bool) -> tuple[Unit | None, str]:
    """Return a unit after a critical event, none where it is removed, and how it gives way.

    event: a row of the table of critical events; engaged: whether the unit is locked in melee.
    """
    match event:
        case "volley":
            how = recoiling(r, unit, engaged=engaged)
            return (None if how == REMOVED else unit), how
        case "panic":
            left = suffer(r, unit, r.int("events.panic", "value"))
            return left, "" if left else REMOVED
        case "rout":
            return unit, ROUTS if runs(r, unit) else ROUTS_HERE
        case "broken":
            r.cite("events.broken-line-modifiers")
            return replace(unit, broken=True), ""
        case _:
            return unit, ""


def thrown_far(r: Reader, w: Working, unit: Unit, told: str, named: Cited) -> Number:
    """Return how far a unit is thrown back, in S; the steps go into `w`.

    told: what the distance is called; named: the distance of the result that throws the unit back.
    """
    if unit.arm == CAVALRY and r.holds("recoil-distance", "by-arm"):
        return withdraws(w, CAVALRY)
    return w.then(f"{told}, in S", named)  # type: ignore[no-any-return]


def withdraws(w: Working, arm: str) -> Number:
    """Return how far a unit of that arm recoils of its own will, in S; the steps go into `w`."""
    if arm == CAVALRY:
        w.then("cavalry recoils, in M", "actions.recoil-cavalry")
        return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]
    return w.then("infantry recoils, in S", "actions.recoil-infantry")  # type: ignore[no-any-return]

"""The differences of riding from the parent ruleset.

These are the wider effect of a ruling on moves, the halt, the least distance, and a rider's AC.
"""

from math import ceil

from drillbook.asking import Reader, Working, replacing
from drillbook.rulesets.breaking_of_nations.common import riding
from drillbook.rulesets.breaking_of_nations.common.soldier import actions


@replacing(riding.in_armour)
def in_armour(r: Reader, w: Working, gait: str, armour: str) -> None:
    """Nobody rides in armour."""


@replacing(riding.whole_turn)
def whole_turn(r: Reader) -> bool:
    """A gait's inches are those of a move, or on two readings of a whole turn."""
    return r.read_as("move-scope") in ("per-turn", "foot-per-action")


@replacing(riding.standing_as)
def standing_as(r: Reader) -> str:
    """A halt is a step below the walk, or on the other reading as good as one."""
    return riding.WALK if r.holds("gait-start", "as-a-walk") else riding.STAND


@replacing(riding.gait_change)
def gait_change(r: Reader) -> str:
    """To keep a gait or to slow down is free."""
    return "free-slowing"


@replacing(riding.least_of_turn)
def least_of_turn(r: Reader, gait: str, moves: int, ground: str) -> int:
    """Every move of a turn has to cover the least distance, which shrinks on slow ground on the other reading."""
    each = riding.least(r, gait)
    if each and ground != "flat" and r.holds("gait-minimum", "shrinks"):
        each = ceil(each * r.cell("speed-by-ground", ground, "fraction").number)
    return each if whole_turn(r) else each * moves


@replacing(riding.turning_counts)
def turning_counts(r: Reader) -> bool:
    """Inches spent on turning do not count towards the least distance."""
    return False


def rider_actions(r: Reader, w: Working, grade: str, gait: str) -> int:
    """Return the AC of a mounted man; the steps are added to `w`.

    They follow from his own SP, or on the other reading from the speed of the gait.
    """
    if r.holds("mounted-ac", "own-speed"):
        return actions(r, w, grade, "minimal", "rider")
    w.then(f"speed at the {gait}", r.cell("gaits", gait, "speed"))
    w.divide("divided for his AC", "profiles.ac-formula")
    return w.then("rounded up: AC", ceil(w.total), "profiles.ac-formula")  # type: ignore[no-any-return]


def slowest_actions(r: Reader, w: Working) -> int | None:
    """Return the AC of a rider whose gait is not asked, or None if they are his own.

    If the AC are those of his gait, the result is for the walk.
    """
    if r.holds("mounted-ac", "own-speed"):
        return None
    w.then("speed at the walk, the least that he may ride", r.cell("gaits", riding.WALK, "speed"))
    w.divide("divided for his AC", "profiles.ac-formula")
    return w.then("rounded up: AC", ceil(w.total), "profiles.ac-formula")  # type: ignore[no-any-return]


def answers_of(r: Reader, w: Working, *, rides: bool) -> int:
    """How many answers a man's AC pay for in a turn; rides: whether he sits on a horse."""
    w.start("answers that his AC pay for", "ranged-combat.counter-max")
    actions = slowest_actions(r, w) if rides else None
    if actions is None:
        return w.whole
    cost = r.int("ranged-combat.counter-cost")
    return w.then("answers that they pay for", actions // cost, "ranged-combat.counter-cost")  # type: ignore[no-any-return]

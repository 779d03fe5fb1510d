"""What a blunder that forces a unit to act takes of its actions.

Every question that rolls for a unit uses this module, and so does the blunder question.
"""

from collections.abc import Sequence
from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.rulesets.new_rules.common.orders import FIRE, MOVE, SEIZE, Leave, Standing, cost_of, leave_for

FORWARD, FALL_BACK, CHARGE = "forward", "fall-back", "charge"
#: The lines of the blunder table that force an act; the last is the shot.
FORCED = (FORWARD, FALL_BACK, CHARGE, FIRE)


class Near(NamedTuple):
    """Whether a unit is near that a blunder may turn this unit on.

    charge: an enemy is near enough to charge; fire: any unit is in its range and arc.
    """

    charge: bool = False
    fire: bool = False


NOBODY = Near()


def near_of(chosen: Sequence[str]) -> Near:
    """Return who is near by the options that a form has for it: `charge` and `fire`."""
    return Near(*(name in chosen for name in Near._fields))


def ban(r: Reader, line: str, standing: Standing) -> Leave | None:
    """Return why the unit may not do what a line of the blunder table forces it to do.

    The result is None if the unit may do it.
    """
    order = {CHARGE: MOVE if standing.engaged else SEIZE, FIRE: FIRE}.get(line, MOVE)
    leave = leave_for(r, order, standing)
    return None if leave.given else leave


def left_by_ban(r: Reader, successes: int) -> int | None:
    """Return the actions left of the successes if a blunder forces a forbidden act.

    The result is None if the blunder overrides the ban.
    """
    match r.read_as("blunder-impossible"):
        case "ignored":
            return successes
        case "lost":
            return 0
        case _:
            return None


def left_by_move(r: Reader, successes: int) -> int | None:
    """Return the actions left of the successes after Forward or Fall Back.

    The result is None if the unit has no action to move with.
    """
    match r.read_as("blunder-moves"):
        case "on-top":
            return successes
        case "first-action":
            return successes - cost_of(r, MOVE).whole if successes else None
        case _:
            return 0


def left_by_act(r: Reader, line: str, successes: int) -> int | None:
    """Return the actions left of the successes after Charge or Fire.

    The result is None if there are too few successes and nothing happens.
    """
    order = FIRE if line == FIRE else MOVE if r.holds("charge-cost", "any-move") else SEIZE
    cost = cost_of(r, order).whole
    if successes >= cost:
        return successes - cost
    return 0 if r.holds("blunder-first-action", "without-success") else None


def left_of(r: Reader, line: str, successes: int, standing: Standing | None, near: Near) -> int:
    """Return the actions left of the successes after a line of the blunder table.

    standing: the state of the unit; None if nothing is known of it, and it may then do whatever the line forces.
    near: who is near the unit.
    """
    if standing is not None and ban(r, line, standing) is not None:
        left = left_by_ban(r, successes)
        if left is not None:
            return left
    if line in (FORWARD, FALL_BACK):
        left = left_by_move(r, successes)
        return 0 if left is None else left
    if not (near.fire if line == FIRE else near.charge):
        return successes
    left = left_by_act(r, line, successes)
    return successes if left is None else left

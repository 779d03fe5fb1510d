"""The rally, by the reading that has one: who may rally, its cost and its effect.

The module also looks up orders with a rally among them.
"""

from dataclasses import replace

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.orders import Leave, Standing, after, cost_of, leave_for, repeats

RALLY, RALLIES = "rally", "Rally"


def leave_to_rally(r: Reader, standing: Standing) -> Leave:
    """Whether a unit may rally, by the reading of the rally."""
    if r.holds("rally", "no-rally"):
        return Leave(False, "nobody knows how", "damage.no-recovery")
    if standing.routs:
        return Leave(False, "it routs", "events.rout")
    if standing.engaged and r.holds("engaged-actions", "recoil-and-seize"):
        return Leave(False, "in melee it only recoils or seizes", "actions.recoil-effect")
    if standing.wavers and standing.unit.crippled(r):
        return Leave(False, "it wavers, and all its dice are coloured", "events.wavering-rally")
    return Leave(True, "a coloured die turns white", "damage.no-recovery")


def rally_cost(r: Reader) -> Cited:
    """Return what a rally costs, in actions."""
    return r.cited("damage.no-recovery", "action")


def rallies_for(r: Reader, actions: int) -> int:
    """Return how many rallies the actions of an activation pay for.

    The result is at most 1 if each order is given once.
    """
    many = actions // rally_cost(r).whole
    return many if repeats(r, RALLY) else min(many, 1)


def rallied(r: Reader, coloured: int, rallies: int = 1) -> int:
    """How many coloured dice are left after so many rallies."""
    return max(0, coloured - rallies * r.int("damage.no-recovery", "rally"))


def order_name(r: Reader, order: str) -> str:
    """Return what an order or a rally is called."""
    return RALLIES if order == RALLY else r.name("orders", order)


def order_cost(r: Reader, order: str) -> Cited:
    """Return what an order or a rally costs, in actions."""
    return rally_cost(r) if order == RALLY else cost_of(r, order)


def order_leave(r: Reader, order: str, standing: Standing) -> Leave:
    """Return whether the unit may be given the order, or may rally, now.

    A unit without disorder does not rally.
    """
    if order != RALLY:
        return leave_for(r, order, standing)
    leave = leave_to_rally(r, standing)
    if leave.given and not standing.unit.coloured:
        return Leave(False, "it has no disorder to rally from", "damage.no-recovery")
    return leave


def order_after(r: Reader, order: str, standing: Standing) -> tuple[Standing, ...]:
    """Return how the unit may stand once it has carried out the order, or has rallied."""
    if order != RALLY:
        return after(r, order, standing)
    return (replace(standing, unit=replace(standing.unit, coloured=rallied(r, standing.unit.coloured))),)

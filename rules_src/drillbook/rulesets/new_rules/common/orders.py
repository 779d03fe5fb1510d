"""What an order costs, and whether a unit in its present state may be given it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.unit import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    INFANTRY,
    LINE,
    SQUARE,
    Unit,
    must_reform,
    square_stays,
)

MOVE, DOUBLE, FORMATION, SEIZE, RECOIL = "move", "double-time", "formation", "seize", "recoil"
FIRE, AIMED, LIMBER, CANISTER, PIVOT = "fire", "aimed", "limber", "canister", "pivot"


class Leave(NamedTuple):
    """Whether an order may be given, why, and the rule that says so."""

    given: bool
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit before its orders, with its state.

    engaged: it is locked in melee; loaded: canister is in its guns; routs: it routs; wavers: it wavers.
    """

    unit: Unit
    engaged: bool = False
    loaded: bool = False
    routs: bool = False
    wavers: bool = False


def cost_of(r: Reader, order: str) -> Cited:
    """Return what an order costs, in actions; an Aimed Shot with its shot."""
    if order == LIMBER and r.holds("limber-cost", "one-action"):
        return Cited(r.cell("orders", FORMATION, "cost").whole, r.cite("artillery.limber-like-formation"))
    cost = r.cell("orders", order, "cost")
    if order == AIMED and r.holds("aimed-shot", "aim-then-fire"):
        return Cited(cost.whole + r.cell("orders", FIRE, "cost").whole, cost.rule)
    return cost


def loading_fires(r: Reader) -> bool:
    """Return whether the actions that load canister hold its shot."""
    return r.holds("canister-load", "shot-included")


def repeats(r: Reader, order: str) -> bool:
    """Return whether an order may be given again in the same activation.

    Moves and pivots may be, whatever the reading, since a way is made in stretches and steps.
    """
    return order in (MOVE, PIVOT) or not r.holds("repeat-actions", "each-once")


def leave_for(r: Reader, order: str, standing: Standing) -> Leave:
    """Whether the unit may be given the order now."""
    checks: tuple[Callable[[Reader, str, Standing], Leave | None], ...] = (_by_arm, _by_event, _by_melee, _by_state)
    for check in checks:
        if (found := check(r, order, standing)) is not None:
            return found
    row = r.table("orders").row(order)
    return Leave(True, str(row.cells["gives"]), row.rule or "actions.cost-table")


def _by_arm(r: Reader, order: str, standing: Standing) -> Leave | None:
    """Return the refusal if the unit's arm forbids the order for good; else None."""
    arm = standing.unit.arm
    if order in (LIMBER, CANISTER) and arm != ARTILLERY:
        return Leave(False, "it has no guns", "artillery.two-states")
    if order in (FIRE, AIMED) and arm == CAVALRY:
        return Leave(False, "cavalry has no ranged attack", "cavalry.heavy-no-ranged")
    if order == FORMATION and arm != INFANTRY:
        rule = "artillery.two-states" if arm == ARTILLERY else "cavalry.no-formation-cost"
        return Leave(False, "limbering is its own order" if arm == ARTILLERY else "its colonel sees to that", rule)
    if order == RECOIL and arm == ARTILLERY:
        return Leave(False, "guns do not recoil", "artillery.no-recoil")
    return None


def _by_event(r: Reader, order: str, standing: Standing) -> Leave | None:
    """Return the refusal if a critical event forbids the order; else None.

    A unit that routs takes no order. A unit with broken ranks puts them in order first.
    """
    if standing.routs:
        return Leave(False, "it routs", "events.rout")
    if must_reform(r, standing.unit):
        return Leave(False, "its activation goes into its ranks", "events.broken-line")
    return None


def _by_melee(r: Reader, order: str, standing: Standing) -> Leave | None:
    """Return the refusal if the melee, or the lack of one, forbids the order; else None."""
    if not standing.engaged:
        return Leave(False, "it is in no melee", "actions.recoil-effect") if order == RECOIL else None
    if order in (MOVE, DOUBLE):
        return Leave(False, "it is locked in melee", "melee.locked")
    shoots = order in (FIRE, AIMED) or (order == CANISTER and loading_fires(r))
    if shoots and not r.holds("multi-melee", "shooting-allowed"):
        return Leave(False, "nobody shoots out of a melee", "melee.locked")
    if order not in (RECOIL, SEIZE) and r.holds("engaged-actions", "recoil-and-seize"):
        return Leave(False, "in melee it only recoils or seizes", "actions.recoil-effect")
    return None


def _by_state(r: Reader, order: str, standing: Standing) -> Leave | None:
    """Return the refusal if the unit's formation or guns forbid the order now; else None."""
    unit = standing.unit
    fixed = unit.formed == SQUARE or (unit.arm == ARTILLERY and not unit.limbered)
    if order == PIVOT and fixed and r.holds("pivot-static", "turning-is-movement"):
        return Leave(False, "turning is movement", "movement.pivot-centre")
    if unit.arm == ARTILLERY:
        if order == SEIZE and not standing.engaged:
            return Leave(False, "guns do not charge", "artillery.no-charge")
        if order in (MOVE, DOUBLE) and not unit.limbered:
            return Leave(False, "unlimbered guns stay put", "artillery.unlimbered-static")
        if unit.limbered and (order in (FIRE, AIMED) or (order == CANISTER and loading_fires(r))):
            return Leave(False, "limbered guns cannot fire", "bombardment.unlimbered-needed")
        if order == CANISTER and unit.limbered and r.holds("canister-limbered", "ready-first"):
            return Leave(False, "limbered guns are not loaded", "artillery.limber-for")
        if order == CANISTER and standing.loaded:
            return Leave(False, "it is loaded already", "bombardment.canister-range")
    elif unit.formed == SQUARE and (order in (MOVE, DOUBLE) or (order == SEIZE and not standing.engaged)):
        return Leave(False, "a square does not move", "infantry.square-movement")
    elif order == RECOIL and square_stays(r, unit):
        return Leave(False, "a square stays where it is", "infantry.square-movement")
    return None


def after(r: Reader, order: str, standing: Standing) -> tuple[Standing, ...]:
    """How the unit may stand once the order is carried out."""
    unit = standing.unit
    match order:
        case "formation":
            others = (form for form in (COLUMN, LINE, SQUARE) if form != unit.formation)
            return tuple(replace(standing, unit=replace(unit, formation=form)) for form in others)
        case "limber":
            return (replace(standing, unit=replace(unit, limbered=not unit.limbered)),)
        case "seize":
            return (replace(standing, engaged=True),)
        case "recoil":
            return (replace(standing, engaged=False),)
        case "canister":
            return (replace(standing, loaded=not loading_fires(r)),)
        case "fire" | "aimed":
            return (replace(standing, loaded=False),)
        case _:
            return (standing,)

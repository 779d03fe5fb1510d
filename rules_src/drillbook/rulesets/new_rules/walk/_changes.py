"""Changes of formation, breaking off a melee at will, and rallies, in a played turn."""

from dataclasses import replace

from drillbook.asking import Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common.giving_way import withdraws
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS
from drillbook.rulesets.new_rules.common.orders import FORMATION, RECOIL, cost_of, leave_for, repeats
from drillbook.rulesets.new_rules.common.rallying import RALLY, leave_to_rally, rallied, rally_cost
from drillbook.rulesets.new_rules.walk._going import Go
from drillbook.rulesets.new_rules.walk._pieces import AS_IT_STANDS
from drillbook.rulesets.new_rules.walk._thrown import thrown_back


def forms(go: Go) -> None:
    """Change the unit's formation as ordered, as soon as that is allowed and paid for.

    The change comes before anything else that the unit does.
    """
    field, piece = go.field, go.piece
    if piece.into in (AS_IT_STANDS, piece.unit.formation):
        return
    leave = leave_for(field.r, FORMATION, field.standing(piece))
    if not leave.given:
        field.tell(f"{piece.called} takes no other formation: {leave.why}", leave.rule)
        return
    if not go.pays(FORMATION):
        return
    go.spend(FORMATION)
    cost = cost_of(field.r, FORMATION)
    now = field.change(go.name, unit=replace(piece.unit, formation=piece.into))
    field.tell(
        f"{now.called} changes from {FORMATIONS[str(piece.unit.formation)].lower()} to {FORMATIONS[piece.into].lower()},"
        f" for {counted(cost.whole, 'action')}",
        cost.rule,
    )


def breaks_off(go: Go) -> None:
    """Withdraw the unit from all its melees, with its front to the enemy that it leaves."""
    field, r, piece = go.field, go.field.r, go.piece
    if not go.may(RECOIL):
        return
    go.spend(RECOIL)
    one = field.melees(go.name)[0]
    along = one.along if one.target == go.name else (-one.along[0], -one.along[1])
    far = withdraws(Working(r), piece.unit.arm)
    thrown_back(field, go.name, far, along, cost_of(r, RECOIL).rule, "breaks off and recoils")


def rallies(go: Go) -> None:
    """Turn coloured dice of the unit white, one rally after another.

    The unit rallies as long as it has actions for it, if a reading allows rallies.
    """
    field, r = go.field, go.field.r
    if not go.piece.unit.coloured:
        field.tell(f"{go.piece.called} has no disorder to rally from", "damage.no-recovery")
        return
    while go.piece.unit.coloured and go.left >= rally_cost(r).whole:
        leave = leave_to_rally(r, field.standing(go.piece))
        if not leave.given:
            field.tell(f"{go.piece.called} does not rally: {leave.why}", leave.rule)
            return
        go.left -= rally_cost(r).whole
        unit = replace(go.piece.unit, coloured=rallied(r, go.piece.unit.coloured))
        now = field.change(go.name, unit=unit)
        field.tell(
            f"{now.called} rallies: {counted(unit.coloured, 'coloured die', 'coloured dice', 'no')} left", leave.rule
        )
        if not repeats(r, RALLY):
            return

"""A unit that changes its formation in a turn that is played, and one that breaks off a melee of its own will."""

from dataclasses import replace

from drillbook.asking import Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common.giving_way import withdraws
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS
from drillbook.rulesets.new_rules.common.orders import FORMATION, RECOIL, cost_of, leave_for
from drillbook.rulesets.new_rules.walk._going import Go
from drillbook.rulesets.new_rules.walk._pieces import AS_IT_STANDS
from drillbook.rulesets.new_rules.walk._thrown import thrown_back


def forms(go: Go) -> None:
    """It takes the formation that it was told to take, before all else, as soon as it may and can pay for it."""
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
    """It withdraws from all its melees, and faces the enemy that it leaves."""
    field, r, piece = go.field, go.field.r, go.piece
    if not go.may(RECOIL):
        return
    go.spend(RECOIL)
    one = field.melees(go.name)[0]
    along = one.along if one.target == go.name else (-one.along[0], -one.along[1])
    far = withdraws(Working(r), piece.unit.arm)
    thrown_back(field, go.name, far, along, cost_of(r, RECOIL).rule, "breaks off and recoils")

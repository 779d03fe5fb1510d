"""The rally, by the reading that has one: who may rally, and what it takes off."""

from drillbook.asking import Cited, Reader
from drillbook.rulesets.new_rules.common.orders import Leave, Standing

RALLY = "rally"


def leave_to_rally(r: Reader, standing: Standing, *, wavering: bool) -> Leave:
    """Whether a unit may rally, by the reading of the rally. wavering: it has that mark."""
    if r.holds("rally", "no-rally"):
        return Leave(False, "nobody knows how", "damage.no-recovery")
    if standing.routs:
        return Leave(False, "it routs", "events.rout")
    if standing.engaged and r.holds("engaged-actions", "recoil-and-seize"):
        return Leave(False, "in melee it only recoils or seizes", "actions.recoil-effect")
    if wavering and standing.unit.crippled(r):
        return Leave(False, "it wavers, and all its dice are coloured", "events.wavering-rally")
    return Leave(True, "a coloured die turns white", "damage.no-recovery")


def rally_cost(r: Reader) -> Cited:
    """What a rally costs, in actions."""
    return r.cited("damage.no-recovery", "action")


def rallied(r: Reader, coloured: int, rallies: int = 1) -> int:
    """How many coloured dice are left after so many rallies."""
    return max(0, coloured - rallies * r.int("damage.no-recovery", "rally"))

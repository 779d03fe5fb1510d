"""Who shoots at which target: whether armour makes the shooter roll again."""

from drillbook.asking import Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import CAVALRY, GUN, kind_of


def rolls_again(r: Reader, w: Working, unit: str) -> bool:
    """Whether a unit's dice against a vehicle are rolled again, with the step."""
    kind = kind_of(r, unit)
    if kind == GUN:
        w.note("guns do not roll again against a vehicle", "vehicles-transport.reroll-exempt")
        return False
    if kind == CAVALRY and r.holds("vehicle-reroll-who", "those-named"):
        w.note("cavalry is not among those who roll again", "vehicles-transport.reroll")
        return False
    w.note("against a vehicle its dice are rolled again", "vehicles-transport.reroll")
    return True

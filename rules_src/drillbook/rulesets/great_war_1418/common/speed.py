"""How far a unit goes in a bound before ground, order and wounds have their say."""

from drillbook.asking import Cited, Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import BACK_PAGE, chart

HEAVY = "heavy-inf"


def speed_class(r: Reader, w: Working, unit: str) -> str:
    """The row of the list of distances that a unit reads; refused where its class is lost."""
    written = str(r.cell(chart(r, unit), unit, "speed").amount)
    key = written.lower().replace(" ", "-")
    if key != HEAVY:
        return key
    if r.holds("heavy-inf", "lost-class"):
        w.refuse(f"{written} is a class of its own, and its distance is lost.", "unit-table.short")
    return str(r.cell(BACK_PAGE, unit, "speed").amount).lower().replace(" ", "-")


def distance(r: Reader, w: Working, unit: str) -> Cited:
    """Its speed in cm, with the step."""
    key = speed_class(r, w, unit)
    found = r.cell("speeds", key, "cm")
    w.then(f"{r.name('speeds', key)}, in cm", found)
    return found

"""How far a unit goes in a bound before ground, order and wounds have their say."""

from drillbook.asking import Cited, Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import BACK_PAGE, chart

HEAVY = "heavy-inf"


def speed_class(r: Reader, w: Working, unit: str) -> str:
    """Return the row of the list of distances that a unit reads.

    Heavy Inf has no row of its own and takes its speed from the back page.
    """
    written = str(r.cell(chart(r, unit), unit, "speed").amount)
    key = written.lower().replace(" ", "-")
    if key != HEAVY:
        return key
    w.note(f"{written} is slow infantry on the back page", "unit-table.short-partial")
    return str(r.cell(BACK_PAGE, unit, "speed").amount).lower().replace(" ", "-")


def distance(r: Reader, w: Working, unit: str) -> Cited:
    """Its speed in cm, with the step."""
    key = speed_class(r, w, unit)
    found = r.cell("speeds", key, "cm")
    w.then(f"{r.name('speeds', key)}, in cm", found)
    return found

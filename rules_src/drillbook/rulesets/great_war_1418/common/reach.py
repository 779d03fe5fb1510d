"""How far a unit shoots: the figure of the chart, read in its unit."""

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Number, exact, write_mean, write_number
from drillbook.rulesets.great_war_1418.common.arms import BACK_PAGE, chart

RIFLES = "mtd-rifles"
UNITS = {"millimetres": "mm", "metres": "m", "centimetres": "cm", "yards": "yd"}


def _figure(r: Reader, unit: str, moving: bool, dismounted: bool) -> Cited:
    """Return the printed range figure that counts."""
    page = chart(r, unit)
    if r.has_cell(page, unit, "moving_range"):
        shorter = {"by-movement": moving, "by-mount": not dismounted}.get(r.read_as("mounted-rifles-range"), False)
        if shorter:
            return r.cell(page, unit, "moving_range")
    return r.cell(page, unit, "range")


def reach(r: Reader, w: Working, unit: str, *, moving: bool = False, dismounted: bool = False) -> Number | None:
    """Return the farthest shot in cm, with the steps; None if it has no limit.

    A unit that does not shoot is refused.
    """
    figure = _figure(r, unit, moving, dismounted)
    name = r.name(BACK_PAGE, unit)
    if isinstance(figure.amount, str):
        w.note(f"{name}: no limit", figure.rule)
        return None
    w.then(f"{name}: range figure, in {unit_of_figures(r)}", figure)
    w.forbid(f"{name}: no range at all, so no shooting.", figure.rule, when=not figure.number)
    match r.read_as("range-unit"):
        case "centimetres":
            pass
        case "metres":
            w.divide("metres to a centimetre of the table", r.cited("shooting.range", "metres"))
        case "yards":
            w.divide("yards to an inch of the table", r.cited("shooting.range", "yards"))
            w.times("cm to an inch", r.cited("shooting.range", "inch"))
        case _:
            w.divide("millimetres to a centimetre", r.cited("shooting.range", "millimetres"))
    return exact(w.total)


def unit_of_figures(r: Reader) -> str:
    """Return the unit of measure in which the chart's range figures are read."""
    return UNITS[str(r.read_as("range-unit"))]


def cm_words(far: Number) -> str:
    """Say a distance in cm, with one decimal where its decimals do not end."""
    told = write_number(far)
    return f"{write_mean(far) if '/' in told else told} cm"


def in_words(far: Number | None) -> str:
    """Return a range in words."""
    return "without limit" if far is None else cm_words(far)

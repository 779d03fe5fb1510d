"""Where the two printed charts of units disagree."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card, Grid
from drillbook.errors import listed
from drillbook.maths import counted
from drillbook.maths.number_words import shown, signed
from drillbook.rulesets.great_war_1418.common.arms import BACK_PAGE, FIRST_CHART, chart
from drillbook.rulesets.great_war_1418.common.inputs import units
from drillbook.rulesets.great_war_1418.common.reach import unit_of_figures

COLUMNS = {
    "speed": "Speed",
    "melee": "Melee",
    "melee_bonus": "Melee bonus",
    "shooting": "Shooting",
    "bonus": "Shooting bonus",
    "resilience": "Resilience",
    "range": "Range",
}
ALSO = {"range": ("moving_range",)}


@dataclass(frozen=True, slots=True)
class ChartDiff:
    """How often the two charts differ, and which chart counts.

    here, everywhere: the differences of this unit and of all; left_out: how many units the first chart leaves out;
    counts: the chart that counts here.
    """

    here: int
    everywhere: int
    left_out: int
    counts: str


@question("gw/chart-diff?unit=early-hmg", "gw/chart-diff?unit=line-inf", "gw/chart-diff?unit=mother-tanks")
def chart_diff(r: Reader, *, unit: Annotated[str, units("Unit", "early-hmg")]) -> Breakdown[ChartDiff]:
    """Where do the two charts of units disagree?"""
    w = Working(r)
    r.table(FIRST_CHART)
    all_units = [row.key for row in r.rows(BACK_PAGE)]
    in_both = [key for key in all_units if r.has_cell(FIRST_CHART, key, "melee")]
    differing = {
        key: [one for one in COLUMNS if _print(r, FIRST_CHART, key, one) != _print(r, BACK_PAGE, key, one)]
        for key in in_both
    }
    mine, name = differing.get(unit, []), r.name(BACK_PAGE, unit)
    for one in mine:
        first, back = _print(r, FIRST_CHART, unit, one), _print(r, BACK_PAGE, unit, one)
        w.note(
            f"{name}, {COLUMNS[one].lower()}: {first} beside the shooting rules, {back} on the back page",
            "unit-table.short",
        )
    w.note(f"{name} is not in the first chart", "unit-table.short-partial", when=unit not in in_both)
    everywhere = w.then("differences in all", sum(map(len, differing.values())), "unit-table.short")
    left_out = w.then(
        "units that the first chart leaves out", len(all_units) - len(in_both), "unit-table.short-partial"
    )
    counts = "the first chart" if chart(r, unit) == FIRST_CHART else "the back page"
    w.note(f"{counts} counts", "unit-table.full")
    pages = [FIRST_CHART, BACK_PAGE] if unit in in_both else [BACK_PAGE]
    entries = [(COLUMNS[one], " → ".join(_print(r, page, unit, one) for page in pages)) for one in COLUMNS]
    odd = [key for key in in_both if differing[key]]
    what = counted(len(mine), "difference", none="no") if unit in in_both else "only on the back page"
    return w.answer(
        ChartDiff(len(mine), everywhere, left_out, counts),
        headline=f"{name}: {what}; {counts} counts",
        exhibits=[
            Card(f"{name}: the first chart, then the back page", entries),
            Grid(
                "Where the charts differ (yes) and agree (no)", "Unit", "Column",
                [r.name(BACK_PAGE, key) for key in odd], list(COLUMNS.values()),
                [[int(one in differing[key]) for one in COLUMNS] for key in odd],
                chance=False, what="met", name="differences", by_row={"unit": odd},
                here=(odd.index(unit), 0) if unit in odd else None,
            ),
        ],
    )  # fmt: skip


def _print(r: Reader, page: str, unit: str, column: str) -> str:
    """Return what a chart prints in a column for a unit.

    A range has both its figures and the unit of measure they are read in; a dash means nothing.
    """
    columns = [one for one in (column, *ALSO.get(column, ())) if r.has_cell(page, unit, one)]
    cells = [r.cell(page, unit, one) for one in columns]
    words = any(isinstance(one.amount, str) for one in cells)
    told = [signed(one.whole) if "bonus" in column else shown(one.amount) for one in cells] or [shown(None)]
    return listed(told, "or") + (f" {unit_of_figures(r)}" if column in ALSO and not words else "")

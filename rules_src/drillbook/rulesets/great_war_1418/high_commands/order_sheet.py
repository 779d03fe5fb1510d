"""The sheet of High Commands: an order for every formation and bound, and what is wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Flag, Reader, Working, question
from drillbook.asking.exhibits import Event, Group, Paper, Timeline
from drillbook.asking.exhibits import PaperLine as Line
from drillbook.maths.number_words import counted
from drillbook.rulesets.great_war_1418.common.ground import ADVANCE, ASSAULT, HOLD, RETREAT
from drillbook.rulesets.great_war_1418.common.sheet import (
    BOMBARD,
    ENTRIES,
    KINDS,
    Entry,
    Formations,
    Sheet,
    counts_as,
    entries,
)


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """How many entries of the sheet are each order, and how many are wrong."""

    advance: int
    hold: int
    assault: int
    retreat: int
    bombard: int
    wrong: int


@question(
    "gw/order-sheet?sheet=infantry,advance,hold,hold,assault;infantry,advance,advance,hold,hold"
    ";artillery,hold,bombard,bombard,hold&squares=yes",
    "gw/order-sheet?sheet=infantry,advance,hold,hold,assault;infantry,advance,advance,hold,hold"
    ";infantry,advance,advance,advance,hold;infantry,advance,hold,hold,hold;cavalry,advance,advance,advance,assault"
    ";artillery,hold,hold,hold,hold;artillery,hold,bombard,bombard,hold&squares=yes",
    "gw/order-sheet?sheet=cavalry,bombard,unwritten,hold,hold;artillery,bombard,hold,hold,hold&squares=no",
)
def order_sheet(
    r: Reader,
    *,
    sheet: Sheet,
    squares: Annotated[bool, Flag(label="Each bombardment names its square", default=True)],
) -> Breakdown[OrderSheet]:
    """Is my sheet of High Commands in order?"""
    w = Working(r)
    w.note("every order arrives, and nobody rolls for it", "scope.commands-arrive")
    cells = entries(r, sheet, squares=squares)
    w.then("formations, each with its order written down", len(sheet), "high-commands.written")
    w.note("they are those of the source's own sheet", "high-commands.sheet", when=_printed(r) == sheet)
    wrong = [one for one in cells if one.wrong]
    for one in wrong:
        w.note(f"formation {one.formation}, bound {one.bound}: {one.wrong}", one.rule)
    counts = Counter(counts_as(r, one.order) for one in cells if not one.wrong)
    for order in (ADVANCE, HOLD, ASSAULT, RETREAT):
        w.then(f"entries of {ENTRIES[order]}", counts[order], "high-commands.orders", when=counts[order])
    w.then("bombardments", counts[BOMBARD], "high-commands.bombard", when=counts[BOMBARD])
    told = OrderSheet(counts[ADVANCE], counts[HOLD], counts[ASSAULT], counts[RETREAT], counts[BOMBARD], len(wrong))
    return w.answer(told, headline=_headline(told, cells, wrong), exhibits=[_lanes(sheet, cells)], paper=_paper(sheet))


def _printed(r: Reader) -> Formations:
    """Return the source's own sheet in the form's layout."""
    return tuple(
        (
            str(row.cells["kind"]),
            *(str(row.cells[one]).lower().split()[0] for one in row.cells if one.startswith("bound")),
        )
        for row in r.ruleset.table("sheet").rows.values()
    )


def _headline(told: OrderSheet, cells: Sequence[Entry], wrong: Sequence[Entry]) -> str:
    """Whether the sheet will do, and what is on it."""
    if wrong:
        first = wrong[0]
        return (
            f"{len(wrong)} of {counted(len(cells), 'entry', 'entries')} {'is' if len(wrong) == 1 else 'are'} wrong: "
            f"formation {first.formation} in bound {first.bound}, {first.wrong}"
        )
    counts = {"ADVANCE": told.advance, "HOLD": told.hold, "ASSAULT": told.assault, "RETREAT": told.retreat}
    said = ", ".join(f"{number} {name}" for name, number in {**counts, "BOMBARD": told.bombard}.items() if number)
    return f"In order: {said}"


def _lanes(sheet: Formations, cells: Sequence[Entry]) -> Timeline:
    """Return the sheet as lanes of a timeline, with wrong entries marked."""
    kind = {ASSAULT: "danger", HOLD: "wait", BOMBARD: "danger"}
    return Timeline(
        "Who is ordered what, bound by bound; amber is what may not stand there", "bounds", [
            Event(
                f"{one.formation} {KINDS[sheet[one.formation - 1][0]]}", one.bound - 1, one.bound, ENTRIES[one.order],
                "stop" if one.wrong else kind.get(one.order, "act"),
            )
            for one in cells
        ], name="sheet",
    )  # fmt: skip


def _paper(sheet: Formations) -> Paper:
    """Return the sheet on paper, for the table."""
    lines = [
        Line(f"{number} {KINDS[kind]}", " · ".join(ENTRIES[one] for one in orders))
        for number, (kind, *orders) in enumerate(sheet, start=1)
    ]
    return Paper("High Commands", [Group("Formations", lines, ("Grid square", "Changed to"))])

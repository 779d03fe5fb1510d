"""An order on the sheet for a later bound: whether it may still be changed."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.rulesets.great_war_1418.common.commands import ACTIONS, Case, choices, lets
from drillbook.rulesets.great_war_1418.common.sheet import ARTILLERY, BOMBARD, ENTRIES, KINDS, UNWRITTEN, counts_as

ORDERS = {one: words for one, words in ENTRIES.items() if one != UNWRITTEN}


@dataclass(frozen=True, slots=True)
class OrderChange:
    """Whether an order may be changed, and how many cells of the chart then differ."""

    allowed: bool
    changed: int


@question(
    "gw/order-change?kind=infantry&written=hold&wanted=retreat",
    "gw/order-change?kind=artillery&written=hold&wanted=bombard",
)
def order_change(
    r: Reader,
    *,
    kind: Annotated[str, Choice(KINDS, label="Formation")],
    written: Annotated[str, Choice(ORDERS, default="hold", label="The sheet says")],
    wanted: Annotated[str, Choice(ORDERS, default="retreat", label="You want")],
) -> Breakdown[OrderChange]:
    """The bound has come and things look different: may I change its order?"""
    w = Working(r)
    for order in (written, wanted):
        w.forbid("Only artillery bombards.", "high-commands.bombard", when=order == BOMBARD and kind != ARTILLERY)
    may = written == wanted or not r.holds("orders-ahead", "in-advance")
    w.note(
        "a formation gets an order in every bound" if may else "the sheet was written first, and binds",
        "high-commands.written",
    )
    same = counts_as(r, written), counts_as(r, wanted)
    w.note("its companies read another line of the chart", "high-commands.limits", when=same[0] != same[1])
    rows = [order for order in same if order != BOMBARD]
    columns = [(dug, fire) for dug in (True, False) for fire in (False, True)]
    changed = 0
    if len(rows) == len(same):
        changed = sum(choices(r, Case(same[0], *one)) != choices(r, Case(same[1], *one)) for one in columns)
    w.then("cells of the chart that offer something else", changed, "low-commands.matrix")
    told = OrderChange(may, changed)
    grids = [_grid(r, same[1], columns)] if same[1] != BOMBARD else []
    return w.answer(told, headline=_headline(told, written, wanted), exhibits=grids)  # fmt: skip


def _headline(told: OrderChange, written: str, wanted: str) -> str:
    """Whether it may, and what it changes."""
    if written == wanted:
        return f"Nothing changes: it is {ENTRIES[wanted]}"
    if not told.allowed:
        return f"No: the sheet binds, and it stays {ENTRIES[written]}"
    return f"Yes: {ENTRIES[wanted]} in place of {ENTRIES[written]}"


def _grid(r: Reader, order: str, columns: list[tuple[bool, bool]]) -> Grid:
    """Return a grid of what the new order lets the companies do."""
    cases = [Case(order, *one) for one in columns]
    return Grid(
        f"What {ENTRIES[order]} lets its companies do", "They may", "They are", [words.capitalize() for words in ACTIONS.values()],
        [case.head for case in cases],
        [[int(lets(r, case, one)) for case in cases] for one in ACTIONS], chance=False, what="met", name="offers",
    )  # fmt: skip

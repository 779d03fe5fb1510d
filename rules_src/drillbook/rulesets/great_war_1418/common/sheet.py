"""The sheet of High Commands: formations with an order for each bound, and wrong entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Choice, Reader, Rows
from drillbook.rulesets.great_war_1418.common.commands import ORDER_WORDS
from drillbook.rulesets.great_war_1418.common.ground import ADVANCE, ASSAULT, HOLD

BOMBARD, UNWRITTEN = "bombard", "unwritten"
INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
KINDS = {INFANTRY: "Infantry", CAVALRY: "Cavalry", ARTILLERY: "Artillery"}
ENTRIES = {**ORDER_WORDS, BOMBARD: "BOMBARD", UNWRITTEN: "Nothing yet"}
Formations = tuple[tuple[str, ...], ...]
Sheet = Annotated[
    Formations,
    Rows(
        {
            "kind": Choice(KINDS, label="Formation"),
            "bound1": Choice(ENTRIES, default=HOLD, label="Bound 1"),
            "bound2": Choice(ENTRIES, default=HOLD, label="Bound 2"),
            "bound3": Choice(ENTRIES, default=HOLD, label="Bound 3"),
            "bound4": Choice(ENTRIES, default=HOLD, label="Bound 4"),
        },
        low=1,
        high=8,
        default=(
            (INFANTRY, ADVANCE, HOLD, HOLD, ASSAULT),
            (INFANTRY, ADVANCE, ADVANCE, HOLD, HOLD),
            (ARTILLERY, HOLD, BOMBARD, BOMBARD, HOLD),
        ),
        noun="formation",
        label="The sheet",
        help="One line for each battalion, or whoever else gets orders.",
    ),
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of the sheet: its formation, its bound, and the order written.

    wrong: what is wrong with it, empty if nothing is.
    """

    formation: int
    bound: int
    order: str
    wrong: str
    rule: str


def entries(r: Reader, rows: Formations, *, squares: bool = True) -> Sequence[Entry]:
    """Every cell, judged; squares: whether each bombardment names its square of the grid."""
    begun = len(rows[0]) - 1
    if any(UNWRITTEN in orders for orders in rows) and r.holds("orders-ahead", "each-bound"):
        written = [number for _, *orders in rows for number, order in enumerate(orders, start=1) if order != UNWRITTEN]
        begun = max(written, default=1)
    return [
        Entry(number, bound, order, *_judged(r, kind, order, squares, due=bound <= begun))
        for number, (kind, *orders) in enumerate(rows, start=1)
        for bound, order in enumerate(orders, start=1)
    ]


def _judged(r: Reader, kind: str, order: str, squares: bool, *, due: bool) -> tuple[str, str]:
    """Return what is wrong with an order for a formation, and the rule that decides.

    due: whether the bound of the order has begun.
    """
    if order == UNWRITTEN and not due:
        return "", "high-commands.mandatory"
    if order == UNWRITTEN:
        return "every formation needs an order in every bound", "high-commands.mandatory"
    if order != BOMBARD:
        return "", "high-commands.orders"
    if kind != ARTILLERY:
        return f"only artillery bombards, and this is {KINDS[kind].lower()}", "high-commands.bombard"
    if not squares:
        return "it names no square of the grid", "high-commands.bombard-grid"
    return "", "high-commands.bombard-grid"


def counts_as(r: Reader, order: str) -> str:
    """Return the order of the chart that an entry counts as.

    A bombardment may be a way to hold.
    """
    return HOLD if order == BOMBARD and r.holds("bombard-order", "under-hold") else order

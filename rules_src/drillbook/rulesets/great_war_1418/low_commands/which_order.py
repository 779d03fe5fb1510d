"""Which of a battalion's orders let its company do what the player has in mind."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.errors import listed
from drillbook.rulesets.great_war_1418.common import commands
from drillbook.rulesets.great_war_1418.common.inputs import Dug, Lately


@dataclass(frozen=True, slots=True)
class WhichOrder:
    """The orders that let it, and how many they are."""

    orders: str
    count: int


@question(
    "gw/which-order?wants=stay&dug=no&lately=quiet",
    "gw/which-order?wants=stay&dug=no&lately=hit&digs=yes",
    "gw/which-order?wants=assault&dug=yes&lately=quiet",
)
def which_order(
    r: Reader,
    *,
    wants: Annotated[
        str, Choice({one: words.capitalize() for one, words in commands.ACTIONS.items()}, label="It shall")
    ],
    dug: Dug,
    lately: Lately,
    digs: Annotated[
        bool,
        Flag(label="And dig in", when={"wants": (commands.STAY, commands.SEEK)}, why_not="It does not stop to dig."),
    ],
) -> Breakdown[WhichOrder]:
    """Which order lets my company do it?"""
    w = Working(r)
    fire = commands.under_fire(r, lately)
    w.then("orders that a battalion may have", len(r.rows("orders")), "high-commands.orders")
    wish = commands.Wish(wants, digs=digs)
    fit = []
    for order, words in commands.ORDER_WORDS.items():
        case = commands.Case(order, dug, fire)
        checks = commands.judged(r, w, case, wish)
        w.note(
            f"{words}: no, {checks.failed[0].finding}" if checks.failed else f"{words}: yes",
            checks.failed[0].rule if checks.failed else f"low-commands.{order}",
        )
        fit += [] if checks.failed else [words]
    told = WhichOrder(listed(fit) or "none", len(fit))
    w.then("orders that let it", len(fit), "low-commands.matrix")
    doing = commands.ACTIONS[wants] + (" and dig in" if digs else "")
    here = commands.Case("", dug, fire).words
    return w.answer(
        told,
        headline=f"To {doing}, {here}, it wants {told.orders}"
        if fit
        else f"No order lets a company that is {here} {doing}",
        exhibits=[_grid(r, dug, fire)],
    )


def _grid(r: Reader, dug: bool, fire: bool) -> Grid:
    """Return a grid of what each order offers to a company in that situation."""
    rows = [words.capitalize() for words in commands.ORDER_WORDS.values()]
    return Grid(
        f"What each order lets it do, {commands.Case('', dug, fire).words}", "Order", "It may", rows,
        [words.capitalize() for words in commands.ACTIONS.values()],
        [[int(commands.lets(r, commands.Case(order, dug, fire), one)) for one in commands.ACTIONS] for order in commands.ORDER_WORDS],
        chance=False, what="met", by_column={"wants": list(commands.ACTIONS)},
    )  # fmt: skip

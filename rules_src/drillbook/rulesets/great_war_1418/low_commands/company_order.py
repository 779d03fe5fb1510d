"""Whether a company may do what it wants to under its battalion's order."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths.number_words import signed
from drillbook.rulesets.great_war_1418.common.commands import (
    ACTIONS,
    ASIDE,
    AWAY,
    CHARGE,
    HIT,
    MEANT,
    MOVE,
    ORDER_WORDS,
    QUIET,
    SEEK,
    STAY,
    TOWARDS,
    WITHDRAW,
    Case,
    Wish,
    choices,
    judged,
    lets,
    offered,
    under_fire,
)
from drillbook.rulesets.great_war_1418.common.inputs import BattalionsOrder, Dug, Lately

WANTS = {STAY: "Stay", MOVE: "Move", SEEK: "Find cover", CHARGE: "Assault", WITHDRAW: "Retreat"}
SITUATIONS = ((True, False), (True, True), (False, False), (False, True))


@dataclass(frozen=True, slots=True)
class CompanyOrder:
    """Whether a company may do what it wants, and what the chart offers.

    offered, choices: what the chart offers, and how many choices that is; under_fire: whether it counts as under fire;
    dig_penalty: what digging costs it.
    """

    allowed: bool
    offered: str
    choices: int
    under_fire: bool
    dig_penalty: int


@question(
    "gw/company-order?order=retreat&dug=no&lately=missed&wants=assault&way=towards",
    "gw/company-order?order=hold&dug=no&lately=missed&wants=find-cover&reach=no&digs=yes",
    "gw/company-order?order=advance&dug=yes&lately=watched&wants=move",
)
def company_order(
    r: Reader,
    *,
    order: BattalionsOrder,
    dug: Dug,
    lately: Lately,
    wants: Annotated[str, Choice(WANTS, label="It wants to")],
    way: Annotated[
        str,
        Choice(
            {
                MEANT: "As the word says",
                TOWARDS: "Towards the nearest enemy",
                ASIDE: "Across his front",
                AWAY: "Away from him",
            },
            label="Which way",
            when={"wants": (CHARGE, WITHDRAW)},
            why_not="Any direction will do.",
        ),
    ],
    reach: Annotated[
        bool,
        Flag(
            label="It gets there in this bound",
            when={"wants": (SEEK, CHARGE)},
            why_not="It goes nowhere in particular.",
        ),
    ],
    digs: Annotated[bool, Flag(label="And digs in", when={"wants": (STAY, SEEK)}, why_not="It does not stop to dig.")],
) -> Breakdown[CompanyOrder]:
    """What may my company do?"""
    w = Working(r)
    w.note("an order to a large body limits its parts", "scope.commands-limit")
    w.note("a High Command limits every company of the battalion", "high-commands.limits")
    w.note("it always arrives, and binds whoever gets it", "scope.commands-arrive")
    r.cite("scope.commands-limit")
    w.note("of shooting it says nothing", "high-commands.no-shooting")
    w.note("the chart asks whether it is dug in and whether it is under fire", "low-commands.situations")
    case = Case(order, dug, under_fire(r, lately))
    checks = judged(r, w, case, Wish(wants, way, reach, digs))
    checks.tell()
    penalty = _penalty(r, case) if digs and checks.passed else 0
    w.then("R while it digs", penalty, "low-commands.dig-penalty", when=penalty)
    w.then("choices that the chart leaves it", len(choices(r, case)), "low-commands.matrix")
    told = CompanyOrder(checks.passed, offered(r, case), len(choices(r, case)), case.fire, penalty)
    return w.answer(
        told,
        headline=_headline(told, case, wants, [one.finding for one in checks.failed]),
        exhibits=[_chart(r, case, wants), checks.decision("What is asked of it")],
    )


def _penalty(r: Reader, case: Case) -> int:
    """Return what digging costs the company's Resilience in this bound."""
    if r.holds("dig-time", "at-once"):
        return 0
    pays = {"every-digger": True, "one-cell": case.fire and case.order == "hold"}.get(
        r.read_as("dig-penalty"), case.fire
    )
    return r.int("low-commands.dig-penalty") if pays else 0


def _headline(told: CompanyOrder, case: Case, wants: str, failed: list[str]) -> str:
    """Return the headline: the verdict, and what the company may do."""
    may = f"on {ORDER_WORDS[case.order]}, {case.words}, it may {told.offered}"
    named = wants in [key for key, words in ACTIONS.items() if words in told.offered]
    into = "" if named else ", and so find cover"
    if told.allowed:
        return f"Yes: {may}{into}{f'; while it digs it has {signed(told.dig_penalty)} R' if told.dig_penalty else ''}"
    return f"No: {may}" if failed[0].startswith("on ") else f"No: {failed[0]}; {may}"


def _chart(r: Reader, case: Case, wants: str) -> Grid:
    """Where in the chart the action is offered."""
    cases = [[Case(order, *situation) for situation in SITUATIONS] for order in ORDER_WORDS]
    heads = [Case("", *situation).head for situation in SITUATIONS]
    rows = [words.capitalize() for words in ORDER_WORDS.values()]
    return Grid(
        f"Where the chart lets a company {ACTIONS[wants]}", "Order", "The company is", rows, heads,
        [[int(lets(r, one, wants)) for one in row] for row in cases], chance=False, what="met", name="chart",
        here=(list(ORDER_WORDS).index(case.order), SITUATIONS.index((case.dug, case.fire))),
        by_row={"order": list(ORDER_WORDS)},
        by_column={"dug": [dug for dug, _ in SITUATIONS], "lately": [HIT if fire else QUIET for _, fire in SITUATIONS]},
    )  # fmt: skip

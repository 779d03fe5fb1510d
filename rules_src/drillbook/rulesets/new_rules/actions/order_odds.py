"""Actions: the chance to carry out a plan."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from typing import Annotated

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Reader, Rows, Working, question
from drillbook.asking.exhibits import Bars, Grid, Mark
from drillbook.maths import counted, spoken
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice, usual_qualities
from drillbook.rulesets.new_rules.common.forced import Near as NearBy
from drillbook.rulesets.new_rules.common.forced import near_of
from drillbook.rulesets.new_rules.common.inputs import FORMATIONS, GUNS, LIMBERED, Damage, Near, Pick, Quality
from drillbook.rulesets.new_rules.common.orders import Standing, repeats
from drillbook.rulesets.new_rules.common.prices import Bill, cheapest, free_of, ordered, price
from drillbook.rulesets.new_rules.common.rallying import (
    RALLIES,
    RALLY,
    order_after,
    order_cost,
    order_leave,
    order_name,
)
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, INFANTRY, Unit

ANY = "any"
ARMS = {ANY: "Any that may", INFANTRY: "Infantry", CAVALRY: "Cavalry", ARTILLERY: "Artillery"}


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """The cost of a plan, its chance in one activation, and the activations it takes at least.

    may: whether a unit may be given these orders, one after the other; cost: the actions of the plan.
    enough: the chance of enough actions in one activation; turnover: the chance of a turnover.
    """

    may: bool
    cost: int
    enough: Fraction
    turnover: Fraction
    activations: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll for a unit: its coloured dice, the dice rolled, and its state.

    damage: the coloured dice it has; dice: how many dice are rolled; pick: which of its dice are taken.
    standing: the state of the unit, None if it is unknown; near: who is near the unit.
    """

    damage: int
    dice: int
    pick: str
    standing: Standing | None
    near: NearBy


@question(
    "nr/order-odds?quality=4&damage=0&dice=3&pick=white&arm=any&orders=limber;fire&near=none",
    "nr/order-odds?quality=4&damage=1&dice=3&pick=white&arm=any&orders=seize&near=none",
    "nr/order-odds?quality=3&damage=0&dice=2&pick=white&arm=infantry&formation=column&engaged=no&orders=move;pivot&near=none",
    "nr/order-odds?quality=3&damage=2&dice=3&pick=white&arm=infantry&formation=line&engaged=no&orders=fire;fire&near=charge,fire",
)
def order_odds(
    r: Reader,
    *,
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    arm: Annotated[str, Choice(ARMS, label="The unit is")],
    formation: Annotated[
        str, Choice(FORMATIONS, default="line", label="Its formation", when={"arm": (INFANTRY,)}, why_not="Only infantry has formations.")
    ],
    guns: Annotated[
        str,
        Choice(GUNS, default=LIMBERED, label="Its guns", when={"arm": (ARTILLERY,)}, why_not="Only artillery has guns to limber."),
    ],
    engaged: Annotated[bool, Flag(label="It is locked in melee", unless={"arm": (ANY,)}, why_not="No unit is named.")],
    orders: Annotated[
        tuple[tuple[str], ...],
        Rows(
            {"order": Choice({RALLY: RALLIES}, table="orders", default="move", label="Order")},
            low=1, high=4, default=(("limber",), ("fire",)), noun="order", label="Orders",
            help="There is no rally, as we read it.",
        ),
    ],
    near: Near,
    wavering: Annotated[
        bool, Flag(label="It wavers", when={"damage": ("3",)}, why_not="A wavering unit only then cannot rally.")
    ],
) -> Breakdown[OrderOdds]:  # fmt: skip
    """Will my plan come off?"""
    w = Working(r)
    check_dice(r, w, dice)
    plan = [order for (order,) in orders]
    standing = None
    if arm != ANY:
        standing = Standing(
            Unit(ARMS[arm], arm, formation if arm == INFANTRY else None, damage, limbered=guns == LIMBERED), engaged,
            wavers=wavering,
        )  # fmt: skip
    checks = Checks(w)
    _check_orders(r, checks, plan, [standing] if standing else _anybody(damage, wavers=wavering))
    checks.tell()
    for place, order in enumerate(plan):
        (w.add if place else w.start)(order_name(r, order), order_cost(r, order))
    listed = w.whole
    bills = _bills(r, plan, standing) if standing and checks.passed else []
    free, lost = sum(free_of(r, bill) for bill in bills), sum(bill.cost for bill in bills) - listed if bills else 0
    w.add("in line, an action less to move with", lost, "infantry.line-movement", when=lost)
    w.subtract("free for a column", free, "infantry.column-turn", when=free)
    cost, activations = w.whole, len(bills) or _activations(r, plan)
    most = cost > r.int("activation.max-actions")
    told = "more than any activation gives" if most else "each comes once in an activation"
    w.note(told, "activation.max-actions", when=activations > 1)
    w.note("a single die never pays for an order of several actions", "actions.two-action-chance", when=cost > 1)
    roll = Roll(damage, dice, pick, standing, near_of(near))
    found = _activation(r, quality, roll)
    outcomes = found.activate(damage, dice, pick)
    actions = outcomes.map(lambda one: one.actions)
    w.note("what a blunder forces it to do takes actions from the plan", "events.blunder-table", when=damage and dice)
    enough = w.then(
        "chance of so many actions",
        actions.chance(lambda one: checks.passed and activations == 1 and one >= cost),
        "activation.p-at-least",
    )
    turnover = w.then(
        "chance of a turnover", outcomes.chance(lambda one: one.strikes >= found.limit), "activation.turnover"
    )
    value = OrderOdds(checks.passed, cost, Fraction(enough), Fraction(turnover), activations)
    return w.answer(
        value,
        headline=_headline(value) if checks.passed else f"No: {checks.failed[0].finding}",
        chance=value.enough,
        distribution=actions,
        exhibits=[
            Bars("Actions for the plan", "Actions", {"": actions}, mark=Mark(cost, "the plan") if value.enough else None),
            checks.decision("May it be ordered so?"),
            _map(r, value, quality, roll),
        ],
    )  # fmt: skip


def _activation(r: Reader, quality: int, roll: Roll) -> Activation:
    """Return the activation of a unit of that Quality in the state and surroundings of the roll."""
    return Activation(r, quality, roll.standing, roll.near)


def _anybody(coloured: int, *, wavers: bool) -> list[Standing]:
    """Every state of every arm on which orders hang, with so many coloured dice."""
    units = [
        *(Unit(ARMS[INFANTRY], INFANTRY, formation, coloured) for formation in FORMATIONS),
        Unit(ARMS[CAVALRY], CAVALRY, coloured=coloured),
        *(Unit(ARMS[ARTILLERY], ARTILLERY, coloured=coloured, limbered=limbered) for limbered in (True, False)),
    ]
    return [Standing(unit, engaged, wavers=wavers) for unit, engaged in product(units, (False, True))]


def _check_orders(r: Reader, checks: Checks, plan: Sequence[str], ways: Sequence[Standing]) -> None:
    """Check whether the unit may be given the orders one after the other.

    ways: the states the unit may be in before the orders. The check stops at the first order that no state allows.
    """
    for number, order in enumerate(plan, start=1):
        found = [(order_leave(r, order, way), way) for way in ways]
        given = [way for leave, way in found if leave.given]
        leave = next((leave for leave, _ in found if leave.given), found[0][0])
        name = order_name(r, order)
        whys = {one.why for one, _ in found}
        told = "it may" if given else leave.why if len(whys) == 1 else "no unit may be given that then"
        checks.ask(f"Order {number}, {name}?", bool(given), f"{name}: {told}", leave.rule)
        if not given:
            return
        ways = list(dict.fromkeys(chain.from_iterable(order_after(r, order, way) for way in given)))


def _bills(r: Reader, orders: list[str], standing: Standing) -> list[Bill]:
    """Return the bill of each activation that a unit takes for orders that it may be given.

    No order begins in one activation and ends in the next.
    """
    most, done = r.int("activation.max-actions"), list[Bill]()
    ways, given = [Bill(standing)], list[str]()
    for order in orders:
        after_it = ordered(r, ways, order)
        if price(r, cheapest(r, after_it)) > most or (order in given and not repeats(r, order)):
            done.append(cheapest(r, ways))
            after_it, given = ordered(r, [Bill(way.standing) for way in ways], order), []
        ways, given = after_it, [*given, order]
    return [*done, cheapest(r, ways)]


def _activations(r: Reader, orders: list[str]) -> int:
    """Return how many activations the orders take at least, at the listed prices.

    Use it for a unit of which nothing is known.
    """
    most, many, given = r.int("activation.max-actions"), 1, list[str]()
    for order in orders:
        spent = sum(order_cost(r, one).whole for one in [*given, order])
        if spent > most or (order in given and not repeats(r, order)):
            many, given = many + 1, []
        given.append(order)
    return many


def _map(r: Reader, plan: OrderOdds, quality: int, roll: Roll) -> Grid:
    """Return a grid of the chance of the plan for every Quality and every number of dice."""
    many = range(1, r.int("activation.max-dice") + 1)
    qualities = sorted({*usual_qualities(r), quality})
    cells = [
        [
            _activation(r, one, roll)
            .activate(roll.damage, rolled, roll.pick)
            .chance(lambda got: plan.may and plan.activations == 1 and got.actions >= plan.cost)
            for rolled in many
        ]
        for one in qualities
    ]
    here = (qualities.index(quality), many.index(roll.dice)) if roll.dice in many else None
    return Grid(
        "Chance of actions enough", "Quality", "Dice", [f"{one}+" for one in qualities], [str(rolled) for rolled in many],
        cells, here=here, by_row={"quality": qualities}, by_column={"dice": list(many)}, name="map",
    )  # fmt: skip


def _headline(value: OrderOdds) -> str:
    """Return the headline: what the plan costs and how likely it succeeds."""
    if value.activations > 1:
        return f"The plan costs {counted(value.cost, 'action')} and takes {value.activations} activations at least"
    return f"The plan costs {counted(value.cost, 'action')}: {spoken(value.enough)}; turnover: {spoken(value.turnover)}"

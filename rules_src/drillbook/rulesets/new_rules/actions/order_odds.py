"""Actions: the chance to carry out a plan."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Bars, Grid, Mark
from drillbook.maths import counted, spoken
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice, usual_qualities
from drillbook.rulesets.new_rules.common.inputs import Damage, Pick, Quality
from drillbook.rulesets.new_rules.common.orders import cost_of, repeats


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """What the plan costs, the chance of actions enough in one activation, and of a turnover; the activations it takes at least."""

    cost: int
    enough: Fraction
    turnover: Fraction
    activations: int


@question(
    "nr/order-odds?quality=4&damage=0&dice=3&pick=white&orders=limber;fire",
    "nr/order-odds?quality=4&damage=1&dice=3&pick=white&orders=seize",
    "nr/order-odds?quality=3&damage=0&dice=2&pick=white&orders=move;pivot",
    "nr/order-odds?quality=3&damage=0&dice=3&pick=white&orders=double-time;aimed",
)
def order_odds(
    r: Reader,
    *,
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    orders: Annotated[
        tuple[tuple[str], ...],
        Rows(
            {"order": Choice(table="orders", default="move", label="Order")},
            low=1, high=4, default=(("limber",), ("fire",)), noun="order", label="Orders",
        ),
    ],
) -> Breakdown[OrderOdds]:  # fmt: skip
    """Will my plan come off?"""
    w = Working(r)
    check_dice(r, w, dice)
    for place, (order,) in enumerate(orders):
        (w.add if place else w.start)(r.name("orders", order), cost_of(r, order))
    cost = w.whole
    outcomes = Activation(r, quality).activate(damage, dice, pick)
    actions = outcomes.map(lambda one: one.actions)
    activations = _activations(r, [order for (order,) in orders])
    told = (
        "more than any activation gives"
        if cost > r.int("activation.max-actions")
        else "each comes once in an activation"
    )
    w.note(told, "activation.max-actions", when=activations > 1)
    w.note("a single die never pays for an order of several actions", "actions.two-action-chance", when=cost > 1)
    enough = w.then(
        "chance of so many actions",
        actions.chance(lambda one: activations == 1 and one >= cost),
        "activation.p-at-least",
    )
    turnover = w.then(
        "chance of a turnover",
        outcomes.chance(lambda one: one.strikes >= Activation(r, quality).limit),
        "activation.turnover",
    )
    value = OrderOdds(cost, Fraction(enough), Fraction(turnover), activations)
    return w.answer(
        value,
        headline=_headline(value),
        chance=value.enough,
        distribution=actions,
        exhibits=[
            Bars("Actions from the roll", "Actions", {"": actions}, mark=Mark(cost, "the plan") if value.enough else None),
            _map(r, value, quality, damage, dice, pick),
        ],
    )  # fmt: skip


def _activations(r: Reader, orders: list[str]) -> int:
    """How many activations the orders take at least, given one after the other: none is begun in one and ended in the next."""
    most, many, given = r.int("activation.max-actions"), 1, list[str]()
    for order in orders:
        spent = sum(cost_of(r, one).whole for one in [*given, order])
        if spent > most or (order in given and not repeats(r, order)):
            many, given = many + 1, []
        given.append(order)
    return many


def _map(r: Reader, plan: OrderOdds, quality: int, damage: int, dice: int, pick: str) -> Grid:
    """The chance of the plan for every Quality and every number of dice."""
    many = range(1, r.int("activation.max-dice") + 1)
    qualities = sorted({*usual_qualities(r), quality})
    cells = [
        [
            Activation(r, one)
            .activate(damage, rolled, pick)
            .chance(lambda got: plan.activations == 1 and got.actions >= plan.cost)
            for rolled in many
        ]
        for one in qualities
    ]
    here = (qualities.index(quality), many.index(dice)) if dice in many else None
    return Grid(
        "Chance of actions enough", "Quality", "Dice", [f"{one}+" for one in qualities], [str(rolled) for rolled in many],
        cells, here=here, by_row={"quality": qualities}, by_column={"dice": list(many)}, name="map",
    )  # fmt: skip


def _headline(value: OrderOdds) -> str:
    """What the plan costs and whether it comes off."""
    if value.activations > 1:
        return f"The plan costs {counted(value.cost, 'action')} and takes {value.activations} activations at least"
    return f"The plan costs {counted(value.cost, 'action')}: {spoken(value.enough)}; turnover: {spoken(value.turnover)}"

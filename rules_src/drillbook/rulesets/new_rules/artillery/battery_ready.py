"""Artillery: how many turns until a battery fires."""

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Track
from drillbook.maths import Chain, Distribution, Thrower, averaged, counted, spoken
from drillbook.rulesets.new_rules.artillery._readying import Orders, Readying
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.inputs import GUNS, LIMBERED, Damage, Pick, Quality
from drillbook.rulesets.new_rules.common.orders import (
    AIMED,
    CANISTER,
    FIRE,
    LIMBER,
    PIVOT,
    Standing,
    cost_of,
    loading_fires,
)
from drillbook.rulesets.new_rules.common.rolled import actions_thrown
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, Unit

LATER = "later"


@dataclass(frozen=True, slots=True)
class BatteryReady:
    """The turns to expect until the guns have fired, and what the orders cost together.

    turns: None if they never fire; at_once: the chance that they fire in the first turn;
    actions: the cost of all orders; activations: the fewest turns that the orders take.
    """

    turns: Fraction | None
    at_once: Fraction
    actions: int
    activations: int


@question(
    "nr/battery-ready?quality=4&damage=0&dice=3&pick=white&guns=limbered&pivots=0&canister=no&aimed=no&turns=6",
    "nr/battery-ready?quality=3&damage=1&dice=3&pick=white&guns=limbered&pivots=1&canister=yes&aimed=no&turns=6",
    "nr/battery-ready?quality=4&damage=0&dice=2&pick=white&guns=unlimbered&pivots=0&canister=no&aimed=yes&turns=6",
)
def battery_ready(
    r: Reader,
    *,
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    guns: Annotated[str, Choice(GUNS, default=LIMBERED, label="Its guns")],
    pivots: Annotated[int, Count(0, 4, label="Steps to pivot", help="Steps of the pivot until the target is in the arc of fire.")],
    canister: Annotated[bool, Flag(label="Canister is to be loaded")],
    aimed: Annotated[bool, Flag(label="Aimed Shot")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns looked at")],
) -> Breakdown[BatteryReady]:  # fmt: skip
    """When will these guns fire?"""
    w = Working(r)
    check_dice(r, w, dice)
    orders = orders_of(r, guns, pivots, canister=canister, aimed=aimed)
    for place, order in enumerate(orders):
        (w.add if place else w.start)(r.name("orders", order), cost_of(r, order))
    cost = w.whole
    w.note("unlimbered guns stay where they are", "artillery.unlimbered-static")
    w.note("no action is saved, so an order is paid for within a turn", "actions.budget", when=len(orders) > 1)
    w.note("what a blunder does beyond the dice is left out here", "events.blunder-table", when=damage)
    rolls = {
        limbered: found.activate(damage, dice, pick).map(lambda one: one.actions)
        for limbered, found in activations(r, quality, damage).items()
    }
    ready = Readying(r, orders)
    told = "each roll goes to the dearest order it pays for, which brings the shot soonest on average"
    choice = len(ready.next(orders)) > 1
    w.note(told, "actions.budget", when=choice)
    chain = Chain[Orders](
        orders, lambda left: rolls[limbers(left)].map(lambda actions: ready.used(left, actions)), absorbing=[()]
    )
    flow = chain.flow(turns)
    expected = chain.expected_turns()
    at_once = w.then("chance that they fire in the first turn", flow[1][()], "activation.p-at-least")
    if expected is not None:
        w.then("turns to expect", expected, "activation.one-unit-at-a-time")
    value = BatteryReady(expected, Fraction(at_once), cost, ready.fewest(orders, r.int("activation.max-actions")))
    when = _when(flow)
    return w.answer(
        value,
        headline=_headline(value),
        chance=value.at_once,
        distribution=when,
        exhibits=[
            _track(r, orders, flow, choice=choice),
            Bars("The turn in which the guns fire", "Turn", {"": when}, name="when"),
            Curves(
                "Chance that the guns have fired, turn by turn", "Turn", "Chance",
                {"Fired": [(turn, now[()]) for turn, now in enumerate(flow)]}, name="fired",
            ),
        ],
    )  # fmt: skip


def activations(r: Reader, quality: int, damage: int) -> dict[bool, Activation]:
    """Return the activation of a battery, by whether its guns are limbered.

    What a blunder forces the battery to do depends on whether its guns are limbered.
    """
    return {
        limbered: Activation(r, quality, Standing(Unit("battery", ARTILLERY, coloured=damage, limbered=limbered)))
        for limbered in (False, True)
    }


def limbers(left: Orders) -> bool:
    """Return whether the guns are limbered while these orders are still to come.

    The guns end ready to fire.
    """
    return bool(left.count(LIMBER) & 1)


def orders_of(r: Reader, guns: str, pivots: int, *, canister: bool, aimed: bool) -> Orders:
    """Return the orders that the battery needs, the shot last.

    If loading canister includes the shot, the shot is no order of its own.
    """
    r.cite("artillery.limber-for")
    shot = [AIMED if aimed else FIRE]
    if canister and not aimed and loading_fires(r):
        shot = []
    turns, limbered = [PIVOT] * pivots, guns == LIMBERED
    if pivots and r.holds("pivot-static", "turning-is-movement"):
        ready = [*([] if limbered else [LIMBER]), *turns, LIMBER]
    else:
        ready = [*([LIMBER] if limbered else []), *turns]
    return (*ready, *([CANISTER] if canister else []), *shot)


def _when(flow: tuple[Distribution[Orders], ...]) -> Distribution[Any]:
    """Return the chances of the turn in which the guns fire.

    The result holds a word for the case that they fire in none of the turns looked at.
    """
    fired = [now[()] for now in flow]
    chances: dict[Any, Fraction] = {
        turn: after - before for turn, (before, after) in enumerate(itertools.pairwise(fired), start=1)
    }
    return Distribution({turn: chance for turn, chance in {**chances, LATER: 1 - fired[-1]}.items() if chance})


def _track(r: Reader, orders: Orders, flow: tuple[Distribution[Orders], ...], *, choice: bool) -> Track:
    """Return the track of how many orders are carried out, turn by turn.

    If only one sequence is possible, each stage is named after the last order carried out.
    """
    many = len(orders)
    names = ["Nothing yet", *(f"{done} of {many} orders" for done in range(1, many)), r.name("orders", orders[-1])]
    if not choice:
        names[1:] = [r.name("orders", order) for order in orders]
    return Track(
        "What has been carried out, turn by turn", list(range(len(names))),
        [now.map(lambda left: many - len(left)) for now in flow], labels=dict(enumerate(names)), absorbing=(many,),
    )  # fmt: skip


def _headline(value: BatteryReady) -> str:
    """When they fire."""
    first = f"in the first turn: {spoken(value.at_once)}"
    if value.turns is None:
        return "So they never fire"
    if value.activations > 1:
        first = f"in turn {value.activations} at the earliest"
    return f"They fire after {averaged(value.turns, 'turn')} on average, {first}; {counted(value.actions, 'action')} in all"


@simulation
def throw_battery_ready(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int | str]:
    """Throw `count` batteries and return the turn in which each fires.

    The word for "later" replaces the turn if a battery does not fire within the turns looked at.
    """
    i = inputs
    orders = orders_of(r, i["guns"], i["pivots"], canister=i["canister"], aimed=i["aimed"])
    found = activations(r, i["quality"], i["damage"])
    ready = Readying(r, orders)
    ends: list[int | str] = []
    for _ in range(count):
        left, turn = orders, 0
        while left and turn < i["turns"]:
            thrown = actions_thrown(found[limbers(left)], dice, i["damage"], i["dice"], i["pick"])
            left, turn = ready.used(left, thrown), turn + 1
        ends.append(LATER if left else turn)
    return ends

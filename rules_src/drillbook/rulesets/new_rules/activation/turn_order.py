"""Activation: the exact best order of units and the best number of dice for each."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Card, Curves
from drillbook.maths import counted, spoken, write_mean
from drillbook.rulesets.new_rules.activation._turn import Go, Turn, letters, once_only, worth_of
from drillbook.rulesets.new_rules.common.inputs import Pick, TwoActions


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """The best order with its dice, and its worth next to two other orders.

    worth: what the turn is worth in the best order; as_given: in the order given; turned: in the best order reversed.
    last: the chance that the best order reaches its last unit.
    """

    order: str
    dice: str
    worth: Fraction
    as_given: Fraction
    turned: Fraction
    last: Fraction


@question(
    "nr/turn-order?units=5,0;3,0;4,1;4,0&pick=white&costly=2",
    "nr/turn-order?units=4,0;4,0;4,0&pick=white&costly=5",
)
def turn_order(
    r: Reader,
    *,
    units: Annotated[
        tuple[tuple[int, int], ...],
        Rows(
            {"quality": Count(1, 7, default=4, label="Quality"), "damage": Count(0, 3, label="Coloured dice")},
            low=1,
            high=6,
            default=((5, 0), (3, 0), (4, 1), (4, 0)),
            noun="unit",
            label="Units",
        ),
    ],
    pick: Pick,
    costly: TwoActions,
) -> Breakdown[TurnOrder]:
    """In which order, and with how many dice?"""
    w = Working(r)
    once_only(r, w)
    model, worth = Turn(r, pick), worth_of(costly)
    total, plan = model.best(units, worth)
    order = [place for place, _ in plan]
    reached = model.once_through([Go(*units[place], dice) for place, dice in plan]).reached
    for (place, dice), chance in zip(plan, reached, strict=True):
        w.then(f"unit {letters(place)}: dice to roll", dice, "activation.choose-dice")
        w.at_most("no more than", "activation.max-dice", when=dice == model.most)
        w.then(f"unit {letters(place)}: chance that the turn reaches it", chance, "activation.turn-process")
    w.then("what the best turn is worth", total, "activation.turnover-stops-others")
    given = in_order(model, units, list(range(len(units))), costly)
    turned = in_order(model, units, order[::-1], costly)
    w.then("in the order given, with the best dice for it", given, "activation.turn-process")
    value = TurnOrder(
        "".join(letters(place) for place in order), "-".join(str(dice) for _, dice in plan), total, given, turned,
        reached[-1],
    )  # fmt: skip
    return w.answer(
        value,
        headline=_headline(value, costly, len(units)),
        chance=value.last,
        exhibits=[
            Card("The plan, as long as nothing has failed", [
                (f"Unit {letters(place)}, Quality {units[place][0]}", f"{counted(dice, 'die')}, reached {spoken(chance)}")
                for (place, dice), chance in zip(plan, reached, strict=True)
            ]),
            Curves(
                "What the turn is worth, the more of the units have had their go", "Units left", "Worth",
                {
                    "Best order": _left(model, units, order, costly),
                    "That order turned round": _left(model, units, order[::-1], costly),
                },
                chance=False, name="left",
            ),
        ],
    )  # fmt: skip


def in_order(model: Turn, units: tuple[tuple[int, int], ...], order: list[int], costly: int) -> Fraction:
    """Return the worth of a turn in that order, with the best number of dice for each unit."""
    worth = worth_of(costly)
    later = [Fraction(0)] * model.limit
    for place in reversed(order):
        later = [
            max(
                model.gain(Go(*units[place], dice), worth, strikes, lambda at, later=later: later[at])  # type: ignore[misc]
                for dice in range(model.fewest, model.most + 1)
            )
            for strikes in range(model.limit)
        ]
    return later[0]


def _left(model: Turn, units: tuple[tuple[int, int], ...], order: list[int], costly: int) -> list[tuple[int, Fraction]]:
    """Return what the last units of an order are worth, by how many are left."""
    return [(many, in_order(model, units, order[len(order) - many :], costly)) for many in range(len(order) + 1)]


def _headline(value: TurnOrder, costly: int, many: int) -> str:
    """Return the headline: the plan and what it gains over the order as listed."""
    worth = f"worth {write_mean(value.worth)}"
    gain = value.worth - value.as_given
    better = f", {write_mean(gain)} more than as listed" if gain else ""
    if many == 1:
        return f"Roll {counted(int(value.dice), 'die')}: {worth}"
    return f"{value.order} with {value.dice} dice: {worth}{better}; the last is reached: {spoken(value.last)}"

"""Activation: a whole turn, unit after unit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Event, Timeline
from drillbook.maths import Distribution, Thrower, averaged, np, percent, spoken
from drillbook.rulesets.new_rules.activation._turn import Go, Turn, letters
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.inputs import Pick
from drillbook.rulesets.new_rules.common.rolled import throw_activations


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """The actions to expect in a turn, the chance of a turnover and that to reach the last unit.

    actions: None if the turn need never end.
    weak: the unit with which the turn is likeliest to end; None if it can end with none.
    """

    actions: Fraction | None
    turnover: Fraction
    last: Fraction
    weak: str | None


@question(
    "nr/turn?units=3,0,3;4,0,3;4,1,2;5,2,2&pick=white",
    "nr/turn?units=4,0,2;4,0,2;4,0,2&pick=white",
    "nr/turn?units=4,0,3&pick=white",
)
def turn(
    r: Reader,
    *,
    units: Annotated[
        tuple[tuple[int, int, int], ...],
        Rows(
            {
                "quality": Count(1, 7, default=4, label="Quality"),
                "damage": Count(0, 3, label="Coloured dice"),
                "dice": Count(0, 3, default=3, label="Dice rolled"),
            },
            low=1,
            high=10,
            default=((3, 0, 3), (4, 0, 3), (4, 1, 2), (5, 2, 2)),
            noun="unit",
            label="Units in their order",
        ),
    ],
    pick: Pick,
) -> Breakdown[WholeTurn]:
    """Where will my turn break down?"""
    w = Working(r)
    goes = [Go(*row) for row in units]
    for go in goes:
        check_dice(r, w, go.dice)
    model = Turn(r, pick)
    one = model.once_through(goes)
    w.note("unit after unit, each with its own roll", "activation.one-unit-at-a-time")
    for place, (reached, lost) in enumerate(zip(one.reached, one.lost, strict=True)):
        w.then(f"unit {letters(place)}: chance that the turn reaches it", reached, "activation.turn-process")
        w.then(
            f"unit {letters(place)}: chance that the turn ends with it",
            lost,
            "activation.turnover-stops-others",
            when=lost,
        )
    again = r.holds("once-per-turn", "again-and-again")
    actions = model.again_and_again(goes) if again else sum(one.actions, Fraction(0))
    turnover = (Fraction(actions is not None)) if again else sum(one.lost, Fraction(0))
    w.then(
        "actions to expect in the turn",
        actions or Fraction(0),
        "activation.turnover-keeps-success",
        when=actions is not None,
    )
    w.then("chance that a turnover ends it", turnover, "activation.turn-ends-turnover")
    w.note("else it ends when all have been activated", "activation.turn-ends-all", when=turnover < 1)
    worst = max(range(len(goes)), key=lambda place: one.lost[place])
    weak = letters(worst) if one.lost[worst] else None
    value = WholeTurn(actions, turnover, one.reached[-1], weak)
    through = Distribution({place + 1: lost for place, lost in enumerate(one.lost[:-1])} | {len(goes): one.reached[-1]})
    return w.answer(
        value,
        headline=_headline(value, len(goes)),
        chance=one.reached[-1],
        distribution=through,
        exhibits=[
            Timeline(
                "How likely the turn still goes on when a unit's go comes", "chance", [
                    Event(f"Unit {letters(place)}, {go.quality}+", 0, reached, percent(reached), "act" if reached == 1 else "danger")
                    for place, (go, reached) in enumerate(zip(goes, one.reached, strict=True))
                ], chance=True,
            ),
            Bars("How many units are activated", "Units activated", {"": through}, name="activated"),
        ],
    )  # fmt: skip


def _headline(value: WholeTurn, many: int) -> str:
    """How far it goes and what it brings."""
    if value.actions is None:
        return "Activated again and again, these units need never stop: the turn has no end"
    parts = [f"{averaged(value.actions, 'action')} on average"]
    if many > 1:
        parts.insert(0, f"The last unit is reached: {spoken(value.last)}")
    if value.weak and many > 1:
        parts.append(f"unit {value.weak} is the likeliest to lose the turn")
    return "; ".join(parts)


@simulation
def throw_turn(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """How many units are activated in so many turns; once through the list."""
    going = np.ones(count, dtype=bool)
    strikes, activated = np.zeros(count, dtype=int), np.zeros(count, dtype=int)
    for row in inputs["units"]:
        go = Go(*row)
        found = Activation(r, go.quality)
        activated += going
        _, more = throw_activations(found, dice, count, go.damage, go.dice, inputs["pick"])
        strikes += more * going
        going &= strikes < found.limit
    return activated

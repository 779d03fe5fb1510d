"""Melee: getting out of it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Number, counted, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.fighting import ASPECTS, FRONT, stays
from drillbook.rulesets.new_rules.common.inputs import Pick, coloured_of, formation_of, quality_of, unit_of
from drillbook.rulesets.new_rules.common.orders import cost_of
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, figure, mustered

NOBODY = "none"
PLACES = {**ASPECTS, NOBODY: "Nowhere"}
#: When a round is fought, by the readings of the ruling.
FOUGHT = {
    "after-actions": "after its actions",
    "turn-begins": "before them, as the turn begins",
    "turn-ends": "as the turn ends",
}


@dataclass(frozen=True, slots=True)
class BreakOff:
    """The chance of actions enough, the chance to be away before the next round is fought, how far it goes, and the actions."""

    enough: Fraction
    before: Fraction
    distance: Number
    cost: int
    fought: str
    turns: bool


@question(
    "nr/break-off?unit=line-infantry&quality=listed&formation=line&coloured=0&dice=3&pick=white&enemy=front",
    "nr/break-off?unit=heavy-cavalry&quality=listed&coloured=1&dice=2&pick=white&enemy=front",
)
def break_off(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    quality: Annotated[str, quality_of("Its Quality")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    enemy: Annotated[
        str, Choice(PLACES, label="It fights an enemy", help="Where its enemy stands, if it is in melee at all.")
    ],
) -> Breakdown[BreakOff]:
    """Can it get away?"""
    w, found = Working(r), mustered(r, unit, formation, coloured)
    w.forbid("There is no melee to withdraw from.", "actions.recoil-effect", when=enemy == NOBODY)
    w.forbid("Artillery in melee does not recoil.", "artillery.no-recoil", when=found.arm == ARTILLERY)
    w.forbid("A square stays where it is.", "infantry.square-movement", when=stays(r, found))
    check_dice(r, w, dice)
    needs = figure(r, unit, "quality", quality)
    w.then("Quality", needs)
    cost = w.then("actions to recoil", cost_of(r, "recoil"))
    outcomes = Activation(r, needs.whole).activate(coloured, dice, pick)
    enough = w.then(
        "chance of so many actions", outcomes.chance(lambda one: one.actions >= cost), "activation.p-at-least"
    )
    fought = FOUGHT[r.read_as("melee-timing")]
    late = fought == FOUGHT["turn-begins"]
    w.note(f"its next round is fought {fought}", "melee.after-turnover")
    turns = enemy != FRONT
    w.note(
        "and it turns to the enemy it has left" if turns else "and it still faces its enemy", "actions.recoil-facing"
    )
    distance = _distance(r, w, found.arm)
    value = BreakOff(Fraction(enough), Fraction(0) if late else Fraction(enough), distance, cost, fought, turns)
    actions = outcomes.map(lambda one: one.actions)
    return w.answer(
        value,
        headline=(
            f"It recoils {write_number(distance)} S for {counted(cost, 'action')}: {spoken(value.enough)}; "
            f"the next round is fought {fought}"
        ),
        chance=value.enough,
        distribution=actions,
        exhibits=[
            Bars("Actions from the roll", "Actions", {"": actions}, mark=Mark(cost, "enough") if value.enough else None)
        ],
    )


def _distance(r: Reader, w: Working, arm: str) -> Number:
    """How far a unit of that arm recoils of its own will, in S."""
    if arm == CAVALRY:
        w.then("cavalry recoils, in M", "actions.recoil-cavalry")
        return w.times("M in S", "setup.medium")  # type: ignore[no-any-return]
    return w.then("infantry recoils, in S", "actions.recoil-infantry")  # type: ignore[no-any-return]

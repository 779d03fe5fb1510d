"""Melee: getting out of it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Cited, Count, Flag, Reader, Working, question
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Distribution, Number, counted, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.fighting import ASPECTS, FRONT
from drillbook.rulesets.new_rules.common.giving_way import withdraws
from drillbook.rulesets.new_rules.common.inputs import Pick, coloured_of, formation_of, quality_of, unit_of
from drillbook.rulesets.new_rules.common.orders import FORMATION, RECOIL, Standing, cost_of, leave_for
from drillbook.rulesets.new_rules.common.unit import figure, must_reform, mustered

NOBODY = "none"
PLACES = {**ASPECTS, NOBODY: "Nowhere"}
#: When a round is fought, by the readings of the ruling; and when, of a unit that is not activated.
FOUGHT = {
    "after-actions": ("after its actions", "as the turn ends"),
    "turn-begins": ("before its actions, as the turn begins", "as the turn begins"),
    "turn-ends": ("as the turn ends", "as the turn ends"),
}
NOT_ACTIVATED = "It is not activated."


@dataclass(frozen=True, slots=True)
class BreakOff:
    """The chance that a unit breaks off a melee.

    enough: the chance of enough actions; before: the chance to be away before the next round is fought;
    distance: how far it goes, in S; cost: the actions it takes; fought: when the next round is fought;
    turns: whether it turns to face the enemy that it leaves.
    """

    enough: Fraction
    before: Fraction
    distance: Number
    cost: int
    fought: str
    turns: bool


@question(
    "nr/break-off?unit=line-infantry&quality=listed&formation=line&coloured=0&activated=yes&dice=3&pick=white&enemy=front",
    "nr/break-off?unit=heavy-cavalry&quality=listed&coloured=1&activated=yes&dice=2&pick=white&enemy=front",
    "nr/break-off?unit=recruits&quality=listed&formation=column&coloured=1&activated=no&enemy=flank",
    "nr/break-off?unit=grenadiers&quality=listed&formation=line&broken=yes&coloured=1&activated=yes&dice=3&pick=white&enemy=front",
)
def break_off(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    quality: Annotated[str, quality_of("Its Quality")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    broken: Annotated[bool, Flag(label="Its line is broken")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    activated: Annotated[
        bool,
        Flag(default=True, label="It is activated", help="Not after a turnover of its side, and not while it is petrified."),
    ],
    dice: Annotated[
        int, Count(0, 3, default=3, label="Dice rolled", when={"activated": ("yes",)}, why_not=NOT_ACTIVATED)
    ],
    pick: Pick,
    enemy: Annotated[
        str, Choice(PLACES, label="It fights an enemy", help="Where its enemy stands, if it is in melee at all.")
    ],
) -> Breakdown[BreakOff]:  # fmt: skip
    """Can it get away?"""
    w, found = Working(r), mustered(r, unit, formation, coloured, broken=broken)
    w.forbid("There is no melee to withdraw from.", "actions.recoil-effect", when=enemy == NOBODY)
    standing = Standing(found, engaged=True)
    reforms = activated and must_reform(r, found)
    busy = reforms and not r.holds("broken-line", "rest-is-free")
    leave = leave_for(r, RECOIL, replace(standing, unit=replace(found, broken=False)))
    w.forbid(f"{leave.why.capitalize()}.", leave.rule, when=not leave.given)
    late, early = FOUGHT[r.read_as("melee-timing")]
    if busy:
        w.note("its activation goes into its ranks, so it has no action for it", "events.broken-line")
        outcomes = Distribution.sure(0)
    elif activated:
        outcomes = _rolled(r, w, standing, figure(r, unit, "quality", quality), dice, pick)
    else:
        w.note("it is not activated, so it has no action", "activation.turnover-stops-others")
        outcomes = Distribution.sure(0)
    cost = w.then("actions to recoil", cost_of(r, RECOIL))
    if reforms and not busy:
        cost = w.add("and to put its ranks in order first", cost_of(r, FORMATION).whole, "events.broken-line")
    enough = w.then("chance of so many actions", outcomes.at_least(cost), "activation.p-at-least")
    fought = late if activated else early
    w.note(f"its next round is fought {fought}", "melee.after-turnover")
    turns = enemy != FRONT
    w.note(
        "and it turns to the enemy it has left" if turns else "and it still faces its enemy",
        "actions.recoil-facing",
        when=enough,
    )
    distance = withdraws(w, found.arm)
    before = Fraction(0) if r.holds("melee-timing", "turn-begins") else Fraction(enough)
    value = BreakOff(Fraction(enough), before, distance, cost, fought, turns)
    return w.answer(
        value,
        headline=_headline(value, activated=activated, busy=busy),
        chance=value.enough,
        distribution=outcomes,
        exhibits=[
            Bars("Actions from the roll", "Actions", {"": outcomes}, mark=Mark(cost, "enough") if value.enough else None)
        ],
    )  # fmt: skip


def _rolled(r: Reader, w: Working, standing: Standing, quality: Cited, dice: int, pick: str) -> Distribution[int]:
    """Return the distribution of the actions that the unit's roll gives."""
    check_dice(r, w, dice)
    found = Activation(r, w.then("Quality", quality), standing)
    return found.activate(standing.unit.coloured, dice, pick).map(lambda one: one.actions)


def _headline(value: BreakOff, *, activated: bool, busy: bool) -> str:
    """Whether it gets away, and when it fights on. busy: its activation goes into its ranks."""
    if busy:
        return f"Its activation goes into its ranks, so it cannot recoil; its next round is fought {value.fought}"
    if not activated:
        return f"It is not activated, so it cannot recoil; its next round is fought {value.fought}"
    return (
        f"It recoils {write_number(value.distance)} S for {counted(value.cost, 'action')}: {spoken(value.enough)}; "
        f"the next round is fought {value.fought}"
    )

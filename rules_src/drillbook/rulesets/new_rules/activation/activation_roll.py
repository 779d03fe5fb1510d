"""Activation: what the dice of one unit give."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Grid, Mark
from drillbook.maths import Distribution, Thrower, counted, spoken, write_mean
from drillbook.rulesets.new_rules.common.activation import (
    Activation,
    Outcome,
    check_dice,
    fewest,
    hands,
    usual_qualities,
)
from drillbook.rulesets.new_rules.common.inputs import Damage, Pick, Quality
from drillbook.rulesets.new_rules.common.rolled import throw_activations


@dataclass(frozen=True, slots=True)
class ActivationRoll:
    """The chances of an activation roll and the actions to expect from it.

    each: the chance that one die succeeds; expected: the actions to expect; enough: the chance of the actions wanted;
    turnover, blunder: the chance of each; blunders: how many to expect.
    strike: the chance of a wholly failed activation that does not end the turn, where it takes two of those to end it.
    """

    each: Fraction
    expected: Fraction
    enough: Fraction
    turnover: Fraction
    blunder: Fraction
    blunders: Fraction
    strike: Fraction


@question(
    "nr/activation-roll?quality=4&damage=0&dice=3&pick=white&wanted=2",
    "nr/activation-roll?quality=4&damage=1&dice=3&pick=white&wanted=2",
    "nr/activation-roll?quality=3&damage=2&dice=2&pick=coloured&wanted=1",
    "nr/activation-roll?quality=4&damage=0&dice=1&pick=white&wanted=1",
)
def activation_roll(
    r: Reader,
    *,
    quality: Quality,
    damage: Damage,
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled")],
    pick: Pick,
    wanted: Annotated[int, Count(1, 3, default=2, label="Actions wanted")],
) -> Breakdown[ActivationRoll]:
    """What will these dice give me?"""
    w = Working(r)
    r.cite("damage.crippled-not-activation")
    check_dice(r, w, dice)
    found = Activation(r, quality)
    outcomes = found.activate(damage, dice, pick)
    value = _value(r, w, found, outcomes, dice=dice, wanted=wanted)
    _tell(r, w, found, value, damage, dice, pick)
    actions = outcomes.map(lambda one: one.actions)
    mark = Mark(wanted, "enough", sets="wanted")
    return w.answer(
        value,
        headline=_headline(value, wanted, dice),
        chance=value.enough,
        distribution=actions,
        exhibits=[
            Bars("Actions from the roll", "Actions", {"": actions}, mark=mark if value.enough else None),
            Bars("How the roll ends", "Outcome", {"": outcomes.map(lambda one: _ending(found, one))}, name="ends"),
            _map(r, quality, damage, dice, pick),
        ],
    )


def _value(
    r: Reader, w: Working, found: Activation, outcomes: Distribution[Outcome], *, dice: int, wanted: int
) -> ActivationRoll:
    """Return the figures of the roll, with the steps for one die and for white dice alone."""
    formula = r.formula("activation.p-success")
    plain = formula(N=len(found.faces), Q=found.quality)
    each = w.then("chance of a success of one die", plain, "activation.p-success")
    if each != found.chance:
        each = w.then("a natural one fails and a natural six succeeds", found.chance, "activation.success")
    w.then(
        "white dice alone would give, on average",
        r.formula("activation.expected-actions")(n=dice, p=each),
        "activation.expected-actions",
    )
    expected = outcomes.map(lambda one: one.actions).mean
    return ActivationRoll(
        Fraction(each), expected,
        enough=outcomes.chance(lambda one: one.actions >= wanted),
        turnover=outcomes.chance(lambda one: one.strikes >= found.limit),
        blunder=outcomes.chance(lambda one: one.blunders > 0),
        blunders=outcomes.map(lambda one: one.blunders).mean,
        strike=outcomes.chance(lambda one: 0 < one.strikes < found.limit),
    )  # fmt: skip


def _tell(r: Reader, w: Working, found: Activation, value: ActivationRoll, damage: int, dice: int, pick: str) -> None:
    """Add the steps from the single die to the roll."""
    tinted = hands(r, damage, dice, pick).map(sum).mean
    blunder_possible = bool(tinted and value.blunder)
    w.then("coloured dice among them", tinted, "damage.exchange", when=damage)
    w.then("chance of the lowest face on a coloured die", r.formula("events.blunder-chance")(N=len(found.faces), c=tinted),
           "events.blunder-chance", when=blunder_possible and tinted == int(tinted))  # fmt: skip
    w.note("what the blunder is, a roll on its table decides", "events.blunder-roll", when=blunder_possible)
    w.note("Garbled Orders rerolls a success", "events.garbled", when=blunder_possible)
    w.note("Hesitation takes all actions and undoes a turnover", "events.hesitation-no-turnover", when=blunder_possible)
    w.then("actions to expect", value.expected, "activation.action-per-success")
    w.at_most("never more than", "activation.max-actions")
    w.then("chance of the actions wanted", value.enough, "activation.p-at-least")
    if 0 < dice <= r.int("activation.one-die-safe"):
        w.note("a single die cannot bring a turnover", "activation.one-die-safe", when=not value.turnover)
    elif dice:
        w.then("chance of a turnover", value.turnover, "activation.turnover")
    if dice == r.int("activation.max-dice") and value.turnover:
        p = value.each
        w.note(
            f"with white dice alone: {spoken(Fraction(r.formula('activation.p-turnover')(p=p)))}",
            "activation.p-turnover",
            when=damage,
        )
        w.then("actions that a turnover may still leave it", r.cited("activation.turnover-one-action", "three"))


def _ending(found: Activation, one: Outcome) -> str:
    """How the roll ends, in words."""
    lost = "turnover" if one.strikes >= found.limit else "failed" if one.strikes else ""
    return f"{counted(one.actions, 'action', none='no')}{f', {lost}' if lost else ''}"


def _map(r: Reader, quality: int, damage: int, dice: int, pick: str) -> Grid:
    """Return a grid of the chance of a turnover for every Quality and number of dice."""
    many = list(range(fewest(r), r.int("activation.max-dice") + 1))
    qualities = sorted({*usual_qualities(r), quality})
    cells = [
        [
            (found := Activation(r, one))
            .activate(damage, n, pick)
            .chance(lambda end, limit=found.limit: end.strikes >= limit)  # type: ignore[misc]
            for n in many
        ]
        for one in qualities
    ]
    return Grid(
        "Chance of a turnover, by Quality and dice rolled", "Quality", "Dice",
        rows=[f"{one}+" for one in qualities], columns=[str(n) for n in many], cells=cells,
        here=(qualities.index(quality), many.index(dice)),
        by_row={"quality": qualities}, by_column={"dice": many}, name="turnovers",
    )  # fmt: skip


def _headline(value: ActivationRoll, wanted: int, dice: int) -> str:
    """Return the headline: what the roll gives and what it risks."""
    if not dice:
        return "No dice: no action, no turnover, no blunder"
    parts = [f"{counted(wanted, 'action')} or more: {spoken(value.enough)}", f"{write_mean(value.expected)} on average"]
    parts.append(f"turnover: {spoken(value.turnover)}")
    if value.strike:
        parts.append(f"no success: {spoken(value.strike)}")
    if value.blunder:
        parts.append(f"blunder: {spoken(value.blunder)}")
    return "; ".join(parts)


@simulation
def throw_activation_roll(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw `count` activations of the unit and return the actions of each."""
    actions, _ = throw_activations(
        Activation(r, inputs["quality"]), dice, count, inputs["damage"], inputs["dice"], inputs["pick"]
    )
    return actions

"""Activation: how many dice to roll for one unit, with others still to come."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Bars, Curves
from drillbook.maths import Distribution, counted, write_mean
from drillbook.rulesets.new_rules.activation._turn import Go, Turn, once_only, worth_of
from drillbook.rulesets.new_rules.common.inputs import Damage, Pick, Quality, TwoActions


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """The best number of dice, and the worth of the rest of the turn with each number of dice.

    worth: what this unit and the units after it are worth with the best number.
    none, one, two, three: the same for each number of dice; none is None if no roll may be without dice.
    risk: the chance of a turnover with the best number.
    """

    best: int
    worth: Fraction
    none: Fraction | None
    one: Fraction
    two: Fraction
    three: Fraction
    risk: Fraction


@question(
    "nr/dice-choice?quality=4&damage=0&left=3&pick=white&costly=2",
    "nr/dice-choice?quality=4&damage=0&left=0&pick=white&costly=2",
    "nr/dice-choice?quality=5&damage=1&left=6&pick=white&costly=4",
)
def dice_choice(
    r: Reader,
    *,
    quality: Quality,
    damage: Damage,
    left: Annotated[
        int, Count(0, 10, default=3, label="Units still to come", help="Of the same Quality, fresh, activated after it.")
    ],
    pick: Pick,
    costly: TwoActions,
) -> Breakdown[DiceChoice]:  # fmt: skip
    """How many dice should I roll?"""
    w = Working(r)
    once_only(r, w)
    model = Turn(r, pick)
    later = rest(model, quality, left, costly)
    w.then("worth of the units still to come", later[0], "activation.turn-process")
    worths = {
        dice: model.gain(Go(quality, damage, dice), worth_of(costly), 0, lambda at: later[at])
        for dice in range(model.fewest, model.most + 1)
    }
    for dice, worth in worths.items():
        w.then(f"with {_dice(dice)}: worth of this unit and the rest", worth, "activation.choose-dice")
    best = max(worths, key=lambda dice: (worths[dice], -dice))
    w.note(
        "a single die cannot bring a turnover", "activation.one-die-safe", when=best == r.int("activation.one-die-safe")
    )
    risks = {dice: _risk(model, Go(quality, damage, dice)) for dice in worths}
    w.then("chance of a turnover with the best number", risks[best], "activation.turnover")
    one, two, three = (worths[dice] for dice in range(1, model.most + 1))
    value = DiceChoice(best, worths[best], worths.get(0), one, two, three, risks[best])
    return w.answer(
        value,
        headline=_headline(value),
        exhibits=[
            Curves(
                "What this unit and the rest of the turn are worth, by the dice rolled for it", "Dice", "Worth",
                {"Worth": list(worths.items())}, chance=False, here=best, marks=[(best, "best")],
            ),
            Bars(
                "Chance of a turnover, by the dice rolled for it", "Dice",
                {_dice(dice): Distribution({"turnover": risk, "the turn goes on": 1 - risk}) for dice, risk in risks.items()},
                name="risk",
            ),
        ],
    )  # fmt: skip


def rest(model: Turn, quality: int, left: int, costly: int) -> list[Fraction]:
    """Return the worth of `left` fresh units of that Quality, by the strikes so far.

    Each unit rolls its best number of dice.
    """
    worth = worth_of(costly)
    later = [Fraction(0)] * model.limit
    for _ in range(left):
        later = [
            max(
                model.gain(Go(quality, 0, dice), worth, strikes, lambda at, later=later: later[at])  # type: ignore[misc]
                for dice in range(model.fewest, model.most + 1)
            )
            for strikes in range(model.limit)
        ]
    return later


def _risk(model: Turn, go: Go) -> Fraction:
    return sum((chance for (_, strikes), chance in model.pairs(go).items() if strikes >= model.limit), Fraction(0))


def _dice(dice: int) -> str:
    return counted(dice, "die", none="no")


def _headline(value: DiceChoice) -> str:
    """Return the headline: the best number of dice, and its lead over the next best."""
    others = [one for one in (value.none, value.one, value.two, value.three) if one is not None]
    second = sorted(others)[-1 - 1]
    lead = value.worth - second
    ahead = f", {write_mean(lead)} more than the next best" if lead else ", and another number does as well"
    return f"Roll {_dice(value.best)}: this unit and the rest are worth {write_mean(value.worth)}{ahead}"

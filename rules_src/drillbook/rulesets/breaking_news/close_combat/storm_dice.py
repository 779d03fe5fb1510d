"""Storming a building, one round of it: how many dice, and how many hits."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Reader, Rows, Working, question, simulation
from drillbook.asking.exhibits import Bars, Stack
from drillbook.errors import Contradiction
from drillbook.maths import Thrower, binomial, counted, exact, write_mean
from drillbook.rulesets.breaking_news.close_combat._storming import (
    ATTACKERS,
    DEFENDERS,
    Group,
    Rules,
    chance_to_hit,
    hit_rule,
    melee_of,
    tell_to_hit,
)
from drillbook.rulesets.breaking_news.common.casualties import men_of

Row = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class StormDice:
    """The dice and the hits to expect, on either side."""

    attack_dice: int
    attack_mean: Fraction
    defend_dice: int
    defend_mean: Fraction
    attack_hits_at_all: Fraction
    defend_hits_at_all: Fraction


GROUPS = Rows(
    {
        "men": Count(1, 9, default=4, label="How many", unit="men"),
        "troops": Choice(table="classes", default="irr3", label="Troops"),
        "down": Count(0, 4, label="Of them", unit="suppressed"),
    },
    low=1,
    high=3,
    default=((4, "irr3", 0),),
    noun="group",
    help="Suppressed: how many of the men have failed their test and throw nothing.",
)


@question(
    "bn/storm-dice?attackers=7,r2,0&defenders=4,irr3,0",
    "bn/storm-dice?attackers=7,r2,1&defenders=2,irr3,0",
    "bn/storm-dice?attackers=7,r2,0&defenders=2,irr3,0",
    "bn/storm-dice?attackers=5,r3,1;1,r1,0&defenders=3,irr1,1;1,irr2,0",
)
def storm_dice(
    r: Reader,
    *,
    attackers: Annotated[tuple[Row, ...], replace(GROUPS, default=((7, "r2", 0),))],
    defenders: Annotated[tuple[Row, ...], GROUPS],
) -> Breakdown[StormDice]:
    """How many dice does each side throw for the building this turn, and how many hits may it hope for?"""
    w = Working(r)
    attack_dice, stack = _tell_dice(r, w, ATTACKERS, attackers)
    defend_dice, _ = _tell_dice(r, w, DEFENDERS, defenders)
    _own_example(r, w, attackers, defenders)
    attack = binomial(attack_dice, chance_to_hit(r, ATTACKERS))
    defend = binomial(defend_dice, chance_to_hit(r, DEFENDERS))
    answer = StormDice(attack_dice, attack.mean, defend_dice, defend.mean, attack.at_least(1), defend.at_least(1))
    hoped = " and ".join(
        f"{write_mean(hits.mean)} {'hit' if hits.mean == 1 else 'hits'} for the {side}"
        for side, hits in ((ATTACKERS, attack), (DEFENDERS, defend))
    )
    bars = Bars("Hits of one round", "Hits", {"on the defenders": attack, "on the attackers": defend})
    return w.answer(
        answer,
        headline=f"{counted(attack_dice, 'die')} against {defend_dice}: on average {hoped}",
        distribution=attack,
        exhibits=[bars, stack],
    )


@simulation
def throw_storm_dice(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the attackers' dice and return how many of them hit."""
    number, _ = _tell_dice(r, Working(r), ATTACKERS, inputs["attackers"])
    need = r.int(hit_rule(ATTACKERS))
    return (dice.roll_each(r.text("close-combat.storm-dice"), count, number) >= need).sum(axis=1)


def _tell_dice(r: Reader, w: Working, side: str, rows: tuple[Row, ...]) -> tuple[int, Stack]:
    """Return the dice of one side and the picture of their sources, and add the steps.

    The count follows the printed example if the ruling says so. Contradiction if more men of a group are suppressed
    than there are.
    """
    for place, (men, _, down) in enumerate(rows):
        if down > men:
            fits = [*rows[:place], (men, rows[place][1], men), *rows[place + 1 :]]
            raise Contradiction(f"Of {counted(men, 'man')} no {down} can be suppressed.", **{side: tuple(fits)})
    groups = [Group(*row) for row in rows]
    rules = Rules(chance_to_hit(r, side), printed_dice=r.holds("storm-21", "die-from-each"))
    down = sum(group.down for group in groups)
    for place, group in enumerate(groups):
        throwing = group.men if rules.printed_dice else group.men - group.down
        each = rules.dice_each(melee_of(r, group.troops), down)
        rule = "close-combat.storm-example-next" if rules.printed_dice else "close-combat.storm-dice"
        label = f"{side}: {men_of(r, throwing, group.troops)}, {counted(each, 'die')} each"
        (w.add if place else w.then)(label, throwing * each, rule)
    number = w.whole
    stack = w.stack(f"Where the {side}' dice come from", "Dice")
    if down:
        costs = "each suppressed man costs every man a die of his"
        w.note(costs if rules.printed_dice else f"{down} suppressed, no dice", "close-combat.storm-suppressed-out")
    tell_to_hit(r, w, side, f"the {side}")
    thrown = counted(r.int("close-combat.storm-single-roll"), "throw")
    words = f"hits to expect from {thrown} of {counted(number, 'die')}"
    w.then(words, exact(number * rules.hits), "close-combat.storm-single-roll")
    return number, stack


def _own_example(r: Reader, w: Working, attackers: tuple[Row, ...], defenders: tuple[Row, ...]) -> None:
    """Add notes if the form matches the source's own example, or the turn after it."""
    setup, dice, result, after = (
        {part: r.int(f"close-combat.storm-example-{rule}", part) for part in parts}
        for rule, parts in (
            ("setup", ("squad", "defenders", "assault", "cover")),
            ("dice", ("rangers", "men", "militia")),
            ("result", ("hits", "back", "alive")),
            ("next", ("whole", "printed", "militia")),
        )
    )
    whole, one_down = (((setup["assault"], "r2", down),) for down in (0, 1))
    if attackers == whole and defenders == ((setup["defenders"], "irr3", 0),):
        words = f"the source's own example: {setup['squad']} Rangers, {setup['cover']} of whom give cover"
        w.note(words, "close-combat.storm-example-setup")
        counts = f"it counts {dice['rangers']} dice for {dice['men']} men, against {dice['militia']}"
        w.note(counts, "close-combat.storm-example-dice")
        w.note(f"and throws {result['hits']} hits against {result['back']}", "close-combat.storm-example-result")
    if attackers in (whole, one_down) and defenders == ((result["alive"], "irr3", 0),):
        told = after["printed" if attackers == one_down else "whole"]
        w.note(
            f"the source prints {told} dice against {after['militia']} for this turn", "close-combat.storm-example-next"
        )

"""Storming a building, one round of it: how many dice, how many hits, and what the hits leave."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import binomial
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Exhibit, Stack
from drillbook.kinds import Choice, Count, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import men_of
from drillbook.rulesets.breaking_news._storm import ATTACKERS, DEFENDERS, Kind, Men, Rules, Side, hit_rule, melee_of

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Row = tuple[int, str, int]
Both = tuple[tuple[Kind, ...], Side, Rules]


@dataclass(frozen=True, slots=True)
class StormDice:
    """The dice and the hits to expect, on either side."""

    attack_dice: int
    attack_mean: Fraction
    defend_dice: int
    defend_mean: Fraction
    attack_hits_at_all: Fraction
    defend_hits_at_all: Fraction


@question(
    "breaking_news",
    "storm-dice",
    examples=[
        "bn/storm-dice?attackers=7,r2,0&defenders=4,irr3,0",
        "bn/storm-dice?attackers=7,r2,1&defenders=2,irr3,0",
        "bn/storm-dice?attackers=7,r2,0&defenders=2,irr3,0",
        "bn/storm-dice?attackers=5,r3,1;1,r1,0&defenders=3,irr1,1;1,irr2,0",
    ],
)
def storm_dice(
    r: Reader,
    /,
    *,
    attackers: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "men": Count(1, 9, default=7, label="How many", unit="men"),
                "troops": Choice(table="classes", default="r2", label="Troops"),
                "down": Count(0, 4, default=0, label="Of them", unit="suppressed"),
            },
            low=1,
            high=3,
            default=((7, "r2", 0),),
            noun="group",
            label="Attackers",
            help="Suppressed: how many of the men have failed their test and throw nothing.",
        ),
    ],
    defenders: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "men": Count(1, 9, default=4, label="How many", unit="men"),
                "troops": Choice(table="classes", default="irr3", label="Troops"),
                "down": Count(0, 4, default=0, label="Of them", unit="suppressed"),
            },
            low=1,
            high=3,
            default=((4, "irr3", 0),),
            noun="group",
            label="Defenders",
        ),
    ],
) -> Breakdown[StormDice]:
    """How many dice does each side throw for the building this turn, and how many hits may it hope for?"""
    w = Working(r)
    told = {}
    for side, rows in ((ATTACKERS, attackers), (DEFENDERS, defenders)):
        kinds, men, rules = _force(r, side, rows)
        number = _explain_dice(r, w, side, rows, kinds, men, rules)
        told[side] = binomial(number, rules.hits)
    _own_example(r, w, attackers, defenders)
    attack, defend = told[ATTACKERS], told[DEFENDERS]
    answer = StormDice(max(attack), attack.mean, max(defend), defend.mean, attack.at_least(1), defend.at_least(1))
    headline = (
        f"{_dice(answer.attack_dice)} against {answer.defend_dice}: "
        f"{_hits(answer.attack_mean)} to expect for the attackers, {write_number(answer.defend_mean)} for the defenders"
    )
    bars = Bars("Hits of one round", "Hits", {"on the defenders": attack, "on the attackers": defend})
    return w.answer(answer, headline=headline, distribution=attack, exhibits=[bars, _stack(r, attackers)])


@simulation("breaking_news", "storm-dice")
def throw_storm_dice(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The attackers' dice thrown: how many of them hit."""
    kinds, men, rules = _force(r, ATTACKERS, inputs["attackers"])
    return throw_hits(r, dice, count, ATTACKERS, rules.dice(kinds, men))


def throw_hits(r: Reader, dice: Thrower, count: int, side: str, number: int) -> Any:
    """The hits of so many dice of a side, thrown with real dice."""
    need = r.int(hit_rule(side))
    return (dice.roll_each(r.text("close-combat.storm-dice"), count, number) >= need).sum(axis=1)


def _force(r: Reader, side: str, rows: tuple[Row, ...]) -> Both:
    """The rows of a form as kinds of men and how many of each are up and down."""
    kinds = tuple(Kind(melee_of(r, troops), Fraction(0)) for _, troops, _ in rows)
    men = tuple(Men(all_men - min(down, all_men), min(down, all_men)) for all_men, _, down in rows)
    return kinds, men, Rules.read(r, side, losses=False)


def _explain_dice(
    r: Reader, w: Working, side: str, rows: tuple[Row, ...], kinds: tuple[Kind, ...], men: Side, rules: Rules
) -> int:
    """The steps to the dice of one side; the printed example's way where the ruling says so."""
    down = sum(one.down for one in men)
    for place, ((_, troops, _), kind, one) in enumerate(zip(rows, kinds, men, strict=True)):
        add = w.add if place else w.then
        if rules.printed_dice:
            each = max(0, kind.melee - down)
            label = f"{side}: {men_of(r, one.all, troops)}, {_dice(each)} each"
            add(label, Cited(one.all * each, r.cite("close-combat.storm-example-next")))
            continue
        label = f"{side}: {men_of(r, one.up, troops)}, {_dice(kind.melee)} each"
        add(label, Cited(one.up * kind.melee, r.cite("close-combat.storm-dice")))
    number = rules.dice(kinds, men)
    if down:
        words = (
            "each suppressed man costs every man a die of his" if rules.printed_dice else f"{down} suppressed, no dice"
        )
        w.note(words, "close-combat.storm-suppressed-out")
    need = r.int(hit_rule(side))
    w.then(
        f"chance that a die of the {side} shows {need} or more",
        Cited(rules.hits, r.cite(hit_rule(side))),
    )
    thrown = r.int("close-combat.storm-single-roll")
    w.then(f"hits to expect from {thrown} throw of {_dice(number)}", _expected(r, number, rules))
    return number


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _expected(r: Reader, number: int, rules: Rules) -> Cited:
    mean = binomial(number, rules.hits).mean
    return Cited(mean.numerator if mean.denominator == 1 else mean, r.cite("close-combat.storm-single-roll"))


def _hits(mean: Fraction) -> str:
    return f"{write_number(mean)} {'hit' if 0 < mean <= 1 else 'hits'}"


def _own_example(r: Reader, w: Working, attackers: tuple[Row, ...], defenders: tuple[Row, ...]) -> None:
    """Says so where the form stands on the source's own example, or on the turn after it."""
    went_in = r.int("close-combat.storm-example-setup", "assault")
    held = r.int("close-combat.storm-example-setup", "defenders")
    alive = r.int("close-combat.storm-example-result", "alive")
    rangers = r.int("close-combat.storm-example-dice", "rangers")
    militia = r.int("close-combat.storm-example-dice", "militia")
    if attackers == ((went_in, "r2", 0),) and defenders == ((held, "irr3", 0),):
        squad, cover = (r.int("close-combat.storm-example-setup", part) for part in ("squad", "cover"))
        w.note(
            f"the source's own example: {squad} Rangers, {cover} of whom give cover", "close-combat.storm-example-setup"
        )
        men = r.int("close-combat.storm-example-dice", "men")
        w.note(f"it counts {rangers} dice for {men} men, against {militia}", "close-combat.storm-example-dice")
        hits, back = (r.int("close-combat.storm-example-result", part) for part in ("hits", "back"))
        w.note(f"and throws {hits} hits against {back}", "close-combat.storm-example-result")
    if attackers in (((went_in, "r2", 0),), ((went_in, "r2", 1),)) and defenders == ((alive, "irr3", 0),):
        whole, printed, left = (
            r.int("close-combat.storm-example-next", part) for part in ("whole", "printed", "militia")
        )
        told = printed if attackers[0][-1] else whole
        w.note(f"the source prints {told} dice against {left} for this turn", "close-combat.storm-example-next")


def _stack(r: Reader, rows: tuple[Row, ...]) -> Exhibit:
    kinds, men, rules = _force(r, ATTACKERS, rows)
    names = [men_of(r, one.all, troops) for one, (_, troops, _) in zip(men, rows, strict=True)]
    parts = list(zip(names, rules.dice_of_each(kinds, men), strict=True))
    return Stack("Where the attackers' dice come from", "Dice", parts)

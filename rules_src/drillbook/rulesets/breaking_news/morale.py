"""Morale: the test of this turn, for a squad or a whole platoon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import binomial
from drillbook.exhibits import Bars, Curves, Exhibit, Grid, Mark
from drillbook.kinds import Choice, Count, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import name_of
from drillbook.rulesets.breaking_news._initiative import morale_dice
from drillbook.rulesets.breaking_news._morale import (
    PLATOON,
    SCOPES,
    SQUAD,
    Losses,
    Row,
    Rules,
    counted_class,
    dice_cited,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

IN_PLATOON: dict[str, Any] = {"when": {"scope": (PLATOON,)}, "why_not": "A single squad throws its own dice only."}


@dataclass(frozen=True, slots=True)
class MoraleTest:
    """The dice, what one of them has to show, whether a 6 passes in any case, and the chance to hold."""

    troops: str
    dice: int
    needed: int
    losses: int
    still_fighting: int
    strength: int
    saved_by_six: bool
    passes: Fraction


@question(
    "breaking_news",
    "morale-test",
    examples=[
        "bn/morale-test?squad=9,r2,yes&before=0&lost=3&leaders=0",
        "bn/morale-test?scope=platoon&squad=32,r3,yes&lost=3&fine=4&half=0&below=0",
        "bn/morale-test?squad=8,irr3,no;1,irr1,yes&before=1&lost=2&leaders-before=0&leaders=1&stabilised=1",
        "bn/morale-test?squad=10,r4,yes&lost=6",
        "bn/morale-test?scope=platoon&squad=24,r4,yes&before=6&lost=2&leaders-before=1&fine=1&half=1&below=1",
    ],
)
def morale(
    r: Reader,
    /,
    *,
    scope: Annotated[str, Choice(SCOPES, default=SQUAD, label="Who tests")],
    squad: Annotated[
        tuple[Row, ...],
        Rows(
            {
                "men": Count(1, 40, default=10, label="How many", unit="men"),
                "troops": Choice(table="classes", default="r4", label="Troops"),
                "commander": Flag(default=False, label="Commander"),
            },
            low=1,
            high=4,
            default=((10, "r4", True),),
            noun="group",
            label="As it started",
            help="All the men the unit began with, by class; tick the group its commander belongs to.",
        ),
    ],
    before: Annotated[int, Count(0, 12, default=0, label="Men lost earlier", help="Leaders apart.")],
    lost: Annotated[int, Count(0, 8, default=3, label="Men lost this turn", help="Leaders apart.")],
    leaders_before: Annotated[int, Count(0, 2, default=0, label="Leaders lost earlier")],
    leaders: Annotated[int, Count(0, 2, default=0, label="Leaders lost this turn")],
    stabilised: Annotated[
        int, Count(0, 4, default=0, label="Stabilised by a medic", help="Of the men lost: they do not count as losses.")
    ],
    fine: Annotated[int, Count(0, 6, default=4, label="Teams with more than half left", **IN_PLATOON)],
    half: Annotated[int, Count(0, 6, default=0, label="Teams at exactly half", **IN_PLATOON)],
    below: Annotated[int, Count(0, 6, default=0, label="Teams with less than half left", **IN_PLATOON)],
) -> Breakdown[MoraleTest] | Refusal:
    """Will they hold?"""
    w = Working(r)
    losses = Losses(before, lost, leaders_before, leaders)
    strength = sum(men for men, _, _ in squad)
    if not losses.this_turn:
        return w.refuse("No test: nobody was lost this turn.", "morale.when")
    if losses.men >= strength:
        return w.refuse(f"Nobody is left to test: {losses.men} of {strength} are lost.", "morale.when")
    rules = Rules.read(r, scope == PLATOON)
    troops = counted_class(r, squad)
    dice = _explain_dice(r, w, rules, troops, squad, scope, fine, half, below)
    needed = _explain_losses(r, w, rules, losses, stabilised)
    saved = rules.keeps_six(strength, losses.men)
    left = strength - losses.men
    if saved:
        w.note(f"{left} of {strength} still fight: a {rules.six} passes in any case", "morale.six")
    else:
        words = f"a {rules.six} is only a {rules.six}" if rules.six_is_six else f"a {rules.six} does not pass"
        w.note(f"only {left} of {strength} still fight: {words}", "morale.six-exception")
    passes = rules.passes(dice, needed, saved)
    good = len(rules.good(needed, saved))
    w.then("chance that a die passes", Cited(Fraction(good, len(rules.die)), r.cite("morale.pass")))
    w.then(f"chance that at least {rules.one_die} of the {dice} does", Cited(passes, r.cite("morale.pass")))
    _own_example(r, w, scope, squad, losses, fine)
    answer = MoraleTest(name_of(r, troops), dice, needed, losses.men, left, strength, saved, passes)
    return w.answer(
        answer,
        headline=_headline(answer, rules),
        chance=passes,
        distribution=binomial(dice, Fraction(good, len(rules.die))),
        exhibits=_pictures(r, rules, answer, losses),
    )


@simulation("breaking_news", "morale-test")
def throw_morale(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice thrown: how many of them pass."""
    import numpy as np

    rules = Rules.read(r, inputs["scope"] == PLATOON)
    losses = Losses(inputs["before"], inputs["lost"], inputs["leaders_before"], inputs["leaders"])
    strength = sum(men for men, _, _ in inputs["squad"])
    number = morale_dice(r, counted_class(r, inputs["squad"]))
    if inputs["scope"] == PLATOON:
        number += rules.bonus * (inputs["fine"] + (inputs["half"] if rules.lenient else 0))
    needed = rules.needed(without(losses, inputs["stabilised"]))
    faces = sorted(rules.good(needed, rules.keeps_six(strength, losses.men)))
    return np.isin(dice.roll_each(r.text("morale.dice", "die"), count, number), faces).sum(axis=1)


def without(losses: Losses, stabilised: int) -> Losses:
    """The losses less the stabilised, those of earlier turns first."""
    earlier = min(stabilised, losses.before)
    return Losses(
        losses.before - earlier,
        max(0, losses.now - (stabilised - earlier)),
        losses.leaders_before,
        losses.leaders_now,
    )


def _explain_dice(
    r: Reader,
    w: Working,
    rules: Rules,
    troops: str,
    squad: tuple[Row, ...],
    scope: str,
    fine: int,
    half: int,
    below: int,
) -> int:
    if len({one for _, one, _ in squad}) > 1:
        words = {
            "A": f"most of them are {name_of(r, troops)}",
            "B": f"their commander is {name_of(r, troops)}",
            "C": f"the best of them are {name_of(r, troops)}",
        }[r.reading("mixed-quality")]
        w.note(words, "basics.col-initiative-morale")
    w.start(f"dice for the class, {name_of(r, troops)}", dice_cited(r, troops))
    if scope == PLATOON:
        w.note("one test for the whole platoon", "morale.platoon-whole")
        bonus = r.cite("morale.platoon-bonus-die")
        w.add(f"teams with more than half their men, {fine}", Cited(rules.bonus * fine, bonus))
        if half and rules.lenient:
            w.add(f"teams at exactly half, {half}", Cited(rules.bonus * half, bonus))
        elif half:
            w.note(f"teams at exactly half add nothing, {half}", bonus)
        if below:
            w.note(f"teams with less than half add nothing, {below}", bonus)
    return int(w.total)


def _explain_losses(r: Reader, w: Working, rules: Rules, losses: Losses, stabilised: int) -> int:
    counted = without(losses, stabilised)
    rule = r.cite("morale.pass")
    leader = r.cite("morale.leader-two")
    w.then("men lost this turn", Cited(losses.now, rule))
    if rules.this_turn_only:
        w.note("earlier losses do not count", rule)
    elif losses.before:
        w.add("men lost earlier", Cited(losses.before, rule))
    leaders = losses.leaders_now + (0 if rules.this_turn_only else losses.leaders_before)
    if leaders:
        w.add("leaders lost, each for more than one", Cited(rules.leader * leaders, leader))
    needed = rules.needed(counted)
    if w.total != needed:
        w.subtract("stabilised by a medic", Cited(w.total - needed, r.cite("casualties.stabilised-morale")))
    return needed


def _own_example(r: Reader, w: Working, scope: str, squad: tuple[Row, ...], losses: Losses, fine: int) -> None:
    """Says so where the form stands on the source's own example."""
    if scope != PLATOON or any(troops != "r3" for _, troops, _ in squad):
        return
    names = ("squads", "lost", "figure", "teams", "dice", "needed")
    told = {part: r.int("morale.platoon-example", part) for part in names}
    if (fine, losses.men, losses.now) == (told["teams"], told["lost"], told["lost"]):
        words = (
            f"the source's own example, {told['squads']} squads and a section: "
            f"{told['figure']} + {told['teams']} = {told['dice']} dice, {told['needed']} or more"
        )
        w.note(words, "morale.platoon-example")


def _headline(answer: MoraleTest, rules: Rules) -> str:
    highest = max(rules.die)
    good = rules.good(answer.needed, answer.saved_by_six)
    if not good:
        need = f"no die can show {answer.needed}"
    elif answer.needed > highest:
        need = f"only a {rules.six} passes"
    elif rules.six not in good:
        need = f"{answer.needed} or more, but no {rules.six}"
    else:
        need = f"{max(answer.needed, min(good))} or more on one of them"
    text = str(answer.passes)
    return f"{answer.dice} dice, {need}: {text if len(text) <= len(percent(answer.passes)) + 1 else percent(answer.passes)}"


def _pictures(r: Reader, rules: Rules, answer: MoraleTest, losses: Losses) -> list[Exhibit]:
    extra = answer.needed - losses.men

    def held(dice: int, gone: int) -> Fraction:
        return rules.passes(dice, max(0, gone + extra), rules.keeps_six(answer.strength, gone))

    shown = [(gone, held(answer.dice, gone)) for gone in range(1, answer.strength)]
    half = answer.strength * rules.half
    least, most = r.int("morale.dice", "least"), r.int("morale.dice", "most")
    rows = sorted({*range(least, most + 1), answer.dice})
    columns = list(range(1, max(rules.die) + 1))
    at = (rows.index(answer.dice), columns.index(answer.needed)) if answer.needed in columns else None
    grid = Grid(
        "Chance to pass, in percent, for so many dice against so many losses",
        "Dice",
        "Losses",
        [str(dice) for dice in rows],
        [str(one) for one in columns],
        [[rules.passes(dice, one, True) for one in columns] for dice in rows],
        here=at,
    )
    curve = Curves(
        "Chance to hold as the losses mount; beyond the line fewer than half still fight",
        "Men lost in all",
        "Chance",
        {f"{answer.dice} dice": shown},
        [(half, "half are lost")],
        here=losses.men,
    )
    chances = binomial(
        answer.dice, rules.die.chance(lambda face: face in rules.good(answer.needed, answer.saved_by_six))
    )
    bars = Bars("Dice that pass", "Dice that pass", {"": chances}, Mark(rules.one_die, "holds"))
    return [curve, grid, bars]

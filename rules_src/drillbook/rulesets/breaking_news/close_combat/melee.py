"""Close combat: one bout, hand to hand."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Thrower, spoken, write_mean
from drillbook.rulesets.breaking_news.close_combat._melee import (
    HE,
    NOBODY,
    THEY,
    Fight,
    Fighter,
    Lone,
    LoneDown,
    Many,
    Rules,
    figure,
    open_fight,
    tell_saves,
)
from drillbook.rulesets.breaking_news.common.casualties import men_of, name_of


@dataclass(frozen=True, slots=True)
class Melee:
    """The answer on one bout: what each side adds, and the chances of one turn.

    loser_saves is the chance that the lone man is saved if he loses; None if there is no save.
    """

    they_add: int
    he_adds: int
    win: Fraction
    tie: Fraction
    lose: Fraction
    he_dies: Fraction
    mean_they_lose: Fraction
    loser_saves: Fraction | None
    mean_dead_if_he_wins: Fraction


@question(
    "bn/melee?many=irr3,no;irr3,no;irr3,no&lone=r2&lone-suppressed=no",
    "bn/melee?many=r3,yes&lone=irr2&lone-suppressed=yes",
    "bn/melee?many=irr3,no;irr3,no;irr3,no;irr3,no&lone=r2",
)
def melee(r: Reader, *, many: Many, lone: Lone, lone_suppressed: LoneDown) -> Breakdown[Melee]:
    """Who wins this hand-to-hand fight, this turn?"""
    w = Working(r)
    fight, rules = open_fight(r, w, many, Fighter(lone, lone_suppressed))
    outcome = rules.bout(rules.ahead(fight))
    words = "the dice are thrown again on a draw" if rules.again else "on a draw nothing happens, and they stay locked"
    w.note(words, "close-combat.result")
    they = f"the {len(many)} men win" if len(many) > 1 else f"the {name_of(r, many[0][0])} wins"
    w.then(f"chance that {they}", outcome[THEY], "close-combat.result")
    w.then(f"chance that he, {name_of(r, lone)}, wins", outcome[HE], "close-combat.result")
    if len(many) > 1:
        words = "all of them die if he wins" if rules.all_die else "one of them dies if he wins, the weakest"
        w.note(words, "close-combat.result")
    tell_saves(r, w, rules)
    dead = len(many) - rules.ended(fight, HE).map(lambda left: len(left.many)).mean
    answer = Melee(
        rules.total(fight.many),
        rules.total(fight.lone),
        outcome[THEY],
        outcome[NOBODY],
        outcome[HE],
        outcome[THEY] * (1 - rules.saved(lone)),
        outcome[HE] * dead,
        rules.saved(lone) if rules.saves else None,
        dead,
    )
    return w.answer(
        answer,
        headline=_headline(r, answer, fight),
        chance=answer.win,
        distribution=outcome,
        exhibits=[_dice(rules, fight), _classes(r, rules, fight), Bars("How the turn ends", "Outcome", {"": outcome})],
    )


@simulation
def throw_melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of the bout and return who wins."""
    fight, rules = open_fight(r, Working(r), inputs["many"], Fighter(inputs["lone"], inputs["lone_suppressed"]))
    return rules.thrown(dice, rules.ahead(fight), count)


def _headline(r: Reader, answer: Melee, fight: Fight) -> str:
    alone = len(fight.many) == 1
    classes = {one.troops for one in fight.many}
    who = f"{len(fight.many)} men" if len(classes) > 1 else men_of(r, len(fight.many), *classes)
    who = name_of(r, *classes) if alone else who
    win, he = ("the first wins", "the second") if alone else ("they win", "he")
    draw = f", a draw {spoken(answer.tie)}" if answer.tie else ""
    many = ""
    if answer.mean_dead_if_he_wins != 1 and not alone:
        many = f"; if he wins, {write_mean(answer.mean_dead_if_he_wins)} of them die on average"
    saved = f"; beaten, {he} still lives: {spoken(answer.loser_saves)}" if answer.loser_saves else ""
    against = f"{who} against {name_of(r, fight.lone[0].troops)}"
    return f"{against}: {win} {spoken(answer.win)}, {he} wins {spoken(answer.lose)}{draw}{many}{saved}"


def _dice(rules: Rules, fight: Fight) -> Exhibit:
    faces = [str(face) for face in rules.die]
    return Grid(
        "By how much they are ahead for every pair of dice; where it is negative, he is",
        "Their die",
        "His die",
        faces,
        faces,
        [[own - his + rules.ahead(fight) for his in rules.die] for own in rules.die],
        chance=False,
        name="dice",
        what="change",
    )


def _classes(r: Reader, rules: Rules, fight: Fight) -> Exhibit:
    """Every class against every class, man to man, suppressed as in the form."""
    rows = r.rows("classes")
    keys = [row.key for row in rows]
    theirs = [figure(r, key, fight.many[0].suppressed) for key in keys]
    his = [figure(r, key, fight.lone[0].suppressed) for key in keys]
    known = {ahead: rules.bout(ahead)[THEY] for ahead in {own - other for own in theirs for other in his}}
    alone = len(fight.many) == 1
    return Grid(
        "Chance to win, in percent, of one man of the class at the left against one of the class above",
        "Wins",
        "Against",
        [row.name for row in rows],
        [str(row.cells["code"]) for row in rows],
        [[known[own - other] for other in his] for own in theirs],
        here=(keys.index(fight.many[0].troops), keys.index(fight.lone[0].troops)) if alone else None,
        name="classes",
        by_column={"lone": keys},
    )

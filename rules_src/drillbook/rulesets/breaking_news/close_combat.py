"""Close combat: one bout, hand to hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_mean
from drillbook.exhibits import Bars, Exhibit, Grid
from drillbook.kinds import Choice, Flag, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._casualties import men_of, name_of
from drillbook.rulesets.breaking_news._melee import HE, NOBODY, THEY, Fight, Fighter, Rules

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Many = Annotated[
    tuple[tuple[str, bool], ...],
    Rows(
        {
            "troops": Choice(table="classes", default="irr3", label="Troops"),
            "suppressed": Flag(default=False, label="Suppressed"),
        },
        low=1,
        high=4,
        default=(("irr3", False), ("irr3", False), ("irr3", False)),
        noun="man",
        label="They",
        help="The men on the one side, all against the same enemy.",
    ),
]
Lone = Annotated[str, Choice(table="classes", default="r2", label="He")]
LoneDown = Annotated[bool, Flag(default=False, label="He is suppressed")]


@dataclass(frozen=True, slots=True)
class Melee:
    """What each side adds; the chances of one turn; and whether the loser may yet be saved."""

    they_add: int
    he_adds: int
    win: Fraction
    tie: Fraction
    lose: Fraction
    he_dies: Fraction
    mean_they_lose: Fraction
    loser_saves: Fraction


@question(
    "breaking_news",
    "melee",
    examples=[
        "bn/melee?many=irr3,no;irr3,no;irr3,no&lone=r2&lone-suppressed=no",
        "bn/melee?many=r3,yes&lone=irr2&lone-suppressed=yes",
        "bn/melee?many=irr3,no;irr3,no;irr3,no;irr3,no&lone=r2",
    ],
)
def melee(r: Reader, /, *, many: Many, lone: Lone, lone_suppressed: LoneDown) -> Breakdown[Melee] | Refusal:
    """Who wins this hand-to-hand fight, this turn?"""
    w = Working(r)
    crowd = too_many(r, w, many)
    if crowd is not None:
        return crowd
    fight = the_fight(many, lone, lone_suppressed)
    rules = Rules.read(r, (*fight.many, Fighter(lone, lone_suppressed)))
    they_add, he_adds = explain_modifiers(r, w, fight, rules)
    outcome = rules.bout(they_add - he_adds)
    words = "the dice are thrown again on a draw" if rules.again else "on a draw nothing happens, and they stay locked"
    w.note(words, "close-combat.result")
    w.then(f"chance that {_they(r, fight)}", Cited(outcome[THEY], r.cite("close-combat.result")))
    w.then(f"chance that he, {name_of(r, lone)}, wins", Cited(outcome[HE], r.cite("close-combat.result")))
    if len(many) > 1:
        words = "all of them die if he wins" if rules.all_die else "one of them dies if he wins, the weakest"
        w.note(words, "close-combat.result")
    explain_saves(r, w, rules, fight)
    left = rules.thinned(fight.many)
    dead = outcome[HE] * (len(many) - left.map(len).mean)
    saved = rules.saves[lone]
    answer = Melee(
        they_add,
        he_adds,
        outcome[THEY],
        outcome[NOBODY],
        outcome[HE],
        outcome[THEY] * (1 - saved),
        dead,
        saved,
    )
    return w.answer(
        answer,
        headline=_headline(r, answer, fight),
        chance=answer.win,
        distribution=outcome,
        exhibits=_pictures(r, rules, fight, they_add - he_adds),
    )


@simulation("breaking_news", "melee")
def throw_melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The bout fought with real dice: who wins."""
    import numpy as np

    fight = the_fight(inputs["many"], inputs["lone"], inputs["lone_suppressed"])
    rules = Rules.read(r, (*fight.many, Fighter(inputs["lone"], inputs["lone_suppressed"])))
    assert fight.lone is not None
    ahead = rules.total(fight.many) - rules.figures[fight.lone]
    margins = dice.roll(rules.die_text, count) - dice.roll(rules.die_text, count) + ahead
    while rules.again and (margins == 0).any():
        drawn = margins == 0
        number = int(drawn.sum())
        margins[drawn] = dice.roll(rules.die_text, number) - dice.roll(rules.die_text, number) + ahead
    return np.select([margins > 0, margins == 0], [THEY, NOBODY], HE)


def the_fight(many: tuple[tuple[str, bool], ...], lone: str, lone_suppressed: bool) -> Fight:
    """The fight a form describes."""
    return Fight(tuple(Fighter(*one) for one in many), Fighter(lone, lone_suppressed))


def too_many(r: Reader, w: Working, many: tuple[tuple[str, bool], ...]) -> Refusal | None:
    """The refusal of a fight of more against one than the rules allow."""
    most = r.int("close-combat.max-three", "most")
    single = r.int("close-combat.max-three", "single")
    if len(many) <= most * single:
        return None
    return w.refuse(f"Too many: {len(many)} against {single}, where {most} are the most.", "close-combat.max-three")


def explain_modifiers(r: Reader, w: Working, fight: Fight, rules: Rules) -> tuple[int, int]:
    """What either side adds to its die, with the steps."""
    assert fight.lone is not None
    count = r.int("close-combat.roll", "count")
    w.note(f"{count} {rules.die_text} for each side", "close-combat.roll")
    for place, one in enumerate(fight.many):
        add = w.add if place else w.start
        add(f"{name_of(r, one.troops)}, on their die", r.cell("classes", one.troops, "melee"))
        if one.suppressed:
            w.add("he is suppressed", "close-combat.suppressed")
    if len(fight.many) > 1:
        w.note("all of their modifiers count", "close-combat.outnumber-sum")
    they_add = int(w.total)
    w.then(f"{name_of(r, fight.lone.troops)}, on his die", r.cell("classes", fight.lone.troops, "melee"))
    if fight.lone.suppressed:
        w.add("he is suppressed", "close-combat.suppressed")
    return they_add, int(w.total)


def explain_saves(r: Reader, w: Working, rules: Rules, fight: Fight) -> None:
    """Whether the loser saves."""
    if not any(rules.saves.values()):
        w.note("the loser is dead, without a save", "close-combat.result")
        return
    assert fight.lone is not None
    for troops in dict.fromkeys(one.troops for one in (*fight.many, fight.lone)):
        saved = Cited(rules.saves[troops], r.cite("casualties.save-value"))
        w.then(f"chance that a loser is saved, {name_of(r, troops)}", saved)
    w.note("whoever saves is suppressed all the same", "casualties.saved-suppressed")


def _they(r: Reader, fight: Fight) -> str:
    if len(fight.many) > 1:
        return f"the {len(fight.many)} men win"
    return f"the {name_of(r, fight.many[0].troops)} wins"


def _headline(r: Reader, answer: Melee, fight: Fight) -> str:
    assert fight.lone is not None
    alone = len(fight.many) == 1
    classes = list(dict.fromkeys(one.troops for one in fight.many))
    who = f"{len(fight.many)} men" if len(classes) > 1 else men_of(r, len(fight.many), classes[0])
    who = name_of(r, classes[0]) if alone else who
    win, he = ("the first wins", "the second") if alone else ("they win", "he")
    draw = f", a draw {answer.tie}" if answer.tie else ""
    many = ""
    if answer.lose and answer.mean_they_lose != answer.lose and not alone:
        many = f"; if he wins, {write_mean(answer.mean_they_lose / answer.lose)} of them die on average"
    saved = f"; beaten, {he} still lives with {answer.loser_saves}" if answer.loser_saves else ""
    against = name_of(r, fight.lone.troops)
    return f"{who} against {against}: {win} {answer.win}, {he} wins {answer.lose}{draw}{many}{saved}"


def _pictures(r: Reader, rules: Rules, fight: Fight, ahead: int) -> list[Exhibit]:
    faces = rules.die.outcomes
    dice = Grid(
        "By how much they are ahead for every pair of dice: above nought they win, below it he does",
        "Their die",
        "His die",
        [str(face) for face in faces],
        [str(face) for face in faces],
        [[own - his + ahead for his in faces] for own in faces],
        chance=False,
        name="dice",
    )
    return [dice, _classes(r, fight), Bars("How the turn ends", "Outcome", {"": rules.bout(ahead)})]


def _classes(r: Reader, fight: Fight) -> Grid:
    """Every class against every class, man to man, suppressed as in the form."""
    assert fight.lone is not None
    rows = r.rows("classes")
    theirs, his = fight.many[0].suppressed, fight.lone.suppressed
    every = Rules.read(r, (Fighter(row.key, down) for row in rows for down in (False, True)))
    known: dict[int, Fraction] = {}

    def chance(own: str, other: str) -> Fraction:
        ahead = every.figures[Fighter(own, theirs)] - every.figures[Fighter(other, his)]
        if ahead not in known:
            known[ahead] = every.bout(ahead)[THEY]
        return known[ahead]

    cells = [[chance(own.key, other.key) for other in rows] for own in rows]
    keys = [row.key for row in rows]
    alone = len(fight.many) == 1
    return Grid(
        "Chance to win, in percent, of one man of the class at the left against one of the class above",
        "Wins",
        "Against",
        [row.name for row in rows],
        [str(row.cells["code"]) for row in rows],
        cells,
        here=(keys.index(fight.many[0].troops), keys.index(fight.lone.troops)) if alone else None,
        name="classes",
    )

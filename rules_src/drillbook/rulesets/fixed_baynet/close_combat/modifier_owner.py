"""Close combat: whose figures a situation changes, and which way."""

from dataclasses import dataclass, replace
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Refusal, Working, attempt, question
from drillbook.asking.exhibits import Grid
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import AWAY, COVER, HOLDS, SQUARE, STORMS, UPHILL

WALL, MOUNTED = "brick-wall", "mounted"
SITUATIONS = {
    AWAY: "Faces the other way", SQUARE: "In square", UPHILL: "Uphill", COVER: "Behind a wall", STORMS: "Storms a trench",
    HOLDS: "Holds a trench", "mass": "In mass", "closed": "Closed, charging", MOUNTED: "On horseback",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Owner:
    """The changes that a situation makes to a man's CS and DS, and to the CS of his striker."""

    own_skill: int
    own_guard: int
    enemy_skill: int


@question(
    "fb/modifier-owner?situation=uphill&grade=regular",
    "fb/modifier-owner?situation=square&grade=elite",
    "fb/modifier-owner?situation=cover&grade=native-regular",
)
def modifier_owner(
    r: Reader,
    *,
    situation: Annotated[str, Choice(SITUATIONS, default=UPHILL, label="The man")],
    grade: Annotated[str, soldiers("He is a")],
) -> Breakdown[Owner]:
    """Whose figures does this change, his own or his enemy's?"""
    w = Working(r)
    told = _changes(r, w, grade, situation)
    rule = "close-combat.modifier"
    w.then("so his own CS changes by", told.own_skill, rule)
    w.then("his own DS, when he is struck, by", told.own_guard, rule)
    w.then("and the CS of whoever strikes him by", told.enemy_skill, rule)
    parts = [
        f"he strikes at CS {signed(told.own_skill)}" if told.own_skill else "",
        f"he is struck at DS {signed(told.own_guard)}" if told.own_guard else "",
        f"whoever strikes him does so at CS {signed(told.enemy_skill)}" if told.enemy_skill else "",
    ]
    words = ", ".join(part for part in parts if part) or "nothing changes"
    return w.answer(told, headline=f"{SITUATIONS[situation]}: {words}", exhibits=[_table(r, grade, situation)])


def _in(grade: str, situation: str) -> combat.Fighter:
    """Return a man of that grade in that situation."""
    man = combat.Fighter(grade, away=situation == AWAY, uphill=situation == UPHILL, mounted=situation == MOUNTED)
    if situation in (AWAY, UPHILL, MOUNTED):
        return man
    if situation == COVER:
        return replace(man, place=WALL)
    if situation in (STORMS, HOLDS):
        return replace(man, trench=situation)
    return replace(man, formation=situation, charging=situation == "closed")


def _changes(r: Reader, w: Working, grade: str, situation: str) -> Owner:
    """Return what the situation changes against an enemy on foot in the open.

    The enemy is of the other side. The steps are added to `w`.
    """
    enemy = combat.Fighter(str(r.cell("soldiers", grade, "counterpart").amount))
    man, plain = _in(grade, situation), combat.Fighter(grade)
    man.check(r, w, "situation")
    own, other = (
        combat.figures(r, w, *both, who, each=True) for both, who in (((man, enemy), "he"), ((enemy, man), "his enemy"))
    )
    before, their_before = (
        combat.figures(r, Working(r), *pair, "", each=True) for pair in ((plain, enemy), (enemy, plain))
    )
    return Owner(own.skill - before.skill, own.guard - before.guard, other.skill - their_before.skill)


def _table(r: Reader, grade: str, here: str) -> Grid:
    """Every situation, and what it changes; empty where he cannot be in it."""

    def line(situation: str) -> tuple[int | None, ...]:
        found = attempt(lambda: _changes(r, Working(r), grade, situation))
        if isinstance(found, Refusal):
            return None, None, None
        return found.own_skill, found.own_guard, found.enemy_skill

    return Grid(
        "What each situation changes, by the readings in force",
        "The man",
        "Changes",
        list(SITUATIONS.values()),
        ["his CS", "his DS", "his enemy's CS"],
        [line(one) for one in SITUATIONS],
        chance=False,
        here=(list(SITUATIONS).index(here), 0),
        name="owners",
        by_row={"situation": list(SITUATIONS)},
    )

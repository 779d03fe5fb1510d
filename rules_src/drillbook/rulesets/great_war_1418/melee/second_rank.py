"""What a platoon behind the front is worth in a melee to the end."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, spoken
from drillbook.rulesets.great_war_1418.common.contact import Contact
from drillbook.rulesets.great_war_1418.common.melee import (
    APART,
    BEHIND,
    FRESH,
    LOSES,
    NEITHER,
    NOBODY,
    WINS,
    Fight,
    Melee,
    refuses,
    standing,
)

RANKS = {key: words for key, words in BEHIND.items() if key != NOBODY}
#: What the ends of a fight are called here.
NAMES = {
    WINS: "it alone is left",
    APART: "both are left, apart",
    NEITHER: "nobody is",
    LOSES: "the other alone is left",
}
NEVER = "it never ends"


@dataclass(frozen=True, slots=True)
class InRanks(Contact):
    """Two platoons in contact, of which one has a platoon behind it."""

    behind: Annotated[str, Choice(RANKS, default=FRESH, label="Behind it")]


@dataclass(frozen=True, slots=True)
class SecondRank:
    """The chances that each side has a platoon left, with a second rank and without it.

    left, enemy_left: for the side with the second rank, and for the other; left_without, enemy_left_without: without it.
    """

    left: Fraction
    enemy_left: Fraction
    left_without: Fraction
    enemy_left_without: Fraction


@question(
    "gw/second-rank?unit=line-inf&ground=rough&behind=fresh&enemy=line-inf&enemy-ground=rough",
    "gw/second-rank?unit=line-inf&ground=open&behind=hurt&enemy=early-hmg&enemy-ground=defensible-dug",
)
def second_rank(r: Reader, *, contact: InRanks) -> Breakdown[SecondRank]:
    """How much does depth help?"""
    w = Working(r)
    start, melee = contact.start, contact.melee(r, w)
    alone = standing(contact.carried, NOBODY), start[1]
    fought = not refuses(r, w, melee, start)
    ends = {
        label: _ends(melee, one) if fought else Distribution.sure(NEVER)
        for label, one in (("with it", start), ("without it", alone))
    }
    deep, thin = ends.values()
    told = SecondRank(*(_left(one, alone) for one in (deep, thin) for alone in (WINS, LOSES)))
    w.note("just before deathmatch the rank behind may step up", "melee.relief")
    w.then("this side has a platoon left, with its second rank", told.left, "melee.second-rank")
    w.then("and without", told.left_without, "melee.deathmatch-repeat")
    return w.answer(
        told,
        headline=_headline(told, deep[NEVER], *contact.names(r))
        if fought
        else "No melee: one side cannot harm the other",
        chance=told.left,
        exhibits=[Bars("How the melee ends, with a second rank and without", "In the end", ends, name="ends")],
    )


def _headline(told: SecondRank, never: Fraction, one: str, other: str) -> str:
    """Who is left with a second rank and without it."""
    if never == 1:
        return "It never ends, with a second rank or without: neither can harm the other"
    if other == "The other":
        other = other.lower()
    ours = f"{one} left: {spoken(told.left)} with a second rank, {spoken(told.left_without)} without"
    theirs = f"{other} left: {spoken(told.enemy_left)}, {spoken(told.enemy_left_without)} without"
    return f"{ours}; {theirs}" + (f"; never decided: {spoken(never)}" if never else "")


def _left(ends: Distribution[str], alone: str) -> Fraction:
    """Work out the chance that a side has a platoon left, whether the other has one or not."""
    return ends[NAMES[alone]] + ends[NAMES[APART]]


def _ends(melee: Melee, start: Fight) -> Distribution[str]:
    """Work out who has a platoon left in the end."""
    ends, _ = melee.to_the_end(start)
    return ends.map(lambda fight: NAMES.get(melee.end(fight), NEVER))

"""A melee to the end: the first clash, then deathmatch until nobody touches."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Distribution, Thrower, shown, spoken
from drillbook.rulesets.great_war_1418.common.contact import Contact
from drillbook.rulesets.great_war_1418.common.melee import (
    APART,
    ENDS,
    FIGHTING,
    LOSES,
    NEITHER,
    NOBODY,
    WINS,
    Fight,
    Melee,
    refuses,
    words_of,
)


@dataclass(frozen=True, slots=True)
class Deathmatch:
    """How a melee ends: who has a platoon left, and whether it ends at all.

    wins, loses, neither: only one side, only the other, or nobody has a platoon left.
    both: both have one; the front of one side is gone, and the platoon behind it touches nobody.
    left, enemy_left: one side has a platoon left, and the other has, whether both have or not.
    never: the chance that it never ends; stays: whether they stay in contact then.
    """

    wins: Fraction
    loses: Fraction
    neither: Fraction
    never: Fraction
    stays: bool
    both: Fraction
    left: Fraction
    enemy_left: Fraction


@question(
    "gw/deathmatch?unit=line-inf&ground=open&enemy=early-hmg&enemy-ground=defensible-dug",
    "gw/deathmatch?unit=line-inf&ground=open&enemy=line-inf&enemy-ground=defensible-dug&rounds=5",
    "gw/deathmatch?unit=mother-tanks&ground=open&enemy=line-inf&enemy-ground=defensible-dug",
    "gw/deathmatch?unit=line-inf&ground=rough&behind=fresh&enemy=elite-inf&enemy-ground=rough",
)
def deathmatch(
    r: Reader,
    *,
    contact: Contact,
    rounds: Annotated[int, Count(1, 8, default=4, label="Rounds shown")],
) -> Breakdown[Deathmatch]:
    """Who is left in the end?"""
    w = Working(r)
    start, melee = contact.start, contact.melee(r, w)
    refused = refuses(r, w, melee, start)
    ends, never = (Distribution.sure(start), Fraction(1)) if refused else melee.to_the_end(start)
    ranked = {contact.behind, contact.enemy_behind} != {NOBODY}
    w.note(
        "just before deathmatch the rank behind may step up",
        "melee.relief",
        when=ranked,
    )
    order = melee.order(False)
    strikes = {-1: "one side strikes first", 0: "both strike at the same time", 1: "the other strikes first"}
    w.note(f"in deathmatch {strikes[order]}", "melee.deathmatch-strike")
    w.then("R that each round of deathmatch takes off both", melee.loss, "melee.deathmatch-minus")
    w.note(f"down to R{shown(melee.floor)} and lower", "melee.deathmatch-low-r")
    found = ends.map(melee.end)
    for end in ENDS:
        w.then(end, found[end], "melee.deathmatch-repeat", when=ranked or end != APART)
    stays = bool(never) and not refused
    if all(melee.harmless):
        stays = r.holds("no-dice-contact", "stay")
        w.note(
            "neither has a die: " + ("both stay, and the next bound begins" if stays else "both are drawn apart"),
            "melee.deathmatch-repeat",
        )
    left, enemy_left = (found[alone] + found[APART] for alone in (WINS, LOSES))
    told = Deathmatch(found[WINS], found[LOSES], found[NEITHER], never, stays, found[APART], left, enemy_left)
    flow = _flow(melee, start, 0 if refused else rounds)
    one, other = contact.names(r)
    both = ends.map(lambda fight: f"{words_of(r, fight[0])} / {words_of(r, fight[1])}")
    return w.answer(
        told,
        headline=_headline(told, one, other, refused),
        chance=told.left,
        distribution=both,
        exhibits=[
            Track("How it stands after each round", (FIGHTING, *ENDS), flow, absorbing=ENDS, turn_word="Round"),
            Bars("How it ends", f"{one} / {other}", {"": both}, name="ends"),
        ],
    )  # fmt: skip


def _headline(told: Deathmatch, one: str, other: str, refused: bool) -> str:
    """Who is left."""
    if refused:
        return "No melee: one side cannot harm the other"
    if told.never == 1:
        return "It never ends: neither can harm the other" + (
            ", and both stay in contact" if told.stays else ", and they are drawn apart"
        )
    if other == "The other":
        other = other.lower()
    both = f"; both, apart: {spoken(told.both)}" if told.both else ""
    never = f"; never decided: {spoken(told.never)}" if told.never else ""
    sides = f"{one} left: {spoken(told.left)}; {other} left: {spoken(told.enemy_left)}"
    return f"{sides}{both}; nobody left: {spoken(told.neither)}{never}"


def _flow(melee: Melee, start: Fight, rounds: int) -> list[Distribution[Any]]:
    """Return the distribution of the state at the start and after each round."""
    now = Distribution.sure(start)
    found = [now.map(melee.end)]
    for number in range(rounds):
        first = not number

        def on(fight: Fight, first: bool = first) -> Distribution[Fight]:
            if melee.over(fight):
                return Distribution.sure(fight)
            return melee.round(fight, first).map(lambda then: melee.goes_on(then, first))

        now = now.then(on)
        found.append(now.map(melee.end))
    return found


@simulation
def throw_deathmatch(r: Reader, cup: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Roll so many melees to the end."""
    contact = formed(Contact, inputs)
    start, melee = contact.start, contact.melee(r, Working(r))
    dull = refuses(r, Working(r), melee, start) or all(melee.harmless)
    rolls = melee.rolling(cup, count)
    found = []
    for number in range(count):
        fight, first, round_number = start, True, 0
        while not dull and not melee.over(fight):
            fight = melee.goes_on(melee.rolled(fight, rolls, number, round_number), first)
            first, round_number = False, round_number + 1
        found.append(f"{words_of(r, fight[0])} / {words_of(r, fight[1])}")
    return found

"""Small arms: what one of them can do, and how often, for a man who does nothing but use it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Card, Event, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, saddle, weapon_word
from drillbook.rulesets.fixed_baynet.common.volley import SPEAR, aiming, once, price, thrown_away

MELEE, PISTOL = "melee", "pistol"


@dataclass(frozen=True, slots=True)
class Weapon:
    """The card of a weapon: reach, damage, cost of a use, uses in those turns, saddle modifier."""

    reach: Number
    damage: int
    cost: int
    uses: int
    saddle: int


@dataclass(frozen=True, slots=True)
class Spent:
    """A turn with a weapon.

    had: the AC that a man has. order: the AC to choose a target. uses: the number of uses. each: the AC of each use.
    """

    had: int
    order: int
    uses: int
    each: int

    @property
    def left(self) -> int:
        """The AC that are left of the turn."""
        return self.had - self.order - self.uses * self.each


@question("fb/weapon-card?weapon=musket&turns=2", "fb/weapon-card?weapon=spear", replaces="weapon-card")
def weapon_card(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(table="weapons", default="rifle", label="Weapon")],
    turns: Annotated[int, Count(1, 4, label="Turns", help="Spent on nothing but this weapon.")],
) -> Breakdown[Weapon]:
    """What can this weapon do, and how often?"""
    w = Working(r)
    r.cite("profiles.weapon-range")
    bands = [band for band in BANDS if r.has_cell("weapons", weapon, band)]
    limits = [r.cell("weapons", weapon, band) for band in bands]
    reach = w.then("its greatest distance, in inches", limits[-1])
    damage = w.then("damage of a hit", r.cell("weapons", weapon, "damage"))
    cost = price(r, weapon)
    each = _uses(r, w, weapon, turns)
    uses = sum(one.uses for one in each)
    change = saddle(r, weapon)
    w.then("from horseback, the number needed changes by", change)
    w.note("thrown, or else a melee weapon", "weapons.spear-note", when=weapon == SPEAR)
    w.note("a man may have it in place of his rifle", "weapons.pistol-note", when=weapon == PISTOL)
    far = ", ".join(f'{band} {write_number(limit.number)}"' for band, limit in zip(bands, limits, strict=True))
    entries = (
        ("Range", far),
        ("Damage of a hit", str(damage)),
        ("A use costs", f"{cost} AC"),
        ("From horseback", f"needs {change.number} more" if change.number else "as on foot"),
        (
            "Special",
            str(r.cell("weapons", weapon, "special").amount) if r.has_cell("weapons", weapon, "special") else "–",
        ),
    )
    touching = weapon == MELEE and r.holds("melee-range", "contact")
    far_off = "strikes where bases touch" if touching else f'reaches {write_number(reach)}"'
    often = f"{counted(uses, 'use')} in {counted(turns, 'turn')}"
    return w.answer(
        Weapon(reach, damage, cost, uses, change.whole),
        headline=f"The {weapon_word(r, weapon)} {far_off}, damage {damage}; {often}, at {cost} AC each",
        exhibits=[Card(r.name("weapons", weapon), entries), _clock(each)],
    )


def _uses(r: Reader, w: Working, weapon: str, turns: int) -> list[Spent]:
    """Return what each of the turns is spent on; the steps are added to `w`."""
    actions, cost = r.cited("profiles.ac-results", "value"), r.cell("weapons", weapon, "ac")
    order, aim = (0, 0) if weapon == MELEE else aiming(r)
    each, one = cost.whole + aim, r.int("turn-sequence.action-cost")
    keeps = cost.whole > one and r.holds("two-ac-weapons", "carried-over")
    kept, told = 0, list[Spent]()
    for turn in range(1, turns + 1):
        w.then(f"turn {turn}: AC", actions)
        w.add("kept from before", kept, actions.rule, when=kept)
        had = w.whole
        w.subtract("the order to choose a target", order, "turn-sequence.action-cost", when=order)
        uses = max(0, w.whole) // each
        if once(r, weapon):
            uses = 0 if told and thrown_away(r, weapon) else min(1, uses)
        told.append(Spent(had, order if uses else 0, uses, each))
        w.then(f"uses, at {each} AC each", uses, cost.rule)
        kept = told[-1].left if keeps else 0
    return told


def _clock(told: Sequence[Spent]) -> Timeline:
    """Return the timeline of the AC of every turn and what they are spent on."""
    events = list[Event]()
    for turn, one in enumerate(told, start=1):
        row = f"Turn {turn}"
        if one.order:
            events.append(Event(row, 0, one.order, "target chosen", "act"))
        begins = [one.order + at * one.each for at in range(one.uses)]
        events += [Event(row, at, at + one.each, "used", "danger") for at in begins]
        if one.left:
            events.append(Event(row, one.had - one.left, one.had, "to spare", "wait"))
    return Timeline("The AC of each turn, and what they are spent on", "AC", events, name="clock")

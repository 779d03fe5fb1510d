"""Small arms: what one of them can do, and how often, for a man who does nothing but use it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Card, Event, Timeline
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, saddle, weapon_word
from drillbook.rulesets.fixed_baynet.common.volley import price

SPEAR, PISTOL = "spear", "pistol"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: how far it reaches, its damage, what a use costs, the uses in those turns, and what the saddle adds."""

    reach: Number
    damage: int
    cost: int
    uses: int
    saddle: int


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
    uses = sum(each)
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
    often = f"{counted(uses, 'use')} in {counted(turns, 'turn')}"
    return w.answer(
        Weapon(reach, damage, cost, uses, change.whole),
        headline=f'The {weapon_word(r, weapon)} reaches {write_number(reach)}", damage {damage}; {often}, at {cost} AC each',
        exhibits=[Card(r.name("weapons", weapon), entries), _clock(r, each, cost)],
    )


def _uses(r: Reader, w: Working, weapon: str, turns: int) -> list[int]:
    """How often it is used in each of the turns; the steps go into `w`."""
    actions, cost = r.cited("profiles.ac-results", "value"), r.cell("weapons", weapon, "ac")
    keeps, kept, each = r.holds("two-ac-weapons", "carried-over"), 0, list[int]()
    for turn in range(1, turns + 1):
        w.then(f"turn {turn}: AC", actions)
        w.add("kept from before", kept, actions.rule, when=kept)
        had = w.whole
        each.append(had // cost.whole)
        w.then(f"uses, at {cost.amount} AC each", each[-1], cost.rule)
        kept = had - each[-1] * cost.whole if keeps else 0
    return each


def _clock(r: Reader, each: list[int], cost: int) -> Timeline:
    """The AC of every turn, and what they go on."""
    actions, kept, events = r.int("profiles.ac-results", "value"), 0, list[Event]()
    for turn, uses in enumerate(each, start=1):
        had = actions + kept
        spent = uses * cost
        events += [Event(f"Turn {turn}", at * cost, (at + 1) * cost, "used", "danger") for at in range(uses)]
        if spent < had:
            events.append(Event(f"Turn {turn}", spent, had, "to spare", "wait"))
        kept = had - spent if r.holds("two-ac-weapons", "carried-over") else 0
    return Timeline("The AC of each turn, and what they are spent on", "AC", events, name="clock")

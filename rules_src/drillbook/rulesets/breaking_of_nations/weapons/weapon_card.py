"""Small arms: what one of them can do, as the table has it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Count, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, weapon_word
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, shots_each

MELEE = "melee"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: how far it reaches, its shots in a turn, its damage, and its use on a vehicle.

    harms_vehicle states whether it works against the vehicle of the question.
    """

    reach: Number
    shots: int
    damage: str
    harms_vehicle: bool


@question("bon/weapon-card?weapon=rifle", "bon/weapon-card?weapon=lft&vehicle=4", "bon/weapon-card?weapon=grenade")
def weapon_card(
    r: Reader,
    *,
    weapon: Annotated[str, Choice(table="weapons", default="rifle", label="Weapon")],
    vehicle: Annotated[int, Count(1, 6, default=2, label="A vehicle of CV class")],
) -> Breakdown[Weapon]:
    """What can this weapon do?"""
    w = Working(r)
    r.cite("stats.range")
    bands = [band for band in BANDS if r.has_cell("weapons", weapon, band)]
    limits = [r.cell("weapons", weapon, band) for band in bands]
    reach = w.then("its greatest distance, in inches", limits[-1])
    shots = shots_each(r, w, weapon, 1)
    often = "a turn" if weapon in (MELEE, LMG) or r.holds("rof-missing", "once-a-turn") else "for each action"
    damage = w.then("damage of a hit", r.cell("weapons", weapon, "damage"))
    heavy, most = r.cell("weapons", weapon, "av").amount == "yes", r.int("stats.av")
    harms = heavy or vehicle <= most
    w.note(
        "anti-vehicle: of use against any vehicle" if heavy else f"of use against vehicles up to CV class {most}",
        "stats.av",
    )
    name = r.name("weapons", weapon)
    each = ", ".join(f'{band} {write_number(limit.number)}"' for band, limit in zip(bands, limits, strict=True))
    against = "works" if harms else "has no effect"
    fired = {
        "Shots in a turn" if often == "a turn" else "Shots for each action": str(shots),
        "Against vehicles": "any class" if heavy else f"class {most} and below",
    }
    entries = tuple(
        {
            "Range": each if len(bands) > 1 else f'{write_number(reach)}"',
            "Damage of a hit": str(damage),
            **(fired if weapon != MELEE else {}),
            "Special": str(r.cell("weapons", weapon, "special").amount),
        }.items()
    )
    word = weapon_word(r, weapon)
    told = (
        f'The {word} reaches {write_number(reach)}", has {counted(shots, "shot")} {often}, damage {damage}, '
        f"and {against} {'against' if harms else 'on'} a vehicle of class {vehicle}"
    )
    if weapon == MELEE:
        told = f'The {word} reaches {write_number(reach)}", damage {damage}; it is not fired but struck with'
    if weapon == LMG:
        w.note("it pins its targets", "weapons.lmg-pin")
    return w.answer(
        Weapon(reach, shots, str(damage), harms),
        headline=told,
        exhibits=[Card(name, entries)],
    )

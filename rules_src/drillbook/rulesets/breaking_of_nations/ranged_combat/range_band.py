"""Ranged combat: which range band a distance falls into, weapon by weapon."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Length, Reader, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import Number, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, Weapon
from drillbook.rulesets.breaking_of_nations.common.shooting import (
    BANDS,
    band_change,
    band_limits,
    counted_as,
    weapon_band,
    weapon_word,
)

#: How each band is painted.
PAINT = dict(zip(BANDS, ("act", "wait", "danger"), strict=True))


@dataclass(frozen=True, slots=True)
class InBand:
    """The band that a distance falls into, what it changes, and how far it is to the next limit."""

    band: str
    modifier: int
    room: Number


@question("bon/range-band?weapon=rifle&distance=6", "bon/range-band?weapon=pistol&distance=10")
def range_band(
    r: Reader,
    *,
    weapon: Weapon,
    distance: Annotated[Number, Length(0, 30, step=Fraction(1, 2), default=6, label="Distance", bands=FIREARM_BANDS)],
) -> Breakdown[InBand]:
    """Short, medium or long: which band is this distance?"""
    w = Working(r)
    ruler = _ruler(r, weapon, distance)
    r.cite("stats.range")
    band = weapon_band(r, weapon, distance)
    name = weapon_word(r, weapon)
    if band is None:
        reach = r.cell("weapons", weapon, BANDS[-1]).number
        reason = f'Out of range: the {name} reaches {write_number(reach)}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range", exhibits=[ruler])
    limits = band_limits(r, weapon)
    limit = limits.get(band, limits[BANDS[-1]])
    w.then(f"{band} range of the {name} ends at, in inches", limit)
    w.subtract("the distance", distance, "stats.range")
    room: Number = w.total
    change = band_change(r, band)
    w.then(f"{band} range: change to the number needed", change)
    words = signed(change.number) if change.number else "no change"
    return w.answer(
        InBand(band, change.whole, room),
        headline=f'{band.capitalize()} range: {words} to the number needed; {write_number(room)}" to its end',
        exhibits=[ruler],
    )


def _ruler(r: Reader, weapon: str, distance: Number) -> Timeline:
    """Return the timeline of the bands of every firearm along one ruler, with the distance.

    distance is in inches.
    """
    events = []
    for row in r.ruleset.table("weapons").where("firearm"):
        start: Number = 0
        for band, limit in band_limits(r, row.key).items():
            end = limit.number
            change = band_change(r, counted_as(r, row.key, band)).number
            events.append(Event(row.name, start, end, signed(change), PAINT[band]))
            start = end
    events.append(Event("The target", 0, distance, f'{write_number(distance)}"', "stop"))
    caption = f'What each range band adds to the number needed, and a target {write_number(distance)}" away'
    return Timeline(caption, "inches", events)

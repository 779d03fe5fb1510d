"""What to point at a vehicle: every weapon at every distance against one kind of vehicle, and which of them stops it soonest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.answers import Breakdown, Refusal
from drillbook.exact import write_mean, write_number
from drillbook.exhibits import Curves, Grid
from drillbook.kinds import Choice, Length
from drillbook.questions import question
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import likely, spoken
from drillbook.rulesets.breaking_news._firing import a_weapon, bands
from drillbook.rulesets.breaking_news._shot import shot_line
from drillbook.rulesets.breaking_news._vehicle_save import (
    BRIEF,
    IED,
    PROTECTED,
    SAFE,
    VEHICLES,
    WEAPONS,
    Angle,
    line_of,
    vehicle_save,
)

Number = int | Fraction

SHOT = tuple(weapon for weapon in WEAPONS if weapon != IED)


@dataclass(frozen=True, slots=True)
class Killers:
    """The best weapon here, its chance with one shot, and how many such shots it takes on average."""

    best: str
    knocked_out: Fraction
    mean_shots: Fraction


@question(
    "breaking_news",
    "vehicle-killers",
    examples=[
        "bn/vehicle-killers?vehicle=protected&distance=40&shooter=irr3",
        "bn/vehicle-killers?vehicle=tank&angle=90&distance=80&shooter=r3",
        "bn/vehicle-killers?vehicle=light&distance=20&shooter=r1",
    ],
)
def vehicle_killers(
    r: Reader,
    /,
    *,
    vehicle: Annotated[str, Choice(VEHICLES, default=PROTECTED, label="Vehicle")],
    angle: Angle,
    distance: Annotated[Number, Length(0, 150, default=40, label="Distance")],
    shooter: Annotated[str, Choice(table="classes", default="irr3", label="The shooter is")],
) -> Breakdown[Killers] | Refusal:
    """Which weapon stops this vehicle soonest?"""
    w = Working(r)
    line = line_of(r, vehicle, angle)
    columns = sorted({*bands(r).values()})
    chances = {weapon: _chance(r, line, weapon, distance, shooter) for weapon in SHOT}
    best = max(SHOT, key=lambda weapon: chances[weapon] or 0)
    most = chances[best]
    if not most:
        return w.refuse("No weapon of the firing table can hurt it from here.", "vehicles.save-table")
    _shown(r, w, line, best, distance, shooter)
    w.then(
        f"chance that one shot with {a_weapon(r, best)} stops it", Cited(spoken(most), r.cite("vehicles.knocked-out"))
    )
    cells = {weapon: [_chance(r, line, weapon, column, shooter) for column in columns] for weapon in SHOT}
    rows = [weapon for weapon in SHOT if any(cells[weapon])]
    column = next(place for place, limit in enumerate(columns) if distance <= limit)
    grid = Grid(
        "The chance that one shot knocks it out, by weapon and distance",
        "Weapon",
        "Distance (cm)",
        [BRIEF[weapon] for weapon in rows],
        [f"to {limit}" for limit in columns],
        [cells[weapon] for weapon in rows],
        here=(rows.index(best), column) if best in rows else None,
        name="weapons",
    )
    leaders = sorted((weapon for weapon in SHOT if chances[weapon]), key=lambda weapon: -(chances[weapon] or 0))
    curves = Curves(
        "The chance that it is stopped by then, with the best weapons here",
        "Shots",
        "Knocked out",
        {
            BRIEF[weapon]: [(n, 1 - (1 - (chances[weapon] or Fraction(0))) ** n) for n in range(len(SHOT) + 1)]
            for weapon in leaders[: 1 + 1 + 1]
        },
        name="shots",
    )
    told = Killers(best, most, 1 / most)
    w.then("shots until it is stopped, on average", Cited(write_mean(told.mean_shots), r.cite("vehicles.knocked-out")))
    headline = f"From {write_number(distance)} cm {a_weapon(r, best)} is best: one shot stops it {likely(most)}"
    return w.answer(told, headline=headline, chance=most, exhibits=[grid, curves])


def _chance(r: Reader, line: str | None, weapon: str, distance: Number, shooter: str) -> Fraction | None:
    """The chance that one shot with that weapon knocks it out; None where the weapon does not carry so far."""
    shot = shot_line(r, Working(r), weapon=weapon, distance=distance, troops=shooter)
    if isinstance(shot, Refusal):
        return None
    save = vehicle_save(r, line, weapon)
    return 1 - shot.hits.then(save.after)[SAFE]


def _shown(r: Reader, w: Working, line: str | None, weapon: str, distance: Number, shooter: str) -> None:
    """The steps of the best weapon's shot and of the save against it."""
    shot_line(r, w, weapon=weapon, distance=distance, troops=shooter)
    save = vehicle_save(r, line, weapon)
    if save.number:
        w.then("the vehicle saves on this or more", save.number)
    else:
        w.note("it has no save", save.why)

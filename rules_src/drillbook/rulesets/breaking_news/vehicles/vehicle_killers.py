"""Every weapon at every distance against one kind of vehicle, and which stops it soonest."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Length, Reader, Refusal, Working, question
from drillbook.asking.exhibits import Curves, Exhibit, Grid
from drillbook.maths import Number, likely, spoken, write_mean, write_number
from drillbook.rulesets.breaking_news.common.firing import Aim, a_weapon, bands
from drillbook.rulesets.breaking_news.common.shot import shoot, tried
from drillbook.rulesets.breaking_news.common.vehicle_save import (
    BRIEF,
    SAFE,
    Angle,
    Vehicle,
    line_of,
    vehicle_save,
)


@dataclass(frozen=True, slots=True)
class Killers:
    """The answer on the best weapon: its chance with one shot, and the mean number of shots."""

    best: str
    knocked_out: Fraction
    mean_shots: Fraction


@question(
    "bn/vehicle-killers?vehicle=protected&distance=40&shooter=irr3",
    "bn/vehicle-killers?vehicle=tank&angle=90&distance=80&shooter=r3",
    "bn/vehicle-killers?vehicle=light&distance=20&shooter=r1",
)
def vehicle_killers(
    r: Reader,
    *,
    vehicle: Vehicle,
    angle: Angle,
    distance: Annotated[Number, Length(0, 160, default=40, label="Distance", bands=("shooting.table",))],
    shooter: Annotated[str, Choice(table="classes", default="irr3", label="The shooter is")],
) -> Breakdown[Killers]:
    """Which weapon stops this vehicle soonest?"""
    w = Working(r)
    line = line_of(r, vehicle, angle)
    chances = _chances(r, line, distance, shooter)
    if not any(chances.values()):
        w.refuse("No weapon of the firing table can hurt it from here.", "vehicles.save-table")
    best = max(chances, key=lambda weapon: chances[weapon])
    most = chances[best]
    told = Killers(best, most, 1 / most)
    shoot(r, w, Aim(best, distance, shooter))
    save = vehicle_save(r, line, best)
    if save.number:
        w.then("the vehicle saves on this or more", save.number)
    else:
        w.note("it has no save", save.why)
    w.then(f"chance that one shot with {a_weapon(r, best)} stops it", spoken(most), "vehicles.knocked-out")
    w.then("shots until it is stopped, on average", write_mean(told.mean_shots), "vehicles.knocked-out")

    def pictures() -> Iterator[Exhibit]:
        yield _map(r, line, distance, shooter, best)
        yield _by_shots(chances)

    return w.answer(
        told,
        headline=f"From {write_number(distance)} cm {a_weapon(r, best)} is best: one shot stops it {likely(most)}",
        chance=most,
        exhibits=pictures(),
    )


def _chances(r: Reader, line: str | None, distance: Number, shooter: str) -> dict[str, Fraction]:
    """Return each weapon's chance to knock the vehicle out with one shot.

    Weapons that do not reach that far are left out.
    """
    shots = {weapon: tried(r, Aim(weapon, distance, shooter)) for weapon in BRIEF}
    return {
        weapon: 1 - shot.hits.then(vehicle_save(r, line, weapon).after)[SAFE]
        for weapon, shot in shots.items()
        if not isinstance(shot, Refusal)
    }


def _map(r: Reader, line: str | None, distance: Number, shooter: str, best: str) -> Exhibit:
    """Return the grid of the chance by weapon and distance, without weapons that can do nothing."""
    columns = sorted({*bands(r).values()})
    found = [_chances(r, line, column, shooter) for column in columns]
    rows = [weapon for weapon in BRIEF if any(chances.get(weapon) for chances in found)]
    column = next(place for place, limit in enumerate(columns) if distance <= limit)
    return Grid(
        "The chance that one shot knocks it out, by weapon and distance",
        "Weapon",
        "Distance (cm)",
        [BRIEF[weapon] for weapon in rows],
        [f"to {limit}" for limit in columns],
        [[chances.get(weapon) for chances in found] for weapon in rows],
        here=(rows.index(best), column) if best in rows else None,
        name="weapons",
        by_column={"distance": columns},
    )


def _by_shots(chances: dict[str, Fraction]) -> Exhibit:
    """Return the curves of the three best weapons here, shot by shot."""
    able = sorted((weapon for weapon in chances if chances[weapon]), key=lambda weapon: -chances[weapon])
    shots = range(len(BRIEF) + 1)
    lines = {
        BRIEF[weapon]: [(count, 1 - (1 - chances[weapon]) ** count) for count in shots] for weapon in able[: 1 + 1 + 1]
    }
    caption = "The chance that it is stopped by then, with the best weapons here"
    return Curves(caption, "Shots", "Knocked out", lines, name="shots")

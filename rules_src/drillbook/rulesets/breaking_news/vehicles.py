"""Vehicles under fire, section 9.2: knocked out or blown up, and what is left of the men inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exhibits import Bars, Event, Exhibit, Grid, Timeline
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_news._casualties import Save
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._saving import WRECK, explain, save_on, terms
from drillbook.rulesets.breaking_news._shot import Shot, shot_line
from drillbook.rulesets.breaking_news._vehicle_save import (
    BRIEF,
    EXPLODES,
    FATES,
    FRONT,
    HEAVY,
    IED,
    LAUNCHER,
    LIGHT,
    OUT,
    PROTECTED,
    RPG,
    SAFE,
    SIDE,
    TANK,
    VEHICLES,
    WEAPONS,
    Angle,
    VehicleSave,
    line_of,
    vehicle_save,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

SCORED, THROWN = "hits", "shot"
#: Names short enough for the heads of a map.
LINES = {FRONT: "Front", SIDE: "Side", HEAVY: "Heavy", LIGHT: "Light", PROTECTED: "Hummer"}
BLAST = "An explosive needs no shot."
ANYBODY = "r4"  # the numbers of 9.1 ask for nobody's class
GROUPED = {
    "ar-single": "Rifle, grenade",
    "mmg": "LMG, MMG",
    "hmg": "HMG",
    LAUNCHER: "Grenade launcher",
    RPG: "RPG",
    IED: "IED",
    "heavy-at": "Milan, tank gun",
}
SPOKEN = {SAFE: "safe", OUT: "out", EXPLODES: "explodes"}
KINDS = {SAFE: "act", OUT: "stop", EXPLODES: "danger"}


@dataclass(frozen=True, slots=True)
class VehicleHit:
    """The number it saves on (0 for none), the chances of each end, the chance to get out alive, and the mean number of dead."""

    number: int
    safe: Fraction
    knocked_out: Fraction
    explodes: Fraction
    crew_save: Fraction
    mean_lost: Fraction


@question(
    "breaking_news",
    "vehicle-hit",
    examples=[
        "bn/vehicle-hit?vehicle=light&count=hits&hits=1&weapon=rpg&crew=4",
        "bn/vehicle-hit?vehicle=tank&angle=30&count=hits&hits=1&weapon=heavy-at&crew=4&leader=yes",
        "bn/vehicle-hit?vehicle=tank&angle=120&count=shot&weapon=tank&distance=60&shooter=r3&crew=4",
        "bn/vehicle-hit?vehicle=protected&count=shot&weapon=hmg&distance=40&shooter=irr3&crew=5",
        "bn/vehicle-hit?vehicle=protected&weapon=ied&crew=6",
        "bn/vehicle-hit?vehicle=heavy&count=hits&hits=2&weapon=ar-burst&crew=8",
    ],
)
def vehicle_hit(
    r: Reader,
    /,
    *,
    vehicle: Annotated[str, Choice(VEHICLES, default=PROTECTED, label="Vehicle")],
    angle: Angle,
    weapon: Annotated[str, Choice(WEAPONS, default="rpg", label="Weapon")],
    count: Annotated[
        str,
        Choice(
            {SCORED: "Hits scored", THROWN: "A shot"},
            default=SCORED,
            label="Struck by",
            unless={"weapon": (IED,)},
            why_not=BLAST,
        ),
    ],
    hits: Annotated[
        int,
        Count(
            1, 5, default=1, label="Hits", when={"count": (SCORED,)}, why_not="The shot or the blast is all it takes."
        ),
    ],
    distance: Annotated[
        Number,
        Length(
            0,
            150,
            default=40,
            label="From a distance of",
            when={"count": (THROWN,)},
            why_not="No shot is thrown.",
        ),
    ],
    shooter: Annotated[
        str,
        Choice(
            table="classes",
            default="r3",
            label="The shooter is",
            when={"count": (THROWN,)},
            why_not="No shot is thrown.",
        ),
    ],
    crew: Annotated[int, Count(0, 10, default=4, label="Men inside")],
    leader: Annotated[
        bool, Flag(default=False, label="A leader among them", unless={"crew": ("0",)}, why_not="Nobody is inside.")
    ],
) -> Breakdown[VehicleHit] | Refusal:
    """Is the vehicle knocked out, does it explode, and who gets out?"""
    w = Working(r)
    scored = _hits(r, w, count, hits, weapon, distance, shooter)
    if isinstance(scored, Refusal):
        return scored
    line = line_of(r, vehicle, angle)
    how = vehicle_save(r, line, weapon)
    fates = _explain(r, w, vehicle, line, weapon, how, scored)
    armoured = _armoured(r, vehicle)
    plain = save_on(r, terms(r, ANYBODY, WRECK, armoured=armoured))
    led = save_on(r, terms(r, ANYBODY, WRECK, armoured=armoured, leader=True)) if leader else plain
    lost = _lost(fates[EXPLODES], crew, plain, led)
    if crew and fates[EXPLODES]:
        w.note(f"if it explodes, {'everybody' if crew > 1 else 'the man'} inside saves", "vehicles.explodes-crew")
        explain(r, w, terms(r, ANYBODY, WRECK, armoured=armoured))
        if leader:
            w.then("chance that the leader saves", Cited(led.chance, r.cite("casualties.bonus-leader")))
        w.note("survivors stand beside the wreck, suppressed", "vehicles.survivors")
        w.then("men lost on average", Cited(lost.mean, r.cite("vehicles.explodes-crew")))
    number = how.number.amount if how.number else 0
    assert isinstance(number, int)
    told = VehicleHit(
        number,
        fates[SAFE],
        1 - fates[SAFE],
        fates[EXPLODES],
        plain.chance if fates[EXPLODES] else Fraction(0),
        lost.mean,
    )
    return w.answer(
        told,
        headline=_headline(how, told, crew, lost),
        chance=told.knocked_out,
        distribution=fates,
        exhibits=_pictures(r, vehicle, line, weapon, fates, lost, crew),
    )


def _hits(
    r: Reader, w: Working, count: str, hits: int, weapon: str, distance: Number, shooter: str
) -> Distribution[int] | Refusal:
    """How many hits it takes: those of the form, or those of the shot."""
    if weapon == IED:
        w.note("an explosive needs no shot", "vehicles.save-table")
        return Distribution.sure(1)
    if count == SCORED:
        return Distribution.sure(hits)
    shot = shot_line(r, w, weapon=weapon, distance=distance, troops=shooter)
    return shot if isinstance(shot, Refusal) else shot.hits


def _armoured(r: Reader, vehicle: str) -> bool:
    """Whether the men inside save as in heavy armour."""
    return vehicle == HEAVY or (vehicle == TANK and r.reading("tank-crew") == "A")


def _explain(
    r: Reader,
    w: Working,
    vehicle: str,
    line: str | None,
    weapon: str,
    how: VehicleSave,
    scored: Distribution[int],
) -> Distribution[str]:
    """The steps of the save, and what all the hits together do."""
    fates = scored.then(how.after)
    if vehicle == TANK and line:
        w.note(f"it is hit in {'front' if line == FRONT else 'the side or the rear'}", f"vehicles.{line}")
    if how.number:
        w.then("it saves on this or more", how.number)
        margin = r.int("vehicles.explodes")
        w.then("chance that one hit knocks it out", Cited(1 - how.each[SAFE], r.cite("vehicles.knocked-out")))
        w.then(f"chance to fall {margin} or more short", Cited(how.each[EXPLODES], r.cite("vehicles.explodes")))
    elif how.each[SAFE]:
        w.note(f"{BRIEF.get(weapon, WEAPONS[weapon])}: no effect on it", how.why)
    else:
        w.note("it has no save", how.why)
    if len(scored) > 1 or scored.outcomes[0] > 1:
        w.then("chance that it is out, all hits together", Cited(1 - fates[SAFE], r.cite("vehicles.knocked-out")))
        w.then("chance that it explodes", Cited(fates[EXPLODES], r.cite("vehicles.explodes")))
    return fates


def _lost(explodes: Fraction, crew: int, plain: Save, led: Save) -> Distribution[int]:
    """How many of the men inside are lost; one of them may save by himself, as leader."""
    if not crew:
        return Distribution.sure(0)
    others = binomial(crew - 1, 1 - plain.chance) + binomial(1, 1 - led.chance)
    return Distribution.weighted([(0, 1 - explodes), *((dead, explodes * chance) for dead, chance in others.items())])


def _headline(how: VehicleSave, told: VehicleHit, crew: int, lost: Distribution[int]) -> str:
    if not told.knocked_out and how.number is None:
        return "No effect: such a weapon does nothing to it"
    end = f"knocked out {spoken(told.knocked_out)}, explodes {spoken(told.explodes)}"
    men = f"; {'somebody' if crew > 1 else 'its man'} is lost {percent(1 - lost[0])}" if crew and told.explodes else ""
    number = f"Saves on {told.number}+: " if how.number else "No save: "
    return f"{number}{end}{men}"


def _pictures(
    r: Reader,
    vehicle: str,
    line: str | None,
    weapon: str,
    fates: Distribution[str],
    lost: Distribution[int],
    crew: int,
) -> Iterator[Exhibit]:
    yield Timeline(
        "What each face of its die does, by weapon: rust explodes, amber is knocked out, blue goes unharmed",
        "Face of the die",
        list(_strip(r, line)),
        name="faces",
    )
    yield Bars(
        "What becomes of the vehicle", "It is", {"": Distribution({one: fates[one] for one in FATES})}, name="fate"
    )
    if crew:
        yield Bars("How many of the men inside are lost", "Men lost", {"": lost}, name="crew")
    here = None if line is None else (list(GROUPED).index(_group(weapon)), list(LINES).index(line))
    for name, caption, wanted in (
        ("out", "The chance that one hit knocks the vehicle out; front and side are a tank's", (OUT, EXPLODES)),
        ("explodes", "The chance that one hit blows the vehicle up; front and side are a tank's", (EXPLODES,)),
    ):
        cells = [
            [vehicle_save(r, one, arm).each.chance(lambda fate, wanted=wanted: fate in wanted) for one in LINES]  # type: ignore[misc]
            for arm in GROUPED
        ]
        yield Grid(
            caption, "Weapon", "Vehicle", list(GROUPED.values()), list(LINES.values()), cells, here=here, name=name
        )


def _group(weapon: str) -> str:
    """The weapon that stands for the one of the form in the maps."""
    alike = {"lmg": "mmg", "tank": "heavy-at"}
    return alike.get(weapon, weapon if weapon in GROUPED else "ar-single")


def _strip(r: Reader, line: str | None) -> Iterator[Event]:
    """For every kind of weapon the die from its lowest face to its highest, neighbours of the same end in one stretch."""
    half = Fraction(1, 1 + 1)
    for weapon, name in GROUPED.items():
        fates = vehicle_save(r, line, weapon).fates
        for end in reversed(FATES):
            faces = sorted(face for face, found in fates.items() if found == end)
            if faces:
                yield Event(name, faces[0] - half, faces[-1] + half, SPOKEN[end], KINDS[end])


@simulation("breaking_news", "vehicle-hit")
def throw_vehicle_hit(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The shot and the vehicle's saves thrown with real dice."""
    import numpy as np

    weapon, how = inputs["weapon"], vehicle_save(r, line_of(r, inputs["vehicle"], inputs["angle"]), inputs["weapon"])
    if inputs["count"] == SCORED or weapon == IED:
        hits: Any = np.full(count, 1 if weapon == IED else inputs["hits"])
    else:
        shot = shot_line(r, Working(r), weapon=weapon, distance=inputs["distance"], troops=inputs["shooter"])
        assert isinstance(shot, Shot)
        rolled = dice.roll_each(r.text("shooting.roll"), count, max(shot.dice, 1)) >= shot.needed
        hits = rolled.sum(axis=1) * (shot.dice > 0)
    most = max(int(hits.max()), 1)
    faces = dice.roll_each(r.text("vehicles.knocked-out"), count, most)
    worst = np.array([0, *(FATES.index(how.fates[face]) for face in sorted(how.fates))])
    struck = worst[faces] * (np.arange(most)[None, :] < hits[:, None])
    return np.array(FATES)[struck.max(axis=1)]

"""Vehicles under fire, section 9.2: knocked out or blown up, and the men inside."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Event, Exhibit, Grid, Timeline
from drillbook.maths import Distribution, Thrower, np, spoken
from drillbook.rulesets.breaking_news.common.casualties import Save, among, save, tell_save
from drillbook.rulesets.breaking_news.common.firing import INFANTRY_ARMS
from drillbook.rulesets.breaking_news.common.modifiers import MACHINE_GUNS
from drillbook.rulesets.breaking_news.common.saving import WRECK, Terms, explain, save_on, terms
from drillbook.rulesets.breaking_news.common.vehicle_save import (
    ANGLE,
    AREA,
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
    STRIKE,
    TANK,
    UNPROTECTED,
    WEAPONS,
    Vehicle,
    VehicleSave,
    from_above,
    line_of,
    vehicle_save,
)
from drillbook.rulesets.breaking_news.vehicles._crew import Crew
from drillbook.rulesets.breaking_news.vehicles._volley import OF_A_SHOT, SCORED, THROWN, Gunner, Volley

#: Names short enough for the heads of a map.
LINES = {FRONT: "Front", SIDE: "Side", HEAVY: "Heavy", LIGHT: "Light", PROTECTED: "Hummer"}
UNARMOURED = (PROTECTED, UNPROTECTED)
ANYBODY = "r4"  # the numbers of 9.1 ask for nobody's class
#: The weapons of the maps, each for those that are like it.
GROUPED = {
    "ar-single": "Rifle, grenade",
    "mmg": "LMG, MMG",
    "hmg": "HMG",
    LAUNCHER: "Grenade launcher",
    RPG: "RPG",
    IED: "IED",
    "heavy-at": "Milan, tank gun",
    STRIKE: "Support strike",
}
ALIKE = {"lmg": "mmg", "tank": "heavy-at"}
SPOKEN = {SAFE: "safe", OUT: "out", EXPLODES: "explodes"}
KINDS = {SAFE: "act", OUT: "stop", EXPLODES: "danger"}


@dataclass(frozen=True, slots=True)
class VehicleHit:
    """The answer on a vehicle hit: the number it saves on, the chances of each end, the losses.

    number is None if the vehicle has no save or needs none. crew_save is each man's chance to survive an explosion;
    None if nobody is inside or the vehicle cannot explode.
    """

    number: int | None
    safe: Fraction
    knocked_out: Fraction
    explodes: Fraction
    crew_save: Fraction | None
    mean_lost: Fraction
    any_lost: Fraction


@question(
    "bn/vehicle-hit?vehicle=light&count=hits&hits=1&weapon=rpg&crew=4",
    "bn/vehicle-hit?vehicle=tank&angle=30&count=hits&hits=1&weapon=heavy-at&crew=4&leader=yes",
    "bn/vehicle-hit?vehicle=tank&angle=120&count=shot&weapon=tank&distance=60&shooter=r3&crew=4",
    "bn/vehicle-hit?vehicle=protected&count=shot&weapon=hmg&distance=40&shooter=irr3&crew=5",
    "bn/vehicle-hit?vehicle=protected&count=shot&weapon=hmg&mount=soft&moved=20&distance=40&shooter=irr3&cover=yes&crew=2",
    "bn/vehicle-hit?vehicle=protected&weapon=ied&crew=6",
    "bn/vehicle-hit?vehicle=protected&weapon=strike&crew=6",
    "bn/vehicle-hit?vehicle=heavy&count=hits&hits=2&weapon=ar-burst&crew=8",
)
def vehicle_hit(
    r: Reader,
    *,
    vehicle: Vehicle,
    weapon: Annotated[str, Choice(WEAPONS, default="rpg", label="Weapon")],
    angle: Annotated[
        int,
        replace(
            ANGLE,
            unless={"weapon": (STRIKE,)},
            why_not="Only a tank has a front and a side of its own, and a strike falls from above.",
            once_asked=True,
        ),
    ],
    count: Annotated[
        str,
        Choice(
            {SCORED: "Hits scored", THROWN: "A shot"},
            label="Struck by",
            unless={"weapon": AREA},
            why_not="An explosive or a strike needs no shot.",
        ),
    ],
    hits: Annotated[
        int, Count(1, 5, label="Hits", when={"count": (SCORED,)}, why_not="The shot or the blast is all it takes.")
    ],
    gunner: Gunner,
    cover: Annotated[bool, Flag(label="Vehicle behind cover", **OF_A_SHOT)],
    crew: Annotated[int, Count(0, 10, default=4, label="Men inside")],
    leader: Annotated[bool, Flag(label="A leader among them", unless={"crew": ("0",)}, why_not="Nobody is inside.")],
    riders: Annotated[
        str,
        Choice(
            table="classes",
            default=ANYBODY,
            label="The men inside are",
            help="It matters where hits on the vehicle strike them too, which is a ruling.",
            when={"vehicle": UNARMOURED, "weapon": tuple(INFANTRY_ARMS)},
            why_not="Only small arms find men inside a vehicle, and only without armour.",
        ),
    ],
) -> Breakdown[VehicleHit]:
    """Is the vehicle knocked out, does it explode, and who gets out?"""
    w = Working(r)
    volley = Volley(weapon, count, hits, gunner, cover)
    scored = volley.scored(r, w)
    line = _line(r, vehicle, angle, weapon)
    how = vehicle_save(r, line, weapon)
    fates = scored.then(how.after)
    _tell_save(r, w, line, weapon, how)
    if len(scored) > 1 or scored.outcomes[0] > 1:
        w.then("chance that it is out, all hits together", 1 - fates[SAFE], "vehicles.knocked-out")
        w.then("chance that it explodes", fates[EXPLODES], "vehicles.explodes")
    armoured = vehicle == HEAVY or (vehicle == TANK and r.holds("tank-crew", "counts-as-heavy"))
    plain, led = (terms(r, ANYBODY, WRECK, armoured=armoured, leader=leads) for leads in (False, leader))
    inside = Crew(crew, leader, save_on(r, plain), save_on(r, led))
    shaken = weapon == IED and crew > 0 and r.holds("ied-inside", "in-any-case")
    tested = Fraction(1) if shaken else fates[EXPLODES]
    shot = _shot_at_men(r, w, vehicle, weapon, riders) if crew else None
    lost = inside.lost_under(scored, how, shot) if shot else inside.lost(tested)
    if crew and tested:
        _tell_crew(r, w, plain, inside, lost, shaken)
    told = VehicleHit(
        how.number.whole - (how.bonus.whole if how.bonus else 0) if how.number else None,
        fates[SAFE],
        1 - fates[SAFE],
        fates[EXPLODES],
        inside.plain.chance if crew and tested else None,
        lost.mean,
        1 - lost[0],
    )
    return w.answer(
        told,
        headline=_headline(volley.given, how, told, crew),
        chance=told.knocked_out,
        distribution=fates,
        exhibits=_pictures(r, line, weapon, fates, lost if crew else None),
    )


@simulation
def throw_vehicle_hit(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the shot and the vehicle's saves, and return the vehicle's fate."""
    how = vehicle_save(r, _line(r, inputs["vehicle"], inputs["angle"], inputs["weapon"]), inputs["weapon"])
    gunner = formed(Gunner, inputs)
    volley = Volley(inputs["weapon"], inputs["count"], inputs["hits"], gunner, inputs["cover"])
    hits = volley.thrown(r, dice, count)
    faces = dice.roll_each(r.text("vehicles.knocked-out"), count, max(int(hits.max()), 1))
    worst = np.array([0, *(FATES.index(how.fates[face]) for face in sorted(how.fates))])
    return np.array(FATES)[(worst[faces] * among(faces, hits)).max(axis=1)]


def _shot_at_men(r: Reader, w: Working, vehicle: str, weapon: str, riders: str) -> Save | None:
    """Return how a man inside saves a hit that strikes him by chance, and add the steps.

    The result is None if hits strike the vehicle alone.
    """
    if vehicle not in UNARMOURED or weapon not in INFANTRY_ARMS or r.holds("occupant-target", "firer-chooses"):
        return None
    if weapon in MACHINE_GUNS and r.holds("small-arms", "no-machine-guns"):
        w.note("by this reading a machine gun is no small arm, and finds nobody inside", "vehicles.occupants-exposed")
        return None
    w.note("each hit strikes one of the men inside as well, by chance", "vehicles.occupants-exposed")
    w.note("he counts as under cover, and so has protection", "vehicles.occupants-cover")
    found = save(r, riders, protected=True)
    tell_save(w, found)
    return found


def _line(r: Reader, vehicle: str, angle: int, weapon: str) -> str | None:
    """Return the row of the table for a vehicle.

    A strike comes from above, whatever the angle.
    """
    return from_above(r, vehicle) if weapon == STRIKE else line_of(r, vehicle, angle)


def _tell_save(r: Reader, w: Working, line: str | None, weapon: str, how: VehicleSave) -> None:
    """Add the steps of the save against one hit."""
    if line in (FRONT, SIDE):
        w.note(f"it is hit in {'front' if line == FRONT else 'the side or the rear'}", f"vehicles.{line}")
    if how.number:
        w.then("it saves on this or more", how.number)
        if how.bonus:
            w.subtract("bonus on the die, under a strike", how.bonus)
        w.then("chance that one hit knocks it out", 1 - how.each[SAFE], "vehicles.knocked-out")
        w.then(f"chance to fall {r.int('vehicles.explodes')} or more short", how.each[EXPLODES], "vehicles.explodes")
    elif how.each[SAFE]:
        w.note(f"{BRIEF.get(weapon, WEAPONS[weapon])}: no effect on it", how.why)
    else:
        w.note("it has no save", how.why)


def _tell_crew(r: Reader, w: Working, plain: Terms, crew: Crew, lost: Distribution[int], shaken: bool) -> None:
    """Add the steps of the saves of the men inside, if it explodes or, with shaken, in any case."""
    when = "whatever becomes of it" if shaken else "if it explodes"
    rule = "army.ied-saves" if shaken else "vehicles.explodes-crew"
    w.note(f"{when}, {'everybody' if crew.men > 1 else 'the man'} inside saves", rule)
    explain(r, w, plain)
    w.then("chance that the leader saves", crew.led.chance, "casualties.bonus-leader", when=crew.leader)
    w.note("survivors stand beside the wreck, suppressed", "vehicles.survivors")
    w.then("men lost on average", lost.mean, "vehicles.explodes-crew")


def _headline(given: str, how: VehicleSave, told: VehicleHit, crew: int) -> str:
    if not told.knocked_out and how.number is None:
        return "No effect: such a weapon does nothing to it"
    if not told.knocked_out:
        sure = how.each[SAFE] == 1
        end = (
            f"; {'somebody' if crew > 1 else 'its man'} inside is lost {spoken(told.any_lost)}" if told.any_lost else ""
        )
        why = "no face of its die is too low, and it goes" if sure else "nothing can hit it, and it goes"
        return f"{given}: {why} unharmed{end}"
    number = f"saved on {told.number}+" if how.number else "no save"
    men = f"; {'somebody' if crew > 1 else 'its man'} is lost {spoken(told.any_lost)}" if told.any_lost else ""
    bang = f"explodes {spoken(told.explodes)}{men}" if told.explodes else f"it cannot explode{men}"
    return f"{given}, {number}: knocked out {spoken(told.knocked_out)}, {bang}"


def _pictures(
    r: Reader, line: str | None, weapon: str, fates: Distribution[str], lost: Distribution[int] | None
) -> Iterator[Exhibit]:
    yield Timeline(
        "What each face of its die does, by weapon: rust explodes, amber is knocked out, blue goes unharmed",
        "Face of the die",
        list(_strip(r, line)),
        name="faces",
    )
    ends = Distribution({one: fates[one] for one in FATES})
    yield Bars("What becomes of the vehicle", "It is", {"": ends}, name="fate")
    if lost:
        yield Bars("How many of the men inside are lost", "Men lost", {"": lost}, name="crew")
    yield _map(r, line, weapon, "out", "The chance that one hit knocks the vehicle out", (OUT, EXPLODES))
    yield _map(r, line, weapon, "explodes", "The chance that one hit blows the vehicle up", (EXPLODES,))


def _map(r: Reader, line: str | None, weapon: str, name: str, caption: str, ends: tuple[str, ...]) -> Grid:
    """Return the grid of the chance of those ends of one hit, by weapon and vehicle."""
    alike = ALIKE.get(weapon, weapon if weapon in GROUPED else "ar-single")
    here = None if line is None else (list(GROUPED).index(alike), list(LINES).index(line))
    cells = [[vehicle_save(r, one, arm).each.chance(lambda end: end in ends) for one in LINES] for arm in GROUPED]
    named = list(GROUPED.values()), list(LINES.values())
    return Grid(
        f"{caption}; front and side are a tank's",
        "Weapon",
        "Vehicle",
        *named,
        cells,
        here=here,
        name=name,
        by_row={"weapon": list(GROUPED)},
    )


def _strip(r: Reader, line: str | None) -> Iterator[Event]:
    """Yield, for each kind of weapon, the die's faces from lowest to highest.

    Neighbouring faces with the same end share a stretch.
    """
    half = Fraction(1, 1 + 1)
    for weapon, name in GROUPED.items():
        fates = vehicle_save(r, line, weapon).fates
        for end in reversed(FATES):
            faces = sorted(face for face, found in fates.items() if found == end)
            if faces:
                yield Event(name, faces[0] - half, faces[-1] + half, SPOKEN[end], KINDS[end])

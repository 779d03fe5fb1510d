"""Artillery: direct fire at a squad, a piece, its crew or a vehicle, choice by choice."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import (
    Distribution,
    Number,
    Thrower,
    averaged,
    binomial,
    lost_of,
    np,
    roll,
    spoken,
)
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery import _laying as laying
from drillbook.rulesets.breaking_of_nations.artillery._flight import direct_scope
from drillbook.rulesets.breaking_of_nations.artillery._vehicle import save_of
from drillbook.rulesets.breaking_of_nations.common import scattering
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.shooting import Man, man_number
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance, hits
from drillbook.rulesets.breaking_of_nations.common.wounds import fells

SQUAD, GUN, CREW, VEHICLE = laying.SQUAD, laying.GUN, laying.CREW, "vehicle"
TARGETS = {**laying.TARGETS, VEHICLE: "A vehicle"}
MANNED: dict[str, Any] = {
    "when": {"target": (SQUAD,)},
    "why_not": "No squad is shot at: a crew has men of its own.",
    "once_asked": True,
}
EMPLACED: dict[str, Any] = {
    "when": {"target": (GUN, CREW)},
    "why_not": "Neither a piece nor its crew is shot at.",
    "once_asked": True,
}
MEN: dict[str, Any] = {"when": {"target": (SQUAD, GUN, CREW)}, "why_not": "A vehicle is shot at by its class alone."}
FAR: dict[str, Any] = {
    "when": {"piece": ("heavy-gun",)},
    "why_not": "Only a heavy gun reaches so far.",
    "help": "What a heavy gun reaches beyond the longest table.",
}
#: Why a piece or its crew is not always what is struck, by the reading in force.
INSTEAD = {
    "piece-only": ("the crew counts as part of the piece", "artillery.ds"),
    "crew-first": ("the crew must fall before the piece", "artillery.crew-size"),
}
DRIVEN: dict[str, Any] = {"when": {"target": (VEHICLE,)}, "why_not": "No vehicle is shot at."}


@dataclass(frozen=True, slots=True)
class DirectFire:
    """The shot at the chosen target: the number each die needs, the mean hits and the result.

    hits counts what the dice score, whether or not there are enough men for it; casualties is for men, destroyed for a
    piece. gun_number and crew_number are what the dice need against a piece and against its crew; each is None if that
    may not be shot at. For a vehicle only the hits are given: what they do to it is printed nowhere.
    """

    struck: str
    needed: int | None
    chance: Fraction | None
    dice: int
    hits: Fraction | None
    casualties: Fraction | None = None
    nobody: Fraction | None = None
    destroyed: Fraction | None = None
    gun_number: int | None = None
    crew_number: int | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of the dice on one target: number, chance, mean hits and outcomes.

    done is the chance that the target is out of action. size is the number of men or wounds.
    """

    needed: int
    chance: Fraction
    hits: Fraction
    outcomes: Distribution[Any]
    size: int
    done: Fraction


@question(
    "bon/direct-fire?piece=light-howitzer&ammunition=shell&distance=20&target=squad&men=10&grade=regular&armour=minimal"
    "&ground=clear&emplacement=mg",
    "bon/direct-fire?piece=heavy-gun&ammunition=shot&distance=100&target=gun&men=10&grade=veteran&armour=flak&ground=fortification"
    "&emplacement=heavy-howitzer",
    "bon/direct-fire?piece=medium-gun&ammunition=shell&distance=80&target=crew&ground=light-forest"
    "&emplacement=howitzer",
    "bon/direct-fire?piece=howitzer&ammunition=shell&distance=20&target=vehicle&vehicle-class=3&vehicle-cv=7",
    "bon/direct-fire?piece=howitzer&ammunition=shell&distance=37&target=squad",
    "bon/direct-fire?piece=light-howitzer&ammunition=shell&distance=20&target=squad&ruling.class-vs-name=B",
)
def direct_fire(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", where="direct", default="light-howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED)],
    distance: Annotated[Number, Length(0, 100, default=20, label="Distance")],
    farther: Annotated[Number, Length(0, 90, label="And farther by", **FAR)],
    target: Annotated[str, Choice(options=TARGETS, default=SQUAD, label="Fire at")],
    men: Annotated[int, Count(1, 20, default=10, label="Men in the squad", **MANNED)],
    grade: Annotated[str, soldiers("Soldiers", **MANNED)],
    armour: Annotated[str, armour_of("Their armour", **MANNED)],
    ground: Annotated[str, ground_of("Target stands in", **MEN)],
    formation: Annotated[str, Choice(FORMATIONS, default="open", label="Squad's formation", **MANNED)],
    charging: Annotated[bool, Flag(label="The squad charges", **MANNED)],
    emplacement: Annotated[
        str,
        Choice(
            table="artillery", default=guns.MACHINE_GUN, label="Enemy piece", help="The emplacement that is shot at.", **EMPLACED
        ),
    ],
    vehicle_class: Annotated[int, Count(1, 6, default=2, label="CV class of the vehicle", **DRIVEN)],
    vehicle_cv: Annotated[
        int, Count(1, 18, default=6, label="Its CV", help="The source gives no vehicle a CV: agree on one.", **DRIVEN)
    ],
) -> Breakdown[DirectFire]:  # fmt: skip
    """What does direct fire do to a squad, and what to a piece, its crew or a vehicle?"""
    w = Working(r)
    ready = laying.ready_piece(r, w, piece, ammunition, distance + farther)
    given = _given(r, w)
    struck = laying.struck_at(r, target)
    if struck == VEHICLE:
        return _at_vehicle(r, w, ready, given, vehicle_class, vehicle_cv, ammunition)
    reading = r.read_as("gun-or-crew") if struck != SQUAD else None
    if reading in INSTEAD:
        w.note(*INSTEAD[reading])
    men, man = laying.men_there(r, w, struck, men, Man(grade, armour, ground, formation, charging), emplacement)
    either = reading == "attacker-chooses"
    crew_number = gun_number = None
    if struck == GUN:
        hard = _wounds(r, w, ready, emplacement, ground)
        if either:
            crew_number = man_number(r, Working(r), guns.crewman(r, ground), guns.gunner(r), ready.band)
        also = "" if crew_number is None else f"; against its crew on {guns.needs(r, crew_number, ready.die)}"
        name = r.name("artillery", emplacement).lower()
        fate = None, None, hard.done
        return w.answer(
            DirectFire(GUN, hard.needed, hard.chance, ready.dice, hard.hits, *fate, hard.needed, crew_number),
            headline=given + _dice_words(r, ready, hard) + f"; {name} destroyed: {spoken(hard.done)}{also}",
            chance=hard.done,
            distribution=hard.outcomes,
            exhibits=[_gun_bars(r, hard, emplacement)],
        )
    squad = _casualties(r, w, ready, men, man)
    exhibits = [_squad_bars(squad, struck)]
    if struck == CREW:
        crew_number = squad.needed
        if either:
            hard = _wounds(r, Working(r), ready, emplacement, ground)
            gun_number = hard.needed
            exhibits.append(_gun_bars(r, hard, emplacement))
    mean, nobody = squad.outcomes.mean, squad.outcomes[0]
    score = f"Each of {ready.dice} dice hits on {guns.needs(r, squad.needed, ready.die)}"
    also = "" if gun_number is None else f"; against the piece on {guns.needs(r, gun_number, ready.die)}"
    lost = lost_of(mean, squad.size, "man")
    if mean and squad.size > 1:
        lost += f"; anyone falls: {spoken(1 - nobody)}"
    losses = mean, nobody, None
    return w.answer(
        DirectFire(struck, squad.needed, squad.chance, ready.dice, squad.hits, *losses, gun_number, crew_number),
        headline=f"{given}{score}; {lost}{also}",
        chance=1 - nobody,
        distribution=squad.outcomes,
        exhibits=exhibits,
    )


def _given(r: Reader, w: Working) -> str:
    """Return the condition of the answer as the beginning of a sentence, or an empty string.

    On one reading every round deviates before it strikes, so the answer is for a round that comes down on the target. The
    step goes into `w`.
    """
    if direct_scope(r) != "every-round":
        return ""
    w.note("the round deviates: this is for a round that comes down on the target", "artillery.direct")
    return "Where it comes down on them. "


def _casualties(r: Reader, w: Working, ready: laying.Shoot, men: int, man: Man) -> Effect:
    """Return the effect of the dice on a squad of men, over which they are spread.

    The steps go into `w`.
    """
    needed = man_number(r, w, man, guns.gunner(r), ready.band)
    chance = hit_chance(r, needed, ready.die)
    laying.say_critical(r, w)
    w.then("dice", ready.dice, "artillery.dice")
    w.times("men attacked by each", "artillery.direct-scatter")
    w.at_most("and no more than there are", men, "artillery.direct-scatter")
    scattering.say_again(r, w, ready.dice, men)
    kills = fells(r, ready.damage, r.int("stats.infantry-wound"), 1)
    mortal = roll(ready.die).chance(lambda face: bool(guns.fell(r, needed, face, kills)))
    w.note(
        "a hit takes more wounds than a man has: only a critical removes him", "ranged-combat.removal", when=not kills
    )
    outcomes = guns.struck(r, ready.dice, mortal, men)
    return Effect(
        needed, chance, scattering.scatter(r, ready.dice, chance, men).mean, outcomes, men, outcomes.at_least(men)
    )


def _wounds(r: Reader, w: Working, ready: laying.Shoot, emplacement: str, ground: str) -> Effect:
    """Return the effect on a piece when every die is put on it; the steps go into `w`."""
    needed = laying.gun_number(r, w, ready.band, ground)
    each_attacks = r.holds("emplacement-dice", "each-die-attacks")
    if each_attacks:
        laying.say_critical(r, w)
    w.note("all the dice on one target", "artillery.direct-hard-target")
    wounds = r.cell("artillery", emplacement, "wounds")
    together = roll(r.text("artillery.dice", ready.weapon)).at_least(needed)
    chance = hit_chance(r, needed, ready.die) if each_attacks else together
    scored = binomial(ready.dice if each_attacks else 1, chance)
    w.then("its wounds", wounds)
    w.subtract("damage of a hit", ready.damage, "ranged-combat.damage")
    done = scored.chance(lambda count: fells(r, ready.damage, wounds.whole, count))
    return Effect(needed, chance, scored.mean, scored.map(lambda count: count * ready.damage), wounds.whole, done)


def _at_vehicle(
    r: Reader, w: Working, ready: laying.Shoot, given: str, vehicle_class: int, agreed: int, kind: str
) -> Breakdown[DirectFire]:
    """Return the answer for a vehicle, which saves by its CV.

    What a failed save does to it is printed nowhere. The function forbids ammunition that has no effect on a vehicle of
    that class. agreed is the CV that the players have settled.
    """
    w.note("all the dice on one target", "artillery.direct-hard-target")
    w.forbid(
        f"{kind.capitalize()} has no effect on a vehicle of class {vehicle_class}.",
        "stats.av",
        when=not guns.ammunition(r, kind).anti_vehicle and vehicle_class > r.int("stats.av"),
    )
    save = save_of(r, w, ready, vehicle_class, agreed)
    scored = binomial(ready.dice, save.chance)
    return w.answer(
        DirectFire(VEHICLE, save.number, save.chance, ready.dice, scored.mean),
        headline=f"{given}{save.words(r, ready)}; {averaged(scored.mean, 'hit')} on average",
        chance=1 - scored[0],
        distribution=scored,
        exhibits=[Bars("Hits on the vehicle; what they do to it is printed nowhere", "Hits", {"": scored})],
    )


def _dice_words(r: Reader, ready: laying.Shoot, hard: Effect) -> str:
    """Return in words what the dice need against a piece, each or summed as the reading wants."""
    if r.holds("emplacement-dice", "dice-added"):
        score = f"{hard.needed}+: {spoken(hard.chance)}" if hard.chance not in (0, 1) else spoken(hard.chance)
        return f"The sum of {ready.dice} dice hits on {score}"
    return f"Each of {ready.dice} dice hits on {guns.needs(r, hard.needed, ready.die)}"


def _squad_bars(squad: Effect, struck: str) -> Bars:
    who = "crew" if struck == CREW else "squad"
    caption = f"Dice spread over the {who}, {squad.size} strong: how many men fall"
    return Bars(caption, "Men", {"": squad.outcomes}, name="men")


def _gun_bars(r: Reader, hard: Effect, emplacement: str) -> Bars:
    caption = f"All the dice on the {r.name('artillery', emplacement).lower()}: wounds taken off, of {hard.size}"
    mark = Mark(hard.size, "destroyed") if r.holds("overkill", "at-or-below") else None
    return Bars(caption, "Wounds", {"": hard.outcomes}, mark, name="piece")


@simulation
def fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the piece's dice at the target chosen."""
    w = Working(r)
    ready = laying.ready_piece(r, w, inputs["piece"], inputs["ammunition"], inputs["distance"] + inputs["farther"])
    struck = laying.struck_at(r, inputs["target"])
    if struck in (SQUAD, CREW):
        man = Man(inputs["grade"], inputs["armour"], inputs["ground"], inputs["formation"], inputs["charging"])
        men, man = laying.men_there(r, w, struck, inputs["men"], man, inputs["emplacement"])
        needed = man_number(r, w, man, guns.gunner(r), ready.band)
        kills = fells(r, ready.damage, r.int("stats.infantry-wound"), 1)
        return guns.throw_struck(r, dice, np.full(count, men), ready.weapon, needed, kills)
    if struck == VEHICLE:
        save = save_of(r, w, ready, inputs["vehicle_class"], inputs["vehicle_cv"])
        return save.fails(r, dice.roll_each(ready.die, count, ready.dice)).sum(axis=1)
    needed = laying.gun_number(r, w, ready.band, inputs["ground"])
    if r.holds("emplacement-dice", "dice-added"):
        return (dice.roll(r.text("artillery.dice", ready.weapon), count) >= needed) * ready.damage
    return hits(r, needed, dice.roll_each(ready.die, count, ready.dice)).sum(axis=1) * ready.damage

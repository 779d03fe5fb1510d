"""Artillery: direct fire at a squad, a piece, its crew or a vehicle, and what each choice is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial, roll
from drillbook.exact import Number
from drillbook.exhibits import Bars, Mark
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations import _guns as guns
from drillbook.rulesets.breaking_of_nations import _laying as laying
from drillbook.rulesets.breaking_of_nations._shooting import hits, number_of, shot_number

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

GRADES = ("civilian", "green", "regular", "veteran", "elite")
#: Every line of the terrain chart that has a CV of its own.
GROUND = (
    "clear", "rubble", "barbed-wire", "light-forest", "dense-forest", "shallow-river", "deep-river", "wooden-wall", "brick-wall",
    "wooden-building", "brick-building", "fortification", "trenches",
)  # fmt: skip
SQUAD, GUN, CREW, VEHICLE = "squad", "gun", "crew", "vehicle"
TARGETS = {SQUAD: "A squad", GUN: "A piece", CREW: "Its crew", VEHICLE: "A vehicle"}
DIRECT = tuple(piece for piece in guns.PIECES if piece != guns.MORTAR)

Grade = Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Soldiers")]
Armour = Annotated[str, Choice(table="armour", default="minimal", label="Their armour")]
#: Both choices are shown as long as there is one: a squad that could be shot at, or a piece.
EITHER: dict[str, Any] = {"when": {"target": (SQUAD, GUN)}, "why_not": "Neither a crew nor a vehicle is a squad."}
MEN: dict[str, Any] = {"when": {"target": (SQUAD, GUN, CREW)}, "why_not": "A vehicle is shot at by its class alone."}
Ground = Annotated[str, Choice(table="terrain", only=GROUND, default="clear", label="Target stands in")]


@dataclass(frozen=True, slots=True)
class DirectFire:
    """The shot at the target chosen: the number each die needs, the hits to expect and what becomes of the target.

    hits counts what the dice score, whether or not there are men enough for it; casualties is for men, destroyed for a piece;
    gun_number and crew_number are what the dice need against a piece and against its crew, none where that may not be shot at.
    """

    struck: str
    needed: int
    chance: Fraction
    dice: int
    hits: Fraction
    casualties: Fraction | None
    nobody: Fraction | None
    destroyed: Fraction | None
    gun_number: int | None
    crew_number: int | None


@question(
    "breaking_of_nations",
    "direct-fire",
    examples=[
        "bon/direct-fire?piece=light-howitzer&ammunition=shell&distance=20&target=squad&men=10&grade=regular&armour=minimal"
        "&ground=clear&emplacement=mg",
        "bon/direct-fire?piece=heavy-gun&ammunition=shot&distance=100&target=gun&men=10&grade=veteran&armour=flak&ground=fortification"
        "&emplacement=heavy-howitzer",
        "bon/direct-fire?piece=medium-gun&ammunition=shell&distance=80&target=crew&ground=light-forest"
        "&emplacement=howitzer",
        "bon/direct-fire?piece=howitzer&ammunition=shell&distance=37&target=squad",
        "bon/direct-fire?piece=light-howitzer&ammunition=shell&distance=20&target=squad&ruling.class-vs-name=B",
    ],
)
def direct_fire(
    r: Reader,
    /,
    *,
    piece: Annotated[str, Choice(table="artillery", only=DIRECT, default="light-howitzer", label="Piece")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, default="shell", label="Ammunition")],
    distance: Annotated[Number, Length(0, 190, default=20, label="Distance")],
    target: Annotated[str, Choice(options=TARGETS, default=SQUAD, label="Fire at")],
    men: Annotated[int, Count(1, 20, default=10, label="Men in the squad", **EITHER)],
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Soldiers", **EITHER)],
    armour: Annotated[str, Choice(table="armour", default="minimal", label="Their armour", **EITHER)],
    ground: Annotated[str, Choice(table="terrain", only=GROUND, default="clear", label="Target stands in", **MEN)],
    emplacement: Annotated[
        str,
        Choice(
            table="artillery",
            default=guns.MACHINE_GUN,
            label="Enemy piece",
            help="The emplacement that could be shot at.",
            **MEN,
        ),
    ],
    vehicle_class: Annotated[
        int,
        Count(
            1,
            6,
            default=2,
            label="CV class of the vehicle",
            when={"target": (VEHICLE,)},
            why_not="No vehicle is shot at.",
        ),
    ],
) -> Breakdown[DirectFire] | Refusal:
    """What does direct fire do to a squad, and what to a piece, its crew or a vehicle?"""
    w = Working(r)
    ready = laying.ready_piece(r, w, piece, ammunition, distance)
    if isinstance(ready, Refusal):
        return ready
    struck = _struck(r, w, target)
    gun_number, crew_number = _against(r, struck, ready, ground)
    if struck == VEHICLE:
        return _at_vehicle(r, w, ready, vehicle_class, ammunition)
    squad = _casualties(r, w if struck == SQUAD else Working(r), ready, men, grade, armour, ground)
    hard = _wounds(r, w if struck == GUN else Working(r), ready, emplacement, ground)
    if struck == CREW:
        crew, crew_armour = r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour")
        squad = _casualties(r, w, ready, int(number_of(guns.crew_size(r, emplacement))), crew, crew_armour, ground)
    exhibits = [_squad_bars(squad, struck), _gun_bars(r, hard, emplacement)]
    if struck == GUN:
        value = DirectFire(
            GUN, hard.needed, hard.chance, ready.dice, hard.hits, None, None, hard.done, gun_number, crew_number
        )
        name = guns.name_of(r, emplacement).lower()
        headline = f"{_dice_words(r, ready, hard.needed)}: {guns.odds(hard.done)} to destroy the {name}"
        if crew_number is not None:
            headline += f"; against its crew {guns.needs(r, crew_number, ready.die)}"
        return w.answer(value, headline=headline, chance=hard.done, distribution=hard.outcomes, exhibits=exhibits[::-1])
    mean, nobody = squad.outcomes.mean, squad.outcomes[0]
    value = DirectFire(
        struck, squad.needed, squad.chance, ready.dice, squad.hits, mean, nobody, None, gun_number, crew_number
    )
    score = f"Each of {ready.dice} dice needs {guns.needs(r, squad.needed, ready.die)}"
    headline = f"{score}: {guns.share(mean, squad.size)} lost on average, {guns.odds(1 - nobody)} to fell anyone"
    if struck == CREW and gun_number is not None:
        headline += f"; against the piece {guns.needs(r, gun_number, ready.die)}"
    return w.answer(value, headline=headline, chance=1 - nobody, distribution=squad.outcomes, exhibits=exhibits)


def _struck(r: Reader, w: Working, target: str) -> str:
    """What is really shot at: the attacker may not always choose between a piece and its crew."""
    if target not in (GUN, CREW):
        return target
    match r.reading("gun-or-crew"):
        case "B":
            w.note("the crew counts as part of the piece", "artillery.ds")
            return GUN
        case "C":
            w.note("the crew must fall before the piece", "artillery.crew-size")
            return CREW
        case _:
            return target


def _against(r: Reader, struck: str, ready: laying.Shoot, ground: str) -> tuple[int | None, int | None]:
    """What a die needs against a piece and against its crew; None for what may not be shot at, or is not."""
    if struck not in (GUN, CREW):
        return None, None
    reading = r.reading("gun-or-crew")
    gun = None if reading == "C" else laying.gun_number(r, Working(r), ready.band, ground)
    grade, armour = r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour")
    crew = None if reading == "B" else laying.men_number(r, Working(r), ready.band, grade, armour, ground)
    return gun, crew


@dataclass(frozen=True, slots=True)
class Effect:
    """What the dice do to one target: the number and the chance of a die, hits to expect, outcomes, the chance that it is done for."""

    needed: int
    chance: Fraction
    hits: Fraction
    outcomes: Distribution[Any]
    size: int
    done: Fraction


def _casualties(r: Reader, w: Working, ready: laying.Shoot, men: int, grade: str, armour: str, ground: str) -> Effect:
    """The men who fall when the dice are spread over them."""
    needed = laying.men_number(r, w, ready.band, grade, armour, ground)
    chance = guns.die_chance(r, ready.die, needed)
    laying.say_critical(r, w)
    w.then("dice", Cited(ready.dice, "artillery.dice"))
    w.times("men attacked by each", "artillery.direct-scatter")
    w.at_most("and no more than there are", Cited(men, "artillery.direct-scatter"))
    kills = guns.fells(r, ready.damage, r.int("stats.infantry-wound"), 1)
    mortal = roll(ready.die).chance(lambda face: bool(guns.fell(r, needed, face, kills)))
    if not kills:
        w.note("a hit takes more wounds than a man has: only a critical removes him", "ranged-combat.removal")
    outcomes = guns.scatter(r, ready.dice, mortal).map(lambda scored: min(men, scored))
    hits = guns.scatter(r, ready.dice, chance).mean
    return Effect(needed, chance, hits, outcomes, men, outcomes.at_least(men))


def _wounds(r: Reader, w: Working, ready: laying.Shoot, emplacement: str, ground: str) -> Effect:
    """The wounds a piece loses when every die is put on it."""
    needed = laying.gun_number(r, w, ready.band, ground)
    if r.reading("emplacement-dice") == "A":
        laying.say_critical(r, w)
    w.note("all the dice on one target", "artillery.direct-hard-target")
    wounds = r.cell("artillery", emplacement, "wounds")
    if r.reading("emplacement-dice") == "A":
        chance = guns.die_chance(r, ready.die, needed)
        scored = binomial(ready.dice, chance)
    else:
        chance = roll(r.text("artillery.dice", ready.weapon)).at_least(needed)
        scored = binomial(1, chance)
    w.then("its wounds", wounds)
    w.subtract("damage of a hit", Cited(ready.damage, r.cite("ranged-combat.damage")))
    size = int(number_of(wounds))
    done = scored.chance(lambda count: guns.fells(r, ready.damage, size, count))
    return Effect(needed, chance, scored.mean, scored.map(lambda count: count * ready.damage), size, done)


def _at_vehicle(
    r: Reader, w: Working, ready: laying.Shoot, vehicle_class: int, kind: str
) -> Breakdown[DirectFire] | Refusal:
    """A vehicle: refused, or on the other reading shot at by its CV class."""
    w.note("all the dice on one target", "artillery.direct-hard-target")
    if r.reading("vehicles-missing") == "A":
        return w.refuse(
            f"A vehicle of class {vehicle_class} has no CV and no damage points in these rules, so no number can be named.",
            "artillery.direct-hard-target",
        )
    anti_vehicle = guns.ammunition(r, kind).anti_vehicle
    if not anti_vehicle and vehicle_class > r.int("stats.av"):
        return w.refuse(f"{kind.capitalize()} has no effect on a vehicle of class {vehicle_class}.", "stats.av")
    r.cite("stats.av")
    ds = Cited(vehicle_class, "stats.cv")
    needed = shot_number(r, w, ds=ds, firer=guns.gunner(r), band=ready.band, what="CV class of the vehicle")
    chance = guns.die_chance(r, ready.die, needed)
    scored = binomial(ready.dice, chance)
    value = DirectFire(VEHICLE, needed, chance, ready.dice, scored.mean, None, None, None, None, None)
    headline = f"Each of {ready.dice} dice needs {guns.needs(r, needed, ready.die)}: "
    headline += f"{guns.average(scored.mean)} hit{'' if scored.mean == 1 else 's'} on average"
    bars = Bars("Hits on the vehicle; what they do to it is printed nowhere", "Hits", {"": scored})
    return w.answer(value, headline=headline, chance=1 - scored[0], distribution=scored, exhibits=[bars])


def _dice_words(r: Reader, ready: laying.Shoot, needed: int) -> str:
    """What the dice need against a piece, by themselves or added up."""
    if r.reading("emplacement-dice") == "B":
        return f"The sum of {ready.dice} dice needs {needed}+"
    return f"Each of {ready.dice} dice needs {guns.needs(r, needed, ready.die)}"


def _squad_bars(squad: Effect, struck: str) -> Bars:
    who = "crew" if struck == CREW else "squad"
    return Bars(
        f"Dice spread over the {who}, {squad.size} strong: how many men fall", "Men", {"": squad.outcomes}, name="men"
    )


def _gun_bars(r: Reader, hard: Effect, emplacement: str) -> Bars:
    name = guns.name_of(r, emplacement).lower()
    mark = Mark(hard.size, "destroyed") if r.reading("overkill") == "A" else None
    return Bars(
        f"All the dice on the {name}: wounds taken off, of {hard.size}",
        "Wounds",
        {"": hard.outcomes},
        mark,
        name="piece",
    )


@simulation("breaking_of_nations", "direct-fire")
def fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the piece's dice at the target chosen."""
    import numpy as np

    w = Working(r)
    ready = laying.ready_piece(r, w, inputs["piece"], inputs["ammunition"], inputs["distance"])
    struck = _struck(r, w, inputs["target"])
    if isinstance(ready, Refusal):
        raise ValueError(ready.reason)
    men, grade, armour = inputs["men"], inputs["grade"], inputs["armour"]
    if struck == CREW:
        men = int(number_of(guns.crew_size(r, inputs["emplacement"])))
        grade, armour = r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour")
    if struck in (SQUAD, CREW):
        needed = laying.men_number(r, w, ready.band, grade, armour, inputs["ground"])
        kills = guns.fells(r, ready.damage, r.int("stats.infantry-wound"), 1)
        return np.minimum(men, guns.throw_scatter(r, dice, count, ready.weapon, needed, kills))
    if struck == VEHICLE:
        needed = shot_number(
            r, w, ds=Cited(inputs["vehicle_class"], "stats.cv"), firer=guns.gunner(r), band=ready.band, what="CV class"
        )
        return hits(r, needed, dice.roll_each(ready.die, count, ready.dice)).sum(axis=1)
    needed = laying.gun_number(r, w, ready.band, inputs["ground"])
    if r.reading("emplacement-dice") == "B":
        return (dice.roll(r.text("artillery.dice", ready.weapon), count) >= needed) * ready.damage
    return hits(r, needed, dice.roll_each(ready.die, count, ready.dice)).sum(axis=1) * ready.damage

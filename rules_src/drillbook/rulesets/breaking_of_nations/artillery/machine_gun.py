"""Artillery: a machine gun's burst, whom it strikes, and who stands behind."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.asking.kinds import Choice, Count, Length, Rows
from drillbook.errors import Contradiction
from drillbook.maths import Distribution, Number, Thrower, binomial, spoken, write_mean, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._laying import gun_number
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, Man, band_at, hit_chance, hits, man_number

MG = guns.MACHINE_GUN
SQUAD, GUN, CREW = "squad", "gun", "crew"
TARGETS = {SQUAD: "A squad", GUN: "A piece", CREW: "Its crew"}
MANNED: dict[str, Any] = {"when": {"target": (SQUAD,)}, "why_not": "No squad is shot at: a crew has men of its own."}
EMPLACED: dict[str, Any] = {"when": {"target": (GUN, CREW)}, "why_not": "A squad is shot at."}
Behind = tuple[tuple[Number, int, str], ...]


@dataclass(frozen=True, slots=True)
class Burst:
    """The burst: shots, the number each needs, the hits to expect, who falls, what passes on, and whether the target is pinned.

    behind is none where no unit stands there; destroyed is for a piece, the losses are for men.
    """

    shots: int
    band: str
    needed: int
    chance: Fraction
    hits: Fraction
    casualties: Fraction | None
    surplus: Fraction | None
    behind: Fraction | None
    destroyed: Fraction | None
    pinned: bool


@dataclass(frozen=True, slots=True)
class Target:
    """What the gun fires at: a squad, a piece or its crew; so many men of that kind; on what ground."""

    what: str
    men: int
    man: Man
    piece: str


@dataclass(frozen=True, slots=True)
class Aim:
    """A burst made ready: salvoes and shots, the band, the number needed, and what it strikes."""

    salvoes: int
    shots: int
    band: str
    needed: int
    target: Target


@question(
    "bon/machine-gun?distance=18&salvoes=3&target=squad&men=10&grade=regular&armour=minimal&ground=clear&behind=none&running=0",
    "bon/machine-gun?distance=9&salvoes=3&target=squad&men=4&grade=green&armour=flak&ground=clear&behind=12,3,trenches;15,6,clear"
    "&running=0",
    "bon/machine-gun?distance=36&salvoes=2&target=gun&emplacement=heavy-gun&ground=rubble&running=1",
    "bon/machine-gun?distance=30&salvoes=1&target=crew&emplacement=howitzer&ground=trenches&running=0&ruling.pinned-by-mg=B",
    "bon/machine-gun?distance=18&salvoes=2&ruling.mg-fire-cost=C",
)
def machine_gun(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 40, default=18, label="Distance")],
    salvoes: Annotated[int, Count(1, 3, default=3, label="Salvoes")],
    target: Annotated[str, Choice(options=TARGETS, default=SQUAD, label="Fire at")],
    men: Annotated[int, Count(1, 30, default=10, label="Men in the squad", **MANNED)],
    grade: Annotated[str, soldiers("Soldiers", **MANNED)],
    armour: Annotated[str, armour_of("Their armour", **MANNED)],
    emplacement: Annotated[str, Choice(table="artillery", default="howitzer", label="Enemy piece", **EMPLACED)],
    ground: Annotated[str, ground_of("Target stands in")],
    behind: Annotated[
        Behind,
        Rows(
            {
                "distance": Length(0, 40, default=20, label="Distance"),
                "men": Count(1, 30, default=10, label="Men"),
                "ground": ground_of("In"),
            },
            low=0, high=3, noun="unit", label="Units behind", default=(),
            help="The same soldiers, farther from the gun, in the line of fire.",
            when={"target": (SQUAD,)}, why_not="Who stands behind is asked for a squad only.",
        ),
    ],
    running: Annotated[
        int, Count(0, 6, default=0, label="Turns under fire", help="In how many turns just before this one it was shot at.")
    ],
) -> Breakdown[Burst]:  # fmt: skip
    """What does this burst hit, what passes on to the units behind, and is the target pinned?"""
    if any(far < distance for far, _, _ in behind):
        farther = tuple((max(far, distance), men, ground) for far, men, ground in behind)
        raise Contradiction("A unit behind the target cannot stand nearer to the gun than the target.", behind=farther)
    w = Working(r)
    aim = _aim(r, w, distance, salvoes, Target(target, men, Man(grade, armour, ground), emplacement))
    chance = hit_chance(r, aim.needed)
    pins = pinned(r, "machine-gun", running, 0)
    w.note(f"{'pinned' if pins.held else 'not pinned'}: {pins.why}", pins.rule)
    if running and r.holds("pinned-by-mg", "at-once"):
        w.note("whether it was under fire before makes no odds", pins.rule)
    if aim.target.what == GUN:
        return _at_piece(r, w, aim, chance, pins.held)
    return _at_men(r, w, aim, chance, pins.held, behind)


def _at_men(r: Reader, w: Working, aim: Aim, chance: Fraction, pins: bool, behind: Behind) -> Breakdown[Burst]:
    """A burst at men: who falls, and what passes on to those behind."""
    men = aim.target.men
    scored = binomial(aim.shots, chance)
    felled = scored.map(lambda count: min(men, count))
    surplus = scored.map(lambda count: max(0, count - men))
    w.note("hits beyond the men in the target pass on", "ranged-combat.equalizer")
    units = _passed_on(r, w, aim, surplus, behind)
    later = sum((unit.mean for unit in units), Fraction(0)) if behind else None
    losses = f"{guns.share(felled.mean, men)} lost"
    if later is not None:
        losses += f" and {write_mean(later)} behind"
    elif surplus.mean:
        losses += f", {write_mean(surplus.mean)} hits to spare"
    spare = Mark(men + 1, "surplus") if men < aim.shots else None
    exhibits = [
        Bars(f"Men who fall in the target, of {men}", "Men", {"": felled}, Mark(men, "all of them" if men > 1 else "he falls"), name="men"),
        Bars("Hits of the whole burst", "Hits", {"": scored}, spare, name="hits"),
    ]  # fmt: skip
    for number, unit in enumerate(units, start=1):
        exhibits.append(
            Bars(f"Men who fall in unit {number} behind the target", "Men", {"": unit}, name=f"unit-{number}")
        )
    return w.answer(
        Burst(aim.shots, aim.band, aim.needed, chance, scored.mean, felled.mean, surplus.mean, later, None, pins),
        headline=f"{_score(r, aim, scored.mean)}, {losses}, {'pinned' if pins else 'not pinned'}",
        chance=chance,
        distribution=felled,
        exhibits=exhibits,
    )


def _at_piece(r: Reader, w: Working, aim: Aim, chance: Fraction, pins: bool) -> Breakdown[Burst]:
    """A burst at a piece: the damage it takes and whether it is destroyed."""
    wounds, harm = r.cell("artillery", aim.target.piece, "wounds"), guns.mg_damage(r)
    each_hit = r.holds("mg-damage", "each-hit")
    w.then("wounds of the piece", wounds)
    w.subtract("damage of a hit" if each_hit else "damage of a salvo that hits", harm)
    scored = binomial(aim.shots, chance)
    telling = scored
    if not each_hit:
        telling = binomial(aim.salvoes, 1 - (1 - chance) ** r.cell("artillery", MG, "salvo").whole)
    lost = telling.map(lambda count: count * harm.whole)
    done = telling.chance(lambda count: guns.fells(r, harm.whole, wounds.whole, count))
    name = guns.name_of(r, aim.target.piece).lower()
    mark = Mark(wounds.whole, "destroyed") if r.holds("overkill", "at-or-below") else None
    caption = f"Damage to the {name}, which has {wounds.amount} wounds"
    fate = f"{name} destroyed: {spoken(done)}"
    return w.answer(
        Burst(aim.shots, aim.band, aim.needed, chance, scored.mean, None, None, None, done, pins),
        headline=f"{_score(r, aim, scored.mean)}; {fate}; {'pinned' if pins else 'not pinned'}",
        chance=done,
        distribution=lost,
        exhibits=[Bars(caption, "Damage", {"": lost}, mark, name="piece")],
    )


def _score(r: Reader, aim: Aim, mean: Fraction) -> str:
    """What the shots need and how many hits that makes, in words."""
    hit = "hit" if mean == 1 else "hits"
    words = guns.needs(r, aim.needed, r.text("ranged-combat.die"))
    return f"{aim.shots} shots, each hits on {words}; {write_mean(mean)} {hit} on average"


def _aim(r: Reader, w: Working, distance: Number, salvoes: int, target: Target) -> Aim:
    """The burst made ready, with its steps, or why there is none."""
    limits = {name: r.cell("artillery", MG, name) for name in BANDS}
    band = band_at(r, distance, limits)
    if band is None:
        far = write_number(limits[BANDS[-1]].number)
        reason = f'Out of range: the machine gun reaches {far}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range")
    fired = _salvoes(r, w, salvoes)
    w.times("shots a salvo", r.cell("artillery", MG, "salvo"))
    w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))
    shots = w.whole
    w.note("every shot is a roll of its own", "artillery.mg-roll")
    struck = target.what
    if struck != SQUAD:
        struck = {"attacker-chooses": struck, "piece-only": GUN, "crew-first": CREW}[r.read_as("gun-or-crew")]
    men, man = target.men, target.man
    if struck == CREW:
        men, man = int(guns.crew_size(r, target.piece).number), guns.crewman(r, man.ground)
    at = Target(struck, men, man, target.piece)
    if struck == GUN:
        return Aim(fired, shots, band, gun_number(r, w, band, man.ground), at)
    return Aim(fired, shots, band, man_number(r, w, man, guns.gunner(r), band), at)


def _salvoes(r: Reader, w: Working, wanted: int) -> int:
    """How many salvoes the gun fires: no more than its rate of fire and the AC of its crew allow."""
    cost = r.int("artillery.fire-cost")
    available = guns.crew_actions(r, w, MG)
    reading = r.read_as("mg-fire-cost")
    if available < cost:
        w.refuse(f"Firing takes {cost} AC, and the crew never has more than {available}.", "artillery.fire-cost")
    w.then("salvoes wanted", wanted, "artillery.mg-rof")
    w.at_most("rate of fire", r.cited("artillery.mg-rof", "salvoes"))
    if reading == "all-salvoes":
        w.note(f"{cost} AC pay for all of them", "artillery.fire-cost")
    else:
        w.at_most("as many as the AC pay for", available // cost, "artillery.fire-cost")
    return w.whole


def _passed_on(r: Reader, w: Working, aim: Aim, surplus: Distribution[Any], behind: Behind) -> list[Distribution[Any]]:
    """How many men fall in each unit behind the target."""
    units = _in_line(r, w, aim, behind)
    if units:
        w.note("the nearest unit behind takes them, friend or foe", "ranged-combat.equalizer-who")
    losses: list[Distribution[Any]] = []
    for number, (men, chance) in enumerate(units):
        if number and r.holds("equalizer-scope", "one-unit-behind"):
            losses.append(Distribution.sure(0))
            continue
        if r.holds("equalizer-scope", "rolled-again"):
            surplus = surplus.then(lambda count, chance=chance: binomial(count, chance))  # type: ignore[misc]
        losses.append(surplus.map(lambda count, men=men: min(men, count)))  # type: ignore[misc]
        surplus = surplus.map(lambda count, men=men: max(0, count - men))  # type: ignore[misc]
    return losses


def _in_line(r: Reader, w: Working, aim: Aim, behind: Behind) -> list[tuple[int, Fraction]]:
    """The units behind that the gun reaches, nearest first: their men, and the chance that a shot hits one."""
    limits = {name: r.cell("artillery", MG, name) for name in BANDS}
    units = []
    for far, men, ground in sorted(behind, key=lambda row: row[0]):
        band = band_at(r, far, limits)
        if band is None:
            w.note(f'the unit at {write_number(far)}" is out of range, so nothing reaches it', "ranged-combat.in-range")
            continue
        man = Man(aim.target.man.grade, aim.target.man.armour, ground)
        units.append((men, hit_chance(r, man_number(r, Working(r), man, guns.gunner(r), band))))
    return units


@simulation
def burst(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot of the burst and count the men who fall, or the damage to the piece."""
    import numpy as np

    man = Man(inputs["grade"], inputs["armour"], inputs["ground"])
    target = Target(inputs["target"], inputs["men"], man, inputs["emplacement"])
    aim = _aim(r, Working(r), inputs["distance"], inputs["salvoes"], target)
    scored = hits(r, aim.needed, dice.roll_each(r.text("ranged-combat.die"), count, aim.shots))
    if aim.target.what != GUN:
        return np.minimum(aim.target.men, scored.sum(axis=1))
    each = guns.mg_damage(r).whole
    if r.holds("mg-damage", "each-hit"):
        return scored.sum(axis=1) * each
    return scored.reshape(count, aim.salvoes, -1).any(axis=-1).sum(axis=1) * each

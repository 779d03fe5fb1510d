"""Artillery: a machine gun's burst, whom it strikes, and who stands behind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution, binomial
from drillbook.exact import Number, write_number
from drillbook.exhibits import Bars, Mark
from drillbook.kinds import Choice, Count, Length, Rows
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_of_nations import _guns as guns
from drillbook.rulesets.breaking_of_nations._laying import gun_number, men_number
from drillbook.rulesets.breaking_of_nations._shooting import BANDS, band_at, hit_chance, hits, number_of
from drillbook.rulesets.breaking_of_nations.artillery import mg_damage
from drillbook.rulesets.breaking_of_nations.artillery_direct import CREW, GROUND, GUN, SQUAD
from drillbook.rulesets.breaking_of_nations.glory_triggers import pinned

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

MG = guns.MACHINE_GUN
TARGETS = {SQUAD: "A squad", GUN: "A piece", CREW: "Its crew"}
Behind = tuple[tuple[Number, int, str], ...]


@dataclass(frozen=True, slots=True)
class Burst:
    """The burst: shots, the number each needs, the hits to expect, who falls, what passes on, and whether the target is pinned."""

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
class Aim:
    """A burst made ready: salvoes and shots, the band, the number needed, whom it strikes and how many of them there are."""

    salvoes: int
    shots: int
    band: str
    needed: int
    struck: str
    men: int
    grade: str
    armour: str


@question(
    "breaking_of_nations",
    "machine-gun",
    examples=[
        "bon/machine-gun?distance=18&salvoes=3&target=squad&men=10&grade=regular&armour=minimal&ground=clear&behind=none&running=0",
        "bon/machine-gun?distance=9&salvoes=3&target=squad&men=4&grade=green&armour=flak&ground=clear&behind=12,3,trenches;15,6,clear"
        "&running=0",
        "bon/machine-gun?distance=36&salvoes=2&target=gun&emplacement=heavy-gun&ground=rubble&running=1",
        "bon/machine-gun?distance=30&salvoes=1&target=crew&emplacement=howitzer&ground=trenches&running=0&ruling.pinned-by-mg=B",
        "bon/machine-gun?distance=18&salvoes=2&ruling.mg-fire-cost=C",
    ],
)
def machine_gun(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 40, default=18, label="Distance")],
    salvoes: Annotated[int, Count(1, 3, default=3, label="Salvoes")],
    target: Annotated[str, Choice(options=TARGETS, default=SQUAD, label="Fire at")],
    men: Annotated[
        int, Count(1, 30, default=10, label="Men in the squad", when={"target": (SQUAD,)}, why_not="No squad is shot at.")
    ],
    grade: Annotated[
        str, Choice(table="soldiers", only=("civilian", "green", "regular", "veteran", "elite"), default="regular", label="Soldiers",
                    when={"target": (SQUAD,)}, why_not="A crew has a grade of its own."),
    ],
    armour: Annotated[
        str, Choice(table="armour", default="minimal", label="Their armour", when={"target": (SQUAD,)}, why_not="Crews wear their own.")
    ],
    emplacement: Annotated[
        str,
        Choice(table="artillery", default="howitzer", label="Enemy piece", when={"target": (GUN, CREW)}, why_not="A squad is shot at."),
    ],
    ground: Annotated[str, Choice(table="terrain", only=GROUND, default="clear", label="Target stands in")],
    behind: Annotated[
        Behind,
        Rows(
            {
                "distance": Length(0, 40, default=20, label="Distance"),
                "men": Count(1, 30, default=10, label="Men"),
                "ground": Choice(table="terrain", only=GROUND, default="clear", label="In"),
            },
            low=0, high=3, noun="unit", label="Units behind", default=(),
            help="The same soldiers, farther from the gun, in the line of fire.",
            when={"target": (SQUAD,)}, why_not="Surplus hits come from a squad.",
        ),
    ],
    running: Annotated[
        int, Count(0, 6, default=0, label="Turns under fire", help="In how many turns just before this one it was shot at.")
    ],
) -> Breakdown[Burst] | Refusal:  # fmt: skip
    """What does this burst hit, what passes on to the units behind, and is the target pinned?"""
    w = Working(r)
    aim = _aim(r, w, distance, salvoes, target, men, grade, armour, emplacement, ground)
    if isinstance(aim, Refusal):
        return aim
    chance = hit_chance(r, aim.needed)
    scored = binomial(aim.shots, chance)
    pins, how, rule = pinned(r, "machine-gun", running, 0)
    w.note(f"{'pinned' if pins else 'not pinned'}: {how}", rule)
    if running and r.reading("pinned-by-mg") == "A":
        w.note("whether it was under fire before makes no odds", rule)
    if aim.struck == GUN:
        return _at_piece(r, w, aim, emplacement, chance, scored, pins)
    felled = scored.map(lambda count: min(aim.men, count))
    surplus = scored.map(lambda count: max(0, count - aim.men))
    w.note("hits beyond the men in the target pass on", "ranged-combat.equalizer")
    units = _passed_on(r, w, aim, surplus, behind) if aim.struck == SQUAD else []
    later = sum((unit.mean for unit in units), Fraction(0))
    value = Burst(aim.shots, aim.band, aim.needed, chance, scored.mean, felled.mean, surplus.mean, later, None, pins)
    headline = f"{_score(r, aim, scored)}, {guns.share(felled.mean, aim.men)} lost"
    if units:
        headline += f" and {guns.average(later)} behind"
    elif surplus.mean:
        headline += f", {guns.average(surplus.mean)} to spare"
    whole = "all of them" if aim.men > 1 else "he falls"
    bars = Bars(f"Men who fall in the target, of {aim.men}", "Men", {"": felled}, Mark(aim.men, whole), name="men")
    spare = Mark(aim.men + 1, "surplus") if aim.men < aim.shots else None
    hits_bars = Bars("Hits of the whole burst", "Hits", {"": scored}, spare, name="hits")
    more = [
        Bars(f"Men who fall in unit {number} behind the target", "Men", {"": unit}, name=f"unit-{number}")
        for number, unit in enumerate(units, start=1)
    ]
    return w.answer(
        value,
        headline=headline + (", pinned" if pins else ", not pinned"),
        chance=chance,
        distribution=felled,
        exhibits=[bars, hits_bars, *more],
    )


def _score(r: Reader, aim: Aim, scored: Distribution[Any]) -> str:
    """What the shots need and how many hits that makes, in words."""
    hit = "hit" if scored.mean == 1 else "hits"
    return f"{aim.shots} shots, {guns.needs(r, aim.needed, r.text('ranged-combat.die'))} to hit: {guns.average(scored.mean)} {hit}"


def _aim(
    r: Reader,
    w: Working,
    distance: Number,
    salvoes: int,
    target: str,
    men: int,
    grade: str,
    armour: str,
    emplacement: str,
    ground: str,
) -> Aim | Refusal:
    """The burst made ready, with its steps, or why there is none."""
    limits = {name: r.cell("artillery", MG, name) for name in BANDS}
    band = band_at(r, distance, limits)
    if band is None:
        far = number_of(limits[BANDS[-1]])
        return w.refuse(
            f'Out of range: the machine gun reaches {write_number(far)}", not {write_number(distance)}".',
            "ranged-combat.in-range",
        )
    fired = _salvoes(r, w, salvoes)
    if isinstance(fired, Refusal):
        return fired
    w.times("shots a salvo", r.cell("artillery", MG, "salvo"))
    w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))
    shots = int(w.total)
    struck = target
    if target != SQUAD:
        struck = {"A": target, "B": GUN, "C": CREW}[r.reading("gun-or-crew")]
    w.note("every shot is a roll of its own", "artillery.mg-roll")
    if struck == GUN:
        needed = gun_number(r, w, band, ground)
        return Aim(fired, shots, band, needed, struck, 0, "", "")
    if struck == CREW:
        grade, armour = r.text("artillery.crew-grade", "grade"), r.text("artillery.crew-grade", "armour")
        men = int(number_of(guns.crew_size(r, emplacement)))
    needed = men_number(r, w, band, grade, armour, ground)
    return Aim(fired, shots, band, needed, struck, men, grade, armour)


def _salvoes(r: Reader, w: Working, wanted: int) -> int | Refusal:
    """How many salvoes the gun fires: no more than its rate of fire and the AC of its crew allow."""
    cost = r.int("artillery.fire-cost")
    available, pooled = guns.crew_actions(r, w, MG)
    reading = r.reading("mg-fire-cost")
    if reading == "C" and not pooled:
        w.times("both crewmen pay", "artillery.mg-crew")
        available = int(w.total)
    if available < cost:
        return w.refuse(f"Firing takes {cost} AC, and the crew never has more than {available}.", "artillery.fire-cost")
    w.then("salvoes wanted", Cited(wanted, "artillery.mg-rof"))
    w.at_most("rate of fire", r.cited("artillery.mg-rof", "salvoes"))
    if reading != "A":
        w.at_most("as many as the AC pay for", Cited(available // cost, "artillery.fire-cost"))
    else:
        w.note(f"{cost} AC pay for all of them", "artillery.fire-cost")
    return int(w.total)


def _passed_on(r: Reader, w: Working, aim: Aim, surplus: Distribution[Any], behind: Behind) -> list[Distribution[Any]]:
    """How many men fall in each unit behind the target."""
    units = _in_line(r, aim, behind)
    if not units:
        return []
    w.note("the nearest unit behind takes them, friend or foe", "ranged-combat.equalizer-who")
    losses: list[Distribution[Any]] = []
    for number, (men, chance) in enumerate(units):
        if r.reading("equalizer-scope") == "C" and number:
            losses.append(Distribution.sure(0))
            continue
        if r.reading("equalizer-scope") == "B":
            surplus = surplus.then(lambda count, chance=chance: binomial(count, chance))  # type: ignore[misc]
        losses.append(surplus.map(lambda count, men=men: min(men, count)))  # type: ignore[misc]
        surplus = surplus.map(lambda count, men=men: max(0, count - men))  # type: ignore[misc]
    return losses


def _in_line(r: Reader, aim: Aim, behind: Behind) -> list[tuple[int, Fraction]]:
    """The units behind that the gun reaches, nearest first: their men, and the chance that a shot hits one."""
    limits = {name: r.cell("artillery", MG, name) for name in BANDS}
    units = []
    for far, men, ground in sorted(behind, key=lambda row: row[0]):
        band = band_at(r, far, limits)
        if band is not None:
            needed = men_number(r, Working(r), band, aim.grade, aim.armour, ground)
            units.append((men, hit_chance(r, needed)))
    return units


def _at_piece(
    r: Reader, w: Working, aim: Aim, emplacement: str, chance: Fraction, scored: Distribution[Any], pins: bool
) -> Breakdown[Burst]:
    """A burst at a piece: the damage it takes and whether it is destroyed."""
    wounds = r.cell("artillery", emplacement, "wounds")
    harm = mg_damage(r)
    each = int(number_of(harm))
    w.then("wounds of the piece", wounds)
    w.subtract("damage of a hit" if r.reading("mg-damage") == "A" else "damage of a salvo that hits", harm)
    lost = _damage(r, aim, chance)
    size = int(number_of(wounds))
    done = lost.chance(lambda total: guns.fells(r, each, size, total // each))
    value = Burst(aim.shots, aim.band, aim.needed, chance, scored.mean, None, None, None, done, pins)
    name = guns.name_of(r, emplacement).lower()
    headline = f"{_score(r, aim, scored)}, {guns.odds(done)} to destroy the {name}"
    mark = Mark(size, "destroyed") if r.reading("overkill") == "A" else None
    bars = Bars(f"Damage to the {name}, which has {size} wounds", "Damage", {"": lost}, mark, name="piece")
    return w.answer(
        value,
        headline=headline + (", pinned" if pins else ", not pinned"),
        chance=done,
        distribution=lost,
        exhibits=[bars],
    )


def _damage(r: Reader, aim: Aim, chance: Fraction) -> Distribution[Any]:
    """The damage of the burst: by the hit, or on the other reading by the salvo that hits at all."""
    each = int(number_of(mg_damage(r)))
    if r.reading("mg-damage") == "A":
        return binomial(aim.shots, chance).map(lambda count: count * each)
    salvo = 1 - (1 - chance) ** int(number_of(r.cell("artillery", MG, "salvo")))
    return binomial(aim.salvoes, salvo).map(lambda count: count * each)


@simulation("breaking_of_nations", "machine-gun")
def burst(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot of the burst and count the men who fall, or the damage to the piece."""
    import numpy as np

    names = ("distance", "salvoes", "target", "men", "grade", "armour", "emplacement", "ground")
    aim = _aim(r, Working(r), *(inputs[name] for name in names))
    if isinstance(aim, Refusal):
        raise ValueError(aim.reason)
    scored = hits(r, aim.needed, dice.roll_each(r.text("ranged-combat.die"), count, aim.shots))
    if aim.struck != GUN:
        return np.minimum(aim.men, scored.sum(axis=1))
    each = int(number_of(mg_damage(r)))
    if r.reading("mg-damage") == "A":
        return scored.sum(axis=1) * each
    return scored.reshape(count, aim.salvoes, -1).any(axis=-1).sum(axis=1) * each

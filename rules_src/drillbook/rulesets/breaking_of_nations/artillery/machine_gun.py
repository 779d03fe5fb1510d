"""Artillery: a machine gun's burst, the men it strikes, and the units behind the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from drillbook.asking import (
    Breakdown,
    Choice,
    Contradiction,
    Count,
    Flag,
    Length,
    Reader,
    Rows,
    Working,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import (
    Distribution,
    Number,
    Thrower,
    averaged,
    binomial,
    lost_of,
    np,
    spoken,
    write_number,
)
from drillbook.rulesets.breaking_of_nations.artillery import _burst as bursts
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery import _laying as laying
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.pinning import Pinned, pinned
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, Man, man_number
from drillbook.rulesets.breaking_of_nations.common.shot_die import hit_chance, hits
from drillbook.rulesets.breaking_of_nations.common.volley import felled, passed_on, shielded
from drillbook.rulesets.breaking_of_nations.common.wounds import fells

MG = guns.MACHINE_GUN
RANGES = tuple(f"artillery.mg-class {band}" for band in BANDS)
MANNED: dict[str, Any] = {
    "when": {"target": (laying.SQUAD,)},
    "why_not": "No squad is shot at: a crew has men of its own.",
}
EMPLACED: dict[str, Any] = {"when": {"target": (laying.GUN, laying.CREW)}, "why_not": "A squad is shot at."}
Behind = tuple[tuple[Number, int, str, str, str, bool], ...]
ENEMY, FRIEND, AS_TARGET = "enemy", "friend", "none"
SIDES = {ENEMY: "Enemies", FRIEND: "Friends"}


class Unit(NamedTuple):
    """A unit behind the target, as a row of the form has it."""

    distance: Number
    men: int
    ground: str
    side: str
    grade: str
    prone: bool


@dataclass(frozen=True, slots=True)
class Burst:
    """The burst: its shots, the number needed, the mean hits, the fallen, and the surplus.

    behind (enemies) and friends are None if no unit is behind the target. destroyed is for a piece; the losses are for
    men. pinned states whether the target is pinned.
    """

    shots: int
    band: str
    needed: int
    chance: Fraction
    hits: Fraction
    casualties: Fraction | None
    surplus: Fraction | None
    behind: Fraction | None
    friends: Fraction | None
    destroyed: Fraction | None
    pinned: bool


@dataclass(frozen=True, slots=True)
class Aim:
    """A burst made ready: its salvoes, shots and band, the number needed, and what it strikes.

    men is the number of men of the kind man that it strikes.
    """

    salvoes: int
    shots: int
    band: str
    needed: int
    struck: str
    men: int
    man: Man


@question(
    "bon/machine-gun?distance=18&salvoes=3&target=squad&men=10&grade=regular&armour=minimal&ground=clear&behind=none&running=0",
    "bon/machine-gun?distance=9&salvoes=3&target=squad&men=4&grade=green&armour=flak&ground=clear&behind=12,3,trenches;15,6,clear"
    "&running=0",
    "bon/machine-gun?distance=36&salvoes=2&target=gun&emplacement=heavy-gun&ground=rubble&running=1",
    "bon/machine-gun?distance=30&salvoes=1&target=crew&emplacement=howitzer&ground=trenches&running=0&ruling.pinned-by-mg=B",
    "bon/machine-gun?distance=18&salvoes=2&ruling.mg-fire-cost=C",
    "bon/machine-gun?distance=9&salvoes=3&men=6&formation=mass&charging=yes&behind=12,3,clear,friend;15,6,clear,enemy,green,yes",
)
def machine_gun(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 40, default=18, label="Distance", bands=RANGES)],
    salvoes: Annotated[int, Count(1, 3, default=3, label="Salvoes")],
    target: Annotated[str, Choice(options=laying.TARGETS, default=laying.SQUAD, label="Fire at")],
    men: Annotated[int, Count(1, 30, default=10, label="Men in the squad", **MANNED)],
    grade: Annotated[str, soldiers("Soldiers", **MANNED)],
    armour: Annotated[str, armour_of("Their armour", **MANNED)],
    emplacement: Annotated[str, Choice(table="artillery", default="howitzer", label="Enemy piece", **EMPLACED)],
    ground: Annotated[str, ground_of("Target stands in")],
    formation: Annotated[str, Choice(FORMATIONS, default="open", label="Squad's formation", **MANNED)],
    charging: Annotated[bool, Flag(label="The squad charges", **MANNED)],
    behind: Annotated[
        Behind,
        Rows(
            {
                "distance": Length(0, 40, default=20, label="Distance"),
                "men": Count(1, 30, default=10, label="Men"),
                "ground": ground_of("In"),
                "side": Choice(SIDES, default=ENEMY, label="Side"),
                "grade": soldiers("Grade", AS_TARGET, options={AS_TARGET: "As the target"}),
                "prone": Flag(label="Prone"),
            },
            low=0, high=3, noun="unit", label="Units behind", late=3,
            help="Farther from the gun, in the line of fire, in the same armour.",
            when={"target": (laying.SQUAD,)}, why_not="Who stands behind is asked for a squad only.",
        ),
    ],
    running: Annotated[
        int, Count(0, 6, label="Turns under fire", help="In how many turns just before this one it was shot at.")
    ],
) -> Breakdown[Burst]:  # fmt: skip
    """What does this burst hit, what passes on to the units behind, and is the target pinned?"""
    if any(far < distance for far, *_ in behind):
        farther = tuple((max(far, distance), *rest) for far, *rest in behind)
        raise Contradiction("A unit behind the target cannot stand nearer to the gun than the target.", behind=farther)
    w = Working(r)
    aim = _aim(r, w, distance, salvoes, target, men, Man(grade, armour, ground, formation, charging), emplacement)
    chance = hit_chance(r, aim.needed)
    pins = pinned(r, "machine-gun", running, 0)
    w.note(f"{pins.fate}: {pins.why}", pins.rule)
    w.note(
        "whether it was under fire before makes no odds", pins.rule, when=running and r.holds("pinned-by-mg", "at-once")
    )
    if aim.struck == laying.GUN:
        return _at_piece(r, w, aim, chance, emplacement, pins)
    return _at_men(r, w, aim, chance, behind, pins)


def _at_men(r: Reader, w: Working, aim: Aim, chance: Fraction, behind: Behind, pins: Pinned) -> Breakdown[Burst]:
    """Return the answer for a burst at men: who falls, and what passes on to the units behind.

    chance is the chance that a shot hits. The steps go into `w`.
    """
    men, scored = aim.men, binomial(aim.shots, chance)
    fallen, surplus = felled(scored, men)
    w.note("hits beyond the men in the target pass on", "ranged-combat.equalizer")
    struck, units = _passed_on(r, w, aim, surplus, [Unit(*row) for row in behind])
    lost = {
        side: sum((loss.mean for unit, loss in zip(struck, units, strict=True) if unit.side == side), Fraction(0))
        for side in SIDES
    }
    later, friends = (lost[ENEMY], lost[FRIEND]) if behind else (None, None)
    spared = f"; {averaged(surplus.mean, 'hit')} to spare" if surplus.mean else ""
    rest = spared if later is None else f"; behind them {averaged(later, 'man') if later else 'nobody'}"
    if friends:
        rest += f", and {averaged(friends, 'friend')}"
    spare = Mark(men + 1, "surplus") if men < aim.shots else None
    exhibits = [
        Bars(f"Men who fall in the target, of {men}", "Men", {"": fallen}, Mark(men, "all of them" if men > 1 else "he falls"), name="men"),
        Bars("Hits of the whole burst", "Hits", {"": scored}, spare, name="hits"),
    ]  # fmt: skip
    exhibits += [
        Bars(f"Men who fall in unit {number} behind the target", "Men", {"": unit}, name=f"unit-{number}")
        for number, unit in enumerate(units, start=1)
    ]
    return w.answer(
        Burst(
            aim.shots,
            aim.band,
            aim.needed,
            chance,
            scored.mean,
            fallen.mean,
            surplus.mean,
            later,
            friends,
            None,
            pins.held,
        ),
        headline=f"{_score(r, aim, scored.mean)}; {lost_of(fallen.mean, men, 'man')}{rest}; {pins.fate}",
        chance=chance,
        distribution=fallen,
        exhibits=exhibits,
    )


def _at_piece(r: Reader, w: Working, aim: Aim, chance: Fraction, piece: str, pins: Pinned) -> Breakdown[Burst]:
    """Return the answer for a burst at a piece: its damage and whether it is destroyed.

    chance is the chance that a shot hits. The steps go into `w`.
    """
    wounds, harm = r.cell("artillery", piece, "wounds"), guns.mg_damage(r)
    each_hit = r.holds("mg-damage", "each-hit")
    w.then("wounds of the piece", wounds)
    w.subtract("damage of a hit" if each_hit else "damage of a salvo that hits", harm)
    telling = scored = binomial(aim.shots, chance)
    if not each_hit:
        telling = binomial(aim.salvoes, 1 - (1 - chance) ** r.cell("artillery", MG, "salvo").whole)
    lost = telling.map(lambda count: count * harm.whole)
    done = telling.chance(lambda count: fells(r, harm.whole, wounds.whole, count))
    name = r.name("artillery", piece).lower()
    mark = Mark(wounds.whole, "destroyed") if r.holds("overkill", "at-or-below") else None
    caption = f"Damage to the {name}, which has {wounds.amount} wounds"
    return w.answer(
        Burst(aim.shots, aim.band, aim.needed, chance, scored.mean, None, None, None, None, done, pins.held),
        headline=f"{_score(r, aim, scored.mean)}; {name} destroyed: {spoken(done)}; {pins.fate}",
        chance=done,
        distribution=lost,
        exhibits=[Bars(caption, "Damage", {"": lost}, mark, name="piece")],
    )


def _score(r: Reader, aim: Aim, mean: Fraction) -> str:
    """Return in words what the shots need and how many hits they make."""
    words = guns.needs(r, aim.needed, r.text("ranged-combat.die"))
    return f"{aim.shots} shots, each hits on {words}; {averaged(mean, 'hit')} on average"


def _aim(r: Reader, w: Working, distance: Number, salvoes: int, target: str, men: int, man: Man, piece: str) -> Aim:
    """Return the burst made ready, with its steps, or refuse it if the target is out of range.

    distance is in inches.
    """
    band = bursts.band_of(r, distance)
    if band is None:
        far = write_number(r.cell("artillery", MG, BANDS[-1]).number)
        reason = f'Out of range: the machine gun reaches {far}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range")
    fired, shots = bursts.shots_of(r, w, salvoes)
    struck = laying.struck_at(r, target)
    men, man = laying.men_there(r, w, struck, men, man, piece)
    at_gun = struck == laying.GUN
    needed = laying.gun_number(r, w, band, man.ground) if at_gun else man_number(r, w, man, guns.gunner(r), band)
    return Aim(fired, shots, band, needed, struck, men, man)


def _passed_on(
    r: Reader, w: Working, aim: Aim, surplus: Distribution[Any], behind: Sequence[Unit]
) -> tuple[list[Unit], list[Distribution[Any]]]:
    """Return the units behind the target that the surplus reaches, and the men who fall in each.

    The nearest unit comes first. The steps go into `w`.
    """
    struck = [unit for unit in sorted(behind, key=lambda unit: unit.distance) if _reached(r, w, unit)]
    w.note("the nearest unit behind takes them, friend or foe", "ranged-combat.equalizer-who", when=struck)
    return struck, passed_on(r, surplus, [(unit.men, _chance(r, aim, unit)) for unit in struck])


def _reached(r: Reader, w: Working, unit: Unit) -> bool:
    """Return whether the surplus can strike a unit, and add the step if it cannot.

    The unit must be in range and not shielded by lying prone.
    """
    where = f'the unit at {write_number(unit.distance)}"'
    if bursts.band_of(r, unit.distance) is None:
        w.note(f"{where} is out of range, so nothing reaches it", "ranged-combat.in-range")
        return False
    return not shielded(r, w, where, unit.prone)


def _chance(r: Reader, aim: Aim, unit: Unit) -> Fraction:
    """Return the chance that a shot hits a man of a unit behind, if the hits are rolled again."""
    man = Man(aim.man.grade if unit.grade == AS_TARGET else unit.grade, aim.man.armour, unit.ground)
    return hit_chance(r, man_number(r, Working(r), man, guns.gunner(r), bursts.band_of(r, unit.distance)))


@simulation
def burst(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot of the burst and count the men who fall, or the damage to the piece."""
    man = Man(inputs["grade"], inputs["armour"], inputs["ground"], inputs["formation"], inputs["charging"])
    shot_at = inputs["target"], inputs["men"], man, inputs["emplacement"]
    aim = _aim(r, Working(r), inputs["distance"], inputs["salvoes"], *shot_at)
    scored = hits(r, aim.needed, dice.roll_each(r.text("ranged-combat.die"), count, aim.shots))
    if aim.struck != laying.GUN:
        return np.minimum(aim.men, scored.sum(axis=1))
    each = guns.mg_damage(r).whole
    if r.holds("mg-damage", "each-hit"):
        return scored.sum(axis=1) * each
    return scored.reshape(count, aim.salvoes, -1).any(axis=-1).sum(axis=1) * each

"""Artillery: what a Gatling or a Nordenfelt does in a turn, if it does not jam."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Distribution, Number, Thrower, averaged, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.artillery import _burst as burst

RANGES = tuple(f"artillery.mg-bands {band}" for band in shooting.BANDS)
SQUAD, GUN = "squad", "gun"
MANNED: dict[str, Any] = {"when": {"target": (SQUAD,)}, "why_not": "A piece is shot at."}
EMPLACED: dict[str, Any] = {"when": {"target": (GUN,)}, "why_not": "A squad is shot at."}


@dataclass(frozen=True, slots=True)
class Burst:
    """The result of a turn's fire by a machine gun.

    salvoes, shots: their numbers. needed, chance: what each shot needs, and its chance. hits: the expected hits if the
    gun fires. overall: the expected hits with jams included. silent: the chance that the gun has jammed before it fires.
    losses, destroyed: what falls if the gun fires; losses is for men, destroyed for a piece.
    """

    salvoes: int
    shots: int
    needed: int
    chance: Fraction
    hits: Fraction
    overall: Fraction
    silent: Fraction
    losses: Fraction | None
    destroyed: Fraction | None


@question(
    "fb/machine-gun?distance=18&salvoes=3&turned=no&grade=regular",
    "fb/machine-gun?distance=15&salvoes=3&turned=no&grade=native-regular&formation=mass&charging=yes",
    "fb/machine-gun?distance=30&salvoes=2&turned=no&target=gun&emplacement=light-gun&ground=rubble",
    "fb/machine-gun?distance=9&salvoes=3&turned=yes&grade=native-green&ruling.mg-ac=B",
    replaces="machine-gun",
)
def machine_gun(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 40, default=18, label="Distance", bands=RANGES)],
    salvoes: Annotated[int, Count(1, 3, default=3, label="Salvoes")],
    turned: Annotated[bool, Flag(label="Gun is turned first")],
    target: Annotated[str, Choice({SQUAD: "A squad", GUN: "A piece"}, label="Fire at")],
    men: Annotated[int, Count(1, 30, default=20, label="Men in it", **MANNED)],
    grade: Annotated[str, soldiers("They are", "native-regular", **MANNED)],
    formation: Annotated[str, Choice(FORMATIONS, label="Their formation", **MANNED)],
    charging: Annotated[bool, Flag(label="They charge", **MANNED)],
    emplacement: Annotated[str, Choice(table="artillery", default="light-gun", label="Which piece", **EMPLACED)],
    ground: Annotated[str, ground_of("Target stands in")],
) -> Breakdown[Burst]:
    """What does a machine gun hit in a turn, and will it fire at all?"""
    w = Working(r)
    man = shooting.Man(grade, "", ground, formation, charging)
    fired, shots, needed = _aimed(r, w, distance, salvoes, turned, target, man)
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    if not fired:
        nothing = Fraction(0)
        words = "No fire: the crew has not the AC for it" + (" once the gun is turned" if turned else "")
        value = Burst(0, 0, needed, chance, nothing, nothing, nothing, None, None)
        none = Distribution.sure(0)
        return w.answer(
            value, headline=words, distribution=none, exhibits=[Bars("Hits", "Hits", {"": none}, name="men")]
        )
    scored = burst.hits_of(r, fired, shots, chance)
    silent = Fraction(0) if r.holds("mg-jam", "next-turn") else burst.jams(r)
    w.then("chance that it jams before it fires", silent, "artillery.mg-jam", when=silent)
    pins = burst.pinning(r, w)
    told = f"{fired * (shots // fired)} shots, each hits on {shot_die.needs(r, needed, chance)}"
    average = f"{averaged(scored.mean, 'hit')} on average if it fires"
    given = (f"; jams first: {spoken(silent)}" if silent else "") + pins
    value = Burst(fired, shots, needed, chance, scored.mean, scored.mean * (1 - silent), silent, None, None)
    if target == GUN:
        wounds = r.cell("artillery", emplacement, "wounds")
        w.then("wounds of the piece", wounds)
        done = _destroyed(r, needed, shots, fired, wounds.whole, chance)
        fate = f"{r.name('artillery', emplacement).lower()} destroyed if it fires: {spoken(done)}"
        lost = Bars(
            "Wounds it loses if the gun fires", "Wounds", {"": scored}, Mark(wounds.whole, "destroyed"), name="piece"
        )
        value = Burst(fired, shots, needed, chance, scored.mean, value.overall, silent, None, done)
        return w.answer(value, headline=f"{told}; {fate}{given}", chance=chance, distribution=scored, exhibits=[lost])
    fallen = scored.map(lambda count: min(men, count))
    w.at_most("no more men than there are", men, "ranged-combat.removal", when=False)
    value = Burst(fired, shots, needed, chance, scored.mean, value.overall, silent, fallen.mean, None)
    return w.answer(
        value,
        headline=f"{told}; {average}{given}",
        chance=chance,
        distribution=fallen,
        exhibits=[Bars(f"Men who fall if the gun fires, of {men}", "Men", {"": fallen}, name="men")],
    )


def _aimed(
    r: Reader, w: Working, distance: Number, wanted: int, turned: bool, target: str, man: shooting.Man
) -> tuple[int, int, int]:
    """Return the salvoes and the shots that are fired, and what each shot needs.

    man: one man of the squad, or a man on the ground where the piece is.
    """
    shooting.check_target(r, w, man)
    band = burst.band_of(r, w, distance)
    fired = burst.salvoes(r, w, wanted, turned=turned)
    shots = burst.shots_of(r, w, fired) if fired else 0
    firer = r.text("artillery.crew-grade", "grade")
    if target == GUN:
        cover, ds = r.cell("terrain", man.ground, "cv"), r.cited("artillery.ds")
        return (
            fired,
            shots,
            shooting.shot_number(r, w, ds=ds, firer=firer, band=band, cover=cover, what="DS of a piece"),
        )
    return fired, shots, shooting.man_number(r, w, man, firer, band)


def _destroyed(r: Reader, needed: int, shots: int, fired: int, wounds: int, chance: Fraction) -> Fraction:
    """Return the chance that the piece is destroyed.

    The piece is destroyed if no wound is left, or if it has taken a critical hit and the reading lets that destroy it.
    """
    done = burst.hits_of(r, fired, shots, chance).at_least(wounds)
    if r.holds("artillery-critical", "ordinary"):
        return done
    critical = shot_die.critical_chance(r, needed)
    dice = shots if r.holds("mg-shots", "each-shot") else fired
    each = shots // dice
    ordinary = (chance - critical) / (1 - critical) if critical < 1 else Fraction(0)
    spared = (1 - critical) ** dice
    worn = burst.hits_of(r, dice, dice, ordinary).map(lambda hits: hits * each).at_least(wounds)
    return 1 - spared * (1 - worn)


@simulation
def fire(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the burst: the men who fall, or the wounds that the piece loses."""
    man = shooting.Man(inputs["grade"], "", inputs["ground"], inputs["formation"], inputs["charging"])
    distance, wanted, turned, target = (inputs[one] for one in ("distance", "salvoes", "turned", "target"))
    fired, shots, needed = _aimed(r, Working(r), distance, wanted, turned, target, man)
    if not fired:
        return np.zeros(count, dtype=int)
    each = 1 if r.holds("mg-shots", "each-shot") else shots // fired
    rolled = shot_die.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, shots // each))
    scored = rolled.sum(axis=1) * each
    return scored if inputs["target"] == GUN else np.minimum(inputs["men"], scored)

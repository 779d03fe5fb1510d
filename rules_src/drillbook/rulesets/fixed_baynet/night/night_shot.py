"""Night shots: whether anything is visible to shoot at, and what the shot needs."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Cited, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Disc, Figure, Grid, Tabletop
from drillbook.asking.exhibits.gestures import ahead
from drillbook.maths import Number, Thrower, write_number
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    FIREARM_BANDS,
    Charging,
    Formation,
    Mounted,
    Weapon,
    ground_of,
    half_inches,
    soldiers,
)

DARK, FLARE, SNIPER, LIT_SNIPER = "dark", "flare", "sniper", "sniper-flare"
LIGHT = {
    DARK: "In the dark", FLARE: "Lit by a flare", SNIPER: "In the dark, by a sniper", LIT_SNIPER: "Lit by a flare, by a sniper",
}  # fmt: skip
LIT = (FLARE, LIT_SNIPER)
DAY = "day"


@dataclass(frozen=True, slots=True)
class NightShot:
    """The result of a shot at night.

    band: the range band. vision: how far a man sees, or None if as by day. needed, hit: the number needed and the chance
    of a hit. by_day: the chance of the same shot by day.
    """

    band: str
    vision: Number | None
    needed: int
    hit: Fraction
    by_day: Fraction


@question(
    "fb/night-shot?weapon=rifle&distance=10&target=regular",
    "fb/night-shot?weapon=rifle&distance=10&target=regular&light=flare",
    "fb/night-shot?weapon=rifle&distance=20&target=native-regular&light=sniper-flare",
    "fb/night-shot?weapon=bow&distance=6&fog=yes&target=native-regular&ground=light-forest",
)
def night_shot(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Firer")],
    weapon: Weapon,
    distance: Annotated[Number, half_inches("Distance", 20, 10, bands=(*FIREARM_BANDS, "night.vision", "night.fog"))],
    mounted: Mounted,
    fog: Annotated[bool, Flag(label="Fog")],
    light: Annotated[str, Choice(LIGHT, label="The target is shot at")],
    target: Annotated[str, soldiers("Target", "native-regular")],
    ground: Annotated[str, ground_of("Target stands in")],
    formation: Formation,
    charging: Charging,
) -> Breakdown[NightShot]:
    """Can I see him in the dark, and what does the shot need?"""
    w = Working(r)
    vision = _vision(r, w, light, fog=fog)
    field = _field(r, weapon, distance, vision)
    if vision is not None and distance > vision:
        reason = (
            f'Too dark: he is {write_number(distance)}" away, and nobody sees farther than {write_number(vision)}".'
        )
        w.refuse(reason, "night.fog" if fog else "night.vision", exhibits=[field])
    man = shooting.Man(target, "minimal", ground, formation, charging)
    shooting.check_target(r, w, man)
    band = shooting.band_in_reach(r, w, weapon, distance)
    by_day = shooting.man_number(r, Working(r), man, firer, band, mounted=mounted, weapon=weapon)
    needed = _number(r, w, man, firer, band, light, mounted=mounted, weapon=weapon)
    stack = w.stack("What the number needed is made of", "Number needed", name="sum")
    hit = w.then("chance to hit", shot_die.hit_chance(r, needed), "ranged-combat.die")
    w.note("the night counts where all have agreed to it", "night.agreement")
    told = NightShot(band, vision, needed, hit, shot_die.hit_chance(r, by_day))
    day = shot_die.score_words(r, by_day, told.by_day)
    same = "as by day" if by_day == needed else f"by day on {day}"
    result = r.dice("ranged-combat.die").map(lambda face: shot_die.shot_result(r, needed, face))
    return w.answer(
        told,
        headline=f"{shot_die.hits_on(r, needed, hit)}; {same}",
        chance=hit,
        distribution=result,
        exhibits=[field, stack, _map(r, band, light)],
    )


def _vision(r: Reader, w: Working, light: str, *, fog: bool) -> Number | None:
    """How far the target is seen in that light; None where it is seen as by day."""
    if light in LIT and r.holds("flare-sight", "seen-as-by-day"):
        w.note("a flare lights the target, and it is seen as by day", "night.flare")
        return w.then("how far one sees in fog, in inches", "night.fog") if fog else None
    seen: Number = w.then("how far one sees at night, in inches", "night.vision")
    return w.at_most("in fog", "night.fog") if fog else seen


def _number(
    r: Reader, w: Working, man: shooting.Man, firer: str, band: str, light: str, *, mounted: bool, weapon: str
) -> int:
    """Return the number that a shot at night needs; the steps are added to `w`."""
    shooting.man_number(r, w, man, firer, mounted=mounted, weapon=weapon, what="target's DS")
    w.note("a flare lights the target, and the range counts as by day", "night.flare", when=light in LIT)
    shooting.modify(r, w, f"{band} range at night", _change(r, band, light))
    return w.whole


def _change(r: Reader, band: str, light: str) -> Cited:
    """Return the range modifier in that light."""
    day = shooting.band_change(r, band)
    if light in (*LIT, DAY):
        return day
    if light == SNIPER:
        return r.cited("night.snipers", band)
    if r.holds("night-sign", "as-listed"):
        return r.cited("night.range-modifiers", band)
    return Cited(day.number - r.num("night.range-modifiers", "shift"), r.cite("night.range-modifiers"))


def _field(r: Reader, weapon: str, distance: Number, vision: Number | None) -> Tabletop:
    """How far the weapon reaches in its bands, and how far the firer sees."""
    reach = [Disc(0, 0, one.number, f"{band} range", "range") for band, one in shooting.band_limits(r, weapon).items()]
    seen = [] if vision is None else [Disc(0, 0, vision, "seen", "zone")]
    limit = "all of which can be seen" if vision is None else f'and the {write_number(vision)}" that can be seen'
    return Tabletop(
        f"The bands of the weapon, {limit}",
        "inches",
        discs=[*reach, *seen],
        figures=[Figure(0, 0, "firer", "own"), Figure(0, distance, "target", grip=ahead("distance"))],
        name="sight",
    )


def _map(r: Reader, here: str, light: str) -> Grid:
    """Return the grid of the chance to hit by DS plus CV, per band by day and at night."""
    guards = [r.cell("soldiers", row.key, "ds").whole for row in r.ruleset.table("soldiers").where("person")]
    covers = [r.cell("terrain", row.key, "cv").whole for row in r.ruleset.table("terrain").where("target")]
    sums = list(range(min(guards) + min(covers), max(guards) + max(covers) + 1))
    ways = [(band, one) for band in shooting.BANDS for one in (DAY, DARK)]

    def chance(defence: int, band: str, one: str) -> Fraction:
        w = Working(r)
        w.start("DS and CV", defence, "ranged-combat.target-number")
        shooting.modify(r, w, "range", _change(r, band, one))
        return shot_die.hit_chance(r, w.whole)

    return Grid(
        "Chance to hit by DS and CV together, by day and at night",
        "DS + CV",
        "Range",
        [str(one) for one in sums],
        [f"{band}, {'day' if one == DAY else 'night'}" for band, one in ways],
        [[chance(defence, *way) for way in ways] for defence in sums],
        name="heat",
    )


@simulation
def throw_night_shot(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw each shot and return what it does: miss, hit or critical."""
    man = shooting.Man(inputs["target"], "minimal", inputs["ground"], inputs["formation"], inputs["charging"])
    band = shooting.weapon_band(r, inputs["weapon"], inputs["distance"])
    if band is None:
        return []
    given = {one: inputs[one] for one in ("mounted", "weapon")}
    needed = _number(r, Working(r), man, inputs["firer"], band, inputs["light"], **given)
    return [shot_die.shot_result(r, needed, int(face)) for face in dice.roll(r.text("ranged-combat.die"), count)]

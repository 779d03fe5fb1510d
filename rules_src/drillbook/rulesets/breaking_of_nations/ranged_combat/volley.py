"""Ranged combat: how many men fall to a volley."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Number, Thrower, counted, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import (
    FIREARM_BANDS,
    Charging,
    Formation,
    Mounted,
    Weapon,
    armour_of,
    ground_of,
    soldiers,
)
from drillbook.rulesets.breaking_of_nations.common.soldier import BARE, check_spent
from drillbook.rulesets.breaking_of_nations.common.volley import (
    LMG,
    felled,
    leader_falls,
    scored,
    shots_each,
    throw_hits,
)


@dataclass(frozen=True, slots=True)
class Volley:
    """A volley: its shots, the number and the chance of each, the mean hits, and the losses.

    halved is the chance that it brings the unit to half its strength or below. leader is the chance that one man who
    matters falls, all that everybody does.
    """

    shots: int
    needed: int
    chance: Fraction
    hits: Fraction
    fallen: Fraction
    halved: Fraction
    leader: Fraction
    all: Fraction


@question(
    "bon/volley?firers=9&weapon=rifle&firer=regular&distance=10&men=10&target=regular",
    "bon/volley?firers=1&weapon=lmg&firer=regular&distance=10&men=1&target=regular",
    "bon/volley?firers=12&weapon=rifle&firer=veteran&distance=20&men=9&target=green&armour=flak&ground=light-forest",
    "bon/volley?firers=1&firer=regular&distance=10&men=10&actions=3&ruling.rof-missing=B",
)
def volley(
    r: Reader,
    *,
    firers: Annotated[int, Count(1, 30, default=9, label="Men firing")],
    weapon: Weapon,
    firer: Annotated[str, soldiers("They are")],
    actions: Annotated[
        int,
        Count(
            1, 3, default=1, label="Actions spent on it", unless={"weapon": (LMG,)}, why_not="An LMG has its own number of shots."
        ),
    ],
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=10, label="Distance", bands=FIREARM_BANDS)],
    mounted: Mounted,
    men: Annotated[int, Count(1, 30, default=10, label="Men in the target")],
    target: Annotated[str, soldiers("The target is")],
    armour: Annotated[str, armour_of("Its armour")],
    ground: Annotated[str, ground_of("Target stands in")],
    formation: Formation,
    charging: Charging,
) -> Breakdown[Volley]:  # fmt: skip
    """How many men fall to this volley?"""
    w = Working(r)
    shooting.check_firer(weapon, mounted)
    if weapon != LMG:
        check_spent(r, firer, BARE, actions=actions)
    band = shooting.band_in_reach(r, w, weapon, distance)
    each = shots_each(r, w, weapon, actions)
    _note_squads(r, w, weapon, firers)
    shots = w.times("men firing", firers, "ranged-combat.die")
    man = shooting.Man(target, armour, ground, formation, charging)
    shooting.check_target(r, w, man)
    needed = shooting.man_number(r, w, man, firer, band, mounted=mounted, weapon=weapon, what="target's DS")
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    score = scored(r, weapon, firers, each, chance, men)
    fallen, surplus = felled(score, men)
    w.then("hits to expect", score.mean, "ranged-combat.damage")
    w.at_most("no more fall than there are", men, "ranged-combat.removal", when=surplus.mean)
    leader = leader_falls(r, shots, chance, fallen, men)
    w.then("chance that its leader is among them", leader, "glory.trigger-leader")
    half = men * r.num("glory.trigger-half")
    halved = w.then("chance that it is down to half", fallen.at_least(men - half), "glory.trigger-half")
    mark = Mark(men - half, "half strength")
    return w.answer(
        Volley(shots, needed, chance, score.mean, fallen.mean, halved, leader, fallen.at_least(men)),
        headline=(
            f"{counted(shots, 'shot')}, each hits on {shot_die.needs(r, needed, chance)}; "
            f"{lost_of(fallen.mean, men, 'man')}; down to half: {spoken(halved)}"
        ),
        chance=halved,
        distribution=fallen,
        exhibits=[
            Bars(f"Men who fall, of {men}", "Men", {"": fallen}, mark, name="men"),
            Bars(
                "Hits of the volley",
                "Hits",
                {"": score},
                Mark(men + 1, "surplus") if surplus.mean else None,
                name="hits",
            ),
        ],
    )


def _note_squads(r: Reader, w: Working, weapon: str, firers: int) -> None:
    """Tell from how many squads so many LMGs come: a squad has no more than its specialists."""
    if weapon == LMG and r.has("infantry.specialist-cap"):
        cap = r.int("infantry.specialist-cap")
        w.note(
            f"a squad has {cap} specialists at most, so these come from {counted(-(-firers // cap), 'squad')} or more",
            "infantry.specialist-cap",
            when=firers > cap,
        )


@simulation
def throw_volley(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot and count the men who fall."""
    w, men = Working(r), inputs["men"]
    band = shooting.band_in_reach(r, w, inputs["weapon"], inputs["distance"])
    each = shots_each(r, w, inputs["weapon"], inputs["actions"])
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"], inputs["formation"], inputs["charging"])
    needed = shooting.man_number(r, w, man, inputs["firer"], band, mounted=inputs["mounted"], weapon=inputs["weapon"])
    return np.minimum(men, throw_hits(r, dice, count, inputs["weapon"], inputs["firers"], each, needed, men))

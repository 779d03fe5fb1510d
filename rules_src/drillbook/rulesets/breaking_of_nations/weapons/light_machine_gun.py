"""The light machine gun: what its shots are worth, and which men they pin."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower, exact, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import Charging, Formation, armour_of, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.orders import TARGET, order_price
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, felled, scored, shots_each, throw_hits

BANDS = tuple(f"weapons/{band} firearm" for band in shooting.BANDS)
RIFLE = "rifle"


@dataclass(frozen=True, slots=True)
class Light:
    """An LMG's fire: its shots, the number of each, the mean hits and losses, and its pinning.

    rifle is the mean loss to the same gunner with a rifle, for comparison. pinned states whether the fire pins.
    """

    shots: int
    needed: int
    chance: Fraction
    hits: Fraction
    fallen: Fraction
    rifle: Fraction
    pinned: bool


@question(
    "bon/light-machine-gun?firer=regular&distance=10&men=10&target=regular",
    "bon/light-machine-gun?firer=regular&distance=10&men=1&target=regular&ruling.lmg-scatter=C",
    "bon/light-machine-gun?firer=regular&distance=10&men=10&formation=mass&charging=yes",
    "bon/light-machine-gun?firer=veteran&distance=24&men=8&target=green&ground=rubble&running=1&ruling.pinned-by-mg=B",
)
def light_machine_gun(
    r: Reader,
    *,
    firer: Annotated[str, soldiers("Gunner")],
    distance: Annotated[Number, Length(0, 26, step=Fraction(1, 2), default=10, label="Distance", bands=BANDS)],
    men: Annotated[int, Count(1, 20, default=10, label="Men in the target")],
    target: Annotated[str, soldiers("The target is")],
    armour: Annotated[str, armour_of("Its armour")],
    ground: Annotated[str, ground_of("Target stands in")],
    formation: Formation,
    charging: Charging,
    running: Annotated[int, Count(0, 6, label="Turns under fire", help="In how many turns just before this one it was shot at.")],
) -> Breakdown[Light]:  # fmt: skip
    """What is an LMG worth beside a rifle, and does it pin?"""
    w = Working(r)
    band = shooting.band_in_reach(r, w, LMG, distance)
    shots = shots_each(r, w, LMG, 1)
    man = shooting.Man(target, armour, ground, formation, charging)
    shooting.check_target(r, w, man)
    needed = shooting.man_number(r, w, man, firer, band, what="target's DS")
    chance = w.then("chance of each shot", shot_die.hit_chance(r, needed), "ranged-combat.die")
    score = scored(r, LMG, 1, shots, chance, men)
    fallen, _ = felled(score, men)
    rifle, _ = felled(scored(r, RIFLE, 1, _rifle_shots(r, firer), chance, men), men)
    w.then("hits to expect", score.mean, "weapons.lmg-shots")
    pins = pinned(r, LMG, running, 0)
    w.note(f"{pins.fate}: {pins.why}", pins.rule)
    return w.answer(
        Light(shots, needed, chance, score.mean, fallen.mean, rifle.mean, pins.held),
        headline=(
            f"{shots} shots, each hits on {shot_die.needs(r, needed, chance)}; {_lost(fallen, men)}; {pins.fate}"
        ),
        chance=1 - fallen[0],
        distribution=fallen,
        exhibits=[
            Bars("Men who fall to the LMG", "Men", {"": fallen}, name="LMG"),
            Bars("The same gunner with an LMG and with a rifle", "Men", {"LMG": fallen, "rifle": rifle}, name="beside"),
        ],
    )


def _rifle_shots(r: Reader, grade: str) -> int:
    """Return how often the same man fires a rifle in a turn without other action, unarmoured."""
    if r.holds("rof-missing", "once-a-turn"):
        return r.int("stats.rof")
    return ceil(exact(Fraction(r.cell("soldiers", grade, "sp").number) / r.int("stats.ac"))) - order_price(r, TARGET)


def _lost(fallen: Distribution[Any], men: int) -> str:
    """How many fall, and how likely anybody does; of a single man the one says the other."""
    several = lost_of(fallen.mean, men, "man")
    return several if men == 1 or not fallen.mean else f"{several}, one at least: {spoken(1 - fallen[0])}"


@simulation
def throw_light(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll the shots and count the men who fall."""
    w, men = Working(r), inputs["men"]
    band = shooting.band_in_reach(r, w, LMG, inputs["distance"])
    man = shooting.Man(inputs["target"], inputs["armour"], inputs["ground"], inputs["formation"], inputs["charging"])
    needed = shooting.man_number(r, w, man, inputs["firer"], band)
    return np.minimum(men, throw_hits(r, dice, count, LMG, 1, shots_each(r, w, LMG, 1), needed, men))

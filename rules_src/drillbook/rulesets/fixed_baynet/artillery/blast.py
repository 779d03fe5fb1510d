"""Artillery: what a round does to the men who are under its marker."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Thrower, binomial, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers


@dataclass(frozen=True, slots=True)
class Blast:
    """The result of a blast.

    needed: the number that each man's die needs, or None if all are hit. hit: the chance of that. fall: how many fall on
    average. nobody: the chance that nobody falls.
    """

    needed: int | None
    hit: Fraction
    fall: Fraction
    nobody: Fraction


@question(
    "fb/blast?men=4&grade=regular&ground=clear",
    "fb/blast?men=6&grade=native-green&ground=light-forest",
    "fb/blast?men=8&grade=native-regular&formation=mass",
    "fb/blast?men=5&grade=elite&ground=trenches&ruling.blast-hit=B",
)
def blast(
    r: Reader,
    *,
    men: Annotated[int, Count(1, 10, default=4, label="Men under the marker")],
    grade: Annotated[str, soldiers("They are", "native-regular")],
    ground: Annotated[str, ground_of("They stand in")],
    formation: Annotated[str, Choice(FORMATIONS, label="Their formation")],
    charging: Annotated[bool, Flag(label="They charge")],
) -> Breakdown[Blast]:
    """How many of those under the marker fall?"""
    w = Working(r)
    needed, chance = _needed(r, w, shooting.Man(grade, "", ground, formation, charging))
    fallen: Distribution[Any] = binomial(men, chance)
    told = Blast(needed, chance, fallen.mean, fallen[0])
    w.then("men who fall, on average", told.fall, "ranged-combat.removal")
    each = "Each is hit" if needed is None else f"Each is hit on {shot_die.needs(r, needed, chance)}"
    return w.answer(
        told,
        headline=f"{each}; {_lost(told, men)}",
        chance=1 - told.nobody,
        distribution=fallen,
        exhibits=[Bars(f"How many of {men} fall", "Men", {"": fallen}, name="men")],
    )


def _lost(told: Blast, men: int) -> str:
    """How many fall, and how likely nobody does; of a single man the one says the other."""
    several = lost_of(told.fall, men, "man")
    return several if men == 1 or not told.nobody else f"{several}; nobody: {spoken(told.nobody)}"


def _needed(r: Reader, w: Working, man: shooting.Man) -> tuple[int | None, Fraction]:
    """Return what the die for each man needs, and its chance; the steps are added to `w`.

    The number is None if all men under the marker are hit.
    """
    shooting.check_target(r, w, man)
    w.note("a round falls among them", "artillery.indirect")
    if r.holds("blast-hit", "hit"):
        w.then("chance of each man", 1, "artillery.indirect")
        return None, Fraction(1)
    w.note("each of them is attacked as by a firearm", "artillery.direct")
    firer = r.text("artillery.crew-grade", "grade")
    needed = shooting.man_number(r, w, man, firer)
    return needed, w.then("chance of each man", shot_die.hit_chance(r, needed), "ranged-combat.die")


@simulation
def fall(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll a die for each man."""
    man = shooting.Man(inputs["grade"], "", inputs["ground"], inputs["formation"], inputs["charging"])
    needed, _ = _needed(r, Working(r), man)
    if needed is None:
        return np.full(count, inputs["men"])
    return shot_die.hits(r, needed, dice.roll_each(r.text("ranged-combat.die"), count, inputs["men"])).sum(axis=1)

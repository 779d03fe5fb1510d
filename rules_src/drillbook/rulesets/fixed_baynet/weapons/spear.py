"""The spear: thrown on the way in, and then in the hand."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Distribution, Number, Thrower
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.inputs import ground_of, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, WOUND

SPEAR, THROW = "spear", "felled by the throw"
THROWN = {"when": {"thrown": ("yes",)}, "why_not": "He keeps it in his hand."}


@dataclass(frozen=True, slots=True)
class Spear:
    """The result of a spear.

    needed, throw: what the throw needs, and its chance; None if he keeps the spear. wound, capture, down: what the blow
    does to an enemy who still stands.
    """

    needed: int | None
    throw: Fraction | None
    wound: Fraction
    capture: Fraction
    down: Fraction


@question(
    "fb/spear?grade=native-regular&enemy=regular&thrown=yes",
    "fb/spear?grade=native-elite&enemy=green&thrown=no",
    "fb/spear?grade=native-green&enemy=elite&thrown=yes&distance=8&ground=rubble",
)
def spear(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Spearman", "native-regular")],
    enemy: Annotated[str, soldiers("Enemy", "regular")],
    thrown: Annotated[bool, Flag(label="Throws it first", default=True)],
    distance: Annotated[Number, Length(0, 9, step=Fraction(1, 2), default=6, label="From", bands=("weapons.spear long",), **THROWN)],
    ground: Annotated[str, ground_of("Enemy stands in")],
) -> Breakdown[Spear]:  # fmt: skip
    """What does a spear do, thrown on the way in and then in the hand?"""
    w = Working(r)
    needed, chance = None, None
    if thrown:
        needed = _needed(r, w, grade, enemy, distance, ground)
        chance = w.then("chance that the throw hits", shot_die.hit_chance(r, needed), "ranged-combat.die")
    armed = not thrown or r.holds("spear-spent", "kept")
    told = "still in the hand: he rolls again" if armed else "gone with the throw, and so is the second die"
    w.note(told, "weapons.spear-note")
    own, other = _figures(r, w, grade, enemy, ground)
    ends = combat.blow(r, own, other, weapon=armed)
    struck = w.then("the blow strikes him down", ends[BLOODY] + ends[WOUND], "close-combat.damage")
    taken = w.then("the blow captures him", ends[CAPTURE], "close-combat.capture")
    harm = combat.own_harm(r, w, own, other, weapon=armed)
    standing = 1 - (chance or 0)
    down = w.then("down by either", 1 - standing * (1 - struck), "weapons.spear-note")
    outcome = Distribution.weighted([(THROW, 1 - standing), *((end, standing * part) for end, part in ends.items())])
    first = (
        f"The throw hits on {shot_die.needs(r, needed, chance)}; given that it misses, the blow"
        if needed is not None and chance is not None
        else "The blow"
    )
    return w.answer(
        Spear(needed, chance, ends[WOUND], taken, down),
        headline=f"{first} {combat.effect(struck, taken)}{harm}",
        chance=down,
        distribution=outcome,
        exhibits=[
            Bars("How it ends for the enemy", "The enemy is", {"": outcome}, name="ends"),
            Bars("What the blow does, with the spear and without", "Blow", {
                "spear in the hand": combat.blow(r, own, other, weapon=True), "bare hands": combat.blow(r, own, other),
            }, name="blow"),
        ],
    )  # fmt: skip


def _needed(r: Reader, w: Working, grade: str, enemy: str, distance: Number, ground: str) -> int:
    """Return the number that the throw needs; refuse if it does not reach."""
    band = shooting.band_in_reach(r, w, SPEAR, distance)
    man = shooting.Man(enemy, "", ground)
    return shooting.man_number(r, w, man, grade, band, weapon=SPEAR, what="thrown: the enemy's DS")


def _figures(r: Reader, w: Working, grade: str, enemy: str, ground: str) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of both men in close combat, with their steps."""
    storms, holds = (combat.STORMS, combat.HOLDS) if ground == combat.TRENCHES else (combat.NO_TRENCH, combat.NO_TRENCH)
    he, target = combat.Fighter(grade, trench=storms), combat.Fighter(enemy, ground, trench=holds)
    other = combat.figures(r, w, target, he, "the enemy")
    return combat.figures(r, w, he, target, "the spearman"), other


@simulation
def throw_spear(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """How it ends for the enemy, with real dice."""
    w, grade, enemy, ground = Working(r), inputs["grade"], inputs["enemy"], inputs["ground"]
    needed = _needed(r, w, grade, enemy, inputs["distance"], ground) if inputs["thrown"] else None
    armed = needed is None or r.holds("spear-spent", "kept")
    own, other = _figures(r, w, grade, enemy, ground)
    blade, reading = r.text("close-combat.die"), r.read_as("cc-difference")
    again = r.int("weapons.cc-reroll") * armed
    shots = dice.roll(r.text("ranged-combat.die"), count).tolist()
    blows = dice.roll_each(blade, count, 1 + again).max(axis=1).tolist(), dice.roll(blade, count).tolist()
    return [
        THROW
        if needed is not None and shot_die.hits(r, needed, shot)
        else combat.end_of(r, combat.difference(reading, own, other, one, two))
        for shot, one, two in zip(shots, *blows, strict=True)
    ]

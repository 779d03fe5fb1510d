"""Close combat: what the reroll of a close combat weapon is worth."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars
from drillbook.maths import Thrower
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import CAPTURE, MISS

TRENCHED: dict[str, Any] = {"when": {"trenches": ("yes",)}, "why_not": "Without trenches anybody may carry one."}


@dataclass(frozen=True, slots=True)
class Gain:
    """The chances that a blow strikes down and captures, without the weapon and with it."""

    down_bare: Fraction
    taken_bare: Fraction
    down: Fraction
    taken: Fraction


@question(
    "fb/close-combat-weapon?grade=native-regular&enemy=regular",
    "fb/close-combat-weapon?grade=elite&enemy=native-green&trenches=yes",
    replaces="close-combat-weapon",
)
def close_combat_weapon(
    r: Reader,
    *,
    grade: Annotated[str, soldiers("Grade", "native-regular")],
    enemy: Annotated[str, soldiers("Enemy")],
    trenches: Annotated[bool, Flag(label="Trenches on the table")],
    hero: Annotated[bool, Flag(label="He is a hero", default=True, **TRENCHED)],
) -> Breakdown[Gain]:
    """What is the reroll of a close combat weapon worth?"""
    w = Working(r)
    reason = "With trenches on the table nobody but a hero carries a close combat weapon."
    w.forbid(reason, "weapons.cc-heroes-only", when=trenches and not hero)
    w.note("made for close combat", "weapons.cc-weapon")
    w.note("no bayonet, and no trench spade", "weapons.cc-exclusion")
    own, other = _both(r, w, grade, enemy)
    combat.tell_differences(r, w)
    w.note("he rolls again, and the higher score counts", "weapons.cc-highest")
    bare, armed = (combat.blow(r, own, other, weapon=weapon) for weapon in (False, True))
    down_bare, down = (1 - one[MISS] - one[CAPTURE] for one in (bare, armed))
    w.then("without it, he strikes him down", down_bare, "close-combat.die")
    w.then("and captures him", bare[CAPTURE], "close-combat.capture")
    w.then("with it, he strikes him down", down, "weapons.cc-reroll")
    w.then("and captures him", armed[CAPTURE], "close-combat.capture")
    bare_harm, harm = (combat.own_harm(r, w, own, other, weapon=weapon) for weapon in (False, True))
    dice = {"bare hands": combat.die_of(r, weapon=False), "with the weapon": combat.die_of(r, weapon=True)}
    return w.answer(
        Gain(down_bare, bare[CAPTURE], down, armed[CAPTURE]),
        headline=(
            f"With it his blow {combat.effect(down, armed[CAPTURE])}{harm}; "
            f"without it, it {combat.effect(down_bare, bare[CAPTURE])}{bare_harm}"
        ),
        chance=down,
        distribution=armed,
        exhibits=[
            Bars("What the blow does", "Blow", {"bare hands": bare, "with the weapon": armed}, name="ends"),
            Bars("The score that counts", "Score", dice, name="scores"),
        ],
    )


def _both(r: Reader, w: Working, grade: str, enemy: str) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of both men, with their steps."""
    he, target = combat.Fighter(grade), combat.Fighter(enemy)
    other = combat.figures(r, w, target, he, "the enemy")
    return combat.figures(r, w, he, target, "he"), other


@simulation
def throw_close_combat_weapon(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw each blow with the weapon and return what it does.

    The die is rolled again and the higher score is kept.
    """
    own, other = _both(r, Working(r), inputs["grade"], inputs["enemy"])
    die, reading = r.text("close-combat.die"), r.read_as("cc-difference")
    rolls = dice.roll_each(die, count, 1 + r.int("weapons.cc-reroll")).max(axis=1), dice.roll(die, count)
    pairs = zip(*(one.tolist() for one in rolls), strict=True)
    return [combat.end_of(r, combat.difference(reading, own, other, one, two)) for one, two in pairs]

"""Close combat: what the reroll of a close combat weapon is worth."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Grid
from drillbook.maths import Thrower, spoken
from drillbook.rulesets.breaking_of_nations.close_combat._told import ASTRAY, CRITICAL, STRIKES, blow_ends, end_of
from drillbook.rulesets.breaking_of_nations.common import close_combat as combat
from drillbook.rulesets.breaking_of_nations.common.close_combat import Blow, Fighter, blow_die
from drillbook.rulesets.breaking_of_nations.common.inputs import Grade, armour_of, soldiers

TRENCHED: dict[str, Any] = {"when": {"trenches": ("yes",)}, "why_not": "Without trenches anybody may carry one."}


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain by a close combat weapon: the score wanted, and the chances without and with it.

    bare and armed are the chances to strike without and with the weapon, critical and astray those with it.
    """

    wanted: int
    bare: Fraction
    armed: Fraction
    critical: Fraction
    astray: Fraction


@question(
    "bon/close-combat-weapon?grade=regular&enemy=regular&enemy-armour=minimal",
    "bon/close-combat-weapon?grade=elite&enemy=green&enemy-armour=flak&trenches=yes",
)
def close_combat_weapon(
    r: Reader,
    *,
    grade: Grade,
    enemy: Annotated[str, soldiers("Enemy")],
    enemy_armour: Annotated[str, armour_of("Enemy's armour")],
    trenches: Annotated[bool, Flag(label="Trenches on the table")],
    hero: Annotated[bool, Flag(label="He is a hero", default=True, **TRENCHED)],
) -> Breakdown[Gain]:  # fmt: skip
    """What is the reroll of a close combat weapon worth?"""
    w = Working(r)
    reason = "With trenches on the table nobody but a hero carries a close combat weapon."
    w.forbid(reason, "weapons.cc-heroes-only", when=trenches and not hero)
    w.note("made for close combat: no bayonet and no spade", "weapons.cc-weapon")
    need = combat.blow(r, w, Fighter(grade, ""), Fighter(enemy, enemy_armour), None, side="he")
    combat.tell_criticals(r, w)
    bare, armed = blow_ends(r, need), blow_ends(r, need, weapon=True)
    without = w.then("chance that his blow strikes, without it", bare[STRIKES] + bare[CRITICAL], "close-combat.die")
    w.note("he rolls again, and the higher score counts", "weapons.cc-highest")
    chance = w.then("with it", armed[STRIKES] + armed[CRITICAL], "weapons.cc-reroll")
    w.subtract("less what he had", without, "close-combat.die")
    told = Gain(need.wanted, without, chance, armed[CRITICAL], armed[ASTRAY])
    dice = {"bare hands": blow_die(r), "with the weapon": blow_die(r, weapon=True)}
    return w.answer(
        told,
        headline=f"His blow strikes with it: {spoken(chance)}; without it: {spoken(without)}",
        chance=chance,
        distribution=armed,
        exhibits=[
            Bars("The score that counts", "Score", dice, name="scores"),
            _by_score(r, need),
            _enemies(r, grade, enemy, enemy_armour),
        ],
    )


def _by_score(r: Reader, need: Blow) -> Curves:
    """Return the curves of the chance to strike by score wanted, with and without the weapon.

    If both dice count, the score is the lead wanted.
    """
    wide = max(r.dice("close-combat.die"))
    scores = range(min(0, need.wanted), max(wide, need.wanted) + 1 + 1)
    needs = {score: Blow(score, need.opposed, need.shift + need.wanted - score) for score in scores}
    return Curves(
        "Chance to strike, by the score wanted" if not need.opposed else "Chance to strike, by the lead wanted",
        "Wanted",
        "Strikes",
        {
            name: [(score, combat.strike_chance(r, one, weapon=weapon)) for score, one in needs.items()]
            for name, weapon in (("bare hands", False), ("with the weapon", True))
        },
        step=True,
        here=need.wanted,
        name="by-score",
    )


def _enemies(r: Reader, grade: str, enemy: str, armour: str) -> Grid:
    """Return the grid of what the weapon adds to the chance to strike, grade against grade."""
    rows = r.ruleset.table("soldiers").where("person")
    keys = [row.key for row in rows]

    def gain(own: str, other: str) -> Fraction:
        need = combat.blow(r, Working(r), Fighter(own, ""), Fighter(other, armour), None, side="he")
        return combat.strike_chance(r, need, weapon=True) - combat.strike_chance(r, need)

    names = [row.name for row in rows]
    return Grid(
        "What the weapon adds to the chance, grade against grade",
        "He is",
        "Enemy",
        names,
        names,
        [[gain(own, other) for other in keys] for own in keys],
        here=(keys.index(grade), keys.index(enemy)),
        name="grades",
        by_row={"grade": keys},
        by_column={"enemy": keys},
    )


@simulation
def throw_close_combat_weapon(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw each blow with the weapon, keep the higher score, and return what each does."""
    if inputs["trenches"] and not inputs["hero"]:
        return []
    target = Fighter(inputs["enemy"], inputs["enemy_armour"])
    need = combat.blow(r, Working(r), Fighter(inputs["grade"], ""), target, None, side="he")
    die = r.text("close-combat.die")
    own = dice.roll_each(die, count, 1 + r.int("weapons.cc-reroll")).max(axis=1).tolist()
    return [end_of(r, need, *pair) for pair in zip(own, dice.roll(die, count).tolist(), strict=True)]

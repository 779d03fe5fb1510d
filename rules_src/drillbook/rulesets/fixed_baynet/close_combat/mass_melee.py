"""Mass close combat: many pairs fight at once.

The question is who falls, who is captured, and how likely the enemy is down to half.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import (
    Breakdown,
    Choice,
    Choices,
    Contradiction,
    Count,
    Flag,
    Reader,
    Working,
    formed,
    question,
    simulation,
)
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Distribution, Thrower, averaged, counted, lost_of, spoken, total
from drillbook.rulesets.breaking_of_nations.common.close_combat import barred, check_weapon
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.close_combat.exchange import FALLS, FATE, TAKEN
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import AWAY, HOLDS, NO_TRENCH, STORMS, UPHILL
from drillbook.rulesets.fixed_baynet.common.pair import RIDING, Opponents, called

TRENCHES = {NO_TRENCH: "There is none", STORMS: "We storm it", HOLDS: "We hold it"}
#: Weapons are asked for where every man may carry one; old links that give them elsewhere still meet the rule.
NO_TRENCHES: dict[str, Any] = {
    "unless": {"trench": (STORMS, HOLDS)},
    "why_not": "With trenches on the table only a hero carries one, not every man of a side.",
    "kept_where_set": True,
}
SITUATIONS = {AWAY: "Face the other way", UPHILL: "Uphill"}


@dataclass(frozen=True, slots=True)
class Sides(Opponents):
    """The men of two sides and how they are placed; all pairs are alike."""

    trench: Annotated[str, Choice(TRENCHES, label="A trench")]
    grade: Annotated[str, soldiers("We are", "native-regular")]
    weapon: Annotated[bool, Flag(label="We have close combat weapons", **NO_TRENCHES)]
    enemy: Annotated[str, soldiers("They are")]
    enemy_weapon: Annotated[bool, Flag(label="They have some", **NO_TRENCHES)]
    so: Annotated[tuple[str, ...], Choices(SITUATIONS, label="We")]
    own_formation: Annotated[str, Choice(FORMATIONS, label="Our formation")]
    own_charging: Annotated[bool, Flag(label="We charge")]
    place: Annotated[str, ground_of("We stand in")]
    enemy_so: Annotated[tuple[str, ...], Choices(SITUATIONS, label="They")]
    formation: Annotated[str, Choice(FORMATIONS, label="Their formation")]
    charging: Annotated[bool, Flag(label="They charged")]
    enemy_place: Annotated[str, ground_of("They stand in")]
    riding: Annotated[str, Choice(called(RIDING, "We", "They"), label="On horseback")]


@dataclass(frozen=True, slots=True)
class MassMelee:
    """The result of a round of many pairs.

    It has the average losses of both sides by falls and by captures, and the chance that the enemy is down to half.
    guarding: how many of our men do nothing but guard prisoners.
    """

    they_fall: Fraction
    they_are_taken: Fraction
    we_fall: Fraction
    we_are_taken: Fraction
    halved: Fraction
    guarding: Fraction


@question(
    "fb/mass-melee?pairs=9&grade=native-regular&enemy=regular&men=10",
    "fb/mass-melee?pairs=8&grade=native-regular&own-formation=mass&enemy=regular&formation=square",
    "fb/mass-melee?pairs=6&grade=regular&riding=striker&enemy=native-green&enemy-place=rubble",
    "fb/mass-melee?pairs=5&grade=native-elite&enemy=green&ruling.capture-effect=B",
    replaces="melee-end",
)
def mass_melee(
    r: Reader,
    *,
    pairs: Annotated[int, Count(1, 20, default=9, label="Pairs that fight")],
    sides: Sides,
    acted: Annotated[bool, Flag(label="They have acted this turn", help="It matters where only one side rolls.")],
    men: Annotated[int, Count(1, 20, default=10, label="Their squad at full strength")],
) -> Breakdown[MassMelee]:
    """What do our blows cost both sides when many pairs fight at once?"""
    if pairs > men:
        raise Contradiction("More of them fight than their squad has.", men=pairs)
    w = Working(r)
    own, other = sides.figures(r, w, "one of ours", "one of theirs")
    for armed in (sides.weapon, sides.enemy_weapon):
        check_weapon(w, pairs, weapon=armed, trench=sides.trench != NO_TRENCH)
    combat.tell_differences(r, w)
    why, rule = combat.why_no_answer(r, acted=acted, paid=r.int("ranged-combat.counter-max"))
    w.note(why or "each blow is answered where a man may answer", rule or "ranged-combat.counter-eligible")
    ends = combat.round_of(r, own, other, replies=not why, weapon=sides.weapon, enemy_weapon=sides.enemy_weapon)
    means = [pairs * _chance(ends, which, fate) for which in (0, 1) for fate in (FALLS, TAKEN)]
    labels = ("they lose, fallen", "they lose, captured", "we lose, fallen", "we lose, captured")
    for label, mean in zip(labels, means, strict=True):
        w.then(f"{label}, on average", mean, "close-combat.capture" if "captured" in label else "close-combat.damage")
    they_fall, they_are_taken, we_fall, we_are_taken = means
    theirs = _lost(ends, 0, pairs)
    half = men * r.num("glory.trigger-half")
    halved = w.then("chance that they are down to half", theirs.at_least(men - half), "glory.trigger-half")
    guards = they_are_taken if r.holds("capture-effect", "guarded") else Fraction(0)
    w.then("of us, who guard prisoners and do nothing else", guards, "close-combat.capture", when=guards)
    busy = f"; of us {averaged(guards, 'man')} on guard on average" if guards else ""
    return w.answer(
        MassMelee(they_fall, they_are_taken, we_fall, we_are_taken, halved, guards),
        headline=(
            f"{counted(pairs, 'pair')}: of them {lost_of(theirs.mean, pairs, 'man')}; "
            f"of us {lost_of(we_fall + we_are_taken, pairs, 'man')}; they are down to half: {spoken(halved)}{busy}"
        ),
        chance=halved,
        distribution=theirs,
        exhibits=[
            Bars(
                f"Lost of {counted(pairs, 'pair')}",
                "Men",
                {"theirs": theirs, "ours": _lost(ends, 1, pairs)},
                Mark(men - half, "half of theirs"),
                name="lost",
            )
        ],
    )


def _chance(ends: Distribution[tuple[str, str]], which: int, fate: str) -> Fraction:
    """How likely one pair ends so for their man (0) or for ours (1)."""
    return ends.chance(lambda pair: FATE[pair[which]] == fate)


def _lost(ends: Distribution[tuple[str, str]], which: int, pairs: int) -> Distribution[Any]:
    """How many of so many pairs lose their man of one side."""
    return total([ends.map(lambda pair: int(bool(FATE[pair[which]])))] * pairs)


@simulation
def throw_mass_melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int]:
    """How many of theirs are lost in so many melees, with real dice."""
    sides = formed(Sides, inputs)
    armed = sides.weapon, sides.enemy_weapon
    if any(barred(inputs["pairs"], weapon=one, trench=sides.trench != NO_TRENCH) for one in armed):
        return []
    own, other = sides.figures(r, Working(r), "", "")
    die, again = r.text("close-combat.die"), r.int("weapons.cc-reroll")
    found = []
    for _ in range(count):
        rolls = [
            dice.roll_each(die, inputs["pairs"], 1 + again * inputs[one]).max(axis=1)
            for one in ("weapon", "enemy_weapon")
        ]
        ends = (combat.ends_of(r, own, other, int(one), int(two))[0] for one, two in zip(*rolls, strict=True))
        found.append(sum(bool(FATE[end]) for end in ends))
    return found

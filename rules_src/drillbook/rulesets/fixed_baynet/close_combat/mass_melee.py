"""Close combat: many pairs at once; who falls, who is taken, and how likely the enemy is down to half."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Contradiction, Count, Flag, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Mark
from drillbook.maths import Distribution, Thrower, averaged, counted, lost_of, spoken, total
from drillbook.rulesets.breaking_of_nations.common.inputs import soldiers
from drillbook.rulesets.fixed_baynet.close_combat.exchange import FALLS, FATE, TAKEN
from drillbook.rulesets.fixed_baynet.common import close_combat as combat


@dataclass(frozen=True, slots=True)
class MassMelee:
    """What a round of many pairs costs on average, by falls and by captures; the chance that the enemy is down to half.

    guarding: how many of ours do nothing but guard prisoners.
    """

    they_fall: Fraction
    they_are_taken: Fraction
    we_fall: Fraction
    we_are_taken: Fraction
    halved: Fraction
    guarding: Fraction


@question(
    "fb/mass-melee?pairs=9&grade=native-regular&enemy=regular&men=10",
    "fb/mass-melee?pairs=5&grade=native-elite&enemy=green&ruling.capture-effect=B",
    replaces="melee-end",
)
def mass_melee(
    r: Reader,
    *,
    pairs: Annotated[int, Count(1, 20, default=9, label="Pairs that fight")],
    grade: Annotated[str, soldiers("We are", "native-regular")],
    weapon: Annotated[bool, Flag(label="We have close combat weapons")],
    enemy: Annotated[str, soldiers("They are")],
    enemy_weapon: Annotated[bool, Flag(label="They have some")],
    acted: Annotated[bool, Flag(label="They have acted this turn")],
    men: Annotated[int, Count(1, 20, default=10, label="Their squad at full strength")],
) -> Breakdown[MassMelee]:
    """What do our blows cost both sides when many pairs fight at once?"""
    if pairs > men:
        raise Contradiction("More of them fight than their squad has.", men=pairs)
    w = Working(r)
    own, other = _both(r, w, grade, enemy)
    combat.tell_differences(r, w)
    w.note("each blow is answered where a man may answer", "ranged-combat.counter-eligible", when=not acted)
    ends = combat.round_of(r, own, other, replies=not acted, weapon=weapon, enemy_weapon=enemy_weapon)
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


def _both(r: Reader, w: Working, grade: str, enemy: str) -> tuple[combat.Figures, combat.Figures]:
    """The figures of one of each side, with their steps."""
    us, them = combat.Fighter(grade), combat.Fighter(enemy)
    other = combat.figures(r, w, them, us, "one of theirs")
    return combat.figures(r, w, us, them, "one of ours"), other


def _chance(ends: Distribution[tuple[str, str]], which: int, fate: str) -> Fraction:
    """How likely one pair ends so for their man (0) or for ours (1)."""
    return ends.chance(lambda pair: FATE[pair[which]] == fate)


def _lost(ends: Distribution[tuple[str, str]], which: int, pairs: int) -> Distribution[Any]:
    """How many of so many pairs lose their man of one side."""
    return total([ends.map(lambda pair: int(bool(FATE[pair[which]])))] * pairs)


@simulation
def throw_mass_melee(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[int]:
    """How many of theirs are lost in so many melees, with real dice."""
    own, other = _both(r, Working(r), inputs["grade"], inputs["enemy"])
    die, again, reading = r.text("close-combat.die"), r.int("weapons.cc-reroll"), r.read_as("cc-difference")
    found = []
    for _ in range(count):
        rolls = [
            dice.roll_each(die, inputs["pairs"], 1 + again * inputs[one]).max(axis=1)
            for one in ("weapon", "enemy_weapon")
        ]
        ends = (combat.difference(reading, own, other, int(one), int(two)) for one, two in zip(*rolls, strict=True))
        found.append(sum(bool(FATE[combat.end_of(r, ahead)]) for ahead in ends))
    return found

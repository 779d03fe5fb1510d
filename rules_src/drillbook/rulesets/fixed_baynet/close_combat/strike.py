"""Close combat: one blow, what is compared, and what each face of the die does."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Choices, Flag, Reader, Working, formed, question, simulation
from drillbook.asking.exhibits import Bars, Exhibit, Grid
from drillbook.maths import Number, Thrower, write_number
from drillbook.rulesets.breaking_of_nations.common.close_combat import check_weapon
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, half_inches, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common import pair
from drillbook.rulesets.fixed_baynet.common.close_combat import BLOODY, CAPTURE, WOUND

OWN = {one: FORMATIONS[one] for one in ("open", combat.SQUARE)}


@dataclass(frozen=True, slots=True)
class Blow:
    """The form of a blow: striker, enemy, and how each is placed.

    That the striker came at a charge changes nothing in what he does.
    """

    grade: Annotated[str, soldiers("Striker", "native-regular")]
    weapon: Annotated[bool, Flag(label="He has a close combat weapon")]
    so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The striker")]
    own_formation: Annotated[str, Choice(OWN, label="His formation", help="Only a square changes his blow.")]
    place: Annotated[str, ground_of("He stands in")]
    enemy: Annotated[str, soldiers("Enemy")]
    enemy_weapon: Annotated[bool, Flag(label="The enemy has a close combat weapon")]
    enemy_so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The enemy")]
    formation: Annotated[str, Choice(FORMATIONS, label="Enemy's formation")]
    charging: Annotated[bool, Flag(label="The enemy charged")]
    enemy_place: Annotated[str, ground_of("The enemy stands in")]
    trench: Annotated[str, Choice(pair.TRENCH, label="A trench")]
    riding: Annotated[str, Choice(pair.RIDING, label="On horseback")]
    chest: Annotated[bool, Flag(label="The striker is a hero, lightly hit in the chest")]
    enemy_chest: Annotated[bool, Flag(label="The enemy is a hero, lightly hit in the chest")]

    @property
    def own_charging(self) -> bool:
        """Whether the striker charges, which no blow of his asks."""
        return False


@dataclass(frozen=True, slots=True)
class Struck:
    """One blow: the chances that it kills outright, wounds and captures."""

    bloody: Fraction
    wound: Fraction
    capture: Fraction


@question(
    "fb/strike?grade=native-regular&enemy=regular",
    "fb/strike?grade=regular&weapon=yes&enemy=native-green&enemy-so=uphill",
    "fb/strike?grade=native-elite&enemy=elite&formation=square",
    "fb/strike?grade=regular&enemy=native-regular&riding=striker",
    "fb/strike?grade=regular&own-formation=square&enemy=native-regular",
    "fb/strike?grade=native-regular&enemy=regular&trench=storms",
    replaces="blow",
)
def strike(
    r: Reader,
    *,
    blow: Blow,
    apart: Annotated[Number, half_inches("Between the bases", 2, 0)],
) -> Breakdown[Struck]:
    """What does this blow do?"""
    w = Working(r)
    near = _touch(r, w, apart)
    own, other = _both(r, w, blow)
    if not near:
        none = Fraction(0)
        headline = f'No blow: they are {write_number(apart)}" apart, and bases must touch'
        return w.answer(Struck(none, none, none), headline=headline, chance=none, exhibits=[_faces(r, own, other)])
    combat.tell_differences(r, w)
    for armed in (blow.weapon, blow.enemy_weapon):
        check_weapon(w, 1, weapon=armed, trench=blow.trench != combat.NO_TRENCH)
    w.note("he rolls again, and the higher score counts", "weapons.cc-highest", when=blow.weapon)
    w.note("both roll at once, so his enemy's die may beat him as well", "close-combat.die", when=combat.together(r))
    ends = combat.blow(r, own, other, weapon=blow.weapon, enemy_weapon=blow.enemy_weapon)
    told = Struck(ends[BLOODY], ends[WOUND], ends[CAPTURE])
    down = w.then("chance that he is struck down", told.bloody + told.wound, "close-combat.damage")
    taken = w.then("chance that he is captured", told.capture, "close-combat.capture")
    harm = combat.own_harm(r, w, own, other, weapon=blow.weapon, enemy_weapon=blow.enemy_weapon)
    return w.answer(
        told,
        headline=f"The blow {combat.effect(down, taken)}{harm}",
        chance=down + taken,
        distribution=ends,
        exhibits=[_faces(r, own, other), Bars("What the blow does", "Blow", {"": ends}, name="ends")],
    )


def _both(r: Reader, w: Working, blow: Blow) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of both men, with their steps."""
    striker, target = pair.fighters(r, w, blow)
    other = combat.figures(r, w, target, striker, "the enemy")
    return combat.figures(r, w, striker, target, "the striker"), other


def _touch(r: Reader, w: Working, apart: Number) -> bool:
    """Whether they are near enough to fight."""
    reach = r.cell("weapons", "melee", "short").number if r.holds("melee-range", "printed-range") else 0
    w.note(f'{write_number(apart)}" between the bases', "close-combat.contact")
    return apart <= reach


def _faces(r: Reader, own: combat.Figures, other: combat.Figures) -> Exhibit:
    """Return the grid of the difference that each face of the striker's die makes.

    The grid has a row for each face of the enemy's die, unless that die does not count.
    """
    reading = r.read_as("cc-difference")
    faces = r.dice("close-combat.die").outcomes
    if reading == "against-guard":
        ahead = [[combat.difference(reading, own, other, one, one) for one in faces]]
        rows: list[str] = ["Difference"]
    else:
        ahead = [[combat.difference(reading, own, other, one, two) for one in faces] for two in faces]
        rows = [f"Enemy's {two}" for two in faces]
    return Grid(
        "The difference that each face of the striker's die makes",
        "The blow",
        "Striker's die",
        rows,
        [str(one) for one in faces],
        ahead,
        chance=False,
        name="faces",
        what="change",
    )


@simulation
def throw_strike(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw blows and return what each does.

    A man with a close combat weapon rolls again.
    """
    w = Working(r)
    if not _touch(r, w, inputs["apart"]):
        return []
    own, other = _both(r, w, formed(Blow, inputs))
    reading, die = r.read_as("cc-difference"), r.text("close-combat.die")
    again = r.int("weapons.cc-reroll")
    rolls = [dice.roll_each(die, count, 1 + again * inputs[one]).max(axis=1) for one in ("weapon", "enemy_weapon")]
    return [
        combat.end_of(r, combat.difference(reading, own, other, int(one), int(two)))
        for one, two in zip(*rolls, strict=True)
    ]

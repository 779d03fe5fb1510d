"""Two men in close combat: who they are, how each is placed, and the trench between them.

The module is no chapter of its own: a blow, a round of blows, whole melees and answers begin with such a pair.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from drillbook.asking import Choice, Choices, Contradiction, Flag, Reader, Working
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.wounds import check_alive
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common.close_combat import AWAY, HOLDS, NO_TRENCH, STORMS, UPHILL, Fighter, Figures

NOBODY, STRIKER, ENEMY, BOTH = "nobody", "striker", "enemy", "both"
RIDING = {NOBODY: "Nobody", STRIKER: "The striker", ENEMY: "The enemy", BOTH: "Both"}
TRENCH = {NO_TRENCH: "There is none", STORMS: "The striker storms it", HOLDS: "The striker holds it"}
CLEAR = "clear"
#: What the trench is to the other man.
ACROSS = {NO_TRENCH: NO_TRENCH, STORMS: HOLDS, HOLDS: STORMS}


def called(options: dict[str, str], striker: str, enemy: str) -> dict[str, str]:
    """Return the options with other names for striker and enemy."""
    return {key: name.replace("The striker", striker).replace("The enemy", enemy) for key, name in options.items()}


class Opponents:
    """What every form that tells of two sides hand to hand can do; its fields are those of Pair."""

    __slots__ = ()

    def fighters(self, r: Reader, w: Working) -> tuple[Fighter, Fighter]:
        """Both men; Contradiction where they cannot stand so, refusal where they may not."""
        return fighters(r, w, self)

    def figures(self, r: Reader, w: Working, striker: str, enemy: str) -> tuple[Figures, Figures]:
        """Return the figures of both men, with their steps.

        striker, enemy: what the steps call them.
        """
        own, other = self.fighters(r, w)
        theirs = combat.figures(r, w, other, own, enemy)
        return combat.figures(r, w, own, other, striker), theirs


@dataclass(frozen=True, slots=True)
class Pair(Opponents):
    """The form of two men in close combat: an attacker and a defender.

    It states who both men are, how each is placed, whether each rides, and whether each charges. Each man may be a wounded
    hero.
    """

    grade: Annotated[str, soldiers("Attacker", "native-regular")]
    weapon: Annotated[bool, Flag(label="He has a close combat weapon")]
    enemy: Annotated[str, soldiers("Defender")]
    enemy_weapon: Annotated[bool, Flag(label="The defender has one")]
    trench: Annotated[str, Choice(called(TRENCH, "The attacker", "The defender"), label="A trench")]
    so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The attacker")]
    own_formation: Annotated[str, Choice(FORMATIONS, label="His formation")]
    own_charging: Annotated[bool, Flag(label="He charges")]
    place: Annotated[str, ground_of("He stands in")]
    enemy_so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The defender")]
    formation: Annotated[str, Choice(FORMATIONS, label="Defender's formation")]
    charging: Annotated[bool, Flag(label="The defender charged")]
    enemy_place: Annotated[str, ground_of("The defender stands in")]
    riding: Annotated[str, Choice(called(RIDING, "The attacker", "The defender"), label="On horseback")]
    chest: Annotated[bool, Flag(label="The attacker is a hero, lightly hit in the chest")]
    enemy_chest: Annotated[bool, Flag(label="The defender is a hero, lightly hit in the chest")]


def fighters(r: Reader, w: Working, pair: Any) -> tuple[Fighter, Fighter]:
    """Return both men of a pair, or of a form with the same fields.

    Raises Contradiction if they cannot stand so, and refuses if they may not.
    """
    if UPHILL in pair.so and UPHILL in pair.enemy_so:
        level = tuple(one for one in pair.so if one != UPHILL)
        raise Contradiction("Both cannot stand uphill of each other.", so=level)
    check_alive(r, chest=getattr(pair, "chest", False), enemy_chest=getattr(pair, "enemy_chest", False))
    _check_trench(pair.trench, {HOLDS: ("place", pair.place), STORMS: ("enemy_place", pair.enemy_place)})
    own = Fighter(
        pair.grade, pair.place, AWAY in pair.so, UPHILL in pair.so, pair.own_formation, pair.own_charging,
        pair.riding in (STRIKER, BOTH), pair.trench, getattr(pair, "chest", False),
    )  # fmt: skip
    other = Fighter(
        pair.enemy, pair.enemy_place, AWAY in pair.enemy_so, UPHILL in pair.enemy_so, pair.formation, pair.charging,
        pair.riding in (ENEMY, BOTH), ACROSS[pair.trench], getattr(pair, "enemy_chest", False),
    )  # fmt: skip
    _check(r, w, own, {"charging": "own_charging"}, ENEMY if pair.riding == BOTH else NOBODY)
    _check(r, w, other, {"so": "enemy_so"}, STRIKER if pair.riding == BOTH else NOBODY)
    return own, other


def _check(r: Reader, w: Working, man: Fighter, names: Mapping[str, str], rider: str) -> None:
    """Check a man, and offer fitting values under the pair's names if he cannot stand so.

    Raises Contradiction if he cannot. names: what the pair calls a man's own inputs. rider: who still rides if this man
    dismounts.
    """
    try:
        man.check(r, w)
    except Contradiction as problem:
        fits = {name.replace("-", "_"): value for name, value in problem.instead.items()}
        offered = {names.get(name, name): rider if name == "riding" else value for name, value in fits.items()}
        raise Contradiction(problem.sentence, **offered) from None


def _check_trench(trench: str, places: dict[str, tuple[str, str]]) -> None:
    """Check that each man's place agrees with the trench of the fight; Contradiction if not.

    places: by what makes a man hold the trench, the input for his place, and its value.
    """
    if all(where == combat.TRENCHES for _, where in places.values()):
        raise Contradiction("A trench has one side that holds it.", place=CLEAR, trench=STORMS)
    for held, (name, where) in places.items():
        if where == combat.TRENCHES and trench != held:
            raise Contradiction("Who stands in a trench holds it: tell it under A trench.", trench=held)
        if trench == held and where not in (combat.TRENCHES, CLEAR):
            raise Contradiction("Who holds a trench stands in it, and nowhere else.", **{name: CLEAR})

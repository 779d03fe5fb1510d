"""An attack that may be answered: its form, how both men are placed, and what each needs."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Choice, Choices, Flag, Length, Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.common import shooting, wounds
from drillbook.rulesets.breaking_of_nations.common.hero import CHEST, hurt_in_chest
from drillbook.rulesets.breaking_of_nations.common.inputs import FIREARM_BANDS, FORMATIONS, ground_of, soldiers
from drillbook.rulesets.fixed_baynet.common import close_combat as combat
from drillbook.rulesets.fixed_baynet.common import pair

BLOW, SHOT = "blow", "shot"
ATTACK = {BLOW: "Struck hand to hand", SHOT: "Shot at"}
AT_RANGE: dict[str, Any] = {"when": {"attack": (SHOT,)}, "why_not": "Hand to hand there is no distance."}
IN_CONTACT: dict[str, Any] = {"when": {"attack": (BLOW,)}, "why_not": "It counts hand to hand alone."}
RIDING = pair.called(pair.RIDING, "The attacker", "The man attacked")
TRENCH = pair.called(pair.TRENCH, "The attacker", "The man attacked")


@dataclass(frozen=True, slots=True)
class Attack:
    """The form of an attack: what is done, the attacker, the man attacked, and how both stand.

    A man who has charged has acted, so he gives no answer.
    """

    attack: Annotated[str, Choice(ATTACK, default=SHOT, label="He is")]
    grade: Annotated[str, soldiers("By")]
    weapon: Annotated[str, Choice(table="weapons", where="firearm", default="rifle", label="With", **AT_RANGE)]
    distance: Annotated[
        Number, Length(0, 26, step=Fraction(1, 2), default=12, label="Distance", bands=FIREARM_BANDS, **AT_RANGE)
    ]
    blade: Annotated[bool, Flag(label="The attacker has a close combat weapon", **IN_CONTACT)]
    own_formation: Annotated[str, Choice(FORMATIONS, label="Attacker's formation")]
    own_charging: Annotated[bool, Flag(label="The attacker charges", **IN_CONTACT)]
    so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The attacker", **IN_CONTACT)]
    place: Annotated[str, ground_of("The attacker stands in", **IN_CONTACT)]
    enemy: Annotated[str, soldiers("He is a", "native-regular")]
    arm: Annotated[str, Choice(table="weapons", default="rifle", label="He is armed with", **AT_RANGE)]
    enemy_blade: Annotated[bool, Flag(label="He has a close combat weapon", **IN_CONTACT)]
    formation: Annotated[str, Choice(FORMATIONS, label="His formation")]
    enemy_so: Annotated[tuple[str, ...], Choices(combat.SITUATIONS, label="The man attacked", **IN_CONTACT)]
    enemy_place: Annotated[str, ground_of("He stands in")]
    trench: Annotated[str, Choice(TRENCH, label="A trench", **IN_CONTACT)]
    riding: Annotated[str, Choice(RIDING, label="On horseback")]
    chest: Annotated[bool, Flag(label="The attacker is a hero, lightly hit in the chest")]
    enemy_chest: Annotated[bool, Flag(label="He is a hero, lightly hit in the chest")]
    hero: Annotated[
        bool,
        Flag(
            label="He is a hero",
            help="One who is shot throws for the place of his wound.",
            when={"attack": (SHOT,)},
            unless={"enemy-chest": ("yes",)},
            once_asked=True,
            why_not="It counts where he is shot at, and who goes on with a wound is one.",
        ),
    ]

    @property
    def heroic(self) -> bool:
        """Whether a hero is shot at, wounded before or not.

        In close combat a wound fells anyone, so a hero makes no difference there.
        """
        return self.attack == SHOT and (self.hero or self.enemy_chest)

    @property
    def charging(self) -> bool:
        """Whether the man attacked has charged: then he has acted, and this is not asked."""
        return False


def check_attack(r: Reader, w: Working, attack: Attack) -> None:
    """Check that the two men can and may stand so, and that a shot reaches.

    Raises Contradiction if they cannot stand so. Refuses if they may not stand so or if the shot does not reach, whether
    or not it is answered.
    """
    if attack.attack == BLOW:
        pair.fighters(r, w, attack)
        return
    wounds.check_alive(r, chest=attack.chest, enemy_chest=attack.enemy_chest)
    for one in men_of(attack):
        shooting.check_target(r, w, one)
    shooting.band_in_reach(r, w, attack.weapon, attack.distance)


def men_of(attack: Attack) -> tuple[shooting.Man, shooting.Man]:
    """Return the man who is shot at, and the firer as the target of his answer."""
    man = shooting.Man(attack.enemy, "", attack.enemy_place, attack.formation)
    return man, shooting.Man(attack.grade, "", formation=attack.own_formation)


def figures_of(r: Reader, w: Working, attack: Attack) -> tuple[combat.Figures, combat.Figures]:
    """Return the figures of both men in close combat, attacker first; steps are added to `w`."""
    own, other = pair.fighters(r, w, attack)
    theirs = combat.figures(r, w, other, own, "he")
    return combat.figures(r, w, own, other, "the attacker"), theirs


def numbers_of(r: Reader, w: Working, attack: Attack) -> tuple[int, int]:
    """Return what the shot needs, and what the answer to it must reach.

    The answer must reach the shooter's DS less the CS of the man who answers.
    """
    man, firer = men_of(attack)
    band = shooting.band_in_reach(r, w, attack.weapon, attack.distance)
    mounted = attack.riding in (pair.STRIKER, pair.BOTH)
    shooting.man_number(r, w, man, attack.grade, band, mounted=mounted, weapon=attack.weapon, what="his DS")
    places = [CHEST if hit else wounds.UNHURT for hit in (attack.chest, attack.enemy_chest)]
    needed = wounds.changed(r, w, *places)
    shooting.answer_number(r, w, firer, attack.enemy, "the answer")
    return needed, wounds.answered(r, w, *places)


def chest_wounds(attack: Attack, *, new: bool) -> int:
    """Return how many light wounds in the chest the man attacked has.

    new: whether to count the wound that this shot adds.
    """
    return attack.enemy_chest + new


def worn_number(r: Reader, attack: Attack, number: int) -> int:
    """Return what the answer needs if the man has a new light wound in the chest.

    number: what it needs without that wound.
    """
    before, after = (hurt_in_chest(r, chest_wounds(attack, new=new)).cs for new in (False, True))
    return number + before - after

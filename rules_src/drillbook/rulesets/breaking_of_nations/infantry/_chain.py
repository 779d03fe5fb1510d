"""A hero under fire: where each shot leaves him, exactly."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Reader, procedure
from drillbook.maths import Distribution
from drillbook.rulesets.breaking_of_nations.common.hero import (
    CHEST,
    DEATH,
    down_is_target,
    hurt,
    hurt_in_chest,
    place_of,
)
from drillbook.rulesets.breaking_of_nations.common.shot_die import critical_chance, hit_chance

FIT, HURT, DOWN, REMOVED, PLACE_DEATH, CRITICAL = "fit", "hurt", "down", "removed", "place-death", "critical"
#: What may have become of him, in words.
FATES = {
    FIT: "unharmed", HURT: "hampered", DOWN: "prone", REMOVED: "removed",
    PLACE_DEATH: "bloody death, by place", CRITICAL: "bloody death, critical",
}  # fmt: skip
GONE = (REMOVED, PLACE_DEATH, CRITICAL)


class Hero(NamedTuple):
    """The state of a hero under fire.

    fate: his fate so far. chest: the number of light wounds in his chest. others: the number of men left beside him.
    """

    fate: str = FIT
    chest: int = 0
    others: int = 0


@dataclass(slots=True)
class Fire:
    """The fire that a hero is under: the number a shot at an unhurt man needs, and its target.

    at_squad states whether his squad is the target.
    """

    r: Reader
    needed: int
    at_squad: bool
    places: Distribution[str] = field(init=False)
    allocation: str = ""
    named_down: bool = False

    def __post_init__(self) -> None:
        faces: Distribution[int] = self.r.dice("infantry.hero-wound")
        self.places = faces.map(lambda face: place_of(self.r, face))
        self.allocation = self.r.read_as("casualty-allocation") if self.at_squad else ""
        self.named_down = down_is_target(self.r, fired=False)

    def shot(self, hero: Hero) -> Distribution[Hero]:
        """Where one more shot leaves him."""
        if self.over(hero):
            return Distribution.sure(hero)
        return Distribution.weighted(self._outcomes(hero))

    def over(self, hero: Hero) -> bool:
        """Whether no more shots come at him: he is gone, or he lies where nobody can name him."""
        return hero.fate in GONE or (hero.fate == DOWN and not self.at_squad and not self.named_down)

    def _outcomes(self, hero: Hero) -> Iterator[tuple[Hero, Fraction]]:
        number = self.number(hero)
        hit, critical = hit_chance(self.r, number), critical_chance(self.r, number)
        mine = self.share(hero)
        yield hero, 1 - hit
        yield replace_man(hero), hit * (1 - mine)
        for after, chance in self.struck(hero, critical=True).items():
            yield after, critical * mine * chance
        for after, chance in self.struck(hero, critical=False).items():
            yield after, (hit - critical) * mine * chance

    def number(self, hero: Hero) -> int:
        """Return the number that the next shot needs.

        A hero's wounds in the chest change his own DS, not that of his squad.
        """
        return self.needed if self.at_squad else self.needed + hurt_in_chest(self.r, hero.chest).ds

    def share(self, hero: Hero) -> Fraction:
        """Return the chance that a hit is the hero's."""
        if not self.at_squad:
            return Fraction(1)
        if hero.fate == DOWN and not self.named_down:
            return Fraction(0)
        match self.allocation:
            case "shooter-names":
                return Fraction(1)
            case "owner-chooses":
                return Fraction(not hero.others)
            case _:
                return Fraction(1, hero.others + 1)

    def struck(self, hero: Hero, *, critical: bool) -> Distribution[Hero]:
        """Where a hit leaves him, by the reading in force."""
        reading = self.r.read_as("hero-hit-location")
        if critical and reading != "every-hit":
            self.r.cite("infantry.hero-bloody-death")
            return Distribution.sure(hero._replace(fate=CRITICAL))
        if reading == "dies-first":
            return Distribution.sure(hero._replace(fate=REMOVED))
        return self.places.map(lambda place: self.placed(hero, place))

    def placed(self, hero: Hero, place: str) -> Hero:
        """Where a wound in that place leaves him."""
        wound = hurt(self.r, place)
        if wound.removed:
            return hero._replace(fate=PLACE_DEATH if place == DEATH else REMOVED)
        fate = DOWN if wound.prone or hero.fate == DOWN else HURT
        return hero._replace(fate=fate, chest=hero.chest + (place == CHEST))


def replace_man(hero: Hero) -> Hero:
    """Return the hero with one man fewer beside him, if there was any."""
    return hero._replace(others=max(0, hero.others - 1))


@procedure
def names_a_man(r: Reader) -> bool:
    """Who fires at a squad does not say at whom of it."""
    return False

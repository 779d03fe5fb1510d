"""Where a strike comes down: its shift, the direction, and the men under the card.

The player under the strike picks the direction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number
from drillbook.maths.geometry import Point, clock, within
from drillbook.rules.remembered import remembered
from drillbook.rulesets.breaking_news.common.blast import explain_touch, several, strays, touch
from drillbook.rulesets.breaking_news.common.casualties import Save
from drillbook.rulesets.breaking_news.common.saving import BOMBARDMENT, SHOT
from drillbook.rulesets.breaking_news.support._calling import REGULARS
from drillbook.rulesets.breaking_news.support._people import THEIR_COVER, THEIRS, Person

BOMBED, CALLER = "bombed", "caller"
BEST = "best"
#: The directions the plate offers, as the hours of a clock face; twelve is up the table.
HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


@dataclass(frozen=True, slots=True)
class Fall:
    """What comes down: its reach, how far it is moved, and the cause of its saves.

    whole states whether it is moved by the whole throw or by up to it. rule is the one by which it strays.
    """

    what: str
    reach: Number
    shifts: Distribution[int]
    whole: bool
    cause: str
    rule: str


def fall(r: Reader, w: Working, caller: str, need: int, base: Number) -> Fall:
    """Return the fall of a card or of a mortar's bomb, and add its steps.

    The card is that of Regulars' support, the bomb that of the mortar bought as an extra.
    """
    what, rule = ("card", "support.template") if caller == REGULARS else ("template", "army.mortars-template")
    reach = r.formula(rule)()
    w.then(f"width of the {what}", rule)
    w.then("so far to each side of its middle", reach, rule)
    explain_touch(r, w, base, rule)
    limit = touch(r, reach, base)
    if caller == REGULARS:
        w.then("and it is moved by", "support.shift-roll")
        whole = r.holds("support-full-shift", "whole-distance")
        way = "in one" if whole else "or by less, in a"
        w.note(f"{way} straight line that the player under it chooses", "support.shift-direction")
        w.note("everybody under the card then makes a save", "support.save-all")
        return Fall(what, limit, r.dice("support.shift-roll"), whole, BOMBARDMENT, "support.shift-roll")
    step = "blast.light-mortar-miss"
    w.note(f"on {need} or more it lies on the target; each point short takes it {r.int(step)} cm away", step)
    w.note("in a direction that the other side names", "blast.light-mortar-direction")
    return Fall(what, limit, r.dice("shooting.roll").map(lambda face: strays(r, step, need, face)), True, SHOT, step)


class Spot(NamedTuple):
    """Where the middle of the card ends: the direction it was moved in and how far."""

    hour: str
    far: int

    @property
    def point(self) -> Point:
        """The middle of the card, measured from the spot it was laid on."""
        return Point(0, 0).moved(clock(HOURS.index(self.hour)), self.far)


#: Where a card ends and whom it covers there is the same under nearly every reading.
@remembered(maxsize=1024)
def _middle(spot: Spot) -> Point:
    return spot.point


@remembered(maxsize=8192)
def _lies_on(spot: Spot, place: Point, reach: Number) -> bool:
    """Whether the card covers a place from there."""
    return within(_middle(spot), place, reach)


class Man(NamedTuple):
    """A man near the target, with his position when the strike falls, and his save."""

    person: Person
    save: Save

    @property
    def side(self) -> str:
        """Whose he is."""
        return CALLER if self.person.state in (THEIRS, THEIR_COVER) else BOMBED


@dataclass(frozen=True, slots=True)
class Field:
    """The men around a target, and who of them is under a card that has been moved."""

    men: Sequence[Man]
    fall: Fall
    known: dict[Spot, list[Man]] = field(default_factory=dict)
    lost: dict[tuple[Spot, str], Fraction] = field(default_factory=dict)

    def under(self, spot: Spot) -> list[Man]:
        """Return the men under the card at that spot."""
        if spot not in self.known:
            self.known[spot] = [man for man in self.men if _lies_on(spot, man.person.place, self.fall.reach)]
        return self.known[spot]

    def covered(self, spot: Spot, side: str) -> list[Man]:
        """Return the men of a side under the card at that spot."""
        return [man for man in self.under(spot) if man.side == side]

    def losses(self, spot: Spot, side: str) -> Fraction:
        """How many men of a side are removed there on average."""
        if (spot, side) not in self.lost:
            fallen = (1 - man.save.chance for man in self.covered(spot, side))
            self.lost[spot, side] = sum(fallen, Fraction(0))
        return self.lost[spot, side]

    def removed(self, spot: Spot, side: str) -> Distribution[int]:
        """How many men of a side are removed there."""
        return several(1 - man.save.chance for man in self.covered(spot, side))

    def pick(self, thrown: int, policy: str) -> Spot:
        """Return the spot to which the player under the strike moves a card by the throw.

        If the ruling allows it, he may move the card by less. He goes in the direction given; with the policy "best" he
        picks, of the twelve directions, the one that costs him least and, among those, costs the caller most.
        """
        ways = HOURS if policy == BEST else (policy,)
        steps = (thrown,) if self.fall.whole else range(thrown, -1, -1)
        spots = [Spot(hour, far) for hour in ways for far in steps]
        return min(spots, key=lambda spot: (self.losses(spot, BOMBED), -self.losses(spot, CALLER)))

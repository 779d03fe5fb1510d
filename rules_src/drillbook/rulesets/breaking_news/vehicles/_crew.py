"""The men inside a vehicle: how many of them are lost to hits, and to its explosion."""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.maths import Distribution, binomial
from drillbook.rulesets.breaking_news.common.casualties import Save
from drillbook.rulesets.breaking_news.common.vehicle_save import EXPLODES, VehicleSave

#: Who of the men inside is left: whether their leader is, and how many others.
Left = tuple[bool, int]


@dataclass(frozen=True, slots=True)
class Crew:
    """The men inside: how many, and their saves when the vehicle explodes.

    One of them may save as a leader.
    """

    men: int
    leader: bool
    plain: Save
    led: Save

    @property
    def whole(self) -> Left:
        """All of them."""
        return self.leader, self.men - self.leader

    def lost(self, explodes: Fraction) -> Distribution[int]:
        """How many of them are lost if it explodes with that chance."""
        return self.lost_of(self.whole, explodes)

    def lost_of(self, left: Left, explodes: Fraction) -> Distribution[int]:
        """How many of them are lost in all, where those who are left save if it explodes."""
        led, others = left
        gone = self.men - led - others
        dead = binomial(others, 1 - self.plain.chance) + binomial(int(led), 1 - self.led.chance)
        tested = ((gone + lost, explodes * chance) for lost, chance in dead.items())
        return Distribution.weighted([(gone, 1 - explodes), *tested])

    def lost_under(self, hits: Distribution[int], how: VehicleSave, shot: Save) -> Distribution[int]:
        """Return the distribution of the men lost if each hit strikes the vehicle and one man.

        how is the vehicle's save. The man is chosen by chance, and shot is his save against the hit.
        """

        def after(many: int) -> Distribution[int]:
            explodes = how.after(many)[EXPLODES]
            return self.struck(many, shot).then(lambda left: self.lost_of(left, explodes))

        return hits.then(after)

    def struck(self, hits: int, shot: Save) -> Distribution[Left]:
        """Return the distribution of the men left after that number of hits.

        Each hit strikes one of the men by chance, who saves it like a shot.
        """
        fails = (1 - shot.chance) / self.men

        def hit(left: Left) -> Distribution[Left]:
            led, others = left
            ways = [((False, others), fails * led), ((led, others - 1), fails * others)]
            return Distribution.weighted([(left, 1 - fails * (led + others)), *(way for way in ways if way[-1])])

        now: Distribution[Left] = Distribution.sure(self.whole)
        for _ in range(hits):
            now = now.then(hit)
        return now

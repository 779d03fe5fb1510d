"""What strikes a vehicle: hits already scored, a shot still to be thrown, or an explosive."""

from dataclasses import dataclass
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, Thrower, counted, np
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.shot import shoot
from drillbook.rulesets.breaking_news.common.vehicle_save import IED

SCORED, THROWN = "hits", "shot"


@dataclass(frozen=True, slots=True)
class Volley:
    """The weapon, and either the hits it has scored or the shot that is thrown with it."""

    weapon: str
    count: str
    hits: int
    distance: Number
    shooter: str
    cover: bool = False

    @property
    def given(self) -> str:
        """What the answer takes for granted, as a headline begins."""
        if self.weapon == IED:
            return "One explosive"
        return "One shot" if self.count == THROWN else counted(self.hits, "hit")

    def _aim(self) -> Aim:
        return Aim(self.weapon, self.distance, self.shooter, cover=self.cover)

    def scored(self, r: Reader, w: Working) -> Distribution[int]:
        """How many hits it takes."""
        if self.weapon == IED:
            w.note("an explosive needs no shot", "vehicles.save-table")
            return Distribution.sure(1)
        return Distribution.sure(self.hits) if self.count == SCORED else shoot(r, w, self._aim()).hits

    def thrown(self, r: Reader, dice: Thrower, count: int) -> Any:
        """The hits of `count` such volleys, thrown with real dice: an array."""
        if self.weapon == IED or self.count == SCORED:
            return np.full(count, 1 if self.weapon == IED else self.hits)
        return shoot(r, Working(r), self._aim()).thrown(r, dice, count)

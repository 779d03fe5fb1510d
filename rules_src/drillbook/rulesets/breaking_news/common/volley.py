"""A shot at a man in a given state: its dice, the hits, his saves, and the result."""

from dataclasses import dataclass, replace
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Thrower, np
from drillbook.rulesets.breaking_news.common.casualties import FATES, REMOVED, Save, fate, save, throw_saves
from drillbook.rulesets.breaking_news.common.firing import Aim
from drillbook.rulesets.breaking_news.common.man import Man, tell_screen
from drillbook.rulesets.breaking_news.common.reach import SNIPER
from drillbook.rulesets.breaking_news.common.shot import Shot, shoot


@dataclass(frozen=True, slots=True)
class Volley:
    """A shot and the save against it."""

    shot: Shot
    save: Save

    @property
    def fates(self) -> Distribution[str]:
        """What it makes of him: unhurt, suppressed or removed."""
        return fate(self.shot.hits, self.save)

    def leaves(self, man: Man) -> Distribution[Man]:
        """Return the distribution of the states in which the shot may leave the man."""
        return self.fates.map(man.after)

    def throw(self, r: Reader, dice: Thrower, count: int) -> Any:
        """Throw the shot and the saves, and return each fate as its index in FATES."""
        shot = self.shot
        rolled = dice.roll_each(r.text("shooting.roll"), count, max(shot.dice, 1)) >= shot.needed
        hits = rolled.sum(axis=1) * (shot.dice > 0)
        return np.where(throw_saves(r, dice, count, hits, self.save), hits > 0, FATES.index(REMOVED))


def fire_at(r: Reader, w: Working, man: Man, aim: Aim, troops: str, *, leader: bool = False) -> Volley:
    """Return the shot of that Aim at a man in his present state, with its steps in `w`.

    troops is the man's class. The shot is refused if the weapon has no such shot.
    """
    screen = man.screen(r, aim.distance)
    tell_screen(r, w, screen)
    shot = shoot(r, w, replace(aim, cover=screen.shot))
    dived = aim.dodge and aim.weapon != SNIPER and r.holds("dodge-cover", "at-once")
    return Volley(shot, save(r, troops, leader=leader, protected=screen.save or dived))

"""The Morale Test of section 12.0: its dice, the number wanted, and whether a 6 passes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Distribution, Thrower, binomial, np


@dataclass(frozen=True, slots=True)
class Losses:
    """What has been lost: other men and leaders, before this turn and in it."""

    before: int
    now: int
    leaders_before: int = 0
    leaders_now: int = 0

    @property
    def men(self) -> int:
        """Everybody who is gone."""
        return self.before + self.now + self.leaders_before + self.leaders_now

    @property
    def this_turn(self) -> int:
        """Everybody lost in this turn."""
        return self.now + self.leaders_now

    def without(self, stabilised: int, leaders: int = 0) -> "Losses":
        """Return the losses less the stabilised men and leaders, those of earlier turns first."""
        earlier, led = min(stabilised, self.before), min(leaders, self.leaders_before)
        now, led_now = self.now - (stabilised - earlier), self.leaders_now - (leaders - led)
        return Losses(self.before - earlier, now, self.leaders_before - led, led_now)


@dataclass(frozen=True, slots=True)
class Test:
    """A morale test: its dice, the number wanted, the faces that pass, and the chance.

    saved_by_six states whether a 6 passes in any case.
    """

    dice: int
    needed: int
    saved_by_six: bool
    faces: frozenset[int]
    good: Distribution[int]
    passes: Fraction

    def throw(self, r: Reader, dice: Thrower, count: int) -> Any:
        """How many of the dice pass, with real dice."""
        rolled = dice.roll_each(r.text("morale.dice", "die"), count, self.dice)
        return np.isin(rolled, sorted(self.faces)).sum(axis=1)


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of the test."""

    die: Distribution[int]
    leader: int
    six: int
    half: Fraction
    bonus: int
    team_half: Fraction
    one_die: int
    this_turn_only: bool
    lenient: bool
    six_is_six: bool
    six_by_team: bool

    @classmethod
    def read(cls, r: Reader, platoon: bool, *, whole: bool = True) -> "Rules":
        """Read and cite everything that the test depends on, and return it as the rules.

        With whole as False, only what depends on half of the men is read.
        """
        for rule in ("morale.when", "morale.six"):
            r.cite(rule)
        dead_leader = r.int("morale.leader-two")
        return cls(
            die=r.dice("morale.dice", "die"),
            leader=dead_leader + 1 if whole and r.holds("leader-two", "two-more") else dead_leader,
            six=r.int("morale.six"),
            half=Fraction(r.num("morale.six-exception")),
            bonus=r.int("morale.platoon-bonus-die", "dice") if platoon else 0,
            team_half=Fraction(r.num("morale.platoon-bonus-die", "part")) if platoon else Fraction(0),
            one_die=r.int("morale.pass"),
            this_turn_only=whole and r.holds("morale-losses", "turn-losses"),
            lenient=platoon and r.holds("morale-half", "good-for-both"),
            six_is_six=not whole or r.holds("morale-six-below-half", "still-six"),
            six_by_team=whole and platoon and r.holds("six-of-platoon", "any-team"),
        )

    def needed(self, losses: Losses) -> int:
        """Return what a die has to show: the losses, with a dead leader counting for more."""
        if self.this_turn_only:
            return losses.now + self.leader * losses.leaders_now
        return losses.before + losses.now + self.leader * (losses.leaders_before + losses.leaders_now)

    def keeps_six(self, strength: int, gone: int, weak: int = 0) -> bool:
        """Return whether enough men are still in the fight for a 6 to pass in any case.

        strength, gone: men of the unit that tests. weak: the teams of a platoon with fewer than half of their men.
        """
        return strength - gone >= self.half * strength and not (weak and self.six_by_team)

    def team_counts(self, strength: int, gone: int) -> bool:
        """Whether a team still gives the platoon its die."""
        limit = self.team_half * strength
        return gone < limit or (self.lenient and gone == limit)

    def test(self, dice: int, needed: int, saved_by_six: bool) -> Test:
        """The test with so many dice against that number."""
        faces = {face for face in self.die if face >= needed}
        if saved_by_six:
            faces.add(self.six)
        elif not self.six_is_six:
            faces.discard(self.six)
        good = binomial(dice, self.die.chance(lambda face: face in faces))
        return Test(dice, needed, saved_by_six, frozenset(faces), good, good.at_least(self.one_die))

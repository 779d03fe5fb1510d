"""The Morale Test of section 12.0: whose dice, how many, against what, and whether a 6 still saves the day.

No chapter of its own: the test of one evening and the track over a whole game both come here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from drillbook.reader import Cited
from drillbook.rulesets.breaking_news._initiative import morale_dice

if TYPE_CHECKING:
    from drillbook.dice import Distribution
    from drillbook.reader import Reader

SQUAD, PLATOON = "squad", "platoon"
SCOPES = {SQUAD: "One squad", PLATOON: "A platoon"}

#: Some of the men of a unit: how many, of which class, and whether its commander is among them.
Row = tuple[int, str, bool]


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


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers and readings of the test; `read` gathers them."""

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

    @classmethod
    def read(cls, r: Reader, platoon: bool, *, whole: bool = True) -> Rules:
        """Everything the test depends on, read and thereby cited; not whole: only what hangs on half of the men."""

        def reading(ruling: str) -> str:
            return r.reading(ruling) if whole else "A"

        for rule in ("morale.when", "morale.six"):
            r.cite(rule)
        dead_leader = r.int("morale.leader-two")
        return cls(
            die=r.dice("morale.dice", "die"),
            leader=dead_leader + 1 if reading("leader-two") == "B" else dead_leader,
            six=r.int("morale.six"),
            half=Fraction(r.num("morale.six-exception")),
            bonus=r.int("morale.platoon-bonus-die", "dice") if platoon else 0,
            team_half=Fraction(r.num("morale.platoon-bonus-die", "part")) if platoon else Fraction(0),
            one_die=r.int("morale.pass"),
            this_turn_only=reading("morale-losses") == "B",
            lenient=platoon and r.reading("morale-half") == "B",
            six_is_six=reading("morale-six-below-half") == "A",
        )

    def needed(self, losses: Losses) -> int:
        """What a die has to show: the losses, a dead leader counting for more."""
        if self.this_turn_only:
            return losses.now + self.leader * losses.leaders_now
        return losses.before + losses.now + self.leader * (losses.leaders_before + losses.leaders_now)

    def keeps_six(self, strength: int, gone: int) -> bool:
        """Whether enough men are still in the fight for a 6 to pass in any case."""
        return strength - gone >= self.half * strength

    def team_counts(self, strength: int, gone: int) -> bool:
        """Whether a team still gives the platoon its die."""
        limit = self.team_half * strength
        return gone < limit or (self.lenient and gone == limit)

    def good(self, needed: int, saved_by_six: bool) -> frozenset[int]:
        """The faces with which a die passes the test."""
        faces = {face for face in self.die if face >= needed}
        if saved_by_six:
            faces |= {face for face in self.die if face == self.six}
        elif not self.six_is_six:
            faces -= {self.six}
        return frozenset(faces)

    def passes(self, dice: int, needed: int, saved_by_six: bool) -> Fraction:
        """The chance that enough of the dice pass."""
        from drillbook.dice import binomial

        good = self.good(needed, saved_by_six)
        return binomial(dice, self.die.chance(lambda face: face in good)).at_least(self.one_die)


def counted_class(r: Reader, squad: Iterable[Row]) -> str:
    """The class whose figure counts for a unit that may mix several."""
    rows = list(squad)
    figures = {troops: morale_figure(r, troops) for _, troops, _ in rows}
    if len(figures) == 1:
        return next(iter(figures))
    match r.reading("mixed-quality"):
        case "B":
            return next((troops for _, troops, leads in rows if leads), rows[0][1])
        case "C":
            return max(figures, key=lambda troops: figures[troops])
        case _:
            men = {troops: sum(number for number, other, _ in rows if other == troops) for troops in figures}
            return max(figures, key=lambda troops: (men[troops], -figures[troops]))


def morale_figure(r: Reader, troops: str) -> int:
    """The figure by which classes are ranked for morale."""
    found: Any = r.cell("classes", troops, "initiative").amount
    return int(found)


def dice_cited(r: Reader, troops: str) -> Cited:
    """How many dice a class throws, with the rule: its figure, unless that is taken to be about Initiative alone."""
    return Cited(morale_dice(r, troops), r.cell("classes", troops, "initiative").rule)

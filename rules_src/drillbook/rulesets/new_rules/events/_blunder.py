"""The effect of a blunder on a unit: its forced move, charge or shot, and its actions left."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import radians, sqrt, tan
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.activation import GARBLED, HESITATION
from drillbook.rulesets.new_rules.common.bombarding import cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD
from drillbook.rulesets.new_rules.common.forced import (
    CHARGE,
    FALL_BACK,
    FORWARD,
    ban,
    left_by_act,
    left_by_ban,
    left_by_move,
)
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.measuring import Block, in_arc
from drillbook.rulesets.new_rules.common.orders import FIRE, Leave, Standing
from drillbook.rulesets.new_rules.common.plan import middle
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, INFANTRY

ENEMY, FRIEND = "enemy", "friend"


class Other(NamedTuple):
    """A unit near the blundering unit: enemy or friend, and the place of its nearest point.

    The place is in S from the blundering unit's own front.
    """

    kind: str
    across: Number
    ahead: Number

    @property
    def squared(self) -> Fraction:
        """How far it is away, squared."""
        return Fraction(self.across) * self.across + Fraction(self.ahead) * self.ahead

    @property
    def away(self) -> Fraction:
        """How far it is away, in S, near enough."""
        return Fraction(sqrt(self.squared)).limit_denominator()


@dataclass(frozen=True, slots=True)
class Forced:
    """What the unit is forced to do.

    act: the line of the table; the units that it acts against are places in the list. moved: how far it moves, in S;
    fights: whether it fights or fires; points: the points of disorder that it takes.
    short: how far it stays away from the unit that it charges, in S; left: its actions left;
    ignored: the blunder demands what the unit may not do; stopped: the place in the list of the unit that blocks its way.
    """

    act: str
    whom: tuple[int, ...] = ()
    moved: Number = 0
    fights: bool = False
    short: Number = 0
    points: int = 0
    left: int = 0
    ignored: bool = False
    stopped: int | None = None


@dataclass(frozen=True, slots=True)
class Blundering:
    """A unit that blunders: its state, its Speed, its successes, and the units near it.

    inch: one of the table's measure, in S; front: how wide its front is, in S, from which its arc opens.
    clear: how far aside of its middle another unit must be not to block its way, in S.
    """

    r: Reader
    w: Working
    standing: Standing
    speed: int
    successes: int
    others: tuple[Other, ...]
    inch: Fraction
    front: Number
    clear: Number

    def resolve(self, name: str) -> Forced:
        """Return what a line of the blunder table makes the unit do."""
        self.w.start("successes", self.successes, "activation.success")
        match name:
            case "garbled":
                return self._garbled()
            case "hesitation":
                self.w.note("whatever it has succeeded in is lost", "events.hesitation-loss")
                self.w.note("and no turnover comes of it", "events.hesitation-no-turnover")
                return Forced(HESITATION)
            case "charge":
                return self._charge()
            case "fire":
                return self._fire()
            case _:
                return self._march(name)

    def _garbled(self) -> Forced:
        """Return the result of Garbled Orders: one success is rolled again.

        The actions left are the successes that the unit keeps for certain.
        """
        sure = max(0, self.successes - 1)
        self.w.then("successes that it keeps for certain", sure, "events.garbled")
        return Forced(GARBLED, left=sure)

    def _banned(self, line: str) -> Forced | None:
        """Return the result of a blunder that forces what the unit may not do.

        The result is None if the unit may do it, or if the blunder overrides the ban.
        """
        leave = ban(self.r, line, self.standing)
        return None if leave is None else self._forbidden(leave, line)

    def _forbidden(self, leave: Leave, line: str) -> Forced | None:
        """Return the result of a blunder that a rule forbids.

        The result is None if the blunder overrides the ban.
        """
        self.w.note(f"it may not: {leave.why}", leave.rule)
        left = left_by_ban(self.r, self.successes)
        return None if left is None else Forced(line, left=left, ignored=True)

    def _reach(self) -> Number:
        """How far it moves, in S; its whole Speed where the blunder overrides the ban."""
        marcher = Marcher(self.standing.unit, self.speed, self.inch)
        if marcher.stands():
            return self.w.then("it moves its Speed all the same, in S", self.speed, "events.forward")  # type: ignore[no-any-return]
        move = march_of(self.r, Working(self.r), marcher).move
        return self.w.then("its move, in S", move, "actions.move-effect")  # type: ignore[no-any-return]

    def _in_the_way(self, across: Number, ahead: Number, besides: tuple[int, ...] = ()) -> tuple[Fraction, int] | None:
        """Return who blocks the unit's way to a place, and the share of the way until then.

        across, ahead: the place, in S; besides: the places in the list of those that do not block the way.
        The blocking unit is given by its place in the list; the result is None if nobody blocks the way.
        The unit keeps its front in the same direction all the way.
        """
        if not ahead:
            return None
        met = []
        for place, other in enumerate(self.others):
            share = Fraction(other.ahead) / Fraction(ahead)
            aside = abs(Fraction(other.across) - share * Fraction(across))
            if place not in besides and 0 <= share <= 1 and (aside < self.clear or not aside):
                met.append((share, place))
        return min(met, default=None)

    def _march(self, name: str) -> Forced:
        """Forward or Fall Back."""
        if banned := self._banned(name):
            return banned
        left = left_by_move(self.r, self.successes)
        if left is None:
            self.w.note("it has no action to move with", f"events.{name}")
            return Forced(name)
        reach = self._reach()
        sign = 1 if name == FORWARD else -1
        self.w.note("it keeps its front where it was", "events.fall-back-facing", when=name == FALL_BACK)
        forced = Forced(name, moved=reach, left=left)
        if met := self._in_the_way(0, sign * reach):
            share, place = met
            forced = self._meets(replace(forced, moved=share * Fraction(reach)), place, name)
        self.w.then("it moves, in S", forced.moved, f"events.{name}")
        self.w.then("actions left", left, f"events.{name}")
        return forced

    def _meets(self, forced: Forced, place: int, name: str) -> Forced:
        """Return the result when the unit runs into another.

        An enemy ahead is charged, unless guns may not charge; any other unit stops it.
        """
        guns = self.standing.unit.arm == ARTILLERY and not self.r.holds("blunder-impossible", "overrides")
        enemy = name != FALL_BACK and self.others[place].kind == ENEMY
        if enemy and guns:
            self.w.note("guns do not charge: it stops before the enemy", "artillery.no-charge")
        elif enemy:
            self.w.note("it runs into an enemy, which is a charge", "actions.no-charge-entry")
            return replace(forced, whom=(place,), fights=True)
        harm = self.r.holds("recoil-blocked", "disorder") if name == FALL_BACK else False
        self.w.note("somebody is in its way", "events.blunder-charge" if name == CHARGE else f"events.{name}")
        return replace(forced, stopped=place, points=self.r.int("damage.exchange") if harm else 0)

    def _nearest(self, reach: Number, kinds: tuple[str, ...], arc: Block | None = None) -> tuple[int, ...]:
        """Return the places in the list of the nearest units of those kinds within reach.

        arc: the block in whose arc of fire the units must be; None if there is no such condition.
        """
        near = [
            (other.squared, place)
            for place, other in enumerate(self.others)
            if other.kind in kinds and (arc is None or in_arc(self.r, arc, Block(other.across, other.across, other.ahead, other.ahead)))
        ]  # fmt: skip
        inside = [(far, place) for far, place in near if far <= Fraction(reach) * reach]
        least = min(inside, default=(Fraction(0), 0))[0]
        return tuple(place for far, place in inside if far == least)

    def _spends(self, line: str) -> int | None:
        """Return the actions left after the forced act; None if the unit has too few for it."""
        left = left_by_act(self.r, line, self.successes)
        if left is None:
            self.w.note("it has no action for that", f"events.blunder-{line}")
        return left

    def _charge(self) -> Forced:
        """Charge!"""
        if banned := self._banned(CHARGE):
            return banned
        self.w.then("an enemy counts within, in M", "events.blunder-charge-range")
        near = self.w.times("M in S", "setup.medium")
        whom = self._nearest(near, (ENEMY,))
        if not whom:
            self.w.note("no enemy is so near: nothing is asked of it", "events.blunder-charge-range")
            return Forced(CHARGE, left=self.successes)
        ahead = tuple(place for place in whom if self._goes_to(self.others[place]))
        turns = Leave(False, "it would have to turn first", "movement.oblique")
        if not ahead and (banned := self._forbidden(turns, CHARGE)):
            return banned
        whom = ahead or whom
        left = self._spends(CHARGE)
        if left is None:
            return Forced(CHARGE, whom, left=self.successes)
        self.w.note("the opponent chooses among the nearest", "events.blunder-charge", when=len(whom) > 1)
        forced = self._goes_at(whom, left)
        self.w.then("actions left", left, "events.blunder-charge")
        return forced

    def _goes_at(self, whom: tuple[int, ...], left: int) -> Forced:
        """Return the result of the charge at an enemy.

        The unit goes as far as it can, until another unit blocks its way.
        """
        foe, reach = self.others[whom[0]], self._reach()
        arrives = foe.squared <= Fraction(reach) * reach or self.r.holds("charge-reach", "always-arrives")
        far = foe.away if arrives else Fraction(reach)
        share = far / foe.away if foe.away else Fraction(1)
        met = self._in_the_way(foe.across * share, foe.ahead * share, whom)
        if met is not None:
            part, place = met
            short = foe.away - far * part
            return self._meets(Forced(CHARGE, whom, moved=far * part, short=short, left=left), place, CHARGE)
        return Forced(CHARGE, whom, moved=far, fights=arrives, short=foe.away - far, left=left)

    def _goes_to(self, other: Other) -> bool:
        """Whether it may go straight there without a pivot."""
        slope = Fraction(tan(radians(self.r.int("movement.oblique")))).limit_denominator()
        return Fraction(other.ahead) * slope >= abs(Fraction(other.across))

    def _fire(self) -> Forced:
        """Fire!"""
        if banned := self._banned(FIRE):
            return banned
        arm = self.standing.unit.arm
        if arm == CAVALRY:
            return Forced(FIRE, left=self.successes, ignored=True)  # it has nothing to shoot with
        reach = reach_of(self.r, self.w, STANDARD) if arm == INFANTRY else cannon_reach(self.r, self.w, STANDARD)
        half = middle(self.front)
        self.w.note("in range is who is in its arc as well", "range-los.arc")
        whom = self._nearest(reach, (ENEMY, FRIEND), Block(-half, half, 0, 0))
        if not whom:
            self.w.note("nobody is within range: nothing is asked of it", "events.blunder-fire")
            return Forced(FIRE, left=self.successes)
        left = self._spends(FIRE)
        if left is None:
            return Forced(FIRE, whom, left=self.successes)
        self.w.note("friends count as well", "events.blunder-fire-friend")
        self.w.note("the opponent chooses among the nearest", "events.blunder-fire", when=len(whom) > 1)
        self.w.then("actions left", left, "events.blunder-fire")
        return Forced(FIRE, whom, fights=True, left=left)

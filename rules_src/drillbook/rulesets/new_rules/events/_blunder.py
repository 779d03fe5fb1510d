"""What a blunder makes of a unit: the move, the charge or the shot that it is forced to, and the actions that are left it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import radians, sqrt, tan
from typing import NamedTuple

from drillbook.asking import Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.activation import GARBLED, HESITATION
from drillbook.rulesets.new_rules.common.bombarding import cannon_reach
from drillbook.rulesets.new_rules.common.fire import STANDARD
from drillbook.rulesets.new_rules.common.marching import Marcher, march_of
from drillbook.rulesets.new_rules.common.measuring import Block, in_arc
from drillbook.rulesets.new_rules.common.orders import FIRE, MOVE, SEIZE, Standing, cost_of, leave_for
from drillbook.rulesets.new_rules.common.plan import middle
from drillbook.rulesets.new_rules.common.shooting import reach_of
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, INFANTRY

FORWARD, FALL_BACK, CHARGE = "forward", "fall-back", "charge"
ENEMY, FRIEND = "enemy", "friend"


class Other(NamedTuple):
    """A unit near by: enemy or friend, and where its nearest point is, in S from the unit's own front."""

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
    """What the unit is forced to: what it does, at whom (places in the list), how far it moves in S, whether it fights, harm, the rest.

    short: how far it stays away from whom it charges; left: the actions left it; ignored: the blunder asks what it may not do.
    """

    act: str
    whom: tuple[int, ...] = ()
    moved: Number = 0
    fights: bool = False
    short: Number = 0
    points: int = 0
    left: int = 0
    ignored: bool = False


@dataclass(frozen=True, slots=True)
class Blundering:
    """A unit that blunders: how it stands, its Speed, its successes, who is near, one of the table's measure in S.

    front: how wide its front is, in S, from which its arc opens.
    """

    r: Reader
    w: Working
    standing: Standing
    speed: int
    successes: int
    others: tuple[Other, ...]
    inch: Fraction
    front: Number

    def resolve(self, name: str) -> Forced:
        """What a line of the table makes of it."""
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
        """A success is rolled again."""
        sure = max(0, self.successes - 1)
        self.w.then("successes that it keeps for certain", sure, "events.garbled")
        return Forced(GARBLED, left=sure)

    def _banned(self, order: str, rule: str) -> Forced | None:
        """What becomes of a blunder that asks what the unit may not do; nothing where it may."""
        leave = leave_for(self.r, order, self.standing)
        return None if leave.given else self._forbidden(leave.why, leave.rule, rule)

    def _forbidden(self, why: str, by: str, rule: str) -> Forced | None:
        """What becomes of a blunder that a rule forbids; nothing where it goes before the ban. rule: what it would have done."""
        self.w.note(f"it may not: {why}", by)
        match self.r.read_as("blunder-impossible"):
            case "ignored":
                return Forced(rule, left=self.successes, ignored=True)
            case "lost":
                return Forced(rule, ignored=True)
            case _:
                return None

    def _reach(self) -> Number:
        """How far it moves, in S; its whole Speed where the blunder overrides the ban."""
        marcher = Marcher(self.standing.unit, self.speed, self.standing.limbered, self.inch)
        if marcher.stands():
            return self.w.then("it moves its Speed all the same, in S", self.speed, "events.forward")  # type: ignore[no-any-return]
        move = march_of(self.r, Working(self.r), marcher).move
        return self.w.then("its move, in S", move, "actions.move-effect")  # type: ignore[no-any-return]

    def _march(self, name: str) -> Forced:
        """Forward or Fall Back."""
        if banned := self._banned(MOVE, name):
            return banned
        way = self.r.read_as("blunder-moves")
        left = {"on-top": self.successes, "first-action": self.successes - 1}.get(way, 0)
        if left < 0:
            self.w.note("it has no action to move with", f"events.{name}")
            return Forced(name)
        reach = self._reach()
        sign = 1 if name == FORWARD else -1
        self.w.note("it keeps its front where it was", "events.fall-back-facing", when=name == FALL_BACK)
        path = [(sign * other.ahead, place) for place, other in enumerate(self.others) if not other.across]
        met = [(Fraction(far), place) for far, place in path if 0 <= far <= reach]
        forced = Forced(name, moved=reach, left=left)
        if met:
            far, place = min(met)
            forced = self._meets(replace(forced, moved=far), place, name)
        self.w.then("it moves, in S", forced.moved, f"events.{name}")
        self.w.then("actions left", left, f"events.{name}")
        return forced

    def _meets(self, forced: Forced, place: int, name: str) -> Forced:
        """It runs into somebody: an enemy ahead is charged, anybody else stops it."""
        guns = self.standing.unit.arm == ARTILLERY and not self.r.holds("blunder-impossible", "overrides")
        enemy = name == FORWARD and self.others[place].kind == ENEMY
        if enemy and guns:
            self.w.note("guns do not charge: it stops before the enemy", "artillery.no-charge")
        elif enemy:
            self.w.note("it runs into an enemy, which is a charge", "actions.no-charge-entry")
            return replace(forced, whom=(place,), fights=True)
        harm = self.r.holds("recoil-blocked", "disorder") and name == FALL_BACK
        self.w.note("somebody is in its way", f"events.{name}")
        return replace(forced, whom=(place,), points=self.r.int("damage.exchange") if harm else 0)

    def _nearest(self, reach: Number, kinds: tuple[str, ...], arc: Block | None = None) -> tuple[int, ...]:
        """The nearest units of those kinds within reach, by their places. arc: whose arc of fire they must be in, if they must."""
        near = [
            (other.squared, place)
            for place, other in enumerate(self.others)
            if other.kind in kinds and (arc is None or in_arc(self.r, arc, Block(other.across, other.across, other.ahead, other.ahead)))
        ]  # fmt: skip
        inside = [(far, place) for far, place in near if far <= Fraction(reach) * reach]
        least = min(inside, default=(Fraction(0), 0))[0]
        return tuple(place for far, place in inside if far == least)

    def _spends(self, cost: int, rule: str) -> int | None:
        """The actions left after the forced one; none where it has too few for it."""
        if self.successes >= cost:
            return self.successes - cost
        self.w.note("it has no action for that", rule)
        return 0 if self.r.holds("blunder-first-action", "without-success") else None

    def _charge(self) -> Forced:
        """Charge!"""
        order = MOVE if self.r.holds("charge-cost", "any-move") else SEIZE
        if banned := self._banned(SEIZE if self.standing.engaged is False else MOVE, CHARGE):
            return banned
        self.w.then("an enemy counts within, in M", "events.blunder-charge-range")
        near = self.w.times("M in S", "setup.medium")
        whom = self._nearest(near, (ENEMY,))
        if not whom:
            self.w.note("no enemy is so near: nothing is asked of it", "events.blunder-charge-range")
            return Forced(CHARGE, left=self.successes)
        ahead = tuple(place for place in whom if self._goes_to(self.others[place]))
        if not ahead and (banned := self._forbidden("it would have to turn first", "movement.oblique", CHARGE)):
            return banned
        whom = ahead or whom
        left = self._spends(cost_of(self.r, order).whole, "events.blunder-charge")
        if left is None:
            return Forced(CHARGE, whom, left=self.successes)
        self.w.note("the opponent chooses among the nearest", "events.blunder-charge", when=len(whom) > 1)
        away, reach = self.others[whom[0]].away, self._reach()
        arrives = self.others[whom[0]].squared <= Fraction(reach) * reach or self.r.holds(
            "charge-reach", "always-arrives"
        )
        self.w.then("actions left", left, "events.blunder-charge")
        if arrives:
            return Forced(CHARGE, whom, moved=away, fights=True, left=left)
        return Forced(CHARGE, whom, moved=reach, short=away - Fraction(reach), left=left)

    def _goes_to(self, other: Other) -> bool:
        """Whether it may go straight there without a pivot."""
        slope = Fraction(tan(radians(self.r.int("movement.oblique")))).limit_denominator()
        return Fraction(other.ahead) * slope >= abs(Fraction(other.across))

    def _fire(self) -> Forced:
        """Fire!"""
        if banned := self._banned(FIRE, FIRE):
            return banned
        arm = self.standing.unit.arm
        if arm == CAVALRY:
            return Forced(FIRE, left=self.successes)
        reach = reach_of(self.r, self.w, STANDARD) if arm == INFANTRY else cannon_reach(self.r, self.w, STANDARD)
        half = middle(self.front)
        self.w.note("in range is who is in its arc as well", "range-los.arc")
        whom = self._nearest(reach, (ENEMY, FRIEND), Block(-half, half, 0, 0))
        if not whom:
            self.w.note("nobody is within range: nothing is asked of it", "events.blunder-fire")
            return Forced(FIRE, left=self.successes)
        left = self._spends(cost_of(self.r, FIRE).whole, "events.blunder-fire")
        if left is None:
            return Forced(FIRE, whom, left=self.successes)
        self.w.note("friends count as well", "events.blunder-fire-friend")
        self.w.note("the opponent chooses among the nearest", "events.blunder-fire", when=len(whom) > 1)
        self.w.then("actions left", left, "events.blunder-fire")
        return Forced(FIRE, whom, fights=True, left=left)

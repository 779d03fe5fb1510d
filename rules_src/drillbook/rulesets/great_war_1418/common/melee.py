"""Two platoons in contact, each perhaps with one behind it: a round, and deathmatch."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from typing import Any, NamedTuple

from drillbook.asking import Contradiction, Reader, Working
from drillbook.maths import Distribution, Thrower, np, sums_by_key
from drillbook.rulesets.great_war_1418.common.arms import (
    Dice,
)
from drillbook.rulesets.great_war_1418.common.fighters import Fighter, fighter
from drillbook.rulesets.great_war_1418.common.ground import HOLE_LINE, is_dug
from drillbook.rulesets.great_war_1418.common.harm import counted, fate
from drillbook.rulesets.great_war_1418.common.rolling import scored, throw

FRONT, REAR = "front", "behind"
NOBODY, FRESH, HURT = "none", "fresh", "hurt"
#: How a fight ends: who has a platoon left, the front or the one behind it; both, where nobody touches any more.
WINS, LOSES, APART, NEITHER = "one side left", "the other left", "both left, apart", "nobody left"
#: The rule of the exception whose passage is lost.
HARMLESS = "melee.cannot-harm"
FIGHTING = "still in contact"
ENDS = (WINS, LOSES, APART, NEITHER)
BEHIND = {NOBODY: "Nobody", FRESH: "A platoon, unharmed", HURT: "A platoon, injured"}


class Side(NamedTuple):
    """The state of a side: its hits, and its rounds of deathmatch.

    front: the hits of the front; behind: those of the platoon behind, None if there is none;
    rounds: the rounds of deathmatch that it has fought.
    """

    front: int
    behind: int | None = None
    rounds: int = 0


Fight = tuple[Side, Side]


def standing(carried: int, behind: str) -> Side:
    """Return a side as a form describes it."""
    return Side(carried, {NOBODY: None, FRESH: 0, HURT: 1}[behind])


class Melee:
    """A pair of fighters under the readings in force."""

    def __init__(self, r: Reader, one: Fighter, other: Fighter, gives_up: str = REAR) -> None:
        self.r, self.fighters = r, (one, other)
        self.gives_up = (gives_up, REAR)
        self.loss = r.int("melee.deathmatch-minus")
        self.floor = r.int("melee.deathmatch-low-r")
        self.dead = r.int("injuries.two-hits")
        self.by_class = r.holds("melee-simultaneity", "by-class")
        self.ranks, self.ranked = "absorbs", False
        self.borne, self.blows, self.round = cache(self._borne), cache(self._blows), cache(self._round)
        self.harmless = tuple(not fighter.dice.count for fighter in self.fighters)

    def parts(self) -> bool:
        """Tell whether two sides without a die are drawn apart, since neither can end the melee."""
        return all(self.harmless) and self.r.holds("no-dice-contact", "drawn-apart")

    def told(self, fight: Fight) -> None:
        """Read the rulings on second ranks if a platoon is behind a front."""
        if any(side.behind is not None for side in fight):
            self.ranks, self.ranked = self.r.read_as("second-rank"), True
            for rule in ("second-rank", "pass-casualties", "pass-injury", "relief"):
                self.r.cite(f"melee.{rule}")

    @cached_property
    def anew(self) -> bool:
        """Whether a platoon may step up before every round, and counts its own rounds only."""
        return self.ranked and self.r.holds("deathmatch-relief", "every-round")

    def dice_of(self, mine: int, fight: Fight) -> Dice:
        """Return the dice of one side in the present state of the fight."""
        dice = self.fighters[mine].dice
        ranks = 1 + (self.ranks == "adds-dice" and fight[mine].behind in (0, 1))
        return Dice(dice.count * ranks, dice.bonus, dice.boosted * ranks)

    def resilience_of(self, mine: int, fight: Fight) -> int:
        """Return the Resilience of one side in the present state of the fight."""
        return self.fighters[mine].resilience - self.loss * fight[mine].rounds

    def strikes(self, mine: int, fight: Fight) -> Distribution[Any]:
        """Return the distribution of hits of one side's dice in the present state of the fight."""
        return self.blows(mine, self.dice_of(mine, fight), self.resilience_of(1 - mine, fight))

    def _blows(self, mine: int, dice: Dice, tough: int) -> Distribution[Any]:
        """Return the distribution of hits of a side's dice against a Resilience."""
        if not dice.count:
            return Distribution.sure(0)
        return counted(self.r, scored(self.r, dice, tough, again=self.fighters[mine].again))

    def takes(self, fight: Fight, number: int, hits: int) -> Side:
        """Return a side after that many hits."""
        side = fight[number]
        front, behind = self.borne(side.front, side.behind, hits, self.gives_up[number] == FRONT)
        return Side(front, behind, side.rounds)

    def _borne(self, front: int, behind: int | None, hits: int, spares_rear: bool) -> tuple[int, int | None]:
        """Return the hits of front and rear after more hits.

        Hits are passed on so that the fewest platoons are lost, and then as the owner prefers to lose one.
        spares_rear: whether the owner gives up the front first. By one reading hits must be passed on.
        """
        if behind is None:
            return min(self.dead, front + hits), None
        ways = [
            (min(self.dead, front + hits - back), behind + back)
            for back in range(min(hits, max(0, self.dead - behind)) + 1)
        ]
        if self.ranks == "forced":
            return ways[-1]

        def loss(way: tuple[int, int]) -> tuple[int, bool, int]:
            lost = [hurt >= self.dead for hurt in way]
            return sum(lost), lost[1] if spares_rear else lost[0], sum(way)

        return min(ways, key=loss)

    def order(self, first: bool) -> int:
        """Return who strikes first: -1 for the one, 1 for the other, 0 for both together.

        first: whether it is the first round.
        """
        if not self.by_class:
            return 0
        one, other = ((side.place, 0) if first else side.later() for side in self.fighters)
        return (one > other) - (one < other)

    def _round(self, fight: Fight, first: bool) -> Distribution[Fight]:
        """Work out one round of blows; first: it is not of deathmatch."""
        order = self.order(first)
        if not order:
            self.r.cite("melee.simultaneous")
            return self.strikes(0, fight).combine(
                self.strikes(1, fight), lambda mine, theirs: (self.takes(fight, 0, theirs), self.takes(fight, 1, mine))
            )
        early = 0 if order < 0 else 1

        def answer(hits: int) -> Distribution[Fight]:
            after = self._with(fight, 1 - early, self.takes(fight, 1 - early, hits))
            if after[1 - early].front >= self.dead:
                return Distribution.sure(after)
            return self.strikes(1 - early, after).map(
                lambda back: self._with(after, early, self.takes(after, early, back))
            )

        return self.strikes(early, fight).then(answer)

    @staticmethod
    def _with(fight: Fight, number: int, side: Side) -> Fight:
        return (side, fight[1]) if number == 0 else (fight[0], side)

    def steps_up(self, fight: Fight, first: bool) -> Fight:
        """Return the fight after relief: the platoon behind takes the place of a front that is gone."""
        return (self._up(fight[0]), self._up(fight[1])) if first or self.anew else fight

    def _up(self, side: Side) -> Side:
        if side.front < self.dead or side.behind is None or side.behind >= self.dead:
            return side
        return Side(side.behind, self.dead, 0 if side.rounds and self.anew else side.rounds)

    def over(self, fight: Fight) -> bool:
        """Whether nobody touches any more."""
        return any(side.front >= self.dead for side in fight)

    def lost(self, side: Side) -> bool:
        """Tell whether a side has no platoon left, neither the front nor the one behind it."""
        return side.front >= self.dead and (side.behind is None or side.behind >= self.dead)

    def end(self, fight: Fight) -> str:
        """Tell how a fight has ended: who has a platoon left. While both fronts stand it goes on."""
        if not self.over(fight):
            return FIGHTING
        mine, theirs = (self.lost(side) for side in fight)
        return NEITHER if mine and theirs else LOSES if mine else WINS if theirs else APART

    def deeper(self, fight: Fight) -> Fight:
        """Return the fight one round deeper in deathmatch.

        A side whose Resilience can fall no farther in effect stays as it is.
        """

        def older(number: int) -> Side:
            side = fight[number]
            deep = self.fighters[number].resilience - self.loss * side.rounds
            return side if deep <= self.floor else Side(side.front, side.behind, side.rounds + 1)

        return older(0), older(1)

    def to_the_end(self, start: Fight) -> tuple[Distribution[Fight], Fraction]:
        """How it ends, and the chance that it never does (those fights are left as they stand).

        Each round is reckoned in whole weights: there are thousands of ways through a long fight.
        """
        live, whole = {start: 1}, 1
        ends: list[tuple[Fight, Fraction]] = []
        never, first = Fraction(0), True
        while live:
            goes_on = cache(lambda then, first=first: self.goes_on(then, first))
            moving: list[tuple[int, int, list[tuple[Fight, int]]]] = []
            for fight, weight in live.items():
                weights, every = self.round(fight, first).weights
                stays = 0 if first or self.deeper(self.steps_up(fight, first)) != fight else weights.get(fight, 0)
                if stays == every:
                    ends.append((fight, Fraction(weight, whole)))
                    never += Fraction(weight, whole)
                else:
                    others = [(then, chance) for then, chance in weights.items() if not stays or then != fight]
                    moving.append((weight, every - stays, others))
            least = lcm(*(changes for _, changes, _ in moving))
            whole *= least
            after = sums_by_key(
                (goes_on(then), chance * part)
                for weight, changes, others in moving
                for part in (weight * (least // changes),)
                for then, chance in others
            )
            ends += [(fight, Fraction(weight, whole)) for fight, weight in after.items() if self.over(fight)]
            live, first = {fight: weight for fight, weight in after.items() if not self.over(fight)}, False
        return Distribution(sums_by_key(ends)), never

    def goes_on(self, fight: Fight, first: bool) -> Fight:
        """Return a fight after a round: with relief, and a round deeper if it is not over."""
        up = self.steps_up(fight, first)
        return up if self.over(up) else self.deeper(up)

    def rolling(self, cup: Thrower, count: int) -> Callable[[int, Fight, int], Any]:
        """Return the function that throws one side's dice and gives the hits of every throw.

        The dice are rolled once for each round and each state of the dice.
        """
        known: dict[tuple[int, int, int, int], Any] = {}

        def rolls(mine: int, fight: Fight, number: int) -> Any:
            me = self.fighters[mine]
            dice, tough = self.dice_of(mine, fight), self.resilience_of(1 - mine, fight)
            key = mine, number, dice.count, tough
            if key not in known:
                known[key] = (
                    throw(self.r, cup, count, dice, tough, again=me.again) if dice.count else np.zeros(count, dtype=int)
                )
                if self.r.holds("hits-per-die", "one-a-platoon"):
                    known[key] = np.minimum(1, known[key])
            return known[key]

        return rolls

    def rolled(
        self, fight: Fight, rolls: Callable[[int, Fight, int], Any], throw_number: int, round_number: int
    ) -> Fight:
        """Play one round of one throw; the number of the first round is 0."""
        order = self.order(not round_number)
        early = 0 if order <= 0 else 1
        mine = int(rolls(early, fight, round_number)[throw_number])
        after = self._with(fight, 1 - early, self.takes(fight, 1 - early, mine))
        if after[1 - early].front >= self.dead and order:
            return after
        back = int(rolls(1 - early, after if order else fight, round_number)[throw_number])
        return self._with(after, early, self.takes(after, early, back))


def words_of(r: Reader, side: Side) -> str:
    """Return in words the state of a side: its front, and the platoon behind if there was one."""
    front = fate(r, side.front)
    return front if side.behind is None else f"{front} + {fate(r, side.behind)}"


def called(r: Reader, unit: str, enemy: str) -> tuple[str, str]:
    """Return the names of the two sides: their units, unless both are the same unit."""
    return (r.name("units", unit), r.name("units", enemy)) if unit != enemy else ("One side", "The other")


def _check_contact(r: Reader, grounds: tuple[str, str]) -> None:
    """Raise a Contradiction if both sides are dug in: one of them has moved into contact."""
    keeps = HOLE_LINE in grounds and r.holds("dug-in-lost", "scrapes-keep")
    if keeps or not all(is_dug(ground) for ground in grounds) or r.holds("weaker-type", "dug-ends"):
        return
    other = f"{grounds[0].removesuffix('dug')}other"
    raise Contradiction(
        "One of the two has moved into contact, and whoever moves is not dug in.",
        ground=other if other in r.table("cover").rows else "open",
    )


def pair(
    r: Reader, w: Working, one: tuple[str, str, str, str], other: tuple[str, str, str, str], start: Fight, gives_up: str
) -> Melee:
    """Return the melee of the pair that a form describes, with the steps.

    one, other: the unit, its parent, its line of the cover chart, and the ground of its works or holes.
    """
    (_, _, ground, _), (_, _, other_ground, _) = one, other
    _check_contact(r, (ground, other_ground))
    w.note("the two are in contact, so they fight, and nobody else with them", "melee.one-on-one")
    first = fighter(r, w, *one, enemy=other[0])
    second = fighter(r, w, *other, enemy=one[0])
    melee = Melee(r, first, second, gives_up)
    melee.told(start)
    w.note("both strike at the same time", "melee.simultaneous", when=first.place == second.place)
    ranked = any(side.behind is not None for side in start)
    w.note("a second rank stands behind", "melee.second-rank", when=ranked)
    w.note("losses of the front may go to it", "melee.pass-casualties", when=ranked)
    w.note("an injury that goes to it is its own", "melee.pass-injury", when=ranked)
    return melee


def refuses(r: Reader, w: Working, melee: Melee, start: Fight) -> bool:
    """Whether a side that cannot harm the other keeps the melee from happening, with the step.

    Refused where the reader waits for the lost passage that the text points to.
    """
    if not any(melee.strikes(number, start).mean == 0 for number in (0, 1)):
        return False
    lost = r.holds("cross-references", "wait")
    w.forbid(
        "What is said of a side that cannot harm the other is lost: nobody can say what follows.", HARMLESS, when=lost
    )
    never = r.holds("cannot-harm", "no-melee")
    w.note(
        "one side cannot harm the other" + (", so there is no melee" if never else ": it makes no strikes"),
        HARMLESS,
    )
    return never

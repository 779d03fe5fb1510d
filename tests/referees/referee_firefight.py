"""A referee's firefight of The Breaking of Nations; nothing is imported.

Every volley, answer, trigger and test is followed one by one.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from referee_one_shot import binomial

F = Fraction
GL = {"civilian": 6, "green": 5, "regular": 4, "veteran": 3, "elite": 2}


class Unit(NamedTuple):
    """A unit in a firefight: its men, its GL and its state.

    men: a letter each: L leads, G serves an LMG, B does both, r does neither; shaken: how many tests it still has to
    take; pinned: whether it is pinned; out: whether it is out of the fight.
    """

    men: str
    gl: int
    shaken: int = 0
    pinned: bool = False
    out: bool = False


class Side(NamedTuple):
    """A side of a firefight: how it begins, and what its shots and its answers do.

    Critical hits are a twelfth of all shots. silent: an LMG falls silent with its gunner; shots: of a rifle in a turn;
    first: who falls first, by letter (by lot if empty); edge: civilians roll before their first panic; tests: in a unit's
    orders (A), when both have fired (B), or at both times (C); paired: each die of an LMG attacks two men, and several
    dice may attack the same man.
    """

    men: int
    grade: str
    lmgs: int
    hit: Fraction
    answer: Fraction
    silent: bool = False
    shots: int = 1
    first: str = ""
    edge: bool = False
    tests: str = "A"
    paired: bool = False

    def fresh(self) -> Unit:
        """Return the unit as it begins."""
        if self.men == self.lmgs:
            return Unit("B" + "G" * (self.men - 1), GL[self.grade])
        return Unit("L" + "G" * self.lmgs + "r" * (self.men - 1 - self.lmgs), GL[self.grade])

    def guns(self, unit: Unit) -> int:
        """How many LMGs of it fire."""
        return sum(man in "GB" for man in unit.men) if self.silent else min(self.lmgs, len(unit.men))


Units = dict[Unit, Fraction]
States = dict[tuple[Unit, Unit], Fraction]


def struck(side: Side, unit: Unit, lost: int, pins: bool | None) -> Units:
    """Return what is left of a unit after a volley that pins or not, or after answers (None).

    Men fall by lot; states are counted when they begin.
    """
    if pins is None and not lost:
        return {unit: F(1)}
    if lost == len(unit.men):
        return {Unit("", 0, out=True): F(1)}
    found: Units = defaultdict(F)
    if side.first:
        lots = ["".join(sorted(unit.men, key=side.first.index)[lost:])]  # one way alone
    else:
        lots = ["".join(stand) for stand in combinations(unit.men, len(unit.men) - lost)]
    for men in lots:
        points = any(one in unit.men and one not in men for one in "LB")
        points += len(men) * 2 <= side.men < len(unit.men) * 2
        points += bool(pins) and not unit.pinned
        gl, held = unit.gl + points, unit.pinned if pins is None else pins
        broken = gl >= 7 and not (side.edge and GL[side.grade] == 6)
        after = (
            Unit(men, 7, out=True)
            if broken
            else Unit(men, min(gl, 7), (1 + (side.tests == "C")) if points else unit.shaken, held)
        )
        found[after] += F(1, len(lots))
    return found


def tested(side: Side, unit: Unit) -> Units:
    """Return a unit after one test of nerve: a shaken unit tests once, GL or more on a D6.

    To pass brings the GL down by a point, but not below the grade's printed GL.
    """
    if not unit.shaken:
        return {unit: F(1)}
    passes = F(7 - min(unit.gl, 6), 6)  # at the edge of panic a civilian rolls at his printed GL
    found: Units = defaultdict(F)
    left = unit.shaken - 1
    found[unit._replace(gl=max(GL[side.grade], unit.gl - 1), shaken=left)] += passes
    found[unit._replace(shaken=left, out=unit.gl >= 7)] += 1 - passes
    return found


@cache
def dice_at(side: Side, enemy: Side, firing: int, guns: int, men: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the chances of how many men fall, and of how many of their answers strike home.

    If an LMG's die attacks two men (L250, L454), every die is taken by itself, rifles first.
    """
    found: dict[tuple[int, int], Fraction] = defaultdict(F)
    rifles = (firing - guns) * side.shots
    if not (side.paired and guns):
        for count, scored in binomial(rifles + 3 * guns, side.hit).items():
            for back, part in binomial(min(men, count), (side.hit - F(1, 12)) / side.hit * enemy.answer).items():
                found[min(men, count), back] += scored * part
        return found
    many = [1] * rifles + [min(2, men)] * 3 * guns
    chances = {"miss": 1 - side.hit, "hit": side.hit - F(1, 12), "killed outright": F(1, 12)}
    for ends in product(chances, repeat=len(many)):
        weight, struck = F(1), list[str]()
        for end, each in zip(ends, many, strict=True):
            weight *= chances[end]
            struck += [end] * each * (end != "miss")
        answering = struck[:men].count("hit")  # the rest of the hits have nobody left to strike
        for back, part in binomial(answering, enemy.answer).items():
            found[min(men, len(struck)), back] += weight * part
    return found


def volley(sides: tuple[Side, Side], by: int, units: tuple[Unit, Unit], turn: int) -> States:
    """Return the states of both units after one side fires.

    The men of the second side who are hit, and not killed outright, answer, for they have not acted yet.
    """
    side, enemy = sides[by], sides[1 - by]
    found: States = defaultdict(F)
    for own, calm in {units[by]: F(1)}.items() if side.tests == "B" else tested(side, units[by]).items():
        if own.out:
            found[(own, units[1]) if by == 0 else (units[0], own)] += calm
            continue
        guns = side.guns(own)
        pins = bool(guns) or turn >= 1  # an LMG at once, rifles in the second turn running: L145, L252
        for (lost, answers), scored in dice_at(side, enemy, len(own.men), guns, len(units[1 - by].men)).items():
            back = answers if by == 0 else 0  # whoever has acted answers no more
            for left, chance in struck(enemy, units[1 - by], lost, pins).items():
                for mine, share in struck(side, own, min(len(own.men), back), None).items():
                    pair = (mine, left) if by == 0 else (left, mine)
                    found[pair] += calm * scored * chance * share
    return found


def fight(first: Side, second: Side, turns: int) -> Mapping[str, Fraction]:
    """Return how a fight ends after so many turns.

    The result says which side alone is in order, which has panicked, and what both have lost on average.
    """
    sides = first, second
    now: States = {(first.fresh(), second.fresh()): F(1)}
    for turn in range(turns):
        for by in (0, 1):
            after: States = defaultdict(F)
            for pair, weight in now.items():
                ended = pair[0].out or pair[1].out
                for then, chance in ({pair: F(1)} if ended else volley(sides, by, pair, turn)).items():
                    after[then] += weight * chance
            now = after
        if first.tests != "A":
            after = defaultdict(F)
            for (ours, theirs), weight in now.items():
                ended = ours.out or theirs.out
                for mine, chance in ({ours: F(1)} if ended else tested(first, ours)).items():
                    for other, share in ({theirs: F(1)} if ended else tested(second, theirs)).items():
                        after[mine, other] += weight * chance * share
            now = after
    told: dict[str, Fraction] = defaultdict(F)
    for (ours, theirs), weight in now.items():
        told["won"] += weight * (theirs.out and not ours.out)
        told["lost"] += weight * (ours.out and not theirs.out)
        told["open"] += weight * (not ours.out and not theirs.out)
        told["our_losses"] += weight * (first.men - len(ours.men))
        told["their_losses"] += weight * (second.men - len(theirs.men))
        told["we_panic"] += weight * (ours.out and ours.men != "")
        told["they_panic"] += weight * (theirs.out and theirs.men != "")
    return told

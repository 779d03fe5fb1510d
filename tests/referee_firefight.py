"""A referee's firefight of The Breaking of Nations, every volley, answer, trigger and test followed one by one; nothing is imported."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from referee_one_shot import binomial

F = Fraction
GL = {"civilian": 6, "green": 5, "regular": 4, "veteran": 3, "elite": 2}


class Unit(NamedTuple):
    """Its men, whether its leader stands, its GL, what it has to test for, and whether it is out of the fight."""

    men: int
    leader: bool
    gl: int
    shaken: bool = False
    out: bool = False


class Side(NamedTuple):
    """How it begins, and what its shots and its answers do; critical hits are a twelfth of all shots."""

    men: int
    grade: str
    lmgs: int
    hit: Fraction
    answer: Fraction


Units = dict[Unit, Fraction]
States = dict[tuple[Unit, Unit], Fraction]


def pins(by: Side, turn: int) -> bool:
    """An LMG pins at once, rifles in the second turn running; before the first turn nobody does: L145, L252."""
    return turn >= 0 and (bool(by.lmgs) or turn >= 1)


def struck(side: Side, unit: Unit, lost: int, enemy: Side, turn: int | None) -> Units:
    """What is left of a unit after a volley, or after answers (turn None): leader by lot, half strength and pinning when they begin."""
    men = unit.men - lost
    if turn is None and not lost:
        return {unit: F(1)}
    if not men:
        return {Unit(0, False, 0, out=True): F(1)}
    found: Units = defaultdict(F)
    gone = F(lost, unit.men) if unit.leader else F(0)
    for falls, weight in ((True, gone), (False, 1 - gone)):
        points = falls + (men * 2 <= side.men < unit.men * 2)
        points += turn is not None and pins(enemy, turn) and not pins(enemy, turn - 1)
        gl = unit.gl + points
        after = (
            Unit(men, False, 7, out=True)
            if gl >= 7
            else Unit(men, unit.leader and not falls, gl, unit.shaken or points > 0)
        )
        found[after] += weight
    return found


def tested(side: Side, unit: Unit) -> Units:
    """A shaken unit tests once, GL or more on a D6, for a point less, but not below the printed GL."""
    if not unit.shaken:
        return {unit: F(1)}
    passes = F(7 - unit.gl, 6)
    found: Units = defaultdict(F)
    found[unit._replace(gl=max(GL[side.grade], unit.gl - 1), shaken=False)] += passes
    found[unit._replace(shaken=False)] += 1 - passes
    return found


def volley(sides: tuple[Side, Side], by: int, units: tuple[Unit, Unit], turn: int) -> States:
    """One side fires; those of the second side who are hit, and not outright killed, answer, for they have not acted yet."""
    side, enemy = sides[by], sides[1 - by]
    found: States = defaultdict(F)
    for own, calm in tested(side, units[by]).items():
        guns = min(side.lmgs, own.men)
        for count, scored in binomial(own.men + 2 * guns, side.hit).items():
            lost = min(units[1 - by].men, count)
            ordinary = (side.hit - F(1, 12)) / side.hit
            answers = binomial(lost, ordinary * enemy.answer) if by == 0 else {0: F(1)}
            for left, chance in struck(enemy, units[1 - by], lost, side, turn).items():
                for back, part in answers.items():
                    for mine, share in struck(side, own, min(own.men, back), enemy, None).items():
                        pair = (mine, left) if by == 0 else (left, mine)
                        found[pair] += calm * scored * chance * part * share
    return found


def fight(first: Side, second: Side, turns: int) -> Mapping[str, Fraction]:
    """How it stands after so many turns: who alone is in order, who has panicked, and what both have lost on average."""
    sides = first, second
    now: States = {(Unit(first.men, True, GL[first.grade]), Unit(second.men, True, GL[second.grade])): F(1)}
    for turn in range(turns):
        for by in (0, 1):
            after: States = defaultdict(F)
            for pair, weight in now.items():
                ended = pair[0].out or pair[1].out
                for then, chance in ({pair: F(1)} if ended else volley(sides, by, pair, turn)).items():
                    after[then] += weight * chance
            now = after
    told: dict[str, Fraction] = defaultdict(F)
    for (ours, theirs), weight in now.items():
        told["won"] += weight * (theirs.out and not ours.out)
        told["lost"] += weight * (ours.out and not theirs.out)
        told["open"] += weight * (not ours.out and not theirs.out)
        told["our_losses"] += weight * (first.men - ours.men)
        told["their_losses"] += weight * (second.men - theirs.men)
        told["we_panic"] += weight * (ours.out and ours.men > 0)
        told["they_panic"] += weight * (theirs.out and theirs.men > 0)
    return told

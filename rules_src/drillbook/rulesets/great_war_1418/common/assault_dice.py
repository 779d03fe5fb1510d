"""An assault with real dice: the fire of every bound, recovery dice, and the final melee."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Thrower
from drillbook.rulesets.great_war_1418.common.assault import Assault
from drillbook.rulesets.great_war_1418.common.assault_parts import CONTACT, At, End, Moment
from drillbook.rulesets.great_war_1418.common.firing import thrown
from drillbook.rulesets.great_war_1418.common.melee import Fight, Melee, refuses
from drillbook.rulesets.great_war_1418.common.rolling import die_of, die_text


@dataclass(frozen=True, slots=True)
class Bound:
    """The dice of a bound, one entry for each throw.

    theirs: the hits of each unit that shoots at the assaulter; mine: the assaulter's own, before and after its move;
    recovery: its recovery die; rear: the recovery die of the platoon behind it, if that platoon is shot at.
    """

    theirs: Sequence[Any]
    mine: tuple[Any, Any]
    recovery: Any
    rear: Any = None


def throw_ends(r: Reader, cup: Thrower, count: int, assault: Assault, bounds: int) -> Iterator[End]:
    """Roll so many assaults of so many bounds, and give the end of each."""
    rolled = [_bound(r, cup, count, assault, first=not turn) for turn in range(bounds)]
    later = assault.melee.rolling(cup, count)
    rolls = {True: later if assault.at_once is assault.melee else assault.at_once.rolling(cup, count), False: later}
    faces = max(die_of(r).outcomes)
    for number in range(count):
        at, came, turn = assault.start, "", 0
        for turn, dice in enumerate(rolled):
            at = _played(assault, at, dice, number, faces, first=not turn)
            came = assault.outcome(at, turn + 1 == bounds)
            if came:
                break
            at = assault.rested(at)
        fight = assault.meets(at)
        if came == CONTACT:
            fight = _fought(r, assault.melee if turn else assault.at_once, fight, rolls[not turn], number)
        yield End(came, at, fight)


def _bound(r: Reader, cup: Thrower, count: int, assault: Assault, *, first: bool) -> Bound:
    """Roll the dice of a bound for every throw."""
    theirs = [thrown(r, cup, count, one.early if first else one.fire) for one in assault.shooters]
    before, after = (thrown(r, cup, count, assault.own[True].fire) for _ in range(1 + 1))
    recovery = cup.roll(die_text(r), count)
    return Bound(theirs, (before, after), recovery, cup.roll(die_text(r), count) if assault.follows else None)


def _played(assault: Assault, at: At, dice: Bound, number: int, faces: int, *, first: bool) -> At:
    """Play a bound of one throw."""
    come = assault.halfway(at, first=first)

    def fired(at: At, moments: Sequence[Moment], far: Any, mine: Any) -> At:
        for moment in moments:
            shots = assault.shoot(at, moment, far)
            back, behind = (sum(int(dice.theirs[one][number]) for one in some) for some in (shots.theirs, shots.behind))
            at = assault.hit(at, shots, back, int(mine[number]) if shots.mine else 0, behind)
        return at

    at = fired(at, assault.moments(contact=False, first=first, after=False), at.gap - come, dice.mine[0])
    if at.hits < assault.dead:
        wounds, rear = assault.wounds[first], None
        slow, wound = wounds.rolled(at.wound, dice.recovery[number], faces, shot_at=at.shot_at)
        if at.rear is not None and at.rear.hits < assault.dead:
            rear = wounds.rolled(at.rear.wound, dice.rear[number], faces, shot_at=at.rear.shot_at)
        at = assault.moved(at, slow, wound, come, rear)
    return fired(at, assault.moments(not at.gap, first=first, after=True), at.gap, dice.mine[1])


def _fought(r: Reader, melee: Melee, fight: Fight, rolls: Any, number: int) -> Fight:
    """Fight the melee of one throw to its end."""
    turn = 0
    if refuses(r, Working(r), melee, fight) or all(melee.harmless):
        return fight
    while not melee.over(fight):
        fight, turn = melee.goes_on(melee.rolled(fight, rolls, number, turn), not turn), turn + 1
    return fight

"""A firefight rolled out with dice, man by man, without the exact path."""

from dataclasses import dataclass
from typing import Any

from drillbook.asking import Reader
from drillbook.maths import Thrower
from drillbook.rulesets.breaking_of_nations.common import shot_die
from drillbook.rulesets.breaking_of_nations.common.pinning import pinned
from drillbook.rulesets.breaking_of_nations.common.volley import LMG, dice_of
from drillbook.rulesets.breaking_of_nations.ranged_combat._sides import Left, Pair, Side, guns_lost, tests_when


@dataclass(slots=True)
class _Squad:
    """One side in the middle of the fight."""

    side: Side
    men: int
    guns: int
    gl: int
    leader: bool = True
    pending: int = 0
    panicked: bool = False
    before: tuple[str, ...] = ()

    @property
    def out(self) -> bool:
        return self.panicked or not self.men

    def left(self) -> Left:
        return Left(self.men, self.panicked)


def thrown(r: Reader, dice: Thrower, sides: tuple[Side, Side], turns: int) -> Pair:
    """Throw one fight and return what is left of both sides, the first side always first."""
    squads = [_Squad(side, side.men, side.lmgs, side.nerves.calm.gl) for side in sides]
    when = tests_when(r, sides)
    for turn in range(turns):
        for by in (0, 1):
            firing, facing = squads[by], squads[1 - by]
            if firing.out or facing.out:
                break
            if when != "glory-phase":
                _test(r, dice, firing, when == "both-tests", first=by == 1)
            if firing.out:
                break
            _fire(r, dice, firing, facing, turn, answered=by == 0)
        if when != "next-orders" and not any(one.out for one in squads):
            for by, squad in enumerate(squads):
                _test(r, dice, squad, when == "both-tests", first=by == 0)
    return squads[0].left(), squads[1].left()


def _test(r: Reader, dice: Thrower, squad: _Squad, apart: bool, *, first: bool) -> None:
    """Throw the glory tests for what has happened to a unit since it last acted.

    If apart, the tests are those at one time of two; first states whether they are the first ones.
    """
    m = squad.side.nerves.morale
    spared = squad.gl >= m.panic
    for number in range((m.tests_at_once if apart else m.tests)(squad.pending, m.printed)):
        allowed = spared and number == 0
        if squad.gl >= m.panic and not allowed:
            continue
        if int(dice.roll(m.die_text, 1)[0]) >= m.needed(squad.gl, squad.pending, allowed):
            squad.gl = m.lowered(squad.gl, m.per_success)
    if not (apart and first):
        squad.pending = 0
    squad.panicked = squad.gl >= m.panic


def _fire(r: Reader, dice: Thrower, firing: _Squad, facing: _Squad, turn: int, *, answered: bool) -> None:
    """One volley, what it does to the target, and the answers to it."""
    side, guns = firing.side, firing.guns
    volley = [1] * ((firing.men - guns) * side.shots)
    if guns:
        volley += dice_of(r, LMG, r.int("weapons.lmg-shots"), facing.men) * guns
    lost = fell = 0
    for many, face in zip(volley, dice.roll(r.text("ranged-combat.die"), len(volley)).tolist(), strict=True):
        if shot_die.hits(r, side.needed, face):
            falling = min(many, facing.men - lost)
            lost += falling
            if answered and not shot_die.is_critical(r, face):
                fell += sum(_answers(r, dice, facing.side) for _ in range(falling))
    pins = pinned(r, LMG if guns else "rifles", turn, 0).held
    _lose(r, dice, facing, lost, pins, volley=True)
    if fell:
        _lose(r, dice, firing, min(fell, firing.men), False, volley=False)


def _answers(r: Reader, dice: Thrower, side: Side) -> bool:
    """Throw the answer of a man who is hit but not killed; return whether it fells a man.

    The man is not killed outright.
    """
    die = r.text("ranged-combat.die")
    return bool(side.answer and shot_die.hits(r, side.needed_back, int(dice.roll(die, 1)[0])))


def _lose(r: Reader, dice: Thrower, squad: _Squad, lost: int, pins: bool, *, volley: bool) -> None:
    """Apply losses and being shot at to a unit: its leader, its strength, its nerve."""
    m, was = squad.side.nerves.morale, squad.men
    squad.men -= lost
    if not squad.men:
        return
    leader_falls = squad.leader and lost and _leader_falls(r, dice, lost, was)
    if squad.guns:
        squad.guns = _guns_left(r, dice, squad, lost, was, bool(leader_falls))
    half = squad.side.men * r.num("glory.trigger-half")
    events = [name for name, true in (("half", squad.men <= half and (volley or was > half)), ("pinned", pins)) if true]
    before = tuple(one for one, true in (("half", was <= half), ("pinned", "pinned" in squad.before)) if true)
    if leader_falls:
        squad.leader = False
        events.append("leader")
    if volley:
        squad.before = tuple(events)
    gained = len(m.counted(events, before))
    spared = m.spared(squad.gl) or squad.gl >= m.panic
    squad.gl, squad.pending = m.raised(squad.gl, gained), squad.pending + gained
    squad.panicked = squad.gl >= m.panic and not spared


def _guns_left(r: Reader, dice: Thrower, squad: _Squad, lost: int, men: int, leader_falls: bool) -> int:
    """Return how many LMGs fire on after the loss of men.

    The leader has none if there are enough men. A loss by lot is thrown with dice.
    """
    guns = squad.guns
    fallen, others = lost - leader_falls, men - squad.leader
    if guns < men and guns_lost(r):
        match r.read_as("casualty-allocation"):
            case "shooter-names":
                guns -= min(guns, fallen)
            case "owner-chooses":
                guns = max(0, min(guns, men - lost - squad.leader))
            case "by-lot":
                guns -= int(dice.random.hypergeometric(guns, others - guns, fallen))
    return min(guns, squad.men)


def _leader_falls(r: Reader, dice: Thrower, lost: int, men: int) -> Any:
    """Whether the leader is among so many who fall of so many men."""
    match r.read_as("casualty-allocation"):
        case "shooter-names":
            return True
        case "owner-chooses":
            return lost == men
        case _:
            return dice.random.integers(0, men) < lost

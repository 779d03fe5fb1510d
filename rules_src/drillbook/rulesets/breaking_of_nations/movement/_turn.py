"""A soldier's turn on the move: the AC that may go on it, and the length of each move."""

from drillbook.asking import Reader, Working, procedure
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, action_inches, ground_under, later_charge
from drillbook.rulesets.breaking_of_nations.common.soldier import actions


def move_limit(r: Reader, w: Working, ac: int) -> int:
    """How many moves a soldier with so many AC may make in a turn; its steps go into `w`."""
    w.then("AC for movement", ac, "turn-sequence.action-cost")
    w.at_most("but no more on movement than", "turn-sequence.movement-cap")
    return w.whole // r.int("turn-sequence.action-cost")


@procedure
def actions_of(r: Reader, w: Working, grade: str, armour: str, pace: str) -> int:
    """The AC that a soldier has in a turn are the same however he goes."""
    return actions(r, w, grade, armour)


def inches(r: Reader, w: Working, grade: str, armour: str, terrain: str, pace: str) -> int:
    """How far a first move through that line of the terrain chart takes him."""
    ground = ground_under(r, w, terrain, pace)
    far = action_inches(r, w, grade, armour, ground, pace)
    w.note("so many inches in a move", "movement.allowance")
    return far


@procedure
def later_share(r: Reader, pace: str) -> str:
    """A charge may be one move, or double the first alone; what later moves are worth: `same`, `ordinary` (not doubled) or `nothing`."""
    if r.holds("move-per-ac", "per-turn"):
        return "nothing"
    return later_charge(r) if pace == CHARGE else "same"

"""A unit that goes back: how far it gets, what stops it, and what it suffers for that.

The unit goes back against its will, or out of a melee.
"""

from dataclasses import replace
from fractions import Fraction

from drillbook.maths import Number, counted
from drillbook.maths.number_words import root_text
from drillbook.rulesets.new_rules.common.unit import after_points
from drillbook.rulesets.new_rules.walk._ground import DIRECTIONS, Spot, faces, gone, way_along
from drillbook.rulesets.new_rules.walk._pieces import Field, Piece
from drillbook.rulesets.new_rules.walk._table import stopped


def far_text(far: Number) -> str:
    """Return a length in S as text in figures."""
    return root_text(far * far)


def leaves(field: Field, piece: Piece) -> None:
    """Remove a unit and add the step."""
    field.remove(piece.name)
    field.tell(f"{piece.called} is removed from play", "damage.removal")


def room(field: Field, piece: Piece, along: Spot, far: Number) -> tuple[Number, str]:
    """Return how far a unit gets that must go `far` S along a way, and what stops it.

    What stops it is in words, empty if nothing does. The unit stops in front of a unit in its way, and at the edge of the
    table; units it is in contact with are not in its way.
    """
    _, cut = stopped(field.table, piece.place, along, far)
    ends = [(Fraction(far), ""), *([] if cut is None else [(cut, "the edge of the table")])]
    front = field.r.int("walk.abreast")
    for other in field.pieces.values():
        aside, ahead = way_along(piece.place, along, other.place)
        if other.place != piece.place and abs(aside) < front and 0 < ahead < far + front:
            ends.append((max(Fraction(0), ahead - front), other.called))
    return min(ends, key=lambda end: end[0])


def thrown_back(field: Field, name: str, far: Number, along: Spot, rule: str, word: str) -> None:
    """Move a unit back along a way, with its front to where it came from.

    Its melees end, unless it cannot move at all.
    """
    piece = field.pieces[name]
    gets, by = room(field, piece, along, far)
    back = gone(piece.place, along, gets)
    if gets:
        field.parts(name)
        facing = faces(gone(piece.place, along, far), piece.place) if any(along) else piece.facing
        field.change(name, place=back, facing=facing % len(DIRECTIONS))
        field.tell(f"{piece.called} {word} {far_text(gets)} S{f', to {by}' if by else ''}", rule, piece.place, back)
    else:
        field.tell(f"{piece.called} cannot go back: {by} is in its way", rule)
    if by:
        held_up(field, name)


def held_up(field: Field, name: str) -> None:
    """Apply what a unit suffers that goes back and is stopped.

    It suffers only if the reading says so.
    """
    r, piece = field.r, field.pieces[name]
    if not r.holds("recoil-blocked", "disorder"):
        return
    left = after_points(r, piece.unit.coloured, r.int("damage.exchange"))
    field.tell(f"{piece.called} can go no farther: {counted(1, 'point')} of disorder", "damage.exchange")
    if left is None:
        leaves(field, piece)
        return
    field.change(name, unit=replace(piece.unit, coloured=left))
    field.settle()


def told_move(
    field: Field, name: str, end: Spot, far: Fraction, rule: str, paid: str = "", *, back: bool = False
) -> None:
    """Move a unit to a place and add the step; far: the distance, in S."""
    began = field.pieces[name].place
    piece = field.change(name, place=end)
    field.tell(f"{piece.called} moves {root_text(far * far)} S{' back' if back else ''}{paid}", rule, began, end)

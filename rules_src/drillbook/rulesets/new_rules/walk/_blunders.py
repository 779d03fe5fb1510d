"""Forced acts by blunders in a played turn, and blunders of coloured dice in combat."""

from fractions import Fraction

from drillbook.asking import Working
from drillbook.rulesets.new_rules.common.activation import GARBLED, HESITATION, Activation
from drillbook.rulesets.new_rules.common.forced import FALL_BACK
from drillbook.rulesets.new_rules.common.orders import FIRE
from drillbook.rulesets.new_rules.common.unit import figure
from drillbook.rulesets.new_rules.events._blunder import ENEMY, FRIEND, Blundering, Other
from drillbook.rulesets.new_rules.walk._fights import charge, shoot
from drillbook.rulesets.new_rules.walk._ground import Spot, far_off, forward, gone, seen, way
from drillbook.rulesets.new_rules.walk._pieces import Field, Piece
from drillbook.rulesets.new_rules.walk._thrown import held_up, room, told_move


def blunder_line(field: Field, found: Activation, where: str = "") -> tuple[str | None, str]:
    """Throw the blunder roll and return its line and its rule.

    The line is None if the roll is beyond the end of the table. where: in which roll the blunder happened.
    """
    r = field.r
    own_die = r.holds("blunder-die", "activation-die")
    line = found.named.get(field.throw(found.die if own_die else r.text("events.blunder-roll")))
    if line is None:
        field.tell(f"A coloured one{where} is a blunder, but its roll has no line in the table", "events.blunder-table")
        return None, "events.blunder-table"
    rule = r.table("blunders").row(line).rule or "events.blunder-table"
    field.tell(f"A coloured one{where} is a blunder: {r.name('blunders', line)}", rule)
    return line, rule


def resolve(field: Field) -> None:
    """Resolve every blunder of a combat roll that is due.

    Nothing is rerolled: the unit loses the actions it has left, or it has to act.
    """
    while field.due:
        name = field.due.pop(0)
        if name not in field.pieces:
            continue
        piece = field.pieces[name]
        line, rule = blunder_line(field, Activation(field.r, figure(field.r, piece.row, "quality").whole), " in combat")
        if line == GARBLED:
            field.tell(f"{piece.called} has no die of an activation to roll again", rule)
        elif line == HESITATION:
            field.change(name, halted=True)
            field.settle()
        elif line is not None:
            forced_to(field, name, line, 0)


def forced_to(field: Field, name: str, line: str, actions: int) -> int:
    """Carry out what a blunder forces a unit to do, and return its actions left.

    The unit moves, charges or shoots against its will.
    """
    r, piece = field.r, field.pieces[name]
    rule = r.table("blunders").row(line).rule or "events.blunder-table"
    near = _near(field, piece, line)
    others = tuple(_other(piece, one) for one in near)
    speed = figure(r, piece.row, "speed").whole
    wide = r.int("walk.abreast")
    blundering = Blundering(r, Working(r), field.standing(piece), speed, actions, others, Fraction(1), wide, wide)
    found = blundering.resolve(line)
    if found.ignored:
        lost = " but lose its actions" if found.left < actions else ""
        field.tell(f"{piece.called} may not do that, so nothing comes of it{lost}", rule)
        return found.left
    foe = near[found.whom[0]] if found.whom else None
    if found.fights and foe:
        if line == FIRE:
            shoot(field, piece, foe)
        else:
            charge(field, piece, foe)
    elif found.moved or found.stopped is not None:
        ahead = forward(piece.facing)
        along: Spot = way(piece.place, foe.place) if line == "charge" and foe else ahead
        back = line == FALL_BACK
        if back:
            along = -along[0], -along[1]
        far, by = room(field, piece, along, found.moved)
        if far:
            end = gone(piece.place, along, far)
            told_move(field, name, end, Fraction(far), rule, f", to {by}" if by else "", back=back)
        else:
            field.tell(f"{piece.called} cannot go {'back' if back else 'on'}: {by} is in its way", rule)
        if by and back:
            held_up(field, name)
    else:
        field.tell(f"{piece.called} has nobody near enough, or no action for it: nothing comes of it", rule)
    return found.left


def _near(field: Field, piece: Piece, line: str) -> list[Piece]:
    """Return all other units that the blunder may refer to.

    For a shot, units out of sight are left out, and units in melee too if nobody shoots into a melee.
    """
    spared = line == FIRE and not field.r.holds("multi-melee", "shooting-allowed")
    return [
        other for other in field.pieces.values()
        if other.name != piece.name and far_off(piece.place, other.place) and not (spared and field.melees(other.name))
        and (line != FIRE or field.sees(piece, other))
    ]  # fmt: skip


def _other(piece: Piece, other: Piece) -> Other:
    """Return a unit nearby as the blundering unit sees it."""
    return Other(FRIEND if other.side == piece.side else ENEMY, *seen(piece.place, piece.facing, other.place))

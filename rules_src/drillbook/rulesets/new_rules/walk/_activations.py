"""The activation of a unit in a turn that is played: its dice, its blunders, and what these force it to."""

from fractions import Fraction

from drillbook.asking import Working
from drillbook.rulesets.new_rules.common.activation import (
    GARBLED,
    HESITATION,
    Activation,
    Rolled,
    added,
    hand,
    replace_one,
)
from drillbook.rulesets.new_rules.common.forced import FALL_BACK
from drillbook.rulesets.new_rules.common.orders import FIRE
from drillbook.rulesets.new_rules.common.unit import figure
from drillbook.rulesets.new_rules.events._blunder import ENEMY, FRIEND, Blundering, Other
from drillbook.rulesets.new_rules.walk._fights import charge, shoot
from drillbook.rulesets.new_rules.walk._ground import Spot, far_off, forward, gone, seen, way
from drillbook.rulesets.new_rules.walk._orders import told_move
from drillbook.rulesets.new_rules.walk._pieces import Field, Piece
from drillbook.rulesets.new_rules.walk._thrown import held_up, room


def activate(field: Field, name: str, strikes: int) -> tuple[int, int]:
    """The activation of a unit: its actions, and how far it brings the turn towards its end; strikes: how far that is already."""
    piece, r = field.pieces[name], field.r
    if piece.barred == field.going:
        field.tell(f"{piece.called} is petrified and is not activated", "events.petrified")
        return 0, 0
    if not piece.dice:
        field.tell(f"{piece.called} is let stand: no dice", "activation.choose-dice")
        return 0, 0
    found = Activation(r, figure(r, piece.row, "quality").whole)
    roll, shown = Rolled(), []
    for coloured in _taken(field, piece):
        face = field.throw(found.die)
        roll = added(roll, found.read(face, coloured))
        shown.append(f"{face}{' (coloured)' if coloured else ''}")
        if roll.failed and r.holds("dice-declared", "one-at-a-time"):
            break
    field.tell(
        f"{piece.called} needs {found.quality} and rolls {', '.join(shown)}: {roll.successes} of {len(shown)} succeed",
        "activation.success",
    )
    return _settled(field, piece, found, roll, strikes)


def _taken(field: Field, piece: Piece) -> tuple[bool, ...]:
    """Which of its dice are rolled, true for a coloured one: white ones first, or as the reading has it."""
    coloured = piece.unit.coloured
    white = field.r.int("damage.start") - coloured
    match field.r.read_as("coloured-choice"):
        case "at-random":
            return tuple(sorted(field.random.sample([False] * white + [True] * coloured, piece.dice)))
        case "coloured-first":
            return hand(piece.dice, min(piece.dice, coloured))
        case _:
            return hand(piece.dice, max(0, piece.dice - white))


def _settled(field: Field, piece: Piece, found: Activation, roll: Rolled, strikes: int) -> tuple[int, int]:
    """The actions that a roll leaves once its blunders are through, and how far it brings the turn towards its end."""
    r, failed, hesitates, again = field.r, roll.failed, False, True
    due = roll.ones if r.holds("blunder-count", "each-die") else min(1, roll.ones)
    forced: list[str] = []
    while due:
        due -= 1
        own_die = r.holds("blunder-die", "activation-die")
        line = found.named.get(field.throw(found.die if own_die else r.text("events.blunder-roll")))
        if line is None:
            field.tell("A coloured one is a blunder, but its roll has no line in the table", "events.blunder-table")
            continue
        rule = r.table("blunders").row(line).rule or "events.blunder-table"
        field.tell(f"A coloured one is a blunder: {r.name('blunders', line)}", rule)
        hesitates |= line == HESITATION
        if line == GARBLED and roll.successes and again:
            coloured = not roll.white
            face = field.throw(found.die)
            new = found.read(face, coloured)
            chained = new.ones > 0 and r.holds("garbled", "may-chain")
            roll = added(replace_one(roll, coloured), new._replace(ones=0))
            failed += new.failed * (not r.holds("garbled", "actions-alone"))
            due, again = due + chained, not (chained and new.successes)
            field.tell(f"A success is rolled again and shows {face}", "events.garbled")
        elif line not in (GARBLED, HESITATION):
            forced.append(line)
    end = found.outcome(roll, failed, hesitates=hesitates, blunders=roll.ones)
    if strikes + end.strikes >= found.limit:
        field.tell(f"{failed} failures: a turnover, and nobody else is activated", "activation.turnover")
    actions = end.actions
    for line in forced:
        if piece.name in field.pieces:
            actions = _forced(field, piece.name, line, actions)
    return actions, end.strikes


def _forced(field: Field, name: str, line: str, actions: int) -> int:
    """What a blunder makes of a unit: it moves, charges or shoots against its will; the actions that are left."""
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
    """Everybody else on the table whom the blunder may mean; nobody shoots into a melee, or at whom he does not see."""
    spared = line == FIRE and not field.r.holds("multi-melee", "shooting-allowed")
    return [
        other for other in field.pieces.values()
        if other.name != piece.name and far_off(piece.place, other.place) and not (spared and field.melees(other.name))
        and (line != FIRE or field.sees(piece, other))
    ]  # fmt: skip


def _other(piece: Piece, other: Piece) -> Other:
    """A unit near by as the one that blunders sees it."""
    return Other(FRIEND if other.side == piece.side else ENEMY, *seen(piece.place, piece.facing, other.place))

"""The activation of a unit in a turn that is played: its dice, and its blunders."""

from drillbook.rulesets.new_rules.common.activation import (
    GARBLED,
    HESITATION,
    Activation,
    Rolled,
    added,
    replace_one,
)
from drillbook.rulesets.new_rules.common.unit import figure
from drillbook.rulesets.new_rules.walk._blunders import blunder_line, forced_to
from drillbook.rulesets.new_rules.walk._pieces import Field, Piece


def activate(field: Field, name: str, strikes: int) -> tuple[int, int]:
    """Throw the activation of a unit and return its actions and its strikes.

    The strikes are how far it brings the turn towards its end. strikes: how far the turn is already.
    """
    piece, r = field.pieces[name], field.r
    if piece.barred == field.going:
        field.tell(f"{piece.called} is petrified and is not activated", "events.petrified")
        return 0, 0
    if not piece.dice:
        field.tell(f"{piece.called} is let stand: no dice", "activation.choose-dice")
        return 0, 0
    found = Activation(r, figure(r, piece.row, "quality").whole)
    roll, shown = Rolled(), []
    for coloured in field.hand(piece, piece.dice):
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


def _settled(field: Field, piece: Piece, found: Activation, roll: Rolled, strikes: int) -> tuple[int, int]:
    """Return the actions that a roll leaves after its blunders, and its strikes.

    The strikes are how far the roll brings the turn towards its end.
    """
    r, failed, hesitates, again = field.r, roll.failed, False, True
    due = roll.ones if r.holds("blunder-count", "each-die") else min(1, roll.ones)
    forced: list[str] = []
    while due:
        due -= 1
        line, _ = blunder_line(field, found)
        if line is None:
            continue
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
            actions = forced_to(field, piece.name, line, actions)
    return actions, end.strikes

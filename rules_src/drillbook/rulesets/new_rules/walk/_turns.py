"""Turn after turn: the activations, orders, routs and melees of each unit."""

from dataclasses import replace
from fractions import Fraction

from drillbook.asking import Working
from drillbook.maths import Distribution
from drillbook.rulesets.new_rules.common.activation import Activation
from drillbook.rulesets.new_rules.common.giving_way import rout_far, runs
from drillbook.rulesets.new_rules.common.marching import Marcher
from drillbook.rulesets.new_rules.common.orders import FORMATION, cost_of
from drillbook.rulesets.new_rules.common.routing import GONE, Flight, Routing
from drillbook.rulesets.new_rules.common.unit import figure, must_reform
from drillbook.rulesets.new_rules.walk._activations import activate
from drillbook.rulesets.new_rules.walk._fights import fight
from drillbook.rulesets.new_rules.walk._ground import DOWN, UP, gone
from drillbook.rulesets.new_rules.walk._orders import act
from drillbook.rulesets.new_rules.walk._pieces import OURS, THEIRS, Field
from drillbook.rulesets.new_rules.walk._thrown import far_text, held_up, room

SIDES = {OURS: "our", THEIRS: "the enemy's"}


def play(field: Field, steps: int) -> bool:
    """Play turns, ours first, until that many steps are reported.

    Return whether the game is over before that.
    """
    while len(field.told) < steps and not field.over:
        for side in (OURS, THEIRS):
            _turn(field, side, steps)
            if field.over or len(field.told) >= steps:
                break
        field.turn += 1
    return len(field.told) < steps


def _turn(field: Field, side: str, steps: int) -> None:
    """Play one player's turn."""
    field.going, field.on_turn = field.going + 1, side
    field.tell(f"Turn {field.turn}: it is {SIDES[side]} turn", "walk.alternate")
    names = [piece.name for piece in field.of(side)]
    for name in names:
        field.change(name, fought=False, seized=False)
    timing, strikes = field.r.read_as("melee-timing"), 0
    limit = Activation(field.r, 0).limit
    if timing == "turn-begins":
        _melees(field, names)
    late = list[str]()
    for name in names:
        if field.over or len(field.told) >= steps:
            return
        if name not in field.pieces:
            continue
        lost = strikes >= limit
        activated = not lost and field.pieces[name].barred != field.going
        at_once = timing == "after-actions" and activated
        late += [] if at_once or timing == "turn-begins" else [name]
        strikes += _go(field, name, strikes, lost=lost, fights=at_once)
    _melees(field, late)


def _melees(field: Field, names: list[str]) -> None:
    """Every melee of a side is fought on."""
    for name in names:
        _fights_on(field, name)


def _fights_on(field: Field, name: str) -> None:
    """Throw a round with each of a locked unit's enemies, unless it has had its round this turn."""
    piece = field.pieces.get(name)
    if piece is None or piece.fought:
        return
    for one in field.melees(name):
        if name in field.pieces and one in field.fights:
            fight(field, one, name, "fights on against", seized=piece.seized)


def _go(field: Field, name: str, strikes: int, *, lost: bool, fights: bool) -> int:
    """Play a unit's go: its activation, its rout and its melee; return its strikes.

    lost: whether the turn is lost, so the unit is not activated; fights: whether it fights its melee now.
    The strikes are how far the go brings the turn towards its end.
    """
    before = field.change(name, halted=False).fought
    actions, more = (0, 0) if lost else activate(field, name, strikes)
    piece = field.pieces.get(name)
    if piece is None:
        return more
    active = not lost and piece.dice > 0 and piece.barred != field.going
    if piece.routs:
        _runs(field, name, actions, active=active)
    else:
        if must_reform(field.r, piece.unit) and active:
            actions = _reforms(field, name, actions)
        piece = field.pieces[name]
        if actions and not piece.halted and (piece.fought == before or field.engaged(name)):
            act(field, name, actions)
    if fights:
        _fights_on(field, name)
    return more


def _reforms(field: Field, name: str, actions: int) -> int:
    """Put a broken line in order, and return the actions left."""
    r, piece = field.r, field.pieces[name]
    if not actions and not r.holds("broken-line", "forfeited"):
        field.tell(f"{piece.called} has no success to put its ranks in order", "events.broken-line")
        return 0
    field.change(name, unit=replace(piece.unit, broken=False))
    rest = actions - cost_of(r, FORMATION).whole if r.holds("broken-line", "rest-is-free") else 0
    field.tell(
        f"{piece.called} puts its ranks in order{'' if rest else ', and does nothing else'}", "events.broken-line"
    )
    return rest


def _runs(field: Field, name: str, actions: int, *, active: bool) -> None:
    """Let a routing unit try to stop, and otherwise run for its zone."""
    r, piece = field.r, field.pieces[name]
    speed = rout_far(r, Working(r), Marcher(piece.unit, figure(r, piece.row, "speed").whole))
    flight = Flight(r, Distribution.sure(actions), speed, True)
    far = abs(piece.place[1] - piece.home)
    after = flight.turn(Routing(far, piece.towards, 0 if active else 1), actions)
    if isinstance(after, Routing):
        field.change(name, towards=after.towards)
        if runs(r, piece.unit):
            _towards_its_zone(field, name, far - Fraction(after.far))
        else:
            field.tell(f"{piece.called} routs, and stays where it is", Marcher(piece.unit, 0).stands())
    elif after == GONE:
        field.remove(name)
        field.tell(f"{piece.called} runs off the table", "events.rout")
    else:
        field.change(name, routs=False, towards=0)
        field.tell(f"{piece.called} stops its rout", "events.rout-stop")


def _towards_its_zone(field: Field, name: str, far: Fraction) -> None:
    """Move a routing unit that many S towards its zone, out of its melees.

    Another unit or the edge of the table stops it.
    """
    piece = field.pieces[name]
    if far:
        field.parts(name)
    along = (Fraction(0), Fraction(-1 if piece.place[1] > piece.home else 1))
    run, by = room(field, piece, along, far)
    end = gone(piece.place, along, run)
    field.change(name, place=end, facing=DOWN if piece.side == OURS else UP)
    where = f"{far_text(run)} S towards its zone"
    if by:
        told = f"routs {where}, to {by}" if run else f"routs, and {by} is in its way"
    elif run:
        told = f"routs {where}"
    else:
        told = f"routs, and {'is in its zone' if end[1] == piece.home else 'stays where it is'}"
    field.tell(f"{piece.called} {told}", "events.rout", piece.place, end)
    if by:
        held_up(field, name)

"""What a unit does with its actions in a played turn: its plan, order by order, paid for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from drillbook.asking import Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common import bombarding, orders, shooting
from drillbook.rulesets.new_rules.common.fighting import FRONT
from drillbook.rulesets.new_rules.common.fire import STANDARD, melee_stops
from drillbook.rulesets.new_rules.common.marching import March, Marcher, closes, covered
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, COLUMN, INFANTRY
from drillbook.rulesets.new_rules.walk import _ground as ground
from drillbook.rulesets.new_rules.walk._changes import breaks_off, forms, rallies
from drillbook.rulesets.new_rules.walk._fights import charge, seizes, shoot
from drillbook.rulesets.new_rules.walk._going import Go
from drillbook.rulesets.new_rules.walk._pieces import AIM, CASE, CLOSE, HOLD, LEAVE, RALLY, SHOOT, Field, Piece
from drillbook.rulesets.new_rules.walk._thrown import told_move

PLANS = {
    SHOOT: "Shoots", AIM: "Takes aim", CASE: "Shoots canister", CLOSE: "Closes in", HOLD: "Holds", LEAVE: "Breaks off",
    RALLY: "Rallies",
}  # fmt: skip


def act(field: Field, name: str, actions: int) -> None:
    """Carry out a unit's plan, as far as its actions go."""
    go = Go(field, name, actions)
    forms(go)
    piece = go.piece
    if piece.unit.formed == COLUMN and field.r.holds("free-turn", "once-an-activation"):
        go.free = field.r.int("infantry.column-turn", "free")
    if not go.left:
        return
    if piece.plan == RALLY:
        rallies(go)
    elif not field.engaged(name):
        _PLANNED.get(piece.plan, _holds)(go)
    elif piece.plan == LEAVE:
        breaks_off(go)
    elif piece.plan in (SHOOT, AIM, CASE) and field.r.holds("multi-melee", "shooting-allowed"):
        _PLANNED[piece.plan](go)
    else:
        _locked(go)


def _holds(_: Go) -> None:
    """Do nothing, for a unit with no plan to act."""


def reach_of(field: Field, piece: Piece) -> Fraction:
    """How far a unit shoots, in S; nothing where it has no ranged attack."""
    w = Working(field.r)
    if piece.unit.arm == INFANTRY:
        return Fraction(shooting.reach_of(field.r, w, STANDARD))
    return Fraction(bombarding.cannon_reach(field.r, w, STANDARD)) if piece.unit.arm == ARTILLERY else Fraction(0)


def _locked(go: Go) -> None:
    """Turn the front of a unit in melee to its enemy, and seize the initiative if it may.

    Only a unit that closes in seizes the initiative.
    """
    for one in go.field.melees(go.name):
        if one.target != go.name or one.aspect == FRONT:
            continue
        leave = orders.leave_for(go.field.r, orders.PIVOT, go.field.standing(go.piece))
        facing = ground.faces(go.piece.place, ground.gone(go.piece.place, one.along, -1))
        if leave.given and _turns(go, facing):
            place = go.field.fights.index(one)
            go.field.fights[place] = replace(one, aspect=FRONT)
            go.field.settle()
    if go.piece.plan == CLOSE and go.left >= orders.cost_of(go.field.r, orders.SEIZE).whole:
        _seizes(go)


def _seizes(go: Go) -> None:
    """Seize the initiative for a unit in melee.

    It counts for the unit's round of this turn; if that is over, for later rounds, unless the reading has it for one round.
    """
    fought = go.piece.fought
    if fought and go.field.r.holds("seize-lasts", "one-round"):
        return
    go.spend(orders.SEIZE)
    if fought:
        for one in go.field.melees(go.name):
            seizes(go.field, one, go.name)
    else:
        go.field.change(go.name, seized=True)
    go.field.tell(f"{go.piece.called} seizes the initiative", "actions.seize-effect")


def _frees(go: Go, steps: int, *, goes: bool) -> None:
    """Set the free steps of a column that come with this turn.

    steps: how many steps the turn has; goes: whether a move follows, if the actions pay for one.
    """
    r = go.field.r
    if go.piece.unit.formed != COLUMN:
        return
    free, move = r.int("infantry.column-turn", "free"), orders.cost_of(r, orders.MOVE).whole
    paid = max(0, steps - free) * orders.cost_of(r, orders.PIVOT).whole
    with_move = goes and go.left - paid >= move and r.holds("free-turn", "with-every-move")
    if with_move or r.holds("free-turn", "each-cheaper"):
        go.free = free


def _turns(go: Go, facing: int, *, goes: bool = False) -> bool:
    """Turn the unit to a direction if its actions pay for it; return whether it faces there.

    goes: whether a move follows.
    """
    steps = ground.steps_between(go.piece.facing, facing)
    _frees(go, steps, goes=goes)
    cost = max(0, steps - go.free) * orders.cost_of(go.field.r, orders.PIVOT).whole
    if cost > go.left:
        many = counted(go.left, "action", none="no")
        go.field.tell(f"{go.piece.called} has {many} left, too few to turn round", "movement.pivot-rate")
        return False
    if steps:
        go.free, go.left = max(0, go.free - steps), go.left - cost
        go.field.change(go.name, facing=facing)
        paid = counted(cost, "action") if cost else "nothing"
        go.field.tell(
            f"{go.piece.called} pivots {steps * go.field.r.int('movement.pivot-rate', 'degrees')} degrees, for {paid}",
            "movement.pivot-rate" if cost else "infantry.column-turn",
        )
    return True


def _turns_until(go: Go, holds: Callable[[int], bool], *, goes: bool = False) -> bool:
    """Turn the unit by the least turn for which `holds` is true; return whether it succeeds.

    goes: whether a move follows.
    """
    now = go.piece.facing
    wanted = next((one for one in _by_turn(now) if holds(one)), None)
    if wanted is None:
        return False
    if wanted == now:
        _frees(go, 0, goes=goes)
        return True
    leave = orders.leave_for(go.field.r, orders.PIVOT, go.field.standing(go.piece))
    if not leave.given:
        go.field.tell(f"{go.piece.called} does not turn: {leave.why}", leave.rule)
        return False
    return _turns(go, wanted, goes=goes)


def _by_turn(facing: int) -> list[int]:
    """All directions, the least turn first."""
    return sorted(range(len(ground.DIRECTIONS)), key=lambda one: ground.steps_between(facing, one))


def _closes(go: Go) -> None:
    """Move a unit to its nearest enemy, and charge that enemy if the unit gets there."""
    field, piece = go.field, go.piece
    foes = field.enemies(piece)
    if not foes:
        return
    if piece.unit.arm == ARTILLERY:
        _brings_up(go)
        return
    foe = foes[0]
    if not go.may(orders.MOVE):
        return
    if ground.far_off(piece.place, foe.place) and not _turns_until(
        go, lambda facing: ground.goes_to(field.r, piece.place, facing, foe.place), goes=True
    ):
        return
    far, march = ground.far_off(piece.place, foe.place), go.march()
    if far <= closes(field.r, march, orders.SEIZE) and go.left >= orders.cost_of(field.r, orders.SEIZE).whole:
        go.spend(orders.SEIZE)
        charge(field, go.piece, foe, seized=True)
        return
    any_move = field.r.holds("charge-cost", "any-move")
    for order in (orders.MOVE, orders.DOUBLE):
        cost = orders.cost_of(field.r, order).whole
        if go.left < cost or far > covered(field.r, march, piece.unit, cost):
            continue
        if not any_move:
            field.tell(
                f"{piece.called} cannot pay to seize the initiative, so it does not charge", "actions.seize-cost"
            )
            return
        go.spend(order)
        charge(field, go.piece, foe)
        return
    _goes(go, foe.place, far, march)


def _goes(go: Go, towards: ground.Spot, far: Fraction, march: March) -> None:
    """Move the unit towards a place, as far as its actions take it.

    far: the greatest distance, in S. The move takes the fewest actions that reach as far.
    """
    r, piece = go.field.r, go.piece
    ways = [(min(far, Fraction(covered(r, march, piece.unit, spent))), -spent) for spent in range(go.left + 1)]
    gone_, spent = max(ways)
    if not gone_:
        go.field.tell(f"{piece.called} gets nowhere with what it has left", "actions.move-effect")
        return
    go.left += spent
    end = ground.gone(piece.place, ground.way(piece.place, towards), gone_)
    told_move(go.field, go.name, end, gone_, "actions.move-effect", f", for {counted(-spent, 'action')}")
    go.moved = True


def _brings_up(go: Go) -> None:
    """Bring a battery up until canister serves, and fire from there.

    A battery does not charge.
    """
    field, piece = go.field, go.piece
    foe = field.enemies(piece)[0]
    near = Fraction(bombarding.canister_reach(field.r, Working(field.r)))
    far = ground.far_off(piece.place, foe.place)
    if far <= near:
        _fires(go, orders.FIRE, load=True)
        return
    if not piece.unit.limbered and not _limbers(go):
        return
    if _turns_until(go, lambda facing: ground.goes_to(field.r, piece.place, facing, foe.place), goes=True):
        if go.left >= orders.cost_of(field.r, orders.MOVE).whole:
            _goes(go, foe.place, far - near, go.march())
        if ground.far_off(go.piece.place, foe.place) <= near and go.left:
            _fires(go, orders.FIRE, load=True)


def _limbers(go: Go) -> bool:
    """Its guns are limbered, or made ready to fire."""
    if not go.may(orders.LIMBER):
        return False
    go.spend(orders.LIMBER)
    unit = replace(go.piece.unit, limbered=not go.piece.unit.limbered)
    now = go.field.change(go.name, unit=unit)
    go.field.tell(
        f"{now.called} {'limbers' if unit.limbered else 'unlimbers'} its guns",
        orders.cost_of(go.field.r, orders.LIMBER).rule,
    )
    return True


def _fires(go: Go, order: str, *, load: bool = False) -> None:
    """Fire as often as the unit's actions pay for.

    Infantry out of range goes nearer first. load: whether guns load canister.
    """
    field, r = go.field, go.field.r
    if go.piece.unit.limbered and not _limbers(go):
        return
    leave = orders.leave_for(r, orders.FIRE, field.standing(go.piece))
    if not leave.given:
        field.tell(f"{go.piece.called} stands: {leave.why}", leave.rule)
        return
    while go.left > 0 and not go.gone and not go.piece.halted:
        foe = _target(go)
        if foe is None:
            if not _seeks(go):
                return
            continue
        if not ground.far_off(go.piece.place, foe.place) and melee_stops(r):
            field.tell(f"{foe.called} stands beside {go.piece.called}, too near to be shot at", "melee.trigger")
            return
        if not _brought_to_bear(go, foe) or not go.left:
            return
        if load and _loads(go, foe):
            if not orders.loading_fires(r):
                continue
            shoot(field, go.piece, foe)
        else:
            used = order if orders.cost_of(r, order).whole <= go.left else orders.FIRE
            go.spend(used)
            shoot(field, go.piece, foe, aimed=used == orders.AIMED)
        if r.holds("repeat-actions", "each-once"):
            return


def _target(go: Go) -> Piece | None:
    """Return the nearest enemy that may be shot at; None if there is none.

    An enemy within range and arc comes before others. A hidden enemy is left out.
    """
    field, piece = go.field, go.piece
    allowed = field.r.holds("multi-melee", "shooting-allowed")
    free = [foe for foe in field.enemies(piece) if allowed or not field.melees(foe.name)]
    foes = [foe for foe in free if field.sees(piece, foe)]
    if free and not foes:
        field.tell(f"{piece.called} sees nobody whom it may shoot at", "range-los.must-see")
        return None
    reach = reach_of(field, piece)
    apart = [foe for foe in foes if allowed or foe.place != piece.place]
    ready = (
        foe for foe in apart
        if ground.far_off(piece.place, foe.place) <= reach and ground.shoots_at(field.r, piece.place, piece.facing, foe.place)
    )  # fmt: skip
    found = next(ready, foes[0] if foes else None)
    if found is None:
        field.tell(f"{piece.called} has nobody to shoot at: all are locked in melee", "melee.locked")
    return found


def _seeks(go: Go) -> bool:
    """Move infantry that sees no enemy nearer to the nearest one; return whether it has moved.

    It does so once in an activation, and stops short of the enemy.
    """
    field, piece = go.field, go.piece
    foes = [foe for foe in field.enemies(piece) if not field.sees(piece, foe)]
    if piece.unit.arm != INFANTRY or go.moved or not foes or not go.may(orders.MOVE):
        return False
    far = ground.far_off(piece.place, foes[0].place) - field.r.int("walk.abreast")
    if (
        far > 0
        and _turns_until(go, lambda facing: ground.goes_to(field.r, piece.place, facing, foes[0].place), goes=True)
        and go.left
    ):
        _goes(go, foes[0].place, far, go.march())
    return go.moved


def _brought_to_bear(go: Go, foe: Piece) -> bool:
    """Return whether the unit has its enemy within range and arc.

    The unit first moves and pivots if that is needed.
    """
    field, r, piece = go.field, go.field.r, go.piece
    reach, far = reach_of(field, piece), ground.far_off(piece.place, foe.place)
    if far > reach:
        stays = Marcher(piece.unit, 0).stands()
        if stays or go.moved:
            rule = "bombardment.max-range" if piece.unit.arm == ARTILLERY else "musketry.max-range"
            field.tell(f"{piece.called} has nobody within range", rule)
            return False
        if (
            not _turns_until(go, lambda facing: ground.goes_to(r, piece.place, facing, foe.place), goes=True)
            or not go.left
        ):
            return False
        _goes(go, foe.place, far - reach, go.march())
        if not go.moved or ground.far_off(go.piece.place, foe.place) > reach:
            return False
        if not field.sees(go.piece, foe):
            field.tell(f"{go.piece.called} does not see {foe.called} any more", "range-los.must-see")
            return False
    return _turns_until(go, lambda facing: ground.shoots_at(r, go.piece.place, facing, foe.place))


def _loads(go: Go, foe: Piece) -> bool:
    """Canister is loaded where it would serve, is not loaded yet and can be paid for."""
    r, piece = go.field.r, go.piece
    serves = ground.far_off(piece.place, foe.place) <= bombarding.canister_reach(r, Working(r))
    if piece.unit.arm != ARTILLERY or piece.loaded or not serves or go.left < orders.cost_of(r, orders.CANISTER).whole:
        return False
    go.spend(orders.CANISTER)
    go.field.change(go.name, loaded=True)
    go.field.tell(f"{piece.called} loads canister", "actions.canister-cost")
    return True


_PLANNED: Mapping[str, Callable[[Go], None]] = {
    SHOOT: lambda go: _fires(go, orders.FIRE),
    AIM: lambda go: _fires(go, orders.AIMED),
    CASE: lambda go: _fires(go, orders.FIRE, load=True),
    CLOSE: _closes,
}

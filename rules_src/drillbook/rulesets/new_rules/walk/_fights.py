"""Shots and rounds of melee in a played turn, each rolled and reported with its results."""

from dataclasses import replace

from drillbook.asking import Cited, Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common import bombarding, fighting, shooting
from drillbook.rulesets.new_rules.common.activation import blunders_in_combat
from drillbook.rulesets.new_rules.common.bands import PRESSED, Attack, Result, combat_die, event_of
from drillbook.rulesets.new_rules.common.fighting import ASPECTS, ATTACKER, FRONT, Melee, Side, left_by
from drillbook.rulesets.new_rules.common.fire import CANISTER, SHOT, Shot, defence_figure
from drillbook.rulesets.new_rules.common.giving_way import (
    RECOILS,
    REMOVED,
    ROUTS,
    ROUTS_HERE,
    befall,
    kept_by,
    thrown_far,
)
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, figure
from drillbook.rulesets.new_rules.walk._ground import Spot, faces, far_off, side_of, way
from drillbook.rulesets.new_rules.walk._pieces import Field, Fight, Piece, mark_of
from drillbook.rulesets.new_rules.walk._thrown import leaves, thrown_back


def shoot(field: Field, piece: Piece, target: Piece, *, aimed: bool = False) -> None:
    """Throw a volley, a shot of guns, or the canister in the guns, and carry out the result."""
    r, guns = field.r, piece.unit.arm == ARTILLERY
    near = far_off(piece.place, target.place) <= bombarding.canister_reach(r, Working(r))
    load = CANISTER if guns and piece.loaded and near else SHOT
    defence = defence_figure(r, target.unit, figure(r, target.row, "shooting"), figure(r, target.row, "melee")).whole
    shot = Shot(
        piece.unit, figure(r, piece.row, "shooting").whole, target.unit, defence, far_off(piece.place, target.place),
        target.cover, aimed, ammunition=load, engaged=field.engaged(target.name),
    )  # fmt: skip
    attack = (bombarding if guns else shooting).attack_of(r, Working(r), shot)
    word = "fires canister at" if load == CANISTER else "takes aim and fires at" if aimed else "fires at"
    if load == CANISTER:
        field.change(piece.name, loaded=False)
    result = _rolled(field, attack, piece, target, word)
    due = bombarding.rolls_due(r, result, load) if guns else int(result.critical)
    _comes_of(
        field,
        result,
        piece,
        target,
        due,
        chain=guns and bombarding.chains(r, load),
        along=_direction(field, piece, target),
    )
    field.resolve(field)


def _direction(field: Field, piece: Piece, target: Piece) -> Spot:
    """Return the direction from a unit to its target.

    If the two are locked, it is the direction in which they met.
    """
    for one in field.melees(piece.name):
        if target.name in (one.charger, one.target):
            return one.along if one.charger == piece.name else (-one.along[0], -one.along[1])
    return way(piece.place, target.place)


def charge(field: Field, piece: Piece, target: Piece, *, seized: bool = False) -> None:
    """Move a unit into contact, and throw the first round of the melee."""
    aspect = side_of(target.place, target.facing, piece.place)
    along = way(piece.place, target.place)
    began = piece.place
    piece = field.change(
        piece.name, place=target.place, facing=faces(piece.place, target.place) if any(along) else piece.facing,
        met=(*piece.met, target.name),
    )  # fmt: skip
    field.fights.append(Fight(piece.name, target.name, aspect, along, target.name in piece.met[:-1]))
    field.change(target.name, met=(*target.met, piece.name))
    word = f"{'seizes the initiative and ' if seized else ''}charges"
    fight(field, field.fights[-1], piece.name, word, (began, target.place), opening=True, seized=seized)


def fight(
    field: Field,
    one: Fight,
    name: str,
    word: str,
    line: tuple[Spot, ...] = (),
    *,
    opening: bool = False,
    seized: bool = False,
) -> None:
    """Throw a round of a melee in the turn of the named unit, and carry out the result."""
    r = field.r
    first, second = field.pieces[one.charger], field.pieces[one.target]
    if seized:
        one = seizes(field, one, name)
    melee = _melee(field, one, name, opening=opening)
    attack = fighting.attack_of(r, Working(r), melee)
    attacks, defends = (first, second) if melee.attacker(r) is melee.charger else (second, first)
    told = word if attacks.name == name else "is still the attacker against"
    if attacks.name == name and r.holds("multi-melee", "added-up") and len(field.melees(defends.name)) > 1:
        attack = _together(field, attack, name, defends)
    where = f" {ASPECTS[one.aspect].lower()}" if opening and one.aspect != FRONT else ""
    field.change(name, fought=True, seized=False)
    result = _rolled(field, attack, attacks, defends, told, line, where)
    along = one.along if attacks.name == one.charger else (-one.along[0], -one.along[1])
    _comes_of(field, result, attacks, defends, int(result.critical), along=along)
    field.resolve(field)


def _melee(field: Field, one: Fight, name: str, *, opening: bool = False) -> Melee:
    """Return the round of a pair, in the turn of the named unit."""
    r, own = field.r, name == one.charger
    round_ = (fighting.AGAIN if one.again else fighting.CHARGE) if opening else fighting.OWN if own else fighting.OTHER
    charger, target = (
        Side(field.pieces[who].unit, figure(r, field.pieces[who].row, "melee").whole, who == one.charger)
        for who in (one.charger, one.target)
    )
    other = one.target if own else one.charger
    return Melee(
        charger, target, round_, one.aspect,
        seized=one.when(name, field.going), foe_seized=one.when(other, field.going),
    )  # fmt: skip


def _together(field: Field, attack: Attack, name: str, foe: Piece) -> Attack:
    """Return the round with what the friends add that are locked with the same enemy.

    Such a friend has then had its round of this turn.
    """
    for one in field.melees(foe.name):
        friend = one.target if one.charger == foe.name else one.charger
        if friend == name or field.pieces[friend].fought:
            continue
        melee = _melee(field, one, friend)
        side = melee.charger if friend == one.charger else melee.target
        if melee.attacker(field.r) is side:
            attack = replace(
                attack, attacker_adds=attack.attacker_adds + fighting.adds(field.r, Working(field.r), melee, side)
            )
            field.change(friend, fought=True)
            field.tell(
                f"{field.pieces[friend].called} fights beside {field.pieces[name].called}: their figures are added up",
                "melee.both-roll",
            )
    return attack


def seizes(field: Field, one: Fight, name: str) -> Fight:
    """Return the melee with the Initiative seized by a unit in this turn."""
    now = replace(one, seized=tuple({**dict(one.seized), name: field.going}.items()))
    field.fights[field.fights.index(one)] = now
    return now


def _rolled(
    field: Field, attack: Attack, one: Piece, other: Piece, word: str, line: tuple[Spot, ...] = (), where: str = ""
) -> Result:
    """Throw the dice of both sides, add the step, and return the result."""
    die = combat_die(field.r)
    thrown = field.throws(die), field.throws(die)
    rolls = sum(thrown[0]), sum(thrown[1])
    result = attack.result(*rolls)
    own, theirs = attack.totals(*rolls)
    dice, sums = f"{rolls[0]} against {rolls[1]} on the dice", f"{own} against {theirs} in all"
    told = f"{one.called} {word} {other.called}{where}: {dice}, {sums}; {_points(result)}"
    field.tell(told, attack.rule(result.band), *(line or (one.place, other.place)))
    for who, shown in zip((one, other), thrown, strict=True):
        _blunders(field, who, shown)
    return result


def _blunders(field: Field, piece: Piece, shown: list[int]) -> None:
    """Add the blunders of coloured dice that show their lowest face in combat.

    They count only if the reading says so, and are resolved after the roll.
    """
    r = field.r
    if not piece.unit.coloured or not blunders_in_combat(r):
        return
    trigger = r.int("events.blunder-trigger")
    dice = zip(shown, field.hand(piece, len(shown)), strict=True)
    ones = sum(face == trigger for face, coloured in dice if coloured)
    field.due += [piece.name] * (ones if r.holds("blunder-count", "each-die") else min(1, ones))


def _points(result: Result) -> str:
    """Return in words what a pair of rolls does."""
    if result.defender:
        return f"{counted(result.defender, 'point')} of disorder for its enemy"
    if result.attacker:
        return f"{counted(result.attacker, 'point')} of disorder for itself"
    return "ahead, but the roll is not even" if result.band == PRESSED else "nothing happens"


def _comes_of(
    field: Field, result: Result, one: Piece, other: Piece, due: int, *, along: Spot, chain: bool = False
) -> None:
    """Carry out the points, the recoil and the critical events of a pair of rolls.

    due: how many critical events are due; along: the direction from the attacker to its enemy;
    chain: whether a Panic brings a further event.
    """
    r = field.r
    left = left_by(r, result, one.unit, other.unit)
    for piece, unit in ((one, left.attacker), (other, left.defender)):
        if unit:
            field.change(piece.name, unit=unit)
    field.settle()
    for piece, unit in ((one, left.attacker), (other, left.defender)):
        if not unit:
            leaves(field, piece)
    back = one if left.gone == ATTACKER else other
    if result.recoil and left.how == REMOVED and back.name in field.pieces:
        leaves(field, back)
    elif result.recoil and left.how == RECOILS:
        named = r.cell("melee-bands", "defender-double", "recoil")
        _recoils(field, back.name, named, along if back is other else (-along[0], -along[1]))
    while due and other.name in field.pieces:
        event = event_of(r, field.throw(r.text("events.critical-dice")))
        _befalls(field, other.name, event, along)
        due += (chain and event == "panic") - 1


def _befalls(field: Field, name: str, event: str, along: Spot) -> None:
    """Carry out a critical event on a unit."""
    r, piece = field.r, field.pieces[name]
    field.tell(
        f"A critical event for {piece.called}: {r.name('critical', event)}",
        r.table("critical").row(event).rule or "events.critical-table",
    )
    engaged = field.engaged(name)
    unit, how = befall(r, piece.unit, event, engaged=engaged)
    if unit is None:
        leaves(field, piece)
        return
    field.change(name, unit=unit)
    if event == "petrified":
        field.change(name, barred=_barred(field, piece.side))
    elif event in ("officer", "wavering"):
        field.change(name, marks=tuple(dict.fromkeys((*piece.marks, mark_of(r, event)))))
    if how == ROUTS:
        field.parts(name)
    if how in (ROUTS, ROUTS_HERE):
        field.change(name, routs=True, towards=0)
    field.settle()
    if how == RECOILS:
        _recoils(field, name, r.cited("events.volley-recoil", "value"), along)
    elif event == "volley":
        field.tell(f"{piece.called} stays where it is", kept_by(r, unit, engaged=engaged))


def _barred(field: Field, side: str) -> int:
    """Return the player's turn in which a unit that is petrified now may not be activated."""
    enemys = field.on_turn != side
    return field.going + 1 if enemys or field.r.holds("petrified", "next-turn") else field.going + 1 + 1


def _recoils(field: Field, name: str, named: Cited, along: Spot) -> None:
    """Throw a unit back.

    named: how far, with the rule that throws it back; along: the direction.
    """
    r = field.r
    far = thrown_far(r, Working(r), field.pieces[name].unit, "it recoils", named)
    thrown_back(field, name, far, along, named.rule, "recoils")

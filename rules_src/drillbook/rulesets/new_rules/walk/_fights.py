"""Shots and rounds of melee in a turn that is played, each rolled and told, with all that comes of them."""

from dataclasses import replace

from drillbook.asking import Working
from drillbook.maths import counted
from drillbook.rulesets.new_rules.common import bombarding, fighting, shooting
from drillbook.rulesets.new_rules.common.bands import PRESSED, Attack, Result, combat_die, event_of
from drillbook.rulesets.new_rules.common.fighting import (
    ASPECTS,
    ATTACKER,
    FRONT,
    RECOILS,
    REMOVED,
    ROUTS,
    Melee,
    Side,
    befall,
    left_by,
)
from drillbook.rulesets.new_rules.common.fire import CANISTER, SHOT, Shot, defence_figure
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, CAVALRY, figure
from drillbook.rulesets.new_rules.walk._ground import Spot, faces, far_off, side_of, way
from drillbook.rulesets.new_rules.walk._pieces import Field, Fight, Piece
from drillbook.rulesets.new_rules.walk._thrown import leaves, thrown_back


def shoot(field: Field, piece: Piece, target: Piece, *, aimed: bool = False) -> None:
    """A volley, a shot of guns, or the canister that is in them."""
    r, guns = field.r, piece.unit.arm == ARTILLERY
    near = far_off(piece.place, target.place) <= bombarding.canister_reach(r, Working(r))
    load = CANISTER if guns and piece.loaded and near else SHOT
    defence = defence_figure(r, target.unit, figure(r, target.row, "shooting"), figure(r, target.row, "melee")).whole
    shot = Shot(
        piece.unit, figure(r, piece.row, "shooting").whole, target.unit, defence, far_off(piece.place, target.place),
        target.cover, aimed, ammunition=load,
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
        along=way(piece.place, target.place),
    )


def charge(field: Field, piece: Piece, target: Piece, *, seized: bool = False) -> None:
    """A unit comes into contact, and the first round is fought."""
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
    """A round of a melee, in the turn of the unit named."""
    r = field.r
    first, second = field.pieces[one.charger], field.pieces[one.target]
    own = name == one.charger
    round_ = (fighting.AGAIN if one.again else fighting.CHARGE) if opening else fighting.OWN if own else fighting.OTHER
    charger, target = (
        Side(piece.unit, figure(r, piece.row, "melee").whole, began)
        for piece, began in ((first, True), (second, False))
    )
    melee = Melee(charger, target, round_, one.aspect, seized=seized)
    attack = fighting.attack_of(r, Working(r), melee)
    attacks, defends = (first, second) if melee.attacker(r) is charger else (second, first)
    told = word if attacks.name == name else "is still the attacker against"
    where = f" {ASPECTS[one.aspect].lower()}" if opening and one.aspect != FRONT else ""
    field.change(name, fought=True, seized=False)
    result = _rolled(field, attack, attacks, defends, told, line, where)
    along = one.along if attacks.name == one.charger else (-one.along[0], -one.along[1])
    _comes_of(field, result, attacks, defends, int(result.critical), along=along)


def _rolled(
    field: Field, attack: Attack, one: Piece, other: Piece, word: str, line: tuple[Spot, ...] = (), where: str = ""
) -> Result:
    """Both sides roll, and it is told."""
    die = combat_die(field.r)
    rolls = field.throw(die), field.throw(die)
    result = attack.result(*rolls)
    own, theirs = attack.totals(*rolls)
    dice, sums = f"{rolls[0]} against {rolls[1]} on the dice", f"{own} against {theirs} in all"
    told = f"{one.called} {word} {other.called}{where}: {dice}, {sums}; {_points(result)}"
    field.tell(told, attack.rule(result.band), *(line or (one.place, other.place)))
    return result


def _points(result: Result) -> str:
    """What a pair of rolls does, in words."""
    if result.defender:
        return f"{counted(result.defender, 'point')} of disorder for its enemy"
    if result.attacker:
        return f"{counted(result.attacker, 'point')} of disorder for itself"
    return "ahead, but the roll is not even" if result.band == PRESSED else "nothing happens"


def _comes_of(
    field: Field, result: Result, one: Piece, other: Piece, due: int, *, along: Spot, chain: bool = False
) -> None:
    """Points, recoil and critical events of a pair of rolls go on the table; along: the way from the attacker to its enemy."""
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
        far = r.cell("melee-bands", "defender-double", "recoil").whole
        _recoils(
            field, back.name, far, along if back is other else (-along[0], -along[1]), "melee.band-defender-double"
        )
    victim, ways = (other, along) if r.holds("critical-victim", "the-loser") else (one, (-along[0], -along[1]))
    while due and victim.name in field.pieces:
        event = event_of(r, field.throw(r.text("events.critical-dice")))
        _befalls(field, victim.name, event, ways)
        due += (chain and event == "panic") - 1


def _befalls(field: Field, name: str, event: str, along: Spot) -> None:
    """A critical event, and what it makes of the unit."""
    r, piece = field.r, field.pieces[name]
    field.tell(
        f"A critical event for {piece.called}: {r.name('critical', event)}",
        r.table("critical").row(event).rule or "events.critical-table",
    )
    unit, how = befall(r, piece.unit, event)
    if unit is None:
        leaves(field, piece)
        return
    field.change(name, unit=replace(unit, broken=True) if event == "broken" else unit)
    if event == "petrified":
        field.change(name, barred=_barred(field, piece.side))
    elif event in ("officer", "wavering"):
        field.change(name, marks=tuple(dict.fromkeys((*piece.marks, r.name("critical", event).rstrip("!").lower()))))
    if how == ROUTS:
        field.parts(name)
        field.change(name, routs=True, towards=0)
    field.settle()
    if how == RECOILS:
        _recoils(field, name, r.int("events.volley-recoil", "value"), along, "events.volley-recoil")


def _barred(field: Field, side: str) -> int:
    """The player's turn in which a unit that is petrified now may not be activated."""
    enemys = field.on_turn != side
    return field.going + 1 if enemys or field.r.holds("petrified", "next-turn") else field.going + 1 + 1


def _recoils(field: Field, name: str, far: int, along: Spot, rule: str) -> None:
    """A unit is thrown back, as far as its arm is."""
    r = field.r
    if field.pieces[name].unit.arm == CAVALRY and r.holds("recoil-distance", "by-arm"):
        far = r.int("actions.recoil-cavalry") * r.int("setup.medium")
    thrown_back(field, name, far, along, rule, "recoils")

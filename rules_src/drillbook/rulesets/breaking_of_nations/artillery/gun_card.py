"""Artillery: what a piece can do, and what it takes to serve and move it."""

from dataclasses import dataclass

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._service import Piece, Round, Service, entries, service


@dataclass(frozen=True, slots=True)
class GunCard:
    """A piece at a glance; what does not exist for it is none."""

    weapon_class: str
    dice: str
    soldiers: int
    damage: int | None
    nearest: Number
    range: Number
    arc: int
    crew: Number
    battery: int
    battery_crew: Number
    ds: int
    wounds: int
    movers: str
    fire_cost: int
    anti_vehicle: bool


@question(
    "bon/gun-card?piece=light-howitzer&ammunition=shell",
    "bon/gun-card?piece=heavy-gun&ammunition=shot",
    "bon/gun-card?piece=mortar&ammunition=shell",
    "bon/gun-card?piece=heavy-howitzer&ammunition=shrapnel",
    "bon/gun-card?piece=light-gun&ammunition=shell&ruling.light-gun-range=B",
    "bon/gun-card?piece=mortar&ammunition=shell&ruling.mortar-45=B",
    "bon/gun-card?piece=mg",
)
def gun_card(
    r: Reader,
    *,
    piece: Piece,
    ammunition: Round,
) -> Breakdown[GunCard]:
    """What can this piece do, and what does it take to serve and move it?"""
    w = Working(r)
    name = r.name("artillery", piece)
    weapon = str(w.start(f"class of the {name.lower()}", guns.weapon_class(r, piece)))
    if piece == guns.MACHINE_GUN:
        dice, soldiers, damage, anti_vehicle = _bullets(r, w)
    else:
        guns.check_round(r, w, piece, ammunition)
        dice, soldiers = _dice(r, w, weapon)
        damage, anti_vehicle = _round(r, w, piece, ammunition)
    man = guns.crewman(r)
    w.note(f"{man.grade} men in {man.armour} armour", "artillery.crew-grade")
    told = service(r, w, piece, weapon)
    value = GunCard(
        weapon_class=weapon, dice=dice, soldiers=soldiers, damage=damage, nearest=told.nearest, range=told.range,
        arc=told.arc, crew=told.crew, battery=r.int("artillery.battery"), battery_crew=told.battery_crew, ds=told.ds,
        wounds=told.wounds, movers=told.movers, fire_cost=told.fire_cost, anti_vehicle=anti_vehicle,
    )  # fmt: skip
    harm = "no damage printed" if damage is None else f"damage {damage}{_for_each(r, piece)}"
    loaded = "" if piece == guns.MACHINE_GUN else f" with {ammunition}"
    shape = f"{value.weapon_class}, {dice} at up to {soldiers} men"
    headline = f'{name}{loaded}: {shape}, {harm}, {write_number(told.range)}", crew {write_number(told.crew)}'
    return w.answer(value, headline=headline, exhibits=[_card(r, name + loaded, value, piece, told)])


def _dice(r: Reader, w: Working, weapon: str) -> tuple[str, int]:
    """Return the dice of a class of piece and the number of men they can attack; add the steps."""
    dice = w.then(f"dice of a {weapon} piece", r.cited("artillery.dice", weapon))
    w.then("number of dice", guns.dice_of(r, weapon)[0], "artillery.dice")
    w.times("men to a die, against a squad", "artillery.direct-scatter")
    return str(dice), w.whole


def _round(r: Reader, w: Working, piece: str, kind: str) -> tuple[int | None, bool]:
    """Return the damage of a hit, or None, and whether it works against every vehicle.

    The damage is None if none is printed for the ammunition. The steps go into `w`.
    """
    found = guns.ammunition(r, kind)
    if found.damage is None:
        w.note(f"no damage is printed for {kind}", "artillery.ammunition-table")
        return None, False
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    w.times(f"damage of {kind}", found.damage)
    harm = guns.hit_damage(r, piece, found)
    w.note("anti-vehicle ammunition" if found.anti_vehicle else "no anti-vehicle ammunition", found.damage.rule)
    return harm, bool(found.anti_vehicle)


def _bullets(r: Reader, w: Working) -> tuple[str, int, int | None, bool]:
    """Return the fire of a machine gun in a turn: dice, men, damage, anti-vehicle.

    The steps go into `w`.
    """
    w.then("salvoes a turn", r.cited("artillery.mg-rof", "salvoes"))
    if r.has("ruling.mg-fire-cost", "all-salvoes") and not r.holds("mg-fire-cost", "all-salvoes"):
        cost = r.int("artillery.fire-cost")
        paid = guns.crew_actions(r, Working(r), guns.MACHINE_GUN) // cost
        w.at_most("as many as the AC of its crew pay for", paid, "artillery.fire-cost")
    w.times("shots a salvo", r.cell("artillery", guns.MACHINE_GUN, "salvo"))
    shots = w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))
    w.note("each of them a roll of its own", "artillery.mg-roll")
    what = "salvo that hits" if _for_each(r, guns.MACHINE_GUN) else "hit"
    harm = w.then(f"damage of a {what}", guns.mg_damage(r))
    av = r.cell("artillery", guns.MACHINE_GUN, "av")
    return f"{shots} × {r.text('ranged-combat.die')}", shots, harm, av.amount == "yes"


def _for_each(r: Reader, piece: str) -> str:
    """For what a machine gun's damage counts, where it is not for a hit."""
    return " a salvo" if piece == guns.MACHINE_GUN and r.holds("mg-damage", "whole-salvo") else ""


def _card(r: Reader, caption: str, value: GunCard, piece: str, told: Service) -> Card:
    lines = [
        ("Class", value.weapon_class),
        ("Dice", value.dice),
        ("Men it can attack", str(value.soldiers)),
        (
            f"Damage of a {'salvo' if _for_each(r, piece) else 'hit'}",
            "none printed" if value.damage is None else str(value.damage),
        ),
        *entries(r, piece, told),
        ("Against vehicles", "any class" if value.anti_vehicle else f"CV class {r.int('stats.av')} or lower"),
    ]
    return Card(caption=caption, entries=[*lines, ("Besides", told.besides)] if told.besides else lines)

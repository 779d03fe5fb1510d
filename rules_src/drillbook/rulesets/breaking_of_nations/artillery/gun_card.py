"""Artillery: what a piece can do, and what it takes to serve and move it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.asking.kinds import Choice
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS


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
    piece: Annotated[str, Choice(table="artillery", default="light-howitzer", label="Piece")],
    ammunition: Annotated[
        str,
        Choice(
            options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED, unless={"piece": (guns.MACHINE_GUN,)},
            why_not="A machine gun fires neither shell nor shot.",
        ),
    ],
) -> Breakdown[GunCard]:  # fmt: skip
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
    for band in BANDS[:-1]:
        if r.has_cell("artillery", piece, band):
            w.then(f"{band} range up to", r.cell("artillery", piece, band))
    near = guns.nearest(r, piece)
    if near:
        w.then("no nearer than", r.cited("artillery.mortar-range", "near"))
    far = guns.reach(r, w, piece)
    arc = w.then("arc of fire in degrees", "artillery.mg-arc" if piece == guns.MACHINE_GUN else "artillery.arc")
    cost = w.then("AC to fire", "artillery.fire-cost")
    crew = w.then("crew of a piece", guns.crew_size(r, piece))
    together = w.times("pieces in a battery", "artillery.battery")
    man = guns.crewman(r)
    w.note(f"{man.grade} men in {man.armour} armour", "artillery.crew-grade")
    ds = w.then("DS of the piece", "artillery.ds")
    wounds = w.then("its wounds", r.cell("artillery", piece, "wounds"))
    shifted, rule = guns.movers(r, weapon)
    w.note(f"shifted by {shifted}", rule)
    besides = _besides(r, w, piece)
    value = GunCard(
        weapon_class=weapon, dice=dice, soldiers=soldiers, damage=damage, nearest=near, range=far, arc=arc, crew=crew,
        battery=r.int("artillery.battery"), battery_crew=together, ds=ds, wounds=wounds, movers=shifted, fire_cost=cost,
        anti_vehicle=anti_vehicle,
    )  # fmt: skip
    harm = "no damage printed" if damage is None else f"damage {damage}{_for_each(r, piece)}"
    loaded = "" if piece == guns.MACHINE_GUN else f" with {ammunition}"
    shape = f"{value.weapon_class}, {dice} at up to {soldiers} men"
    headline = f'{name}{loaded}: {shape}, {harm}, {write_number(far)}", crew {write_number(crew)}'
    return w.answer(value, headline=headline, exhibits=[_card(r, name + loaded, value, piece, besides)])


def _dice(r: Reader, w: Working, weapon: str) -> tuple[str, int]:
    """The dice of a class and the men they can attack."""
    dice = w.then(f"dice of a {weapon} piece", r.cited("artillery.dice", weapon))
    w.then("number of dice", guns.dice_of(r, weapon)[0], "artillery.dice")
    w.times("men to a die, against a squad", "artillery.direct-scatter")
    return str(dice), w.whole


def _round(r: Reader, w: Working, piece: str, kind: str) -> tuple[int | None, bool]:
    """The damage of a hit and whether it troubles every vehicle."""
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
    """What a machine gun fires in a turn: dice, men, damage, anti-vehicle."""
    w.then("salvoes a turn", r.cited("artillery.mg-rof", "salvoes"))
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


def _besides(r: Reader, w: Working, piece: str) -> str:
    """What is peculiar to a piece, in words, with its step; empty where nothing is."""
    if piece == guns.MACHINE_GUN:
        w.note("it pins what it fires at", "artillery.mg-pin")
        return "pins what it fires at"
    if piece == guns.MORTAR:
        w.then("turns ahead that its target area is settled", "artillery.mortar-plan")
        return f"indirect fire only, its target area settled {counted(w.whole, 'turn')} ahead"
    return ""


def _card(r: Reader, caption: str, value: GunCard, piece: str, besides: str) -> Card:
    entries = [
        ("Class", value.weapon_class),
        ("Dice", value.dice),
        ("Men it can attack", str(value.soldiers)),
        (
            f"Damage of a {'salvo' if _for_each(r, piece) else 'hit'}",
            "none printed" if value.damage is None else str(value.damage),
        ),
        ("Range", guns.range_words(r, piece, value.range, value.nearest)),
        ("Arc of fire", f"{value.arc}°"),
        ("To fire", f"{value.fire_cost} AC"),
        ("Shifted by", value.movers),
        ("Crew", f"{write_number(value.crew)}, so {write_number(value.battery_crew)} in a battery of {value.battery}"),
        ("Defence", f"DS {value.ds}, wounds {value.wounds}"),
        ("Against vehicles", "any class" if value.anti_vehicle else f"CV class {r.int('stats.av')} or lower"),
    ]
    return Card(caption=caption, entries=[*entries, ("Besides", besides)] if besides else entries)

"""Artillery: what a piece can do, and what it takes to serve and move it."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.asking.kinds import Choice
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS

ROUNDS = {"shell": "Shell", "shot": "Shot"}


@dataclass(frozen=True, slots=True)
class GunCard:
    """A piece at a glance; damage is none where nothing is printed."""

    weapon_class: str
    damage: int | None
    nearest: Number
    range: Number
    arc: int
    crew: Number
    battery_crew: Number
    ds: int
    wounds: int
    movers: str
    fire_cost: int


@question(
    "fb/gun-card?piece=light-howitzer&ammunition=shell",
    "fb/gun-card?piece=heavy-gun&ammunition=shot",
    "fb/gun-card?piece=mortar&ammunition=shell",
    "fb/gun-card?piece=light-gun&ammunition=shell&ruling.light-gun-range=B",
    "fb/gun-card?piece=mg",
    replaces="gun-card",
)
def gun_card(
    r: Reader,
    *,
    piece: Annotated[str, Choice(table="artillery", default="light-howitzer", label="Piece")],
    ammunition: Annotated[
        str,
        Choice(
            options=ROUNDS, default="shell", label="Ammunition", unless={"piece": (guns.MACHINE_GUN,)},
            why_not="A machine gun fires neither shell nor shot.",
        ),
    ],
) -> Breakdown[GunCard]:  # fmt: skip
    """What can this piece do, and what does it take to serve and move it?"""
    w = Working(r)
    name, machine_gun = r.name("artillery", piece), piece == guns.MACHINE_GUN
    r.cite("artillery.howitzer-def" if "howitzer" in piece else "artillery.gun-def")
    weapon = str(w.start(f"class of the {name.lower()}", guns.weapon_class(r, piece)))
    damage = _bullets(w) if machine_gun else _round(r, w, piece, ammunition)
    for band in BANDS[:-1]:
        if r.has_cell("artillery", piece, band):
            w.then(f"{band} range up to", r.cell("artillery", piece, band))
    near = guns.nearest(r, piece)
    w.then("no nearer than", r.cited("artillery.mortar-range", "near"), when=near)
    far = guns.reach(r, w, piece)
    arc = w.then("arc of fire in degrees", "artillery.mg-arc" if machine_gun else "artillery.arc")
    cost = w.then("AC to fire", guns.fire_price(r, piece))
    crew = w.then("crew of a piece", guns.crew_size(r, piece))
    together = w.times("pieces in a battery", "artillery.battery")
    ds = w.then("DS of the piece", "artillery.ds")
    wounds = w.then("its wounds", r.cell("artillery", piece, "wounds"))
    shifted, rule = guns.movers(r, weapon)
    w.note(f"shifted by {shifted}", rule)
    besides = _besides(w, piece)
    value = GunCard(weapon, damage, near, far, arc, crew, together, ds, wounds, shifted, cost)
    loaded = "" if machine_gun else f" with {ammunition}"
    harm = "no damage printed" if damage is None else f"damage {damage}"
    headline = f'{name}{loaded}: {weapon}, {harm}, {write_number(far)}", crew {write_number(crew)}'
    return w.answer(value, headline=headline, exhibits=[_card(r, name + loaded, value, piece, besides)])


def _bullets(w: Working) -> int:
    """The damage of a machine gun's shot, with what it fires in a turn."""
    w.then("salvoes a turn", w.reader.cited("artillery.mg-rof", "salvoes"))
    w.times("shots a salvo", w.reader.cell("artillery", guns.MACHINE_GUN, "salvo"))
    w.at_most("shots a turn at most", w.reader.cited("artillery.mg-rof", "shots"))
    return w.then("damage of a hit", "profiles.weapon-damage")  # type: ignore[no-any-return]


def _round(r: Reader, w: Working, piece: str, kind: str) -> int | None:
    """The damage of a hit, where any is printed."""
    guns.check_round(r, w, piece, kind)
    found = guns.ammunition(r, kind)
    if found.damage is None:
        w.note(f"no damage is printed for {kind}", "artillery.ammo")
        return None
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    return w.times(f"damage of {kind}", found.damage)  # type: ignore[no-any-return]


def _besides(w: Working, piece: str) -> str:
    """What is peculiar to a piece, in words, with its step."""
    if piece == guns.MACHINE_GUN:
        w.note("it pins what it fires at", "artillery.mg-pin")
        return "pins what it fires at, and jams"
    if piece == guns.MORTAR:
        w.then("turns ahead that its target area is settled", "artillery.mortar-plan")
        return f"indirect fire only, its target area settled {counted(w.whole, 'turn')} ahead"
    return ""


def _card(r: Reader, caption: str, value: GunCard, piece: str, besides: str) -> Card:
    entries = [
        ("Class", value.weapon_class),
        ("Damage of a hit", "none printed" if value.damage is None else str(value.damage)),
        ("Range", guns.range_words(r, piece, value.range, value.nearest)),
        ("Arc of fire", f"{value.arc}°"),
        ("To fire", f"{value.fire_cost} AC"),
        ("Shifted by", value.movers),
        ("Crew", f"{write_number(value.crew)}, so {write_number(value.battery_crew)} in a battery"),
        ("Defence", f"DS {value.ds}, wounds {value.wounds}"),
    ]
    return Card(caption=caption, entries=[*entries, ("Besides", besides)] if besides else entries)

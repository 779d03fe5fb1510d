"""Artillery: what a piece can do, and what it takes to serve and move it."""

from dataclasses import dataclass

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.maths import Number, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.artillery._service import Piece, Round, Service, entries, service
from drillbook.rulesets.fixed_baynet.artillery import _burst as burst


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
    piece: Piece,
    ammunition: Round,
) -> Breakdown[GunCard]:
    """What can this piece do, and what does it take to serve and move it?"""
    w = Working(r)
    name, machine_gun = r.name("artillery", piece), piece == guns.MACHINE_GUN
    r.cite("artillery.howitzer-def" if "howitzer" in piece else "artillery.gun-def")
    weapon = str(w.start(f"class of the {name.lower()}", guns.weapon_class(r, piece)))
    damage = _bullets(w) if machine_gun else _round(r, w, piece, ammunition)
    told = service(r, w, piece, weapon)
    value = GunCard(
        weapon, damage, told.nearest, told.range, told.arc, told.crew, told.battery_crew, told.ds, told.wounds,
        told.movers, told.fire_cost,
    )  # fmt: skip
    loaded = "" if machine_gun else f" with {ammunition}"
    harm = "no damage printed" if damage is None else f"damage {damage}"
    pins = burst.pinning(r, Working(r)) if machine_gun else ""
    headline = f'{name}{loaded}: {weapon}, {harm}, {write_number(told.range)}", crew {write_number(told.crew)}{pins}'
    return w.answer(value, headline=headline, exhibits=[_card(r, name + loaded, value, piece, told, pins)])


def _bullets(w: Working) -> int:
    """Return the damage of a machine gun's shot; the shots of a turn are added to `w`."""
    w.then("salvoes a turn", w.reader.cited("artillery.mg-rof", "salvoes"))
    w.times("shots a salvo", w.reader.cell("artillery", guns.MACHINE_GUN, "salvo"))
    w.at_most("shots a turn at most", w.reader.cited("artillery.mg-rof", "shots"))
    return w.then("damage of a hit", "profiles.weapon-damage")  # type: ignore[no-any-return]


def _round(r: Reader, w: Working, piece: str, kind: str) -> int | None:
    """Return the damage of a hit, or None if no damage is printed."""
    guns.check_round(r, w, piece, kind)
    found = guns.ammunition(r, kind)
    if found.damage is None:
        w.note(f"no damage is printed for {kind}", "artillery.ammo")
        return None
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    return w.times(f"damage of {kind}", found.damage)  # type: ignore[no-any-return]


def _card(r: Reader, caption: str, value: GunCard, piece: str, told: Service, pins: str) -> Card:
    """Return the card of a gun.

    pins: the words about what its fire does not do at once, if any.
    """
    lines = [
        ("Class", value.weapon_class),
        ("Damage of a hit", "none printed" if value.damage is None else str(value.damage)),
        *entries(r, piece, told),
    ]
    besides = told.besides
    if piece == guns.MACHINE_GUN:
        besides = f"{pins.removeprefix('; ') or told.besides}, and jams"
    return Card(caption=caption, entries=[*lines, ("Besides", besides)] if besides else lines)

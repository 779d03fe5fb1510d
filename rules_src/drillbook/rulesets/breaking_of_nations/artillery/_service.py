"""The service and range of a piece: the half of its card that is independent of its fire.

The module has no question of its own: a layer whose guns fire in another way has the same crews, horses and arcs.
"""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Choice, Reader, Working
from drillbook.maths import Number, counted, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS

Piece = Annotated[str, Choice(table="artillery", default="light-howitzer", label="Piece")]
Round = Annotated[
    str,
    Choice(
        options=guns.AMMUNITION, default="shell", label="Ammunition", rules=guns.NAMED, unless={"piece": (guns.MACHINE_GUN,)},
        why_not="A machine gun fires neither shell nor shot.",
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Service:
    """The service of a piece: its reach and arc, its crew, its movers, and what destroys it.

    The distances are in inches and the arc in degrees. besides is what is peculiar to the piece, in words.
    """

    nearest: Number
    range: Number
    arc: int
    fire_cost: int
    crew: Number
    battery_crew: Number
    ds: int
    wounds: int
    movers: str
    besides: str


def service(r: Reader, w: Working, piece: str, weapon: str) -> Service:
    """How a piece of that class is served; the steps go into `w`."""
    machine_gun = piece == guns.MACHINE_GUN
    for band in BANDS[:-1]:
        if r.has_cell("artillery", piece, band):
            w.then(f"{band} range up to", r.cell("artillery", piece, band))
    near = guns.nearest(r, piece)
    if near:
        w.then("no nearer than", r.cited("artillery.mortar-range", "near"))
    far = guns.reach(r, w, piece)
    arc = w.then("arc of fire in degrees", "artillery.mg-arc" if machine_gun else "artillery.arc")
    cost = w.then("AC to fire", guns.fire_price(r, piece))
    crew = w.then("crew of a piece", guns.crew_size(r, piece))
    together = w.times("pieces in a battery", "artillery.battery")
    ds = w.then("DS of the piece", "artillery.ds")
    wounds = w.then("its wounds", r.cell("artillery", piece, "wounds"))
    shifted, rule = guns.movers(r, weapon)
    w.note(f"shifted by {shifted}", rule)
    return Service(near, far, arc, cost, crew, together, ds, wounds, shifted, _besides(w, piece))


def _besides(w: Working, piece: str) -> str:
    """Return in words what is peculiar to a piece, and add its step; empty if nothing is."""
    if piece == guns.MACHINE_GUN:
        w.note("it pins what it fires at", "artillery.mg-pin")
        return "pins what it fires at"
    if piece == guns.MORTAR:
        w.then("turns ahead that its target area is settled", "artillery.mortar-plan")
        return f"indirect fire only, its target area settled {counted(w.whole, 'turn')} ahead"
    return ""


def entries(r: Reader, piece: str, found: Service) -> list[tuple[str, str]]:
    """Return the lines of a card that show the service of a piece."""
    battery = r.int("artillery.battery")
    return [
        ("Range", guns.range_words(r, piece, found.range, found.nearest)),
        ("Arc of fire", f"{found.arc}°"),
        ("To fire", f"{found.fire_cost} AC"),
        ("Shifted by", found.movers),
        ("Crew", f"{write_number(found.crew)}, so {write_number(found.battery_crew)} in a battery of {battery}"),
        ("Defence", f"DS {found.ds}, wounds {found.wounds}"),
    ]

"""Whether transport is worth having, and who loses it."""

from dataclasses import dataclass, replace
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.great_war_1418.common.inputs import Assault, Going, Road, Speed, Transport
from drillbook.rulesets.great_war_1418.common.moving import CAPPED, CAVALRY, FOOT, TRANSPORTS, March, distance

NOTHING, COMPANY, COMMAND = "nothing", "company", "command"
LOST = {NOTHING: "Nobody", COMPANY: "Another company", COMMAND: "The command platoon"}


@dataclass(frozen=True, slots=True)
class Carriage:
    """The distance of a move with transport and on foot, and the transport bases shown.

    cm, on_foot: both distances, in cm; gain: what transport adds, in cm;
    bases: the bases of transport that the battalion shows.
    """

    cm: Number
    on_foot: Number
    gain: Number
    bases: int


@question(
    "gw/transport?speed=medium-inf&transport=mech&start=open&assault=yes",
    "gw/transport?speed=slow-inf&transport=motor&start=rough",
    "gw/transport?speed=medium-inf&transport=motor&lost=command&start=open",
)
def transport(
    r: Reader,
    *,
    speed: Speed,
    transport: Transport,
    lost: Annotated[
        str,
        Choice(
            LOST,
            label="Lost of its battalion",
            when={"transport": CAPPED},
            why_not="It has no transport that could be lost.",
        ),
    ],
    start: Going,
    assault: Assault,
    road: Road,
) -> Breakdown[Carriage]:
    """Is the transport worth it?"""
    w = Working(r)
    march = March(speed, start, transport=transport, assault=assault, road=road, command_lost=lost == COMMAND)
    w.note("the other company's transport went with it; this one keeps its own", "vehicles-transport.company-loss",
        when=lost == COMPANY and march.carried,
    )  # fmt: skip
    cm = distance(r, w, march)
    foot = distance(r, Working(r), replace(march, transport=FOOT))
    w.then("on foot, in cm", foot, "movement.speeds")
    gain = w.then("transport adds, in cm", exact(cm - foot), "vehicles-transport.only-infantry")
    bases = r.int("vehicles-transport.one-base") if march.carried else 0
    w.then(
        "bases of transport, beside the command platoon", bases, "vehicles-transport.one-base", when=transport in CAPPED
    )
    if gain > 0:
        worth = f"{write_number(gain)} cm more than on foot"
    else:
        worth = f"{write_number(-gain)} cm less than on foot" if gain < 0 else "no farther than on foot"
    return w.answer(
        Carriage(cm, foot, gain, bases),
        headline=f"{write_number(cm)} cm, {worth}" + (f"; {counted(bases, 'base')} shown" if bases else ""),
        exhibits=[_grid(r, march)],
    )


def _grid(r: Reader, march: March) -> Grid:
    """Return a grid of every transport, walking and in haste.

    A platoon that cannot be carried has no distance.
    """
    hastes = {
        "Walks": (False, False), "By road": (False, True), "Assaults": (True, False), "Assaults by road": (True, True),
    }  # fmt: skip

    def cell(carrier: str, haste: tuple[bool, bool]) -> Number | None:
        if carrier != FOOT and CAVALRY in march.speed:
            return None
        assault, road = haste
        return distance(r, Working(r), replace(march, transport=carrier, assault=assault, road=road))

    here = list(TRANSPORTS).index(march.transport), list(hastes.values()).index((march.assault, march.road))
    return Grid(
        "Distance in cm over this ground", "Transport", "It", list(TRANSPORTS.values()), list(hastes),
        [[cell(carrier, haste) for haste in hastes.values()] for carrier in TRANSPORTS], chance=False, here=here,
        name="distances", by_row={"transport": list(TRANSPORTS)},
        by_column={"assault": [one for one, _ in hastes.values()], "road": [one for _, one in hastes.values()]},
    )  # fmt: skip

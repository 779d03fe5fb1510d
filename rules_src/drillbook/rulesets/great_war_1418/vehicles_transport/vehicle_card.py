"""What a vehicle is, and which rules it keeps to."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Breakdown, Count, Reader, Working, question
from drillbook.asking.exhibits import Card
from drillbook.rulesets.great_war_1418.common.arms import arms, built_in
from drillbook.rulesets.great_war_1418.common.rolling import as_rolled
from drillbook.rulesets.great_war_1418.vehicles_transport._vehicle import (
    CARS,
    GUNS,
    TANKS,
    Vehicle,
    has_values,
    kind_of,
)

OPEN = "for the players to agree"
#: What is rolled again against armour, by each reading.
AGAIN = {"hits": "hits", "every-roll": "dice", "failures": "misses"}
ROLES = {TANKS: "vehicles-transport.tanks-role", CARS: "vehicles-transport.cars-role"}


@dataclass(frozen=True, slots=True)
class VehicleCard:
    """The arm that a vehicle works like, its Resilience and its dice.

    resilience: before ground; melee, shooting: its dice; each is None if the players have to agree on it.
    again: which dice that are rolled at it are rolled again.
    """

    like: str
    resilience: int | None
    melee: int | None
    shooting: int | None
    again: str


@question(
    "gw/vehicle-card?vehicle=mother-tanks&models=3",
    "gw/vehicle-card?vehicle=medium-whip&models=5",
)
def vehicle_card(
    r: Reader,
    *,
    vehicle: Vehicle,
    models: Annotated[
        int, Count(1, 7, default=3, label="Vehicles on the base", bands=("vehicles-transport.afv-base",))
    ],
) -> Breakdown[VehicleCard]:
    """What is this vehicle?"""
    w = Working(r)
    kind = kind_of(r, w, vehicle)
    least, most = (r.int("vehicles-transport.afv-base", one) for one in ("least", "most"))
    w.forbid(
        f"A base of vehicles has {least} to {most}, not {models}.",
        "vehicles-transport.afv-base",
        when=not least <= models <= most,
    )
    w.then("vehicles on the base, a platoon", models, "vehicles-transport.afv-base")
    known = has_values(r, w, vehicle, kind)
    tough = built_in(r, w, kind.armour, kind.armour) if known else None
    shooting = as_rolled(r, arms(r, w, kind.arms)) if known else None
    melee = as_rolled(r, arms(r, w, kind.arms, melee=True)) if known else None
    w.note("it never digs in", "vehicles-transport.no-dig")
    who = "infantry, Heavy Weapons and tanks" if r.holds("vehicle-reroll-who", "those-named") else "everybody but guns"
    w.note(f"{who} roll again against it", "vehicles-transport.reroll")
    w.note("it needs no bound for packing", "vehicles-transport.spg-packing", when=kind.like == GUNS)
    again = f"{AGAIN[str(r.read_as('vehicle-reroll'))]} of {who}"
    entries = [
        ("Works like", kind.like),
        ("Resilience", f"{tough}, before ground" if known else OPEN),
        ("Shooting", shooting.words if shooting else OPEN),
        ("Melee", melee.words if melee else OPEN),
        ("Digs in", "never"),
        (f"Shot at by {who}", f"their {AGAIN[str(r.read_as('vehicle-reroll'))]} are rolled again"),
        ("Good for assaults", "so the source says" if kind.like in ROLES else "no word of it"),
    ]
    if kind.like in ROLES:
        r.cite(ROLES[kind.like])
    worth = (
        f"R{tough}; shooting {shooting.words}; melee {melee.words}" if shooting and melee else f"its values are {OPEN}"
    )
    return w.answer(
        VehicleCard(kind.like, tough, melee.count if melee else None, shooting.count if shooting else None, again),
        headline=f"{kind.name}: like {kind.like}; {worth}",
        exhibits=[Card(kind.name, entries)],
    )

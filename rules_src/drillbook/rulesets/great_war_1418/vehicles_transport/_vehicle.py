"""A vehicle: whom it works like, what it is worth, and how hard it is where it stands."""

from dataclasses import dataclass
from typing import Annotated

from drillbook.asking import Choice, Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import built_in
from drillbook.rulesets.great_war_1418.common.ground import MOVING, STANDING, Place, Stance, covered

TANKS, CARS, GUNS = "infantry", "cavalry", "guns"
#: The rule that says whom a vehicle is like.
LIKE = {TANKS: "vehicles-transport.tanks", CARS: "vehicles-transport.cars", GUNS: "vehicles-transport.spg"}
Vehicle = Annotated[str, Choice(table="vehicles", default="mother-tanks", label="Vehicle")]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a vehicle is called, whom it works like, and the rows of the chart whose dice and whose Resilience it has."""

    name: str
    like: str
    arms: str
    armour: str

    @property
    def rule(self) -> str:
        """The rule that says whom it is like."""
        return LIKE[self.like]


def kind_of(r: Reader, w: Working, vehicle: str) -> Kind:
    """What a vehicle is, with the step."""
    like, arms, armour = (str(r.cell("vehicles", vehicle, one).amount) for one in ("like", "arms", "armour"))
    kind = Kind(r.name("vehicles", vehicle), like, arms, armour)
    w.note(f"{kind.name} work like {like}", kind.rule)
    return kind


def has_values(r: Reader, w: Working, vehicle: str, kind: Kind) -> bool:
    """Whether its values are known: it has a row in the chart, or borrows from others, with the step."""
    if not r.has_cell("vehicles", vehicle, "borrowed"):
        return True
    if r.holds("missing-units", "refused"):
        w.note(f"{kind.name} have no row in the chart", kind.rule)
        return False
    w.note(f"values borrowed from {r.name('units', kind.arms)} and {r.name('units', kind.armour)}", kind.rule)
    return True


def hardness(r: Reader, w: Working, kind: Kind, place: Place, moving: bool) -> int:
    """The Resilience of a vehicle on that ground, with the steps."""
    built_in(r, w, kind.armour, kind.armour)
    covered(r, w, Stance(place, MOVING if moving else STANDING, vehicle=True))
    w.note("it is never dug in", "vehicles-transport.no-dig")
    return w.whole

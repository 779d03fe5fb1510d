"""A vehicle: the arm it works like, its values, and its Resilience on a given ground."""

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
    """The name of a vehicle, the arm it works like, and its rows of the chart.

    arms, armour: the rows of the chart that give its dice and its Resilience.
    """

    name: str
    like: str
    arms: str
    armour: str

    @property
    def rule(self) -> str:
        """The rule that states which arm the vehicle works like."""
        return LIKE[self.like]


def kind_of(r: Reader, w: Working, vehicle: str) -> Kind:
    """Return what a vehicle is, with the step."""
    like, arms, armour = (str(r.cell("vehicles", vehicle, one).amount) for one in ("like", "arms", "armour"))
    kind = Kind(r.name("vehicles", vehicle), like, arms, armour)
    w.note(f"{kind.name} work like {like}", kind.rule)
    return kind


def has_values(r: Reader, w: Working, vehicle: str, kind: Kind) -> bool:
    """Return whether a vehicle's values are known, with the step.

    They are if it has a row in the chart, or may borrow from others.
    """
    if not r.has_cell("vehicles", vehicle, "borrowed"):
        return True
    if r.holds("missing-units", "refused"):
        w.note(f"{kind.name} have no row in the chart", kind.rule)
        return False
    w.note(f"values borrowed from {r.name('units', kind.arms)} and {r.name('units', kind.armour)}", kind.rule)
    return True


def hardness(r: Reader, w: Working, kind: Kind, place: Place, moving: bool) -> int:
    """Return the Resilience of a vehicle on that ground, with the steps."""
    built_in(r, w, kind.armour, kind.armour)
    covered(r, w, Stance(place, MOVING if moving else STANDING, vehicle=True))
    w.note("it is never dug in", "vehicles-transport.no-dig")
    return w.whole

"""The shared parts of bombardment forms: battery, target, and the shot made of them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Choice, Length, Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fire import CANISTER, SHOT, Shot
from drillbook.rulesets.new_rules.common.targets import Aim, Aimed, Coloured, Figure
from drillbook.rulesets.new_rules.common.unit import figure, mustered

AMMUNITION = {SHOT: "Shot", CANISTER: "Canister"}
GUNS_REACH = Choice({"standard": "Standard cannon", "4": "4 S", "8": "8 S"}, label="Their reach")

Battery = Annotated[str, Choice(table="muster", where="guns", default="foot-battery", label="The battery")]
Cover = Annotated[str, Choice(table="cannon-covers", default="none", label="The target's cover")]
DISTANCE = Length(0, 6, step=Fraction(1, 4), default=3, label="Distance")
Distance = Annotated[Number, DISTANCE]
Ammunition = Annotated[str, Choice(AMMUNITION, label="Ammunition", help="Canister has to be loaded first.")]
Reach = Annotated[str, GUNS_REACH]


@dataclass(frozen=True, slots=True)
class Guns:
    """The battery that fires."""

    battery: Battery
    figure: Figure
    coloured: Coloured


@dataclass(frozen=True, slots=True)
class Laid:
    """How its guns are laid: at what, how far off, with what."""

    cover: Cover
    distance: Distance
    ammunition: Ammunition
    aimed: Aimed
    reach: Reach


def gunfire(r: Reader, guns: Guns, aim: Aim, laid: Laid) -> Shot:
    """Return the shot that the inputs of a form describe."""
    battery = mustered(r, guns.battery, "line", guns.coloured)
    own = figure(r, guns.battery, "shooting", guns.figure).whole
    target, defence = aim.stands(r)
    return Shot(battery, own, target, defence, laid.distance, laid.cover, laid.aimed, laid.reach, laid.ammunition)

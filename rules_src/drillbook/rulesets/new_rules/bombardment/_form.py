"""What the forms of a bombardment share: battery and target with their figures, and the shot made of them."""

from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Reader
from drillbook.asking.kinds import Choice, Length
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.fire import CANISTER, SHOT, Shot
from drillbook.rulesets.new_rules.common.targets import aimed_at
from drillbook.rulesets.new_rules.common.unit import figure, mustered

AMMUNITION = {SHOT: "Shot", CANISTER: "Canister"}
GUNS_REACH = Choice({"standard": "Standard cannon", "4": "4 S", "8": "8 S"}, label="They reach")

Battery = Annotated[str, Choice(table="muster", where="guns", default="foot-battery", label="The battery")]
Cover = Annotated[str, Choice(table="cannon-covers", default="none", label="The target is")]
DISTANCE = Length(0, 6, step=Fraction(1, 4), default=3, label="Distance")
Distance = Annotated[Number, DISTANCE]
Ammunition = Annotated[str, Choice(AMMUNITION, label="They fire", help="Canister has to be loaded first.")]
Reach = Annotated[str, GUNS_REACH]


def gunfire(r: Reader, inputs: dict[str, Any]) -> Shot:
    """The shot of a form."""
    i = inputs
    battery = mustered(r, i["battery"], "line", i["coloured"])
    target, defence = aimed_at(
        r, i["target"], i["target_figure"], i["target_formation"], i["target_coloured"], broken=i["target_broken"]
    )
    own = figure(r, i["battery"], "shooting", i["figure"]).whole
    return Shot(battery, own, target, defence, i["distance"], i["cover"], i["aimed"], i["reach"], i["ammunition"])

"""The differences of ground and houses from the parent ruleset.

These are cover that is far away, stairs, and doors that are broken down.
"""

from typing import Any

from drillbook.asking import Cited, Reader, Working, replacing
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.buildings import _siege as siege
from drillbook.rulesets.breaking_of_nations.buildings import _steep as slanting
from drillbook.rulesets.breaking_of_nations.buildings import door, room_move
from drillbook.rulesets.breaking_of_nations.common import cover as covers
from drillbook.rulesets.breaking_of_nations.common.shot_die import hits
from drillbook.rulesets.breaking_of_nations.terrain import passage


@replacing(covers.lowered_cover)
def lowered_cover(r: Reader, cover: Cited) -> Cited:
    """Cover that is too far away counts for one figure, or on the other reading for its own where that is lower."""
    lowered = r.cited("terrain.high-shooter", "value")
    return cover if cover.number < lowered.number and r.holds("cover-two", "lower-counts") else lowered


@replacing(passage.climbed)
def climbed(r: Reader, w: Working, levels: int) -> int | None:
    """Hills have no levels, but slopes."""
    return None


@replacing(room_move.check_stairs)
def check_stairs(r: Reader, w: Working, climb: Number, allowance: int) -> None:
    """What a change of level costs may be paid by several moves, or on the other reading has to fit into one."""
    if climb > allowance and r.holds("open-levels-carry", "in-one-move"):
        w.refuse(f"The stairs take {climb} SP, and a move has {allowance}.", "buildings.level-cost")


@replacing(door.bash_number)
def bash_number(r: Reader, w: Working, grade: str) -> int:
    """The score that breaks a door down: its DS less the man's CS, and one point more, as long as level is not enough."""
    w.start("DS of the door", "buildings.door-bash")
    w.subtract("CS of the man", r.cell("soldiers", grade, "cs"))
    if r.holds("door-success", "ahead"):
        w.add("he must be ahead by", r.cell("differences", "capture", "from"))
    w.note(f"rolled on a {r.text('close-combat.die').upper()}", "close-combat.die")
    return w.whole


@replacing(door.bash_die)
def bash_die(r: Reader) -> str:
    """A door is broken down with the die of close combat."""
    return "close-combat.die"


@replacing(door.bash_works)
def bash_works(r: Reader, wanted: int, face: Any) -> Any:
    """A face breaks a door down that reaches the score."""
    return face >= wanted


@replacing(siege.breaches)
def breaches(r: Reader, fire: siege.Fire, face: Any) -> Any:
    """A face of the D12 is a failed save for the shooter's die, or on the other reading for the owner's, who saves on CV or more."""
    if r.holds("building-save", "owner-rolls"):
        return face < fire.number
    return hits(r, fire.number, face)


@replacing(siege.damage_of)
def damage_of(r: Reader, fire: siege.Fire) -> int:
    """A failed save takes the weapon's damage."""
    return fire.damage


@replacing(slanting.free_line)
def free_line(r: Reader, distance: Number, dead: Number) -> bool:
    """A line is free beyond the dead ground; on other readings at its end as well, or nowhere."""
    reading = r.read_as("forty-five")
    return reading != "either" and (distance > dead or (reading == "steeper-only" and distance == dead))

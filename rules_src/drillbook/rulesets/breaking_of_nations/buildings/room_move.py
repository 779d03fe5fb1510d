"""Buildings: how men move about inside a building."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Any

from drillbook.asking import Breakdown, Checks, Choice, Count, Flag, Reader, Working, procedure, question
from drillbook.asking.exhibits import Figure, Line, Tabletop
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.common.soldier import armour_change
from drillbook.rulesets.breaking_of_nations.movement._turn import later_share

KINDS = {"openable": "Openable", "enclosed": "Enclosed", "closed": "Closed"}
MEASURED: dict[str, Any] = {
    "when": {"building": ("openable",)},
    "why_not": "Only in an openable building is movement measured.",
}
COUNTED: dict[str, Any] = {
    "when": {"building": ("enclosed",)},
    "why_not": "Only an enclosed building is divided into sections.",
}


@dataclass(frozen=True, slots=True)
class Inside:
    """A move inside a building: whether it is allowed, its SP, its moves, and the SP left.

    left is the SP left of the last move. only_movement states whether the turn holds nothing else. cost, moves and left
    are None if the move is not allowed, and 0 if nothing is measured.
    """

    allowed: bool
    cost: Number | None
    moves: int | None
    left: Number | None
    only_movement: bool


@question(
    "bon/room-move?building=openable&grade=regular&armour=minimal&ground=flat&floor=3&climb=4",
    "bon/room-move?building=enclosed&sections=3&squads=2&change=yes&shoot=no",
    "bon/room-move?building=enclosed&sections=3&squads=2&change=no&shoot=yes",
    "bon/room-move?building=closed",
)
def room_move(
    r: Reader,
    *,
    building: Annotated[str, Choice(KINDS, label="Building", help="How it is played.")],
    grade: Annotated[str, soldiers("Soldier", **MEASURED)],
    armour: Annotated[str, armour_of("Armour", **MEASURED)],
    ground: Annotated[
        str,
        Choice(
            table="speed-by-ground", default="flat", label="Floor is",
            help="Flat, unless the players agree that it is littered.", **MEASURED,
        ),
    ],
    floor: Annotated[Number, half_inches("Across the floor", 24, 3, **MEASURED)],
    climb: Annotated[Number, half_inches("Up or down", 16, 4, **MEASURED)],
    sections: Annotated[int, Count(1, 12, default=3, label="Sections", **COUNTED)],
    squads: Annotated[int, Count(1, 12, default=2, label="Squads inside", **COUNTED)],
    change: Annotated[bool, Flag(default=True, label="Goes to another section", **COUNTED)],
    shoot: Annotated[bool, Flag(label="And shoots", **COUNTED)],
) -> Breakdown[Inside]:  # fmt: skip
    """May they move inside this building, and what does it cost?"""
    w = Working(r)
    if building == "openable":
        return _across_rooms(r, w, grade, armour, ground, floor, climb)
    checks = Checks(w)
    shut = building == "closed"
    finding = "without doors or windows it cannot be entered" if shut else "it has doors"
    checks.ask("Can it be entered at all?", not shut, finding, "buildings.closed")
    if not shut:
        _sections(w, checks, sections, squads, change, shoot)
    checks.note()
    headline = "Allowed: nothing to pay within the section"
    if checks.failed:
        headline = f"Not allowed: {checks.failed[0].finding}"
    elif change:
        headline = "Allowed: the turn goes on the move"
    spent = None if checks.failed else 0
    return w.answer(
        Inside(checks.passed, spent, spent, spent, checks.passed and change),
        headline=headline,
        exhibits=[checks.decision("What a squad in sections may do in its turn.", "sections")],
    )


def _sections(w: Working, checks: Checks, sections: int, squads: int, change: bool, shoot: bool) -> None:
    """Whether a squad may move within its section, or to another one."""
    w.start("number of sections", sections, "buildings.section")
    room = w.times("for each, in squads", "buildings.section-capacity")
    found = f"there is space for {counted(room, 'squad')}, and {squads} {'are' if squads > 1 else 'is'} inside"
    checks.ask("Is there a section for every squad?", squads <= room, found, "buildings.section-capacity")
    if not change:
        found = "inside the section the move is free"
        checks.ask("Does it stay in its section?", True, found, "buildings.section-inside")
        return
    free = max(0, room - squads)
    found = f"{counted(free, 'section is', 'sections are', none='no')} free to go to"
    checks.ask("Is there a free one to go to?", free > 0, found, "buildings.section-capacity")
    found = "whoever changes sections does nothing else in that turn"
    checks.ask("Is movement the only action of the turn?", not shoot, found, "buildings.section-between")


def _across_rooms(
    r: Reader, w: Working, grade: str, armour: str, ground: str, floor: Number, climb: Number
) -> Breakdown[Inside]:
    """Movement in an openable building, in SP."""
    if r.holds("chart-shift", "not-given"):
        reason = "The chart gives no kind of ground for the floor of a building, so no speed is known."
        w.refuse(reason, "terrain.chart")
    w.start("SP of the soldier", r.cell("soldiers", grade, "sp"))
    penalty = armour_change(r, armour, "sp")
    w.add(f"armour ({r.name('armour', armour).lower()})", penalty, when=penalty.amount)
    name = r.name("speed-by-ground", ground).lower()
    speed = w.times(f"the floor is {name}", r.cell("speed-by-ground", ground, "fraction"))
    allowance = ceil(speed)
    w.then("rounded up", allowance, "terrain.speed-chart", when=allowance != speed)
    w.then("SP for the floor, an inch each", floor, "buildings.open-move")
    rate = r.num("buildings.level-cost")
    cost = w.add(f'{write_number(climb)}" up or down', exact(rate * climb), "buildings.level-cost")
    check_stairs(r, w, exact(rate * climb), allowance)
    moves = -(-cost // allowance)
    left = exact(moves * allowance - cost)
    w.note(f"{moves} × {allowance} SP, {write_number(left)} of them to spare", "movement.allowance")
    ends = [Figure(0, 0, "start", "own")]
    for move in range(1, moves + 1):
        spent = min(cost, move * allowance)
        up = max(0, spent - floor) / Fraction(rate) if rate else climb
        ends.append(Figure(min(floor, spent), exact(up), f"move {move}", "marker"))
    turns = ", each in a turn of its own" if moves > 1 and later_share(r, "move") == "nothing" else ""
    return w.answer(
        Inside(True, cost, moves, left, False),
        headline=f"{write_number(cost)} SP: {counted(moves, 'move')}{turns}, {write_number(left)} SP to spare",
        exhibits=[_stairs(floor, climb, ends)],
    )


@procedure
def check_stairs(r: Reader, w: Working, climb: Number, allowance: int) -> None:
    """What a change of level costs may be paid by as many moves as it takes."""


def _stairs(floor: Number, climb: Number, ends: list[Figure]) -> Tabletop:
    """Return the side view of the way across the floor and up, with the end of every move."""
    return Tabletop(
        "The way across the floor and up, seen from the side, with the place where each move ends.",
        "inches", figures=ends, lines=[Line([(0, 0), (floor, 0), (floor, climb)], "way", "path")], side=True, name="stairs",
    )  # fmt: skip

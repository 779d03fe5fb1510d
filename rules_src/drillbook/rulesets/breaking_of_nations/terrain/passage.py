"""Terrain: whether a man gets through, over or along something, and the actions it takes."""

from dataclasses import dataclass
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Contradiction, Count, Flag, Reader, Working, procedure, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.maths import Number, counted, exact, write_number
from drillbook.rulesets.breaking_of_nations.common.ground import PACES, action_inches, ground_under
from drillbook.rulesets.breaking_of_nations.common.inputs import armour_of, ground_of, half_inches, soldiers
from drillbook.rulesets.breaking_of_nations.movement._turn import later_share


@dataclass(frozen=True, slots=True)
class Passage:
    """A way through: its inches an action, its cost, its actions, what is left, and the height.

    cost is in inches. left is the inches left of the last action. height is the height climbed in inches, or None if it
    is not known.
    """

    inches: int
    cost: Number
    actions: int
    left: Number
    height: int | None


@question(
    "bon/passage?terrain=light-forest&grade=regular&armour=minimal&pace=move&across=7",
    "bon/passage?terrain=hills&grade=regular&armour=minimal&pace=move&across=3&levels=2",
    "bon/passage?terrain=trenches&grade=regular&armour=minimal&pace=move&across=8&along=yes",
    "bon/passage?terrain=deep-river&grade=regular&armour=flak&pace=move&across=3&rapids=no",
    "bon/passage?terrain=barbed-wire&grade=regular&armour=minimal&pace=charge&across=2",
)
def passage(
    r: Reader,
    *,
    terrain: Annotated[str, ground_of("Through", "walked", "light-forest")],
    grade: Annotated[str, soldiers("Soldier")],
    armour: Annotated[str, armour_of("Armour")],
    pace: Annotated[str, Choice(PACES, default="move", label="Pace")],
    across: Annotated[Number, half_inches("Across it", 24, 7)],
    levels: Annotated[
        int, Count(0, 6, label="Levels up or down", when={"terrain": ("hills",)}, why_not="Only hills have levels.")
    ],
    along: Annotated[
        bool,
        Flag(
            label="Along the trench", when={"terrain": ("trenches",)}, why_not="There is no trench to follow.",
            needs=("ruling.trench-movement",),
        ),
    ],
    rapids: Annotated[
        bool, Flag(label="Rapids here", when={"terrain": ("shallow-river", "deep-river")}, why_not="There is no river.")
    ],
) -> Breakdown[Passage]:  # fmt: skip
    """Does a man get through here, and how many actions does it take?"""
    if not (across or levels):
        raise Contradiction("Nothing across and no levels: there is nothing to get through.", across=1)
    w = Working(r)
    ground = ground_under(r, w, terrain, pace, along=along, rapids=rapids)
    inches = action_inches(r, w, grade, armour, ground, pace)
    w.then("inches across", across, "movement.allowance")
    height = None
    if terrain == "hills":
        height = climbed(r, w, levels)
    cost: Number = w.total
    share = later_share(r, pace) if cost > inches else "same"
    later = inches
    if share == "ordinary":
        later = action_inches(r, Working(r), grade, armour, ground)
        w.subtract("inches of the first action, which alone is doubled", inches, "movement.charge-double")
        actions = 1 + ceil(exact(w.divide("inches of an action that follows", later, "movement.allowance")))
    else:
        actions = max(1, ceil(exact(w.divide("inches of an action", inches, "movement.allowance"))))
    w.then("AC, a part of one counted whole", actions, "turn-sequence.action-cost")
    left = exact(inches + (actions - 1) * later - cost)
    value = Passage(inches, cost, actions, left, height)
    high = "" if height is None else f', {height}" higher or lower'
    spare = f'{write_number(left)}"' if left else "nothing"
    way = f'{write_number(cost)}" at {inches}" an action' + (f' and then {later}"' if later != inches else "")
    turns = ", each in a turn of its own" if share == "nothing" else ""
    headline = f"{counted(actions, 'action')}{turns}: {way}, {spare} to spare{high}"
    return w.answer(value, headline=headline, exhibits=[_strides(w.reader.name("terrain", terrain), value, later)])


@procedure
def climbed(r: Reader, w: Working, levels: int) -> int | None:
    """The levels of a hill cost inches of movement, or on another reading are inches of height.

    The height where a level has one.
    """
    each, reading = r.cited("terrain.hill-level"), r.read_as("hill-level")
    r.cite("terrain.hill-slope")
    if reading != "height":
        w.add(f"{counted(levels, 'level')} of the hill", levels * each.whole, each.rule)
    return None if reading == "costs" else levels * each.whole


def _strides(name: str, way: Passage, later: int) -> Timeline:
    """Return the timeline of the way in actions, along its inches.

    later is the inches of an action after the first.
    """
    ends = [min(way.cost, way.inches + number * later) for number in range(way.actions)]
    starts: list[Number] = [0, *ends]
    events = [
        Event(name, start, end, str(number), "act")
        for number, (start, end) in enumerate(zip(starts, ends, strict=False), start=1)
    ]
    spare = [Event(name, way.cost, way.cost + way.left, "to spare", "wait")] if way.left else []
    return Timeline("The way, action by action, in inches of movement.", "inches", [*events, *spare], name="way")

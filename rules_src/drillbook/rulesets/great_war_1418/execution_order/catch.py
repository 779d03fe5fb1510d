"""An assault against a platoon that intends to walk off: who moves first, and the contact."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from drillbook.asking import Breakdown, Choice, Flag, Length, Reader, Working, question
from drillbook.asking.exhibits import Curves
from drillbook.maths import Number, exact, write_number
from drillbook.rulesets.great_war_1418.common.inputs import GOINGS, Road
from drillbook.rulesets.great_war_1418.common.moving import CAVALRY as CAVALRY_SPEED
from drillbook.rulesets.great_war_1418.common.moving import March, distance, must_reach
from drillbook.rulesets.great_war_1418.common.steps import CAVALRY, CHARGES, INFANTRY, MOVES, TANK, Acting, walk

#: Speeds of cavalry, which needs no word on being mounted.
HORSES = ("slow-cav", "medium-cav", "fast-cav")
#: In such steps a distance is given, in cm.
STEP = Fraction(1, 1 + 1)


@dataclass(frozen=True, slots=True)
class Catch:
    """Whether an assault catches a platoon that walks off.

    caught: whether they are in contact; gap: the cm between them in the end; assault, flight: both moves, in cm;
    first: whether the assault comes first.
    """

    caught: bool
    gap: Number
    assault: Number
    flight: Number
    first: bool


@question(
    "gw/catch?chaser=medium-inf&mounted=no&ground=open&gap=10&runner=medium-inf&runner-ground=open&was-dug=no",
    "gw/catch?chaser=fast-cav&ground=open&gap=14&runner=medium-inf&runner-ground=open&was-dug=no",
    "gw/catch?chaser=medium-inf&mounted=no&ground=rough&gap=10&runner=slow-inf&runner-ground=open&was-dug=yes",
)
def catch(
    r: Reader,
    *,
    chaser: Annotated[str, Choice(table="speeds", default="medium-inf", label="The assaulter's speed")],
    mounted: Annotated[
        bool, Flag(label="It is a tank", help="Or another vehicle.", unless={"chaser": HORSES}, why_not="It is cavalry.")
    ],
    ground: Annotated[str, Choice(GOINGS, label="Its ground")],
    road: Road,
    slowed: Annotated[bool, Flag(label="It is slowed by an injury")],
    chaser_dug: Annotated[
        bool, Flag(label="It was dug in", unless={"mounted": ("yes",)}, why_not="Vehicles never dig in.")
    ],
    gap: Annotated[Number, Length(1, 40, default=10, step=STEP, label="Distance between them")],
    runner: Annotated[str, Choice(table="speeds", default="medium-inf", label="The other's speed")],
    runner_ground: Annotated[str, Choice(GOINGS, label="The other's ground")],
    runner_road: Annotated[bool, Flag(label="The other has a road")],
    runner_slowed: Annotated[bool, Flag(label="The other is slowed by an injury")],
    was_dug: Annotated[bool, Flag(label="The other was dug in")],
) -> Breakdown[Catch]:  # fmt: skip
    """It wants to walk away: does the assault catch it?"""
    w = Working(r)
    assault = distance(r, w, March(chaser, ground, assault=True, road=road, slowed=slowed))
    must_reach(r, w, gap, assault)
    flight = distance(r, w, March(runner, runner_ground, road=runner_road, slowed=runner_slowed))
    kind = CAVALRY if CAVALRY_SPEED in chaser else TANK if mounted else INFANTRY
    mine = walk(r, w, Acting(kind, dug=chaser_dug, does=CHARGES))
    theirs = walk(r, w, Acting(CAVALRY if CAVALRY_SPEED in runner else INFANTRY, dug=was_dug, does=MOVES))
    first = bool(mine and theirs and mine < theirs)
    w.note("they move together, so neither has caught the other before", "bound.simultaneous", when=mine == theirs)
    if first:
        left = w.then("between them after the assault", exact(max(0, gap - assault)), "execution-order.step-5-order")
        stuck = not left and r.holds("caught-in-step-5", "fights")
        w.note("in contact, it fights instead of walking", "melee.automatic", when=stuck)
        left = left if stuck else w.then("and after the other's move", exact(left + flight), "execution-order.step-5")
    else:
        left = w.then("between them after the other's move", exact(gap + flight), "execution-order.step-5-order")
        left = w.then("and after the assault", exact(max(0, left - assault)), "execution-order.step-5")
    told = Catch(not left, left, assault, flight, first)
    walks_off = first and not r.holds("caught-in-step-5", "fights")
    return w.answer(told, headline=_headline(told), exhibits=[_curve(told, gap, walks_off)])


def _headline(told: Catch) -> str:
    """Whether they fight."""
    if told.caught:
        return "Caught: they are in contact, and fight"
    return f"It gets away: {write_number(told.gap)} cm between them"


def _curve(told: Catch, gap: Number, walks_off: bool) -> Curves:
    """Return a curve of the distance left between them, by the distance at the start.

    walks_off: whether a platoon that has been reached still goes.
    """
    farthest = exact(max(gap, told.assault + told.flight))

    def left(start: Number) -> Number:
        far = exact(max(0, start - told.assault))
        if told.first:
            return exact(far + told.flight) if far or walks_off else far
        return exact(max(0, start + told.flight - told.assault))

    reach = told.assault
    turns = [0, reach, exact(max(0, reach - told.flight)), gap, farthest]
    if told.first and not walks_off:  # half a cm out of reach he gets away with all of his move
        turns.append(exact(reach + STEP))
    return Curves(
        "What is between them in the end", "Distance at the start, cm", "cm in the end",
        {"in the end": [(one, left(one)) for one in sorted({*map(exact, turns)})]}, marks=[(reach, "the assault's reach")],
        chance=False, here=gap, sets="gap",
    )  # fmt: skip

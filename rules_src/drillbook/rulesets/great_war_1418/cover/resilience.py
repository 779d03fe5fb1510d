"""The Resilience of a platoon where it is: built in, ground, movement, the spade."""

from dataclasses import dataclass, replace
from fractions import Fraction

from drillbook.asking import Breakdown, Reader, Working, question
from drillbook.asking.exhibits import Grid
from drillbook.maths import shown, spoken
from drillbook.rulesets.great_war_1418.common import inputs
from drillbook.rulesets.great_war_1418.common.arms import PARENTED, built_in, is_vehicle
from drillbook.rulesets.great_war_1418.common.ground import DUG, LEAVING, STANDING, Place, Stance, covered, next_bound
from drillbook.rulesets.great_war_1418.common.rolling import once


@dataclass(frozen=True, slots=True)
class Now:
    """The Resilience of a platoon, its parts, and the chance to hit it.

    resilience: in this bound; until_move: until it moves; built_in, change: its own part and that of the ground;
    next_bound: in the next bound; hit: the chance that a plain die hits.
    """

    resilience: int
    until_move: int
    built_in: int
    change: int
    next_bound: int
    hit: Fraction


@question(
    "gw/resilience?unit=line-inf&going=open&works=defensible&posture=dug-in",
    "gw/resilience?unit=line-inf&going=open&works=defensible&posture=leaving&to-going=open&to-works=none",
    "gw/resilience?unit=elite-inf&going=rough&works=none&posture=digging&under-fire=yes&order=hold",
    "gw/resilience?unit=early-hmg&parent=elite-inf&going=open&works=none&posture=standing",
)
def resilience(
    r: Reader,
    *,
    unit: inputs.Unit,
    parent: inputs.Parent,
    going: inputs.Going,
    works: inputs.Works,
    posture: inputs.Posture,
    to_going: inputs.ToGoing,
    to_works: inputs.ToWorks,
    across: inputs.Across,
    under_fire: inputs.UnderFire,
    order: inputs.Order,
    parent_going: inputs.ParentGoing,
    parent_works: inputs.ParentWorks,
    parent_dug: inputs.ParentDug,
) -> Breakdown[Now]:
    """What is my Resilience now?"""
    w = Working(r)
    stance = Stance(
        Place(going, works), posture, Place(to_going, to_works), across, under_fire, order, is_vehicle(r, unit)
    )
    if unit in PARENTED and r.holds("as-parent", "as-it-stands"):
        w.note("it has the Resilience of its parent, cover and all", "unit-table.as-parent")
        stance = Stance(Place(parent_going, parent_works), DUG if parent_dug else STANDING)
    before = built_in(r, w, unit, parent)
    change = covered(r, w, stance)
    now = w.whole
    stack = w.stack("What its Resilience is made of", "Resilience", name="sum")
    hit = w.then("a plain die hits it", once(r, now), "shooting.match-or-beat")
    later = Working(r)
    built_in(r, later, unit, parent)
    covered(r, later, next_bound(r, stance))
    w.then("its Resilience in the next bound, if it stays there", later.whole, "cover.table")
    until = now
    if stance.moves and r.holds("moving-when", "from-its-move"):
        early = Working(r)
        built_in(r, early, unit, parent)
        covered(r, early, replace(stance, posture=DUG if posture == LEAVING else STANDING))
        until = w.then("its Resilience until it moves, as where it sets out", early.whole, "execution-order.mark")
    told = Now(now, until, before, change, later.whole, hit)
    first = f", R{shown(until)} until it moves" if until != now else ""
    return w.answer(
        told,
        headline=f"R{shown(now)}{first}; a plain die hits: {spoken(hit)}; next bound, if it stays: R{shown(later.whole)}",
        chance=hit,
        exhibits=[stack, _postures(r, before, Place(going, works), posture)],
    )


def _postures(r: Reader, before: int, place: Place, posture: str) -> Grid:
    """Return a grid of the same platoon on every ground, standing and dug in."""
    columns = {STANDING: "Not dug in", DUG: "Dug in"}
    places = [Place("open"), Place("rough"), Place("open", "defensible"), Place("open", "fortification")]

    def cell(there: Place, how: str) -> int:
        w = Working(r)
        w.start("built in", before, "cover.start")
        covered(r, w, Stance(there, how))
        return w.whole

    same = [
        one
        for one, there in enumerate(places)
        if there == Place(place.going if place.works == "none" else "open", place.works)
    ]
    here = (same[0], list(columns).index(posture)) if same and posture in columns else None
    return Grid(
        "Its Resilience on every ground", "Ground", "It is", [one.words.capitalize() for one in places], list(columns.values()),
        [[cell(there, how) for how in columns] for there in places], chance=False, here=here, name="grounds",
        by_row={"going": [one.going for one in places], "works": [one.works for one in places]},
        by_column={"posture": list(columns)},
    )  # fmt: skip

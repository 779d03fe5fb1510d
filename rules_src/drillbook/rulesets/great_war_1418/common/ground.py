"""The effect of ground on Resilience: lines of the cover chart, moves, and digging.

A platoon at rest has its line of the chart; on the move the weaker ground counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drillbook.asking import Cited, Reader, Working
from drillbook.maths import Number

NONE, IMPRACTICAL = "none", "impractical"
STANDING, DUG, DIGGING, MOVING, LEAVING = "standing", "dug-in", "digging", "moving", "leaving"
MOVERS = (MOVING, LEAVING)
FORT = "fortification"
WORK_LINES = {"defensible": "defensible", FORT: "fort"}
ADVANCE, HOLD, ASSAULT, RETREAT = "advance", "hold", "assault", "retreat"
#: Lines of the cover chart: bare ground, what is dug into it, the full line of a fortification.
OPEN_LINE, ROUGH_LINE, HOLE_LINE, FULL_FORT = "open", "rough", "dug-open", "fort-dug"
Lines = list[tuple[str, Cited]]


def is_dug(line: str) -> bool:
    """Tell whether a line of the cover chart is that of a platoon that is dug in."""
    return "dug" in line.split("-")


def same_ground(one: str, other: str) -> bool:
    """Return whether two lines of the cover chart may be of the same ground.

    Holes are dug into open or rough ground.
    """
    bare = OPEN_LINE, ROUGH_LINE
    if HOLE_LINE in (one, other):
        return all(line in (*bare, HOLE_LINE) for line in (one, other))
    return one.partition("-")[0] == other.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of ground: its going, and the works in it."""

    going: str
    works: str = NONE

    @property
    def words(self) -> str:
        """How it is said."""
        return f"{self.going} ground" if self.works == NONE else f"{self.works} works"


@dataclass(frozen=True, slots=True)
class Stance:
    """Where a platoon is and what it does there.

    to, across: matter only to a platoon that moves; under_fire, order: matter only to one that digs.
    """

    place: Place
    posture: str = STANDING
    to: Place | None = None
    across: tuple[str, ...] = ()
    under_fire: bool = False
    order: str = HOLD
    vehicle: bool = False

    @property
    def moves(self) -> bool:
        """Whether it moves in this bound."""
        return self.posture in MOVERS


def worth(r: Reader, place: Place, *, dug: bool) -> Lines:
    """Return the lines of the chart that count for a platoon on that ground, each with its rule."""
    ground = _going(r, place.going)
    adds_up = r.holds("cover-stacking", "lines-add")
    if place.works != NONE:
        both = r.holds("combined-ground", "both-count")
        line = r.cell("cover", f"{WORK_LINES[place.works]}-{'dug' if dug else 'other'}", "change")
        named = (f"{'dug into' if dug else 'in, not dug into,'} {place.works} works", line)
        return [*(ground if both or adds_up else ()), named]
    if not dug:
        return ground
    return [*(ground if adds_up else ()), ("dug in", r.cell("cover", "dug-open", "change"))]


def line_worth(r: Reader, line: str, going: str) -> Lines:
    """Return the lines of the chart that count for a platoon on a line that a form names.

    going: the going of its works or holes.
    """
    works = {"defensible": "defensible", "fort": FORT}.get(line.partition("-")[0])
    if works is None and line != HOLE_LINE:
        return worth(r, Place(line), dug=False)
    return worth(r, Place(going, works or NONE), dug=is_dug(line))


def on_line(r: Reader, w: Working, line: str, going: str) -> int:
    """Add what a line of the cover chart does to the Resilience in `w`; return the Resilience.

    The function adds the steps.
    """
    lines = line_worth(r, line, going)
    for label, cell in lines:
        w.add(r.name("cover", line).lower() if len(lines) == 1 else label, cell)
    return w.whole


def _going(r: Reader, going: str) -> Lines:
    """Return the line of bare ground."""
    if going == IMPRACTICAL:
        reading = r.read_as("impractical-cover")
        if reading == "built-in":
            return [(f"in {going} ground, which has no line", Cited(0, r.cite("cover.start")))]
        return [
            (
                f"in {going} ground, read as {reading.removeprefix('as-')}",
                r.cell("cover", reading.removeprefix("as-"), "change"),
            )
        ]
    return [(f"in {going} ground", r.cell("cover", going, "change"))]


def total(lines: Lines) -> Number:
    """Return the sum of the lines."""
    return sum((line.number for _, line in lines), 0)


def touched(r: Reader, stance: Stance) -> Sequence[tuple[str, Lines]]:
    """Every ground that counts for a mover, by its name, with the lines it is read at."""
    end = stance.to or stance.place
    places = [stance.place, end]
    out_of_works = stance.posture == LEAVING and any(place.works != NONE for place in places)
    reading = r.read_as("weaker-type") if stance.across or out_of_works else "lowest-touched"
    if reading == "lowest-touched":
        places += [Place(one) if one not in WORK_LINES else Place(stance.place.going, one) for one in stance.across]
    keeps = False
    if stance.posture == LEAVING and stance.place.works == NONE:
        keeps = r.holds("dug-in-lost", "scrapes-keep")
    found = []
    for place in dict.fromkeys(places):
        by_ends = reading == "dug-ends" and stance.posture == LEAVING and place.works != NONE
        dug = by_ends or (keeps and place == stance.place)
        found.append((place.words, worth(r, place, dug=dug)))
    return found


def dug_in(r: Reader, w: Working, stance: Stance) -> bool:
    """Whether a platoon that does not move counts as dug in; refused where nobody can dig."""
    bare = stance.place.works == NONE
    if stance.vehicle:
        w.forbid("Vehicles never dig in.", "vehicles-transport.no-dig", when=stance.posture in (DUG, DIGGING))
        return stance.place.works == FORT and r.holds("r9-unreachable", "tanks-in-forts")
    if stance.posture in (DUG, DIGGING) and bare and stance.place.going == IMPRACTICAL:
        lost = r.holds("impractical-cover", "built-in")
        w.forbid("Nobody can dig into impractical ground.", "cover.dug-open", when=lost)
    if _needs_no_spade(r, stance):
        w.note("it stands still in works, which is being dug in", "cover.moving-not-dug")
        return True
    if stance.posture == DIGGING:
        may, why, rule = may_dig(r, stance.order, stance.under_fire)
        w.forbid(why, rule, when=not may)
        w.note(why, rule)
        return r.holds("dig-time", "at-once")
    return stance.posture == DUG


def _needs_no_spade(r: Reader, stance: Stance) -> bool:
    """Whether a platoon that stays in works is dug in by that alone; then it has nothing to dig."""
    stays = stance.posture in (STANDING, DIGGING) and stance.place.works != NONE
    return stays and r.holds("dig-in-works", "by-itself")


def may_dig(r: Reader, order: str, under_fire: bool) -> tuple[bool, str, str]:
    """Return whether an order lets a platoon dig that is not dug in, with reason and rule.

    order: the battalion's order; under_fire: whether the platoon is under fire.
    """
    rule = f"low-commands.dig-{order}"
    if order == HOLD:
        return True, "HOLD lets it dig in", rule
    if order != ADVANCE:
        return False, f"A platoon on {order.upper()} may never dig in.", rule
    if r.holds("dig-under-advance", "never"):
        return False, "The back page does not let it dig in on ADVANCE.", rule
    if under_fire:
        return True, "ADVANCE lets it dig in where it may stay, which is under fire", rule
    told = "On ADVANCE it has to move where it is safe and not dug in; it may dig only under fire."
    return False, told, rule


def _penalised(r: Reader, stance: Stance) -> bool:
    """Whether the spade costs Resilience in this bound."""
    if stance.posture != DIGGING or _needs_no_spade(r, stance) or r.holds("dig-time", "at-once"):
        return False
    match r.read_as("dig-penalty"):
        case "every-digger":
            return True
        case "one-cell":
            return stance.under_fire and stance.order == HOLD
        case _:
            return stance.under_fire


def covered(r: Reader, w: Working, stance: Stance) -> int:
    """Add what ground, movement and digging do to the Resilience in `w`; what they come to."""
    before = w.whole
    if stance.moves:
        if stance.posture == LEAVING:
            dug_in(r, Working(r), replace(stance, posture=DUG))
        grounds = touched(r, stance)
        worst = min(grounds, key=lambda one: total(one[1]))
        w.note("on the move it is not dug in", "cover.moving-not-dug", when=stance.posture == LEAVING)
        w.note(f"the weaker of the grounds counts: {worst[0]}", "cover.weaker", when=len(grounds) > 1)
        lines = worst[1]
    else:
        lines = worth(r, stance.place, dug=dug_in(r, w, stance))
    penalty = _penalised(r, stance)
    if not (penalty and r.holds("dig-penalty", "instead")):
        for label, line in lines:
            w.add(label, line)
    w.add("while it digs", "low-commands.dig-penalty", when=penalty)
    return w.whole - before


def next_bound(r: Reader, stance: Stance) -> Stance:
    """Return the stance in the bound after, if the platoon then stays where it is."""
    place = (stance.to or stance.place) if stance.moves else stance.place
    if stance.posture == DIGGING:
        done = not r.holds("dig-time", "longer")
        return Stance(place, DUG if done else DIGGING, under_fire=stance.under_fire, order=stance.order)
    return Stance(place, DUG if stance.posture == DUG else STANDING, vehicle=stance.vehicle)

"""Who acts in which step of a bound: shots and moves by kind, stance and action."""

from dataclasses import dataclass

from drillbook.asking import Reader, Working
from drillbook.rulesets.great_war_1418.common.arms import LMG as LMG_SQUAD
from drillbook.rulesets.great_war_1418.common.arms import kind_of

INFANTRY, SKIRMISHER, LMG, HEAVY, GUN, SELF_PROPELLED, CAVALRY, TANK, GREAT = (
    "infantry", "skirmisher", "lmg", "heavy", "gun", "self-propelled", "cavalry", "tank", "great",
)  # fmt: skip
KINDS = {
    INFANTRY: "Infantry",
    SKIRMISHER: "Skirmishers",
    LMG: "LMG squad",
    HEAVY: "Heavy Weapon",
    GUN: "Guns, howitzers",
    SELF_PROPELLED: "Self-propelled guns",
    CAVALRY: "Cavalry, cars",
    TANK: "Tanks",
    GREAT: "Naval, railway",
}
STAYS, MOVES, CHARGES, BOMBARDS = "stays", "moves", "assaults", "bombards"
DOES = {STAYS: "Stays", MOVES: "Moves", CHARGES: "Assaults", BOMBARDS: "Bombards"}
NEVER_MOVED, EARLIER, LAST_BOUND = "never", "earlier", "last"
MOVED = {NEVER_MOVED: "Not in this game", EARLIER: "In an earlier bound", LAST_BOUND: "In the last bound"}
MOUNTED = (CAVALRY, TANK, SELF_PROPELLED)
#: The groups that move one after the other.
MOVERS = ("assaulters move first", "ordinary movers come after assaulters", "who was dug in when it set out moves last")
GROUPS = len(MOVERS)
NO_HOLES = (TANK, SELF_PROPELLED, GREAT)
CANNON = (GUN, SELF_PROPELLED, GREAT)
FIRST, SECOND, DUG, OTHERS, MOVING, CHARGING, LAST = (
    "never-moved", "still-again", "dug-in", "others", "moves", "assaulters", "great-guns",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Acting:
    """A unit in a bound: its kind, its holes, its action, and its last move.

    dug: whether it was dug in when the bound began; does: what it does; moved: when it moved last.
    contact: whether it is an assaulter whose move has brought it to the enemy.
    """

    kind: str
    dug: bool = False
    does: str = STAYS
    moved: str = NEVER_MOVED
    contact: bool = False

    @property
    def goes(self) -> bool:
        """Whether it moves in this bound."""
        return self.does in (MOVES, CHARGES)


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place in the bound: the number of the step, and the place in it, counted from 0.

    Shots of one slot count together.
    """

    step: int
    place: int = 0


def sort_of(r: Reader, unit: str) -> str:
    """Tell what the list of steps takes a unit of the chart for."""
    return LMG if unit == LMG_SQUAD else kind_of(r, unit)


def number(r: Reader, key: str) -> int:
    """Return the number of a step of the chart.

    Marking comes before the first step and is 0.
    """
    return r.cell("steps", key, "number").whole


def _rule(r: Reader, key: str) -> str:
    """Return the rule that states a step."""
    return str(r.cell("steps", key, "who").rule)


def shots(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Return when a unit shoots, with the reasons.

    A unit mostly shoots once, sometimes never. An action that the unit cannot do is refused.
    """
    _possible(w, unit)
    if unit.does == BOMBARDS and unit.kind != GREAT:
        return _bombards(r, w, unit)
    if unit.kind == GREAT:
        return _at(r, w, LAST, "naval and railway guns come last")
    if unit.kind in (HEAVY, GUN, SELF_PROPELLED) or (unit.kind == LMG and r.holds("lmg-heavy", "everywhere")):
        return _heavy(r, w, unit)
    if unit.kind in (CAVALRY, TANK):
        if r.holds("mounted-steps", "never-shoot"):
            w.note("the chart has no step for the shots of cavalry and vehicles", "execution-order.list")
            return ()
        return _mounted(r, w, unit)
    if unit.kind == SKIRMISHER:
        return _skirmisher(r, w, unit)
    return _infantry(r, w, unit)


def _possible(w: Working, unit: Acting) -> None:
    """Refused where it cannot be so."""
    w.forbid("Only guns bombard.", "high-commands.bombard", when=unit.does == BOMBARDS and unit.kind not in CANNON)


def _at(r: Reader, w: Working, key: str, why: str, place: int = 0) -> tuple[Slot, ...]:
    """Return the one slot at that step, with its reason."""
    w.note(why, _rule(r, key))
    return (Slot(number(r, key), place),)


def _bombards(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Shells of guns on the table, or behind it."""
    if r.holds("bombard-timing", "before-all"):
        w.note("bombardments come before anybody shoots", "execution-order.direct-fire-time")
        return (Slot(0, 1),)
    w.note("bombardments fall when guns shoot directly", "execution-order.direct-fire-time")
    return _heavy(r, w, unit)


def _mounted(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Cavalry and vehicles shoot with the infantry, those that are dug in perhaps earlier."""
    if unit.does == CHARGES:
        return _assaulter(r, w, unit)
    in_holes = unit.dug and r.holds("mounted-steps", "dug-in-early")
    if in_holes and (unit.does == STAYS or r.holds("moving-when", "from-its-move")):
        return _plain(r, w, unit, DUG, "it shoots with the infantry that is dug in")
    return _plain(r, w, unit, OTHERS, "it shoots with the infantry that is not dug in")


def _heavy(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Guns and Heavy Weapons: at rest, or not at all."""
    if unit.does == CHARGES:
        return _assaulter(r, w, unit)
    goes = unit.does == MOVES
    tired = unit.moved == LAST_BOUND and unit.kind != SELF_PROPELLED
    if goes or tired:
        reading = r.read_as("moved-heavies")
        shoots = reading == "with-infantry" or (reading == "before-its-move" and not tired)
        if not shoots:
            why = "it moves" if goes else "it moved in the last bound"
            w.note(f"{why}, and no step has a shot for such guns and Heavy Weapons", "execution-order.step-2")
            return ()
        if goes and _only_moves(r, w):
            return ()
        if reading == "with-infantry":
            return _at(r, w, OTHERS, "it has moved, and shoots with the infantry")
        w.note("it has stood still till now, and shoots before it moves", "execution-order.step-1")
    if unit.kind == SELF_PROPELLED and unit.moved == LAST_BOUND:
        w.note("a self-propelled gun loses no bound over its move", "vehicles-transport.spg-packing")
    key = FIRST if unit.moved == NEVER_MOVED else SECOND
    in_its_hole = unit.dug and (not goes or r.holds("moving-when", "from-its-move"))
    w.note("the dug-in go first", f"execution-order.step-{number(r, key)}-order", when=in_its_hole)
    why = "it has not moved in the game" if key == FIRST else "it has moved, and stands still again"
    return _at(r, w, key, why, int(not in_its_hole))


def _only_moves(r: Reader, w: Working) -> bool:
    """Tell whether a unit that moves has no shot for that, with the step."""
    if r.holds("move-and-shoot", "either"):
        w.note("it moves, so it does not shoot", "low-commands.arrows")
        return True
    return False


def _assaulter(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Return the slot of an assaulter, which shoots after the move."""
    if unit.contact and r.holds("step-six-gap", "not-in-contact"):
        w.note("it is in contact, and fights without a shot", "execution-order.step-6")
        return ()
    return _at(r, w, CHARGING, "it assaults, and shoots from where it has come to")


def _plain(r: Reader, w: Working, unit: Acting, key: str, why: str) -> tuple[Slot, ...]:
    """Return the slot of a unit that shoots at a step of its own, whether it moves or not."""
    if unit.does == MOVES and _only_moves(r, w):
        return ()
    w.note("its arrow is for the move and for the shot", "low-commands.arrows", when=unit.does == MOVES)
    return _at(r, w, key, why)


def _skirmisher(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Skirmishers shoot early, dug in or not."""
    early = "skirmishers shoot with the dug-in infantry"
    if unit.does != CHARGES:
        w.note("any skirmishers, dug in or not", "execution-order.step-3-skirmishers")
        return _plain(r, w, unit, DUG, early)
    reading = r.read_as("skirmisher-assault")
    found: tuple[Slot, ...] = ()
    if reading in ("before-the-move", "both"):
        w.note("any skirmishers, also those who assault", "execution-order.step-3-skirmishers")
        found += _at(r, w, DUG, early)
    return found + (_assaulter(r, w, unit) if reading != "before-the-move" else ())


def _infantry(r: Reader, w: Working, unit: Acting) -> tuple[Slot, ...]:
    """Infantry, LMG squads with it."""
    if unit.does == CHARGES:
        both = r.holds("step-four", "assaulters-too")
        early = _at(r, w, OTHERS, "infantry that assaults shoots before its move") if both else ()
        return early + _assaulter(r, w, unit)
    if unit.dug and (unit.does == STAYS or r.holds("moving-when", "from-its-move")):
        return _plain(r, w, unit, DUG, "infantry that is dug in")
    w.note("marked as a mover, it is no longer dug in", "execution-order.mark", when=unit.dug)
    return _plain(r, w, unit, OTHERS, "infantry that is neither dug in nor assaulting")


def walk(r: Reader, w: Working, unit: Acting) -> Slot | None:
    """When a unit moves; None for one that stays."""
    if not unit.goes:
        return None
    place = 1 + unit.dug
    if unit.does == CHARGES:
        place = GROUPS - 1 if unit.dug and r.holds("dug-assault", "dug-last") else 0
    w.note(MOVERS[place], "execution-order.step-5-order")
    step = number(r, MOVING)
    w.note("everybody on foot moves then", "execution-order.step-5", when=unit.kind not in MOUNTED)
    if unit.kind in MOUNTED:
        apart = {"after-foot": 1, "before-foot": -1}.get(str(r.read_as("mounted-steps")), 0)
        words = {1: "after those on foot", -1: "before those on foot", 0: "with those on foot"}
        w.note(f"cavalry and vehicles move {words[apart]}", "execution-order.step-5")
        place += GROUPS * apart
    return Slot(step, place)

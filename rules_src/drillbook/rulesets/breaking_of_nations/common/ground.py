"""The ground under a man's feet: whether he may go there, and how far an action takes him.

Every question about movement uses this module.
"""

from math import ceil
from typing import NamedTuple

from drillbook.asking import Contradiction, Reader, Working, procedure
from drillbook.maths import Number, exact
from drillbook.rulesets.breaking_of_nations.common.soldier import armour_change, called, speed

#: How a man goes.
PACES = {"move": "Moves", "charge": "Charges", "prone": "Crawls, prone"}
CHARGE, PRONE = "charge", "prone"
FLAT, SPECIAL, CLOSED = "flat", "special", "closed"


class Order(NamedTuple):
    """The order of the terms of a charge: ground after the doubling, armour before it."""

    ground_last: bool
    armour_first: bool


def order_of(r: Reader) -> Order:
    """Return the order that the readings in force give."""
    return Order(ground_last(r), armour_first(r))


def ground_last(r: Reader) -> bool:
    """Whether the ground takes its part of a speed that a charge has doubled already."""
    return r.holds("charge-terrain-order", "double-first")


def armour_first(r: Reader) -> bool:
    """Whether armour takes inches off a speed before a charge doubles it."""
    return not r.has("ruling.armour-charge-order") or r.holds("armour-charge-order", "armour-first")


@procedure
def later_charge(r: Reader) -> str:
    """What the later moves of a charge are worth: `same`, `ordinary` (not doubled) or `nothing`."""
    return {"every-action": "same", "one-action": "nothing", "first-only": "ordinary"}[r.read_as("charge-distance")]


def ground_under(
    r: Reader, w: Working, terrain: str, pace: str = "move", *, along: bool = False, rapids: bool = False
) -> str:
    """Return the kind of ground, a row of the speeds, for men who go through a terrain line.

    The function refuses ground where they may not go. along states that they follow a trench; rapids states that a river
    is rapids.
    """
    row = r.ruleset.table("terrain").row(terrain)
    cell = r.has_cell("terrain", terrain, "ground")
    if rapids and r.holds("river-categories", "rapids-closed"):
        kinds, named = (r.int("terrain.river-categories", which) for which in ("said", "named"))
        w.refuse(
            f"Rapids cannot be entered: of {kinds} kinds of water {named} are named, and these are the other.",
            "terrain.river-categories",
        )
    barred = charge_barred(r, terrain) if pace == CHARGE else None
    w.forbid(f"A charge does not go through {row.name.lower()}.", barred or "", when=barred)
    if not cell:
        unknown = r.holds("chart-shift", "not-given")
        w.forbid(f"The chart gives no kind of ground for {row.name.lower()}.", "terrain.chart", when=unknown)
        return FLAT
    found = r.cell("terrain", terrain, "ground")
    kind = str(found.amount)
    w.forbid(f"Nobody gets across {row.name.lower()}.", found.rule, when=kind == CLOSED)
    if kind == SPECIAL:
        return FLAT
    if r.has_cell("terrain", terrain, "cv") and r.cell("terrain", terrain, "cv").number:
        _through_cover(r, w, row.name.lower(), is_wall(r, terrain))
    if terrain == "trenches" and along and r.has("ruling.trench-movement") and r.holds("trench-movement", "flat-along"):
        w.note("along a trench the ground is flat", "terrain.chart")
        return FLAT
    return kind


@procedure
def charge_barred(r: Reader, terrain: str) -> str | None:
    """Barbed wire alone keeps a charge out; the rule that does so, if one does."""
    return "terrain.wire-no-charge" if terrain == "barbed-wire" else None


@procedure
def kind_bars_charge(r: Reader, kind: str) -> str | None:
    """No kind of ground (a row of the speeds) keeps a charge out by itself; the rule that does so, if one does."""
    return None


def check_charge(r: Reader, terrain: str) -> None:
    """Contradiction where somebody who charges is said to be in what keeps a charge out."""
    if charge_barred(r, terrain):
        name = r.name("terrain", terrain).lower()
        raise Contradiction(f"A charge does not go through {name}, so nobody who charges is in it.", charging=False)


def is_wall(r: Reader, terrain: str) -> bool:
    """Whether that line of the terrain chart is a wall."""
    return terrain in (row.key for row in r.ruleset.table("terrain").where("wall"))


def _through_cover(r: Reader, w: Working, name: str, wall: bool) -> None:
    """Whether cover may be entered or crossed, by the reading in force."""
    match r.read_as("cover-block"):
        case "none-entered":
            w.refuse(f"No way in: {name} counts as cover.", "terrain.cover-block")
        case "walls-closed" if wall:
            w.refuse(f"No way over a {name}: walls are never crossed.", "terrain.cover-block")
        case "walls-climbed" if wall:
            w.note(f"{name}: not through it but over it", "terrain.cover-block")


def action_inches(
    r: Reader, w: Working, grade: str, armour: str, ground: str, pace: str = "move", order: Order | None = None
) -> int:
    """How far one action takes a man over a kind of ground, in inches; its steps go into `w`.

    ground: a row of the speeds; order: in which order a charge is worked out, the readings' own where none is given.
    """
    part, name = (
        r.cell("speed-by-ground", ground, "fraction"),
        f"the ground is {r.name('speed-by-ground', ground).lower()}",
    )
    if pace != CHARGE:
        speed(r, w, grade, armour)
        slow = part.number != 1
        ground_first = slow and pace == PRONE and r.holds("prone-terrain-order", "ground-first")
        if ground_first:
            w.times(name, part)
            _rounded(w, w.total, part.rule)
        if pace == PRONE:
            w.times("he crawls", "movement.prone-speed")
            _rounded(w, w.total, "movement.prone-speed")
        w.times(name, part, when=slow and not ground_first)
        return _rounded(w, w.total, part.rule)
    ground_last, armour_first = order or order_of(r)
    penalty = armour_change(r, armour, "sp")
    worn = f"in {r.name('armour', armour).lower()} armour"
    w.then(f"SP ({called(r, grade)})", r.cell("soldiers", grade, "sp"))
    w.add(worn, penalty, when=penalty.number and armour_first)
    if not ground_last and part.number != 1:
        w.times(name, part)
        _rounded(w, w.total, part.rule)
    w.times("he charges", "movement.charge-double")
    w.add(worn, penalty, when=penalty.number and not armour_first)
    if ground_last and part.number != 1:
        w.times(name, part)
    return _rounded(w, w.total, part.rule)


def _rounded(w: Working, value: Number, rule: str) -> int:
    """Return the value in inches rounded up to a whole inch, with a step if it changes."""
    whole = ceil(value)
    w.then("rounded up", whole, rule, when=whole != exact(value))
    return whole

"""Buildings: how many rounds knock a house down, and who is struck inside."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Track
from drillbook.maths import Distribution, Number, Thrower, averaged, counted, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.buildings import _siege as siege
from drillbook.rulesets.breaking_of_nations.common.inputs import Walls
from drillbook.rulesets.breaking_of_nations.common.shooting import shot_number
from drillbook.rulesets.fixed_baynet.common.guns import band_in_reach

AGREED = "Counts where the house has a class by agreement, and its size with it; else its CV stands in for it."
BANDS = "A piece has a range modifier on one reading alone; out of range it does not fire."


@dataclass(frozen=True, slots=True)
class Demolition:
    """The result of a bombardment of a house.

    points: the house's damage points. hits_needed: the hits that take them all. needed, damaged: what a round needs, and
    its chance of damage. lost: the points that a round takes on average. destroyed: the chance that the house is
    destroyed after the last round. expected: the average number of rounds to destroy it. struck: the men inside struck by
    then on average, or None if nobody is inside.
    """

    points: int
    hits_needed: int
    needed: int
    damaged: Fraction
    lost: Fraction
    destroyed: Fraction
    expected: Fraction
    struck: Fraction | None


@question(
    "fb/demolition?walls=brick-building&size=3&piece=light-gun&ammunition=shell&shots=3&occupants=0",
    "fb/demolition?walls=wooden-building&size=2&piece=howitzer&ammunition=shot&shots=4&occupants=6",
    "fb/demolition?walls=wooden-building&size=12&armour-class=2&piece=heavy-gun&ammunition=shell&shots=4&occupants=0&ruling.armour-class=B",
    replaces="building",
)
def demolition(
    r: Reader,
    *,
    walls: Walls,
    size: Annotated[int, Count(1, 12, default=3, label="Sections", help="Where its class is agreed: its size, in inches.")],
    armour_class: Annotated[int, Count(1, 10, default=2, label="Class, if agreed", help=AGREED)],
    piece: Annotated[str, Choice(table="artillery", where="direct", default="light-gun", label="Under fire from")],
    ammunition: Annotated[str, Choice(options=guns.AMMUNITION, label="With", rules=guns.NAMED)],
    distance: Annotated[Number, Length(1, 100, default=12, label="Distance", help=BANDS)],
    shots: Annotated[int, Count(1, 12, default=3, label="Rounds")],
    occupants: Annotated[int, Count(0, 10, default=0, label="Men inside")],
) -> Breakdown[Demolition]:  # fmt: skip
    """How many rounds bring this house down?"""
    w = Working(r)
    points = _points(r, w, walls, size, armour_class)
    fire = _fire(r, w, walls, (piece, ammunition, distance), occupants)
    shot, die = siege.effects(r, fire), r.dice("ranged-combat.die")
    faces = sum(shot.values())
    damaged = Fraction(sum(count for one, count in shot.items() if one.damage), faces)
    hits_needed = ceil(Fraction(points, fire.damage))
    w.then("hits that take them all", hits_needed, "buildings.dp-loss")
    w.then("chance that a round takes points", damaged, "buildings.dp-loss")
    pierced = die.chance(lambda face: bool(siege.pierces(r, fire, face)))
    w.then("chance that a round strikes a man inside", pierced, "buildings.critical", when=occupants)
    fall = siege.Fall.read(r)
    states = siege.siege(points, occupants, shot, 1, shots, fall)
    left = [one.map(lambda state: state[0]) for one in states]
    fallen = [one[0] for one in left]
    destroyed = w.then(
        f"chance that it is destroyed by {counted(shots, 'round')}", fallen[-1], "buildings.destructible"
    )
    struck = states[-1].map(lambda state: occupants - state[1]).mean if occupants else None
    told = Demolition(
        points, hits_needed, fire.number, damaged, damaged * fire.damage, destroyed, hits_needed / damaged, struck
    )
    inside = "" if struck is None else f"; {lost_of(struck, occupants, 'man', 'inside struck by then')}"
    return w.answer(
        told,
        headline=(
            f"{points} DP, {counted(hits_needed, 'hit')}; destroyed by {counted(shots, 'round')}: {spoken(destroyed)}; "
            f"it takes {averaged(told.expected, 'round')} on average{inside}"
        ),
        chance=destroyed,
        distribution=left[-1],
        exhibits=_pictures(points, left, fallen),
    )


def _points(r: Reader, w: Working, walls: str, size: int, armour_class: int) -> int:
    """Return the damage points by the formula; the steps are added to `w`."""
    rule = "buildings.dp-formula"
    if r.holds("armour-class", "from-chart"):
        w.start("its CV, as its Armour Class", r.cell("terrain", walls, "cv"))
    else:
        w.start("its Armour Class, as agreed", armour_class, rule)
    w.subtract("taken off by the formula", -r.int(rule, "offset"), rule)
    return w.add(f"Size {size}, {r.int(rule, 'factor')} a point", r.int(rule, "factor") * size, rule)  # type: ignore[no-any-return]


def _fire(r: Reader, w: Working, walls: str, gun: tuple[str, str, Number], men: int) -> siege.Fire:
    """Return the fire that the house is under, with the number that matters.

    The number is the one that a round must reach, or the one on which the house saves. gun: the piece, its ammunition and
    its distance.
    """
    piece, kind, distance = gun
    band = band_in_reach(r, w, piece, distance)
    found = guns.ammunition(r, kind)
    damage = guns.hit_damage(r, piece, found)
    if found.damage is None or damage is None:
        w.refuse(f"No damage is printed for {kind} on this reading.", "artillery.ammo")
    w.then("multiple of the piece", r.cell("artillery", piece, "multiple"))
    w.times(f"damage of {kind}", found.damage)
    cover = r.cell("terrain", walls, "cv")._replace(rule=r.cite("buildings.cv-save"))
    if r.holds("building-save", "owner-rolls"):
        w.then("it saves itself on this or more", cover)
        return siege.Fire(w.whole, damage, men)
    firer = r.text("artillery.crew-grade", "grade")
    needed = shot_number(r, w, ds=cover, firer=firer, band=band, what="the wall's CV, in place of DS")
    return siege.Fire(needed, damage, men)


def _pictures(points: int, left: list[Distribution[int]], fallen: list[Fraction]) -> list[Curves | Track | Bars]:
    return [
        Curves(
            "The chance that the house is down, round by round", "Round", "Down", {"down": list(enumerate(fallen))}, step=True, name="fall"
        ),
        Bars("Damage points that the last round leaves", "Points", {"": left[-1]}, name="points"),
    ]  # fmt: skip


@simulation
def shell(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every round and count what is left of the walls."""
    w = Working(r)
    points = _points(r, w, inputs["walls"], inputs["size"], inputs["armour_class"])
    gun = (inputs["piece"], inputs["ammunition"], inputs["distance"])
    fire = _fire(r, w, inputs["walls"], gun, inputs["occupants"])
    faces = dice.roll_each(r.text("ranged-combat.die"), count, inputs["shots"])
    failed = siege.breaches(r, fire, faces)
    if r.holds("building-critical", "one-no-damage"):
        failed = failed & ~siege.pierces(r, fire, faces)
    return np.maximum(0, points - siege.damage_of(r, fire) * failed.sum(axis=1))

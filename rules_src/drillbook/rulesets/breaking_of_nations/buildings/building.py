"""Buildings: how much fire a building withstands, and what happens to the men inside."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Track
from drillbook.maths import Distribution, Thrower, lost_of, np, spoken
from drillbook.rulesets.breaking_of_nations.buildings import _siege as siege
from drillbook.rulesets.breaking_of_nations.common.inputs import Range, Walls, soldiers
from drillbook.rulesets.breaking_of_nations.common.shooting import shot_number

AGREED = "Agreed by the players before the game."


@dataclass(frozen=True, slots=True)
class Siege:
    """How a building fares under fire: its points, what a shot needs and does, and how it ends.

    casualties is none where there is nobody inside.
    """

    damage_points: int
    needed: int
    damaged: Fraction
    pierced: Fraction
    destroyed: Fraction
    casualties: Fraction | None


@question(
    "bon/building?armour-class=2&size=3&walls=wooden-building&shots=4&grade=regular&range=medium&damage=1&occupants=5&turns=3",
    "bon/building?armour-class=5&size=6&walls=fortification&shots=4&grade=green&range=long&damage=8&occupants=10&turns=6",
)
def building(
    r: Reader,
    *,
    armour_class: Annotated[int, Count(1, 10, default=2, label="Armour Class", help=AGREED)],
    size: Annotated[int, Count(1, 10, default=3, label="Size", help=AGREED)],
    walls: Walls,
    shots: Annotated[int, Count(1, 18, default=4, label="Shots a turn", help="Of all who fire at the building.")],
    grade: Annotated[str, soldiers("Shooters")],
    range: Range,
    damage: Annotated[int, Count(1, 10, label="Damage", help="What one hit takes off.")],
    occupants: Annotated[int, Count(0, 10, default=5, label="Men inside")],
    turns: Annotated[int, Count(1, 6, default=3, label="Turns of fire")],
) -> Breakdown[Siege]:
    """How much can this building take, how long does it stand under this fire, and who is hit inside?"""
    w = Working(r)
    points = _damage_points(r, w, armour_class, size, walls)
    fire = _fire(r, w, walls, grade, range, damage, occupants)
    die, shot = r.dice("ranged-combat.die"), siege.effects(r, fire)
    w.then("a failed save takes, in points", siege.damage_of(r, fire), "buildings.dp-loss")
    damaged = Fraction(sum(count for one, count in shot.items() if one.damage), len(die))
    pierced = die.chance(lambda face: bool(siege.pierces(r, fire, face)))
    w.then(
        f"chance that a shot strikes {siege.struck_by(r, fire)} of {occupants} inside",
        pierced,
        "buildings.critical",
        when=occupants,
    )
    fall = siege.Fall.read(r)
    states = siege.siege(points, occupants, shot, shots, turns, fall)
    left = [one.map(lambda state: state[0]) for one in states]
    lost = states[-1].map(lambda state: occupants - state[1])
    fallen = [one[0] for one in left]
    destroyed = w.then(f"chance that it is destroyed by turn {turns}", fallen[-1], "buildings.destructible")
    headline = f"{points} DP; destroyed by turn {turns}: {spoken(destroyed)}"
    exhibits = _wall_exhibits(points, left, fallen)
    if occupants:
        volley = "are fired all the same" if fall.whole_volley else "are not fired"
        w.note(f"when it falls, the shots left of that turn {volley}", "buildings.destructible")
        told = "lost with it" if fall.buries else "none the worse for it"
        w.note(f"the men inside are {told}", "buildings.destructible")
        fate = "struck or lost" if fall.buries else "struck"
        headline += f"; {lost_of(lost.mean, occupants, 'man', f'inside {fate} by then')}"
        caption = f"How many of the men inside have been {fate} by then."
        exhibits.append(Bars(caption, "Men struck", {"": lost}, name="occupants"))
    return w.answer(
        Siege(points, fire.number, damaged, pierced, destroyed, lost.mean if occupants else None),
        headline=headline,
        chance=destroyed,
        distribution=left[-1],
        exhibits=exhibits,
    )


def _damage_points(r: Reader, w: Working, armour_class: int, size: int, walls: str) -> int:
    """Return the building's damage points by the formula, and add its terms as steps.

    Raise AssertionError if the steps and the formula disagree.
    """
    rule = "buildings.dp-formula"
    if r.holds("dp-terms", "from-chart"):
        w.start("Armour Class", r.cell("terrain", walls, "cv"))
    else:
        w.start("Armour Class", armour_class, rule)
    points = r.formula(rule)(A=w.whole, S=size)
    w.subtract("taken off by the formula", -r.int(rule, "offset"), rule)
    w.add(f"Size {size}, {r.int(rule, 'factor')} a point", r.int(rule, "factor") * size, rule)
    if w.total != points:
        raise AssertionError(f"the steps give {w.total}, the formula {points}")
    return w.whole


def _fire(r: Reader, w: Working, walls: str, grade: str, band: str, damage: int, men: int) -> siege.Fire:
    """Return the fire that the building is under, with the number to reach or to save on.

    The steps go into `w`.
    """
    cover = r.cell("terrain", walls, "cv")._replace(rule=r.cite("buildings.cv-save"))
    if r.holds("building-save", "owner-rolls"):
        w.then("its owner saves on this or less", cover)
        return siege.Fire(w.whole, damage, men)
    number = shot_number(r, w, ds=cover, firer=grade, band=band, what="the wall's CV, in place of DS")
    return siege.Fire(number, damage, men)


def _wall_exhibits(
    points: int, left: Sequence[Distribution[int]], fallen: Sequence[Fraction]
) -> list[Track | Curves | Bars]:
    boxes = range(points, -1, -1)
    return [
        Track(
            "Damage points left after each turn; the building is gone when none are left.",
            list(boxes), left, labels={0: "gone"}, absorbing=(0,), name="points",
        ),
        Curves(
            "The chance that the building is destroyed by the end of each turn.",
            "Turn", "Destroyed", {"destroyed": list(enumerate(fallen))}, name="fall",
        ),
    ]  # fmt: skip


@simulation
def shell(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot of the fire and count what is left of the walls."""
    w = Working(r)
    points = _damage_points(r, w, inputs["armour_class"], inputs["size"], inputs["walls"])
    fire = _fire(r, w, inputs["walls"], inputs["grade"], inputs["range"], inputs["damage"], inputs["occupants"])
    faces = dice.roll_each(r.text("ranged-combat.die"), count, inputs["shots"] * inputs["turns"])
    failed = siege.breaches(r, fire, faces)
    if r.holds("critical-inside", "one-no-damage"):
        failed = failed & ~siege.pierces(r, fire, faces)
    return np.maximum(0, points - siege.damage_of(r, fire) * failed.sum(axis=1))

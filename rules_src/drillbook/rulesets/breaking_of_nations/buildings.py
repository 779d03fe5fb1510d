"""Buildings: how much fire a building stands, and how men move about inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import Distribution
from drillbook.exact import exact, write_number
from drillbook.exhibits import Bars, Curves, Decision, Figure, Line, Tabletop, Track, Verdict
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent
from drillbook.rulesets.breaking_of_nations._morale import GRADES
from drillbook.rulesets.breaking_of_nations._shooting import number_of, shot_number
from drillbook.rulesets.breaking_of_nations._siege import Fire, breaches, damage_of, effects, pierces, siege, struck_by

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

BUILDINGS = ("wooden-building", "brick-building", "fortification")
BANDS = {"short": "Short", "medium": "Medium", "long": "Long"}
MEASURED = "Only in an openable building is movement measured."
COUNTED = "Only an enclosed building is divided into sections."

Walls = Annotated[
    str,
    Choice(table="terrain", only=BUILDINGS, default="wooden-building", label="Building", help="Its kind sets the CV."),
]


@dataclass(frozen=True, slots=True)
class Siege:
    """How a building fares under fire: its points, what a shot needs and does, and how it ends."""

    damage_points: int
    needed: int
    damaged: Fraction
    pierced: Fraction
    destroyed: Fraction
    casualties: Fraction


@question(
    "breaking_of_nations",
    "building",
    examples=[
        "bon/building?armour-class=2&size=3&walls=wooden-building&shots=4&grade=regular&range=medium&damage=1&occupants=5&turns=3",
        "bon/building?armour-class=5&size=6&walls=fortification&shots=4&grade=green&range=long&damage=8&occupants=10&turns=6",
    ],
)
def building(
    r: Reader,
    /,
    *,
    armour_class: Annotated[
        int, Count(1, 10, default=2, label="Armour Class", help="Agreed by the players before the game.")
    ],
    size: Annotated[int, Count(1, 10, default=3, label="Size", help="Agreed by the players before the game.")],
    walls: Walls,
    shots: Annotated[int, Count(1, 18, default=4, label="Shots a turn", help="Of all who fire at the building.")],
    grade: Annotated[str, Choice(table="soldiers", only=GRADES, default="regular", label="Shooters")],
    range: Annotated[str, Choice(BANDS, default="medium", label="Range")],
    damage: Annotated[int, Count(1, 10, default=1, label="Damage", help="What one hit takes off.")],
    occupants: Annotated[int, Count(0, 10, default=5, label="Men inside")],
    turns: Annotated[int, Count(1, 6, default=3, label="Turns of fire")],
) -> Breakdown[Siege] | Refusal:
    """How much can this building take, how long does it stand under this fire, and who is hit inside?"""
    w = Working(r)
    points = _damage_points(r, w, armour_class, size, walls)
    fire = _fire(r, w, walls, grade, range, damage, occupants)
    die = r.dice("ranged-combat.die")
    effect = effects(r, fire)
    w.then("a failed save takes, in points", Cited(damage_of(r, fire), "buildings.dp-loss"))
    pierced = die.chance(lambda face: bool(pierces(r, fire, face)))
    damaged = Fraction(sum(count for one, count in effect.items() if one.damage), len(die))
    if occupants:
        w.note(f"A critical strikes {struck_by(r, fire)} of {occupants} inside: {pierced} a shot", "buildings.critical")
    states = siege(points, occupants, effect, shots, turns)
    left = [one.map(lambda state: state[0]) for one in states]
    hurt = [one.map(lambda state: occupants - state[1]) for one in states]
    fallen = [one[0] for one in left]
    w.note(f"With no points left it is destroyed: {percent(fallen[-1])} by turn {turns}", "buildings.destructible")
    mean = write_number(round(hurt[-1].mean, 1))
    struck = f"; {mean} of {occupants} inside struck on average" if occupants else ""
    return w.answer(
        Siege(points, fire.number, damaged, pierced, fallen[-1], hurt[-1].mean),
        headline=f"{points} DP; destroyed by turn {turns}: {percent(fallen[-1])}{struck}",
        chance=fallen[-1],
        distribution=left[-1],
        exhibits=_siege_exhibits(points, left, hurt, fallen),
    )


def _damage_points(r: Reader, w: Working, armour_class: int, size: int, walls: str) -> int:
    """The building's damage points by the formula, step by step."""
    formula = r.formula("buildings.dp-formula")
    solid = Cited(armour_class, "buildings.dp-formula")
    if r.reading("dp-terms") == "B":
        solid = r.cell("terrain", walls, "cv")
    points = formula(A=number_of(solid), S=size)
    offset = r.int("buildings.dp-formula", "offset")
    doubled = Cited(r.int("buildings.dp-formula", "factor") * size, "buildings.dp-formula")
    w.start("Armour Class", solid)
    w.subtract("taken off by the formula", Cited(-offset, "buildings.dp-formula"))
    w.add(f"Size {size}, {r.int('buildings.dp-formula', 'factor')} a point", doubled)
    if w.total != points:
        raise AssertionError(f"the steps give {w.total}, the formula {points}")
    return max(0, int(points))


def _fire(r: Reader, w: Working, walls: str, grade: str, band: str, damage: int, men: int) -> Fire:
    """The fire that the building is under, with the number a failed save takes."""
    cover = Cited(r.cell("terrain", walls, "cv").amount, r.cite("buildings.cv-save"))
    if r.reading("building-save") == "B":
        w.then("its owner saves on this or less", cover)
        return Fire(int(w.total), damage, men)
    return Fire(shot_number(r, w, ds=cover, firer=grade, band=band, what="the wall's CV, in place of DS"), damage, men)


def _siege_exhibits(
    points: int, left: Sequence[Distribution[int]], hurt: Sequence[Distribution[int]], fallen: Sequence[Fraction]
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
        Bars("How many of the men inside have been struck through the wall by then.", "Men struck", {"": hurt[-1]}, name="occupants"),
    ]  # fmt: skip


@simulation("breaking_of_nations", "building")
def shell(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Roll every shot of the fire and count what is left of the walls."""
    import numpy as np

    w = Working(r)
    points = _damage_points(r, w, inputs["armour_class"], inputs["size"], inputs["walls"])
    fire = _fire(r, w, inputs["walls"], inputs["grade"], inputs["range"], inputs["damage"], inputs["occupants"])
    faces = dice.roll_each(r.text("ranged-combat.die"), count, inputs["shots"] * inputs["turns"])
    failed = breaches(r, fire, faces)
    if r.reading("critical-inside") == "C":
        failed = failed & ~pierces(r, fire, faces)
    return np.maximum(0, points - damage_of(r, fire) * failed.sum(axis=1))


@dataclass(frozen=True, slots=True)
class Inside:
    """A move inside a building: SP spent, moves it takes, SP left of the last move, and whether the turn holds nothing else."""

    cost: int | Fraction
    moves: int
    left: int | Fraction
    only_movement: bool


@question(
    "breaking_of_nations",
    "room-move",
    examples=[
        "bon/room-move?building=openable&grade=regular&armour=minimal&ground=flat&floor=3&climb=4",
        "bon/room-move?building=enclosed&sections=3&squads=2&change=yes&shoot=no",
        "bon/room-move?building=enclosed&sections=3&squads=2&change=no&shoot=yes",
        "bon/room-move?building=closed",
    ],
)
def room_move(
    r: Reader,
    /,
    *,
    building: Annotated[
        str,
        Choice(
            {"openable": "Openable", "enclosed": "Enclosed", "closed": "Closed"},
            label="Building",
            help="How it is played.",
        ),
    ],
    grade: Annotated[
        str,
        Choice(
            table="soldiers",
            only=GRADES,
            default="regular",
            label="Soldier",
            when={"building": ("openable",)},
            why_not=MEASURED,
        ),
    ],
    armour: Annotated[
        str,
        Choice(table="armour", default="minimal", label="Armour", when={"building": ("openable",)}, why_not=MEASURED),
    ],
    ground: Annotated[
        str,
        Choice(
            table="speed-by-ground",
            default="flat",
            label="Floor is",
            help="Flat, unless the players agree that it is littered.",
            when={"building": ("openable",)},
            why_not=MEASURED,
        ),
    ],
    floor: Annotated[
        int | Fraction,
        Length(
            0,
            24,
            default=3,
            step=Fraction(1, 2),
            label="Across the floor",
            when={"building": ("openable",)},
            why_not=MEASURED,
        ),
    ],
    climb: Annotated[
        int | Fraction,
        Length(
            0,
            16,
            default=4,
            step=Fraction(1, 2),
            label="Up or down",
            when={"building": ("openable",)},
            why_not=MEASURED,
        ),
    ],
    sections: Annotated[
        int, Count(1, 12, default=3, label="Sections", when={"building": ("enclosed",)}, why_not=COUNTED)
    ],
    squads: Annotated[
        int, Count(1, 12, default=2, label="Squads inside", when={"building": ("enclosed",)}, why_not=COUNTED)
    ],
    change: Annotated[
        bool, Flag(default=True, label="Goes to another section", when={"building": ("enclosed",)}, why_not=COUNTED)
    ],
    shoot: Annotated[bool, Flag(label="And shoots", when={"building": ("enclosed",)}, why_not=COUNTED)],
) -> Breakdown[Inside] | Refusal:
    """May they move inside this building, and what does it cost?"""
    w = Working(r)
    if building == "closed" or (building == "enclosed" and r.reading("enclosed-closed") == "B"):
        return w.refuse("A building without doors or windows cannot be entered.", "buildings.closed")
    if building == "enclosed":
        return _between_sections(r, w, sections, squads, change, shoot)
    return _across_rooms(r, w, grade, armour, ground, floor, climb)


def _across_rooms(
    r: Reader, w: Working, grade: str, armour: str, ground: str, floor: int | Fraction, climb: int | Fraction
) -> Breakdown[Inside] | Refusal:
    """Movement in an openable building, in SP."""
    if r.reading("chart-shift") == "B":
        return w.refuse(
            "The chart gives no kind of ground for the floor of a building, so no speed is known.", "terrain.chart"
        )
    w.start("SP of the soldier", r.cell("soldiers", grade, "sp"))
    penalty = r.cell("armour", armour, "sp")
    if penalty.amount:
        w.add(f"armour ({r.ruleset.table('armour').row(armour).name.lower()})", penalty)
    name = r.ruleset.table("speed-by-ground").row(ground).name.lower()
    w.times(f"the floor is {name}", r.cell("speed-by-ground", ground, "fraction"))
    allowance = ceil(w.total)
    if allowance != w.total:
        w.then("rounded up", Cited(allowance, "terrain.speed-chart"))
    w.then("SP for the floor, an inch each", Cited(floor, "buildings.open-move"))
    rate = r.num("buildings.level-cost")
    w.add(f'{write_number(climb)}" up or down', Cited(exact(rate * climb), "buildings.level-cost"))
    cost = w.total
    moves = -(-cost // allowance)
    left = exact(moves * allowance - cost)
    w.note(f"{moves} × {allowance} SP, {write_number(left)} of them to spare", "movement.allowance")
    return w.answer(
        Inside(cost, moves, left, False),
        headline=f"{write_number(cost)} SP: {_moves(moves)}, {write_number(left)} SP to spare",
        exhibits=[_stairs(floor, climb, rate, allowance, moves, cost)],
    )


def _moves(moves: int) -> str:
    return f"{moves} move" if moves == 1 else f"{moves} moves"


def _stairs(
    floor: int | Fraction,
    climb: int | Fraction,
    rate: int | Fraction,
    allowance: int | Fraction,
    moves: int,
    cost: int | Fraction,
) -> Tabletop:
    """The way across the floor and up, seen from the side, with the end of every move."""
    ends = [Figure(0, 0, "start", "own")]
    for move in range(1, moves + 1):
        spent = min(cost, move * allowance)
        up = max(0, spent - floor) / Fraction(rate) if rate else climb
        ends.append(Figure(min(floor, spent), exact(up), f"move {move}", "marker"))
    way = [(0, 0), (floor, 0), (floor, climb)]
    return Tabletop(
        "The way across the floor and up, seen from the side, with the place where each move ends.",
        "inches", figures=ends, lines=[Line(way, "way", "path")], side=True, name="stairs",
    )  # fmt: skip


def _between_sections(
    r: Reader, w: Working, sections: int, squads: int, change: bool, shoot: bool
) -> Breakdown[Inside] | Refusal:
    """Movement in an enclosed building, by sections."""
    w.start("number of sections", Cited(sections, "buildings.section"))
    w.times("for each, in squads", "buildings.section-capacity")
    room = int(w.total)
    verdicts = [
        Verdict(
            "Is there a section for every squad?",
            squads <= room,
            f"{squads} of {room}",
            r.cite("buildings.section-capacity"),
        ),
        Verdict(
            "Is there a free one to go to?",
            squads < room if change else None,
            f"{room - squads} free",
            r.cite("buildings.section"),
        ),
        Verdict(
            "Is movement the only action of the turn?",
            not shoot if change else None,
            "shoots too" if shoot else "nothing else",
            r.cite("buildings.section-between"),
        ),
    ]
    table = Decision("What a squad in sections may do in its turn.", verdicts, name="sections")
    if squads > room:
        return w.refuse(
            f"Too many squads: there are {squads}, and space for {room}.",
            "buildings.section-capacity",
            exhibits=[table],
        )
    if change and squads == room:
        return w.refuse(
            "Every section holds its squad; none is free to go to.", "buildings.section-capacity", exhibits=[table]
        )
    if change and shoot:
        return w.refuse(
            "Whoever changes sections does nothing else in that turn.", "buildings.section-between", exhibits=[table]
        )
    if change:
        w.note("The change of sections is the whole of the turn", "buildings.section-between")
    else:
        w.note("Inside the section the move is free", "buildings.section-inside")
    words = "Allowed: the turn goes on the move" if change else "Allowed: nothing to pay within the section"
    return w.answer(Inside(0, 0, 0, change), headline=words, exhibits=[table])

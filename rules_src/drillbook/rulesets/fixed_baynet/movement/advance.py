"""Movement: foot who go at men that fire, turn by turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Event, Timeline
from drillbook.maths import Distribution, Thrower, binomial, lost_of, np, spoken, write_mean
from drillbook.rulesets.breaking_of_nations.common import shooting, shot_die
from drillbook.rulesets.breaking_of_nations.common.ground import CHARGE, PACES
from drillbook.rulesets.breaking_of_nations.common.inputs import FORMATIONS, Weapon, ground_of, soldiers
from drillbook.rulesets.breaking_of_nations.common.volley import shots_by_turn
from drillbook.rulesets.breaking_of_nations.movement._turn import actions_of, inches, later_share, move_limit

ON_FOOT = {pace: words for pace, words in PACES.items() if pace != "prone"}
LINES = {one: FORMATIONS[one] for one in ("open", "closed", "mass")}


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn of an advance.

    came_from, distance: the distance before and after the turn. needed, hit: the number that a shot then needs, or None
    if nobody can fire, and its chance.
    """

    came_from: int
    distance: int
    needed: int | None
    hit: Fraction


@dataclass(frozen=True, slots=True)
class Advance:
    """The result of an advance.

    It has the turns of the way, the volleys, the men left on average, and the chances that any man and that more than
    half arrive.
    """

    turns: int
    volleys: int
    mean_left: Fraction
    anybody: Fraction
    above_half: Fraction


@question(
    "fb/advance?start=24&grade=native-regular&men=20&formation=mass&firers=9&actions=1",
    "fb/advance?start=20&grade=native-elite&how=charge&moves=3&men=20&formation=open&firers=9&weapon=winchester&actions=3",
    "fb/advance?start=18&grade=regular&ground=light-forest&moves=2&men=10&firers=18&firer=native-regular&weapon=musket&actions=2",
)
def advance(
    r: Reader,
    *,
    start: Annotated[int, Length(1, 40, default=24, label="They start at")],
    grade: Annotated[str, soldiers("They are", "native-regular")],
    how: Annotated[str, Choice(ON_FOOT, default="move", label="They")],
    moves: Annotated[int, Count(1, 3, default=2, label="Moves a turn")],
    ground: Annotated[str, ground_of("They go through", "walked")],
    men: Annotated[int, Count(1, 30, default=20, label="Men")],
    formation: Annotated[str, Choice(LINES, label="Their formation")],
    firers: Annotated[int, Count(1, 20, default=9, label="Men who fire")],
    firer: Annotated[str, soldiers("The firers are")],
    weapon: Weapon,
    actions: Annotated[int, Count(1, 3, label="AC each of them fires for", help="In every turn.")],
) -> Breakdown[Advance]:
    """What does the way to a firing line cost?"""
    w = Working(r)
    step = _inches_a_turn(r, w, grade, ground, how, moves)
    man = _target(r, grade, ground, formation, how)
    way = list(_stages(r, w, start, step, man, firer, weapon))
    shots = _shots(r, w, way, firers, weapon, actions)
    for place, (one, many) in enumerate(zip(way, shots, strict=True), start=1):
        if one.needed is not None:
            w.then(f'turn {place}, {one.distance}" away: hits on average', many * one.hit, "ranged-combat.die")
    left = _left(men, shots, way)
    anybody = w.then("chance that somebody arrives", left.at_least(1), "ranged-combat.removal")
    share = r.num("glory.trigger-half")
    above = w.then("and that more than half do", left.chance(lambda home: home > share * men), "glory.trigger-half")
    told = Advance(len(way), sum(one.needed is not None for one in way), left.mean, anybody, above)
    return w.answer(
        told,
        headline=(
            f"Somebody arrives: {spoken(anybody)}, in turn {told.turns}; "
            f"{lost_of(men - left.mean, men, 'man', 'lost on the way')}"
        ),
        chance=anybody,
        distribution=left,
        exhibits=[
            Timeline(
                "The way, and the hits of each turn's fire on average", "inches gone", list(_events(way, start, shots))
            ),
            Bars("How many arrive", "Men", {"": left}, name="left"),
        ],
    )


def _inches_a_turn(r: Reader, w: Working, grade: str, ground: str, how: str, moves: int) -> int:
    """How far they come in a turn of so many moves."""
    limit = min(moves, move_limit(r, w, actions_of(r, w, grade, "minimal", how)))
    first = inches(r, w, grade, "minimal", ground, how)
    each = {"same": limit, "nothing": 1}[later_share(r, how)]
    return w.then("inches in a turn", first * each, "movement.distance")  # type: ignore[no-any-return]


def _shots(r: Reader, w: Working, way: Sequence[Stage], firers: int, weapon: str, actions: int) -> list[int]:
    """How many shots there are in every turn of the way."""
    turns = max(1, sum(one.needed is not None for one in way))
    each = shots_by_turn(r, w, weapon, actions, turns)
    w.then("shots in a turn", firers * each[0], "ranged-combat.die")
    fired = iter(each)
    return [firers * next(fired) if one.needed is not None else 0 for one in way]


def _target(r: Reader, grade: str, ground: str, formation: str, how: str) -> shooting.Man:
    """One of them as he is shot at; a slope is no cover."""
    covered = r.has_cell("terrain", ground, "cv")
    return shooting.Man(grade, "minimal", ground if covered else "clear", formation, how == CHARGE)


def _stages(
    r: Reader, w: Working, start: int, step: int, man: shooting.Man, firer: str, weapon: str
) -> Iterator[Stage]:
    """Yield the turns of an advance: men move on, and enemies not yet reached fire at them."""
    away, numbers = start, dict[str, int]()
    while away:
        now = max(0, away - step)
        band = shooting.weapon_band(r, weapon, now) if now else None
        if band and band not in numbers:
            numbers[band] = shooting.man_number(r, w, man, firer, band, weapon=weapon, what="their DS")
        needed = numbers[band] if band else None
        yield Stage(away, now, needed, shot_die.hit_chance(r, needed) if needed is not None else Fraction(0))
        away = now


def _left(men: int, shots: Sequence[int], way: Sequence[Stage]) -> Distribution[int]:
    """How many men are left at the end of the way."""
    left = Distribution.sure(men)
    for many, stage in zip(shots, way, strict=True):
        if stage.needed is not None:
            left = left.combine(binomial(many, stage.hit), lambda now, hits: max(0, now - hits))
    return left


def _events(way: Sequence[Stage], start: int, shots: Sequence[int]) -> Iterator[Event]:
    for place, one in enumerate(way, start=1):
        yield Event("Way", start - one.came_from, start - one.distance, f"turn {place}", "act")
    for one, many in zip(way, shots, strict=True):
        if one.needed is not None:
            at = start - one.distance
            yield Event("Fire", at, at, write_mean(many * one.hit).removeprefix("about "), "stop")


@simulation
def throw_advance(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """How many arrive, every shot thrown."""
    w, start, ground, how = Working(r), inputs["start"], inputs["ground"], inputs["how"]
    step = _inches_a_turn(r, w, inputs["grade"], ground, how, inputs["moves"])
    man = _target(r, inputs["grade"], ground, inputs["formation"], how)
    way = list(_stages(r, w, start, step, man, inputs["firer"], inputs["weapon"]))
    fired = _shots(r, w, way, inputs["firers"], inputs["weapon"], inputs["actions"])
    left = np.full(count, inputs["men"])
    for one, many in zip(way, fired, strict=True):
        if one.needed is not None and many:
            shots = dice.roll_each(r.text("ranged-combat.die"), count, many)
            left = np.maximum(0, left - shot_die.hits(r, one.needed, shots).sum(axis=1))
    return left

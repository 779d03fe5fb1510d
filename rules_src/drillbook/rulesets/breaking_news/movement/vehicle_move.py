"""How far a vehicle drives, section 6.0: its reach less two dice, over one turn or several."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Figure, Line, Mark, Spot, Tabletop
from drillbook.asking.exhibits.gestures import across
from drillbook.maths import Distribution, Number, Thrower, likely, total, write_number

RULES = {"tracked": "movement.tracked", "wheeled": "movement.wheeled"}


@dataclass(frozen=True, slots=True)
class Drive:
    """The chance to come as far as wanted, and the least, the most and the mean distance driven."""

    reaches: Fraction
    least: int
    most: int
    mean: Fraction


@question(
    "bn/vehicle-move?vehicle=tracked&distance=25&turns=1",
    "bn/vehicle-move?vehicle=wheeled&distance=38&turns=1",
    "bn/vehicle-move?vehicle=tracked&distance=60&turns=3",
)
def vehicle_move(
    r: Reader,
    *,
    vehicle: Annotated[str, Choice({"tracked": "Tracks", "wheeled": "Wheels"}, label="It runs on")],
    distance: Annotated[Number, Length(1, 120, default=25, label="Distance to go")],
    turns: Annotated[int, Count(1, 4, label="Turns it drives")],
) -> Breakdown[Drive]:
    """How far will the vehicle drive, and does it come as far as wanted?"""
    w = Working(r)
    rule = RULES[vehicle]
    move = r.formula(rule)
    one = r.dice(rule, "dice").map(lambda thrown: int(move(R=thrown)))
    w.start(f"a {vehicle} vehicle's reach", r.cited(rule, "reach"))
    w.then("thrown, and their total taken off it", r.cited(rule, "dice"))
    w.then("so that in a turn it drives at least", min(one), rule)
    w.then("and at most", max(one), rule)
    w.then("on average", one.mean, rule)
    w.times("turns", turns, rule, when=turns > 1)
    driven = [total([one] * turn) for turn in range(1, turns + 1)]
    whole = driven[-1]
    value = Drive(whole.at_least(distance), min(whole), max(whole), whole.mean)
    w.then(f"chance of {write_number(distance)} cm or more", value.reaches, rule)
    return w.answer(
        value,
        headline=_headline(value, distance, turns),
        chance=value.reaches,
        distribution=whole,
        exhibits=_pictures(driven, distance),
    )


@simulation
def throw_vehicle_move(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Throw the dice of every turn and return the centimetres driven in all."""
    rule, turns = RULES[inputs["vehicle"]], inputs["turns"]
    return sum([r.int(rule, "reach") - dice.roll(r.text(rule, "dice"), count) for _ in range(turns)])


def _headline(value: Drive, distance: Number, turns: int) -> str:
    span = f"{value.least} to {value.most} cm" + (f" in {turns} turns" if turns > 1 else "")
    wanted = f"{write_number(distance)} cm"
    if not value.reaches:
        return f"Drives {span}: {wanted} is too far"
    return f"Drives {span}: {wanted} or more {likely(value.reaches)}"


def _pictures(driven: Sequence[Distribution[int]], distance: Number) -> list[Exhibit]:
    whole = driven[-1]
    lines = {f"after turn {turn}": _reach(sofar) for turn, sofar in enumerate(driven, start=1)}
    return [
        Bars(
            "How far it drives",
            "cm driven",
            {"": whole},
            Mark(distance, "as far as wanted", sets="distance"),
            name="driven",
        ),
        Tabletop(
            "Where it may stop, laid along a ruler",
            "cm",
            spots=[Spot(stop, 0, chance) for stop, chance in whole.items()],
            figures=[Figure(0, 0, "vehicle", "own"), Figure(distance, 0, "wanted", "aim", grip=across("distance"))],
            lines=[Line([(0, 0), (max(whole), 0)], "", "path")],
            name="ruler",
        ),
        Curves("The chance to have come so far", "cm", "Chance", lines, here=distance, name="reach", sets="distance"),
    ]


def _reach(driven: Distribution[int]) -> list[tuple[Number, Fraction]]:
    """Return the chance of every distance or more, from 0 on."""
    stops = [0, *driven, max(driven) + 1]
    return [(stop, driven.at_least(stop)) for stop in stops]

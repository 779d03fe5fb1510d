"""How far a vehicle drives, section 6.0: its reach less two dice, over one turn or several."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown
from drillbook.dice import Distribution, total
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Exhibit, Figure, Mark, Spot, Tabletop
from drillbook.exhibits import Line as Path
from drillbook.kinds import Choice, Count, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.render.odds import percent

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction

RULES = {"tracked": "movement.tracked", "wheeled": "movement.wheeled"}


@dataclass(frozen=True, slots=True)
class Drive:
    """The chance to come as far as wanted, and the least, the most and the mean distance driven."""

    reaches: Fraction
    least: int
    most: int
    mean: Fraction


@question(
    "breaking_news",
    "vehicle-move",
    examples=[
        "bn/vehicle-move?vehicle=tracked&distance=25&turns=1",
        "bn/vehicle-move?vehicle=wheeled&distance=38&turns=1",
        "bn/vehicle-move?vehicle=tracked&distance=60&turns=3",
    ],
)
def vehicle_move(
    r: Reader,
    /,
    *,
    vehicle: Annotated[str, Choice({"tracked": "Tracks", "wheeled": "Wheels"}, label="It runs on")],
    distance: Annotated[Number, Length(1, 120, default=25, label="Distance to go")],
    turns: Annotated[int, Count(1, 4, default=1, label="Turns it drives")],
) -> Breakdown[Drive]:
    """How far will the vehicle drive, and does it come as far as wanted?"""
    w = Working(r)
    rule = RULES[vehicle]
    one = _one_turn(r, vehicle)
    w.start(f"a {vehicle} vehicle's reach", r.cited(rule, "reach"))
    w.then("thrown, and their total taken off it", r.cited(rule, "dice"))
    w.then("so that in a turn it drives at least", Cited(min(one), rule))
    w.then("and at most", Cited(max(one), rule))
    w.then("on average", Cited(one.mean, rule))
    whole = total([one] * turns)
    if turns > 1:
        w.times("turns", Cited(turns, rule))
    chance = whole.at_least(distance)
    w.then(f"chance of {write_number(distance)} cm or more", Cited(chance, rule))
    value = Drive(chance, min(whole), max(whole), whole.mean)
    return w.answer(
        value,
        headline=_headline(value, distance, turns),
        chance=chance,
        distribution=whole,
        exhibits=_pictures(one, whole, distance, turns),
    )


@simulation("breaking_news", "vehicle-move")
def throw_vehicle_move(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """The dice of every turn thrown: the centimetres driven in all."""
    rule, turns = RULES[inputs["vehicle"]], inputs["turns"]
    driven = [r.int(rule, "reach") - dice.roll(r.text(rule, "dice"), count) for _ in range(turns)]
    return sum(driven)


def _one_turn(r: Reader, vehicle: str) -> Distribution[int]:
    move = r.formula(RULES[vehicle])
    return r.dice(RULES[vehicle], "dice").map(lambda thrown: int(move(R=thrown)))


def _headline(value: Drive, distance: Number, turns: int) -> str:
    span = f"{value.least} to {value.most} cm" + (f" in {turns} turns" if turns > 1 else "")
    wanted = f"{write_number(distance)} cm"
    if value.reaches == 1:
        return f"Drives {span}: {wanted} is certain"
    if not value.reaches:
        return f"Drives {span}: {wanted} is too far"
    return f"Drives {span}: {wanted} or more {value.reaches if turns == 1 else percent(value.reaches)}"


def _pictures(one: Distribution[int], whole: Distribution[int], distance: Number, turns: int) -> list[Exhibit]:
    spots = [Spot(driven, 0, chance) for driven, chance in whole.items()]
    ruler = [Path([(0, 0), (max(whole), 0)], "", "path")]
    figures = [Figure(0, 0, "vehicle", "own"), Figure(distance, 0, "wanted", "aim")]
    lines = {}
    driven: Distribution[Any] = Distribution.sure(0)
    for turn in range(1, turns + 1):
        driven = driven + one
        lines[f"after turn {turn}"] = _reach(driven)
    return [
        Bars(
            "How far it drives",
            "cm driven",
            {"": whole},
            Mark(distance, "as far as wanted"),
            name="driven",
        ),
        Tabletop(
            "Where it may stop, laid along a ruler", "cm", spots=spots, figures=figures, lines=ruler, name="ruler"
        ),
        Curves("The chance to have come so far", "cm", "Chance", lines, here=distance, name="reach"),
    ]


def _reach(driven: Distribution[Any]) -> list[tuple[Number, Fraction]]:
    """The chance of every distance or more, from the start on."""
    least = min(driven)
    points: list[tuple[Number, Fraction]] = [(0, Fraction(1)), (least, Fraction(1))]
    points += [(here, driven.at_least(here)) for _, here in pairwise(driven)]
    return [*points, (max(driven) + 1, Fraction(0))]

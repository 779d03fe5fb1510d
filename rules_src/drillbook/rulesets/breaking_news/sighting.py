"""Sighting, section 7.0: what it takes to see a hidden man, and what failed looks give him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from drillbook.answers import Breakdown, Refusal
from drillbook.dice import binomial
from drillbook.exact import write_number
from drillbook.exhibits import Bars, Curves, Exhibit, Grid, Mark, Stack
from drillbook.kinds import Choice, Count, Flag, Length
from drillbook.questions import question, simulation
from drillbook.reader import Cited, Reader, Working
from drillbook.rulesets.breaking_news._chances import spoken
from drillbook.rulesets.breaking_news._sighting import (
    COVER,
    GROUND,
    Look,
    amount,
    bands,
    chance_of,
    needed,
    table_number,
    too_far,
)

if TYPE_CHECKING:
    from drillbook.simulate import Thrower

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Seen:
    """What each observer must roll, the chance of one look and of all of them, and how many free moves the target gets."""

    needed: Number
    each: Fraction
    seen: Fraction
    looks: int
    failures: Fraction


@question(
    "breaking_news",
    "sighting-roll",
    examples=[
        "bn/sighting-roll?distance=35&ground=cover&night=no&target=r3&observer=r4&observers=1",
        "bn/sighting-roll?distance=20&ground=cover&night=yes&visor=no&target=r1&observer=r5&observers=2",
        "bn/sighting-roll?distance=50&ground=open&night=no&target=irr3&observer=r1&observer-sniper=yes&observers=1",
        "bn/sighting-roll?distance=80&ground=open&night=no&target=irr2&target-sniper=yes&observer=irr3&observers=4",
        "bn/sighting-roll?distance=20&ground=jungle&night=yes&target=irr1&observer=irr1&observers=1",
        "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=r2&observers=2",
        "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=irr2&observers=2",
        "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=r3&observers=2",
    ],
)
def sighting_roll(
    r: Reader,
    /,
    *,
    distance: Annotated[Number, Length(0, 120, default=35, label="Distance")],
    ground: Annotated[str, Choice(GROUND, default=COVER, label="The hidden man is")],
    night: Annotated[bool, Flag(default=False, label="It is night")],
    visor: Annotated[
        bool,
        Flag(
            default=False,
            label="Observers have night visors",
            when={"night": ("yes",)},
            why_not="By day nobody needs a visor.",
        ),
    ],
    target: Annotated[str, Choice(table="classes", default="r3", label="His class")],
    target_sniper: Annotated[bool, Flag(default=False, label="He is a sniper")],
    observer: Annotated[str, Choice(table="classes", default="r4", label="Who looks for him")],
    observer_sniper: Annotated[bool, Flag(default=False, label="The observer is a sniper")],
    observers: Annotated[int, Count(1, 8, default=1, label="Observers", help="All of them alike, and as far away.")],
) -> Breakdown[Seen] | Refusal:
    """What must an observer roll to sight a hidden man, and how good are the chances of several?"""
    w = Working(r)
    look = Look(ground, night and not visor, target, target_sniper, observer, observer_sniper)
    number = table_number(r, distance)
    if number is None:
        return too_far(r, w, distance)
    need = needed(r, w, number, look)
    each = chance_of(r, need)
    change = _sum(w)
    ladder = [(step.label, step.amount) for step in w.steps if step.op in ("start", "add")]
    looks = observers * r.int("sighting.once")
    w.then("chance of one look" if looks > 1 else "chance to see him", Cited(each, r.cite("sighting.roll")))
    times = f"{looks} looks, {r.int('sighting.once')} each" if looks > 1 else "a single look"
    w.note(times, "sighting.once")
    w.note(
        "in their own turn, or as a reaction" if looks > 1 else "in his own turn, or as a reaction",
        "sighting.as-reaction",
    )
    found = binomial(looks, each)
    seen = found.at_least(1)
    if looks > 1:
        w.then("chance that somebody sees him", Cited(spoken(seen), r.cite("sighting.several")))
    w.then("failed looks on average, each a free move", Cited(looks * (1 - each), r.cite("sighting.bonus-repeat")))
    value = Seen(need, each, seen, looks, looks * (1 - each))
    return w.answer(
        value,
        headline=_headline(r, value),
        chance=seen,
        distribution=found,
        exhibits=_pictures(r, distance, change, ladder, looks, found),
    )


@simulation("breaking_news", "sighting-roll")
def throw_sighting(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every observer's die thrown: how many of them see him."""
    dark = inputs["night"] and not inputs["visor"]
    look = Look(
        inputs["ground"],
        dark,
        inputs["target"],
        inputs["target_sniper"],
        inputs["observer"],
        inputs["observer_sniper"],
    )
    number = table_number(r, inputs["distance"])
    assert number is not None
    need = needed(r, Working(r), number, look)
    looks = inputs["observers"] * r.int("sighting.once")
    return (dice.roll_each(r.text("sighting.roll"), count, looks) >= float(need)).sum(axis=1)


def _sum(w: Working) -> int:
    """The modifiers together."""
    return sum(step.amount for step in w.steps if step.op == "add" and isinstance(step.amount, int))


def _headline(r: Reader, value: Seen) -> str:
    die = r.dice("sighting.roll")
    several = f" each, {spoken(value.seen)} with {value.looks} observers" if value.looks > 1 else ""
    if value.needed <= min(die):
        return "Sighted without a roll"
    if not value.each:
        return f"Needs {write_number(value.needed)}+: he cannot be sighted"
    lowest = next(face for face in die if face >= value.needed)
    between = f" (the number is {value.needed})" if lowest != value.needed else ""
    return f"Sighted on {lowest}+{between}: {value.each}{several}"


def _pictures(
    r: Reader, distance: Number, change: int, ladder: list[tuple[str, Any]], looks: int, found: Any
) -> list[Exhibit]:
    """The map of distance and modifiers, the ladder of the number, who sees him, and the chance by distance."""
    known = bands(r)
    best = r.int("sighting.mod-open") + r.int("sighting.mod-sniper-observer")
    worst = r.int("sighting.mod-jungle-night") + r.int("sighting.mod-sf-target") + r.int("sighting.mod-sniper-target")
    rows = range(min(best - 1, change), max(worst + 1, change) + 1)
    reach = [amount(upto) for upto, _ in known]
    cells = [[chance_of(r, amount(number) + row) for _, number in known] for row in rows]
    asked = table_number(r, distance)
    column = next((place for place, (_, number) in enumerate(known) if asked and asked.amount == number.amount), None)
    face = max(r.dice("sighting.roll"))
    pictures: list[Exhibit] = [
        Grid(
            "The chance of one look, by distance and by the modifiers together",
            "Modifiers",
            "Up to (cm)" if r.reading("sighting-bands") == "A" else "At (cm)",
            [f"{row:+d}" if row else "none" for row in rows],
            [write_number(upto) for upto in reach],
            cells,
            here=None if column is None else (rows.index(change), column),
            name="map",
        ),
        Stack(
            "What makes up the number", "To be rolled", ladder, Mark(face, "the die's best", "at_most"), name="ladder"
        ),
        Curves(
            "The chance to see him by distance, all else equal",
            "Distance (cm)",
            "Sighted",
            _lines(r, change, looks, max(reach)),
            step=True,
            here=distance,
            name="distance",
        ),
    ]
    if looks > 1:
        pictures.append(Bars("How many of them see him", "Observers", {"": found}, Mark(1, "somebody"), name="eyes"))
    return pictures


def _lines(r: Reader, change: int, looks: int, last: Number) -> dict[str, list[tuple[Number, Fraction]]]:
    """The chance by whole centimetres, of one look and of all."""
    one: list[tuple[Number, Fraction]] = []
    for distance in range(int(last) + 1):
        number = table_number(r, distance)
        chance = Fraction(0) if number is None else chance_of(r, amount(number) + change)
        if not one or chance != one[-1][1] or distance == last:
            one.append((distance, chance))
    lines = {"one look": one}
    if looks > 1:
        lines["all looks together"] = [(distance, 1 - (1 - chance) ** looks) for distance, chance in one]
    return lines

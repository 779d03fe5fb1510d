"""Sighting, section 7.0: what it takes to see a hidden man, and what failed looks give him."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Choice, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Curves, Exhibit, Grid, Mark
from drillbook.maths import Number, Thrower, binomial, likely, spoken, write_number
from drillbook.maths.number_words import signed
from drillbook.rulesets.breaking_news.sighting import _sighting as sighting


@dataclass(frozen=True, slots=True)
class Seen:
    """The answer on a sighting: the number to roll, the chances, and the target's free moves.

    each is the chance of one look, seen that of all of them. failures is the mean number of free moves.
    """

    needed: Number
    each: Fraction
    seen: Fraction
    looks: int
    failures: Fraction


@question(
    "bn/sighting-roll?distance=35&ground=cover&night=no&target=r3&observer=r4&observers=1",
    "bn/sighting-roll?distance=20&ground=cover&night=yes&visor=no&target=r1&observer=r5&observers=2",
    "bn/sighting-roll?distance=50&ground=open&night=no&target=irr3&observer=r1&observer-sniper=yes&observers=1",
    "bn/sighting-roll?distance=80&ground=open&night=no&target=irr2&target-sniper=yes&observer=irr3&observers=4",
    "bn/sighting-roll?distance=20&ground=jungle&night=yes&target=irr1&observer=irr1&observers=1",
    "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=r2&observers=2",
    "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=irr2&observers=2",
    "bn/sighting-roll?distance=12&ground=cover&night=no&target=r2&observer=r3&observers=2",
)
def sighting_roll(
    r: Reader,
    *,
    distance: Annotated[Number, Length(0, 120, default=35, label="Distance", bands=("sighting/upto",))],
    ground: Annotated[str, Choice(sighting.GROUND, default=sighting.COVER, label="The hidden man is")],
    night: Annotated[bool, Flag(label="It is night")],
    visor: Annotated[
        bool,
        Flag(label="Observers have night visors", when={"night": ("yes",)}, why_not="By day nobody needs a visor."),
    ],
    target: Annotated[str, Choice(table="classes", default="r3", label="His class")],
    target_sniper: Annotated[bool, Flag(label="He is a sniper")],
    observer: Annotated[str, Choice(table="classes", default="r4", label="Who looks for him")],
    observer_sniper: Annotated[bool, Flag(label="The observer is a sniper")],
    observers: Annotated[int, Count(1, 8, label="Observers", help="All of them alike, and as far away.")],
) -> Breakdown[Seen]:
    """What must an observer roll to sight a hidden man, and how good are the chances of several?"""
    w = Working(r)
    number = sighting.table_number(r, distance)
    if number is None:
        last, stated = sighting.bands(r)[-1]
        beyond = f"{write_number(distance)} cm, beyond the {write_number(last)} cm of the table"
        w.refuse(f"Too far: at {beyond}, nobody hidden is seen.", stated.rule)
    w.start("by the table", number)
    sighting.modify(r, w, sighting.Look(ground, night and not visor, target, target_sniper, observer, observer_sniper))
    face = Mark(max(r.dice("sighting.roll")), "the die's best", "at_most")
    ladder = w.stack("What makes up the number", "To be rolled", face, "ladder")
    change: Number = w.total - number.number
    need = sighting.settle(r, w)
    each = sighting.chance_of(r, need)
    looks = observers * r.int("sighting.once")
    found = binomial(looks, each)
    told = Seen(need, each, found.at_least(1), looks, looks * (1 - each))
    _tell(r, w, told)
    pictures: list[Exhibit] = [_map(r, distance, change), ladder, _by_distance(r, distance, change, looks)]
    if looks > 1:
        pictures.append(Bars("How many of them see him", "Observers", {"": found}, Mark(1, "somebody"), name="eyes"))
    return w.answer(told, headline=_headline(r, told), chance=told.seen, distribution=found, exhibits=pictures)


@simulation
def throw_sighting(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> Any:
    """Every observer's die thrown: how many of them see him."""
    told = sighting_roll(r, **inputs).value
    return (dice.roll_each(r.text("sighting.roll"), count, told.looks) >= float(told.needed)).sum(axis=1)


def _tell(r: Reader, w: Working, told: Seen) -> None:
    several = told.looks > 1
    w.then("chance of one look" if several else "chance to see him", told.each, "sighting.roll")
    w.note(f"{told.looks} looks, {r.int('sighting.once')} each" if several else "a single look", "sighting.once")
    w.note(f"in {'their' if several else 'his'} own turn, or as a reaction", "sighting.as-reaction")
    w.then("chance that somebody sees him", spoken(told.seen), "sighting.several", when=several)
    w.then("failed looks on average, each a free move", told.failures, "sighting.bonus-repeat")


def _headline(r: Reader, told: Seen) -> str:
    die = r.dice("sighting.roll")
    if told.needed <= min(die):
        return "Sighted without a roll"
    if not told.each:
        return f"Needs {write_number(told.needed)}+: he cannot be sighted"
    lowest = next(face for face in die if face >= told.needed)
    between = f" (the number is {write_number(told.needed)})" if lowest != told.needed else ""
    if told.looks == 1:
        return f"Sighted on {lowest}+{between}: {spoken(told.each)}"
    return (
        f"Each sights him on {lowest}+{between} {likely(told.each)}; one of {told.looks} observers {likely(told.seen)}"
    )


def _map(r: Reader, distance: Number, change: Number) -> Grid:
    """Return the grid of one look's chance, by distance of the table and sum of modifiers."""
    known = sighting.bands(r)
    best = r.int("sighting.mod-open") + r.int("sighting.mod-sniper-observer")
    worst = r.int("sighting.mod-jungle-night") + r.int("sighting.mod-sf-target") + r.int("sighting.mod-sniper-target")
    rows = range(min(best - 1, int(change)), max(worst + 1, int(change)) + 1)
    asked = sighting.table_number(r, distance)
    column = next((place for place, (_, number) in enumerate(known) if asked and asked.amount == number.amount), None)
    return Grid(
        "The chance of one look, by distance and by the modifiers together",
        "Modifiers",
        "Up to (cm)" if r.holds("sighting-bands", "upper-limits") else "At (cm)",
        [signed(row) if row else "none" for row in rows],
        [write_number(upto) for upto, _ in known],
        [[sighting.chance_of(r, sighting.settled(r, number.number + row)) for _, number in known] for row in rows],
        here=None if column is None else (rows.index(int(change)), column),
        name="map",
        by_column={"distance": [upto for upto, _ in known]},
    )


def _by_distance(r: Reader, here: Number, change: Number, looks: int) -> Curves:
    """Return the curves of the chance by whole centimetres, of one look and of all."""
    last = int(sighting.bands(r)[-1][0])
    lines = {"one look": list(_steps(r, change, last))}
    if looks > 1:
        together = [(distance, 1 - (1 - chance) ** looks) for distance, chance in lines["one look"]]
        lines["all looks together"] = together
    ends = [change - 1 for change, _ in lines["one look"]] if r.holds("sighting-bands", "upper-limits") else ()
    return Curves(
        "The chance to see him by distance, all else equal", "Distance (cm)", "Sighted", lines,
        step=True, edges=ends, here=here, name="distance", sets="distance",
    )  # fmt: skip


def _steps(r: Reader, change: Number, last: int) -> Iterator[tuple[Number, Fraction]]:
    """Yield the distances at which the chance changes, and the last distance."""
    before = None
    for distance in range(last + 1):
        chance = sighting.chance_of(r, sighting.need_at(r, distance, change))
        if chance != before or distance == last:
            yield distance, chance
        before = chance

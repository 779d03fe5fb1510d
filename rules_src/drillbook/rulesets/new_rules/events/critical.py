"""Critical events: how likely each is, and what it makes of the unit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Card
from drillbook.maths import Number, Thrower, spoken, write_number
from drillbook.rulesets.new_rules.common.bands import critical_events, event_of
from drillbook.rulesets.new_rules.common.giving_way import (
    RECOILS,
    REMOVED,
    ROUTS,
    ROUTS_HERE,
    befall,
    kept_by,
    suffer,
    thrown_far,
)
from drillbook.rulesets.new_rules.common.inputs import LIMBERED, coloured_of, formation_of, guns_of, unit_of
from drillbook.rulesets.new_rules.common.unit import Unit, must_reform, mustered

TOLD = {
    "officer": "it is noted, and changes nothing",
    "broken": "its next activation goes into its ranks",
    "petrified": "it is not activated in its next turn",
    "wavering": "it is noted, and changes nothing",
    "rout": "it turns and runs for its zone",
}


@dataclass(frozen=True, slots=True)
class Critical:
    """The event rolled, how likely it is, and what it makes of the unit.

    moved: how far it recoils, in S; coloured: its coloured dice then, none where it is removed; engaged: whether it fights on;
    leaves: the chance, over all rolls, that it is out of its melee or off the table; removed: that it is removed.
    """

    event: str
    chance: Fraction
    moved: Number
    coloured: int | None
    engaged: bool
    leaves: Fraction
    removed: Fraction


@dataclass(frozen=True, slots=True)
class End:
    """A unit after a critical event.

    unit: None if it is removed; how: how it gives way; moved: how far it has moved, in S;
    left: whether it has left a melee.
    """

    unit: Unit | None
    how: str = ""
    moved: Number = 0
    left: bool = False


@question(
    "nr/critical?unit=line-infantry&formation=line&coloured=1&engaged=no&room=3&rolled=7",
    "nr/critical?unit=heavy-cavalry&coloured=3&engaged=yes&room=3&rolled=9",
    "nr/critical?unit=foot-battery&guns=unlimbered&coloured=0&engaged=yes&room=3&rolled=8",
    "nr/critical?unit=horse-battery&guns=limbered&coloured=0&engaged=no&room=3&rolled=6",
    "nr/critical?unit=grenadiers&formation=column&coloured=2&engaged=no&room=3&rolled=4",
    "nr/critical?unit=recruits&formation=column&coloured=2&engaged=yes&room=0.5&rolled=11",
)
def critical(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    room: Annotated[Number, Length(0, 3, step=Fraction(1, 2), default=3, label="Room behind it")],
    rolled: Annotated[int, Count(2, 12, default=7, label="Sum of the dice")],
) -> Breakdown[Critical]:
    """What does this critical event do?"""
    w, found = Working(r), mustered(r, unit, formation, coloured, limbered=guns == LIMBERED)
    w.then("the dice show", rolled, "events.critical-dice")
    event, chances = event_of(r, rolled), critical_events(r)
    rule = r.table("critical").row(event).rule or ""
    chance = w.then(f"chance of {r.name('critical', event)}", chances[event], "events.critical-odds")
    end = end_of(r, found, event, room, engaged=engaged)
    told = _effect(r, found, event, end)
    w.note(told, rule, when=event != "volley")
    if event == "volley":
        _recoil(r, w, found, end, engaged=engaged)
    w.note("it is removed", "damage.removal", when=end.unit is None)
    if event == "broken" and found.formation:
        w.note("no modifier of its formation counts until then", "events.broken-line-modifiers")
    if event == "officer":
        w.note("it is activated by itself, as before", "events.officer-killed-single")
    if event == "wavering":
        w.note("and it cannot rally once crippled", "events.wavering-rally")
    ends = chances.map(lambda one: end_of(r, found, one, room, engaged=engaged))
    value = Critical(
        r.name("critical", event), Fraction(chance), end.moved, end.unit.coloured if end.unit else None,
        engaged and not end.left and end.unit is not None,
        ends.chance(lambda one: one.left or one.unit is None), ends.chance(lambda one: one.unit is None),
    )  # fmt: skip
    sums = r.dice("events.critical-dice")
    return w.answer(
        value,
        headline=_headline(value, told, engaged=engaged),
        chance=value.chance,
        distribution=chances.map(lambda one: r.name("critical", one)),
        exhibits=[
            Bars("The sum of the dice", "Sum", {"": sums}, name="sums"),
            Bars("The events", "Event", {"": chances.map(lambda one: r.name("critical", one))}, name="events"),
            Card("What each event would do to it", _all(r, found, room, engaged=engaged), name="all"),
        ],
    )  # fmt: skip


def end_of(r: Reader, unit: Unit, event: str, room: Number, *, engaged: bool) -> End:
    """Return what an event makes of a unit.

    room: the room behind the unit, in S; engaged: whether it is locked in melee.
    """
    after, how = befall(r, unit, event, engaged=engaged)
    if how == REMOVED or after is None:
        return End(None, REMOVED, left=True)
    if how != RECOILS:
        return End(after, how, left=how == ROUTS)
    length = thrown_far(r, Working(r), unit, "it recoils", r.cited("events.volley-recoil", "value"))
    if room >= length:
        return End(after, how, length, left=True)
    held = suffer(r, after, r.int("damage.exchange")) if r.holds("recoil-blocked", "disorder") else after
    return End(held, how, room, left=room > 0)


def _recoil(r: Reader, w: Working, unit: Unit, end: End, *, engaged: bool) -> None:
    """Add the steps of a recoil: its distance, or the rule that keeps the unit where it is."""
    rule = kept_by(r, unit, engaged=engaged)
    w.note("it stays where it is", rule, when=rule)
    if end.how == RECOILS:
        length = thrown_far(r, w, unit, "it recoils", r.cited("events.volley-recoil", "value"))
        w.at_most("as far as there is room", end.moved, "events.volley-recoil", when=end.moved < length)


def _all(r: Reader, unit: Unit, room: Number, *, engaged: bool) -> list[tuple[str, str]]:
    """Return what each event would do to the unit, as the entries of a card."""
    ends = [(row.key, end_of(r, unit, row.key, room, engaged=engaged)) for row in r.rows("critical")]
    return [(r.name("critical", event), _effect(r, unit, event, end)) for event, end in ends]


def _effect(r: Reader, unit: Unit, event: str, end: End) -> str:
    """Return in words what an event does to a unit."""
    if end.unit is None:
        return "it is removed"
    held = " and takes a point of disorder" if end.unit.coloured > unit.coloured else ""
    match event:
        case "volley" if end.moved:
            return f"it recoils {write_number(end.moved)} S{held}"
        case "volley":
            return f"it cannot go back{held}" if end.how == RECOILS else "it stays where it is"
        case "panic":
            return f"a further point of disorder, {end.unit.coloured} in all"
        case "rout" if end.how == ROUTS_HERE:
            return "it routs, and stays where it is"
        case "broken" if not must_reform(r, end.unit):
            return "it has no formation, so nothing comes of it"
        case _:
            return TOLD[event]


def _headline(value: Critical, told: str, *, engaged: bool) -> str:
    """Return the headline: what the event does and how likely it is."""
    melee = (
        "" if not engaged or value.coloured is None else "; it fights on" if value.engaged else "; its melee is over"
    )
    return f"{value.event}: {told}{melee}; chance of this event: {spoken(value.chance)}"


@simulation
def throw_critical(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Throw `count` rolls and return the critical event of each."""
    return [r.name("critical", event_of(r, int(rolled))) for rolled in dice.roll(r.text("events.critical-dice"), count)]

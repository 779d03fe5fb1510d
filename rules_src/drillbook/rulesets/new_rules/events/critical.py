"""Critical events: how likely each is, and what it makes of the unit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Flag, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Card
from drillbook.maths import Number, Thrower, spoken, write_number
from drillbook.rulesets.new_rules.common.bands import critical_events, event_of
from drillbook.rulesets.new_rules.common.fighting import RECOILS, REMOVED, ROUTS, befall, suffer
from drillbook.rulesets.new_rules.common.inputs import coloured_of, formation_of, unit_of
from drillbook.rulesets.new_rules.common.unit import CAVALRY, Unit, mustered

TOLD = {
    "officer": "it is noted, and changes nothing",
    "broken": "its next activation goes into its ranks",
    "petrified": "it is not activated in its next turn",
    "volley": "it recoils",
    "panic": "a further point of disorder",
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
    """A unit after an event: none where it is removed, how far it has moved, whether it has left a melee."""

    unit: Unit | None
    moved: Number = 0
    left: bool = False


@question(
    "nr/critical?unit=line-infantry&formation=line&coloured=1&engaged=no&room=3&rolled=7",
    "nr/critical?unit=heavy-cavalry&coloured=3&engaged=yes&room=3&rolled=9",
    "nr/critical?unit=foot-battery&coloured=0&engaged=yes&room=3&rolled=8",
    "nr/critical?unit=grenadiers&formation=column&coloured=2&engaged=no&room=3&rolled=4",
    "nr/critical?unit=recruits&formation=column&coloured=2&engaged=yes&room=0.5&rolled=11",
)
def critical(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    engaged: Annotated[bool, Flag(label="It is locked in melee")],
    room: Annotated[Number, Length(0, 3, step=Fraction(1, 2), default=3, label="Room behind it")],
    rolled: Annotated[int, Count(2, 12, default=7, label="Sum of the dice")],
) -> Breakdown[Critical]:
    """What does this critical event do?"""
    w, found = Working(r), mustered(r, unit, formation, coloured)
    w.then("the dice show", rolled, "events.critical-dice")
    event, chances = event_of(r, rolled), critical_events(r)
    rule = r.table("critical").row(event).rule or ""
    chance = w.then(f"chance of {r.name('critical', event)}", chances[event], "events.critical-odds")
    w.note(TOLD[event], rule, when=event != "volley")
    end = end_of(r, found, event, room)
    w.then("it recoils, in S", end.moved, "events.volley-recoil", when=event == "volley")
    w.then(
        "its coloured dice",
        end.unit.coloured if end.unit else coloured,
        "events.panic",
        when=event == "panic" and end.unit,
    )
    w.note("it is removed", "damage.removal", when=end.unit is None)
    if event == "broken":
        w.note("no modifier of its formation counts until then", "events.broken-line-modifiers")
    if event == "officer":
        w.note("it is activated by itself, as before", "events.officer-killed-single")
    if event == "wavering":
        w.note("and it cannot rally once crippled", "events.wavering-rally")
    ends = chances.map(lambda one: end_of(r, found, one, room))
    value = Critical(
        r.name("critical", event), Fraction(chance), end.moved, end.unit.coloured if end.unit else None,
        engaged and not end.left and end.unit is not None,
        ends.chance(lambda one: one.left or one.unit is None), ends.chance(lambda one: one.unit is None),
    )  # fmt: skip
    sums = r.dice("events.critical-dice")
    return w.answer(
        value,
        headline=_headline(value, event, engaged=engaged),
        chance=value.chance,
        distribution=chances.map(lambda one: r.name("critical", one)),
        exhibits=[
            Bars("The sum of the dice", "Sum", {"": sums}, name="sums"),
            Bars("The events", "Event", {"": chances.map(lambda one: r.name("critical", one))}, name="events"),
            Card("What each event would do to it", _all(r, found, room), name="all"),
        ],
    )  # fmt: skip


def end_of(r: Reader, unit: Unit, event: str, room: Number) -> End:
    """What an event makes of a unit with so much room behind it."""
    after, how = befall(r, unit, event)
    if how == REMOVED or after is None:
        return End(None, left=True)
    if how == ROUTS:
        return End(after, left=True)
    if how != RECOILS:
        return End(after)
    length = r.int("events.volley-recoil", "value")
    if unit.arm == CAVALRY and r.holds("recoil-distance", "by-arm"):
        length = r.int("actions.recoil-cavalry") * r.int("setup.medium")
    if room >= length:
        return End(after, length, left=True)
    if r.holds("recoil-blocked", "disorder"):
        return End(suffer(r, after, r.int("damage.exchange")), room, left=room > 0)
    return End(after, room, left=room > 0)


def _all(r: Reader, unit: Unit, room: Number) -> list[tuple[str, str]]:
    """What each event would do."""
    return [
        (r.name("critical", row.key), _effect(row.key, end_of(r, unit, row.key, room))) for row in r.rows("critical")
    ]


def _effect(event: str, end: End) -> str:
    """What an event does, in words."""
    if end.unit is None:
        return "it is removed"
    if event == "volley":
        return f"it recoils {write_number(end.moved)} S" if end.left else "it stays where it is"
    return f"{TOLD[event]}: {end.unit.coloured} coloured" if event == "panic" else TOLD[event]


def _headline(value: Critical, event: str, *, engaged: bool) -> str:
    """What the event does and how likely it is."""
    if value.coloured is None:
        told = "the unit is removed"
    elif event == "volley":
        told = f"the unit recoils {write_number(value.moved)} S" if value.moved else "the unit stays where it is"
    elif event == "panic":
        told = f"a further point of disorder, {value.coloured} in all"
    else:
        told = TOLD[event]
    melee = "" if not engaged else "; it fights on" if value.engaged else "; its melee is over"
    return f"{value.event}: {told}{melee}; chance of this event: {spoken(value.chance)}"


@simulation
def throw_critical(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """The events of so many rolls."""
    return [r.name("critical", event_of(r, int(rolled))) for rolled in dice.roll(r.text("events.critical-dice"), count)]

"""Critical events: when a rout ends, and where the unit is by then."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from drillbook.asking import Breakdown, Count, Length, Reader, Working, question, simulation
from drillbook.asking.exhibits import Bars, Track
from drillbook.maths import Chain, Distribution, Number, Thrower, averaged, counted, spoken, write_number
from drillbook.rulesets.new_rules.common.activation import Activation, check_dice
from drillbook.rulesets.new_rules.common.giving_way import rout_far
from drillbook.rulesets.new_rules.common.inputs import (
    LIMBERED,
    Pick,
    Quality,
    coloured_of,
    formation_of,
    guns_of,
    unit_of,
)
from drillbook.rulesets.new_rules.common.lengths import Measure, Short, scale
from drillbook.rulesets.new_rules.common.marching import Marcher
from drillbook.rulesets.new_rules.common.orders import Standing
from drillbook.rulesets.new_rules.common.rolled import actions_thrown
from drillbook.rulesets.new_rules.common.routing import ENDS, GONE, HOME, IN_ZONE, STOPPED, Flight, Routing
from drillbook.rulesets.new_rules.common.unit import Unit, mustered

ON_ITS_WAY = "still on its way"
LABELS = {STOPPED: "Stopped", HOME: "At home", GONE: "Off table", IN_ZONE: "In its zone"}


@dataclass(frozen=True, slots=True)
class Rout:
    """The chances of a rout after a number of turns, and the turns to expect.

    stops: the chance to stop by one roll; routing: the chance that it still routs after the turns looked at;
    arrives: that it has reached its zone by then; lost: that it has left the table by then.
    turns: those to expect until it stops, if it is left to run; None if it never does.
    """

    stops: Fraction
    routing: Fraction
    arrives: Fraction
    turns: Fraction | None
    lost: Fraction


@question(
    "nr/rout?unit=line-infantry&formation=line&quality=4&coloured=1&dice=3&pick=white&speed=2&distance=7&idle=0&turns=6",
    "nr/rout?unit=grenadiers&formation=square&quality=3&coloured=0&dice=3&pick=white&speed=2&distance=7&idle=0&turns=4",
    "nr/rout?unit=light-cavalry&quality=2&coloured=3&dice=3&pick=white&speed=4&distance=12&idle=1&turns=5",
)
def rout(
    r: Reader,
    *,
    unit: Annotated[str, unit_of("The unit", "line-infantry")],
    formation: Annotated[str, formation_of("Its formation", "unit")],
    guns: Annotated[str, guns_of("Its guns", "unit")],
    quality: Quality,
    coloured: Annotated[int, coloured_of("Its coloured dice")],
    dice: Annotated[int, Count(0, 3, default=3, label="Dice rolled each turn")],
    pick: Pick,
    speed: Annotated[int, Count(1, 6, default=2, label="Speed", unit="S")],
    distance: Annotated[Number, Length(0, 24, step=Fraction(1, 2), default=7, label="Its zone is away")],
    idle: Annotated[int, Count(0, 3, label="Turns at first without an activation", help="An earlier unit's turnover.")],
    turns: Annotated[int, Count(1, 12, default=6, label="Turns looked at")],
    short: Short,
    measure: Measure,
) -> Breakdown[Rout]:
    """When does it stop running?"""
    w, table = Working(r), scale(r, short, measure)
    check_dice(r, w, dice)
    running = mustered(r, unit, formation, coloured, limbered=guns == LIMBERED)
    roll = _routing(r, running, quality).activate(coloured, dice, pick).map(lambda one: one.actions)
    far = rout_far(r, w, Marcher(running, speed, Fraction(1) / short))
    flight = Flight(r, roll, far, dice > 0)
    start = Routing(Fraction(distance), 0, idle)
    flow = Chain[Any](start, flight.step, absorbing=ENDS).flow(turns)
    last = flow[-1]
    w.then("successes that stop it", "events.rout-stop")
    stops = w.then(
        "chance of so many in a roll",
        roll.chance(lambda one: one >= r.int("events.rout-stop")),
        "activation.p-at-least",
    )
    if not r.holds("rout-move", "when-activated"):
        w.note("it turns of its own accord and runs in each of its turns", "events.rout")
    routing = w.then(
        "chance that it still routs after those turns",
        last.chance(lambda state: not isinstance(state, str)),
        "events.rout",
    )
    arrives = w.then("chance that it has reached its zone by then", last.chance(_arrived), "events.rout")
    expected = flight.turns_to_stop(start)
    if expected is not None:
        w.then("turns to expect until it stops, if it is left to run", expected, "events.rout-stop")
    value = Rout(Fraction(stops), Fraction(routing), Fraction(arrives), expected, last[GONE])
    shown = [one.map(_place) for one in flow]
    ends = last.map(_end)
    places = _places(flow)
    return w.answer(
        value,
        headline=_headline(value, turns, runs=far > 0),
        chance=last[STOPPED] + last[HOME],
        distribution=ends,
        exhibits=[
            Track(
                "How far it is from its zone, turn by turn, and where it stops: at home means in its zone", places, shown, absorbing=ENDS,
                labels={place: LABELS.get(place, place) for place in places},
            ),
            Bars("How it stands at the end", "It is", {"": ends}, name="end"),
            table.card(),
        ],
    )  # fmt: skip


def _routing(r: Reader, unit: Unit, quality: int) -> Activation:
    """Return the activation in which a unit that routs tries to stop."""
    return Activation(r, quality, Standing(unit, routs=True))


def _arrived(state: Routing | str) -> bool:
    """Whether it has come to its zone."""
    return state in (HOME, GONE) if isinstance(state, str) else not state.far


def _place(state: Routing | str) -> str:
    """Where it is, in words."""
    if isinstance(state, str):
        return state
    return f"{write_number(state.far)} S" if state.far else IN_ZONE


def _end(state: Routing | str) -> str:
    """Return in words where a unit is at the end."""
    return ON_ITS_WAY if isinstance(state, Routing) and state.far else _place(state)


def _places(flow: tuple[Distribution[Any], ...]) -> list[str]:
    """Every place that comes up, from far to near, and the ends after them."""
    states = {state for now in flow for state in now}
    running = sorted({state.far for state in states if isinstance(state, Routing)}, reverse=True)
    return [*(_place(Routing(far)) for far in running), *(end for end in ENDS if end in states)]


def _headline(value: Rout, turns: int, *, runs: bool) -> str:
    """How long it runs."""
    where, there = ("off the table", value.lost) if value.lost else ("in its zone", value.arrives)
    zone = f"; {where} by then: {spoken(there)}" if there else "" if runs else "; it does not move"
    never = "it never stops" if value.turns is None else f"it stops after {averaged(value.turns, 'turn')} on average"
    stops = 1 - value.routing - value.lost
    return f"It stops within {counted(turns, 'turn')}: {spoken(stops)}{zone}; {never}"


@simulation
def throw_rout(r: Reader, dice: Thrower, count: int, /, **inputs: Any) -> list[str]:
    """Where so many routing units are at the end."""
    i = inputs
    unit = mustered(r, i["unit"], i["formation"], i["coloured"], limbered=i["guns"] == LIMBERED)
    found = _routing(r, unit, i["quality"])
    far = rout_far(r, Working(r), Marcher(unit, i["speed"], Fraction(1) / i["short"]))
    flight = Flight(r, Distribution.sure(0), far, i["dice"] > 0)
    ends = []
    for _ in range(count):
        state: Routing | str = Routing(Fraction(i["distance"]), 0, i["idle"])
        for _ in range(i["turns"]):
            state = flight.turn(state, actions_thrown(found, dice, i["coloured"], i["dice"], i["pick"]))
        ends.append(_end(state))
    return ends

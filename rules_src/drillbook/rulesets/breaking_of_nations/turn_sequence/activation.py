"""The turn: in which order the units of all players are activated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated

from drillbook.asking import Breakdown, Contradiction, Count, Reader, Rows, Working, question
from drillbook.asking.exhibits import Event, Timeline
from drillbook.errors import listed
from drillbook.maths import counted
from drillbook.rulesets.breaking_of_nations.common.starting import Order, number, starting_order


@dataclass(frozen=True, slots=True)
class Activation:
    """The activations: their sequence, their number, and how many units stay idle.

    In the sequence, players are numbers and their units letters.
    """

    sequence: str
    activations: int
    idle: int


@question(
    "bon/activation?sides=1,3;2,1",
    "bon/activation?sides=5,3;2,2;4,4",
    "bon/activation?sides=1,2;2,2;3,2",
)
def activation(
    r: Reader,
    *,
    sides: Annotated[
        tuple[tuple[int, int], ...],
        Rows(
            {"score": Count(1, 6, default=3, label="Initiative"), "units": Count(1, 8, default=3, label="Units")},
            low=2, high=6, default=((5, 3), (2, 2), (4, 4)), noun="player", label="Players",
        ),
    ],
) -> Breakdown[Activation]:  # fmt: skip
    """Who activates a unit when?"""
    w = Working(r)
    order = starting_order(r, [score for score, _ in sides])
    if not order.settled:
        raise Contradiction(_tie(order), sides=_untied(order, sides))
    w.start("units on the table", sum(units for _, units in sides), "turn-sequence.alternate")
    w.note(f"players start in the order {order.words()}", "setup.initiative")
    r.cite("turn-sequence.rotation-example")
    turns = list(_turns(r, order, [units for _, units in sides]))
    done = sum(len(units) for _, units in turns)
    idle = int(w.subtract("activated in this turn", done, "turn-sequence.alternate"))
    w.note("then the glory tests", "turn-sequence.phases")
    sequence = " ".join("+".join(_unit(side, one) for one in units) for side, units in turns)
    value = Activation(sequence, done, idle)
    return w.answer(value, headline=_headline(turns, done, idle), exhibits=[_rounds(turns, len(sides))])


def _turns(r: Reader, order: Order, units: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Who activates which of his units, one go after another, by the reading in force."""
    reading, each = r.read_as("uneven-counts"), r.int("turn-sequence.alternate")
    left, fewest = list(units), ceil(min(units) / each)
    rounds = 0
    while any(left):
        for side in order.sides:
            if not left[side]:
                continue
            many = min(each, left[side])
            if reading == "keeps-pace":
                many = ceil(left[side] / (fewest - rounds))
            first = units[side] - left[side]
            left[side] -= many
            yield side, list(range(first, first + many))
            if reading == "turn-ends" and not left[side]:
                return
        rounds += 1


def _unit(side: int, unit: int) -> str:
    """Return a unit by its player's number and its own letter."""
    return f"{number(side)}{chr(ord('a') + unit)}"


def _headline(turns: Sequence[tuple[int, list[int]]], done: int, idle: int) -> str:
    """Return in words how many activations there are, in how many goes, and what stays idle.

    The words also state who has the first and the last go.
    """
    goes = "one after another" if len(turns) == done else f"in {counted(len(turns), 'go', 'goes')}"
    first, last = (number(side) for side, _ in (turns[0], turns[-1]))
    ends = "and ends" if first == last else f"and player {last} ends"
    left = f"; {counted(idle, 'unit')} left idle" if idle else ""
    return f"{counted(done, 'activation')}, {goes}: player {first} starts {ends}{left}"


def _tie(order: Order) -> str:
    tied = next(group for group in order.groups if len(group) > 1)
    then = (
        "agree on their order: enter scores that say it" if order.agreed else "throw again: enter what they throw then"
    )
    return f"Players {listed([number(side) for side in tied], 'and')} tie and {then}."


def _untied(order: Order, sides: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the same players with scores that leave no tie."""
    place = {side: rank for rank, side in enumerate(order.sides, start=1)}
    return tuple((place[side], units) for side, (_, units) in enumerate(sides))


def _rounds(turns: Sequence[tuple[int, list[int]]], players: int) -> Timeline:
    """Return the timeline of the activations, one after another, in a lane for each player."""
    events = [
        Event(f"Player {number(side)}", place, place + 1, "+".join(_unit(side, one) for one in units))
        for place, (side, units) in enumerate(turns)
    ]
    lanes = [f"Player {number(side)}" for side in range(players)]
    events.sort(key=lambda one: (lanes.index(one.lane), one.start))
    return Timeline("The activations of the turn, one after another.", "go", events, name="rounds")

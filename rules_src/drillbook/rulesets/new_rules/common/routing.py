"""A unit that routs: its attempt to stop in each turn, and how far it runs otherwise.

The question on routs and the walk of turns use this module.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Chain, Distribution, Number

STOPPED, HOME, GONE, IN_ZONE = "stopped on the way", "stopped in its zone", "off the table", "in its zone"
ENDS = (STOPPED, HOME, GONE)


class Routing(NamedTuple):
    """A routing unit: its distance from its zone, its progress towards stopping, and its wait.

    far: how far it is from its zone, in S; towards: its progress towards stopping; waits: how many turns it still waits.
    """

    far: Number
    towards: int = 0
    waits: int = 0


@dataclass(frozen=True, slots=True)
class Flight:
    """The way in which a unit runs.

    roll: what a turn's roll gives it; speed: how far it runs in a turn, in S; rolls: whether any dice are rolled for it.
    """

    r: Reader
    roll: Distribution[int]
    speed: Number
    rolls: bool

    def stopped(self, state: Routing, actions: int) -> Routing | str:
        """Return the state after the attempt to stop."""
        needs = self.r.int("events.rout-stop")
        match self.r.read_as("rout-stop"):
            case "added-up":
                towards = state.towards + actions
            case "three-turns":
                towards = state.towards + (actions > 0)
            case _:
                towards = actions
        kept = 0 if self.r.holds("rout-stop", "one-roll") else towards
        if towards >= needs:
            return STOPPED if state.far else HOME
        return state._replace(towards=kept)

    def turn(self, state: Routing | str, actions: int) -> Routing | str:
        """Return the state after a turn of the unit's owner."""
        if isinstance(state, str):
            return state
        active = not state.waits and self.rolls
        tried = self.stopped(state, actions) if active else state
        if isinstance(tried, str):
            return tried
        waits = max(0, state.waits - 1)
        if not active and self.r.holds("rout-move", "when-activated"):
            return tried._replace(waits=waits)
        far = max(Fraction(0), Fraction(tried.far) - Fraction(self.speed))
        if not far and self.r.holds("rout-move", "leaves-the-table"):
            return GONE
        return Routing(far, tried.towards, waits)

    def turns_to_stop(self, start: Routing) -> Fraction | None:
        """Return the turns to expect until the unit stops, wherever it is by then.

        The result is None if the unit never stops.
        """

        def step(state: Any) -> Distribution[Any]:
            if state.waits or not self.rolls:
                return Distribution.sure(state._replace(waits=max(0, state.waits - 1)))
            return self.roll.map(lambda actions: self.stopped(state, actions))

        return Chain[Any](start, step, absorbing=ENDS).expected_turns()

    def step(self, state: Routing | str) -> Distribution[Routing | str]:
        """All that a turn may make of it."""
        return self.roll.map(lambda actions: self.turn(state, actions))

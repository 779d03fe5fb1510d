"""A unit on its way to its enemy, turn after turn: how far each roll takes it.

The module also tells whether the unit has arrived.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from drillbook.asking import Reader
from drillbook.maths import Number
from drillbook.rulesets.new_rules.common.marching import March, closes, covered
from drillbook.rulesets.new_rules.common.orders import LIMBER, SEIZE, cost_of
from drillbook.rulesets.new_rules.common.unit import Unit

#: How a way ends: it is there, or it never will be.
THERE, NEVER = "there", "never"


class Apart(NamedTuple):
    """How far a unit still has to go, in S, and whether its guns must be limbered first."""

    far: Fraction
    limbers: bool = False


@dataclass(frozen=True, slots=True)
class Approach:
    """A unit that spends all of its actions on its way.

    charges: whether it wants contact, and not only to come within a distance.
    """

    r: Reader
    unit: Unit
    march: March
    charges: bool

    def turn(self, state: Apart | str, actions: int) -> Apart | str:
        """Return the state after a turn with that many actions."""
        if isinstance(state, str):
            return state
        if state.limbers:
            cost = cost_of(self.r, LIMBER).whole
            return self.turn(Apart(state.far), actions - cost) if actions >= cost else state
        goes = Fraction(self.goes(actions))
        if not (self.charges and self.r.holds("charge-cost", "seize-alone")):
            return THERE if goes >= state.far else Apart(state.far - goes)
        return self._seizes(state.far, actions)

    def _seizes(self, far: Fraction, actions: int) -> Apart | str:
        """Return the state after a turn in which contact needs Seizing the Initiative."""
        cost, reach = cost_of(self.r, SEIZE).whole, Fraction(closes(self.r, self.march, SEIZE))
        before = 0 if self.r.holds("move-total", "speed-in-all") else self.goes(actions - cost)
        if actions >= cost and far <= reach + Fraction(before):
            return THERE
        return Apart(max(far - Fraction(self.goes(actions)), min(far, reach)))

    def goes(self, actions: int) -> Number:
        """How far so many actions take it, in S."""
        return covered(self.r, self.march, self.unit, actions) if actions > 0 else 0

"""How far a unit goes: its Speed, the effect of its formation, and Double time.

Every chapter in which units march uses this module.
"""

from dataclasses import dataclass
from fractions import Fraction

from drillbook.asking import Reader, Working
from drillbook.maths import Number, exact
from drillbook.rulesets.new_rules.common.orders import DOUBLE, MOVE, SEIZE, cost_of
from drillbook.rulesets.new_rules.common.prices import loses_action
from drillbook.rulesets.new_rules.common.unit import ARTILLERY, LINE, SQUARE, Unit


@dataclass(frozen=True, slots=True)
class Marcher:
    """A unit on its way: its Speed in S; inch: one of the table's measure, in S."""

    unit: Unit
    speed: int
    inch: Fraction = Fraction(1)

    def stands(self) -> str:
        """Return the rule that keeps the unit where it is; empty if it may move."""
        if self.unit.formed == SQUARE:
            return "infantry.square-movement"
        return "artillery.unlimbered-static" if self.unit.arm == ARTILLERY and not self.unit.limbered else ""


@dataclass(frozen=True, slots=True)
class March:
    """How far a unit goes with a Move and with Double time, in S."""

    move: Number
    double: Number


def march_of(r: Reader, w: Working, marcher: Marcher) -> March:
    """How far it goes with a Move, and with Double time."""
    w.start("Speed, in S", marcher.speed, "movement.speed")
    if rule := marcher.stands():
        return March(w.times("it stays where it is", r.int("movement.line-speed", "floor"), rule), 0)
    if marcher.unit.formed == LINE:
        less = r.cell("formations", "line-movement", "amount")
        match r.read_as("line-movement"):
            case "short-less":
                w.add("in line, in S", less)
            case "measure-less":
                w.add(
                    "in line, in the table's measure",
                    exact(marcher.inch * less.whole),
                    "infantry.line-movement",
                )
            case _:
                w.note("in line it has an action less to move with", "infantry.line-movement")
        w.at_least("never below", "movement.line-speed")
    single: Number = w.total
    twice = single if r.holds("double-time", "twice-speed-and-short") else 0
    w.add("a second time", twice, "actions.double-time-effect", when=twice)
    return March(single, w.add("with Double time, more", "actions.double-time-effect"))


def closes(r: Reader, march: March, order: str) -> Number:
    """Return how far a unit comes into contact by an order, in S.

    The order is a Move, Double time or Seizing the Initiative.
    """
    if order == SEIZE:
        return march.double if r.holds("seize-reach", "double-time") else march.move
    if r.holds("charge-cost", "seize-alone"):
        return 0  # a charge needs the Initiative
    return march.double if order == DOUBLE else march.move


def covered(r: Reader, march: March, unit: Unit, actions: int) -> Number:
    """How far so many actions take it straight ahead, in S, by Moves and Double time."""
    if actions and loses_action(r, unit):
        actions += r.cell("formations", "line-movement", "amount").whole
    move, double = cost_of(r, MOVE).whole, cost_of(r, DOUBLE).whole
    if r.holds("move-total", "speed-in-all"):
        return march.double if actions >= double else march.move if actions >= move else 0
    once = r.holds("repeat-actions", "each-once")
    far = Fraction(0)
    for doubles in range(min(1, actions // double) + 1 if once else actions // double + 1):
        moves = max(0, actions - doubles * double) // move
        far = max(far, Fraction(march.double) * doubles + Fraction(march.move) * (min(1, moves) if once else moves))
    return exact(far)

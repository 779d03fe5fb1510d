"""Asking for support: the number for each kind of caller, and the delay of the strike."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Thrower
from drillbook.maths.number_words import in_words

REGULARS, MORTARS, COUNTER = "regulars", "mortars", "counter"
CALLERS = {REGULARS: "Regulars", MORTARS: "Irregulars with Mortars", COUNTER: "Regulars, against a mortar"}
#: For each caller the rule and its part that say what the die must show, and after how many turns the fire falls.
NUMBERS = {
    REGULARS: ("support.call", "value"),
    MORTARS: ("army.mortars-call", "value"),
    COUNTER: ("army.counter-battery-roll", None),
}
ARRIVALS = {
    REGULARS: ("support.arrival", None),
    MORTARS: ("army.mortars-call", "delay"),
    COUNTER: ("army.counter-battery-when", None),
}
REMARKS = {
    MORTARS: ("the extra gives Irregulars support fire", "army.mortars-who"),
    COUNTER: ("his support fire is spent on the mortar", "army.counter-battery"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """One request for support: the number the die must reach, the chance of fire, and the delay.

    delay is in turns. second is the number that another die must reach after the first; None if one die settles the
    matter.
    """

    needed: int
    chance: Fraction
    delay: int
    second: int | None

    def throw(self, r: Reader, dice: Thrower, throws: int, turns: int = 1) -> Any:
        """Throw for the request in each of `turns` turns, and return whether fire is granted.

        The result is an array of shape (throws, turns).
        """
        die = r.text("support.call", "die")
        granted = dice.roll_each(die, throws, turns) >= self.needed
        return granted & (dice.roll_each(die, throws, turns) >= self.second) if self.second else granted


def request(r: Reader, w: Working, caller: str, *, improved: bool = False, roe: bool = False) -> Request:
    """One request for support with its steps; refused where the rules give the caller none."""
    if improved and roe:
        w.refuse("Rules of Engagement and Improved Support Fire exclude each other.", "army.roe-no-improved")
    if caller != MORTARS and r.holds("support-access", "must-be-bought"):
        w.refuse("Support fire would have to be bought, and the source prints no price for it.", "basics.build")
    twice = caller == COUNTER and r.holds("counter-battery", "two-rolls")
    if caller in REMARKS:
        w.note(*REMARKS[caller])
    against = " for fire against the mortar" if caller == COUNTER else ""
    w.start(f"asks{against} as the turn begins, and needs", r.cited(*NUMBERS[REGULARS if twice else caller]))
    if improved and caller == MORTARS and r.holds("mortar-improved", "regulars-only"):
        w.note("the improvement is for Regulars' support only", "army.improved-support")
    elif improved:
        w.subtract("Improved Support Fire, on the die", "army.improved-support")
    w.subtract("Rules of Engagement, on the die", "army.roe-support", when=roe)
    needed, die = w.whole, r.dice("support.call", "die")
    w.then("chance that the request is granted", die.at_least(needed), "support.call")
    second = r.int("army.counter-battery-roll") if twice else None
    if second:
        w.times(f"and then {second} or more on another die", die.at_least(second), "army.counter-battery-roll")
    delay = r.cited(*ARRIVALS[caller])
    turns = f"{in_words(delay.whole)} {'turn' if delay.whole == 1 else 'turns'}"
    w.note(f"it falls {turns} later, as that turn begins and before initiative", delay.rule)
    return Request(needed, Fraction(w.total), delay.whole, second)

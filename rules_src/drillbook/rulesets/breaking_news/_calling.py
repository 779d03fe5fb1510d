"""Asking for support: what the die must show for each kind of caller, and how long the strike takes to come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from drillbook.answers import Refusal
from drillbook.reader import Cited
from drillbook.wording import in_words

if TYPE_CHECKING:
    from drillbook.reader import Reader, Working

REGULARS, MORTARS, COUNTER = "regulars", "mortars", "counter"
CALLERS = {
    REGULARS: "Regulars",
    MORTARS: "Irregulars with Mortars",
    COUNTER: "Regulars, against a mortar",
}


@dataclass(frozen=True, slots=True)
class Request:
    """What one request comes to: the number the die must reach, the chance that fire comes of it, and the turns it takes."""

    needed: int
    chance: Fraction
    delay: int


def request(r: Reader, w: Working, caller: str, *, improved: bool, roe: bool) -> Request | Refusal:
    """One request for support with its steps; a Refusal where the rules give the caller none."""
    if improved and roe:
        return w.refuse("Rules of Engagement and Improved Support Fire exclude each other.", "army.roe-no-improved")
    if caller != MORTARS and r.reading("support-access") == "B":
        return w.refuse("Support fire would have to be bought, and the source prints no price for it.", "basics.build")
    number, at_once = _number(r, w, caller)
    against = " for fire against the mortar" if caller == COUNTER else ""
    w.start(f"asks{against} as the turn begins, and needs", number)
    if improved:
        if caller == MORTARS and r.reading("mortar-improved") == "B":
            w.note("the improvement is for Regulars' support only", "army.improved-support")
        else:
            w.subtract("Improved Support Fire, on the die", "army.improved-support")
    if roe:
        w.subtract("Rules of Engagement, on the die", "army.roe-support")
    needed = w.total
    die = r.dice("support.call", "die")
    chance = die.at_least(needed)
    w.then("chance that the request is granted", Cited(chance, r.cite("support.call")))
    if caller == COUNTER and not at_once:
        second = r.int("army.counter-battery-roll")
        w.times(
            f"and then {second} or more on another die",
            Cited(die.at_least(second), r.cite("army.counter-battery-roll")),
        )
        chance = w.total
    delay = _delay(r, caller)
    arrives = {MORTARS: "army.mortars-call", COUNTER: "army.counter-battery-when"}.get(caller, "support.arrival")
    w.note(
        f"it falls {in_words(delay)} {'turn' if delay == 1 else 'turns'} later, as that turn begins and before initiative",
        arrives,
    )
    return Request(needed, Fraction(chance), delay)


def _number(r: Reader, w: Working, caller: str) -> tuple[Cited, bool]:
    """The number before anything changes it, and whether that one die settles the matter."""
    if caller == MORTARS:
        w.note("the extra gives Irregulars support fire", "army.mortars-who")
        return r.cited("army.mortars-call", "value"), True
    if caller == COUNTER:
        w.note("his support fire is spent on the mortar", "army.counter-battery")
        if r.reading("counter-battery") == "A":
            return r.cited("army.counter-battery-roll"), True
        return r.cited("support.call", "value"), False
    return r.cited("support.call", "value"), True


def _delay(r: Reader, caller: str) -> int:
    """How many turns after the request the fire falls."""
    if caller == MORTARS:
        return r.int("army.mortars-call", "delay")
    return r.int("army.counter-battery-when" if caller == COUNTER else "support.arrival")

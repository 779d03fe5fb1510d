"""A machine gun's fire in a turn: the cost of salvoes, the number of shots, and jams.

This module has no question of its own.
"""

from fractions import Fraction
from typing import Any

from drillbook.asking import Reader, Working
from drillbook.maths import Distribution, Number, binomial, write_number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common import shooting
from drillbook.rulesets.fixed_baynet.common.volley import aiming

MG = guns.MACHINE_GUN


def band_of(r: Reader, w: Working, distance: Number) -> str:
    """Return the range band of a distance; refuse if the gun does not reach."""
    band = shooting.band_at(r, distance, {name: r.cell("artillery", MG, name) for name in shooting.BANDS})
    if band is None:
        far = write_number(r.cell("artillery", MG, shooting.BANDS[-1]).number)
        reason = f'Out of range: the machine gun reaches {far}", not {write_number(distance)}".'
        w.refuse(reason, "ranged-combat.in-range")
    return band


def salvoes(r: Reader, w: Working, wanted: int, *, turned: bool = False) -> int:
    """How many salvoes the crew pays for: none where its AC do not reach; the steps go into `w`."""
    left = guns.crew_actions(r, w, MG)
    if turned:
        left = w.subtract("turning the gun", guns.turn_cost(r), "artillery.rotate")
    price, all_at_once = guns.fire_price(r, MG), r.holds("mg-ac", "all-salvoes")
    if left < price.number:
        w.note(f"firing takes {price.amount} AC, and {left} are left", price.rule)
        return 0
    w.then("salvoes wanted", wanted, "artillery.mg-rof")
    w.at_most("rate of fire", r.cited("artillery.mg-rof", "salvoes"))
    if all_at_once:
        w.note(f"{price.amount} AC pay for all of them", price.rule)
    else:
        order = aiming(r)[0] if r.holds("mg-ac", "one-each") else 0
        w.at_most("as many as the AC pay for", (left - order) // (price.whole - order), price.rule)
    return w.whole


def shots_of(r: Reader, w: Working, fired: int) -> int:
    """How many shots those salvoes are."""
    w.then("salvoes", fired, "artillery.mg-rof")
    w.times("shots a salvo", r.cell("artillery", MG, "salvo"))
    return w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))  # type: ignore[no-any-return]


def hits_of(r: Reader, fired: int, shots: int, chance: Fraction) -> Distribution[Any]:
    """How many hits the shots score: a die for each, or on the other reading one for a salvo."""
    if r.holds("mg-shots", "each-shot"):
        return binomial(shots, chance)
    each = shots // fired
    return binomial(fired, chance).map(lambda good: good * each)


def jams(r: Reader) -> Fraction:
    """Return the chance that a turn's die jams the gun."""
    return r.dice("artillery.mg-jam", "dice").at_least(r.int("artillery.mg-jam", "jams"))


def pinning(r: Reader, w: Working) -> str:
    """Return the words about a machine gun's fire that does not pin at once.

    The words are empty if the fire pins at once. The note about pinning is added to `w`.
    """
    if r.holds("mg-pinned", "at-once"):
        w.note("it pins what it fires at", "artillery.mg-pin")
        return ""
    w.note("its fire counts towards the turns under fire that pin a unit", "artillery.mg-pin")
    return "; its fire pins nobody at once"

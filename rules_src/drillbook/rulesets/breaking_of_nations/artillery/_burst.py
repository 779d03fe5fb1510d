"""A machine gun's fire in a turn: its bands, its salvoes and its shots. Squads and riders come under it. No question of its own."""

from drillbook.asking import Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, band_at

MG = guns.MACHINE_GUN


def band_of(r: Reader, distance: Number) -> str | None:
    """The range band of a distance; None out of range."""
    return band_at(r, distance, {name: r.cell("artillery", MG, name) for name in BANDS})


def shots_of(r: Reader, w: Working, wanted: int) -> tuple[int, int]:
    """How many salvoes the gun fires of those that are wanted, and how many shots they are; the steps go into `w`."""
    fired = _salvoes(r, w, wanted)
    w.times("shots a salvo", r.cell("artillery", MG, "salvo"))
    shots = w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))
    w.note("every shot is a roll of its own", "artillery.mg-roll")
    return fired, shots


def _salvoes(r: Reader, w: Working, wanted: int) -> int:
    """How many salvoes the gun fires: no more than its rate of fire and the AC of its crew allow."""
    cost, available = r.int("artillery.fire-cost"), guns.crew_actions(r, w, MG)
    w.forbid(
        f"Firing takes {cost} AC, and the crew never has more than {available}.",
        "artillery.fire-cost",
        when=available < cost,
    )
    w.then("salvoes wanted", wanted, "artillery.mg-rof")
    w.at_most("rate of fire", r.cited("artillery.mg-rof", "salvoes"))
    if r.holds("mg-fire-cost", "all-salvoes"):
        w.note(f"{cost} AC pay for all of them", "artillery.fire-cost")
    else:
        w.at_most("as many as the AC pay for", available // cost, "artillery.fire-cost")
    return w.whole

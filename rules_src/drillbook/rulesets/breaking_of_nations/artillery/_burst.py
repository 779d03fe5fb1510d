"""The fire of a machine gun in a turn: its bands, its salvoes and its shots.

Squads and riders come under this fire. The module has no question of its own.
"""

from drillbook.asking import Reader, Working
from drillbook.maths import Number
from drillbook.rulesets.breaking_of_nations.artillery import _guns as guns
from drillbook.rulesets.breaking_of_nations.common.shooting import BANDS, band_at

MG = guns.MACHINE_GUN


def band_of(r: Reader, distance: Number) -> str | None:
    """Return the range band of a distance, or None if the distance is out of range."""
    return band_at(r, distance, {name: r.cell("artillery", MG, name) for name in BANDS})


def shots_of(r: Reader, w: Working, wanted: int) -> tuple[int, int]:
    """Return the number of salvoes that the gun fires and the number of their shots.

    wanted is the number of salvoes wanted. The steps go into `w`.
    """
    fired = _salvoes(r, w, wanted)
    w.times("shots a salvo", r.cell("artillery", MG, "salvo"))
    shots = w.at_most("shots a turn at most", r.cited("artillery.mg-rof", "shots"))
    w.note("every shot is a roll of its own", "artillery.mg-roll")
    return fired, shots


def _salvoes(r: Reader, w: Working, wanted: int) -> int:
    """Return the number of salvoes that the gun fires, limited by its rate of fire and its AC.

    The AC are those of its crew. wanted is the number of salvoes wanted. The function forbids the fire if the crew never
    has the AC for it. The steps go into `w`.
    """
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

"""A helicopter in the firing table and among the vehicles: the column that counts, and the armour it has."""

from drillbook.asking import Reader
from drillbook.rulesets.breaking_news.common.firing import bands, row_of
from drillbook.rulesets.breaking_news.common.vehicle_save import HEAVY, LIGHT


def far(r: Reader, weapon: str) -> int | None:
    """The distance of the longest shot between a weapon and a helicopter, by the ruling; None where it has none.

    A weapon with a limit of its own (a pistol, a hand grenade, a flamethrower) never gets that far.
    """
    row = row_of(weapon)
    if r.has_cell("weapons", row, "max"):
        return None
    reach = bands(r)
    own = {column: far for column, far in reach.items() if r.has_cell("weapons", row, column)}
    longest = max(own.values())
    return None if r.holds("heli-range", "longest-column") and longest < max(reach.values()) else longest


def armour(r: Reader) -> str:
    """The line of the vehicles' table a helicopter counts as, by the ruling."""
    return LIGHT if r.holds("heli-armour", "light") else HEAVY

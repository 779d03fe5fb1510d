"""A referee's tools for 1418: charts, cover, speeds, dice and questions to the book.

Both charts, cover and speeds are here a second time. Nothing of the ruleset is imported: a test that uses this module
works answers out from the source alone and compares the book's.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from drillbook import ask

F = Fraction
Chances = dict[Any, Fraction]
D6 = range(1, 7)

#: The back page: speed, melee dice and bonus, shooting dice and bonus, Resilience (none: as parent), range figure (none: no limit), kind.
BACK: dict[str, tuple[str, int, int, int, int, int | None, int | None, str]] = {
    "reserve-inf": ("medium-inf", 2, 0, 1, 0, 3, 300, "infantry"), "line-inf": ("medium-inf", 2, 0, 1, 0, 4, 300, "infantry"),
    "elite-inf": ("medium-inf", 2, 0, 1, 0, 5, 400, "infantry"), "skirmishers": ("fast-inf", 1, 0, 1, 0, 5, 200, "infantry"),
    "command": ("slow-inf", 1, 0, 1, 0, None, 100, "heavy"), "early-hmg": ("slow-inf", 1, 0, 3, 1, None, 800, "heavy"),
    "early-mortar": ("slow-inf", 1, 0, 2, 1, None, 1200, "heavy"), "melee-cav": ("fast-cav", 3, 0, 0, 0, 3, 0, "cavalry"),
    "mixed-cav": ("fast-cav", 3, 0, 1, 0, 3, 50, "cavalry"), "mtd-rifles": ("medium-cav", 2, 0, 1, 0, 3, 300, "cavalry"),
    "late-hmg": ("slow-inf", 1, 0, 4, 1, None, 1000, "heavy"), "lmg-squad": ("medium-inf", 1, 0, 2, 0, None, 400, "lmg"),
    "smg-squad": ("medium-inf", 2, 0, 2, 0, None, 150, "infantry"), "gren-squad": ("medium-inf", 3, 1, 2, 0, None, 150, "infantry"),
    "mother-tanks": ("slow-inf", 0, 0, 3, 2, 6, 400, "tank"), "medium-whip": ("fast-inf", 0, 0, 1, 1, 5, 200, "tank"),
    "seven-cm-field-guns": ("slow-inf", 0, 0, 2, 2, 4, 2000, "gun"), "light-howitzers": ("slow-inf", 0, 0, 2, 2, 4, None, "gun"),
    "twelve-cm-howitzers": ("slow-inf", 0, 0, 1, 3, 4, None, "gun"),
}  # fmt: skip
#: The chart beside the shooting rules ends with the grenadiers, and prints no bonus.
FIRST = [unit for unit, row in BACK.items() if row[7] not in ("tank", "gun")]
CM = {"slow-inf": 4, "medium-inf": 6, "fast-inf": 8, "slow-cav": 8, "medium-cav": 12, "fast-cav": 16}
GOING = {"open": F(1), "rough": F(3, 4), "impractical": F(1, 4)}
#: The lines of the cover chart, as a form of a melee names them.
LINES = {
    "open": -2,
    "rough": -1,
    "dug-open": 1,
    "defensible-dug": 2,
    "defensible-other": 1,
    "fort-dug": 3,
    "fort-other": 2,
}
#: Works: dug in, and moving or not dug in.
WORKS = {"defensible": (2, 1), "fortification": (3, 2)}


def value(address: str) -> Mapping[str, Any]:
    """Return the figures of the book's answer to an address."""
    return ask(address).outcome.flat()


def told(**given: str) -> str:
    """Return readings as an address has them, from letters by the readings' names."""
    return "".join(f"&ruling.{name.replace('_', '-')}={letter}" for name, letter in given.items())


def die(needs: int, bonus: int = 0, *, low: str = "A", six: str = "A") -> Fraction:
    """One die that has to match or beat a Resilience."""
    wanted = max(1, needs) if low == "C" else needs
    return F(
        sum(1 for face in D6 if (face + bonus >= wanted or (six == "B" and face == 6)) and (face > 1 or low != "B")), 6
    )


def twice(needs: int, bonus: int = 0, *, again: str = "A", keeps: str = "A", low: str = "A") -> Fraction:
    """Return the chance that a die hits armour, rolled again as the reading has it.

    again: A needs both rolls, B the second, C either; keeps: A if the second roll keeps the bonus.
    """
    first, second = die(needs, bonus, low=low), die(needs, bonus if keeps == "A" else 0, low=low)
    return {"A": first * second, "B": second, "C": first + (1 - first) * second}[again]


def pool(chances: list[Fraction]) -> Chances:
    """How many of these dice hit."""
    found: Chances = {0: F(1)}
    for chance in chances:
        found = both(found, {0: 1 - chance, 1: chance}, lambda so_far, one: so_far + one)
    return found


def sampled(*sides: Any, many: int = 24) -> list[Any]:
    """Return some of all combinations of the sides, the same ones every time."""
    ways = list(product(*sides))
    return Random(1918).sample(ways, min(many, len(ways)))


def both(one: Chances, other: Chances, join: Callable[[Any, Any], Any]) -> Chances:
    """Two things that have nothing to do with each other."""
    result: Chances = defaultdict(F)
    for (first, chance), (second, share) in product(one.items(), other.items()):
        result[join(first, second)] += chance * share
    return dict(result)


def states(hits: Chances, carried: int) -> dict[str, Fraction]:
    """Return the chances of unharmed, injured and removed from the hits and those carried.

    One hit injures, two hits remove.
    """
    result: dict[str, Fraction] = defaultdict(F)
    for many, chance in hits.items():
        result[("unharmed", "injured", "removed")[min(2, many + carried)]] += chance
    return result


def rolls_again(unit: str, who: str) -> bool:
    """Return whether a unit's dice against a vehicle are rolled again.

    They are for infantry, Heavy Weapons and tanks, and for cavalry if who is B; never for guns.
    """
    return BACK[unit][7] != "gun" and (who == "B" or BACK[unit][7] != "cavalry")

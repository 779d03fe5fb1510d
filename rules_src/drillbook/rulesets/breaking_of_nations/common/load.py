"""A man's AC in a turn, and when a man with a heavy weapon may fire it.

Planned turns and single shots use this module.
"""

from typing import NamedTuple

from drillbook.asking import Checks, Reader
from drillbook.maths import Number, counted, exact
from drillbook.rulesets.breaking_of_nations.common.orders import TARGET, order_price

AC_WANTED, LOAD_ALLOWS = "Has he the AC?", "May he fire so heavy a weapon?"


class Load(NamedTuple):
    """A man with an LMG or LFT who wants to fire: his AC, his movement and his posture.

    moved is the AC that he has spent on movement. prone states whether he lies prone, charges whether he charges.
    """

    ac: int
    moved: int
    prone: bool
    charges: bool


def shot_price(r: Reader) -> int:
    """Return the AC that the first shot of a turn costs, with the choice of its target."""
    return r.int("turn-sequence.action-cost") + order_price(r, TARGET)


def movement_left(r: Reader, load: Load) -> Number:
    """Return the most AC that a man may have spent on movement if he is to fire.

    The AC are what the shot leaves, and on his feet at most a part of all his AC.
    """
    left = load.ac - shot_price(r)
    return left if load.prone else min(left, exact(r.num("infantry.heavy-load") * load.ac))


def pays(r: Reader, checks: Checks, spent: int, ac: int) -> bool:
    """Whether his AC pay for so many; what is found goes into `checks`."""
    return checks.ask(AC_WANTED, spent <= ac, f"{spent} AC of {ac}", "turn-sequence.action-cost")


def bears(r: Reader, checks: Checks, load: Load) -> bool:
    """Return whether his weapon may be fired after this movement, whatever his AC pay for.

    What is found goes into `checks`.
    """
    if load.prone:
        found = "prone he fires and moves as he likes, as far as his AC go"
        return checks.ask(LOAD_ALLOWS, True, found, "infantry.heavy-load-prone")
    if load.charges and load.moved:
        return checks.ask(LOAD_ALLOWS, False, "he charges", "infantry.heavy-load-charge")
    share = r.num("infantry.heavy-load")
    light = load.moved <= share * load.ac
    found = f"{counted(load.moved, 'AC', 'AC')} on movement is {'no ' if light else ''}more than {share} of {load.ac}"
    return checks.ask(LOAD_ALLOWS, light, found, "infantry.heavy-load")

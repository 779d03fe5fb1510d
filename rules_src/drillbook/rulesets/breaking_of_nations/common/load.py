"""What a man's AC pay for in a turn, and when a man with a heavy weapon may fire it. Turns that are planned and single shots ask it."""

from typing import NamedTuple

from drillbook.asking import Checks, Reader
from drillbook.maths import Number, counted, exact
from drillbook.rulesets.breaking_of_nations.common.orders import TARGET, order_price

AC_WANTED, LOAD_ALLOWS = "Has he the AC?", "May he fire so heavy a weapon?"


class Load(NamedTuple):
    """A man with an LMG or LFT who wants to fire it: his AC, those he has spent on movement, and whether he lies prone or charges."""

    ac: int
    moved: int
    prone: bool
    charges: bool


def shot_price(r: Reader) -> int:
    """The AC that the first shot of a turn costs, with the choice of its target."""
    return r.int("turn-sequence.action-cost") + order_price(r, TARGET)


def movement_left(r: Reader, load: Load) -> Number:
    """The most AC that he may have spent on movement if he is to fire: what the shot leaves, and on his feet a part of all."""
    left = load.ac - shot_price(r)
    return left if load.prone else min(left, exact(r.num("infantry.heavy-load") * load.ac))


def pays(r: Reader, checks: Checks, spent: int, ac: int) -> bool:
    """Whether his AC pay for so many; what is found goes into `checks`."""
    return checks.ask(AC_WANTED, spent <= ac, f"{spent} AC of {ac}", "turn-sequence.action-cost")


def bears(r: Reader, checks: Checks, load: Load) -> bool:
    """Whether his weapon may be fired after so much movement, whatever his AC pay for; what is found goes into `checks`."""
    if load.prone:
        found = "prone he fires and moves as he likes, as far as his AC go"
        return checks.ask(LOAD_ALLOWS, True, found, "infantry.heavy-load-prone")
    if load.charges and load.moved:
        return checks.ask(LOAD_ALLOWS, False, "he charges", "infantry.heavy-load-charge")
    share = r.num("infantry.heavy-load")
    light = load.moved <= share * load.ac
    found = f"{counted(load.moved, 'AC', 'AC')} on movement is {'no ' if light else ''}more than {share} of {load.ac}"
    return checks.ask(LOAD_ALLOWS, light, found, "infantry.heavy-load")

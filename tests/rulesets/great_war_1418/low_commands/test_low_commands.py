"""Tests of the chart of orders against a second copy of it.

They cover every order, situation, action and reading.
"""

from itertools import product

import pytest

from asking import value
from drillbook import ask
from drillbook.errors import Contradiction

#: order: dug in and safe, dug in under fire, undug and safe, undug under fire
CHART = {
    "advance": ("stay move", "stay", "move", "stay move"),
    "hold": ("stay", "stay", "stay find-cover", "stay find-cover"),
    "assault": ("assault", "assault stay", "assault", "assault find-cover"),
    "retreat": ("retreat", "retreat stay", "retreat", "retreat find-cover stay"),
}
ACTIONS = ("stay", "move", "find-cover", "assault", "retreat")
LATELY = ("quiet", "watched", "missed", "hit")
FIRE = {"A": ("missed", "hit"), "B": ("watched", "missed", "hit"), "C": ("hit",)}


def cell(order: str, dug: bool, fire: bool) -> set[str]:
    """Return what a company may do under an order, dug in or not, under fire or not."""
    return set(CHART[order][2 * (not dug) + fire].split())


def fits(wants: str, order: str, dug: bool, fire: bool) -> bool:
    """Return whether a company may do what is wanted.

    A move goes where the company likes, and so into cover, though the chart has no such word on ADVANCE.
    """
    offered = cell(order, dug, fire)
    return wants in offered or (wants == "find-cover" and "move" in offered)


@pytest.mark.parametrize("order", CHART)
@pytest.mark.parametrize("reading", FIRE)
def test_what_a_company_may_do(order: str, reading: str) -> None:
    for dug, lately, wants in product((True, False), LATELY, ACTIONS):
        way = "&way=towards" if wants == "assault" else "&way=away" if wants == "retreat" else ""
        found = value(
            f"gw/company-order?order={order}&dug={'yes' if dug else 'no'}&lately={lately}&wants={wants}{way}"
            f"&ruling.under-fire={reading}"
        )
        offered = cell(order, dug, lately in FIRE[reading])
        assert found["allowed"] == fits(wants, order, dug, lately in FIRE[reading])
        assert found["choices"] == len(offered)


@pytest.mark.parametrize("order", CHART)
def test_who_may_dig(order: str) -> None:
    for dug, fire, wants in product((True, False), (True, False), ("stay", "find-cover")):
        found = value(
            f"gw/company-order?order={order}&dug={'yes' if dug else 'no'}&lately={'hit' if fire else 'quiet'}&wants={wants}&digs=yes"
        )
        # On ADVANCE it digs where it may stay, under fire (L91-92), and to dig there is to find cover.
        spade = not dug and (order == "hold" or (order == "advance" and fire))
        assert found["allowed"] == (spade and fits(wants, order, dug, fire))
        assert found["dig_penalty"] == (-1 if found["allowed"] and fire else 0)


@pytest.mark.parametrize("wants", ACTIONS)
def test_which_order(wants: str) -> None:
    for dug, fire in product((True, False), (True, False)):
        found = value(f"gw/which-order?wants={wants}&dug={'yes' if dug else 'no'}&lately={'hit' if fire else 'quiet'}")
        assert found["count"] == sum(fits(wants, order, dug, fire) for order in CHART)


@pytest.mark.parametrize("order", CHART)
def test_whom_to_except(order: str) -> None:
    for wants, *platoons in product(ACTIONS, *[list(product((True, False), (True, False)))] * 2):
        rows = ";".join(",".join("yes" if flag else "no" for flag in row) for row in platoons)
        found = value(f"gw/company-except?order={order}&wants={wants}&platoons={rows}")
        obey = [fits(wants, order, *row) for row in platoons]
        assert found["allowed"] == any(obey)
        assert found["exceptions"] == (obey.count(False) if any(obey) else 0)
        uneasy = sum("stay" not in cell(order, *row) for row, fit in zip(platoons, obey, strict=True) if not fit)
        assert found["uneasy"] == (uneasy if any(obey) else 0)


def test_the_whole_sheet() -> None:
    for order, dug, fire, wants in product(CHART, (True, False), (True, False), ACTIONS):
        flags = f"{'yes' if dug else 'no'},{'yes' if fire else 'no'}"
        found = value(f"gw/command-sheet?sheet=infantry,hold,{order},hold,hold&companies=1,3,2,{flags},{wants}")
        assert found["forbidden"] == (not fits(wants, order, dug, fire))


#: the steps in which each may shoot, and those in which it may by another reading alone
STEPS = {
    "line-inf": ("346", ""),
    "skirmishers": ("36", ""),
    "lmg-squad": ("346", "12"),
    "late-hmg": ("126", "4"),
    "light-howitzers": ("126", "4"),
    "mixed-cav": ("46", ""),
    "mother-tanks": ("46", ""),
}


@pytest.mark.parametrize("unit", STEPS)
def test_the_prepared_wait_for_a_step_of_their_own(unit: str) -> None:
    always, sometimes = STEPS[unit]
    for step in "1234567":
        address = f"gw/prepared-shot?unit={unit}&step={step}&appears=marked&resilience=2"
        if step in always + sometimes:
            assert ask(address).refused == (step in sometimes), address
            other = "lmg-heavy" if unit == "lmg-squad" else "moved-heavies"
            assert step in always or not ask(f"{address}&ruling.{other}=B").refused, address
            continue
        with pytest.raises(Contradiction, match="never shoots") as problem:
            ask(address)
        assert str(problem.value.instead["step"]) in always

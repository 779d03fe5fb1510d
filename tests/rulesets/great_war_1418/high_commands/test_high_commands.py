"""Sheets of orders counted entry by entry."""

from itertools import product

import pytest

from asking import value
from drillbook import ask

ORDERS = ("advance", "hold", "assault", "retreat", "bombard", "unwritten")


@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
@pytest.mark.parametrize("reading", "AB")
def test_every_pair_of_entries(kind: str, reading: str) -> None:
    for first, second, squares in product(ORDERS, ORDERS, (True, False)):
        found = value(
            f"gw/order-sheet?sheet={kind},{first},{second},hold,hold&squares={'yes' if squares else 'no'}&ruling.bombard-order={reading}"
        )
        good = [
            one
            for one in (first, second, "hold", "hold")
            if one != "unwritten" and (one != "bombard" or (kind == "artillery" and squares))
        ]
        held = good.count("hold") + (good.count("bombard") if reading == "B" else 0)
        assert found["wrong"] == 4 - len(good)
        assert (found["hold"], found["advance"]) == (held, good.count("advance"))
        assert found["bombard"] == (good.count("bombard") if reading == "A" else 0)


def test_a_company_of_no_battalion_and_one_that_stands_twice() -> None:
    with pytest.raises(ValueError, match="is of battalion 3, and the sheet has 1 line"):
        ask("gw/command-sheet?sheet=infantry,hold,hold,hold,hold&companies=3,1,1,no,no,stay")
    with pytest.raises(ValueError, match="1/2 stands twice in bound 1"):
        ask("gw/command-sheet?sheet=infantry,hold,hold,hold,hold&companies=1,2,1,no,no,stay;1,2,1,no,no,find-cover")

"""Scope and scale counted out: every base of a regiment, every bound of a battle."""

from itertools import product

import pytest

from asking import value


@pytest.mark.parametrize("reading", "AB")
@pytest.mark.parametrize("battalions", [2, 3, 4])
def test_every_base_is_counted(battalions: int, reading: str) -> None:
    """Formations of every size count the right bases, models and men.

    A base is a platoon of thirty men. By reading A a larger model is ten men of a base; by reading B a base has thirty
    larger models. Rules: L20, L30.
    """
    for companies, platoons, (scale, men) in product((1, 4), (2, 5), (("small", 1), ("large", 10))):
        bases = [(b, c, p) for b in range(battalions) for c in range(companies) for p in range(platoons)]
        shown = range(0, 30, men) if reading == "A" else range(30)
        models = [(base, man) for base in bases for man in shown]
        asked = f"gw/formation?battalions={battalions}&companies={companies}&platoons={platoons}&scale={scale}"
        assert value(f"{asked}&ruling.larger-models={reading}") == {
            "bases": len(bases), "models": len(models), "men": len(models) * men, "size": {1: 2, 10: 6}[men], "front": 2 * len(bases),
        }  # fmt: skip


@pytest.mark.parametrize(("reading", "short", "long"), [("A", 3, 7), ("B", 2, 10)])
@pytest.mark.parametrize("minutes", [5, 20, 45, 120])
def test_bounds_go_by_one_by_one(reading: str, short: int, long: int, minutes: int) -> None:
    def bounds(each: int) -> int:
        gone = number = 0
        while gone < minutes:
            gone, number = gone + each, number + 1
        return number

    found = value(f"gw/battle-time?minutes={minutes}&ruling.bound-minutes={reading}")
    assert found == {"least": bounds(long), "most": bounds(short)}

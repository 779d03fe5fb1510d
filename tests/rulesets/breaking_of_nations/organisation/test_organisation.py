"""Organisation: trees whose parts add up to their whole, and companies counted man by man."""

from itertools import product

import pytest

from asking import value
from drillbook import ask, library
from drillbook.asking.exhibits import Branch, Tree

#: Platoons, parts of a platoon and the men of each part, as the source prints them (German parts as two groups).
PRINTED = {
    "france-1914": (2, [10, 10]),
    "france-1916": (4, [8, 7, 12, 12]),
    "britain-1914": (4, [13] * 4),
    "britain-1916": (4, [13] * 4),
    "britain-1918": (4, [13] * 4),
    "germany-1914": (3, [9 + 9] * 4),
    "germany-1916": (3, [9 + 9] * 4),
    "germany-1918": (3, [9 + 9] * 4),
    "austria-1914": (4, [9 + 9] * 4),
    "us-1918": (4, [8] * 3),
}


def counted(branch: Branch) -> int:
    """Return the men of a branch, counted in its last parts."""
    if not branch.parts:
        return int(branch.amount or 0)
    return sum(part.times * counted(part) for part in branch.parts)


def test_no_army_is_forgotten() -> None:
    assert set(library().find("bon").table("organisation").rows) == set(PRINTED)


@pytest.mark.parametrize("army", PRINTED)
def test_a_company_is_counted_man_by_man(army: str) -> None:
    platoons, parts = PRINTED[army]
    roll_call = 1 + sum(1 + sum(parts) for _ in range(platoons))
    assert value(f"bon/company?army={army}")["men"] == roll_call


@pytest.mark.parametrize(("army", "letters"), [*product(PRINTED, product("AB", "AC", "ABC"))])
def test_every_branch_is_the_sum_of_its_parts(army: str, letters: tuple[str, str, str]) -> None:
    names = ("france-1914", "france-1916", "germany-1914")
    readings = "&".join(f"ruling.{name}={letter}" for name, letter in zip(names, letters, strict=True))
    found = ask(f"bon/company?army={army}&{readings}").outcome
    tree = next(exhibit for exhibit in found.exhibits if isinstance(exhibit, Tree))
    for _, branch, _ in tree.lines():
        assert branch.amount == counted(branch)
    assert tree.root.amount == found.value.men

"""Tests of shelling on random table-tops, all calculated twice.

They cover where each base lies, what may be laid on it, what that does, and the best split.
"""

from fractions import Fraction
from random import Random

import pytest
from referee_1418 import value
from referee_shells import READINGS, Guns, Lying, best, inside, layout, outcomes, permitted, ring

from drillbook import ask

PLAIN = dict.fromkeys(READINGS, "A")


def readings(luck: Random) -> dict[str, str]:
    """As the book reads the rules, but for two of them."""
    return PLAIN | {name: luck.choice(READINGS[name]) for name in luck.sample(sorted(READINGS), 2)}


def told(read: dict[str, str]) -> str:
    """Return readings as an address has them; A is left out."""
    return "".join(f"&ruling.{name}={letter}" for name, letter in read.items() if letter != "A")


def row(base: Lying) -> str:
    """Where a base lies, as an address has it."""
    return f"{float(base.x):g},{float(base.y):g},{'yes' if base.turned else 'no'}"


@pytest.mark.parametrize("seed", range(40))
def test_a_table_full_of_bases(seed: int) -> None:
    """The circle somewhere in its square; under it, in the outer ring, clear."""
    luck = Random(f"bases {seed}")
    read = readings(luck)
    middle = Fraction(luck.randint(-6, 6), 2), Fraction(luck.randint(-6, 6), 2)
    square = luck.choice((6, 8, 12))
    bases = [base._replace(enemy=luck.random() < 0.7) for base in layout(luck, 8, 5, 100)]
    seen = [ring(base._replace(x=base.x - middle[0], y=base.y - middle[1]), read) for base in bases]
    assert all(seen), "too near to call: take another seed"
    rows = ";".join(f"{row(base)},{'yes' if base.enemy else 'no'}" for base in bases)
    address = f"gw/under-circle?square={square}&across={float(middle[0]):g}&ahead={float(middle[1]):g}&bases={rows}"
    found = value(address + told(read))
    counted = {"covered": len(seen) - seen.count("clear"), "outer": seen.count("outer"), "clear": seen.count("clear")}
    assert {name: found[name] for name in counted} == counted, address + told(read)
    slack = Fraction(square - 6, 2)
    assert found["allowed"] == all(-slack <= at <= slack for at in middle), address


@pytest.mark.parametrize("seed", range(40))
def test_shells_laid_by_hand(seed: int) -> None:
    """Shells laid by hand are allowed or not, and their effect is the referee's.

    Platoons lie anywhere on the table and the shots are random. The test also checks what the best split of the shots
    removes.
    """
    luck = Random(f"shells {seed}")
    read = readings(luck)
    shots = luck.randint(1, 6)
    guns = Guns(
        shots,
        luck.randint((shots + 1) // 2, shots),
        luck.randint(0, 3) if read["bonus-die"] != "C" else luck.randint(0, 1),
    )
    bases = [base._replace(shots=luck.randint(0, 3)) for base in layout(luck, 3, 3, 20)]
    lying = [(base, ring(base, read)) for base in bases]
    assert all(where for _, where in lying), "too near to call: take another seed"
    rows = ";".join(f"{row(base)},{base.needs},{base.carried},{base.shots}" for base in bases)
    address = f"gw/shelling?shots={guns.shots}&batteries={guns.batteries}&bonus={guns.bonus}&targets={rows}" + told(
        read
    )
    found = value(address)
    assert found["allowed"] == permitted(guns, lying, read), address
    under = [(base, where == "outer") for base, where in lying if where != "clear"]
    if not under:
        assert found["removed"] == found["harmed"] == 0
        return
    ways = outcomes(guns, under, [base.shots for base, _ in under], read)
    assert (found["removed"], found["harmed"], found["spared"]) in ways, address
    assert found["best_removed"] == best(guns, under, read), address


@pytest.mark.parametrize("seed", range(14))
@pytest.mark.parametrize("aim", ["removals", "harm"])
def test_no_split_does_more(seed: int, aim: str) -> None:
    """The best split, against all of them."""
    luck = Random(f"best {seed}")
    read = readings(luck)
    shots = luck.randint(1, 6)
    guns = Guns(
        shots,
        luck.randint((shots + 1) // 2, shots),
        luck.randint(0, 3) if read["bonus-die"] != "C" else luck.randint(0, 1),
    )
    under = [(base, luck.random() < 0.5) for base in layout(luck, 3, 3, 20)]
    rows = ";".join(f"{base.needs},{base.carried},{'yes' if outer else 'no'}" for base, outer in under)
    address = f"gw/best-bombardment?shots={guns.shots}&batteries={guns.batteries}&bonus={guns.bonus}&aim={aim}"
    what = "removed" if aim == "removals" else "harmed"
    assert value(f"{address}&targets={rows}" + told(read))[what] == best(guns, under, read, what), address + rows


def test_bases_that_share_ground_are_told_so() -> None:
    """Bases that share ground are refused with a message; bases that only touch are not.

    The test lays every pair of bases on a grid. The message says that one base lies on another.
    """
    for place in range(-10, 11, 2):
        for turned in (False, True):
            first, second = Lying(Fraction(0), Fraction(0), False), Lying(Fraction(place, 5), Fraction(1, 2), turned)
            address = f"gw/under-circle?bases={row(first)},yes;{row(second)},yes"
            try:
                ask(address)
                fits = True
            except ValueError as problem:
                fits = "lies on another" not in str(problem)
            assert fits != first.lies_on(second), address


def test_areas_of_figures_that_are_known() -> None:
    """A base wholly inside, one wholly outside, a quarter of the circle, a half of it."""
    everything = [(Fraction(x), Fraction(y)) for x, y in ((-9, -9), (9, -9), (9, 9), (-9, 9))]
    half = [(Fraction(x), Fraction(y)) for x, y in ((0, -9), (9, -9), (9, 9), (0, 9))]
    assert inside(Lying(Fraction(0), Fraction(0), False).corners, Fraction(3)) == pytest.approx(2)
    assert inside(Lying(Fraction(8), Fraction(8), True).corners, Fraction(3)) == pytest.approx(0, abs=1e-12)
    assert inside(everything, Fraction(3)) == pytest.approx(28.274333882308138)
    assert inside(half, Fraction(3)) == pytest.approx(28.274333882308138 / 2)

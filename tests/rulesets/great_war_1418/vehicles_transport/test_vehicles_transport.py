"""Tests of vehicles against brute force.

They try every face of the tank's fire and every die at its armour, and work out transport factor by factor; real dice
are compared.
"""

from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask
from drillbook.errors import AskError

#: Dice, bonus and whether they are rolled again, copied from the source once more.
SHOOTERS = {
    "line-inf": (1, 0, True),
    "early-hmg": (3, 1, True),
    "lmg-squad": (2, 0, True),
    "seven-cm-field-guns": (2, 2, False),
}
TANKS = {"mother-tanks": (6, 3, 2), "medium-whip": (5, 1, 1)}
GROUND = {"open": -2, "rough": -1, "impractical": 0}
COVER = {"open": -2, "rough": -1, "dug-open": 1, "defensible-dug": 2, "fort-dug": 3, "fort-other": 2}


def scores(count: int, bonus: int, resilience: int, again: bool) -> dict[int, Fraction]:
    """Return the distribution of the hits of so many dice, the first with the bonus."""
    good = [
        Fraction(sum(face + plus >= resilience for face in range(1, 7)), 6) ** (2 if again else 1)
        for plus in (bonus, *[0] * (count - 1))
    ]
    found = {number: Fraction(0) for number in range(count + 1)}
    for fall in product((0, 1), repeat=count):
        chance = Fraction(1)
        for hit, one in zip(fall, good, strict=True):
            chance *= one if hit else 1 - one
        found[sum(fall)] += chance
    return found


def left(scored: dict[int, Fraction], carried: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for many, chance in scored.items():
        state = ("unharmed", "injured", "removed")[min(2, many + carried)]
        found[state] = found.get(state, Fraction(0)) + chance
    return {state: chance for state, chance in found.items() if chance}


@pytest.mark.parametrize("shooter", SHOOTERS)
@pytest.mark.parametrize("tank", TANKS)
@pytest.mark.parametrize("going", GROUND)
@pytest.mark.parametrize("works", ["none", "defensible", "fortification"])
def test_armour_die_by_die(shooter: str, tank: str, going: str, works: str) -> None:
    count, bonus, again = SHOOTERS[shooter]
    resilience = TANKS[tank][0] + {"none": GROUND[going], "defensible": 1, "fortification": 2}[works]
    for carried in (0, 1):
        address = f"gw/armour-check?shooter={shooter}&vehicle={tank}&going={going}&works={works}&carried={carried}"
        assert value(address)["resilience"] == resilience
        assert chances(address) == left(scores(count, bonus, resilience, again), carried)


@pytest.mark.parametrize("tank", TANKS)
@pytest.mark.parametrize("cover", COVER)
@pytest.mark.parametrize("carried", [0, 1])
def test_a_tank_that_meets_infantry(tank: str, cover: str, carried: int) -> None:
    """Tanks that meet infantry take one die, which has to hit twice, and then fire.

    Infantry that is left after that removes the tank, which has no dice in melee.
    """
    built, dice, bonus = TANKS[tank]
    hurt = Fraction(6 - (built - 2) + 1, 6) ** 2
    shot = left(scores(dice, bonus, 4 + COVER[cover], False), carried)
    wanted: dict[str, Fraction] = {}
    for (mine, share), (state, chance) in product((("unharmed", 1 - hurt), ("injured", hurt)), shot.items()):
        end = f"{mine} / removed" if state == "removed" else f"removed / {state}"
        wanted[end] = wanted.get(end, Fraction(0)) + share * chance
    address = f"gw/tank-assault?tank={tank}&ground=open&enemy=line-inf&enemy-ground={cover}&enemy-carried={carried}"
    assert chances(address) == wanted


@pytest.mark.parametrize("speed", ["slow-inf", "medium-inf", "fast-inf"])
@pytest.mark.parametrize("transport", ["foot", "horse", "motor", "mech"])
def test_transport_factor_by_factor(speed: str, transport: str) -> None:
    cm = {"slow-inf": 4, "medium-inf": 6, "fast-inf": 8}[speed]
    faster, most = {"motor": (Fraction(5, 4), 8), "mech": (Fraction(3, 2), 12)}.get(transport, (Fraction(1), 99))
    for going, assault, lost in product(("open", "rough", "impractical"), (1, 2), ("nothing", "company", "command")):
        if lost != "nothing" and transport in ("foot", "horse"):
            continue
        ground = {"open": Fraction(1), "rough": Fraction(3, 4), "impractical": Fraction(1, 4)}[going]
        rate = Fraction(cm) if lost == "command" else min(cm * faster, Fraction(most))
        found = value(
            f"gw/transport?speed={speed}&transport={transport}&lost={lost}&start={going}"
            f"&assault={'yes' if assault == 2 else 'no'}"
        )
        assert (found["cm"], found["gain"]) == (rate * ground * assault, (rate - cm) * ground * assault)


@pytest.mark.parametrize("begins", [1, 4])
@pytest.mark.parametrize("moves", [1, 3])
@pytest.mark.parametrize("reading", "AB")
def test_guns_bound_by_bound(begins: int, moves: int, reading: str) -> None:
    packs = {"A": 0, "B": 1}[reading]
    diary = ["stand"] * (begins - 1) + ["pack"] * packs + ["move"] * moves + ["stand"]
    rolling = ["stand"] * (begins - 1) + ["move"] * moves
    address = f"gw/gun-shift?begins={begins}&moves={moves}&ruling.packing={reading}"
    assert value(address)["first_shot"] == len(diary) + 1
    assert value(f"{address}&self-propelled=yes")["first_shot"] == len(rolling) + 1


@pytest.mark.parametrize(
    "address",
    [
        "gw/tank-assault?tank=mother-tanks&ground=open&enemy=line-inf&enemy-ground=defensible-dug",
        "gw/tank-assault?tank=mother-tanks&ground=open&enemy=line-inf&enemy-ground=open&ruling.tank-melee=B",
    ],
)
def test_real_dice_fall_as_they_should(address: str) -> None:
    comes_near(address, seed=1917)


@pytest.mark.parametrize("transport", ["foot", "horse"])
def test_only_lorries_can_be_lost(transport: str) -> None:
    with pytest.raises(AskError, match="no transport that could be lost"):
        ask(f"gw/transport?transport={transport}&lost=command")

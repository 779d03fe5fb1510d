"""Resilience against a second working of the chart, for every ground, posture and reading."""

from itertools import product

import pytest

from asking import value
from drillbook import ask

GROUND = {"open": -2, "rough": -1, "impractical": 0}
DUG = {"none": 1, "defensible": 2, "fortification": 3}
UNDUG = {"defensible": 1, "fortification": 2}
BUILT_IN = {"reserve-inf": 3, "line-inf": 4, "elite-inf": 5}


def at_rest(going: str, works: str, dug: bool, adds: bool) -> int:
    """Return the cover line, or the sum of lines, of a platoon that stays."""
    if works == "none" and not dug:
        return GROUND[going]
    line = DUG[works] if dug else UNDUG[works]
    return line + (GROUND[going] if adds else 0)


def on_the_move(going: str, works: str) -> int:
    """Return the cover line of a mover."""
    return GROUND[going] if works == "none" else UNDUG[works]


@pytest.mark.parametrize("going", GROUND)
@pytest.mark.parametrize("works", DUG)
@pytest.mark.parametrize("stacking", "AB")
def test_a_platoon_that_stays(going: str, works: str, stacking: str) -> None:
    for unit, dug in product(BUILT_IN, (False, True)):
        posture = "dug-in" if dug else "standing"
        address = (
            f"gw/resilience?unit={unit}&going={going}&works={works}&posture={posture}&ruling.cover-stacking={stacking}"
        )
        if dug and works == "none" and going == "impractical":
            assert ask(address).refused
            continue
        found = value(address)
        assert found["resilience"] == BUILT_IN[unit] + at_rest(going, works, dug, stacking == "B"), address


@pytest.mark.parametrize("start", [*product(GROUND, DUG)])
@pytest.mark.parametrize("end", [*product(GROUND, DUG)])
def test_a_platoon_that_moves(start: tuple[str, str], end: tuple[str, str]) -> None:
    for across, reading in product(("none", "open", "rough,fortification"), "AC"):
        lines = [on_the_move(*start), on_the_move(*end)]
        if reading == "A" and across != "none":
            lines += [GROUND.get(one, UNDUG.get(one, 0)) for one in across.split(",")]
        address = (
            f"gw/resilience?unit=line-inf&going={start[0]}&works={start[1]}&posture=leaving&to-going={end[0]}&to-works={end[1]}"
            f"&across={across}&ruling.weaker-type={reading}"
        )
        if start == ("impractical", "none"):  # nobody leaves a hole where nobody can dig
            assert ask(address).refused
            assert value(address.replace("leaving", "moving"))["resilience"] == 4 + min(lines)
            continue
        assert value(address)["resilience"] == 4 + min(lines)


@pytest.mark.parametrize("order", ["hold", "advance", "assault", "retreat"])
@pytest.mark.parametrize("fire", [False, True])
@pytest.mark.parametrize("penalty", "ABCD")
def test_the_spade(order: str, fire: bool, penalty: str) -> None:
    for going, may in product(("open", "rough"), "AB"):
        address = (
            f"gw/resilience?unit=line-inf&going={going}&works=none&posture=digging&under-fire={'yes' if fire else 'no'}"
            f"&order={order}&ruling.dig-penalty={penalty}&ruling.dig-under-advance={may}"
        )
        if order != "hold" and not (order == "advance" and fire and may == "A"):
            assert ask(address).refused, address
            continue
        pays = {"A": fire, "B": True, "C": fire, "D": fire and order == "hold"}[penalty]
        line = 0 if penalty == "C" and pays else GROUND[going]
        assert value(address)["resilience"] == 4 + line - pays, address
        assert value(address)["next_bound"] == 5


@pytest.mark.parametrize("start", ["open", "rough", "impractical", "defensible", "fortification"])
def test_the_weaker_ground(start: str) -> None:
    line = {**GROUND, **UNDUG}
    for end in line:
        assert value(f"gw/weaker-ground?start={start}&end={end}")["change"] == min(line[start], line[end])

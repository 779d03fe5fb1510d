"""Tests of bombardment by counting.

They count all pairs of dice and all sums of the event's dice; range and cover are written down a second time.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from asking import chances, comes_near, value
from drillbook import ask

FACES = range(1, 7)
SUMS = Counter(one + other for one, other in product(FACES, repeat=2))


def address(own: int, other: int, coloured: int = 0, *, distance: str = "1", load: str = "shot", more: str = "") -> str:
    """Return the address of a battery with that figure at a line regiment."""
    return (
        f"nr/cannonade?battery=foot-battery&figure={own}&coloured=0&target=line-infantry&target-figure={other}&target-formation=line"
        f"&target-coloured={coloured}&target-broken=no&distance={distance}&ammunition={load}&aimed=no&reach=standard{more}"
    )


def told(own: int, other: int, coloured: int, *, canister: bool) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Return the coloured dice after a shot, and the chances of an event and of a rout.

    Four coloured dice mean that the target is removed; `own` and `other` are the whole additions.
    """
    dice: Counter[int] = Counter()
    event = rout = 0
    for x, y in product(FACES, repeat=2):
        a, d = max(0, x + own), max(0, y + other)
        points = 0 if d >= a else 2 if a > 3 * d else 1 if a > 2 * d or x % 2 == 0 else 0
        rolled = points > 0 if canister else a > 2 * d and a > d
        left = coloured + points
        if left > 3 or not rolled:
            dice[min(4, left)] += 36
            continue
        event += 36
        rout += SUMS[11] + SUMS[12]
        for total, ways in SUMS.items():
            dice[min(4, left + (total == 9))] += ways
    whole = 36 * 36
    return {end: Fraction(ways, whole) for end, ways in dice.items()}, Fraction(event, whole), Fraction(rout, whole)


@pytest.mark.parametrize("load", ["shot", "canister"])
def test_every_shot_is_counted(load: str) -> None:
    for own, other, coloured in product((0, 2, 3, 5), (0, 1, 3), range(4)):
        adds = other - (coloured == 3)
        after, event, rout = told(own + 1, adds, coloured, canister=load == "canister")
        found = value(address(own, other, coloured, load=load))
        assert (found["battery_adds"], found["target_adds"]) == (own + 1, adds)
        assert (found["critical"], found["routs"]) == (event, rout)
        ends = chances(address(own, other, coloured, load=load))
        assert {4 if dice == "removed" else dice: chance for dice, chance in ends.items() if chance} == after


def test_range() -> None:
    """Bombardment adds 1 at up to 1 M, nothing under 2 M, and takes 1 off from 2 M to 3 M.

    1 M is 2 S. Canister reaches 1 M only. In contact nobody fires, so that the distances of the test start at 1/4 S.
    """
    for quarters in range(1, 25):
        adds = 1 if quarters <= 8 else 0 if quarters < 16 else -1
        assert value(address(2, 1, distance=f"{quarters}/4"))["battery_adds"] == 2 + adds
        assert ask(address(2, 1, distance=f"{quarters}/4", load="canister")).refused is (quarters > 8)


def shots(quality: int, loaded: bool, again: bool) -> dict[tuple[str, ...], Fraction]:
    """Return what one turn with two white dice fires, and how likely; the canister way."""
    found: Counter[tuple[str, ...]] = Counter()
    for one, other in product(FACES, repeat=2):
        actions, ready, fired = (one >= quality) + (other >= quality), loaded, []
        while actions:
            if ready:
                ready, actions = False, actions - 1
                fired.append("canister")
            elif again and actions >= 2:
                ready, actions = True, actions - 2
            else:
                actions -= 1
                fired.append("shot")
        found[tuple(fired)] += 1
    return {key: Fraction(count, 36) for key, count in found.items()}


@pytest.mark.parametrize(("loaded", "again"), [("yes", "no"), ("yes", "yes"), ("no", "yes")])
def test_a_turn_of_canister_is_walked(loaded: str, again: str) -> None:
    for quality in (2, 4, 5):
        found = value(
            f"nr/shot-or-canister?adds=3&target-adds=1&coloured=2&loaded={loaded}&again={again}&quality={quality}&damage=0&dice=2&pick=white"
            "&turns=1"
        )
        events = gone = Fraction(0)
        for fired, share in shots(quality, loaded == "yes", again == "yes").items():
            states = {2: share}
            for load in fired:
                following: Counter[int] = Counter()
                for dice, chance in states.items():
                    if dice == 4:
                        following[4] += chance  # type: ignore[assignment]
                        continue
                    after, event, _ = told(3, 1 - (dice == 3), dice, canister=load == "canister")
                    events += chance * event
                    for end, part in after.items():
                        following[end] += chance * part  # type: ignore[assignment]
                states = dict(following)  # type: ignore[arg-type]
            gone += states.get(4, Fraction(0))
        assert (found["canister_events"], found["canister_removes"]) == (events, gone)


@pytest.mark.parametrize(
    "address_",
    [
        address(3, 1),
        address(3, 1, 1, load="canister"),
        address(2, 1, 1, load="canister", more="&ruling.canister-critical=B"),
        address(3, 0, 0, load="canister", more="&ruling.canister-critical=C"),
    ],
)
def test_real_dice_agree(address_: str) -> None:
    comes_near(address_, seed=1812, throws=1500)

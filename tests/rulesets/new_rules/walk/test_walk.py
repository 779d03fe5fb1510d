"""Tests that replay a walk of turns.

Its dice are thrown again and its sums are done again, and every step stays the same.
"""

import re
from math import hypot
from random import Random

import pytest

from asking import picture, value
from drillbook import ask
from drillbook.errors import Contradiction

WALKS = [
    "nr/play?own=line-infantry,line,1,3,shoot;heavy-cavalry,column,0,2,close&enemy=recruits,line,0,3,shoot;foot-battery,line,0,2,shoot&distance=4&cover=none",
    "nr/play?own=grenadiers,column,2,3,close;horse-battery,line,1,2,aim&enemy=light-cavalry,column,2,3,close;recruits,square,3,1,shoot&distance=5&cover=light",
    "nr/play?own=light-infantry,line,3,3,aim&enemy=line-infantry,column,1,3,close&distance=2&cover=heavy",
]
QUALITY = {
    "recruits": 5, "line infantry": 4, "light infantry": 3, "grenadiers": 3, "light cavalry": 4, "heavy cavalry": 4, "foot battery": 4,
    "horse battery": 3,
}  # fmt: skip


def story(address: str) -> list[str]:
    """Return what a walk's story says, step by step."""
    return [step.label for step in ask(address).outcome.steps]


@pytest.mark.parametrize("walk", WALKS)
def test_a_later_step_leaves_the_earlier_ones_as_they_were(walk: str) -> None:
    whole = story(f"{walk}&seed=5&step=40")
    for step in (1, 2, 3, 7, 15, 30):
        assert story(f"{walk}&seed=5&step={step}") == whole[:step]


@pytest.mark.parametrize("walk", WALKS)
def test_successes_turnovers_and_bands_are_what_the_dice_say(walk: str) -> None:
    for seed in range(25):
        told = story(f"{walk}&seed={seed}&step=60")
        for place, text in enumerate(told):
            if found := re.match(r"\w \((.+?)\) needs (\d) and rolls (.+): (\d) of (\d) succeed", text):
                faces = [(int(one[0]), "coloured" in one) for one in found[3].split(", ")]
                good = sum(face >= QUALITY[found[1]] for face, _ in faces)
                assert (QUALITY[found[1]], good, len(faces)) == (int(found[2]), int(found[4]), int(found[5]))
                following = told[place + 1] if place + 1 < len(told) else None
                blunder = any(face == 1 and coloured for face, coloured in faces)
                if following is not None:
                    assert following.startswith("A coloured one is a blunder") == blunder
                    if not blunder:
                        assert following.startswith(f"{len(faces) - good} failures: a turnover") == (
                            len(faces) - good >= 2
                        )
            elif found := re.search(r": (\d) against (\d) on the dice, (\d+) against (\d+) in all; (.+)", text):
                x, _, own, other = (int(found[number]) for number in range(1, 5))
                if own > 3 * other:
                    assert found[5] == "2 points of disorder for its enemy"
                elif own > 2 * other or (own > other and x % 2 == 0):
                    assert found[5] == "1 point of disorder for its enemy"
                elif own > other:
                    assert found[5] == "ahead, but the roll is not even"


def test_the_dice_are_those_of_the_number() -> None:
    for seed in range(20):
        dice = Random(seed)
        faces = [dice.randint(1, 6) for _ in range(3)]
        told = story(
            f"nr/play?own=line-infantry,line,0,3,hold&enemy=recruits,line,0,0,hold&distance=6&cover=none&seed={seed}&step=2"
        )
        assert f"rolls {', '.join(map(str, faces))}:" in told[1]


CROWDED = (
    "nr/play?own=heavy-cavalry,column,0,3,close,0;grenadiers,column,0,3,close,0;line-infantry,column,1,3,close,2"
    "&enemy=line-infantry,line,0,3,shoot,0;recruits,line,1,3,close,1;light-cavalry,column,0,3,close,-1&distance=2&cover=none"
)


def places(address: str) -> dict[str, tuple[float, float]]:
    """Return where each unit is, across and up the table, from its line of the card."""
    found = {}
    for who, line in picture(address, "units").entries:
        aside = re.search(r"([\d.]+) S to the (left|right)", line)
        up = re.search(r"(-?[\d.]+) S up the table", line)
        found[who[0]] = (
            float(aside[1]) * (1 if aside[2] == "right" else -1) if aside else 0.0,
            float(up[1]) if up else 0.0,
        )
    return found


@pytest.mark.parametrize(("seed", "step", "who", "stops"), [(80, 18, "L", "K"), (4, 44, "K", "M"), (83, 51, "B", "C")])
def test_who_is_thrown_back_stops_before_whoever_stands_there(seed: int, step: int, who: str, stops: str) -> None:
    """Recoiling units stop in front of the unit that is in their way.

    The cases are calculated by hand. Fronts are 1 S wide, so that a unit ends 1 S from the other along its way. If it is
    nearer already, it stays where it was. By reading B of `recoil-blocked` it takes 1 point of disorder.
    """
    walk = f"{CROWDED}&seed={seed}&step="
    told = story(f"{walk}{step}")[-1]
    before, after = places(f"{walk}{step - 1}"), places(f"{walk}{step}")
    assert told.startswith(f"{who} (")
    assert f"{stops} (" in told
    moved = hypot(after[who][0] - before[who][0], after[who][1] - before[who][1])
    if "cannot go back" in told:
        assert moved == 0
        assert hypot(before[stops][0] - before[who][0], before[stops][1] - before[who][1]) < 2**0.5
    else:
        assert 0 < moved < 1
        on = (
            (after[stops][0] - after[who][0]) * (after[who][0] - before[who][0])
            + (after[stops][1] - after[who][1]) * (after[who][1] - before[who][1])
        ) / moved
        assert on == pytest.approx(1, abs=0.02)
    suffers = story(f"{walk}{step + 1}&ruling.recoil-blocked=B")
    assert suffers[-1] == f"{told[: told.index(')') + 1]} can go no farther: 1 point of disorder"


def test_it_is_over_when_a_side_is_gone() -> None:
    for seed in range(30):
        found = value(
            f"nr/play?own=grenadiers,column,0,3,close&enemy=recruits,line,3,3,shoot&distance=1&cover=none&seed={seed}&step=60"
        )
        assert found["over"] == (found["ours"] == 0 or found["theirs"] == 0)
        assert found["over"] or found["step"] == 60


@pytest.mark.parametrize(
    ("row", "wrong", "mended"),
    [
        ("light-cavalry,square,0,3,close,0,same", "no formation", "light-cavalry,column,0,3,close,0,same"),
        ("heavy-cavalry,column,0,3,close,0,line", "another formation", "heavy-cavalry,column,0,3,close,0,same"),
        ("foot-battery,square,0,3,shoot,0,same", "no square", "foot-battery,line,0,3,shoot,0,same"),
        ("horse-battery,line,0,3,shoot,0,column", "another formation", "horse-battery,line,0,3,shoot,0,same"),
        ("recruits,line,0,3,canister,0,same", "no guns", "recruits,line,0,3,shoot,0,same"),
        ("light-cavalry,line,0,3,canister,0,square", "no formation", "light-cavalry,column,0,3,shoot,0,same"),
    ],
)
def test_a_unit_has_nothing_that_its_arm_has_not(row: str, wrong: str, mended: str) -> None:
    """Rows with a formation or order that the arm does not have are refused.

    The refusal offers an input that is answered instead. The other side's row stays as it is.
    """
    for side, other in (("own", "enemy"), ("enemy", "own")):
        address = f"nr/play?{side}=line-infantry,column,0,3,hold;{{row}}&{other}=grenadiers,square,0,3,hold&step=3"
        with pytest.raises(Contradiction, match=wrong) as met:
            ask(address.format(row=row))
        assert set(met.value.instead) == {side}
        good = ask(address.format(row=mended))
        assert good.inputs[side] == met.value.instead[side]

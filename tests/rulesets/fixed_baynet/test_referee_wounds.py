"""Tests by a referee of Fixed Bay'net on what is left of men, from the source alone.

They cover wounded heroes, medics, prisoners and half strength. Nothing of the ruleset is imported: the printed tables
are here a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction as F
from itertools import product
from math import ceil
from random import Random
from typing import Any

import pytest
from referee_colonial import value

D6 = range(1, 7)
#: CS, DS, SP, GL.
SOLDIERS = {
    "green": (-1, 4, 5, 5), "regular": (0, 5, 5, 4), "elite": (1, 5, 6, 3),
    "native-green": (0, 3, 5, 5), "native-regular": (1, 4, 5, 4), "native-elite": (2, 4, 6, 3),
}  # fmt: skip
BANDS = {"rifle": (6, 12, 24), "musket": (6, 12, 24), "pistol": (5, 9, 12)}


# A hero's wound, face by face.


def shot(ds: int, distance: F, bands: tuple[F, ...]) -> int | None:
    """Return the number that a shot at this DS in the open needs, or None out of range.

    The firer's CS does not count.
    """
    for change, limit in zip((-1, 0, 1), bands, strict=True):
        if distance <= limit:
            return ds + change
    return None


def wounded(
    score: int, grade: str, weapon: str, distance: int, enemy: str, readings: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the wound table leaves of a man: L657-667."""
    sp, out = SOLDIERS[grade][2], readings["wounded-as-normal"] == "A"
    if score in (11, 12) or (score in (9, 10) and out):
        return {"removed": True, "revivable": False}
    bands = tuple(F(one) for one in BANDS[weapon])
    fires, inches, change = score not in (6, 7), F(sp), 0
    if score == 1 and weapon != "pistol":
        bands = tuple(one / 2 for one in bands) if readings["arm-light-half"] == "A" else (F(1, 2),) * 3
    if score == 2:
        inches = F(ceil(F(sp, 2)) if readings["leg-rounding"] == "A" else sp // 2)
    if score == 3:
        inches = F(2)
    if score in (4, 5):
        change = {"A": -1, "B": 1, "C": 1}[readings["chest-light-sign"]]
    if score == 8:
        inches = F(ceil(F(sp, 2)))
    rifle = tuple(F(one) for one in BANDS["rifle"])
    told: dict[str, Any] = {"removed": False, "fires": fires, "acts_next": F(1)}
    told["needed"] = shot(SOLDIERS[enemy][1], F(distance), bands) if fires else None
    told["needed_at_him"] = None if score in (3, 8) else shot(SOLDIERS[grade][1] + change, F(distance), rifle)
    told["inches"] = inches
    if score == 6:  # stunned: for as long as nobody heals him, or for a turn
        told["acts_next"] = F(readings["stunned"] == "B")
    return told


@pytest.mark.parametrize("score", range(1, 13))
@pytest.mark.parametrize("seed", range(6))
def test_each_row_of_the_hit_locations(score: int, seed: int) -> None:
    dice = Random(100 * score + seed)
    options = {
        "wounded-as-normal": "AB", "arm-light-half": "AB", "leg-rounding": "AB", "chest-light-sign": "ABC", "stunned": "AB",
    }  # fmt: skip
    readings = {name: dice.choice(letters) if seed % 2 else "A" for name, letters in options.items()}
    grade, enemy, weapon = dice.choice(list(SOLDIERS)), dice.choice(list(SOLDIERS)), dice.choice(list(BANDS))
    distance = dice.choice((0, 3, 4, 6, 7, 12, 13, 24))
    found = value("hit-location", readings, score=score, grade=grade, weapon=weapon, distance=distance, enemy=enemy)
    wanted = wounded(score, grade, weapon, distance, enemy, readings)
    assert {name: found[name] for name in wanted} == wanted, (grade, weapon, distance, enemy, readings)


# A medic among the fallen.


@pytest.mark.parametrize("seed", range(60))
def test_a_medic_and_any_casualties(seed: int) -> None:
    dice = Random(seed)
    fallen = [
        (dice.choice(("wound", "hero", "place", "bloody", "gassed")), dice.choice((0, 0, 1)))
        for _ in range(dice.choice((1, 2, 4, 6)))
    ]
    readings = {name: dice.choice("AB") for name in ("medic-effect", "medic-cost", "repeat-actions")}
    most, grade = dice.choice((0, 1, 2, 3)), dice.choice(list(SOLDIERS))
    open_to = {"wound", "hero"} if readings["medic-effect"] == "A" else {"hero"}
    able = [place for place, (what, apart) in enumerate(fallen, start=1) if what in open_to and not apart]
    once = readings["repeat-actions"] == "B"
    healed = min(len(able), most, 1 if once else 3)
    left = ceil(F(SOLDIERS[grade][2], 2)) - healed
    shots = 0 if healed and readings["medic-cost"] == "A" else min(left, 1) if once else left
    found = value(
        "medic", readings, grade=grade, most=most, casualties=";".join(f"{what},{apart}" for what, apart in fallen)
    )
    wanted = {"healable": len(able), "healed": healed, "left": left, "shots": shots}
    assert {name: found[name] for name in wanted} == wanted, (fallen, readings)


# Prisoners, and half strength.


def blow(striker: str, target: str, weapon: bool) -> Counter[str]:
    """Return what each of 36 throws does, by the difference of D6 + CS and DS.

    With a close combat weapon the higher of two dice counts.
    """
    ends: Counter[str] = Counter()
    for one, two in product(D6, D6):
        ahead = (max(one, two) if weapon else one) + SOLDIERS[striker][0] - SOLDIERS[target][1]
        ends["falls" if ahead >= 2 else "taken" if ahead == 1 else ""] += 1
    return ends


def outright(striker: str, target: str, weapon: bool) -> F:
    """Return the chance of a difference of 5 or more, after which nobody answers."""
    rolls = [max(one, two) if weapon else one for one, two in product(D6, D6)]
    return F(sum(one + SOLDIERS[striker][0] - SOLDIERS[target][1] >= 5 for one in rolls), 36)


@pytest.mark.parametrize("seed", range(40))
def test_many_pairs_prisoners_and_half_a_squad(seed: int) -> None:
    dice = Random(seed)
    us, them, pairs = dice.choice(list(SOLDIERS)), dice.choice(list(SOLDIERS)), dice.choice((1, 2, 5, 8))
    men, weapon, theirs, acted = (
        pairs + dice.choice((0, 1, 2, 5)),
        dice.random() < 0.5,
        dice.random() < 0.5,
        dice.random() < 0.5,
    )
    effect = dice.choice("AB")
    ends, back = blow(us, them, weapon), blow(them, us, theirs)
    fall, taken = F(ends["falls"], 36), F(ends["taken"], 36)
    answers = (
        F(0) if acted else fall - outright(us, them, weapon)
    )  # a man just wounded strikes back, one killed outright does not
    lost, squads = fall + taken, Counter({0: F(1)})
    for _ in range(pairs):
        after: Counter[int] = Counter()
        for gone, chance in squads.items():
            after[gone + 1] += chance * lost  # type: ignore[assignment]
            after[gone] += chance * (1 - lost)  # type: ignore[assignment]
        squads = after
    found = value(
        "mass-melee", {"capture-effect": effect, "cc-difference": "A", "cc-who-rolls": "A"}, pairs=pairs, grade=us, enemy=them, men=men,
        weapon="yes" if weapon else "no", enemy_weapon="yes" if theirs else "no", acted="yes" if acted else "no",
    )  # fmt: skip
    wanted = {
        "they_fall": pairs * fall, "they_are_taken": pairs * taken,
        "we_fall": pairs * answers * F(back["falls"], 36), "we_are_taken": pairs * answers * F(back["taken"], 36),
        "halved": sum((chance for gone, chance in squads.items() if 2 * (men - gone) <= men), F(0)),
        "guarding": pairs * taken if effect == "B" else F(0),
    }  # fmt: skip
    assert {name: found[name] for name in wanted} == wanted, (us, them, pairs, men, weapon, theirs, acted)


@pytest.mark.parametrize("men", range(1, 31))
def test_half_strength_in_every_size_of_unit(men: int) -> None:
    """Units of every size are at half strength with 50 % or less of their men left.

    Half strength adds one point to the test. It counts once, in the turn in which it begins; by reading B of
    `glory-half-repeat` it counts in every turn.
    """
    for left in {1, men // 2, men // 2 + 1, men} - {0}:
        half = 2 * left <= men
        for already in ("none", "half"):
            counts = half and already == "none"
            for letter in "AB":  # B: the state counts in every turn
                found = value(
                    "glory-triggers", {"glory-half-repeat": letter}, grade="elite",
                    men=men, left=left, leaders=0, fire="none", already=already,
                )  # fmt: skip
                points = int(half) if letter == "B" else int(counts)
                assert (found["points"], found["gl"]) == (points, 3 + points), (men, left, already, letter)

"""Referee's tests between the chapters, worked out from the source alone.

They cover one shot stated in many places, ways over the same ground, loads, grenades, guns run dry, and duels.
Nothing of the ruleset is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F
from itertools import product
from math import ceil, cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest
from referee import ARMOUR, D3, D12, SOLDIERS, hits
from referee import CV as PRINTED

from drillbook import ask
from drillbook.asking.answers.results import Refusal

CV = {**PRINTED, "brick-building": 9}
FIRING = {"civilian": 2, "green": 1, "regular": 0, "veteran": -1, "elite": -2}
BANDS = {"short": (-1, 6), "medium": (0, 12), "long": (1, 24)}


def told(question: str, readings: Mapping[str, str], **inputs: Any) -> Any:
    """Return the figures of a situation under readings, each given by its letter."""
    pairs = [f"{name.replace('_', '-')}={given}" for name, given in inputs.items()]
    pairs += [f"ruling.{name}={letter}" for name, letter in readings.items()]
    return ask(f"bon/{question}?{'&'.join(pairs)}").outcome.flat()


def needed(target: str, armour: str, ground: str, firer: str, change: int, readings: Mapping[str, str]) -> int:
    """Return the number a shot needs: L108-120, L425-430, L517-523."""
    guard, cover = SOLDIERS[target][1], CV[ground]
    match readings["ds-plus-cv"]:
        case "A":
            base = guard + ARMOUR[armour] + cover
        case "B":
            base = max(guard, cover) + ARMOUR[armour]  # L108 names armour among the modifiers
        case _:
            base = cover + ARMOUR[armour] if cover else guard + ARMOUR[armour]
    twice = FIRING[firer] if readings["quality-once"] == "B" else 0
    return base + change - SOLDIERS[firer][0] + twice


@pytest.mark.parametrize("seed", range(40))
def test_one_shot_is_the_same_in_every_chapter(seed: int) -> None:
    dice = Random(seed)
    firer, target, armour = dice.choice(list(SOLDIERS)), dice.choice(list(SOLDIERS)), dice.choice(list(ARMOUR))
    ground = dice.choice([one for one in CV if not one.endswith("building")])
    band = dice.choice(list(BANDS))
    change, limit = BANDS[band]
    readings = {"ds-plus-cv": dice.choice("AAB"), "quality-once": dice.choice("AB")}
    wanted = needed(target, armour, ground, firer, change, readings)
    by_inches = {"firer": firer, "distance": limit, "target": target, "armour": armour, "ground": ground}
    for question in ("to-hit", "volley", "return-shot", "light-machine-gun"):
        assert told(question, readings, **by_inches)["needed"] == wanted, question
    by_band = {"firer": firer, "range": band, "armour": armour, "ground": ground}
    assert told("grade-matrix", readings, target=target, **by_band)["needed"] == wanted
    assert told("hero-shot", readings, grade=target, **by_band)["needed"] == wanted
    fight = told(
        "firefight", readings, distance=limit, turns=1, men=1, grade=firer, enemy_men=1, enemy=target, enemy_armour=armour,
        enemy_ground=ground,
    )  # fmt: skip
    assert fight["needed"] == wanted
    walls = dice.choice(("wooden-building", "brick-building"))
    inside = told("window", readings, walls=walls, grade=target, armour=armour, enemy=firer, range=band)
    assert inside["needed_in"] == needed(target, armour, walls, firer, change, readings)


@pytest.mark.parametrize("seed", range(30))
def test_a_duel_of_two_men_and_the_answer_of_the_dying(seed: int) -> None:
    """Duels of two men give an answer to a man who is hit and not killed outright.

    The first man shoots. The answer is DS, including armour, less CS alone, under reading B of `counter-attack`. A man who
    is missed shoots as usual.
    """
    dice = Random(seed)
    one, other = dice.choice(list(SOLDIERS)), dice.choice(list(SOLDIERS))
    worn, theirs = dice.choice(list(ARMOUR)), dice.choice(list(ARMOUR))
    ground, enemy_ground = (
        dice.choice(("clear", "rubble", "wooden-wall", "trenches")),
        dice.choice(("clear", "light-forest")),
    )
    answering = dice.choice("AABC")
    readings = {"ds-plus-cv": "A", "quality-once": "A"}
    first = hits(needed(other, theirs, enemy_ground, one, 0, readings))
    second = hits(needed(one, worn, ground, other, 0, readings))
    answer = hits(SOLDIERS[one][1] + ARMOUR[worn] - SOLDIERS[other][0]) if answering == "B" else F(0)
    found = told(
        "firefight", {"counter-attack": answering}, distance=12, turns=1, men=1, grade=one, armour=worn, ground=ground, enemy_men=1,
        enemy=other, enemy_armour=theirs, enemy_ground=enemy_ground,
    )  # fmt: skip
    ordinary = first - F(1, 12)
    wanted = {
        "won": F(1, 12) + ordinary * (1 - answer), "lost": (1 - first) * second, "open": (1 - first) * (1 - second),
        "our_losses": ordinary * answer + (1 - first) * second, "their_losses": first,
    }  # fmt: skip
    assert {name: found[name] for name in wanted} == wanted, (one, other, answering)


@pytest.mark.parametrize("armour", ARMOUR)
@pytest.mark.parametrize(("line", "ground"), [("clear", "flat"), ("rubble", "bumpy"), ("dense-forest", "jagged")])
@pytest.mark.parametrize("order", "AB")
def test_the_same_ground_is_crossed_alike_in_every_chapter(armour: str, line: str, ground: str, order: str) -> None:
    part = {"flat": F(1), "bumpy": F(2, 3), "jagged": F(1, 3)}[ground]
    for grade, pace in product(SOLDIERS, ("move", "charge", "prone")):
        pace_of = SOLDIERS[grade][2] - ARMOUR[armour]
        if pace == "charge":
            inches = ceil(part * 2 * pace_of) if order == "A" else 2 * ceil(part * pace_of)
        elif pace == "prone":
            inches = ceil(part * ceil(F(pace_of, 2)))
        else:
            inches = ceil(part * pace_of)
        readings = {"charge-terrain-order": order}
        who = {"grade": grade, "armour": armour}
        assert told("ground-speed", readings, **who, ground=ground, pace=pace) == inches, (grade, pace)
        crossing = told("passage", readings, **who, terrain=line, pace=pace, across=7)
        assert (crossing["inches"], crossing["actions"]) == (inches, ceil(F(7, inches))), (grade, pace)
        assert told("move", readings, **who, ground=line, how=pace, kept=0)["per_move"] == inches, (grade, pace)


@pytest.mark.parametrize("load", ["rifle", "lmg", "lft"])
@pytest.mark.parametrize("charge", ["no", "yes"])
def test_a_load_in_a_turns_plan_and_by_itself(load: str, charge: str) -> None:
    """Two AC of movement are more than half of three: L206."""
    for moves in (1, 2):
        plan = ";".join(["flat"] * moves + ["fire"])
        legal = load == "rifle" or (moves <= 1 and charge == "no")
        found = told("move-plan", {}, load=load, charge=charge, plan=plan)
        assert found["legal"] == legal, (load, moves, charge)
        if load != "rifle":
            assert told("heavy-load", {}, load=load, moved=moves, charges=charge)["may_fire"] == legal
        assert told("heavy-load", {}, load="lmg", prone="yes", moved=moves)["may_fire"]
    assert not told("heavy-load", {}, load="lmg", prone="yes", moved=3)["may_fire"]


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("lost", [1, 3, 6])
def test_a_gun_without_its_loader_runs_dry(letter: str, lost: int) -> None:
    """6; 5-6; 4-6; and on, or from the turn of the game, or no worse than that: L307-315."""

    def dry(turn: int) -> F:
        count = {"A": turn, "B": turn + lost - 1, "C": min(turn, 3)}[letter]
        return F(min(count, 6), 6)

    for turns in (1, 2, 5, 8):
        firing = F(1)
        for turn in range(1, turns + 1):
            firing *= 1 - dry(turn)
        found = told("machine-gun-ammunition", {"mg-ammo-turns": letter}, lost=lost, turns=turns)
        assert (found["at_once"], found["dry"]) == (dry(1), 1 - firing), turns


FIGURES = [(0, 0, "enemy", "no"), (2, 1, "enemy", "yes"), (-3, 0, "enemy", "no"), (0, -2, "friend", "no")]


@pytest.mark.parametrize("scope", "ABC")
@pytest.mark.parametrize("thrower", ["civilian", "veteran"])
def test_a_grenade_among_men_some_of_them_prone(scope: str, thrower: str) -> None:
    """Grenades stray on a natural 1-3 and reach an inch round the marker.

    The strayed grenade lies D3 inches off in one of twelve directions. Cover is ignored. Under readings B and C of `prone-
    scope` prone men are untouched: L226-236.
    """
    wide = F(1, 2)  # never more than two men under the marker, so both dice attack each of them
    spots = [(F(3, 4), 0.0, 0.0)]
    spots += [(F(1, 4) / 36, far * sin(pi * way / 6), far * cos(pi * way / 6)) for far in D3 for way in D12]
    hit = hits(SOLDIERS["elite"][1] + ARMOUR["flak"] - SOLDIERS[thrower][0])
    both = 1 - (1 - hit) ** 2

    def touched(x: float, y: float, prone: str) -> F:
        if prone == "yes" and scope != "A":
            return F(0)
        near = float(1 + wide) + 1e-9
        return sum((chance for chance, at_x, at_y in spots if hypot(at_x - x, at_y - y) <= near), F(0))

    rows = ";".join(f"{x},{y},{float(wide)},{side},{prone}" for x, y, side, prone in FIGURES)
    found = told("grenade", {"prone-scope": scope}, thrower=thrower, target="elite", armour="flak", figures=rows)
    wanted = {
        "touched": touched(0, 0, "no"),
        "friend": touched(0, -2, "no"),
        "fallen": sum((both * touched(x, y, prone) for x, y, side, prone in FIGURES if side == "enemy"), F(0)),
    }
    assert {name: found[name] for name in wanted} == wanted


def test_what_a_reading_closes_is_refused_everywhere() -> None:
    """Targets at the last inch are refused in every chapter if that inch is out of range.

    This holds if the reading puts printed limits in the farther band.
    """
    for question in ("to-hit", "volley", "return-shot", "light-machine-gun", "firefight"):
        assert isinstance(ask(f"bon/{question}?distance=24&ruling.range-boundary=B").outcome, Refusal), question
        assert not isinstance(ask(f"bon/{question}?distance=24").outcome, Refusal), question
